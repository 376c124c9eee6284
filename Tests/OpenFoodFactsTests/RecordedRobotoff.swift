import Foundation
import HTTPTransport
import HTTPTypes
import OpenFoodFacts
import Support

/// Recorded requests to the real server and its responses; stored beside the checkout, not in it.
enum RecordedRobotoff {
    static let folder: String? = Fixture.shared.map { $0 + "/fixtures/robotoff" }
        .flatMap { FileManager.default.fileExists(atPath: $0 + "/index.json") ? $0 : nil }

    /// One line of the index.
    struct Exchange: Decodable, Sendable, CustomStringConvertible {
        let name: String
        let body: String?
        let status: Int
        let contentType: String?
        let method: String
        let path: String
        let form: JSONValue?
        let json: JSONValue?
        let headers: [String: String]?

        var description: String { name }

        private enum CodingKeys: String, CodingKey {
            case name, body, status, method, path, form, json, headers
            case contentType = "content_type"
        }
    }

    static let exchanges: [Exchange] = {
        guard let folder, let data = FileManager.default.contents(atPath: folder + "/index.json") else { return [] }
        return (try? JSONDecoder().decode([Exchange].self, from: data)) ?? []
    }()

    static func bytes(_ file: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: (folder ?? "") + "/" + file)))
    }
}

extension RecordedRobotoff.Exchange {
    func response() throws -> HTTPTransport.Response {
        let fields = contentType.map { HTTPFields([HTTPField(name: .contentType, value: $0)]) } ?? [:]
        return .init(
            head: .init(status: .init(code: status), headerFields: fields),
            body: try body.map { try RecordedRobotoff.bytes("recorded/" + $0) } ?? [])
    }

    var identity: RobotoffIdentity {
        if headers?["Authorization"] == "Basic YWxpY2U6cHc=" { return .account(Account(name: "alice", password: "pw")) }
        if case .text(let device)? = form?["device_id"] { return .device(device) }
        return .anonymous
    }

    /// The request in a comparable form: method, path, sorted fields of the query, fields of the form, JSON,
    /// authorization.
    var asked: ComparableRequest {
        let parts = path.split(separator: "?", maxSplits: 1).map(String.init)
        var fields: [String: String] = [:]
        if case .object(let members)? = form { fields = members.compactMapValues(ComparableRequest.word) }
        // The client never sends `Bearer`.
        let basic = headers?["Authorization"].flatMap { $0.hasPrefix("Basic") ? $0 : nil }
        return ComparableRequest(
            method: method, path: parts[0], query: ComparableRequest.items(parts.count > 1 ? parts[1] : ""),
            form: fields,
            json: json, authorization: basic)
    }
}

/// A request in a comparable form.
struct ComparableRequest: Equatable, Sendable {
    var method: String
    var path: String
    var query: [String]
    var form: [String: String]
    var json: JSONValue?
    var authorization: String?

    static func word(_ value: JSONValue) -> String? {
        switch value {
        case .text(let text): text
        case .number(let number): String(Int(number))
        default: nil
        }
    }

    /// The recording wrote `annotated=0` for `false`.
    static func items(_ text: String) -> [String] {
        text.split(separator: "&").map { item in
            let plain = String(item).replacing("+", with: " ")
            return plain == "annotated=0" ? "annotated=false" : plain.removingPercentEncoding ?? plain
        }
        .sorted()
    }
}

extension ComparableRequest {
    init(_ request: HTTPTransport.Request) {
        let parts = (request.head.path ?? "").split(separator: "?", maxSplits: 1).map(String.init)
        let isForm = request.head.headerFields[.contentType] == "application/x-www-form-urlencoded"
        let body = request.text ?? ""
        method = request.head.method.rawValue
        path = parts.first ?? ""
        query = Self.items(parts.count > 1 ? parts[1] : "")
        form = [:]
        if isForm {
            for item in body.split(separator: "&") {
                let sides = item.split(separator: "=", maxSplits: 1).map { String($0).removingPercentEncoding ?? "" }
                form[sides[0]] = sides.count > 1 ? sides[1] : ""
            }
        }
        json = isForm ? nil : try? JSONDecoder().decode(JSONValue.self, from: Data(body.utf8))
        authorization = request.head.headerFields[.authorization]
    }
}
