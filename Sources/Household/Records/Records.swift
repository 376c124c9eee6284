package import Agenda
package import FoundationEssentials
package import Plants
package import Recognition

/// The store of a household's rows. Each verb is one transaction. Each row belongs to one household, and a verb has no
/// access to the rows of another one. The suites in Tests/SQLRecordsTests specify each verb.
///
/// Errors are `HouseholdError`: `storageFull`, `storageFailed`, or those named at a verb.
package protocol Records: NoticeRecords, LarderRecords, MedicineRecords {
    /// Posts a `records` signal after each commit of another process, until the task is cancelled. Commits of this
    /// process post theirs without this call.
    func followOtherProcesses() async

    /// Announces photographs whose files are about to be written. No file with one of their digests is removed until
    /// the photographs are added or given up, or until `deadline`.
    func announce(_ photographs: [Photograph], until deadline: Date, for household: Household.ID) async throws
    /// Withdraws announced photographs that will not be added. Their files become removable.
    func giveUp(_ photographs: [Photograph], for household: Household.ID) async throws
    /// Returns the digests whose files are removable: their photographs were deleted, given up, or announced and not
    /// added before the deadline.
    func filesToRemove(at now: Date, of household: Household.ID) async throws -> [Digest]
    /// Calls `remove` in the write transaction unless a photograph of any household has the digest or is announced with
    /// it, so no photograph can be added between the check and the removal. Afterwards the digest is no longer listed
    /// as removable, unless `remove` throws. Returns true if `remove` was called. `remove` may block.
    @discardableResult
    func removeFiles(
        of digest: Digest, at now: Date, for household: Household.ID,
        _ remove: @escaping @Sendable (Digest) throws -> Void
    ) async throws -> Bool

    /// Adds announced photographs, and links them to `plant` if it is given, in one transaction. Throws `notFound` if
    /// there is no such plant, and `storageFailed` if a photograph is no longer announced, because its files may be
    /// removed already.
    func add(_ photographs: [Photograph], to plant: Plant.ID?, for household: Household.ID) async throws
    /// Removes those of the photographs that have no references; the others stay. The files of the removed ones become
    /// removable.
    func discard(_ photographs: [Photograph.ID], for household: Household.ID) async throws
    /// Returns the number of photographs without a reference from an identification, a plant or a label.
    func unattachedPhotographs(of household: Household.ID) async throws -> Int
    /// Removes photographs that have no references and were marked as unreferenced at `limit` or earlier, and marks the
    /// other unreferenced ones with `now`. A photograph with a reference loses its mark. The files of the removed ones
    /// become removable. Returns the number of removed photographs.
    func sweepPhotographs(at now: Date, notedBefore limit: Date, of household: Household.ID) async throws -> Int
    func photograph(_ id: Photograph.ID, of household: Household.ID) async throws -> Photograph?

    /// Removes a draft identification that has no result, with its entry on the waiting list. No-op if that entry is
    /// gone or another worker has claimed it.
    func discard(_ draft: Waiting, for household: Household.ID) async throws
    /// Adds an identification, and its entry on the waiting list if `waiting` is given. Throws `notFound` if one of its
    /// photographs does not belong to this household.
    func add(_ identification: Identification, waiting: Waiting?, for household: Household.ID) async throws
    /// Replaces the organs and the result of an identification, and replaces its entry on the waiting list with
    /// `waiting`; nil removes the entry. An earlier claim becomes invalid. Throws `notFound` if there is no such
    /// identification, and `claimLost` if `claim` is given and another worker has claimed the entry since, or the entry
    /// is gone.
    func amend(_ identification: Identification, claim: Waiting?, waiting: Waiting?, for household: Household.ID)
        async throws
    func identification(_ id: Identification.ID, of household: Household.ID) async throws -> Identification?
    /// Newest first.
    func identifications(latest count: Int, of household: Household.ID) async throws -> [Identification]

    /// In one transaction: adds `plant` with its chores, marks its identification as kept, adds the correction, and
    /// removes the entry from the waiting list. Throws `alreadyKept` if the identification was kept before, and
    /// `notFound` if there is none.
    func keep(_ plant: Plant, chores: [Chore], correction: Correction?, for household: Household.ID) async throws
    /// Adds plants with all their data in one transaction.
    func admit(_ arrivals: [Arrival], for household: Household.ID) async throws
    /// Oldest first.
    func corrections(of household: Household.ID) async throws -> [Correction]

    func plant(_ id: Plant.ID, of household: Household.ID) async throws -> Plant?
    func plants(_ query: PlantQuery, of household: Household.ID) async throws -> [Plant]
    func plantCount(of household: Household.ID) async throws -> Int
    /// Changes the editable fields of a plant: not its photographs, identification or time. In one transaction, reads
    /// the plant, calls `body` and stores the result. Throws what `body` throws, and `notFound` if there is no such
    /// plant.
    func change(
        _ id: Plant.ID, for household: Household.ID, _ body: @escaping @Sendable (inout Plant) throws -> Void
    ) async throws -> (before: Plant, after: Plant)
    /// Adds a photograph to a plant. Idempotent. Throws `notFound` if there is no such plant or photograph.
    func add(_ photograph: Photograph.ID, to plant: Plant.ID, for household: Household.ID) async throws
    /// Returns the rooms of the plants that are not archived, each with the number of these plants, sorted by name.
    func rooms(of household: Household.ID) async throws -> [Room]
    /// Newest first.
    func notes(of plant: Plant.ID, household: Household.ID) async throws -> [PlantNote]
    /// Throws `notFound` if there is no such plant.
    func addNote(_ text: String, at time: Date, to plant: Plant.ID, for household: Household.ID) async throws
        -> PlantNote
    func removeNote(_ number: Int, of plant: Plant.ID, for household: Household.ID) async throws
    /// Removes the plant with its chores, log and notes. Its identification can be kept again. Throws `notFound` if
    /// there is no such plant.
    func remove(_ id: Plant.ID, for household: Household.ID) async throws

    // Chores.

    /// Returns chores with their plants; those of archived plants only on request.
    func chores(_ query: ChoreQuery, of household: Household.ID) async throws -> [ChoreLine]
    /// Returns the plants that are not archived and have no chore of any kind.
    func plantsWithoutChores(of household: Household.ID) async throws -> [Plant.ID]
    func chore(_ id: Chore.ID, of household: Household.ID) async throws -> Chore?
    /// Throws `notFound` if its plant does not belong to this household.
    func add(_ chore: Chore, for household: Household.ID) async throws
    /// Sets the state of a chore. Throws `notFound` if there is no such chore.
    func set(_ id: Chore.ID, to state: Chore.State, for household: Household.ID) async throws
    /// Replaces the planned chores of each plant as specified by `Chore.reconciled`, in one transaction. Due days are
    /// recomputed from the log. Plants that no longer exist are skipped.
    func replan(_ wanted: [Plant.ID: [Chore]], for household: Household.ID) async throws
    /// Adds entries to the logs of chores and moves the chores to their next day, in one transaction. Returns the added
    /// entries. A draft adds nothing if its chore is not due on the day that the draft expects, because the chore has
    /// been logged meanwhile. Throws `notFound` if a chore does not exist.
    func log(_ drafts: [ChoreEntry.Draft], for household: Household.ID) async throws -> [ChoreEntry]
    /// Marks entries as undone and recomputes their chores from the rest of the log, in one transaction. Idempotent.
    /// Throws `notFound` if there is no such entry.
    func undo(_ entries: [Int], for household: Household.ID) async throws
    /// Latest first, including undone entries.
    func log(_ query: LogQuery, of household: Household.ID) async throws -> [LogLine]

    // Care data of services. It is shared by all households.

    func facts(about key: String, of service: String) async throws -> RememberedFacts?
    func remember(_ facts: RememberedFacts, of service: String) async throws
    /// Returns a taxon of a plant that is not archived, if no data was fetched for it since `stale` and a request is
    /// allowed at `now`; nil if there is none.
    func taxonToStudy(for service: String, stale: Date, at now: Date, of household: Household.ID) async throws -> Taxon?

    // The waiting list for the recognition service.

    /// Longest waiting first.
    func waiting(of household: Household.ID) async throws -> [Waiting]
    /// Claims the longest waiting entry that may be tried at `now`, exclusively until `lease`. With `obstacle`, only
    /// entries with that obstacle. Returns nil if there is none.
    func claimWaiting(
        of household: Household.ID, obstacle: ServiceCallRecord.Reason?, at now: Date, until lease: Date
    ) async throws -> Waiting?
    /// Releases a claimed entry; it is not tried again before `notBefore`. No-op if another worker has claimed it
    /// since. `isTry` is true if the service was called; other claims do not count as attempts.
    func release(
        _ claim: Waiting, obstacle: ServiceCallRecord.Reason, notBefore: Date, isTry: Bool, for household: Household.ID
    ) async throws
    /// Removes an entry from the waiting list. No-op if there is no entry, or if `claim` is given and another worker
    /// has claimed it since.
    func stopWaiting(_ id: Identification.ID, claim: Waiting?, for household: Household.ID) async throws

    // The quota of services.

    /// Reserves units in one statement. Returns nil if the budget or the quota of the service has too few units left.
    func reserve(_ reservation: Reservation, within budget: Int, at now: Date) async throws -> Quota?
    /// Settles a reservation as spent or released, and stores the answer, in one transaction. No-op for a reservation
    /// that is already settled. The remaining quota that the service reports can only lower the remaining quota stored
    /// here.
    func settle(
        _ reservation: Reservation, _ settlement: Settlement, remembering memory: RememberedAnswer?, at now: Date
    ) async throws
    /// Returns the quota of the day. Reservations of processes that have ended count as spent.
    func quota(of account: String, within budget: Int, at now: Date) async throws -> Quota

    // Answers of services.

    /// Returns the answer to the same question, if it was given since that time. With `likeness`, also the answer to a
    /// question whose single picture has a perceptual hash that differs by at most that many bits.
    func remembered(
        _ key: InquiryKey, since: Date, likeness: Int?, of household: Household.ID
    ) async throws -> Recollection?
    /// Counts a look-up, and marks the found answer as used.
    func noteLookUp(_ found: Recollection?, at now: Date, for household: Household.ID) async throws
    func cacheStatistics(of household: Household.ID, since: Date) async throws -> CacheStatistics
    /// Removes the answers given before that time, or all of them. Returns their number.
    func forgetAnswers(before: Date?, of household: Household.ID) async throws -> Int

    // Settings chosen by the household.

    func choices(of household: Household.ID) async throws -> [String: String]
    /// `nil` removes a choice.
    func choose(_ values: [String: String?], for household: Household.ID) async throws

    /// Returns true if a photograph of any household has this digest.
    func uses(_ digest: Digest) async throws -> Bool
    /// Writes a row, reads it and rolls back. Throws if nothing can be stored at the moment.
    func check() async throws
}

/// An answer of a service, with the keys to find it again.
package struct RememberedAnswer: Sendable, Hashable {
    package let household: Household.ID
    package let key: InquiryKey
    package let answer: Answer
    /// The version of the service's model; answers of other versions are removed. Nil if the service does not report
    /// it.
    package let version: String?
    /// The maximum number of stored answers; the least recently used one is removed first.
    package let limit: Int

    package init(household: Household.ID, key: InquiryKey, answer: Answer, version: String?, limit: Int) {
        self.household = household
        self.key = key
        self.answer = answer
        self.version = version
        self.limit = limit
    }
}

/// An answer that was found, and the key under which it is stored.
package struct Recollection: Sendable, Hashable {
    package let answer: Answer
    package let name: String

    package init(answer: Answer, name: String) {
        self.answer = answer
        self.name = name
    }
}

extension Records {
    package func update(_ plant: Plant, for household: Household.ID) async throws {
        _ = try await change(plant.id, for: household) { $0 = plant }
    }

    package func add(_ identification: Identification, for household: Household.ID) async throws {
        try await add(identification, waiting: nil, for: household)
    }
}
