import Agenda
import Calendar
import Foundation
import Household
import Plants
import Recognition
import Support
import Testing

@testable import Web

@Suite("Drawings of plants without a photograph", .tags(.small))
struct PlantDrawingTests {
    private let drawings: String

    init() throws {
        drawings = try String(contentsOfFile: Fixture.root + "/Sources/Web/Assets/plants.svg", encoding: .utf8)
    }

    @Test("Every family has a drawing that exists, and every drawing has a family")
    func symbols() {
        let drawn = Set(drawings.matches(of: /<symbol id="(\w+)"/).map { String($0.1) })
        #expect(drawn.count >= 15)
        #expect(Set(PlantDrawing.symbols.values) == drawn)
    }

    @Test("A plant has the drawing of its family, and the first letter of its name where there is none")
    func choice() {
        let monstera = Taxon(scientificName: "Monstera deliciosa", family: "Araceae", rank: .species)
        #expect(PlantDrawing(of: "Monty", monstera).drawing == "aroid")
        #expect(PlantDrawing(of: "Monty", nil).hasDrawing == false)
        #expect(PlantDrawing(of: "»éclair«", nil).initial == "É")
        #expect(PlantDrawing(of: "🌱", nil).initial == "?")
    }

    @Test("The row of a chore has the drawing of its plant")
    func rowOfAChore() throws {
        let sample = try PageSample()
        func row(_ family: String?) throws -> ChoreRow.Fields {
            let plant = ChoreLine.Sketch(
                id: try sample.plant().id, name: "Monty", scientificName: nil, room: nil, photograph: nil,
                family: family)
            let item = AgendaItem(
                day: sample.today, due: sample.today, isNext: true, status: .today,
                chore: try sample.chore(.watering, due: "2026-11-21"), plant: plant, remindAt: sample.clock.instant)
            return ChoreRow(item: item, clock: sample.clock, back: Site.today).context
        }
        #expect(try row("Araceae").drawn.drawing == "aroid")
        #expect(try row(nil).drawn.hasDrawing == false && row(nil).drawn.initial == "M")
    }

    @Test("Nine of ten species of the care table have a drawing")
    func coverage() throws {
        let table = try String(
            contentsOfFile: Fixture.root + "/Sources/Adapters/LocalRecognition/Catalogues/care.tsv", encoding: .utf8)
        let lines = table.split(separator: "\n").filter { !$0.hasPrefix("#") }
            .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
        let family = try #require(lines.first?.firstIndex(of: "family"))
        let rows = lines.filter { $0[0] == "species" }
        try #require(rows.count > 500)
        let drawn = rows.count { PlantDrawing.symbols[$0[family]] != nil }
        #expect(Double(drawn) / Double(rows.count) >= 0.9, "\(drawn) of \(rows.count)")
    }
}
