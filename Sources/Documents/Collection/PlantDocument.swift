import Calendar
package import FoundationEssentials
package import Plants
import Recognition

/// A plant of the collection as JSON; Docs/api.md describes it.
package struct PlantDocument: Codable, Sendable {
    package struct Situation: Codable, Sendable {
        package let place: String
        package let potDiameter: Double?
        package let material: String?
        package let isInGround: Bool
        package let spot: String
        package let hasGrowLamp: Bool
        package let repotted: String?
        package let followsSeason: Bool
    }

    package struct Archive: Codable, Sendable {
        package let reason: String
        package let day: String
    }

    package let id: String
    package let name: String
    package let scientificName: String?
    package let commonNames: [String]
    package let family: String?
    package let rank: String?
    package let photographs: [String]
    package let identification: String?
    package let addedAt: Date
    package let room: String?
    package let situation: Situation
    package let overruled: [String: String]
    package let learningSince: String?
    package let archive: Archive?
    /// When its tasks are due on their day: "07:30"; nil for the time of the household.
    package let preferredTime: String?
    /// What the care is based on: species, genus, family or general. Not in lists.
    package var careBasis: String?
    /// What the name may mean; nil if it is clear, or if nothing is similar.
    package var didYouMean: [SpeciesDocument]?

    package init(_ plant: Plant) {
        id = plant.id.rawValue
        name = plant.name
        scientificName = plant.taxon?.scientificName
        commonNames = plant.taxon?.commonNames ?? []
        family = plant.taxon?.family
        rank = plant.taxon?.rank.rawValue
        photographs = plant.photographs.map(\.rawValue)
        identification = plant.identification?.rawValue
        addedAt = plant.addedAt
        room = plant.room
        situation = Situation(
            place: plant.situation.place.rawValue, potDiameter: plant.situation.potDiameter,
            material: plant.situation.material?.rawValue, isInGround: plant.situation.isInGround,
            spot: plant.situation.spot.rawValue, hasGrowLamp: plant.situation.hasGrowLamp,
            repotted: plant.situation.repotted?.description, followsSeason: plant.situation.followsSeason)
        overruled = Dictionary(
            plant.overruled.map { ($0.key.rawValue, $0.value) }, uniquingKeysWith: { first, _ in first })
        learningSince = plant.learningSince?.description
        archive = plant.archive.map { Archive(reason: $0.reason.rawValue, day: $0.day.description) }
        preferredTime = plant.preferredTime?.description
    }
}
