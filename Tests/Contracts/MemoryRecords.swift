import Agenda
package import Foundation
package import Household
package import Plants
package import Recognition
import Synchronization

/// Records that forget at the end of the process; as strict as the real ones.
package final class MemoryRecords: Records {
    /// No other process can write here.
    package func followOtherProcesses() async {}

    struct House {
        var photographs: [Photograph.ID: Photograph] = [:]
        /// Photographs whose files are being written, and until when.
        var intakes: [Photograph.ID: (digest: Digest, until: Date)] = [:]
        /// Digests whose files are to go.
        var filesToRemove: Set<Digest> = []
        /// When a sweep first found that nothing refers to a photograph.
        var unattachedSince: [Photograph.ID: Date] = [:]
        var identifications: [Identification] = []
        var plants: [Plant] = []
        var corrections: [Correction] = []
        var waiting: [Waiting] = []
        var leases: [Identification.ID: Date] = [:]
        var memories: [Memory] = []
        var hits = 0
        var misses = 0
        var choices: [String: String] = [:]
        var chores: [Chore] = []
        var log: [ChoreEntry] = []
        var lastEntry = 0
        var notes: [(plant: Plant.ID, note: PlantNote)] = []
        var channels = page
        var notices: [Int: Notice] = [:]
        var numbers: [Name: Int] = [:]
        /// When notices were last claimed.
        var tried: [Int: Date] = [:]
        /// Links by their digest, with the time from which on they are refused anyway.
        var spent: [String: Date] = [:]
        var secrets: [String: [UInt8]] = [:]
        var feeds: [FeedSubscription] = []
        var events: [String: Event] = [:]
        var shelves = Shelves()
        var cabinet = Cabinet()
    }

    struct Memory {
        let remembered: RememberedAnswer
        var usedAt: Date
        var name: String { remembered.key.text }
    }

    private struct Ledger {
        var used = 0
        var reserved = 0
        var ceiling: Int?
        var blockedUntil: Date?
    }

    private struct Day: Hashable {
        let account: String
        let day: UTCDay
    }

    private struct Books {
        var ledgers: [Day: Ledger] = [:]
        var reservations: [Reservation.ID: Reservation] = [:]
    }

    private let houses = Mutex<[Household.ID: House]>([:])
    private let books = Mutex(Books())
    /// By service and key; the same for all households.
    let careFacts = Mutex<[String: RememberedFacts]>([:])
    /// By service; the same for all households.
    let reads = Mutex<[String: Reads]>([:])
    let planner = Mutex<NoticePlanner?>(nil)
    let lastNotice = Mutex(0)

    package init() {}

    /// Every table.
    var everything: [Any] {
        [
            houses.withLock { $0 }, books.withLock { $0 }, careFacts.withLock { $0 }, reads.withLock { $0 },
            lastNotice.withLock { $0 },
        ]
    }

    func with<Value>(_ household: Household.ID, _ body: (inout House) throws -> sending Value) rethrows -> Value {
        try houses.withLock { houses in try body(&houses[household, default: House()]) }
    }

    package func add(_ photographs: [Photograph], to plant: Plant.ID?, for household: Household.ID) async throws {
        try with(household) { house in
            if let plant, !house.plants.contains(where: { $0.id == plant }) { throw Self.notFound }
            guard photographs.allSatisfy({ house.intakes[$0.id]?.digest == $0.digest }) else { throw Self.tooLate }
            for photograph in photographs {
                house.intakes[photograph.id] = nil
                house.photographs[photograph.id] = photograph
                if let plant { try house.add(photograph.id, to: plant) }
            }
        }
    }

    package func announce(
        _ photographs: [Photograph], until deadline: Date, for household: Household.ID
    ) async throws {
        with(household) { house in
            for photograph in photographs { house.intakes[photograph.id] = (photograph.digest, deadline) }
        }
    }

    package func giveUp(_ photographs: [Photograph], for household: Household.ID) async throws {
        with(household) { house in
            for photograph in photographs where house.intakes.removeValue(forKey: photograph.id) != nil {
                house.filesToRemove.insert(photograph.digest)
            }
        }
    }

    package func filesToRemove(at now: Date, of household: Household.ID) async throws -> [Digest] {
        with(household) { house in
            let late = house.intakes.values.filter { $0.until <= now }.map(\.digest)
            return house.filesToRemove.union(late).sorted { $0.hexadecimal < $1.hexadecimal }
        }
    }

    @discardableResult
    package func removeFiles(
        of digest: Digest, at now: Date, for household: Household.ID,
        _ remove: @escaping @Sendable (Digest) throws -> Void
    ) async throws -> Bool {
        try houses.withLock { houses in
            for id in houses.keys {
                let ended = houses[id]?.intakes.filter { $1.digest == digest && $1.until <= now } ?? [:]
                for photograph in ended.keys { houses[id]?.intakes[photograph] = nil }
                if !ended.isEmpty { houses[id]?.filesToRemove.insert(digest) }
            }
            let before = houses
            var isNeeded = false
            for id in houses.keys {
                isNeeded =
                    isNeeded || houses[id]?.intakes.values.contains { $0.digest == digest } == true
                    || houses[id]?.photographs.values.contains { $0.digest == digest } == true
            }
            houses[household, default: House()].filesToRemove.remove(digest)
            guard !isNeeded else { return false }
            do { try remove(digest) } catch {
                houses = before
                throw error
            }
            return true
        }
    }

    static var tooLate: HouseholdError {
        HouseholdError(.storageFailed, "Taking in the photograph took too long, so nothing was kept.")
    }

    package func discard(_ photographs: [Photograph.ID], for household: Household.ID) async throws {
        with(household) { house in
            for photograph in photographs { _ = house.forgetPhotograph(photograph) }
        }
    }

    package func photograph(_ id: Photograph.ID, of household: Household.ID) async throws -> Photograph? {
        with(household) { $0.photographs[id] }
    }

    package func unattachedPhotographs(of household: Household.ID) async throws -> Int {
        with(household) { house in house.photographs.keys.count { !house.refers(to: $0) } }
    }

    package func sweepPhotographs(
        at now: Date, notedBefore limit: Date, of household: Household.ID
    ) async throws -> Int {
        with(household) { house in
            let loose = house.photographs.keys.filter { !house.refers(to: $0) }
            var gone = 0
            var notes: [Photograph.ID: Date] = [:]
            for photograph in loose {
                if let since = house.unattachedSince[photograph], since <= limit {
                    gone += house.forgetPhotograph(photograph) == nil ? 0 : 1
                } else {
                    notes[photograph] = min(house.unattachedSince[photograph] ?? now, now)
                }
            }
            house.unattachedSince = notes
            return gone
        }
    }

    /// Every photograph that is remembered, whether something refers to it or not.
    package func photographs(of household: Household.ID) -> [Photograph] {
        with(household) { Array($0.photographs.values) }
    }

    package func add(
        _ identification: Identification, waiting: Waiting?, for household: Household.ID
    ) async throws {
        try with(household) { house in
            guard identification.photographs.allSatisfy({ house.photographs[$0] != nil }) else { throw Self.notFound }
            house.identifications.append(identification)
            if let waiting { house.waiting.append(waiting) }
        }
    }

    package func amend(
        _ identification: Identification, claim: Waiting?, waiting: Waiting?, for household: Household.ID
    ) async throws {
        try with(household) { house in
            let queued = house.waiting.first { $0.identification == identification.id }
            if let claim, queued?.fence != claim.fence {
                throw HouseholdError(.claimLost, "Somebody else has taken this one over.")
            }
            guard let place = house.identifications.firstIndex(where: { $0.id == identification.id }) else {
                throw Self.notFound
            }
            house.identifications[place] = identification
            house.waiting.removeAll { $0.identification == identification.id }
            guard let waiting else { return }
            house.leases[identification.id] = nil
            house.waiting.append(
                Waiting(
                    identification: waiting.identification, because: waiting.because, obstacle: waiting.obstacle,
                    since: queued?.since ?? waiting.since, notBefore: waiting.notBefore,
                    attempts: queued?.attempts ?? 0, fence: queued.map { $0.fence + 1 } ?? 0))
        }
    }

    package func waiting(of household: Household.ID) async throws -> [Waiting] {
        with(household) { house in
            house.waiting.sorted {
                ($0.since, $0.identification.rawValue) < ($1.since, $1.identification.rawValue)
            }
        }
    }

    package func claimWaiting(
        of household: Household.ID, obstacle: ServiceCallRecord.Reason?, at now: Date, until lease: Date
    ) async throws -> Waiting? {
        let inLine = try await waiting(of: household)
        return with(household) { house in
            for candidate in inLine {
                guard
                    let place = house.waiting.firstIndex(where: { $0.identification == candidate.identification })
                else { continue }
                let waiting = house.waiting[place]
                guard waiting.obstacle == obstacle ?? waiting.obstacle, waiting.notBefore <= now,
                    house.leases[waiting.identification] ?? .distantPast <= now
                else {
                    continue
                }
                let claim = Waiting(
                    identification: waiting.identification, because: waiting.because, obstacle: waiting.obstacle,
                    since: waiting.since, notBefore: waiting.notBefore, attempts: waiting.attempts + 1,
                    fence: waiting.fence + 1)
                house.waiting[place] = claim
                house.leases[claim.identification] = lease
                return claim
            }
            return nil
        }
    }

    package func release(
        _ claim: Waiting, obstacle: ServiceCallRecord.Reason, notBefore: Date, isTry: Bool, for household: Household.ID
    ) async throws {
        with(household) { house in
            guard
                let place = house.waiting.firstIndex(where: {
                    $0.identification == claim.identification && $0.fence == claim.fence
                })
            else { return }
            house.waiting[place] = Waiting(
                identification: claim.identification, because: claim.because, obstacle: obstacle, since: claim.since,
                notBefore: notBefore, attempts: isTry ? claim.attempts : max(0, claim.attempts - 1),
                fence: claim.fence)
            house.leases[claim.identification] = nil
        }
    }

    package func stopWaiting(
        _ id: Identification.ID, claim: Waiting?, for household: Household.ID
    ) async throws {
        with(household) { house in
            house.waiting.removeAll { $0.identification == id && $0.fence == claim?.fence ?? $0.fence }
        }
    }

    package func discard(_ draft: Waiting, for household: Household.ID) async throws {
        with(household) { house in
            guard
                house.waiting.contains(where: {
                    $0.identification == draft.identification && $0.fence == draft.fence
                })
            else { return }
            house.identifications.removeAll { $0.id == draft.identification }
            house.waiting.removeAll { $0.identification == draft.identification }
        }
    }

    package func reserve(
        _ reservation: Reservation, within budget: Int, at now: Date
    ) async throws -> Quota? {
        books.withLock { books in
            for lost in books.reservations.values where lost.deadline < now {
                books.reservations[lost.id] = nil
                let day = Day(account: lost.account, day: lost.day)
                books.ledgers[day]?.reserved -= lost.units
                books.ledgers[day]?.used += lost.units
            }
            let day = Day(account: reservation.account, day: reservation.day)
            var ledger = books.ledgers[day] ?? Ledger()
            let limit = min(budget, ledger.ceiling ?? budget)
            guard ledger.used + ledger.reserved + reservation.units <= limit,
                ledger.blockedUntil ?? .distantPast <= now
            else { return nil }
            ledger.reserved += reservation.units
            books.ledgers[day] = ledger
            books.reservations[reservation.id] = reservation
            return Self.quota(ledger, budget, reservation.day)
        }
    }

    package func settle(
        _ reservation: Reservation, _ settlement: Settlement, remembering memory: RememberedAnswer?, at now: Date
    ) async throws {
        books.withLock { books in
            guard let held = books.reservations.removeValue(forKey: reservation.id) else { return }
            let day = Day(account: held.account, day: held.day)
            guard var ledger = books.ledgers[day] else { return }
            ledger.reserved -= held.units
            ledger.used += settlement.isSpent ? held.units : 0
            if let remaining = settlement.remaining, held.day == UTCDay(of: now) {
                ledger.ceiling = min(ledger.ceiling ?? .max, ledger.used + ledger.reserved + remaining)
            }
            if let blocked = settlement.blockedUntil {
                ledger.blockedUntil = max(ledger.blockedUntil ?? .distantPast, blocked)
            }
            books.ledgers[day] = ledger
        }
        guard let memory else { return }
        with(memory.household) { house in
            if let version = memory.version {
                house.memories.removeAll { $0.remembered.version != nil && $0.remembered.version != version }
            }
            house.memories.removeAll { $0.name == memory.key.text }
            house.memories.insert(Memory(remembered: memory, usedAt: now), at: 0)
            // The newest of equally old ones stay: sorting is stable.
            house.memories.sort { $0.usedAt > $1.usedAt }
            house.memories = Array(house.memories.prefix(memory.limit))
        }
    }

    package func quota(of account: String, within budget: Int, at now: Date) async throws -> Quota {
        let day = UTCDay(of: now)
        return books.withLock { books in
            var ledger = books.ledgers[Day(account: account, day: day)] ?? Ledger()
            for lost in books.reservations.values
            where lost.deadline < now && lost.account == account && lost.day == day {
                ledger.reserved -= lost.units
                ledger.used += lost.units
            }
            return Self.quota(ledger, budget, day)
        }
    }

    private static func quota(_ ledger: Ledger, _ budget: Int, _ day: UTCDay) -> Quota {
        Quota(
            budget: budget, used: ledger.used, reserved: ledger.reserved, ceiling: ledger.ceiling,
            blockedUntil: ledger.blockedUntil, day: day)
    }

    package func remembered(
        _ key: InquiryKey, since: Date, likeness: Int?, of household: Household.ID
    ) async throws -> Recollection? {
        with(household) { house in
            let fresh = house.memories.filter { $0.remembered.answer.answeredAt >= since }
            let exact = fresh.first { $0.name == key.text }
            var near: Memory?
            if let likeness, let wanted = key.lookalike {
                near =
                    fresh.compactMap { memory -> (Memory, Int)? in
                        guard memory.remembered.key.scope == key.scope, let its = memory.remembered.key.lookalike,
                            wanted.matches(its, within: likeness)
                        else { return nil }
                        return (memory, wanted.distance(to: its))
                    }
                    .min { $0.1 < $1.1 }?.0
            }
            return (exact ?? near).map { Recollection(answer: $0.remembered.answer, name: $0.name) }
        }
    }

    package func noteLookUp(_ found: Recollection?, at now: Date, for household: Household.ID) async throws {
        with(household) { house in
            guard let found else {
                house.misses += 1
                return
            }
            house.hits += 1
            guard let place = house.memories.firstIndex(where: { $0.name == found.name }) else { return }
            house.memories[place].usedAt = now
        }
    }

    package func cacheStatistics(of household: Household.ID, since: Date) async throws -> CacheStatistics {
        with(household) { house in
            CacheStatistics(
                entries: house.memories.count,
                expired: house.memories.count { $0.remembered.answer.answeredAt < since }, hits: house.hits,
                misses: house.misses, bytes: house.memories.count * 100)
        }
    }

    package func forgetAnswers(before: Date?, of household: Household.ID) async throws -> Int {
        with(household) { house in
            let count = house.memories.count
            house.memories.removeAll { $0.remembered.answer.answeredAt < before ?? .distantFuture }
            return count - house.memories.count
        }
    }

    package func choices(of household: Household.ID) async throws -> [String: String] {
        with(household) { $0.choices }
    }

    package func choose(_ values: [String: String?], for household: Household.ID) async throws {
        try plan(household) { house in
            for (name, value) in values { house.choices[name] = value }
        }
    }

    package func identification(_ id: Identification.ID, of household: Household.ID) async throws -> Identification? {
        with(household) { house in
            house.identifications.first { $0.id == id }.map { Self.current($0, in: house) }
        }
    }

    package func identifications(latest count: Int, of household: Household.ID) async throws -> [Identification] {
        with(household) { house in
            house.identifications
                .sorted { ($0.answer.answeredAt, $0.id.rawValue) > ($1.answer.answeredAt, $1.id.rawValue) }
                .prefix(count).map { Self.current($0, in: house) }
        }
    }

    package func corrections(of household: Household.ID) async throws -> [Correction] {
        with(household) { $0.corrections }
    }

    package func uses(_ digest: Digest) async throws -> Bool {
        houses.withLock { $0.values.contains { $0.photographs.values.contains { $0.digest == digest } } }
    }

    package func check() async throws {}

    private static func current(_ identification: Identification, in house: House) -> Identification {
        let plant = house.plants.first { $0.identification == identification.id }
        return Identification(
            id: identification.id, photographs: identification.photographs, organs: identification.organs,
            findings: identification.findings, outcome: plant.map { .kept($0.id) } ?? .open)
    }

    static var notFound: HouseholdError { HouseholdError(.notFound, "There is nothing of that name.") }
}
