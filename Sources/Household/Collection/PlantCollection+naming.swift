import Messages
package import Plants
package import Recognition

/// The one rule for typed names of plants, for pages, API, command and import: a name that exactly one species, genus or
/// family has resolves by itself; for any other name a person is asked.
extension PlantCollection {
    /// Returns the taxa with a name like `text`, the best first.
    package func species(like text: String, limit: Int) -> [SpeciesMatch] {
        careServices.names().search(text, limit: limit)
    }

    /// Returns which plant a typed species means.
    package func resolve(_ text: String) -> SpeciesResolution { careServices.names().resolve(text) }

    /// Returns which plant a person's own name of a plant means.
    package func resolve(ownName text: String) -> SpeciesResolution { careServices.names().resolve(ownName: text) }

    /// Returns the taxon of a typed species; nil if the text is empty. A name that is like no other one is kept as
    /// entered, in one line; with `asWritten` every name.
    ///
    /// Throws `speciesUnclear` with the choices if the name may mean another plant.
    package func taxon(named text: String, asWritten: Bool = false) throws -> Taxon? {
        guard let name = Plant.tidy(text) else { return nil }
        let resolution = resolve(name)
        if let taxon = resolution.taxon { return taxon }
        if !asWritten, let error = HouseholdError(unclear: name, resolution.choices) { throw error }
        return Taxon(scientificName: name, rank: .species)
    }

    /// The same without choices: fast enough for every plant of a long list.
    func resolveClearly(_ text: String) -> SpeciesResolution { careServices.names().clear(text) }

    /// Returns the taxon of a name that exactly one taxon of the care table has; nil for another name.
    package func knownTaxon(named name: String) -> Taxon? {
        if case .known(let taxon) = resolveClearly(name) { taxon } else { nil }
    }

    /// The version of the names, for a cache: it changes with the care table.
    package var namesVersion: String { careServices.table().version }
}

extension HouseholdError {
    /// Nil without choices.
    package init?(unclear name: String, _ choices: [SpeciesMatch]) {
        guard !choices.isEmpty else { return nil }
        let words = choices.prefix(3).map(\.words)
        let names = words.dropFirst().reduce(words[0]) { names, next in
            localized("\(names, "names"), or \(next, "name")")
        }
        self.init(
            .speciesUnclear,
            localized(
                "It is not clear which plant “\(name, "name")” is. Did you mean \(names, "choices")?"),
            detail: "species",
            hint: localized(
                "Choose one of these names, or keep the name as it is written: then general care is used."),
            choices: choices)
    }
}

extension SpeciesMatch {
    /// For example "Epipremnum aureum (Pothos)".
    package var words: String { name == taxon.scientificName ? name : "\(taxon.scientificName) (\(name))" }
}

extension CarePlanning {
    /// How near to a plant the facts of the care table are.
    package enum Basis: String, Sendable {
        case species, genus, family
        /// The table has neither the species nor its genus or family.
        case general
    }

    /// Returns the nearest row of the care table for a taxon, and its name; nil for the name if there is none.
    package func basis(of taxon: Taxon?) -> (basis: Basis, name: String?) {
        guard let row = taxon.flatMap(careServices.table().nearest) else { return (.general, nil) }
        let basis: Basis =
            switch row.rank {
            case .species: .species
            case .genus: .genus
            case .family: .family
            }
        return (basis, row.scientificName)
    }

    /// Returns where plants of the taxon are usually kept; indoors if that is not known.
    package func usualPlace(of taxon: Taxon?) -> Situation.Place { careServices.table().usualPlace(of: taxon) }
}
