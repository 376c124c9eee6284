/// The fields that a list supports, by purpose.
struct FieldRule: Sendable {
    var filter: Set<TrefleField> = []
    var filterNot: Set<TrefleField> = []
    var range: Set<TrefleField> = []
    var order: Set<TrefleField> = []

    /// A name that is in no rule may be one that the service has added later.
    static let known: Set<TrefleField> = [species, genera, groups, zones, corrections].reduce(into: []) { known, rule in
        known.formUnion(rule.filter)
        known.formUnion(rule.filterNot)
        known.formUnion(rule.range)
        known.formUnion(rule.order)
    }

    /// Also for plants, because lists of plants contain their main species.
    static let species = FieldRule(
        filter: [
            .author, .bloomMonths, .commonName, .duration, .edible, .ediblePart, .establishment,
            .familyCommonName, .familyName, .flowerColor, .flowerConspicuous, .foliageColor, .foliageTexture,
            .fruitColor, .fruitConspicuous, .fruitMonths, .fruitSeedPersistence, .genusName, .growthForm,
            .growthHabit, .growthMonths, .growthRate, .leafRetention, .ligneousType, .rank, .scientificName, .status,
            .vegetable,
        ],
        filterNot: [
            .author, .averageHeightCm, .bibliography, .commonName, .ediblePart, .familyCommonName,
            .familyName, .flowerColor, .flowerConspicuous, .foliageColor, .foliageTexture, .frostFreeDaysMinimum,
            .fruitColor, .fruitConspicuous, .fruitSeedPersistence, .genusName, .groundHumidity, .growthForm,
            .growthHabit, .growthRate, .imageURL, .imagesCount, .leafRetention, .light, .ligneousType,
            .maximumHeightCm, .maximumPrecipitationMm, .maximumTemperatureDegC, .maximumTemperatureDegF,
            .minimumPrecipitationMm, .minimumRootDepthCm, .minimumTemperatureDegC, .minimumTemperatureDegF,
            .phMaximum, .phMinimum, .plantingDaysToHarvest, .plantingRowSpacingCm, .plantingSpreadCm, .rank,
            .scientificName, .soilNutriments, .soilSalinity, .soilTexture, .sourcesCount, .status, .synonymsCount,
            .toxicity, .vegetable, .year,
        ],
        range: [
            .atmosphericHumidity, .averageHeightCm, .frostFreeDaysMinimum, .groundHumidity,
            .imagesCount, .light, .maximumHeightCm, .maximumPrecipitationMm, .maximumTemperatureDegC,
            .maximumTemperatureDegF, .minimumPrecipitationMm, .minimumRootDepthCm, .minimumTemperatureDegC,
            .minimumTemperatureDegF, .phMaximum, .phMinimum, .plantingDaysToHarvest, .plantingRowSpacingCm,
            .plantingSpreadCm, .soilNutriments, .soilSalinity, .soilTexture, .sourcesCount, .synonymsCount, .toxicity,
            .year,
        ],
        order: [
            .atmosphericHumidity, .author, .averageHeightCm, .bibliography, .commonName, .duration,
            .edible, .familyCommonName, .familyName, .flowerColor, .flowerConspicuous, .foliageColor, .foliageTexture,
            .frostFreeDaysMinimum, .fruitColor, .fruitConspicuous, .fruitSeedPersistence, .groundHumidity,
            .growthForm, .growthHabit, .growthRate, .imagesCount, .leafRetention, .light, .ligneousType,
            .maximumHeightCm, .maximumPrecipitationMm, .maximumTemperatureDegC, .maximumTemperatureDegF,
            .minimumPrecipitationMm, .minimumRootDepthCm, .minimumTemperatureDegC, .minimumTemperatureDegF,
            .phMaximum, .phMinimum, .plantingDaysToHarvest, .plantingRowSpacingCm, .plantingSpreadCm, .rank,
            .scientificName, .soilNutriments, .soilSalinity, .soilTexture, .sourcesCount, .status, .synonymsCount,
            .toxicity, .updatedAt, .vegetable, .year,
        ])

    static let genera = FieldRule(filter: [.name, .slug, .familyID], order: [.name, .slug, .familyID])

    /// For families; higher ranks cannot be filtered or sorted.
    static let groups = FieldRule(filter: [.name, .slug], order: [.name, .slug])

    static let zones = FieldRule(
        filter: [.tdwgLevel, .tdwgCode], range: [.tdwgLevel, .speciesCount],
        order: [.name, .slug, .speciesCount, .tdwgLevel, .tdwgCode])

    static let corrections: FieldRule = {
        let fields: Set<TrefleField> = [
            .userID, .recordID, .recordType, .warningType, .changeStatus, .changeType, .acceptedBy, .sourceType,
        ]
        return FieldRule(filter: fields, order: fields)
    }()
}
