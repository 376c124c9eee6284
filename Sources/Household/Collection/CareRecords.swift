package import Agenda
package import FoundationEssentials
package import Plants
package import Recognition

/// Care data of services. All households share it. A slice of `Records`.
package protocol CareRecords: Sendable {
    func facts(about key: String, of service: String) async throws -> RememberedFacts?
    /// Returns what the care plans of these plants are made of, at most `limit` waterings each, from one read. Plants that
    /// do not exist are left out.
    func careBases(of plants: [Plant.ID], factsOf service: String, limit: Int) async throws -> [CareBasis]
    func remember(_ facts: RememberedFacts, of service: String) async throws
    /// Returns a taxon of a plant that is not archived, if no data was fetched for it since `stale` and a request is
    /// allowed at `now`; nil if there is none.
    func taxonToStudy(for service: String, stale: Date, at now: Date) async throws -> Taxon?
}

/// What the care plan of a plant is made of, beside the home and the bundled table.
package struct CareBasis: Sendable, Hashable {
    package let plant: Plant
    /// The last first.
    package let waterings: [ChoreEntry]
    /// Of its taxon; nil if nothing was fetched.
    package let facts: RememberedFacts?

    package init(plant: Plant, waterings: [ChoreEntry], facts: RememberedFacts?) {
        self.plant = plant
        self.waterings = waterings
        self.facts = facts
    }
}
