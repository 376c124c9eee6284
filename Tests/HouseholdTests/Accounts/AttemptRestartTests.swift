import Accounts
import Contracts
import Foundation
import Household
import Recognition
import SQLRecords
import Support
import Testing

@Suite("Limits of attempts after a restart", .tags(.medium))
struct AttemptRestartTests {
    /// A household over the same records whose process began anew.
    private func restarted(_ house: AccountHouse, at time: String) throws -> AccountHouse {
        let next = try AccountHouse(records: house.records)
        try next.clock.set(time)
        return next
    }

    private func code(_ body: () async throws -> Void) async -> (HouseholdError.Code?, Int?) {
        do { try await body() } catch {
            let error = error as? HouseholdError
            return (error?.code, error?.retryAfter)
        }
        return (nil, nil)
    }

    /// Whether the limit lets the attempt begin. The two processes of a test make the same identifiers, so a new session
    /// may be refused by the store afterwards.
    private func mayTry(_ body: () async throws -> Void) async -> Bool { await code(body).0 != .tooManyAttempts }

    @Test(
        "After a restart a name that failed still waits, also if the clock went back, and no longer than it must",
        arguments: ["2026-11-23T10:00:00Z", "2025-01-01T00:00:00Z", "1970-01-01T00:00:00Z"])
    func waits(time: String) async throws {
        let house = try AccountHouse()
        try await house.owner()
        for _ in 0..<14 {
            while let seconds = await code({ _ = try await house.signIn("Ada", "wrong words here") }).1 {
                house.clock.pass(Double(seconds))
            }
        }
        try house.clock.set("2026-11-23T10:00:00Z")
        _ = await code { _ = try await house.signIn("Ada", "wrong words here") }
        let next = try restarted(house, at: time)
        let (refused, seconds) = await code { _ = try await next.signIn() }
        #expect(refused == .tooManyAttempts)
        let wait = try #require(seconds)
        #expect((1...900).contains(wait))
        next.clock.pass(Double(wait))
        #expect(await mayTry { _ = try await next.signIn() })
    }

    @Test(
        "A clock that changes while the server runs neither ends a wait nor makes it longer",
        arguments: ["2026-11-23T09:00:00Z", "2026-11-23T23:00:00Z", "1970-01-01T00:00:00Z"])
    func clockChanges(time: String) async throws {
        let house = try AccountHouse()
        try await house.owner()
        for _ in 0..<6 {
            while let seconds = await code({ _ = try await house.signIn("Ada", "wrong words here") }).1 {
                house.clock.pass(Double(seconds))
            }
        }
        try house.clock.set(time)
        let (refused, seconds) = await code { _ = try await house.signIn() }
        #expect(refused == .tooManyAttempts)
        house.clock.pass(Double(try #require(seconds)))
        #expect(await mayTry { _ = try await house.signIn() })
    }

    @Test("After a restart an address that failed often still waits, and others do not")
    func address() async throws {
        let house = try AccountHouse()
        try await house.owner()
        for number in 0..<20 {
            _ = await code { _ = try await house.signIn("name \(number)", "wrong words here", on: house.stranger) }
        }
        let next = try restarted(house, at: "2026-11-23T10:00:00Z")
        #expect(await code { _ = try await next.signIn(on: next.stranger) }.0 == .tooManyAttempts)
        #expect(await mayTry { _ = try await next.signIn() })
        let later = try restarted(house, at: "2026-11-23T10:15:01Z")
        #expect(await mayTry { _ = try await later.signIn(on: later.stranger) })
    }

    @Test("After a restart an address with unknown tokens still waits, and the log has them")
    func tokens() async throws {
        let house = try AccountHouse()
        try await house.owner()
        let secret = "sr_" + String(repeating: "a", count: 43)
        for _ in 0..<20 { _ = await code { _ = try await house.accounts.person(bearer: secret, from: "192.0.2.7") } }
        let next = try restarted(house, at: "2026-11-23T10:00:00Z")
        #expect(
            await code { _ = try await next.accounts.person(bearer: secret, from: "192.0.2.7") }.0 == .tooManyAttempts)
        let event = try #require(try await house.records.events(limit: 1).first)
        #expect(event.kind == .tokenRefused && event.count == 20 && event.address == "192.0.2.7" && event.name == nil)
    }

    @Test("A typed name is not stored")
    func masked() async throws {
        let house = try AccountHouse()
        try await house.owner()
        _ = await code { _ = try await house.signIn("my secret phrase", "x", on: house.stranger) }
        let stored = try await house.records.attempts()
        #expect(stored.count == 3)
        #expect(!stored.contains { "\($0)".contains("secret") })
    }

    @Test("Attempts of one household are not those of another one")
    func bound() async throws {
        let house = try AccountHouse()
        try await house.owner()
        _ = await code { _ = try await house.signIn("Ada", "wrong words here") }
        let other = house.records.bound(to: try #require(Household.ID("other")))
        #expect(try await other.attempts().isEmpty)
        let attempt = try #require(try await house.records.attempts().first)
        let found = try await other.updateAttempts([attempt.key], of: .signIn) { stored in
            (AttemptUpdate(changed: [attempt], gone: []), stored)
        }
        #expect(found.isEmpty)
        let added = try await other.updateAttempts([attempt.key], of: .signIn) { stored in
            (AttemptUpdate(changed: [], gone: [attempt]), stored)
        }
        #expect(added == [attempt])
        #expect(try await other.attempts().isEmpty)
        #expect(try await house.records.attempts().contains(attempt))
    }
}
