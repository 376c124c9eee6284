package import FoundationEssentials
package import Recognition

/// Care data of services. All households share it. A slice of `Records`.
package protocol CareRecords: Sendable {
    func facts(about key: String, of service: String) async throws -> RememberedFacts?
    func remember(_ facts: RememberedFacts, of service: String) async throws
    /// Returns a taxon of a plant that is not archived, if no data was fetched for it since `stale` and a request is
    /// allowed at `now`; nil if there is none.
    func taxonToStudy(for service: String, stale: Date, at now: Date) async throws -> Taxon?
}
