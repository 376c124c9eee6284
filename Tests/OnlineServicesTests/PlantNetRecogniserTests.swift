import Contracts
import Foundation
import HTTPTransport
import Household
import OnlineServices
import Plants
import Recognition
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
struct Mishap: Sendable, CustomStringConvertible {
    let behaviour: PlantNetStub.Behaviour
    let code: HouseholdError.Code
    let cost: OnlineRecogniser.Failure.Cost
    var again = false
    var isPassing = false
    var description: String { "\(code.rawValue) after \(behaviour)" }

    static let all: [Mishap] = [
        .init(behaviour: .serverError, code: .serviceFailed, cost: .spent, again: true, isPassing: true),
        .init(behaviour: .failure(400), code: .serviceRefusedUpload, cost: .spent),
        .init(behaviour: .failure(401), code: .serviceKeyRefused, cost: .none),
        .init(behaviour: .failure(403), code: .serviceKeyRefused, cost: .none),
        .init(behaviour: .failure(413), code: .uploadTooLarge, cost: .spent),
        .init(behaviour: .failure(415), code: .serviceRefusedUpload, cost: .spent),
        .init(behaviour: .html(), code: .serviceUnreadable, cost: .spent, isPassing: true),
        .init(behaviour: .endless, code: .serviceUnreadable, cost: .spent, isPassing: true),
        .init(behaviour: .cut(after: 40), code: .serviceFailed, cost: .spent, again: true, isPassing: true),
        .init(behaviour: .dropped, code: .serviceFailed, cost: .spent, again: true, isPassing: true),
        .init(behaviour: .tooManyRequests, code: .serviceQuotaUsed, cost: .none, isPassing: true),
        .init(behaviour: .bareTooManyRequests, code: .serviceQuotaUsed, cost: .none, isPassing: true),
        .init(behaviour: .redirect(to: "http://127.0.0.1:9/"), code: .serviceUnreadable, cost: .spent, isPassing: true),
    ]
}

/// Uses the adapter, the client and the live transport against a server that imitates Pl@ntNet or misbehaves.
@Suite("Pl@ntNet over a real connection", .tags(.medium))
struct PlantNetRecogniserTests {
    let folder: Fixture.Folder
    let stub = PlantNetStub(key: "stub-key")
    let server: StubServer
    private let lines = Lines()

    init() throws {
        folder = try Fixture.Folder()
        server = try StubServer { [stub] in stub.reply(to: $0) }
    }

    private func recogniser(key: String = "stub-key") throws -> OnlineRecogniser {
        let lines = lines
        return PlantNetRecogniser(
            key: KeyFile(service: "plantnet", given: key, path: folder.path + "/none", isOwn: true),
            baseURL: try #require(URL(string: server.url)), transport: LiveTransport().transport,
            now: { Sample().time(30) }
        ) { lines.add($0) }.recogniser
    }

    private func question(_ organs: Organ..., policy: Policy = Policy()) throws -> OnlineRecogniser.Question {
        OnlineRecogniser.Question(
            pictures: try organs.map { organ in
                .init(
                    upload: Upload(
                        jpeg: [0xFF, 0xD8, 0xFF, 0xE0] + Array(organ.rawValue.utf8), digest: try Sample().digest("a"),
                        lookalike: nil), organ: organ)
            }, policy: policy)
    }

    private func failure(
        _ behaviour: PlantNetStub.Behaviour? = nil, key: String = "stub-key", policy: Policy = Policy()
    ) async throws -> OnlineRecogniser.Failure {
        if let behaviour { stub.next(behaviour) }
        do {
            _ = try await recogniser(key: key).ask(question(.auto, policy: policy))
        } catch let failure as OnlineRecogniser.Failure {
            return failure
        }
        throw NoFailure()
    }

    @Test("The recogniser sends up to five pictures as one form and maps the answer to the domain")
    func maps() async throws {
        let reply = try await recogniser().ask(question(.flower, .leaf, .auto, .fruit, .bark))
        #expect(reply.answer.source == .plantNet)
        #expect(reply.answer.verdict == .likely)
        let best = try #require(reply.answer.candidates.first)
        #expect(best.taxon.scientificName == "Rosa canina")
        #expect(best.taxon.family == "Rosaceae")
        #expect(best.taxon.powo != nil && best.taxon.gbif != nil)
        #expect(!best.taxon.commonNames.isEmpty)
        #expect(reply.allowance.remaining == 499)
        #expect(try #require(reply.allowance.resetsAt) > Sample().time(30))
        #expect(reply.version != nil)
        #expect(reply.answer.model == "Pl@ntNet \(reply.version ?? "")")
        #expect(stub.identifyCalls == 1)
        #expect(stub.uploads.map(\.organ) == ["flower", "leaf", "auto", "fruit", "bark"])
        #expect(stub.uploads.allSatisfy { $0.contentType == "image/jpeg" && $0.filename?.hasPrefix("image-") == true })
        #expect(stub.keysSeen == ["stub-key"])
    }

    @Test("The recogniser logs neither key nor picture")
    func logs() async throws {
        _ = try await recogniser().ask(question(.flower))
        #expect(lines.text.contains("/v2/identify/all"))
        #expect(!lines.text.contains("stub-key"))
        #expect(lines.text.utf8.count < 400)
    }

    @Test("The recogniser reads every kind of answer", arguments: PlantNetStub.Answer.allCases)
    func reads(answer: PlantNetStub.Answer) async throws {
        stub.answer = answer
        let reply = try await recogniser().ask(question(.auto))
        if answer == .notAPlant {
            #expect(reply.answer.verdict == .notAPlant)
            #expect(reply.answer.candidates.isEmpty)
        } else {
            #expect(!reply.answer.candidates.isEmpty)
            #expect(reply.answer.candidates.allSatisfy { $0.confidence.value <= 1 })
        }
        if answer == .section { #expect(reply.answer.candidates[0].taxon.scientificName.contains("sect.")) }
        if answer == .unsure { #expect(reply.answer.verdict == .noClearMatch) }
        if answer == .percentScores { #expect(reply.answer.candidates[0].confidence.value > 0.02) }
    }

    @Test("The recogniser reports each kind of failure with its own code and its cost", arguments: Mishap.all.indices)
    func mishaps(index: Int) async throws {
        let mishap = Mishap.all[index]
        let failure = try await failure(mishap.behaviour)
        #expect(failure.error.code == mishap.code, "\(mishap)")
        #expect(failure.cost == mishap.cost, "\(mishap)")
        #expect(failure.isWorthRepeating == mishap.again, "\(mishap)")
        #expect(failure.isPassing == mishap.isPassing, "\(mishap)")
        #expect(!"\(failure) \(failure.error.message)".contains("stub-key"))
        // A request that costs is never repeated automatically.
        #expect(stub.identifyCalls <= 1)
    }

    /// A photograph larger than a request to Pl@ntNet may be.
    private func oversized(_ policy: Policy = Policy()) throws -> OnlineRecogniser.Question {
        let jpeg = [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 0, count: 52_428_800)
        let upload = Upload(jpeg: jpeg, digest: try Sample().digest("a"), lookalike: nil)
        return OnlineRecogniser.Question(pictures: [.init(upload: upload, organ: .auto)], policy: policy)
    }
}

extension PlantNetRecogniserTests {
    @Test("A photograph that is too large to be sent costs nothing")
    func tooLargeToSend() async throws {
        let failure = await #expect(throws: OnlineRecogniser.Failure.self) {
            try await recogniser().ask(oversized())
        }
        #expect(failure?.error.code == .uploadTooLarge)
        #expect(failure?.cost == OnlineRecogniser.Failure.Cost.none)
        #expect(server.count == 0)
    }

    @Test("A request that breaks a rule of Pl@ntNet is not sent and costs nothing")
    func refusedHere() async throws {
        var policy = Policy()
        policy.project = "no such flora!"
        let failure = try await failure(policy: policy)
        #expect(failure.error.code == .serviceRefusedUpload)
        #expect(failure.cost == .none)
        #expect(server.count == 0)
    }

    @Test("A household keeps its credit when a photograph is too large to be sent")
    func creditIsKept() async throws {
        let recogniser = try recogniser()
        let oversized = try oversized()
        let household = Household.drawn(
            service: OnlineRecogniser(
                key: recogniser.key, ask: { _ in try await recogniser.ask(oversized) }, projects: recogniser.projects,
                allowance: recogniser.allowance))
        let photograph = try await household.photographs.capture(Array("photo".utf8))
        let asked = try await household.identifications.recognise([photograph.id]).findings.asked
        #expect(asked.priceUnits == 0)
        #expect(
            try await (household.identifications.quota()?.used, household.identifications.quota()?.reserved) == (0, 0))
        #expect(server.count == 0)
    }

    @Test("A question refused on this machine does not end a row of failures of the service")
    func refusedHereBetweenFailures() async throws {
        let (recogniser, oversized) = (try recogniser(), try oversized())
        let calls = Mutex(0)
        let household = Household.drawn(
            service: OnlineRecogniser(
                key: recogniser.key,
                ask: { _ in
                    let number = calls.withLock { calls in
                        calls += 1
                        return calls
                    }
                    if number == 5 { return try await recogniser.ask(oversized) }
                    throw OnlineRecogniser.Failure(
                        HouseholdError(.serviceFailed, "It failed (500)."), cost: .spent, isPassing: true,
                        isServiceAtFault: true)
                }, projects: recogniser.projects, allowance: recogniser.allowance))
        for number in 1...6 {
            let photograph = try await household.photographs.capture(Array("photo \(number)".utf8))
            _ = try await household.identifications.recognise([photograph.id])
            var isPaused = false
            if case .paused = household.identifications.serviceState() { isPaused = true }
            #expect(isPaused == (number == 6), "after question \(number)")
        }
        #expect(calls.withLock { $0 } == 6 && server.count == 0)
    }

    @Test("The recogniser is blocked until midnight UTC after a 429, or until the service's own time")
    func blocked() async throws {
        let now = Sample().time(30)
        #expect(try await failure(.bareTooManyRequests).blockedUntil == UTCDay(of: now).end)
        stub.secondsToReset = 90
        #expect(try await failure(.tooManyRequests).blockedUntil == now.addingTimeInterval(90))
        stub.retryAfter = "30"
        stub.rateLimitHeaders = false
        let blockedUntil = try await failure(.tooManyRequests).blockedUntil
        #expect(try #require(blockedUntil) <= UTCDay(of: now).end)
    }
}

extension PlantNetRecogniserTests {
    @Test("The recogniser sends no key to another host")
    func redirects() async throws {
        let elsewhere = try StubServer { _ in .json("{}") }
        let failure = try await failure(.redirect(to: elsewhere.url + "/steal"))
        #expect(failure.error.code == .serviceUnreadable)
        #expect(elsewhere.count == 0)
    }

    @Test("The recogniser reports that the service is unreachable, and that a key or flora is wrong")
    func wrong() async throws {
        #expect(try await failure(key: "wrong-key").error.code == .serviceKeyRefused)
        var policy = Policy()
        policy.project = "k-nowhere"
        #expect(try await failure(policy: policy).error.code == .unknownProject)
        server.stop()
        let gone = try await failure()
        #expect(gone.error.code == .serviceOffline)
        #expect(gone.cost == .none)
    }

    @Test("The call is stopped when its caller is cancelled")
    func cancelled() async throws {
        let gate = StubGate()
        stub.next(.held(gate))
        let recogniser = try recogniser()
        let question = try question(.auto)
        let task = Task { _ = try await recogniser.ask(question) }
        await gate.untilWaiting(1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("The recogniser lists floras, and reads the service's own count")
    func lists() async throws {
        let projects = try await recogniser().projects("en")
        #expect(projects.contains { $0.id == "k-middle-europe" })
        _ = try await recogniser().ask(question(.auto))
        #expect(try await recogniser().allowance().remaining == 499)
    }
}

@Suite("Household and Pl@ntNet over a real connection", .tags(.medium))
struct HouseholdOverTheWireTests {
    @Test("200 at once with a budget of 50 make exactly 50 calls")
    func budget() async throws {
        let stub = PlantNetStub(key: "stub-key")
        let server = try StubServer { stub.reply(to: $0) }
        let folder = try Fixture.Folder()
        var policy = Policy()
        policy.dailyBudget = 50
        let service = PlantNetRecogniser(
            key: KeyFile(service: "plantnet", given: "stub-key", path: folder.path + "/none", isOwn: true),
            baseURL: try #require(URL(string: server.url)), transport: LiveTransport().transport,
            now: { Sample().time(30) }
        ) { _ in }
        // The fake picture processor's pictures begin as text; the service requires a JPEG's first bytes.
        let recogniser = service.recogniser
        let household = Household.drawn(
            service: OnlineRecogniser(
                key: recogniser.key,
                ask: { question in
                    let pictures = question.pictures.map { picture in
                        OnlineRecogniser.Question.Picture(
                            upload: Upload(
                                jpeg: [0xFF, 0xD8, 0xFF] + picture.upload.jpeg, digest: picture.upload.digest,
                                lookalike: nil), organ: picture.organ)
                    }
                    return try await recogniser.ask(.init(pictures: pictures, policy: question.policy))
                }, projects: recogniser.projects, allowance: recogniser.allowance), policy: policy)
        let reasons = try await withThrowingTaskGroup(of: ServiceCallRecord.Reason.self) { group in
            for number in 0..<200 {
                group.addTask {
                    let photograph = try await household.photographs.capture(Array("photo \(number)".utf8))
                    return try await household.identifications.recognise([photograph.id]).findings.asked.reason
                }
            }
            return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
        #expect(stub.identifyCalls == 50)
        #expect(reasons == [.underThreshold: 50, .noQuota: 150])
    }
}
