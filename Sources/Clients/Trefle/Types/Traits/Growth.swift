import HTTPTransport

/// The growing conditions of a species. Every value may be missing; for most species, most are.
///
/// ``light``, ``atmosphericHumidity``, ``soilHumidity``, ``soilNutriments`` and ``soilSalinity`` say if the species
/// is found growing wild in Europe, not what a plant in a pot survives. 0 is a value on these scales; what is not known
/// is nil. Values outside a scale are kept as sent.
public struct Growth: Codable, Sendable, Hashable {
    /// How it grows, in words; may be empty.
    public let description: String?
    /// How to sow it, in words; may be empty.
    public let sowing: String?
    /// Days from planting to harvest, on average.
    public let daysToHarvest: Double?
    /// The least distance between two rows.
    public let rowSpacing: Length?
    /// How far the plant spreads, on average.
    public let spread: Length?
    /// The highest pH of the upper 30 cm of soil that it accepts.
    public let phMaximum: Double?
    /// The lowest pH of the upper 30 cm of soil that it accepts.
    public let phMinimum: Double?
    /// From 0 (no light, at most 10 lux) to 10 (at least 100,000 lux).
    public let light: Int?
    /// Of the air, from 0 (at most 10 %) to 10 (at least 90 %). Says nothing about watering.
    public let atmosphericHumidity: Int?
    /// When it grows most, in the northern hemisphere; nil if nothing is known.
    public let growthMonths: [Month]?
    /// When it blooms, in the northern hemisphere; nil if nothing is known.
    public let bloomMonths: [Month]?
    /// When it bears fruit, in the northern hemisphere; nil if nothing is known.
    public let fruitMonths: [Month]?
    /// The least rain in a year, outdoors.
    public let minimumPrecipitation: Precipitation?
    /// The most rain in a year, outdoors.
    public let maximumPrecipitation: Precipitation?
    /// How deep the soil must be at least; 0 for plants without roots.
    public let minimumRootDepth: Length?
    /// The temperature it survives (hardiness), not the one it prefers.
    public let minimumTemperature: Temperature?
    /// The temperature it survives, not the one it prefers.
    public let maximumTemperature: Temperature?
    /// Nutrients in the soil, from 0 (poor) to 10 (very rich).
    public let soilNutriments: Int?
    /// Salt in the soil that it tolerates, from 0 (none) to 10.
    public let soilSalinity: Int?
    /// From 0 (clay) to 10 (rock); the service itself only stores 1 to 9, and in some old entries a French word, which
    /// is left out here.
    public let soilTexture: Int?
    /// Of the soil, from 0 (as in a desert) to 10 (under water); 5 is usual garden soil. Watering depends on it.
    public let soilHumidity: Int?

    private enum CodingKeys: String, CodingKey {
        case description, sowing, spread, light
        case daysToHarvest = "days_to_harvest"
        case rowSpacing = "row_spacing"
        case phMaximum = "ph_maximum"
        case phMinimum = "ph_minimum"
        case atmosphericHumidity = "atmospheric_humidity"
        case growthMonths = "growth_months"
        case bloomMonths = "bloom_months"
        case fruitMonths = "fruit_months"
        case minimumPrecipitation = "minimum_precipitation"
        case maximumPrecipitation = "maximum_precipitation"
        case minimumRootDepth = "minimum_root_depth"
        case minimumTemperature = "minimum_temperature"
        case maximumTemperature = "maximum_temperature"
        case soilNutriments = "soil_nutriments"
        case soilSalinity = "soil_salinity"
        case soilTexture = "soil_texture"
        case soilHumidity = "soil_humidity"
    }

    /// The spelling that the service announced in 2026.
    private enum NewerKeys: String, CodingKey { case daysToHarvest = "planting_days_to_harvest" }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        description = container.text(.description)
        sowing = container.text(.sowing)
        let newer = try decoder.container(keyedBy: NewerKeys.self)
        daysToHarvest = container.number(.daysToHarvest) ?? newer.number(.daysToHarvest)
        rowSpacing = container.value(.rowSpacing)
        spread = container.value(.spread)
        phMaximum = container.number(.phMaximum)
        phMinimum = container.number(.phMinimum)
        light = container.integer(.light)
        atmosphericHumidity = container.integer(.atmosphericHumidity)
        growthMonths = container.words(.growthMonths)
        bloomMonths = container.words(.bloomMonths)
        fruitMonths = container.words(.fruitMonths)
        minimumPrecipitation = container.value(.minimumPrecipitation)
        maximumPrecipitation = container.value(.maximumPrecipitation)
        minimumRootDepth = container.value(.minimumRootDepth)
        minimumTemperature = container.value(.minimumTemperature)
        maximumTemperature = container.value(.maximumTemperature)
        soilNutriments = container.integer(.soilNutriments)
        soilSalinity = container.integer(.soilSalinity)
        soilTexture = container.integer(.soilTexture)
        soilHumidity = container.integer(.soilHumidity)
    }
}
