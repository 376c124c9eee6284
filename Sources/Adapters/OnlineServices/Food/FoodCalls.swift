import Foundation
import HTTPTransport
import HTTPTypes
import Household
import Synchronization

/// The last calls with their answers, for the page of the household: in memory only, without data that identifies the
/// account. Request bodies are not kept.
final class FoodCalls: Sendable {
    private struct State {
        var last = 0
        var calls: [FoodService.Call] = []
    }

    private let state = Mutex(State())

    /// Gets the number of each call of the current task.
    @TaskLocal static var noted: (@Sendable (Int) -> Void)?

    var latestFirst: [FoodService.Call] { state.withLock { $0.calls.reversed() } }

    fileprivate func note(
        _ head: HTTPRequest, at: Date, took: Duration, answer: HTTPTransport.Response?, hiding secrets: [String]
    ) {
        let masked = Self.masked(head)
        let body = answer.map { Self.kept($0, hiding: secrets) } ?? (bytes: [], isCut: false)
        let number = state.withLock { state in
            state.last += 1
            state.calls.append(
                .init(
                    number: state.last, at: at, method: masked.method.rawValue,
                    address: (masked.authority ?? "") + (masked.path ?? "/"), status: answer?.head.status.code,
                    milliseconds: Int(took / .milliseconds(1)), body: body.bytes, isCut: body.isCut))
            state.calls.removeFirst(max(0, state.calls.count - FoodService.Call.kept))
            return state.last
        }
        Self.noted?(number)
    }

    /// The beginning of an answer, and whether it was cut. Pictures are left out.
    private static func kept(
        _ answer: HTTPTransport.Response, hiding secrets: [String]
    ) -> (bytes: [UInt8], isCut: Bool) {
        let isPicture = answer.head.headerFields[.contentType]?.lowercased().hasPrefix("image/") == true
        guard !isPicture, !FoodPictureHosts.isPicture(answer.body) else { return ([], !answer.body.isEmpty) }
        let limit = FoodService.Call.limit
        let isCut = answer.body.count > limit
        // Reads a little more than the limit, so that no part of a secret remains at the end.
        let text = secrets.isEmpty ? "" : String(decoding: answer.body.prefix(limit + 4096), as: UTF8.self)
        let echoed = secrets.filter { text.contains($0) }
        guard !echoed.isEmpty else { return (Array(answer.body.prefix(limit)), isCut) }
        return (Array(echoed.reduce(text) { $0.replacing($1, with: hidden) }.utf8.prefix(limit)), isCut)
    }
}

// MARK: - Masking

extension FoodCalls {
    static let hidden = "…"
    private static let hiddenFields: Set = ["device_id", "user_id", "password", "key", "api_key", "token"]
    private static let people = "/users/statistics/"

    /// The request head for display: without user information, device id, user name and header fields.
    static func masked(_ head: HTTPRequest) -> HTTPRequest {
        let authority = (head.authority ?? "").split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        let parts = (head.path ?? "/").split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var path = String(parts.first ?? "/")
        if let place = path.firstRange(of: people) { path = path[..<place.upperBound] + hidden }
        if parts.count > 1 {
            let fields = parts[1].split(separator: "&").map { field in
                let name = field.prefix { $0 != "=" }
                return hiddenFields.contains(name.lowercased()) ? "\(name)=\(hidden)" : String(field)
            }
            path += "?" + fields.joined(separator: "&")
        }
        return HTTPRequest(method: head.method, scheme: head.scheme, authority: String(authority), path: path)
    }

    /// The secrets of a request, which are removed from an answer that repeats them.
    fileprivate static func secrets(of request: HTTPTransport.Request) -> [String] {
        var found: [String] = []
        let isForm = request.head.headerFields[.contentType] == "application/x-www-form-urlencoded"
        let form = isForm ? request.body.map { String(decoding: Array($0.segments().joined()), as: UTF8.self) } : nil
        let query = (request.head.path ?? "").split(separator: "?", maxSplits: 1).dropFirst().first.map(String.init)
        for field in [form, query].compactMap(\.self).flatMap({ $0.split(separator: "&") }) {
            let sides = field.split(separator: "=", maxSplits: 1).map(String.init)
            guard sides.count == 2, hiddenFields.contains(sides[0].lowercased()) else { continue }
            found += [sides[1], sides[1].removingPercentEncoding ?? ""]
        }
        found += request.head.credentials
        // Shorter values would mask half of every text.
        return found.filter { $0.utf8.count >= 4 }
    }
}

extension HTTPTransport {
    /// Records every call that is sent, with its answer.
    func noting(
        in calls: FoodCalls, now: @escaping @Sendable () -> Date, clock: any Clock<Duration>
    ) -> HTTPTransport {
        HTTPTransport { request in
            let at = now()
            let elapsed = Self.stopwatch(clock)
            let secrets = FoodCalls.secrets(of: request)
            do {
                let response = try await self.send(request)
                calls.note(request.head, at: at, took: elapsed(), answer: response, hiding: secrets)
                return response
            } catch {
                calls.note(request.head, at: at, took: elapsed(), answer: nil, hiding: secrets)
                throw error
            }
        }
    }

    private static func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}
