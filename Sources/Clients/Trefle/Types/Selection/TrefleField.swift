/// A field by which lists can be filtered, limited and sorted, by its name in the service's database.
///
/// Each list supports some fields for some purposes. A known field that the list does not support is refused and not
/// sent: the service returns 400 for it since 2.0.2 (August 2026); earlier versions, and searches still today, silently
/// ignore it. An unknown name is sent unchanged.
public struct TrefleField: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The value as the service writes it.
    public let rawValue: String

    /// A field with this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }
}

// MARK: - Fields of species

extension TrefleField {
    /// Humidity of the air, 0–10.
    public static let atmosphericHumidity = TrefleField(rawValue: "atmospheric_humidity")
    /// The author of the scientific name.
    public static let author = TrefleField(rawValue: "author")
    /// The value is in centimetres.
    public static let averageHeightCm = TrefleField(rawValue: "average_height_cm")
    /// The publication of the name.
    public static let bibliography = TrefleField(rawValue: "bibliography")
    /// `jan`, `feb` …
    public static let bloomMonths = TrefleField(rawValue: "bloom_months")
    /// The usual name in English.
    public static let commonName = TrefleField(rawValue: "common_name")
    /// `annual`, `biennial`, `perennial`.
    public static let duration = TrefleField(rawValue: "duration")
    /// `true`, `false`.
    public static let edible = TrefleField(rawValue: "edible")
    /// `roots`, `leaves` …
    public static let ediblePart = TrefleField(rawValue: "edible_part")
    /// `native`, `introduced` …
    public static let establishment = TrefleField(rawValue: "establishment")
    /// `Rose family`.
    public static let familyCommonName = TrefleField(rawValue: "family_common_name")
    /// `Rosaceae`.
    public static let familyName = TrefleField(rawValue: "family_name")
    /// `white`, `red` …
    public static let flowerColor = TrefleField(rawValue: "flower_color")
    /// `true`, `false`.
    public static let flowerConspicuous = TrefleField(rawValue: "flower_conspicuous")
    /// `green`, `grey` …
    public static let foliageColor = TrefleField(rawValue: "foliage_color")
    /// `fine`, `medium`, `coarse`.
    public static let foliageTexture = TrefleField(rawValue: "foliage_texture")
    /// The number of days per year.
    public static let frostFreeDaysMinimum = TrefleField(rawValue: "frost_free_days_minimum")
    /// `red`, `black` …
    public static let fruitColor = TrefleField(rawValue: "fruit_color")
    /// `true`, `false`.
    public static let fruitConspicuous = TrefleField(rawValue: "fruit_conspicuous")
    /// `jan`, `feb` …
    public static let fruitMonths = TrefleField(rawValue: "fruit_months")
    /// `true`, `false`.
    public static let fruitSeedPersistence = TrefleField(rawValue: "fruit_seed_persistence")
    /// `Rosa`.
    public static let genusName = TrefleField(rawValue: "genus_name")
    /// In a response: ``Growth/soilHumidity``, 0–10.
    public static let groundHumidity = TrefleField(rawValue: "ground_humidity")
    /// `Single Stem` …
    public static let growthForm = TrefleField(rawValue: "growth_form")
    /// `Tree` … A value with a comma cannot be used in a request.
    public static let growthHabit = TrefleField(rawValue: "growth_habit")
    /// `jan`, `feb` …
    public static let growthMonths = TrefleField(rawValue: "growth_months")
    /// `Slow`, `Moderate`, `Rapid`.
    public static let growthRate = TrefleField(rawValue: "growth_rate")
    /// Whether there is a photograph.
    public static let imageURL = TrefleField(rawValue: "image_url")
    /// The number of photographs.
    public static let imagesCount = TrefleField(rawValue: "images_count")
    /// `true`, `false`.
    public static let leafRetention = TrefleField(rawValue: "leaf_retention")
    /// 0–10.
    public static let light = TrefleField(rawValue: "light")
    /// `tree`, `shrub` …
    public static let ligneousType = TrefleField(rawValue: "ligneous_type")
    /// The value is in centimetres.
    public static let maximumHeightCm = TrefleField(rawValue: "maximum_height_cm")
    /// The value is in millimetres per year.
    public static let maximumPrecipitationMm = TrefleField(rawValue: "maximum_precipitation_mm")
    /// The value is in degrees Celsius.
    public static let maximumTemperatureDegC = TrefleField(rawValue: "maximum_temperature_deg_c")
    /// The value is in degrees Fahrenheit.
    public static let maximumTemperatureDegF = TrefleField(rawValue: "maximum_temperature_deg_f")
    /// The value is in millimetres per year.
    public static let minimumPrecipitationMm = TrefleField(rawValue: "minimum_precipitation_mm")
    /// The value is in centimetres.
    public static let minimumRootDepthCm = TrefleField(rawValue: "minimum_root_depth_cm")
    /// The value is in degrees Celsius.
    public static let minimumTemperatureDegC = TrefleField(rawValue: "minimum_temperature_deg_c")
    /// The value is in degrees Fahrenheit.
    public static let minimumTemperatureDegF = TrefleField(rawValue: "minimum_temperature_deg_f")
    /// The pH of the soil.
    public static let phMaximum = TrefleField(rawValue: "ph_maximum")
    /// The pH of the soil.
    public static let phMinimum = TrefleField(rawValue: "ph_minimum")
    /// In a response: ``Growth/daysToHarvest``.
    public static let plantingDaysToHarvest = TrefleField(rawValue: "planting_days_to_harvest")
    /// In a response: ``Growth/rowSpacing``.
    public static let plantingRowSpacingCm = TrefleField(rawValue: "planting_row_spacing_cm")
    /// In a response: ``Growth/spread``.
    public static let plantingSpreadCm = TrefleField(rawValue: "planting_spread_cm")
    /// `species`, `var` …
    public static let rank = TrefleField(rawValue: "rank")
    /// The scientific name without the author.
    public static let scientificName = TrefleField(rawValue: "scientific_name")
    /// 0–10.
    public static let soilNutriments = TrefleField(rawValue: "soil_nutriments")
    /// 0–10.
    public static let soilSalinity = TrefleField(rawValue: "soil_salinity")
    /// 0–10.
    public static let soilTexture = TrefleField(rawValue: "soil_texture")
    /// The number of sources.
    public static let sourcesCount = TrefleField(rawValue: "sources_count")
    /// `accepted`, `unknown`.
    public static let status = TrefleField(rawValue: "status")
    /// The number of synonyms.
    public static let synonymsCount = TrefleField(rawValue: "synonyms_count")
    /// Not available as a filter; a range refers to the index in none, low, medium, high.
    public static let toxicity = TrefleField(rawValue: "toxicity")
    /// When the entry was last changed.
    public static let updatedAt = TrefleField(rawValue: "updated_at")
    /// `true`, `false`.
    public static let vegetable = TrefleField(rawValue: "vegetable")
    /// The year of the name's publication.
    public static let year = TrefleField(rawValue: "year")
}

// MARK: - Fields of groups, zones and corrections

extension TrefleField {
    /// The name of a genus, a family or a zone.
    public static let name = TrefleField(rawValue: "name")
    /// As it is written in requests.
    public static let slug = TrefleField(rawValue: "slug")
    /// The id of the family to which a genus belongs.
    public static let familyID = TrefleField(rawValue: "family_id")
    /// A property of a zone.
    public static let tdwgCode = TrefleField(rawValue: "tdwg_code")
    /// The level of a zone, 1–4.
    public static let tdwgLevel = TrefleField(rawValue: "tdwg_level")
    /// A property of a zone.
    public static let speciesCount = TrefleField(rawValue: "species_count")
    /// The author of a correction.
    public static let userID = TrefleField(rawValue: "user_id")
    /// The id of the species that a correction is about.
    public static let recordID = TrefleField(rawValue: "record_id")
    /// `Species`.
    public static let recordType = TrefleField(rawValue: "record_type")
    /// `report`.
    public static let warningType = TrefleField(rawValue: "warning_type")
    /// `pending` …
    public static let changeStatus = TrefleField(rawValue: "change_status")
    /// `update` …
    public static let changeType = TrefleField(rawValue: "change_type")
    /// The account that accepted a correction.
    public static let acceptedBy = TrefleField(rawValue: "accepted_by")
    /// `external`, `observation`, `report`.
    public static let sourceType = TrefleField(rawValue: "source_type")
}
