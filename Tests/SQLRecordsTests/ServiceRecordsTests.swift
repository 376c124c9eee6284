import Contracts
import Foundation
import Household
import Plants
import Recognition
import Support
import Testing

/// Tests of waiting identifications, quotas and service answers, for every store.
@Suite("Records of identifications that wait for a service, and of its quota", .tags(.medium))
struct ServiceRecordsTests {
    @Test(
        "The answers of the device and of the service are read as they were written", arguments: RecordsStore.allCases)
    func bothAnswersComeBack(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            // A placeholder has neither an answer of the device nor one of the service.
            let placeholder = Identification(
                id: try sample.fresh(), photographs: [try await sample.photograph(in: records).id],
                findings: InquiryResult(
                    answer: sample.answer(), device: nil, service: nil,
                    asked: ServiceCallRecord(reason: .offline, threshold: 0.7)))
            try await records.add(placeholder)
            #expect(try await records.identification(placeholder.id) == placeholder)
            let photographs = [
                try await sample.photograph(in: records).id, try await sample.photograph(in: records).id,
            ]
            var findings = try sample.findings()
            findings = InquiryResult(
                answer: findings.answer.with(embeddings: [[1, 0], [0, 1]]),
                device: findings.device?.with(embeddings: [[1, 0], [0, 1]]), service: findings.service,
                asked: findings.asked)
            let identification = Identification(
                id: try sample.fresh(), photographs: photographs, organs: [.leaf, .flower], findings: findings)
            try await records.add(identification)
            #expect(try await records.identification(identification.id) == identification)
        }
    }

    @Test("An amended identification has its new answer and does not wait any more", arguments: RecordsStore.allCases)
    func amending(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let waiting = try await sample.waiting(in: records, minute: 1)
            let before = try #require(try await records.identification(waiting.identification))
            let findings = try sample.findings(minute: 1)
            let after = before.with(organs: [.bark]).with(findings)
            try await records.amend(after, claim: nil, waiting: nil)
            #expect(try await records.identification(after.id) == after)
            #expect(try await records.waiting().isEmpty)
            await refused(.notFound) { try await records.bound(to: sample.away).amend(after, claim: nil, waiting: nil) }
            let later = Waiting(
                identification: after.id, because: .byHand, obstacle: .noQuota, since: sample.time(4),
                notBefore: sample.time(5))
            try await records.amend(before, claim: nil, waiting: later)
            #expect(try await records.waiting() == [later])
            // An amended draft stores the whole answer, including the embeddings.
            let draft = Identification(
                id: try sample.fresh(), photographs: before.photographs,
                findings: InquiryResult(
                    answer: sample.answer().with(embeddings: []), device: nil, service: nil, asked: findings.asked))
            try await records.add(draft)
            let answered = draft.with(findings)
            #expect(!answered.answer.embeddings.isEmpty)
            try await records.amend(answered, claim: nil, waiting: nil)
            #expect(try await records.identification(draft.id) == answered)
            #expect(try await records.identification(after.id) == before)
        }
    }
}

extension ServiceRecordsTests {
    @Test("Waiting identifications are listed by time", arguments: RecordsStore.allCases)
    func waitingIsInLine(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let second = try await sample.waiting(in: records, minute: 2)
            let first = try await sample.waiting(in: records, minute: 1)
            #expect(try await records.waiting() == [first, second])
            #expect(try await records.bound(to: sample.away).waiting().isEmpty)
            try await records.bound(to: sample.away).stopWaiting(first.identification, claim: nil)
            #expect(try await records.waiting().count == 2)
            try await records.stopWaiting(first.identification, claim: nil)
            try await records.stopWaiting(first.identification, claim: nil)
            #expect(try await records.waiting() == [second])
            // Keeping an identification as a plant ends its wait; discarding a draft removes it.
            let identification = try #require(
                try await records.identification(second.identification))
            _ = try await sample.plant(in: records, of: identification)
            #expect(try await records.waiting().isEmpty)
            let third = try await sample.waiting(in: records, minute: 3)
            try await records.bound(to: sample.away).discard(third)
            #expect(try await records.waiting() == [third])
            try await records.discard(third)
            #expect(try await records.identification(third.identification) == nil)
            let fourth = try await sample.waiting(in: records, minute: 4)
            #expect(
                try await records.claimWaiting(obstacle: .noQuota, at: sample.time(9), until: sample.time(10)) == nil)
            _ = try #require(
                try await records.claimWaiting(obstacle: .offline, at: sample.time(9), until: sample.time(10)))
            // A claimed identification is not a draft and is not discarded.
            try await records.discard(fourth)
            #expect(try await records.identification(fourth.identification) != nil)
            try await records.stopWaiting(fourth.identification, claim: nil)
            #expect(try await records.waiting().isEmpty)
        }
    }

    @Test(
        "Each waiting identification is claimed by one of several concurrent callers", arguments: RecordsStore.allCases)
    func claimsAreExclusive(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            for minute in 1...10 { _ = try await sample.waiting(in: records, minute: minute) }
            let claims = try await withThrowingTaskGroup(of: Waiting?.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        try await records.claimWaiting(obstacle: nil, at: sample.time(5), until: sample.time(6))
                    }
                }
                return try await group.reduce(into: [Waiting]()) { if let claim = $1 { $0.append(claim) } }
            }
            #expect(Set(claims.map(\.identification)).count == 5)
            #expect(claims.count == 5)
            #expect(claims.allSatisfy { $0.attempts == 1 && $0.fence == 1 })
            #expect(
                try await records.bound(to: sample.away).claimWaiting(
                    obstacle: nil, at: sample.time(9), until: sample.time(10)) == nil)
        }
    }
}

extension ServiceRecordsTests {
    @Test("A caller whose claim was taken over cannot change anything", arguments: RecordsStore.allCases)
    func claimsAreFenced(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let waiting = try await sample.waiting(in: records, minute: 1)
            let lost = try #require(
                try await records.claimWaiting(obstacle: nil, at: sample.time(2), until: sample.time(3)))
            #expect(
                try await records.claimWaiting(obstacle: nil, at: sample.time(2), until: sample.time(3)) == nil)
            // The first process is gone; its lease ends, and another process claims the identification.
            let claim = try #require(
                try await records.claimWaiting(obstacle: nil, at: sample.time(4), until: sample.time(5)))
            #expect(claim.fence == 2)
            let before = try #require(try await records.identification(waiting.identification))
            await refused(.claimLost) { try await records.amend(before, claim: lost, waiting: nil) }
            try await records.release(
                lost, obstacle: .paused, notBefore: sample.time(0), isTry: true)
            try await records.stopWaiting(waiting.identification, claim: lost)
            #expect(
                try await records.claimWaiting(obstacle: nil, at: sample.time(4), until: sample.time(5)) == nil)
            #expect(claim.attempts == 2)
            try await records.release(
                claim, obstacle: .paused, notBefore: sample.time(8), isTry: false)
            #expect(try await records.waiting().first?.attempts == 1)
            #expect(try await records.waiting().first?.obstacle == .paused)
            #expect(
                try await records.claimWaiting(obstacle: nil, at: sample.time(7), until: sample.time(9)) == nil)
            // Setting a claimed identification to waiting invalidates its claim.
            let taken = try #require(
                try await records.claimWaiting(obstacle: nil, at: sample.time(8), until: sample.time(9)))
            try await records.amend(before, claim: nil, waiting: waiting)
            #expect(try await records.waiting().map(\.fence) == [taken.fence + 1])
            await refused(.claimLost) { try await records.amend(before, claim: taken, waiting: nil) }
            let last = try #require(
                try await records.claimWaiting(obstacle: nil, at: sample.time(8), until: sample.time(9)))
            try await records.amend(before, claim: last, waiting: nil)
            #expect(try await records.waiting().isEmpty)
        }
    }

    @Test("A reservation lowers the quota until it is settled", arguments: RecordsStore.allCases)
    func quotaIsReserved(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let account = QuotaAccount(records: records, sample: sample)
            #expect(try await account.quota() == Quota(budget: 10, day: UTCDay(of: sample.time(1))))
            let reservation = try #require(try await account.reserve())
            #expect(try await account.quota().reserved == 1)
            try await records.settle(reservation, Settlement(isSpent: true), remembering: nil, at: sample.time(1))
            // Settling is idempotent.
            try await records.settle(reservation, Settlement(isSpent: true), remembering: nil, at: sample.time(1))
            #expect(try await (account.quota().used, account.quota().reserved) == (1, 0))
            let free = try #require(try await account.reserve())
            try await records.settle(free, Settlement(isSpent: false), remembering: nil, at: sample.time(1))
            #expect(try await (account.quota().used, account.quota().reserved) == (1, 0))
            #expect(try await account.reserve(within: 0) == nil)
            #expect(try await account.reserve(within: 1) == nil)
        }
    }
}

extension ServiceRecordsTests {
    @Test("Concurrent reservations never exceed the budget", arguments: RecordsStore.allCases)
    func quotaIsNeverExceeded(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let account = QuotaAccount(records: records, sample: sample)
            let granted = try await withThrowingTaskGroup(of: Bool.self) { group in
                for asking in 0..<60 {
                    group.addTask {
                        guard let reservation = try await account.reserve(within: 20) else { return false }
                        try await records.settle(
                            reservation, Settlement(isSpent: asking.isMultiple(of: 2), remaining: 400),
                            remembering: nil, at: sample.time(1))
                        return asking.isMultiple(of: 2)
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            let after = try await account.quota(budget: 20)
            #expect(after.used == granted && granted <= 20 && after.reserved == 0)
        }
    }

    @Test("The remaining quota that the service reports lowers the quota", arguments: RecordsStore.allCases)
    func theServiceLowersTheQuota(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let account = QuotaAccount(records: records, sample: sample)
            let (first, second) = (try #require(try await account.reserve()), try #require(try await account.reserve()))
            try await records.settle(
                first, Settlement(isSpent: true, remaining: 3), remembering: nil, at: sample.time(1))
            // One used, one reserved and three left at the service make a limit of five, so three remain.
            #expect(try await account.quota().remaining(at: sample.time(1)) == 3)
            try await records.settle(
                second, Settlement(isSpent: true, remaining: 400), remembering: nil, at: sample.time(1))
            #expect(try await account.quota().remaining(at: sample.time(1)) == 3)
            let third = try #require(try await account.reserve())
            try await records.settle(
                third, Settlement(isSpent: true, remaining: 0), remembering: nil, at: sample.time(1))
            #expect(try await account.quota().remaining(at: sample.time(1)) == 0)
            #expect(try await account.reserve(within: 1000) == nil)
        }
    }

    @Test("A service that blocks its user grants no units until the block ends", arguments: RecordsStore.allCases)
    func theServiceBlocks(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let account = QuotaAccount(records: records, sample: sample)
            let reservation = try #require(try await account.reserve())
            try await records.settle(
                reservation, Settlement(isSpent: false, blockedUntil: sample.time(30)), remembering: nil,
                at: sample.time(1))
            #expect(try await account.reserve(2) == nil)
            #expect(try await account.quota(2).remaining(at: sample.time(2)) == 0)
            #expect(try await account.reserve(30) != nil)
        }
    }

    @Test("Reserved units of a process that is gone count as spent", arguments: RecordsStore.allCases)
    func lostUnitsAreSpent(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let account = QuotaAccount(records: records, sample: sample)
            _ = try #require(try await account.reserve())
            #expect(try await (account.quota(10).used, account.quota(10).reserved) == (1, 0))
            _ = try #require(try await account.reserve(10))
            #expect(try await (account.quota(10).used, account.quota(10).reserved) == (1, 1))
        }
    }

    @Test("Each day has its own quota", arguments: RecordsStore.allCases)
    func quotaHasDays(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let account = QuotaAccount(records: records, sample: sample)
            let midnight = UTCDay(of: sample.time(0)).end
            let late = try sample.reservation()
            #expect(try await records.reserve(late, within: 1, at: midnight.addingTimeInterval(-1)) != nil)
            #expect(try await account.reserve(within: 1) == nil)
            try await records.settle(
                late, Settlement(isSpent: true, remaining: 0), remembering: nil, at: midnight.addingTimeInterval(1))
            // A report after midnight does not change the quota of the new day.
            let next = try await records.quota(of: account.name, within: 1, at: midnight.addingTimeInterval(1))
            #expect(next == Quota(budget: 1, day: UTCDay(of: midnight)))
        }
    }
}

/// An account of a service with a quota.
private struct QuotaAccount: Sendable {
    let name = "plantnet:sample"
    let records: any Records
    let sample: Sample

    func quota(_ minute: Int = 1, budget: Int = 10) async throws -> Quota {
        try await records.quota(of: name, within: budget, at: sample.time(minute))
    }

    /// Returns nil if not enough units are left.
    func reserve(_ minute: Int = 1, within budget: Int = 10) async throws -> Reservation? {
        let reservation = try sample.reservation(minute: minute)
        let quota = try await records.reserve(reservation, within: budget, at: sample.time(minute))
        return quota == nil ? nil : reservation
    }
}
