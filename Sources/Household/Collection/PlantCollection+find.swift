package import Agenda
import Messages
package import Plants
import Recognition

extension PlantCollection {
    /// Returns the plant of the collection with that identifier, a unique beginning of one, or that name; nil if there
    /// is none. Throws `valueRefused` if there are several.
    package func plant(called text: String) async throws -> Plant? {
        if let id = Plant.ID(text), let plant = try await records.plant(id) { return plant }
        let all = try await plants(PlantQuery(isArchived: nil))
        let key = Plant.folded(text)
        let found =
            [
                all.filter { $0.nameKey == key },
                text.utf8.count >= 4 ? all.filter { $0.id.rawValue.hasPrefix(text) } : [],
            ].first { !$0.isEmpty } ?? []
        guard found.count < 2 else {
            let identifiers = found.prefix(3).map { $0.id.rawValue.prefix(8) }.joined(separator: ", ")
            throw HouseholdError(
                .valueRefused,
                localized(
                    found.count, one: "1 plant is called \(text, "name").",
                    other: "\(found.count, "count") plants are called \(text, "name")."),
                detail: "plant", hint: localized("Use one of these identifiers: \(identifiers, "identifiers")."))
        }
        return found.first
    }

    /// Returns the chores with these identifiers, or unique beginnings of them. Throws `notFound`, `valueRefused`.
    package func chores(named names: [String]) async throws -> [Chore.ID] {
        var all: [Chore.ID]?
        var ids: [Chore.ID] = []
        for name in names {
            if let chore = try await records.chore(Chore.ID(rawValue: name)) {
                ids.append(chore.id)
                continue
            }
            if all == nil { all = try await records.chores(ChoreQuery()).map(\.chore.id) }
            let found = name.utf8.count < 4 ? [] : (all ?? []).filter { $0.rawValue.hasPrefix(name) }
            guard let chore = found.first else {
                let start = name.prefix(64)
                throw HouseholdError(
                    .notFound, localized("There is no task \(start, "name")."),
                    hint: localized("stillroom agenda shows their names."))
            }
            guard found.count == 1 else {
                throw HouseholdError(
                    .valueRefused,
                    localized(
                        found.count, one: "1 task begins with \(name, "name").",
                        other: "\(found.count, "count") tasks begin with \(name, "name")."),
                    detail: "chore", hint: localized("Write a longer part of its name."))
            }
            ids.append(chore)
        }
        return ids
    }
}
