import Accounts
import Messages
package import Plants
import Recognition

extension PlantCollection {
    /// Adds the plant of an identification to the collection, as the chosen taxon.
    ///
    /// Throws `HouseholdError`: `notFound`, `alreadyKept`, `noSuchCandidate`, `nameMissing`, `dayRefused`.
    package func confirm(
        _ id: Identification.ID, as choice: Choice, watered: LastWatering = .unknown
    ) async throws -> Plant {
        try ActingPerson.require(.change)
        let identification = try await identifications.identification(id)
        guard case .open = identification.outcome else { throw Identifications.alreadyKept }
        let first = identification.answer.candidates.first
        let taxon: Taxon?
        let name: String
        let correction: Correction?
        switch choice {
        case .candidate(let rank, let named):
            let candidates = identification.answer.candidates
            let candidate =
                if let named { candidates.first { $0.taxon.scientificName == named } } else {
                    candidates.first { $0.rank == rank }
                }
            guard let candidate else {
                throw Self.noCandidate(rank, named)
            }
            taxon = candidate.taxon
            name =
                Plant.tidy(candidate.taxon.commonNames.first ?? candidate.taxon.scientificName)
                ?? localized("Plant", context: "name of a plant")
            correction =
                candidate.rank == first?.rank
                ? nil : note(id, proposed: first?.taxon.scientificName, chosen: candidate.taxon.scientificName)
        case .noneOfThese(let own, let known):
            taxon = known
            name = own.flatMap(Plant.tidy) ?? localized("Unnamed plant")
            correction = note(id, proposed: first?.taxon.scientificName, chosen: own.flatMap(Plant.tidy))
        }
        let plant = Plant(
            id: try environment.newIdentifier(), name: name, taxon: taxon, photographs: identification.photographs,
            identification: id, addedAt: environment.now(),
            situation: Situation(place: planning.usualPlace(of: taxon)))
        try await keep(plant, correction: correction, watered: watered)
        return plant
    }

    private static func noCandidate(_ rank: Int, _ name: String?) -> HouseholdError {
        HouseholdError(
            .noSuchCandidate,
            name.map { localized("The candidate \($0, "name") does not exist any more.") }
                ?? localized("The candidate number \(rank, "number") does not exist any more."),
            hint: localized("Reload the page: the list may have changed."))
    }

    private func note(_ id: Identification.ID, proposed: String?, chosen: String?) -> Correction {
        Correction(identification: id, proposed: proposed, chosen: chosen, madeAt: environment.now())
    }
}
