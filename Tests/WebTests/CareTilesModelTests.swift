import Agenda
import Contracts
import Foundation
import Plants
import Recognition
import Support
import Testing

@testable import Household
@testable import Web

@Suite("The care tiles", .tags(.small))
struct CareTilesModelTests {
    private func tiles(
        _ facts: CareFacts = CareFacts(), own: [CareField: String] = [:], units: Units = .metric,
        fault: PlantPages.Fault? = nil
    ) throws -> CareTiles {
        let sample = try PageSample()
        var plant = try sample.plant()
        plant.overruled = own
        let plan = CarePlan(
            for: plant.taxon, facts: facts.overruled(by: own, on: sample.today), situation: Situation(),
            whereabouts: Whereabouts(latitude: 48.2, name: "Vienna"), on: sample.today)
        return CareTiles(plan: plan, plant: plant, units: units, fault: fault)
    }

    private func shown(_ tiles: CareTiles) throws -> [[String: Any]] {
        try #require(tiles.context["tiles"] as? [[String: Any]])
    }

    @Test("are there where nothing is known, and say so")
    func unknown() throws {
        let tiles = try tiles()
        let shown = try shown(tiles)
        #expect(
            shown.compactMap { $0["tileId"] as? String }.prefix(9)
                == ["light", "water", "temperature", "fertiliser", "humidity", "soil", "growth", "bloom", "safety"])
        for tile in shown {
            #expect((tile["reason"] as? String)?.isEmpty == false && (tile["source"] as? String)?.isEmpty == false)
        }
        #expect(tiles.context["isAssumed"] as? Bool == true)
        #expect(shown.first { $0["tileId"] as? String == "bloom" }?["value"] as? String == "Not known")
    }

    @Test("have poison first where it is grave")
    func poison() throws {
        var facts = CareFacts()
        facts.pets = Sourced(.high, from: CareSource(.species, name: "Monstera deliciosa"))
        let first = try #require(shown(tiles(facts)).first)
        #expect(first["tileId"] as? String == "safety" && first["isGrave"] as? Bool == true)
        #expect(first["value"] as? String == "Poisonous")
    }

    @Test("speak the household's measures")
    func measures() throws {
        var facts = CareFacts()
        facts.comfort = Sourced(18...24, from: CareSource(.species))
        func temperature(_ units: Units) throws -> String? {
            try shown(tiles(facts, units: units)).first { $0["tileId"] as? String == "temperature" }?["value"]
                as? String
        }
        #expect(try temperature(.metric) == "18 to 24 °C")
        #expect(try temperature(.imperial) == "64 to 75 °F")
    }

    @Test("tell a person's own value from the plan's, with its day")
    func own() throws {
        let water = try #require(
            shown(tiles(own: [.wateringInterval: "5"])).first { $0["tileId"] as? String == "water" })
        #expect(water["value"] as? String == "Every 5 days" && water["isOwn"] as? Bool == true)
        #expect(water["source"] as? String == "Your own value, 21 Nov 2026")
    }

    @Test("read degrees in the household's measure, empty as the plan's, and refuse nonsense")
    func reads() throws {
        let read = try CareTiles.read(["minimum-temperature": "50", "light": " "], units: .imperial)
        #expect(read.own == [.minimumTemperature: "10"] && read.taken == [.light])
        #expect(try CareTiles.read(["light": "7", "take-back": "1"], units: .metric).taken == [.light])
        let error = #expect(throws: HouseholdError.self) { try CareTiles.read(["light": "11"], units: .metric) }
        #expect(error?.code == .valueRefused && error?.detail == "light")
    }

    @Test("keep open, with what was typed, where something was refused")
    func fault() throws {
        let fault = PlantPages.Fault(part: .care, message: "No.", field: "light", typed: ["light": "11"])
        let light = try #require(shown(tiles(fault: fault)).first)
        #expect(light["isOpen"] as? Bool == true)
        let field = try #require((light["fields"] as? [[String: Any]])?.first)
        #expect(field["own"] as? String == "11" && field["wrong"] as? String == "No.")
    }

    @Test("say what waterings taught, and nothing where they taught nothing", arguments: [(1.1, true), (1.0, false)])
    func learned(factor: Double, isSaid: Bool) {
        let words = CareTiles.words(Learning(factor: factor, count: 6))
        #expect(words == (isSaid ? "You water 10 % later than planned, learned from 6 waterings." : nil))
    }
}
