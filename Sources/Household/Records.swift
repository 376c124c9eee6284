package import FoundationEssentials
package import Plants
package import Recognition

/// What is remembered, row by row. Every verb is one transaction; every row belongs to one household, and a verb
/// never sees another's. The contract suite in Tests/Contracts says what each verb promises.
///
/// Errors are `HouseholdError`: `storageFull`, `storageFailed`, or the one a verb names.
package protocol Records: Sendable {
    func add(_ photograph: Photograph, for household: Household.ID) async throws
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

    /// Adds `plant`, marks its identification as kept, notes the correction, and lets it wait no longer, all or nothing.
    /// `alreadyKept` where the identification was; `notFound` where there is none.
    func keep(_ plant: Plant, correction: Correction?, for household: Household.ID) async throws
    /// Oldest first.
    func corrections(of household: Household.ID) async throws -> [Correction]

    func plant(_ id: Plant.ID, of household: Household.ID) async throws -> Plant?
    func plants(_ query: PlantQuery, of household: Household.ID) async throws -> [Plant]
    func plantCount(of household: Household.ID) async throws -> Int
    /// `notFound` where there is none.
    func rename(_ id: Plant.ID, to name: String, for household: Household.ID) async throws
    /// Removes the plant; its identification is open again. `notFound` where there is none.
    func remove(_ id: Plant.ID, for household: Household.ID) async throws

    // What waits for the service.

    /// Longest waiting first.
    func waiting(of household: Household.ID) async throws -> [Waiting]
    /// The one that has waited longest of those worth trying at `now`, for the caller alone until `lease` is over;
    /// nothing where there is none. With `obstacle`, only one that has it.
    func claimWaiting(
        of household: Household.ID, obstacle: Asked.Reason?, at now: Date, until lease: Date
    ) async throws -> Waiting?
    /// Puts a claimed one back, not to be tried before then. Nothing happens where somebody else has it by now.
    /// `isTry` where the service was really called; other claims do not count as attempts.
    func release(
        _ claim: Waiting, obstacle: Asked.Reason, notBefore: Date, isTry: Bool, for household: Household.ID
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
    /// Writes and reads back a row. Throws when nothing could be remembered at the moment.
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
    package func add(_ identification: Identification, for household: Household.ID) async throws {
        try await add(identification, waiting: nil, for: household)
    }
}

/// Which plants of the collection, and in what order.
package struct PlantQuery: Sendable, Hashable {
    package enum Order: String, Sendable, CaseIterable {
        case newest, name
    }

    /// Part of a name, scientific name, common name or family, in any case; empty for all.
    package var text: String
    package var order: Order

    package init(text: String = "", order: Order = .newest) {
        self.text = text
        self.order = order
    }
}

extension PlantQuery {
    /// As `Plant.searchText` is folded, without spaces at its ends.
    package var foldedText: String {
        Plant.folded(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
