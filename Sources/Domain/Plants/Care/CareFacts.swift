package import Calendar
import Messages

/// The growth form of a plant, as far as it matters for its care.
package enum GrowthForm: String, Sendable, CaseIterable {
    case succulent, cactus, fern, bulb, annual, perennial, grass, aroid, climber, shrub, tree, palm, epiphyte, aquatic,
        carnivorous, moss
}

/// How dry the soil may get, from almost always dry to always wet.
package enum Dryness: String, Sendable, CaseIterable, Comparable {
    case veryLow = "very-low"
    case low, medium, high, wet

    package static func < (left: Dryness, right: Dryness) -> Bool { left.order < right.order }
    package var order: Int { Dryness.allCases.firstIndex(of: self) ?? 2 }
}

package enum FertiliserType: String, Sendable, CaseIterable {
    case balanced, phosphorus, potassium, organic
    case highNitrogen = "high-nitrogen"
}

package enum GrowthRate: String, Sendable, CaseIterable {
    case slow, moderate, rapid
}

/// What the plant does in its dormant season.
package enum Rest: String, Sendable, CaseIterable {
    /// Keeps its leaves and needs less in winter.
    case winter
    /// Grows in winter and rests in summer.
    case summer
    /// Has no leaves, or no parts above ground.
    case leafless
    /// Continues to grow if it is warm and light.
    case never = "none"
}

package enum Toxicity: String, Sendable, CaseIterable {
    case none, low, medium, high
}

/// The known facts about the care of a kind of plant, each with its source. A missing value is unknown.
///
/// Months are those of the northern hemisphere, temperatures are in °C, rain is in mm a year, scales run from 0 to 10
/// as in Trefle.
package struct CareFacts: Sendable, Hashable {
    package var form: Sourced<GrowthForm>?
    /// From 0, deepest shade, to 10, full sun.
    package var light: Sourced<Int>?

    // The evidence for soil dryness; `dryness` weighs it.

    /// Stated directly: by a person, or by our table for the species.
    package var water: Sourced<Dryness>?
    /// Trefle's 0 (xerophile) to 10 (subaquatic).
    package var soilHumidity: Sourced<Int>?
    /// EIVE's M, 0 to 10.
    package var moisture: Sourced<Double>?
    /// EcoCrop's drainage: how fast water should drain.
    package var drainage: Sourced<Drainage>?
    package var rain: Sourced<ClosedRange<Int>>?

    package var airHumidity: Sourced<Int>?
    package var nutriments: Sourced<Int>?
    package var fertiliser: Sourced<FertiliserType>?
    /// The lowest temperature the plant survives, not its comfort.
    package var survival: Sourced<Int>?
    package var comfort: Sourced<ClosedRange<Int>>?
    package var maximum: Sourced<Int>?
    package var acidity: Sourced<ClosedRange<Double>>?
    package var soil: Sourced<String>?
    package var growthMonths: Sourced<Months>?
    package var bloomMonths: Sourced<Months>?
    package var growthRate: Sourced<GrowthRate>?
    package var rest: Sourced<Rest>?
    package var pets: Sourced<Toxicity>?
    package var people: Sourced<Toxicity>?
    /// The cause of its toxicity: "calcium oxalate in all parts".
    package var toxin: Sourced<String>?
    /// Usual years between repottings.
    package var repotting: Sourced<Double>?
    package var pruningMonths: Sourced<Months>?
    package var notes: Sourced<String>?
    /// A web page about the species.
    package var link: Sourced<String>?

    // Values that a person set directly, instead of what follows from the facts above.

    /// Days between waterings, in all months and situations.
    package var wateringInterval: Sourced<Int>?
    /// Days between fertilisings in the growing months; 0 for never.
    package var fertiliserInterval: Sourced<Int>?
    /// One end of the comfort range, if it was set alone.
    package var comfortLow: Sourced<Int>?
    package var comfortHigh: Sourced<Int>?

    /// The values for which our table and a service differ, except soil dryness.
    package var disputes: [CareDispute] = []

    package enum Drainage: String, Sendable, CaseIterable {
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

    package init() {}

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
    package func filled(by other: CareFacts) -> CareFacts {
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
