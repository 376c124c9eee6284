package import Agenda
package import Calendar
package import Recognition

/// One plant of a collection as it leaves one house and enters another: without photographs, without the plan that
/// follows from what is known, and without anything that names the house.
///
/// Rank, place, material, spot and recurrence are the words of the file. `CollectionFile.parse` lets no word through
/// that the domain does not know, so `taxon`, `situation` and `recurrence` lose nothing of what it returns.
package struct CollectionEntry: Sendable, Hashable {
    /// The exporter's own identifier, by which an import recognises what it already has: 1–64 letters, digits, hyphens
    /// or underscores.
    package var id: String?
    /// What the household calls it.
    package var name: String

    // What it is.

    package var scientificName: String?
    /// A word of `Taxon.Rank`.
    package var taxonRank: String?
    package var family: String?
    package var commonNames: [String] = []
    package var powo: String?
    package var gbif: String?

    // How it is kept.

    package var room: String?
    /// A word of `Situation.Place`.
    package var place: String?
    /// cm.
    package var potDiameter: Double?
    /// A word of `Situation.Material`.
    package var material: String?
    package var isInGround = false
    /// A word of `Situation.Spot`.
    package var spot: String?
    package var hasGrowLamp = false
    package var followsSeason = true
    package var repotted: LocalDay?
    /// What the household says against the facts, by field. The fields are not looked at here.
    package var overruled: [String: String] = [:]

    // Its life in the house.

    package var addedOn: LocalDay
    package var archived: Plant.Archive?
    package var notes: [Note] = []
    /// Oldest first.
    package var log: [LogLine] = []
    /// Those that a person made.
    package var chores: [OwnChore] = []
    /// Chores of the plan that a person does not want.
    package var switchedOff: [Chore.Kind] = []
    /// Waterings before that day teach nothing any more.
    package var learningSince: LocalDay?

    /// Everything else is as a plant has it of which nobody has said anything.
    package init(name: String, addedOn: LocalDay) {
        self.name = name
        self.addedOn = addedOn
    }

    /// A line of its diary.
    package struct Note: Sendable, Hashable {
        package let day: LocalDay
        package let text: String

        package init(day: LocalDay, text: String) {
            self.day = day
            self.text = text
        }
    }

    /// What was done for it, or skipped.
    package struct LogLine: Sendable, Hashable {
        package enum Action: String, Sendable, CaseIterable {
            case done, skipped
        }

        package let kind: Chore.Kind
        /// The person's own words.
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

    /// A chore that a person made, not the plan.
    package struct OwnChore: Sendable, Hashable {
        package let kind: Chore.Kind
        package let title: String?
        /// `Recurrence.text`.
        package let recurrence: String
        package let start: LocalDay
        package let standing: Chore.Standing

        package init(
            kind: Chore.Kind, title: String? = nil, recurrence: String, start: LocalDay,
            standing: Chore.Standing = .active
        ) {
            self.kind = kind
            self.title = title
            self.recurrence = recurrence
            self.start = start
            self.standing = standing
        }
    }
}

// MARK: - To and from a plant

extension CollectionEntry {
    /// A plant that came on `addedOn`, by the calendar of the house; diary, log and chores are kept elsewhere.
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
    }

    /// What it is; nothing without a scientific name.
    package var taxon: Taxon? {
        guard let scientificName else { return nil }
        return Taxon(
            scientificName: scientificName, commonNames: commonNames, family: family,
            rank: taxonRank.flatMap(Taxon.Rank.init) ?? Self.usualRank(of: scientificName), powo: powo, gbif: gbif)
    }

    /// Other people's lists seldom tell the rank; the form of the name does.
    private static func usualRank(of scientificName: String) -> Taxon.Rank {
        let words = scientificName.split(separator: " ").filter { $0 != "×" && $0 != "x" }
        if words.count > 1 { return .species }
        return scientificName.hasSuffix("aceae") ? .family : .genus
    }

    /// How it is kept, with what is usual where nothing is said.
    package var situation: Situation {
        Situation(
            place: place.flatMap(Situation.Place.init) ?? (isInGround ? .outdoor : .indoor), potDiameter: potDiameter,
            material: material.flatMap(Situation.Material.init), isInGround: isInGround,
            spot: spot.flatMap(Situation.Spot.init) ?? .usual, hasGrowLamp: hasGrowLamp, repotted: repotted,
            followsSeason: followsSeason)
    }
}

extension CollectionEntry.OwnChore {
    /// Nothing where its text is none.
    package var rule: Recurrence? { Recurrence(recurrence) }
}
