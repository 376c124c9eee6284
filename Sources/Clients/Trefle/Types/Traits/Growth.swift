import HTTPTransport

/// The growing conditions of a species. Every value may be missing; for most species, most are.
///
/// ``light``, ``atmosphericHumidity``, ``soilHumidity``, ``soilNutriments`` and ``soilSalinity`` describe where the
/// species grows wild in Europe, not what a plant in a pot survives. 0 is a value on these scales; an unknown value is
/// nil. Values outside a scale are kept as sent.
public struct Growth: Codable, Sendable, Hashable {
    /// A description of its growth, as free text; may be empty.
    public let description: String?
    /// Instructions for sowing, as free text; may be empty.
    public let sowing: String?
    /// The average number of days from planting to harvest.
    public let daysToHarvest: Double?
    /// The minimum distance between two rows.
    public let rowSpacing: Length?
    /// The average spread of the plant.
    public let spread: Length?
    /// The highest pH of the upper 30 cm of soil that it accepts.
    public let phMaximum: Double?
    /// The lowest pH of the upper 30 cm of soil that it accepts.
    public let phMinimum: Double?
    /// The light, from 0 (no light, at most 10 lux) to 10 (at least 100,000 lux).
    public let light: Int?
    /// The humidity of the air, from 0 (at most 10 %) to 10 (at least 90 %). Not related to watering.
    public let atmosphericHumidity: Int?
    /// The months of strongest growth in the northern hemisphere; nil if unknown.
    public let growthMonths: [Month]?
    /// The months of flowering in the northern hemisphere; nil if unknown.
    public let bloomMonths: [Month]?
    /// The months of fruits in the northern hemisphere; nil if unknown.
    public let fruitMonths: [Month]?
    /// The minimum rain per year outdoors.
    public let minimumPrecipitation: Precipitation?
    /// The maximum rain per year outdoors.
    public let maximumPrecipitation: Precipitation?
    /// The minimum depth of the soil; 0 for plants without roots.
    public let minimumRootDepth: Length?
    /// The lowest temperature that it survives (hardiness), not the preferred one.
    public let minimumTemperature: Temperature?
    /// The highest temperature that it survives, not the preferred one.
    public let maximumTemperature: Temperature?
    /// Nutrients in the soil, from 0 (poor) to 10 (very rich).
    public let soilNutriments: Int?
    /// The tolerated salt in the soil, from 0 (none) to 10.
    public let soilSalinity: Int?
    /// The soil texture, from 0 (clay) to 10 (rock). The service stores only 1 to 9, and in some old entries a French
    /// word, which is ignored.
    public let soilTexture: Int?
    /// The humidity of the soil, from 0 (desert) to 10 (under water); 5 is usual garden soil. Watering depends on it.
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
