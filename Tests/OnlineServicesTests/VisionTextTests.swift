import Foundation
import HTTPTransport
import Household
import Labels
import OnlineServices
import Support
import Synchronization
import Testing

private final class Lines: Sendable {
    private let all = Mutex<[String]>([])
    var text: String { all.withLock { $0.joined(separator: "\n") } }
    func add(_ line: String) { all.withLock { $0.append(line) } }
}

private struct NoFailure: Error {}

/// A failure and its expected error.
struct VisionMishap: Sendable, CustomStringConvertible {
    let behaviour: VisionStub.Behaviour
    let code: HouseholdError.Code
    let detail: String?
    /// How often the request is sent.
    var calls = 1
    var description: String { "\(behaviour.mode.rawValue) is \(code.rawValue)" }

    private init(_ mode: VisionStub.Mode, _ code: HouseholdError.Code, _ detail: String?, calls: Int = 1) {
        behaviour = .init(mode)
        self.code = code
        self.detail = detail
        self.calls = calls
    }

    static let all: [VisionMishap] = [
        .init(.badImage, .serviceRefusedUpload, "badImage"), .init(.noText, .textMissing, nil),
        .init(.forbidden, .serviceRefusedUpload, "imageUnavailable"),
        .init(.keyInvalid, .serviceKeyRefused, "keyRefused"), .init(.disabled, .serviceKeyRefused, "notAllowed"),
        .init(.invalid, .serviceRefusedUpload, "badRequest"),
        .init(.rateLimited, .serviceQuotaUsed, "rateLimited", calls: 2),
        .init(.serverError, .serviceFailed, "serverError", calls: 2),
        .init(.unavailable, .servicePaused, "unavailable", calls: 2),
        .init(.malformed, .serviceUnreadable, "invalidResponse"), .init(.empty, .serviceUnreadable, "invalidResponse"),
        .init(.html, .serviceUnreadable, "invalidResponse"), .init(.short, .serviceUnreadable, "invalidResponse"),
        .init(.strange, .serviceUnreadable, "decodingFailed"),
        .init(.huge, .serviceUnreadable, "invalidResponse"), .init(.endless, .serviceUnreadable, "invalidResponse"),
        .init(.cut, .serviceFailed, "cutOff", calls: 2), .init(.dropped, .serviceFailed, "cutOff", calls: 2),
    ]
}

/// Uses the adapter, the client and the live transport against a server that imitates Google Vision or misbehaves.
@Suite("Google Vision over a real connection", .tags(.medium))
struct VisionTextTests {
    static let key = "AIzaSTUB-key-0123"

    let stub = VisionStub(key: key)
    let server: StubServer
    let clock = PatientClock()
    private let lines = Lines()

    init() throws {
        server = try StubServer(records: false) { [stub] in stub.reply(to: $0) }
    }

    private func service(key: String = key, clock: (any Clock<Duration>)? = nil) throws -> TextService {
        let lines = lines
        return VisionText(
            key: KeyFile(service: "google-vision", given: key, path: "/nowhere", isOwn: false),
            baseURL: try #require(URL(string: server.url)), transport: LiveTransport().transport,
            now: { Date(timeIntervalSince1970: 1_800_000_000) }, clock: clock ?? self.clock, random: { $0.upperBound }
        ) { lines.add($0) }.service(isOwn: true)
    }

    private func failure(_ behaviours: VisionStub.Behaviour..., key: String = key) async throws -> HouseholdError {
        stub.change { $0.behaviours += behaviours }
        do {
            _ = try await service(key: key).read(drawnJPEG())
        } catch let error as HouseholdError {
            return error
        }
        throw NoFailure()
    }

    @Test("Lines, words, places and confidences are read")
    func reads() async throws {
        stub.page = VisionStub.Page(["Examplin 2.5 mg, tablets", "Take 1 daily."], confidence: 0.875)
        stub.change { $0.page.confidences["2.5"] = 0.25 }
        let service = try service()
        let text = try await service.read(drawnJPEG(width: 2000, height: 1000))
        #expect(service.name == "Google Vision" && service.host == "127.0.0.1" && service.isOwn)
        #expect(text.reader == .googleVision && !text.isHandwritten && text.turns == 0)
        #expect(text.text == "Examplin 2.5 mg, tablets\nTake 1 daily.")
        #expect(
            text.lines.map { $0.words.map(\.text) } == [
                ["Examplin", "2.5", "mg,", "tablets"], ["Take", "1", "daily."],
            ])
        #expect(text.lines.flatMap(\.words).map(\.confidence) == [0.875, 0.25, 0.875, 0.875, 0.875, 0.875, 0.875])
        #expect(text.confidence == 0.25)
        #expect(text.lines.flatMap(\.words).allSatisfy { !$0.isAgreed })
        let call = try #require(stub.calls.first)
        #expect(call.fault == nil && call.features == ["DOCUMENT_TEXT_DETECTION"] && call.wantsConfidence)
        #expect(call.languageHints.isEmpty && stub.calls.count == 1)
        #expect(call.picture == VisionStub.Picture(drawnJPEG(width: 2000, height: 1000)))
        #expect(call.picture?.hasEXIF == false)
        // The key is in its field, which the stub removes, and in no other one.
        #expect(!call.headers.values.contains { $0.contains(Self.key) })
    }

    @Test(
        "Every failure of Google Vision has its error, and only temporary ones are retried", arguments: VisionMishap.all
    )
    func mishaps(mishap: VisionMishap) async throws {
        let error = try await failure(mishap.behaviour, mishap.behaviour)
        #expect(error.code == mishap.code)
        #expect(error.detail == mishap.detail)
        #expect(stub.calls.count == mishap.calls)
        #expect(clock.slept == (mishap.calls == 2 ? [.milliseconds(500)] : []))
        var shown = "\(error) \(error.message) \(error.hint ?? "")" + String(reflecting: error)
        dump(error, to: &shown)
        #expect(!shown.contains(Self.key))
        #expect(!lines.text.contains(Self.key))
    }

    @Test("A request to Google Vision that fails once and then succeeds returns the text")
    func heals() async throws {
        stub.next(.init(.unavailable, retryAfter: "3"))
        #expect(try await service().read(drawnJPEG()).lines.count == 4)
        #expect(clock.slept == [.seconds(3)])
        #expect(stub.calls.count == 2)
    }

    @Test("A longer pause requested by Google Vision is not waited for, and is reported to the person")
    func later() async throws {
        let error = try await failure(.init(.rateLimited, retryAfter: "90"))
        #expect(error.code == .serviceQuotaUsed && error.hint == "Try again in 90 seconds.")
        #expect(stub.calls.count == 1)
        #expect(try await failure(.init(.rateLimited), .init(.rateLimited)).hint == nil)
    }

    @Test("Neither key nor picture is sent to another host", arguments: ["redirect", "other scheme"])
    func redirects(kind: String) async throws {
        let elsewhere = try StubServer { _ in .json(#"{"responses": [{}]}"#) }
        let to = kind == "redirect" ? elsewhere.url + "/v1/images:annotate" : "file:///etc/passwd"
        let error = try await failure(.init(.redirect, to: to))
        #expect(error.code == .serviceUnreadable)
        #expect(elsewhere.count == 0)
    }
}

extension VisionTextTests {
    @Test("A reading gives up after 30 seconds, asks once more, and gives up again")
    func timesOut() async throws {
        // With this clock time limits below 45 seconds pass at once, and the 60 seconds of the whole do not.
        let clock = PatientClock(patience: .seconds(45))
        stub.next(.init(.hang), .init(.hang))
        let service = try service(clock: clock)
        let error = await #expect(throws: HouseholdError.self) { try await service.read(drawnJPEG()) }
        #expect(error?.code == .serviceTimedOut)
        #expect(clock.slept == [.seconds(30), .milliseconds(500), .seconds(30)])
    }

    @Test("The call to Google Vision is stopped when its caller is cancelled")
    func cancelled() async throws {
        let gate = StubGate()
        stub.gate = gate
        stub.next(.init(.held))
        let service = try service()
        let task = Task { _ = try await service.read(drawnJPEG()) }
        await gate.untilWaiting(1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(stub.calls.count == 1)
    }

    @Test("A missing key, a wrong key, an unreachable service and a too large picture are different errors")
    func wrong() async throws {
        #expect(try await failure(key: "").code == .serviceNotConfigured)
        #expect(stub.calls.isEmpty)
        #expect(try await failure(key: "another-key").code == .serviceKeyRefused)
        let service = try service()
        let large = await #expect(throws: HouseholdError.self) {
            try await service.read(drawnJPEG() + [UInt8](repeating: 0, count: 7_300_000))
        }
        #expect(large?.code == .uploadTooLarge)
        let nothing = await #expect(throws: HouseholdError.self) { try await service.read([]) }
        #expect(nothing?.code == .serviceRefusedUpload && nothing?.message.contains("not asked") == true)
        #expect(stub.calls.count == 1)
        server.stop()
        #expect(try await failure().code == .serviceOffline)
    }

    @Test(
        "A picture that contains its place is not sent",
        arguments: ["Exif", "http://ns.adobe"])
    func metadata(text: String) async throws {
        let segment: [UInt8] = [0xFF, 0xE1, 0, UInt8(text.utf8.count + 2)] + Array(text.utf8)
        let service = try service()
        let before: [UInt8] = [0xFF, 0xD8] + segment + drawnJPEG().dropFirst(2)
        let behind: [UInt8] = drawnJPEG().dropLast(2) + segment + [0xFF, 0xDA]
        for picture in [before, behind] {
            let error = await #expect(throws: HouseholdError.self) { try await service.read(picture) }
            #expect(error?.code == .serviceRefusedUpload && error?.detail == "metadata")
        }
        #expect(stub.calls.isEmpty)
    }

    @Test("Each request to Google Vision is logged in one line, without key and text")
    func logs() async throws {
        _ = try await service().read(drawnJPEG())
        #expect(lines.text.contains("/v1/images:annotate"))
        for secret in [Self.key, "Examplin", "Take"] { #expect(!lines.text.contains(secret)) }
        #expect(lines.text.utf8.count < 300)
    }
}

extension VisionTextTests {
    @Test("The description of VisionText hides the key")
    func descriptions() throws {
        let reader = VisionText(
            key: KeyFile(service: "google-vision", given: Self.key, path: "/nowhere", isOwn: false),
            baseURL: VisionText.service, transport: .unimplemented, now: { Date(timeIntervalSince1970: 0) }
        ) { _ in }
        var shown = "\(reader)" + String(reflecting: reader)
        dump(reader, to: &shown)
        #expect(shown.contains("vision.googleapis.com") && !shown.contains(Self.key))
        #expect(!reader.service(isOwn: false).isOwn && reader.service(isOwn: false).host == "vision.googleapis.com")
    }
}
