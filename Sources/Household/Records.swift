package import Plants
package import Recognition

/// What is remembered, row by row. Every verb is one transaction; every row belongs to one household, and a verb
/// never sees another's. The contract suite in Tests/Contracts says what each verb promises.
///
/// Errors are `HouseholdError`: `storageFull`, `storageFailed`, or the one a verb names.
package protocol Records: Sendable {
    func add(_ photograph: Photograph, for household: Household.ID) async throws
    func photograph(_ id: Photograph.ID, of household: Household.ID) async throws -> Photograph?

    /// Adds an identification; `notFound` where one of its photographs is not this household's.
    func add(_ identification: Identification, for household: Household.ID) async throws
    func identification(_ id: Identification.ID, of household: Household.ID) async throws -> Identification?
    /// Newest first.
    func identifications(latest count: Int, of household: Household.ID) async throws -> [Identification]

    /// Adds `plant`, marks its identification as kept, and notes the correction, all or nothing.
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

    /// Whether any household's photograph has these bytes.
    func uses(_ digest: Digest) async throws -> Bool
    /// Writes and reads back a row. Throws when nothing could be remembered at the moment.
    func check() async throws
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
