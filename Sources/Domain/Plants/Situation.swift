package import Calendar

/// Where and how one plant is kept.
package struct Situation: Sendable, Hashable {
    package enum Place: String, Sendable, CaseIterable {
        case indoor, outdoor, balcony, greenhouse

        var words: String {
            switch self {
            case .indoor: "indoors"
            case .outdoor: "outdoors"
            case .balcony: "on a balcony"
            case .greenhouse: "in a greenhouse"
            }
        }
    }

    package enum Material: String, Sendable, CaseIterable {
        case plastic, clay, glazed, metal, wood, fabric
    }

    /// How light its spot is, against what is usual in such a place.
    package enum Spot: String, Sendable, CaseIterable {
        case shaded, usual, bright
    }

    package var place: Place
    /// Width of the pot at its top in cm, 1 to 200; nothing where it is not known.
    package var potDiameter: Double?
    package var material: Material?
    /// In the ground, not in a pot; outdoors only.
    package var isInGround: Bool
    package var spot: Spot
    /// Under a lamp that makes its days long.
    package var hasGrowLamp: Bool
    /// Planted or repotted on that day.
    package var repotted: LocalDay?
    /// Whether its intervals follow the season.
    package var followsSeason: Bool

    package init(
        place: Place = .indoor, potDiameter: Double? = nil, material: Material? = nil, isInGround: Bool = false,
        spot: Spot = .usual, hasGrowLamp: Bool = false, repotted: LocalDay? = nil, followsSeason: Bool = true
    ) {
        self.place = place
        self.potDiameter = potDiameter
        self.material = material
        self.isInGround = isInGround
        self.spot = spot
        self.hasGrowLamp = hasGrowLamp
        self.repotted = repotted
        self.followsSeason = followsSeason
    }

    package static let potDiameters = 1.0...200.0
}

/// Where the household is, as its plants see it.
package struct Whereabouts: Sendable, Hashable {
    /// Degrees, north positive; nothing where nobody has said: the season is then not considered.
    package var latitude: Double?
    /// How a person would call it: "Vienna"; for reasons only.
    package var name: String?
    /// The animals that live there, as the household calls them: "cat", "dog".
    package var pets: [String]

    package init(latitude: Double? = nil, name: String? = nil, pets: [String] = []) {
        self.latitude = latitude
        self.name = name
        self.pets = pets
    }
}
