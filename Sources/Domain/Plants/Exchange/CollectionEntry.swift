package import Agenda
package import Calendar
package import Recognition

/// One plant of a collection, for export and import: without photographs, without the care plan (which follows from the
/// facts), and without anything that identifies the household.
///
/// Rank, place, material, spot and recurrence are raw values. `CollectionFile.parse` rejects unknown ones, so `taxon`,
/// `situation` and `recurrence` lose nothing of a parsed entry.
package struct CollectionEntry: Sendable, Hashable {
    /// The exporter's identifier, by which an import recognises plants it already has: 1–64 letters, digits, hyphens or
    /// underscores.
    package var id: String?
    /// The household's name for the plant.
    package var name: String

    // Taxonomy.

    package var scientificName: String?
    /// A raw value of `Taxon.Rank`.
    package var taxonRank: String?
    package var family: String?
    package var commonNames: [String] = []
    package var powo: String?
    package var gbif: String?

    // Situation.

    package var room: String?
    /// A raw value of `Situation.Place`.
    package var place: String?
    /// In cm.
    package var potDiameter: Double?
    /// A raw value of `Situation.Material`.
    package var material: String?
    package var isInGround = false
    /// A raw value of `Situation.Spot`.
    package var spot: String?
    package var hasGrowLamp = false
    package var followsSeason = true
    package var repotted: LocalDay?
    /// The household's own values by field. Field names are not checked here.
    package var overruled: [String: String] = [:]

    // History.

    package var addedOn: LocalDay
    package var archived: Plant.Archive?
    package var notes: [Note] = []
    /// Oldest first.
    package var log: [LogLine] = []
    /// Chores made by a person.
    package var chores: [OwnChore] = []
    /// Chores of the plan that a person switched off.
    package var switchedOff: [Chore.Kind] = []
    /// Waterings before this day are ignored by the adjustment.
    package var learningSince: LocalDay?
    /// When its chores are due on their day; nil for the time of the household.
    package var preferredTime: LocalTime?
    /// The notes of chores of the plan, by the raw value of `Chore.Kind`.
    package var choreNotes: [String: String] = [:]

    /// Creates an entry with only a name; all other values are the defaults of a plant.
    package init(name: String, addedOn: LocalDay) {
        self.name = name
        self.addedOn = addedOn
    }

    /// An entry of the plant's diary.
    package struct Note: Sendable, Hashable {
        package let day: LocalDay
        package let text: String

        package init(day: LocalDay, text: String) {
            self.day = day
            self.text = text
        }
    }

    /// A chore that was done or skipped.
    package struct LogLine: Sendable, Hashable {
        package enum Action: String, Sendable, CaseIterable {
            case done, skipped
        }

        package let kind: Chore.Kind
        /// The title given by a person; nil for chores of the plan.
        package let title: String?
        package let action: Action
        package let day: LocalDay

        package init(kind: Chore.Kind, title: String? = nil, action: Action, day: LocalDay) {
            self.kind = kind
            self.title = title
            self.action = action
            self.day = day
        }
    }

    /// A chore made by a person, not by the plan.
    package struct OwnChore: Sendable, Hashable {
        package let kind: Chore.Kind
        package let title: String?
        /// `Recurrence.text`.
        package let recurrence: String
        package let start: LocalDay
        package let state: Chore.State
        package let note: String?

        package init(
            kind: Chore.Kind, title: String? = nil, recurrence: String, start: LocalDay,
            state: Chore.State = .active, note: String? = nil
        ) {
            self.kind = kind
            self.title = title
            self.recurrence = recurrence
            self.start = start
            self.state = state
            self.note = note
        }
    }
}

// MARK: - Conversion

extension CollectionEntry {
    /// Creates an entry without diary, log and chores, which are stored separately. `addedOn` is in the household's
    /// calendar.
    package init(_ plant: Plant, addedOn: LocalDay) {
        self.init(name: plant.name, addedOn: addedOn)
        id = plant.id.rawValue
        scientificName = plant.taxon?.scientificName
        taxonRank = plant.taxon?.rank.rawValue
        family = plant.taxon?.family
        commonNames = plant.taxon?.commonNames ?? []
        powo = plant.taxon?.powo
        gbif = plant.taxon?.gbif
        room = plant.room
        place = plant.situation.place.rawValue
        potDiameter = plant.situation.potDiameter
        material = plant.situation.material?.rawValue
        isInGround = plant.situation.isInGround
        spot = plant.situation.spot.rawValue
        hasGrowLamp = plant.situation.hasGrowLamp
        followsSeason = plant.situation.followsSeason
        repotted = plant.situation.repotted
        for (field, text) in plant.overruled { overruled[field.rawValue] = text }
        archived = plant.archive
        learningSince = plant.learningSince
        preferredTime = plant.preferredTime
    }

    /// The taxon; nil without a scientific name.
    package var taxon: Taxon? {
        guard let scientificName else { return nil }
        return Taxon(
            scientificName: scientificName, commonNames: commonNames, family: family,
            rank: taxonRank.flatMap(Taxon.Rank.init) ?? Self.usualRank(of: scientificName), powo: powo, gbif: gbif)
    }

    /// Replaces the taxonomy.
    package mutating func take(_ taxon: Taxon) {
        scientificName = taxon.scientificName
        taxonRank = taxon.rank.rawValue
        family = taxon.family
        commonNames = taxon.commonNames
        powo = taxon.powo ?? powo
        gbif = taxon.gbif ?? gbif
    }

    /// Returns the rank by the form of the name, because lists of others rarely state it.
    private static func usualRank(of scientificName: String) -> Taxon.Rank {
        let words = scientificName.split(separator: " ").filter { $0 != "×" && $0 != "x" }
        if words.count > 1 { return .species }
        return scientificName.hasSuffix("aceae") ? .family : .genus
    }

    /// The situation, with defaults for missing values.
    package var situation: Situation {
        Situation(
            place: place.flatMap(Situation.Place.init) ?? (isInGround ? .outdoor : .indoor), potDiameter: potDiameter,
            material: material.flatMap(Situation.Material.init), isInGround: isInGround,
            spot: spot.flatMap(Situation.Spot.init) ?? .usual, hasGrowLamp: hasGrowLamp, repotted: repotted,
            followsSeason: followsSeason)
    }
}

extension CollectionEntry.OwnChore {
    /// nil if the text is not a recurrence.
    package var rule: Recurrence? { Recurrence(recurrence) }
}
