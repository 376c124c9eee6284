import Foundation
import HTTPTransport
import Support
import Testing
import Trefle

@Suite("Species of Trefle", .tags(.small))
struct SpeciesTests {
    private func species(_ name: String) async throws -> Species {
        try await Service(200, try invented(name)).client.species("x").value
    }

    @Test("Names and traits of a species are decoded")
    func traits() async throws {
        let species = try await species("species-full.json")
        #expect(species.id == 900_001 && species.slug == "planta-ficta")
        #expect(species.scientificName == "Planta ficta" && species.commonName == "made-up lettuce")
        #expect(species.year == 1801 && species.bibliography == "Fl. Nowhere 1: 2 (1801)" && species.author == "Nemo")
        #expect(species.status == "accepted" && species.rank == .species)
        #expect(species.family == "Plantaceae" && species.familyCommonName == "Made-up family")
        #expect(species.genus == "Planta" && species.genusID == 9001)
        #expect(species.observations == "Nowhere to Elsewhere")
        #expect(species.vegetable == true && species.edible == true)
        #expect(species.ediblePart == [.leaves, .flowers] && species.duration == [.annual, .biennial])
        #expect(species.imageURL == "https://images.test/o/00000001")
        #expect(species.flower?.color?.map(\.rawValue) == ["white", "yellow"] && species.flower?.conspicuous == true)
        #expect(species.foliage?.texture == "medium" && species.foliage?.leafRetention == false)
        #expect(species.foliage?.color?.map(\.rawValue) == ["green"])
        #expect(species.fruitOrSeed?.conspicuous == false && species.fruitOrSeed?.seedPersistence == true)
        #expect(species.fruitOrSeed?.shape == "round" && species.fruitOrSeed?.color?.map(\.rawValue) == ["brown"])
        let traits = try #require(species.specifications)
        #expect(traits.ligneousType == .subshrub && traits.growthForm == "Single Stem" && traits.growthRate == .rapid)
        #expect(traits.growthHabit == "Tree, Shrub" && traits.growthHabits == ["Tree", "Shrub"])
        #expect(traits.averageHeight?.cm == 40 && traits.maximumHeight?.cm == 110)
        #expect(traits.nitrogenFixation == "None", "a word, not a missing value")
        #expect(traits.shapeAndOrientation == "Erect" && traits.toxicity == .low)
        #expect(species.completionRatio == 41 && species.completeData == false)
        #expect(species.links["plant"] == "/api/v1/plants/planta-ficta")
    }

    @Test("Pictures (also under the empty key), names by language and zones by establishment are decoded")
    func collections() async throws {
        let species = try await species("species-full.json")
        #expect(species.images.mapValues(\.count)[.unsorted] == 2)
        #expect(species.images[.flower]?.first?.imageURL == "https://images.test/o/00000001")
        #expect(species.images[.leaf]?.first?.copyright == "Taken Feb 2, 2020 by Nobody (cc-by-sa)")
        #expect(species.images[.habit] == [] && species.images.count == 8)
        #expect(species.unsortedImages.map(\.id) == [8, 6, 7])
        #expect(species.commonNames["en"] == ["made-up lettuce", "none-such"])
        #expect(species.commonNames["fra"] == ["laitue fictive"] && species.commonNames[""] == ["nobody's"])
        #expect(species.distribution == [.native: ["Nowhere"], .introduced: ["Elsewhere", "Somewhere"]])
        #expect(species.distributions[.introduced]?.map(\.tdwgCode) == ["ELS", "SOM"])
        #expect(species.synonyms.map(\.name) == ["Planta vetus", "Herba ficta"])
        #expect(species.synonyms.map(\.author) == ["(Nemo) Nullus", nil])
        #expect(species.synonyms.first?.sources.first?.id == "3-4")
        #expect(species.sources.map(\.id) == ["urn:lsid:nowhere.test:names:1-2", "12345", "Planta ficta Nemo"])
        #expect(species.sources.map(\.url) == ["http://powo.test/1-2", "https://gbif.test/12345", nil])
        #expect(species.sources.first?.citation == "POWO (2020).")
        #expect(species.sources.map(\.licence) == [nil, "CC-BY-4.0", nil])
        #expect(species.sources.map(\.licenceURL) == [nil, "https://licences.test/by", nil])
        #expect(species.sources.first?.lastUpdate == "2020-02-02T02:02:02.000Z")
    }
}

extension SpeciesTests {
    @Test("Every value of growth is decoded")
    func growth() async throws {
        let growth = try #require(try await species("species-full.json").growth)
        #expect(growth.description == "Grows in any soil." && growth.sowing == "In spring.")
        #expect(growth.daysToHarvest == 45 && growth.rowSpacing?.cm == 12 && growth.spread?.cm == 15)
        #expect(growth.phMaximum == 7.5 && growth.phMinimum == 6.1)
        #expect(growth.light == 8 && growth.atmosphericHumidity == 4)
        #expect(growth.growthMonths == [.march, .april, .may] && growth.bloomMonths?.map(\.number) == [6])
        #expect(growth.fruitMonths == [.july, .august])
        #expect(growth.minimumPrecipitation?.mm == 400 && growth.maximumPrecipitation?.mm == 1200)
        #expect(growth.minimumRootDepth?.cm == 20)
        #expect(growth.minimumTemperature?.degC == -13 && growth.minimumTemperature?.degF == 10)
        #expect(growth.maximumTemperature?.celsius == 30)
        #expect(growth.soilNutriments == 6 && growth.soilSalinity == 1 && growth.soilTexture == 3)
        #expect(growth.soilHumidity == 5)
    }

    @Test("Unknown growth values are nil and not zero, and the growth object is kept")
    func bare() async throws {
        let species = try await species("species-bare.json")
        #expect(species.commonName == nil && species.year == nil && species.duration == nil)
        #expect(species.edible == false && species.ediblePart == nil)
        #expect(species.images[.flower] == [] && species.commonNames.isEmpty && species.distributions.isEmpty)
        #expect(species.unsortedImages.isEmpty && species.completionRatio == nil)
        #expect(species.flower?.color == nil && species.specifications?.toxicity == nil)
        #expect(species.specifications?.growthHabits == [])
        let growth = try #require(species.growth)
        #expect(growth.light == nil && growth.soilHumidity == nil && growth.growthMonths == nil)
        #expect(growth.minimumTemperature?.celsius == nil && growth.rowSpacing?.cm == nil && growth.description == nil)
    }

    @Test(
        "Degrees Celsius are preferred, and Fahrenheit is converted only if they are missing",
        arguments: [
            (#"{"deg_f": -32, "deg_c": -36}"#, -36.0), (#"{"deg_f": 14, "deg_c": null}"#, -10.0),
            (#"{"deg_c": 5}"#, 5.0),
            (#"{"deg_f": null, "deg_c": null}"#, nil), ("{}", nil),
        ] as [(String, Double?)])
    func celsius(body: String, expected: Double?) throws {
        let temperature = try JSONDecoder().decode(Temperature.self, from: Data(body.utf8))
        #expect(temperature.celsius == expected)
    }

    @Test("A plant has its main species, its genus and family, and its other species")
    func plant() async throws {
        let plant = try await Service(200, try invented("plant.json")).client.plant("planta-ficta").value
        #expect(plant.id == 800_001 && plant.mainSpeciesID == 900_001 && plant.slug == "planta-ficta")
        #expect(plant.mainSpecies?.id == 900_001 && plant.mainSpecies?.growth?.light == 8)
        #expect(plant.scientificName == "Planta ficta" && plant.commonName == "made-up lettuce")
        #expect(plant.year == 1801 && plant.author == "Nemo" && plant.bibliography?.isEmpty == false)
        #expect(plant.familyCommonName == "Made-up family" && plant.genusID == 9001)
        #expect(plant.observations == "Nowhere to Elsewhere" && plant.vegetable == true && plant.imageURL != nil)
        #expect(plant.genus?.slug == "planta" && plant.family?.commonName == "Made-up family")
        #expect(plant.species.map(\.id) == [900_001])
        let others = [plant.subspecies, plant.varieties, plant.hybrids, plant.forms, plant.subvarieties]
        #expect(others.map { $0.map(\.rank) } == [[.subspecies], [.variety], [.hybrid], [.form], [.subvariety]])
        #expect(plant.sources.count == 1 && plant.links["species"] == "/api/v1/plants/planta-ficta/species")
    }

    @Test("A species in a list has synonyms without authors and no growth")
    func summary() async throws {
        let page = try await Service(200, try invented("plants-1.json")).client.plants().value
        let first = try #require(page.items.first)
        #expect(first.id == 900_001 && first.slug == "planta-ficta" && first.scientificName == "Planta ficta")
        #expect(first.synonyms == ["Planta vetus", "Herba ficta"])
        #expect(first.commonName == "made-up lettuce" && first.year == 1801 && first.author == "Nemo")
        #expect(first.bibliography?.isEmpty == false && first.status == "accepted" && first.rank == .species)
        #expect(first.family == "Plantaceae" && first.familyCommonName == "Made-up family")
        #expect(first.genus == "Planta" && first.genusID == 9001 && first.imageURL != nil)
        #expect(first.links["plant"] == "/api/v1/plants/planta-ficta")
        #expect(page.items.last?.commonName == nil && page.items.last?.imageURL == nil)
    }
}
