package import Calendar

/// How a plant grows, as far as it matters to whoever waters it.
package enum GrowthForm: String, Sendable, CaseIterable {
    case succulent, cactus, fern, bulb, annual, perennial, grass, aroid, climber, shrub, tree, palm, epiphyte, aquatic,
        carnivorous, moss
}

/// How dry its soil may get, from almost always dry to always wet.
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

/// What the plant does in its rest.
package enum Rest: String, Sendable, CaseIterable {
    /// Keeps its leaves and wants less in winter.
    case winter
    /// Grows in winter and rests in summer.
    case summer
    /// Has no leaves, or nothing above ground.
    case leafless
    /// Grows on where it is warm and light.
    case never = "none"
}

package enum Toxicity: String, Sendable, CaseIterable {
    case none, low, medium, high
}

/// What is known about the care of a kind of plant, each value with its source; a missing one is not known.
///
/// Months are those of the northern hemisphere. Temperatures are °C, rain is mm a year, scales run from 0 to 10 as
/// Trefle has them.
package struct CareFacts: Sendable, Hashable {
    package var form: Sourced<GrowthForm>?
    /// 0 deepest shade to 10 full sun.
    package var light: Sourced<Int>?

    // What says how dry the soil may get; `dryness` weighs them.

    /// Said outright: by a person, or by our table about the species.
    package var water: Sourced<Dryness>?
    /// Trefle's 0 (xerophile) to 10 (subaquatic).
    package var soilHumidity: Sourced<Int>?
    /// EIVE's M, 0 to 10.
    package var moisture: Sourced<Double>?
    /// EcoCrop's drainage: how fast water should leave.
    package var drainage: Sourced<Drainage>?
    package var rain: Sourced<ClosedRange<Int>>?

    package var airHumidity: Sourced<Int>?
    package var nutriments: Sourced<Int>?
    package var fertiliser: Sourced<FertiliserType>?
    /// The lowest temperature it survives: hardiness, not comfort.
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
    /// What makes it poisonous: "calcium oxalate in all parts".
    package var toxin: Sourced<String>?
    /// Usual years between repottings.
    package var repotting: Sourced<Double>?
    package var pruningMonths: Sourced<Months>?
    package var notes: Sourced<String>?
    /// Where to read about the species.
    package var link: Sourced<String>?

    // What a person decided outright, instead of what follows from the above.

    /// Days between waterings, in all months and whatever the situation.
    package var wateringInterval: Sourced<Int>?
    /// Days between fertilisings in the months of growth; 0 for none at all.
    package var fertiliserInterval: Sourced<Int>?
    /// One end of the comfort range, where it was said alone.
    package var comfortLow: Sourced<Int>?
    package var comfortHigh: Sourced<Int>?

    /// On what our table and a service differ; how dry the soil may get is not among them.
    package var disputes: [CareDispute] = []

    package enum Drainage: String, Sendable, CaseIterable {
        case poor, well, excessive
    }

    package init() {}

    /// That a genus or a family is harmless says nothing of this species; that it is not, does.
    private static func warning(_ fact: Sourced<Toxicity>?) -> Sourced<Toxicity>? {
        guard let fact, fact.value == .none, ![.person, .trefle, .species].contains(fact.source.kind) else {
            return fact
        }
        return nil
    }

    /// Trefle does not say to whom it is poisonous, and a genus may know better: the graver word holds, unless a person
    /// has spoken.
    private static func graver(_ first: Sourced<Toxicity>?, _ second: Sourced<Toxicity>?) -> Sourced<Toxicity>? {
        guard let first, let second else { return first ?? second }
        guard first.source.kind == .trefle else { return first }
        let order = Toxicity.allCases
        return (order.firstIndex(of: second.value) ?? 0) > (order.firstIndex(of: first.value) ?? 0) ? second : first
    }

    /// These, and where one is missing, the other's.
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
