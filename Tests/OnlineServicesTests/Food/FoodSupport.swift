import Foundation
import HTTPTransport
import HTTPTypes
import Household
import Larder
import OnlineServices
import Recognition
import Support
import Synchronization
import Testing

/// A fake Open Food Facts, Robotoff and picture host: a closure answers, and the requests are recorded.
final class FoodWire: Sendable {
    struct Seen: Sendable {
        let head: HTTPRequest
        let body: String
        let isRepeatable: Bool
        let responseLimit: Int

        /// The URL, percent-decoded, as "https://host/path?query".
        var url: String {
            let text = "\(head.scheme ?? "")://\(head.authority ?? "")\(head.path ?? "")"
            return text.removingPercentEncoding ?? text
        }

        var path: String { String((head.path ?? "").prefix { $0 != "?" }) }

        /// The fields of the query or of the sent form.
        var fields: [String: String] {
            let query = (head.path ?? "").split(separator: "?", maxSplits: 1).dropFirst().first.map(String.init)
            return (query ?? body).split(separator: "&").reduce(into: [:]) { fields, field in
                let sides = field.split(separator: "=", maxSplits: 1).map { String($0).removingPercentEncoding ?? "?" }
                fields[sides[0]] = sides.count > 1 ? sides[1] : ""
            }
        }
    }

    private let came = Mutex<[Seen]>([])
    private let answer: @Sendable (Seen) async throws -> HTTPTransport.Response

    init(_ answer: @escaping @Sendable (Seen) async throws -> HTTPTransport.Response) { self.answer = answer }

    /// Returns the same response to all requests.
    convenience init(_ status: Int = 200, _ body: String = "{}", fields: HTTPFields = [:]) {
        self.init { _ in Self.json(body, status: status, fields: fields) }
    }

    var seen: [Seen] { came.withLock { $0 } }

    var transport: HTTPTransport {
        HTTPTransport { request in
            let body = request.body.map { String(decoding: Array($0.segments().joined()), as: UTF8.self) } ?? ""
            let seen = Seen(
                head: request.head, body: body, isRepeatable: request.isRepeatable,
                responseLimit: request.responseLimit)
            self.came.withLock { $0.append(seen) }
            return try await self.answer(seen)
        }
    }

    static func json(_ body: String, status: Int = 200, fields: HTTPFields = [:]) -> HTTPTransport.Response {
        .init(head: .init(status: .init(code: status), headerFields: fields), body: [UInt8](body.utf8))
    }

    static func bytes(_ body: [UInt8], status: Int = 200, type: String? = nil) -> HTTPTransport.Response {
        var fields = HTTPFields()
        fields[.contentType] = type
        return .init(head: .init(status: .init(code: status), headerFields: fields), body: body)
    }

    static func field(_ name: HTTPField.Name, _ value: String) -> HTTPFields {
        var fields = HTTPFields()
        fields[name] = value
        return fields
    }

    /// Waits until the task is cancelled.
    static func untilCancelled() async throws -> HTTPTransport.Response {
        let (stream, end) = AsyncStream<Void>.makeStream()
        for await _ in stream {}
        end.finish()
        throw CancellationError()
    }
}

/// Collects the log lines.
final class FoodLines: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func write(_ line: String) { lines.withLock { $0.append(line) } }
}

enum FoodSample {
    static let now = Date(timeIntervalSince1970: 1_800_000_000)
    /// A long text that occurs nowhere else, so that a leak is detected.
    static let device = VoterIdentity.device("device-SECRET-of-this-house")
    static let account = VoterIdentity.account(name: "SECRETname", password: "SECRET pass:word")
    static let id = "a0000000-0000-4000-8000-000000000001"

    /// A clock with which no time limit passes.
    static func patient() -> PatientClock { PatientClock(patience: .seconds(1)) }

    static func larder(
        _ wire: FoodWire, products: String = "https://food.test", robotoff: String = "https://robotoff.test",
        pictures: String? = "https://pictures.test", clock: PatientClock = patient(), lines: FoodLines = FoodLines()
    ) throws -> OpenFoodFactsLarder {
        try OpenFoodFactsLarder(
            productURL: try #require(URL(string: products)), robotoffURL: try #require(URL(string: robotoff)),
            pictureURL: pictures.flatMap { URL(string: $0) }, version: "1.2", contact: "house@example.org",
            transport: wire.transport, now: { now }, clock: clock
        ) { lines.write($0) }
    }

    static func service(
        _ wire: FoodWire, robotoff: String = "https://robotoff.test", clock: PatientClock = patient(),
        lines: FoodLines = FoodLines()
    ) throws -> FoodService {
        try larder(wire, robotoff: robotoff, clock: clock, lines: lines).service(isOwn: false)
    }

    static func question(_ id: String = id, kind: String = "category") throws -> FoodQuestion {
        FoodQuestion(
            id: try #require(FoodQuestion.ID(id)), code: "0200000000011", kind: kind, text: "Is it so?")
    }

    static func product(_ body: String, code: String = "0200000000011") async throws -> Product {
        let wire = FoodWire(
            200, "{\"code\": \"\(code)\", \"status\": \"success\", \"product\": \(body)}")
        return try #require(try await service(wire).readers.product(code, "en", "world").value)
    }

    /// The error of a call; nil if it succeeds.
    static func failure<Value>(_ call: () async throws -> Value) async throws -> FoodService.Failure? {
        do {
            _ = try await call()
            return nil
        } catch let failure as FoodService.Failure {
            return failure
        }
    }

    /// All texts of an error that could be printed or logged, including all causes.
    static func text(_ failure: FoodService.Failure) -> String {
        var text = "\(failure) \(failure.error) \(String(reflecting: failure)) \(failure.error.message)"
        text += " \(failure.error.detail ?? "") \(failure.error.hint ?? "")"
        dump(failure, to: &text)
        return text
    }

    /// An invented response from Tests/Fixtures.
    static func invented(_ path: String) throws -> String {
        String(decoding: try Fixture.bytes(path), as: UTF8.self)
    }

    /// A recorded response of the real services; nil if the folder beside the checkout does not exist.
    static func recorded(_ path: String) -> String? {
        Fixture.shared.flatMap { FileManager.default.contents(atPath: $0 + "/fixtures/" + path) }
            .map { String(decoding: $0, as: UTF8.self) }
    }
}
