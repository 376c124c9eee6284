import Agenda
import Contracts
import Foundation
import Plants
import Recognition
import Support
import Testing

@testable import Household
@testable import Web

@Suite("The model of the care tiles", .tags(.small))
struct CareTilesModelTests {
    private func tiles(
        _ facts: CareFacts = CareFacts(), own: [CareField: String] = [:], units: Units = .metric,
        fault: PlantPages.Fault? = nil, pets: [String] = []
    ) throws -> CareTiles {
        let sample = try PageSample()
        var plant = try sample.plant()
        plant.overruled = own
        let plan = CarePlan(
            for: plant.taxon, facts: facts.overruled(by: own, on: sample.today), situation: Situation(),
            whereabouts: Whereabouts(latitude: 48.2, name: "Vienna", pets: pets), on: sample.today)
        return CareTiles(plan: plan, plant: plant, units: units, fault: fault)
    }

    private func shown(_ tiles: CareTiles) -> [CareTiles.TileFields] { tiles.context.tiles }

    @Test("Care tiles of an unknown plant are shown and say that they are assumptions")
    func unknown() throws {
        let tiles = try tiles()
        let shown = shown(tiles)
        #expect(
            shown.map(\.tileId).prefix(9)
                == ["light", "water", "temperature", "fertiliser", "humidity", "soil", "growth", "bloom", "safety"])
        for tile in shown {
            #expect(tile.reason.isEmpty == false && tile.source.isEmpty == false)
        }
        #expect(shown.first { $0.tileId == "bloom" }?.value == "Not known")
    }

    @Test("The tile about poison comes first if the plant is poisonous")
    func poison() throws {
        var facts = CareFacts()
        facts.pets = Sourced(.high, from: CareSource(.species, name: "Monstera deliciosa"))
        let first = try #require(shown(tiles(facts)).first)
        #expect(first.tileId == "safety" && first.isGrave == true)
        #expect(first.value == "Poisonous")
    }

    @Test("If the household has pets and the toxicity is unknown, the tile about poison comes first and says so")
    func unknownToPets() throws {
        var facts = CareFacts()
        facts.people = Sourced(.low, from: CareSource(.species, name: "Monstera deliciosa"))
        let tiles = try tiles(facts, pets: ["cat", "dog"])
        let first = try #require(shown(tiles).first)
        #expect(first.tileId == "safety")
        let details = first.details.map(\.detail)
        #expect(details.first == "To pets (cat, dog): not known")
        #expect(first.reason.contains("your cat and dog") == true)
        #expect(
            tiles.context.petWarning
                == "It is not known whether this plant is poisonous to your cat and dog. Keep it out of their reach.")
        #expect(try self.tiles(facts).context.petWarning == nil)
    }

    @Test("If two sources differ, both values are shown and each can be chosen")
    func differences() throws {
        var ours = CareFacts()
        ours.water = Sourced(.medium, from: CareSource(.species, name: "Eruca vesicaria"))
        ours.nutriments = Sourced(5, from: CareSource(.species, name: "Eruca vesicaria"))
        var reported = ReportedFacts(scientificName: "Eruca vesicaria")
        reported.soilHumidity = 2
        reported.nutriments = 6
        let facts = reported.facts(on: nil).fused(with: ours)
        func water(_ own: [CareField: String]) throws -> CareTiles.TileFields {
            try #require(shown(tiles(facts, own: own)).first { $0.tileId == "water" })
        }
        let tile = try water([:])
        let lines = tile.details.map(\.detail)
        #expect(lines.contains { $0.hasPrefix("Our table: medium-moist, every ") })
        #expect(lines.contains { $0.hasPrefix("Trefle: very dry-loving, every ") })
        let difference = try #require(tile.differences.first)
        #expect(difference.about == "how dry the soil may get")
        func choices(_ tile: CareTiles.TileFields) -> [CareTiles.Choice] {
            tile.differences.first?.sides.compactMap(\.choice) ?? []
        }
        #expect(choices(tile).map(\.value) == ["medium", "very-low"])
        #expect(choices(tile).allSatisfy { $0.field == "water" && !$0.chosen })
        let chosen = try water([.water: "medium"])
        #expect(choices(chosen).map(\.chosen) == [true, false])
        // Both sources lead to the same value, so there is no choice.
        let fertiliser = try shown(tiles(facts)).first { $0.tileId == "fertiliser" }
        #expect(fertiliser?.differs == false)
    }

    @Test("Temperatures are shown in the household's units")
    func measures() throws {
        var facts = CareFacts()
        facts.comfort = Sourced(18...24, from: CareSource(.species))
        func temperature(_ units: Units) throws -> String? {
            try shown(tiles(facts, units: units)).first { $0.tileId == "temperature" }?.value
                as? String
        }
        #expect(try temperature(.metric) == "18 to 24 °C")
        #expect(try temperature(.imperial) == "64 to 75 °F")
    }

    @Test("A person's own value is marked with its day and replaces the value of the plan")
    func own() throws {
        let water = try #require(
            shown(tiles(own: [.wateringInterval: "5"])).first { $0.tileId == "water" })
        #expect(water.value == "Every 5 days" && water.isOwn == true)
        #expect(water.source == "Your own value, 21 Nov 2026")
    }

    @Test("Degrees are read in the household's units, an empty field restores the plan, and invalid values are refused")
    func reads() throws {
        let read = try CareTiles.read(["minimum-temperature": "50", "light": " "], units: .imperial)
        #expect(read.own == [.minimumTemperature: "10"] && read.taken == [.light])
        #expect(try CareTiles.read(["light": "7", "take-back": "1"], units: .metric).taken == [.light])
        let error = #expect(throws: HouseholdError.self) { try CareTiles.read(["light": "11"], units: .metric) }
        #expect(error?.code == .valueRefused && error?.detail == "light")
    }

    @Test("The tile of a refused value is open and keeps the typed value")
    func fault() throws {
        let fault = PlantPages.Fault(part: .care, message: "No.", field: "light", typed: ["light": "11"])
        let light = try #require(shown(tiles(fault: fault)).first)
        #expect(light.isOpen == true)
        let field = try #require(light.fields.first)
        #expect(field.own == "11" && field.wrong == "No.")
    }

    @Test(
        "The tile says how the logged waterings changed the interval, and nothing without a change",
        arguments: [(1.1, true), (1.0, false)])
    func learned(factor: Double, isSaid: Bool) {
        let words = CareTiles.words(Learning(factor: factor, count: 6))
        #expect(words == (isSaid ? "You water 10 % later than planned, calculated from 6 waterings." : nil))
    }
}
