extension TrefleStub {
    /// A species of the stub. The names are real, all values are invented.
    struct Plant: Sendable {
        let number: Int
        let slug: String
        let name: String
        var rank = "species"
        var commonName: String?
        let family: String
        var synonyms: [String] = []
        var growth: [String: StubJSON] = [:]
        var growthRate: String?
        var toxicity: String?

        static let modified = "2026-02-02T02:02:02.000Z"
        static let lastModified = "Mon, 02 Feb 2026 02:02:02 GMT"

        /// A variety precedes its species, and its name begins with the species' name, so that taking the first result
        /// is an error.
        static let all: [Plant] = [
            // All values are known, and none is an end of its scale.
            Plant(
                number: 900_101, slug: "monstera-deliciosa", name: "Monstera deliciosa",
                commonName: "Swiss cheese plant",
                family: "Araceae", synonyms: ["Philodendron pertusum", "Monstera borsigiana"],
                growth: [
                    "description": "Climbs.", "light": 4, "atmospheric_humidity": 8, "soil_humidity": 6,
                    "soil_nutriments": 7, "soil_salinity": 0, "ph_minimum": 5.5, "ph_maximum": 7.25,
                    "minimum_temperature": ["deg_c": -1, "deg_f": 31],
                    "maximum_temperature": ["deg_c": 35, "deg_f": 95],
                    "minimum_precipitation": ["mm": 1100], "maximum_precipitation": ["mm": 3400],
                    "growth_months": ["mar", "apr", "may", "jun", "jul", "aug"], "bloom_months": ["jul"],
                ], growthRate: "Rapid", toxicity: "medium"),
            // No value is known.
            Plant(number: 900_102, slug: "epipremnum-aureum", name: "Epipremnum aureum", family: "Araceae"),
            // Its earlier name is a synonym, which the list with a filter does not find.
            Plant(
                number: 900_103, slug: "dracaena-trifasciata", name: "Dracaena trifasciata", commonName: "Snake plant",
                family: "Asparagaceae", synonyms: ["Sansevieria trifasciata", "Sansevieria laurentii"],
                growth: ["light": 5, "soil_humidity": 2, "minimum_temperature": ["deg_c": nil, "deg_f": 50]],
                growthRate: "Slow", toxicity: "low"),
            // Its slug differs from its name.
            Plant(
                number: 900_104, slug: "caladium-zamiaefolium", name: "Zamioculcas zamiifolia", commonName: "ZZ plant",
                family: "Araceae", growth: ["light": 3, "soil_humidity": 3], growthRate: "Slow", toxicity: "none"),
            // A variety of the next species.
            Plant(
                number: 900_105, slug: "rosa-canina-var-lutetiana", name: "Rosa canina var. lutetiana", rank: "var",
                family: "Rosaceae", growth: ["light": 9]),
            Plant(
                number: 900_106, slug: "rosa-canina", name: "Rosa canina", commonName: "Dog rose", family: "Rosaceae",
                growth: [
                    "light": 8, "soil_humidity": 4, "minimum_temperature": ["deg_c": -25, "deg_f": -13],
                    "growth_months": ["apr", "may", "jun"], "bloom_months": ["jun", "jul"],
                ], growthRate: "Moderate"),
            // A hybrid with the hybrid sign.
            Plant(
                number: 900_107, slug: "mentha-x-piperita", name: "Mentha × piperita", rank: "hybrid",
                commonName: "Peppermint", family: "Lamiaceae", growth: ["light": 7, "soil_humidity": 6]),
            // The bundled table does not know it.
            Plant(
                number: 900_108, slug: "trochetia-boutoniana", name: "Trochetia boutoniana",
                commonName: "Mauritian bellflower", family: "Malvaceae", growth: ["light": 7, "soil_humidity": 5]),
        ]

        private static let growthKeys = [
            "description", "sowing", "days_to_harvest", "ph_maximum", "ph_minimum", "light", "atmospheric_humidity",
            "growth_months", "bloom_months", "fruit_months", "soil_nutriments", "soil_salinity", "soil_texture",
            "soil_humidity",
        ]
        /// An unknown measure is an object with null values.
        private static let measures = [
            "row_spacing": ["cm"], "spread": ["cm"], "minimum_root_depth": ["cm"], "minimum_precipitation": ["mm"],
            "maximum_precipitation": ["mm"], "minimum_temperature": ["deg_f", "deg_c"],
            "maximum_temperature": ["deg_f", "deg_c"],
        ]

        /// The species in the form of lists.
        func summary(slug: String) -> StubJSON {
            [
                "id": .int(number), "slug": .string(slug), "scientific_name": .string(name), "rank": .string(rank),
                "common_name": commonName.map { .string($0) } ?? .null, "status": "accepted", "year": 1801,
                "author": "Nemo", "bibliography": "Fl. Nowhere 1: 2 (1801)", "family": .string(family),
                "family_common_name": nil, "genus": .string(String(name.prefix { $0 != " " })), "genus_id": 9001,
                "image_url": nil, "synonyms": .array(synonyms.map { .string($0) }),
                "links": ["self": .string("/api/v1/species/\(slug)")],
            ]
        }

        /// The species in the form of details: all keys, most without a value.
        func detail(slug: String, changed: [String: StubJSON]) -> StubJSON {
            var members = Dictionary(Self.growthKeys.map { ($0, StubJSON.null) }) { first, _ in first }
            for (name, units) in Self.measures {
                members[name] = .object(Dictionary(units.map { ($0, StubJSON.null) }) { first, _ in first })
            }
            members.merge(growth.merging(changed) { _, new in new }) { _, known in known }
            let specifications: StubJSON = [
                "ligneous_type": nil, "growth_form": nil, "growth_habit": nil,
                "growth_rate": growthRate.map { .string($0) } ?? .null, "average_height": ["cm": nil],
                "maximum_height": ["cm": nil], "nitrogen_fixation": nil, "shape_and_orientation": nil,
                "toxicity": toxicity.map { .string($0) } ?? .null,
            ]
            let names = synonyms.enumerated().map { place, name -> StubJSON in
                ["id": .int(place + 1), "name": .string(name), "author": "Nemo", "sources": []]
            }
            return summary(slug: slug).with("synonyms", .array(names)).with("growth", .object(members))
                .with("specifications", specifications).with("vegetable", false).with("edible", nil)
                .with("images", [:]).with("common_names", [:]).with("sources", [])
        }
    }
}
