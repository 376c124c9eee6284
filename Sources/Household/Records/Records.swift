package import Agenda
package import FoundationEssentials
package import Plants
package import Recognition

/// What is remembered, row by row. Every verb is one transaction; every row belongs to one household, and a verb
/// never sees another's. The contract suite in Tests/Contracts says what each verb promises.
///
/// Errors are `HouseholdError`: `storageFull`, `storageFailed`, or the one a verb names.
package protocol Records: NoticeRecords, LarderRecords, MedicineRecords {
    /// Posts a `records` signal after each commit of another process, until the task is cancelled. Those of this process
    /// are posted without it.
    func followOtherProcesses() async

    /// The files of these photographs are about to be written: no file with one of their digests is removed until the
    /// photographs are added or given up, or `deadline` is over.
    func announce(_ photographs: [Photograph], until deadline: Date, for household: Household.ID) async throws
    /// The photographs are not added after all: their files are to go.
    func giveUp(_ photographs: [Photograph], for household: Household.ID) async throws
    /// Digests whose files are to go by now: their photographs were deleted or given up, or were announced and not added
    /// in time.
    func filesToRemove(at now: Date, of household: Household.ID) async throws -> [Digest]
    /// Calls `remove` inside the write transaction, unless a photograph of any household has the digest or is announced;
    /// so no photograph is added between the check and the removal. In either case the digest is to go no more, unless
    /// `remove` throws. Returns whether `remove` was called. `remove` may block.
    @discardableResult
    func removeFiles(
        of digest: Digest, at now: Date, for household: Household.ID,
        _ remove: @escaping @Sendable (Digest) throws -> Void
    ) async throws -> Bool

    /// Adds announced photographs, and to `plant` where one is given, all or nothing. `notFound` where there is no such
    /// plant; `storageFailed` if one is not announced any more: its files may be gone.
    func add(_ photographs: [Photograph], to plant: Plant.ID?, for household: Household.ID) async throws
    /// Removes those of the photographs to which nothing refers; the others stay. The files of those that went are to go.
    func discard(_ photographs: [Photograph.ID], for household: Household.ID) async throws
    /// How many photographs belong to nothing: to no identification, no plant and no label.
    func unattachedPhotographs(of household: Household.ID) async throws -> Int
    /// Removes photographs that belong to nothing and were noted as such at `limit` or earlier, and notes the others of
    /// them with `now`. A photograph that something refers to loses its note. The files of those that went are to go.
    /// Returns how many went.
    func sweepPhotographs(at now: Date, notedBefore limit: Date, of household: Household.ID) async throws -> Int
    func photograph(_ id: Photograph.ID, of household: Household.ID) async throws -> Photograph?

    /// Removes an identification that came to nothing, with its entry on the waiting list. Nothing happens where that
    /// entry is gone or somebody else has claimed it.
    func discard(_ draft: Waiting, for household: Household.ID) async throws
    /// Adds an identification, and that it waits for the service, where it does; `notFound` where one of its
    /// photographs is not this household's.
    func add(_ identification: Identification, waiting: Waiting?, for household: Household.ID) async throws
    /// Replaces the organs and findings of an identification; it waits no longer, or for what `waiting` says;
    /// who claimed it before has lost it then.
    /// `notFound` where there is none; `claimLost` where `claim` is given and somebody else has claimed it since or it
    /// waits no more.
    func amend(_ identification: Identification, claim: Waiting?, waiting: Waiting?, for household: Household.ID)
        async throws
    func identification(_ id: Identification.ID, of household: Household.ID) async throws -> Identification?
    /// Newest first.
    func identifications(latest count: Int, of household: Household.ID) async throws -> [Identification]

    /// Adds `plant` with its chores, marks its identification as kept, notes the correction, and lets it wait no
    /// longer, all or nothing. `alreadyKept` where the identification was; `notFound` where there is none.
    func keep(_ plant: Plant, chores: [Chore], correction: Correction?, for household: Household.ID) async throws
    /// Adds plants with all that is known of them, all or nothing.
    func admit(_ arrivals: [Arrival], for household: Household.ID) async throws
    /// Oldest first.
    func corrections(of household: Household.ID) async throws -> [Correction]

    func plant(_ id: Plant.ID, of household: Household.ID) async throws -> Plant?
    func plants(_ query: PlantQuery, of household: Household.ID) async throws -> [Plant]
    func plantCount(of household: Household.ID) async throws -> Int
    /// Changes what a person may change of a plant: not its photographs, identification or time. What `body` makes of
    /// the plant as it is now is kept, with nobody in between; throws what it throws, and `notFound` where there is
    /// none.
    func change(
        _ id: Plant.ID, for household: Household.ID, _ body: @escaping @Sendable (inout Plant) throws -> Void
    ) async throws -> (before: Plant, after: Plant)
    /// Adds one more photograph to a plant; the same again changes nothing. `notFound` where there is no such plant or
    /// photograph.
    func add(_ photograph: Photograph.ID, to plant: Plant.ID, for household: Household.ID) async throws
    /// Rooms in which plants stand, with how many of those not archived, by name.
    func rooms(of household: Household.ID) async throws -> [Room]
    /// Newest first.
    func notes(of plant: Plant.ID, household: Household.ID) async throws -> [PlantNote]
    /// `notFound` where there is no such plant.
    func addNote(_ text: String, at time: Date, to plant: Plant.ID, for household: Household.ID) async throws
        -> PlantNote
    func removeNote(_ number: Int, of plant: Plant.ID, for household: Household.ID) async throws
    /// Removes the plant with its chores, its log and its notes; its identification is open again. `notFound` where
    /// there is none.
    func remove(_ id: Plant.ID, for household: Household.ID) async throws

    // What is to be done.

    /// With their plants; those of archived plants only where that is asked for.
    func chores(_ query: ChoreQuery, of household: Household.ID) async throws -> [ChoreLine]
    /// Plants that are looked after and have no chore of any kind.
    func plantsWithoutChores(of household: Household.ID) async throws -> [Plant.ID]
    func chore(_ id: Chore.ID, of household: Household.ID) async throws -> Chore?
    /// `notFound` where its plant is not this household's.
    func add(_ chore: Chore, for household: Household.ID) async throws
    /// Switches a chore on or off. `notFound` where there is none.
    func set(_ id: Chore.ID, to state: Chore.State, for household: Household.ID) async throws
    /// Makes these each plant's chores of the plan, as `Chore.reconciled` says, all or nothing; what is due follows anew
    /// from the log. A plant that is gone is passed over.
    func replan(_ wanted: [Plant.ID: [Chore]], for household: Household.ID) async throws
    /// Adds entries to the logs of chores and moves these on, all or nothing; returns what was added. A draft whose
    /// chore is due on another day than it expects adds nothing: somebody else has dealt with it. `notFound` where a
    /// chore does not exist.
    func log(_ drafts: [ChoreEntry.Draft], for household: Household.ID) async throws -> [ChoreEntry]
    /// Takes entries back, all or nothing; their chores stand where the rest of the log leaves them. Twice is as once.
    /// `notFound` where there is no such entry.
    func undo(_ entries: [Int], for household: Household.ID) async throws
    /// Latest first, undone ones with them.
    func log(_ query: LogQuery, of household: Household.ID) async throws -> [LogLine]

    // What services said about care. Facts are the same for every household.

    func facts(about key: String, of service: String) async throws -> RememberedFacts?
    func remember(_ facts: RememberedFacts, of service: String) async throws
    /// A taxon of a plant that is looked after, of which nothing was ever fetched, or not since `stale`, and which may
    /// be asked about at `now`; nothing where there is none.
    func taxonToStudy(for service: String, stale: Date, at now: Date, of household: Household.ID) async throws -> Taxon?

    // What waits for the service.

    /// Longest waiting first.
    func waiting(of household: Household.ID) async throws -> [Waiting]
    /// The one that has waited longest of those worth trying at `now`, for the caller alone until `lease` is over;
    /// nothing where there is none. With `obstacle`, only one that has it.
    func claimWaiting(
        of household: Household.ID, obstacle: ServiceCallRecord.Reason?, at now: Date, until lease: Date
    ) async throws -> Waiting?
    /// Puts a claimed one back, not to be tried before then. Nothing happens where somebody else has it by now.
    /// `isTry` where the service was really called; other claims do not count as attempts.
    func release(
        _ claim: Waiting, obstacle: ServiceCallRecord.Reason, notBefore: Date, isTry: Bool, for household: Household.ID
    ) async throws
    /// It waits no longer. Nothing happens where it did not, or where `claim` is given and somebody else has it by now.
    func stopWaiting(_ id: Identification.ID, claim: Waiting?, for household: Household.ID) async throws

    // What services may cost.

    /// Holds units in one statement; nothing where fewer are left of the budget, or of what the service gives.
    func reserve(_ reservation: Reservation, within budget: Int, at now: Date) async throws -> Quota?
    /// Turns a reservation into spent or free units and remembers the answer, all or nothing. One that is settled
    /// already changes nothing. What the service says is left only ever lowers what is left here.
    func settle(
        _ reservation: Reservation, _ settlement: Settlement, remembering memory: RememberedAnswer?, at now: Date
    ) async throws
    /// Units of that day; those of processes that are gone count as used.
    func quota(of account: String, within budget: Int, at now: Date) async throws -> Quota

    // What services answered.

    /// The answer to the same question, given since then. With `likeness`, also to one whose single picture differs
    /// from this one's by no more bits than that.
    func remembered(
        _ key: InquiryKey, since: Date, likeness: Int?, of household: Household.ID
    ) async throws -> Recollection?
    /// Counts a look-up, and marks what it found as used.
    func noteLookUp(_ found: Recollection?, at now: Date, for household: Household.ID) async throws
    func cacheStatistics(of household: Household.ID, since: Date) async throws -> CacheStatistics
    /// Forgets answers given before then, or all; how many they were.
    func forgetAnswers(before: Date?, of household: Household.ID) async throws -> Int

    // What a household chose on its settings page.

    func choices(of household: Household.ID) async throws -> [String: String]
    /// `nil` takes a choice back.
    func choose(_ values: [String: String?], for household: Household.ID) async throws

    /// Whether any household's photograph has these bytes.
    func uses(_ digest: Digest) async throws -> Bool
    /// Writes a row, reads it back and takes it back. Throws if nothing could be remembered at the moment.
    func check() async throws
}

/// An answer of a service with what it takes to find it again.
package struct RememberedAnswer: Sendable, Hashable {
    package let household: Household.ID
    package let key: InquiryKey
    package let answer: Answer
    /// Of the service's model; answers of another one are forgotten. Nothing where the service did not tell.
    package let version: String?
    /// Answers kept at most; the one unused for longest goes first.
    package let limit: Int

    package init(household: Household.ID, key: InquiryKey, answer: Answer, version: String?, limit: Int) {
        self.household = household
        self.key = key
        self.answer = answer
        self.version = version
        self.limit = limit
    }
}

/// An answer found again, and under which name it is remembered.
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
