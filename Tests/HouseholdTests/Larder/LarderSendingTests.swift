import Contracts
import Foundation
import Household
import Larder
import Recognition
import Support
import Synchronization
import Testing

@Suite("Sending many answers, and services that fail", .tags(.small))
struct LarderSendingTests {
    let house: LarderHouse
    var household: Household { house.household }
    var grocer: Grocer { house.grocer }

    init() throws { house = try LarderHouse() }

    private func code(_ body: () async throws -> Void) async -> HouseholdError.Code? {
        await #expect(throws: HouseholdError.self) { try await body() }?.code
    }

    // MARK: Concurrency

    @Test("Twenty concurrent answers to one question are stored as one")
    func doubleTap() async throws {
        let question = try #require(try await house.show("a").first)
        let (first, second) = (household, house.another())
        let codes = await withTaskGroup(of: HouseholdError.Code?.self) { group in
            for number in 0..<20 {
                group.addTask {
                    do {
                        _ = try await (number.isMultiple(of: 2) ? first : second).larder.answer(question.id, .yes)
                        return nil
                    } catch { return (error as? HouseholdError)?.code }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes.count { $0 == nil } == 1 && codes.count { $0 == .alreadyAnswered } == 19)
        house.clock.pass(5)
        _ = try await household.larder.sendVotes()
        #expect(grocer.votes.count == 1)
    }

    @Test("Two workers send each of a hundred answers once", arguments: 1...5)
    func workers(_: Int) async throws {
        // The service returns 25 questions at a time.
        for part in 0..<4 {
            for question in try await house.show((0..<25).map { "q\(part * 25 + $0)" }) {
                _ = try await household.larder.answer(question.id, .yes)
            }
        }
        house.clock.pass(5)
        let workers = [household, house.another(), household]
        let rounds = try await withThrowingTaskGroup(of: ProductLarder.VoteRound.self) { group in
            for worker in workers { group.addTask { try await worker.larder.sendVotes() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(rounds.map(\.counted).reduce(0, +) == 100)
        #expect(grocer.votes.count == 100 && Set(grocer.votes).count == 100)
        #expect(try await household.larder.voteCounts().byState == [.counted: 100])
    }

    @Test("A worker that is asked to stop finishes the answer it has begun and sends no more")
    func stopping() async throws {
        try await house.answered("a", "b", "c")
        let count = Mutex(0)
        let round = try await household.larder.sendVotes {
            count.withLock { count in
                count += 1
                return count > 2
            }
        }
        #expect(round.counted == 2 && grocer.votes.count == 2)
        #expect(try await household.larder.sendVotes().counted == 1)
    }

    // MARK: While the service is unavailable

    @Test("Without a network no answer is sent, and each is sent once when the network is back")
    func offline() async throws {
        try await house.answered("a", "b", "c")
        house.cable.pull()
        for _ in 0..<3 {
            #expect(try await household.larder.sendVotes().isNothing)
            house.clock.pass(100)
        }
        #expect(grocer.asks.isEmpty)
        house.cable.plug()
        #expect(try await household.larder.sendVotes().counted == 3)
        #expect(grocer.votes.count == 3 && grocer.ballots.count == 3)
    }

    @Test("While the service asks for a pause no answer is sent, and each is sent once afterwards")
    func paused() async throws {
        try await house.answered("a", "b", "c")
        grocer.behave(.fails(.init(HouseholdError(.serviceQuotaUsed, "Enough."), retryAfter: 100)))
        _ = try await house.another().larder.questions(about: LarderHouse.sweets)
        grocer.behave(.answers)
        #expect(try await household.larder.sendVotes().isNothing)
        house.clock.pass(99.5)
        #expect(try await household.larder.sendVotes().isNothing)
        house.clock.pass(0.5)
        #expect(try await household.larder.sendVotes().counted == 3)
        #expect(grocer.votes.count == 3)
    }
}

extension LarderSendingTests {
    @Test("A pause that one answer caused also delays the other answers and other processes")
    func sharedPause() async throws {
        try await house.answered("a", "b", "c")
        grocer.take(.failure(.servicePaused, retryAfter: 90))
        #expect(try await household.larder.sendVotes().waiting == 1)
        grocer.take(.counts)
        #expect(try await house.another().larder.sendVotes().isNothing)
        try await household.larder.hastenVotes()
        #expect(try await household.larder.sendVotes().isNothing)
        house.clock.pass(90)
        #expect(try await household.larder.sendVotes().counted == 3)
        #expect(grocer.votes.count == 4 && Set(grocer.ballots).count == 3 && grocer.ballots.count == 3)
    }

    @Test("A failing service gets few answers, and sending continues when it works again")
    func trouble() async throws {
        try await house.answered("a", "b", "c", "d", "e", "f")
        grocer.behave(.fails(.init(HouseholdError(.serviceTimedOut, "No answer."))))
        grocer.take(.failure(.serviceFailed, arrived: true))
        #expect(try await household.larder.sendVotes().unknown == 2)
        house.clock.pass(29)
        _ = try await household.larder.sendVotes()
        #expect(grocer.votes.count == 2)
        house.clock.pass(1)
        _ = try await household.larder.sendVotes()
        house.clock.pass(59)
        _ = try await household.larder.sendVotes()
        #expect(grocer.votes.count == 3, "each time twice as long")
        house.clock.set(house.clock.now - 86_400)
        house.clock.set(house.clock.now + 86_400)
        grocer.behave(.answers)
        grocer.take(.counts)
        house.clock.pass(1)
        #expect(try await household.larder.sendVotes().counted == 3)
        #expect(Set(grocer.votes).count == grocer.votes.count)
    }

    @Test("The return of the network also ends the pause after failures")
    func troubleOver() async throws {
        try await house.answered("a", "b", "c")
        grocer.take(.failure(.serviceTimedOut, arrived: true))
        _ = try await household.larder.sendVotes()
        grocer.take(.counts)
        #expect(try await household.larder.sendVotes().counted == 0)
        try await household.larder.hastenVotes()
        #expect(try await household.larder.sendVotes().counted == 1)
    }

    @Test("If the voter's name cannot be read, no answer is sent or lost")
    func unreadableSecret() async throws {
        let (drawn, lock) = (SecretBox.drawn(), Lock())
        let secretBox = SecretBox(
            seal: { try lock.passing(drawn.seal)($0, $1) }, open: { try lock.passing(drawn.open)($0, $1) },
            random: drawn.random,
            authenticate: drawn.authenticate, digest: drawn.digest, newSigningKey: drawn.newSigningKey,
            publicKey: drawn.publicKey)
        let house = try LarderHouse(secretBox: secretBox)
        let votes = try await house.answered("a", "b")
        lock.isShut.withLock { $0 = true }
        #expect(await code { _ = try await house.household.larder.sendVotes() } == .storageFailed)
        #expect(try await house.stored(votes[0]).state == .waiting)
        lock.isShut.withLock { $0 = false }
        house.clock.pass(30)
        #expect(try await house.household.larder.sendVotes().counted == 2)
        #expect(house.grocer.votes.count == 2)
    }

    private final class Lock: Sendable {
        let isShut = Mutex(false)

        func passing<Value>(_ value: Value) throws -> Value {
            if isShut.withLock({ $0 }) { throw HouseholdError(.storageFailed, "The key cannot be read.") }
            return value
        }
    }
}
