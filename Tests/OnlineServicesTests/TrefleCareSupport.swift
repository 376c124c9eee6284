import Contracts
import Foundation
import HTTPTransport
import HTTPTypes
import Household
import OnlineServices
import Plants
import Recognition
import Support
import Synchronization
import Testing

/// A fake service: a closure answers, and the requests are recorded.
final class TrefleWire: Sendable {
    private let paths = Mutex<[String]>([])
    private let answer: @Sendable (String) async throws -> HTTPTransport.Response

    init(_ answer: @escaping @Sendable (_ path: String) async throws -> HTTPTransport.Response) {
        self.answer = answer
    }

    /// Path and query of each request, percent-decoded.
    var asked: [String] { paths.withLock { $0 } }

    var transport: HTTPTransport {
        HTTPTransport { request in
            let path = request.head.path ?? ""
            let plain = path.removingPercentEncoding ?? path
            self.paths.withLock { $0.append(plain) }
            return try await self.answer(plain)
        }
    }

    static func json(_ body: String, status: Int = 200, fields: HTTPFields = [:]) -> HTTPTransport.Response {
        .init(head: .init(status: .init(code: status), headerFields: fields), body: [UInt8](body.utf8))
    }

    /// A search or list with these results, each in the form of lists.
    static func list(_ items: String...) -> HTTPTransport.Response {
        json("{\"data\": [\(items.joined(separator: ", "))], \"links\": {}, \"meta\": {\"total\": \(items.count)}}")
    }

    static func item(_ number: Int, _ name: String, slug: String?, synonyms: [String] = []) -> String {
        let slug = slug.map { "\"\($0)\"" } ?? "null"
        let synonyms = synonyms.map { "\"\($0)\"" }.joined(separator: ", ")
        return """
            {"id": \(number), "slug": \(slug), "scientific_name": "\(name)", "synonyms": [\(synonyms)]}
            """
    }

    static func detail(_ number: Int, _ name: String, slug: String?, growth: String = "{}") -> HTTPTransport.Response {
        let slug = slug.map { "\"\($0)\"" } ?? "null"
        return json(
            """
            {"data": {"id": \(number), "slug": \(slug), "scientific_name": "\(name)", "growth": \(growth)}, "meta": {}}
            """)
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
final class TrefleCareLines: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func write(_ line: String) { lines.withLock { $0.append(line) } }
}

enum TrefleCareSample {
    /// A token as long as the real ones, which occurs in no response.
    static let token = "tr3fle-SECRET-token-of-43-characters-000000"

    static func service(
        _ transport: HTTPTransport, url: String = "https://trefle.test", token: String? = token,
        perMinute: Int = 60, clock: PatientClock = PatientClock(), lines: TrefleCareLines = TrefleCareLines()
    ) throws -> CareService {
        let folder = try Fixture.Folder()
        return TrefleCare(
            key: KeyFile(service: "trefle", given: token, path: folder.path + "/none", isOwn: true),
            baseURL: try #require(URL(string: url)), transport: transport, requestsPerMinute: perMinute,
            now: { Sample().time(30) }, clock: clock, random: { _ in 0 }
        ) { lines.write($0) }.service(isOwn: true)
    }

    static func species(_ name: String) -> Taxon { Taxon(scientificName: name) }

    /// The error of a call; nil if it succeeds.
    static func failure(_ call: () async throws -> CareService.Report) async throws -> CareService.Failure? {
        do {
            _ = try await call()
            return nil
        } catch let failure as CareService.Failure {
            return failure
        }
    }

    /// All texts of an error that could be printed or logged, including all causes.
    static func text(_ failure: CareService.Failure) -> String {
        var text = "\(failure) \(failure.error) \(String(reflecting: failure)) \(failure.error.message)"
        text += " \(failure.error.detail ?? "") \(failure.error.hint ?? "")"
        dump(failure, to: &text)
        return text
    }
}

extension CareService.Report {
    var facts: ReportedFacts? { if case .facts(let facts, _) = self { facts } else { nil } }
    var validator: String? { if case .facts(_, let validator) = self { validator } else { nil } }
}
