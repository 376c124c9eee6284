import Accounts
import FoundationEssentials
import Messages
package import Plants
import Recognition

extension PlantCollection {
    /// Removes the plant with its chores, log and notes. It can be restored for `RemovedPlant.days` days; afterwards its
    /// data are deleted, and photographs without references a day later. Its identification stays with its photographs,
    /// and is open again. Idempotent: a plant that was removed before keeps its time.
    ///
    /// Throws `notFound` if there is no such plant, neither in the collection nor among the removed ones.
    @discardableResult
    package func remove(_ id: Plant.ID) async throws -> RemovedPlant {
        try ActingPerson.require(.change)
        let now = environment.now()
        let wasThere = try await records.plant(id) != nil
        let removed = try await records.remove(id, at: now, until: now.addingTimeInterval(RemovedPlant.duration))
        if wasThere { SensitiveActs.report(.plantRemoved, removed.name) }
        return removed
    }

    /// Deletes a plant at once.
    func delete(_ id: Plant.ID) async throws {
        let name = try await records.plant(id)?.name
        try await records.remove(id)
        if let name { SensitiveActs.report(.plantRemoved, name) }
    }

    /// The removed plants that can be restored, the last one first.
    package func removedPlants() async throws -> [RemovedPlant] {
        try await records.removedPlants(at: environment.now())
    }

    /// Restores a removed plant with its photographs, care plan, chores, log and notes. If its identification was used
    /// for another plant meanwhile, the plant has none. Idempotent: a plant of the collection is returned unchanged.
    ///
    /// Throws `notFound` if there is no such plant, or if its time is over.
    @discardableResult
    package func restore(_ id: Plant.ID) async throws -> Plant {
        try ActingPerson.require(.change)
        let (plant, isRestored) = try await records.restore(id, at: environment.now())
        // The plan may have changed meanwhile: by the season, the home, or facts about the species.
        if isRestored {
            try await planning.replan([plant])
            signals.post(.service)
        }
        return plant
    }

    /// Deletes the removed plants whose time is over. Returns their number.
    @discardableResult
    package func deleteExpiredPlants() async throws -> Int {
        try await records.deleteRemovedPlants(endedBy: environment.now())
    }

    /// Returns the removed plant with that identifier, a unique beginning of one, or that name; nil if there is none.
    /// Throws `valueRefused` if there are several.
    package func removedPlant(called text: String) async throws -> RemovedPlant? {
        try RemovedPlant.named(text, among: try await removedPlants())
    }
}

extension RemovedPlant {
    /// Returns the plant with that identifier, that name, or a unique beginning of its identifier of at least four letters;
    /// nil if there is none. Throws `valueRefused` if there are several.
    package static func named(_ text: String, among all: [RemovedPlant]) throws -> RemovedPlant? {
        let key = Plant.folded(text)
        let found =
            [
                all.filter { $0.id.rawValue == text }, all.filter { Plant.folded($0.name) == key },
                text.utf8.count >= 4 ? all.filter { $0.id.rawValue.hasPrefix(text) } : [],
            ].first { !$0.isEmpty } ?? []
        guard found.count < 2 else {
            let identifiers = found.prefix(3).map { String($0.id.rawValue.prefix(8)) }.joined(separator: ", ")
            throw HouseholdError(
                .valueRefused,
                localized(
                    found.count, one: "1 removed plant is called \(text, "name").",
                    other: "\(found.count, "count") removed plants are called \(text, "name")."),
                detail: "plant", hint: localized("Use one of these identifiers: \(identifiers, "identifiers")."))
        }
        return found.first
    }
}
