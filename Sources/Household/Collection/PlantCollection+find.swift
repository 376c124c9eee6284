package import Agenda
package import Plants
package import Recognition

extension PlantCollection {
    /// The plant of the collection that a person means: by its identifier, the beginning of one, or its name; nothing
    /// where there is none of that name. Throws `valueRefused` where there are several.
    package func plant(called text: String) async throws -> Plant? {
        if let id = Plant.ID(text), let plant = try await records.plant(id, of: self.id) { return plant }
        let all = try await plants(PlantQuery(isArchived: nil))
        let key = Plant.folded(text)
        let found =
            [
                all.filter { $0.nameKey == key },
                text.utf8.count >= 4 ? all.filter { $0.id.rawValue.hasPrefix(text) } : [],
            ].first { !$0.isEmpty } ?? []
        guard found.count < 2 else {
            throw HouseholdError(
                .valueRefused, "\(found.count) plants are called \(text).", detail: "plant",
                hint:
                    "Use one of their identifiers: \(found.prefix(3).map { $0.id.rawValue.prefix(8) }.joined(separator: ", "))."
            )
        }
        return found.first
    }

    /// A species by a name that a person typed: Latin, a synonym, or an English name that only one has.
    /// One that nobody knows is kept as it was typed, on one line; nothing where nothing was.
    package func taxon(named text: String) -> Taxon? {
        guard let name = Plant.tidy(text) else { return nil }
        return careServices.table().taxon(named: name) ?? Taxon(scientificName: name, rank: .species)
    }

    /// Chores by their identifiers, or by as much of these as no other has. Throws `notFound`, `valueRefused`.
    package func chores(named names: [String]) async throws -> [Chore.ID] {
        var all: [Chore.ID]?
        var ids: [Chore.ID] = []
        for name in names {
            if let chore = try await records.chore(Chore.ID(rawValue: name), of: id) {
                ids.append(chore.id)
                continue
            }
            if all == nil { all = try await records.chores(ChoreQuery(), of: id).map(\.chore.id) }
            let found = name.utf8.count < 4 ? [] : (all ?? []).filter { $0.rawValue.hasPrefix(name) }
            guard let chore = found.first else {
                throw HouseholdError(
                    .notFound, "There is no chore \(name.prefix(64)).", hint: "stillroom agenda shows their names.")
            }
            guard found.count == 1 else {
                throw HouseholdError(
                    .valueRefused, "\(found.count) chores begin with \(name).", detail: "chore",
                    hint: "Write more of its name.")
            }
            ids.append(chore)
        }
        return ids
    }
}
