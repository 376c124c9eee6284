public import Calendar
import Messages

/// The growth form of a plant, as far as it matters for its care.
public enum GrowthForm: String, Sendable, CaseIterable {
    case succulent, cactus, fern, bulb, annual, perennial, grass, aroid, climber, shrub, tree, palm, epiphyte, aquatic,
        carnivorous, moss
}

/// How dry the soil may get, from almost always dry to always wet.
public enum Dryness: String, Sendable, CaseIterable, Comparable {
    case veryLow = "very-low"
    case low, medium, high, wet

    public static func < (left: Dryness, right: Dryness) -> Bool { left.order < right.order }
    /// The place from the driest to the wettest class, from 0.
    public var order: Int { Dryness.allCases.firstIndex(of: self) ?? 2 }
}

/// The kind of a fertiliser: its main nutrient, or balanced or organic.
public enum FertiliserType: String, Sendable, CaseIterable {
    case balanced, phosphorus, potassium, organic
    case highNitrogen = "high-nitrogen"
}

/// How fast a plant grows.
public enum GrowthRate: String, Sendable, CaseIterable {
    case slow, moderate, rapid
}

/// What the plant does in its dormant season.
public enum Rest: String, Sendable, CaseIterable {
    /// Keeps its leaves and needs less in winter.
    case winter
    /// Grows in winter and rests in summer.
    case summer
    /// Has no leaves, or no parts above ground.
    case leafless
    /// Continues to grow if it is warm and light.
    case never = "none"
}

/// How harmful a plant is when it is eaten.
public enum Toxicity: String, Sendable, CaseIterable {
    case none, low, medium, high
}

/// The known facts about the care of a kind of plant, each with its source. A missing value is unknown.
///
/// Months are those of the northern hemisphere, temperatures are in °C, rain is in mm a year, scales run from 0 to 10
/// as in Trefle.
public struct CareFacts: Sendable, Hashable {
    /// The growth form.
    public var form: Sourced<GrowthForm>?
    /// From 0, deepest shade, to 10, full sun.
    public var light: Sourced<Int>?

    // The evidence for soil dryness; `dryness` weighs it.

    /// Stated directly: by a person, or by our table for the species.
    public var water: Sourced<Dryness>?
    /// Trefle's 0 (xerophile) to 10 (subaquatic).
    public var soilHumidity: Sourced<Int>?
    /// EIVE's M, 0 to 10.
    public var moisture: Sourced<Double>?
    /// EcoCrop's drainage: how fast water should drain.
    public var drainage: Sourced<Drainage>?
    /// Rain where it grows naturally, in mm a year.
    public var rain: Sourced<ClosedRange<Int>>?

    /// 0 to 10, as Trefle's atmospheric humidity.
    public var airHumidity: Sourced<Int>?
    /// The nutrients of its natural soil, 0 to 10.
    public var nutriments: Sourced<Int>?
    /// The kind of fertiliser.
    public var fertiliser: Sourced<FertiliserType>?
    /// The lowest temperature the plant survives, not its comfort.
    public var survival: Sourced<Int>?
    /// Comfortable temperatures, in °C.
    public var comfort: Sourced<ClosedRange<Int>>?
    /// The highest temperature that it tolerates, in °C.
    public var maximum: Sourced<Int>?
    /// The pH of the soil.
    public var acidity: Sourced<ClosedRange<Double>>?
    /// The soil in words.
    public var soil: Sourced<String>?
    /// The months in which it grows, in the northern hemisphere; those that a person set are local.
    public var growthMonths: Sourced<Months>?
    /// The months in which it blooms, in the northern hemisphere; those that a person set are local.
    public var bloomMonths: Sourced<Months>?
    /// How fast it grows.
    public var growthRate: Sourced<GrowthRate>?
    /// How it rests.
    public var rest: Sourced<Rest>?
    /// How harmful it is to pets.
    public var pets: Sourced<Toxicity>?
    /// How harmful it is to people.
    public var people: Sourced<Toxicity>?
    /// The cause of its toxicity: "calcium oxalate in all parts".
    public var toxin: Sourced<String>?
    /// Usual years between repottings.
    public var repotting: Sourced<Double>?
    /// The months in which it is pruned, in the northern hemisphere.
    public var pruningMonths: Sourced<Months>?
    /// What else is known of it, as text; at most 500 code points if a person wrote it.
    public var notes: Sourced<String>?
    /// A web page about the species.
    public var link: Sourced<String>?

    // Values that a person set directly, instead of what follows from the facts above.

    /// Days between waterings, in all months and situations.
    public var wateringInterval: Sourced<Int>?
    /// Days between fertilisings in the growing months; 0 for never.
    public var fertiliserInterval: Sourced<Int>?
    /// One end of the comfort range, if it was set alone.
    public var comfortLow: Sourced<Int>?
    /// The highest comfortable temperature that a person set, in °C.
    public var comfortHigh: Sourced<Int>?

    /// The values for which our table and a service differ, except soil dryness.
    public var disputes: [CareDispute] = []

    /// How fast the soil drains.
    public enum Drainage: String, Sendable, CaseIterable {
        case poor, well, excessive

        /// The reason for a dryness that follows from it.
        var reason: String {
            switch self {
            case .poor: localized("poor drainage suits it")
            case .well: localized("well drainage suits it")
            case .excessive: localized("excessive drainage suits it")
            }
        }
    }

    public init() {}

    /// Drops "harmless" for a genus or a family: it does not hold for every species. A warning is kept.
    private static func warning(_ fact: Sourced<Toxicity>?) -> Sourced<Toxicity>? {
        guard let fact, fact.value == .none, ![.person, .trefle, .species].contains(fact.source.kind) else {
            return fact
        }
        return nil
    }

    /// Returns the graver of two warnings, except that a person's value always wins. Trefle does not state for whom a
    /// plant is poisonous, and the value of the genus may be more precise.
    private static func graver(_ first: Sourced<Toxicity>?, _ second: Sourced<Toxicity>?) -> Sourced<Toxicity>? {
        guard let first, let second else { return first ?? second }
        guard first.source.kind == .trefle else { return first }
        let order = Toxicity.allCases
        return (order.firstIndex(of: second.value) ?? 0) > (order.firstIndex(of: first.value) ?? 0) ? second : first
    }

    /// Returns these facts, with missing ones taken from `other`.
    public func filled(by other: CareFacts) -> CareFacts {
        var facts = self
        facts.form = form ?? other.form
        facts.light = light ?? other.light
        facts.water = water ?? other.water
        facts.soilHumidity = soilHumidity ?? other.soilHumidity
        facts.moisture = moisture ?? other.moisture
        facts.drainage = drainage ?? other.drainage
        facts.rain = rain ?? other.rain
        facts.airHumidity = airHumidity ?? other.airHumidity
        facts.nutriments = nutriments ?? other.nutriments
        facts.fertiliser = fertiliser ?? other.fertiliser
        facts.survival = survival ?? other.survival
        facts.comfort = comfort ?? other.comfort
        facts.maximum = maximum ?? other.maximum
        facts.acidity = acidity ?? other.acidity
        facts.soil = soil ?? other.soil
        facts.growthMonths = growthMonths ?? other.growthMonths
        facts.bloomMonths = bloomMonths ?? other.bloomMonths
        facts.growthRate = growthRate ?? other.growthRate
        facts.rest = rest ?? other.rest
        facts.pets = Self.graver(pets, Self.warning(other.pets))
        facts.people = Self.graver(people, Self.warning(other.people))
        facts.toxin = toxin ?? other.toxin
        facts.repotting = repotting ?? other.repotting
        facts.pruningMonths = pruningMonths ?? other.pruningMonths
        facts.notes = notes ?? other.notes
        facts.link = link ?? other.link
        facts.wateringInterval = wateringInterval ?? other.wateringInterval
        facts.fertiliserInterval = fertiliserInterval ?? other.fertiliserInterval
        facts.comfortLow = comfortLow ?? other.comfortLow
        facts.comfortHigh = comfortHigh ?? other.comfortHigh
        return facts
    }
}
