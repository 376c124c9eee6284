import Foundation
import HTTPTypes
import Hummingbird
import Messages

/// The part of a list that a request asks for with `limit` and `cursor`. The field `Link` of the answer has the address of
/// the next part (RFC 8288, `rel="next"`).
///
/// A cursor names the last item that was sent, so items that are added or removed meanwhile neither repeat nor hide others.
/// If that very item was removed, its place in the list counts. An item that moves in the order can repeat or be left out.
struct ListPart {
    static let limits = 1...1000
    /// The limit of a read of all items, of which a part is sent.
    private static let everything = 100_000
    private static let slack = 50

    /// The largest number of items; nil for all.
    let limit: Int?
    private let cursor: Cursor?
    private let request: Request

    private struct Cursor {
        /// How many items were before the part, when the cursor was made.
        let place: Int
        /// The identifier of the last of them.
        let last: String

        init(place: Int, last: String) {
            self.place = place
            self.last = last
        }

        init?(_ text: String) {
            let parts = text.split(separator: ".", maxSplits: 1)
            guard parts.count == 2, let place = Int(parts[0]), (1...everything).contains(place),
                parts[1].utf8.count <= 64
            else { return nil }
            self.init(place: place, last: String(parts[1]))
        }

        var text: String { "\(place).\(last)" }
    }

    /// Throws a 400 problem. `usual` is the limit of a request that names none.
    init(_ request: Request, usual: Int? = nil) throws {
        let query = Upload.query(request)
        limit = try QueryValue.number("limit", query, Self.limits) ?? usual
        cursor = try query["cursor"].map { text in
            guard let cursor = Cursor(text) else {
                throw Problem.badRequest(
                    localized("This is no cursor"), localized("A cursor is what a Link of an earlier answer has."))
            }
            return cursor
        }
        self.request = request
    }

    /// The parameters of a route that answers with parts.
    static func parameters(of items: String, usual: Int? = nil) -> [APIParameter] {
        let all = usual == nil ? "; without it all are sent" : ""
        return [
            .integer("limit", limits, usual: usual, "The largest number of \(items)\(all)"),
            .text("cursor", "Where the part begins, as the Link of the part before says"),
        ]
    }

    /// Returns the items of the part, and the address of the next part; nil if this is the last one.
    func of<Item>(_ items: [Item], id: (Item) -> String) -> (items: [Item], next: String?) {
        let start =
            cursor.map { cursor in
                items.firstIndex { id($0) == cursor.last }.map { $0 + 1 } ?? min(cursor.place, items.count)
            } ?? 0
        let end = limit.map { min(items.count, start + $0) } ?? items.count
        let next = start < end && end < items.count ? Cursor(place: end, last: id(items[end - 1])) : nil
        return (Array(items[start..<end]), next.map { Self.address(request, cursor: $0.text) })
    }

    /// The same for a list whose beginning can be read. `read` gets the largest number of items; it is called again for all
    /// of them only if so many were added meanwhile that its answer does not show what follows the part.
    func of<Item>(
        id: (Item) -> String, reading read: (_ limit: Int) async throws -> [Item]
    ) async throws -> (items: [Item], next: String?) {
        // One more shows whether a part follows.
        let needed = limit.map { $0 + 1 + (cursor.map { $0.place + Self.slack } ?? 0) } ?? Self.everything
        let items = try await read(needed)
        let part = of(items, id: id)
        guard let cursor, items.count >= needed else { return part }
        if part.next != nil, items.contains(where: { id($0) == cursor.last }) { return part }
        return of(try await read(Self.everything), id: id)
    }

    /// Returns the address of a request with another cursor.
    static func address(_ request: Request, cursor: String) -> String {
        let uri = request.uri
        let kept = (uri.query ?? "").split(separator: "&").filter { !$0.hasPrefix("cursor=") }.map(String.init)
        return uri.path + "?" + (kept + ["cursor=\(cursor)"]).joined(separator: "&")
    }
}

extension APIAnswer {
    /// The answer with the address of the next part of its list.
    func followed(by next: String?) -> Self {
        var answer = self
        if let next, let name = HTTPField.Name("Link") { answer.headers[name] = "<\(next)>; rel=\"next\"" }
        return answer
    }
}
