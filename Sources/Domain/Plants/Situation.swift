public import Calendar
import Messages

/// Where and how a plant is kept.
public struct Situation: Sendable, Hashable {
    /// Where a plant stands: in a room, outdoors, on a balcony or in a greenhouse.
    public enum Place: String, Sendable, CaseIterable {
        case indoor, outdoor, balcony, greenhouse

        /// "indoors".
        public var words: String {
            switch self {
            case .indoor: localized("indoors")
            case .outdoor: localized("outdoors")
            case .balcony: localized("on a balcony")
            case .greenhouse: localized("in a greenhouse")
            }
        }
    }

    /// What a pot is made of.
    public enum Material: String, Sendable, CaseIterable {
        case plastic, clay, glazed, metal, wood, fabric

        /// "clay pot".
        public var potWords: String {
            switch self {
            case .plastic: localized("plastic pot")
            case .clay: localized("clay pot")
            case .glazed: localized("glazed pot")
            case .metal: localized("metal pot")
            case .wood: localized("wood pot")
            case .fabric: localized("fabric pot")
            }
        }
    }

    /// The brightness of its spot, relative to what is usual at such a place.
    public enum Spot: String, Sendable, CaseIterable {
        case shaded, usual, bright
    }

    /// Where the plant stands.
    public var place: Place
    /// Width of the pot at its top in cm, 1 to 200; nil if unknown.
    public var potDiameter: Double?
    /// What the pot is made of; nil if unknown or if there is none.
    public var material: Material?
    /// True in the ground instead of a pot; outdoors only.
    public var isInGround: Bool
    /// The brightness of its spot.
    public var spot: Spot
    /// True under a lamp that extends the day.
    public var hasGrowLamp: Bool
    /// The day on which it was planted or repotted.
    public var repotted: LocalDay?
    /// True if its intervals follow the season.
    public var followsSeason: Bool

    public init(
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

    /// The allowed widths of a pot, in cm.
    public static let potDiameters = 1.0...200.0

    /// "14 cm clay pot", "clay pot", "14 cm pot"; nil if nothing is known of the pot.
    public func potWords(in units: Units) -> String? {
        guard let potDiameter else { return material?.potWords }
        let (width, pot) = (units.text(centimetres: potDiameter), material?.potWords ?? localized("pot"))
        return localized("\(width, "width") \(pot, "pot")")
    }
}

/// The household's location, as far as its plants need it.
public struct Whereabouts: Sendable, Hashable {
    /// Degrees, north positive. If nil, the season is not considered.
    public var latitude: Double?
    /// The household's name for the location, "Vienna"; used in reasons only.
    public var name: String?
    /// The household's words for its animals: "cat", "dog".
    public var pets: [String]

    public init(latitude: Double? = nil, name: String? = nil, pets: [String] = []) {
        self.latitude = latitude
        self.name = name
        self.pets = pets
    }
}
