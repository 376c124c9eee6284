import Agenda
import Calendar
import Plants
import Recognition
import Support

/// Shared by the tests of care: a small table, a usual plan, and random numbers that are the same in each run.
enum Care {
    static let day = day("2026-11-21")
    static let vienna = Whereabouts(latitude: 48.2, name: "Vienna")
    static let columns =
        "rank\tname\tsynonyms\tcommon\tfamily\tform\tlight\twater\tsoil_humidity\teive_moisture\tdrainage\train_low_mm"
        + "\train_high_mm\tgrowth\trest\tpets\trepot_years\tprune\tsources"
    static let text = """
        # A table for tests, 2026-11-21.
        \(columns)
        species\tMonstera deliciosa\tPhilodendron pertusum;Tornelia fragrans\tSwiss cheese plant\tAraceae\t\t6\tmedium\t\t\t\t\t\t\t\t\t\t\tH
        species\tCitrus × limon\tCitrus medica var. limon\tLemon\tRutaceae\ttree\t8\t\t\t4.9\t\t\t\t\t\t\t\t\tH;eive_moisture=E
        species\tRosa canina\tRosa corymbifera\tDog rose\tRosaceae\tshrub\t8\t\t\t\t\t\t\t3-10\t\tnone\t4\t2-3\tH
        species\tSempervivum tectorum\t\tHouseleek\tCrassulaceae\tsucculent\t9\t\t\t\t\t\t\t\t\t\t\t\tH
        species\tEchium vulgare\t\tBlueweed\t\t\t9\t\t\t\texcessive\t250\t700\t\t\t\t\t\tC
        genus\tMonstera\t\t\tAraceae\taroid\t5\thigh\t\t\t\t\t\t3-10\t\tmedium\t\t\tH
        genus\tRosa\t\t\tRosaceae\t\t7\tmedium\t\t4.4\t\t\t\t\t\t\t\t\tH;eive_moisture=EM
        genus\tEchium\t\t\tBoraginaceae\tperennial\t\thigh\t\t\t\t\t\t\t\t\t\t\tH
        family\tAraceae\t\t\t\tclimber\t\tlow\t\t\t\t\t\t\t\thigh\t\t\tH
        family\tRosaceae\t\t\t\t\t\t\t\t\t\t\t\t\twinter\t\t\t\tH
        form\taroid\t\t\t\taroid\t4\tmedium\t\t\t\t\t\t\t\t\t2\t\tH
        form\tfern\t\t\t\tfern\t3\thigh\t\t\t\t\t\t\t\t\t\t\tH
        form\tsucculent\t\t\t\tsucculent\t8\tlow\t\t\t\t\t\t4-10\twinter\t\t3\t\tH
        default\tdefault\t\t\t\t\t5\tmedium\t\t\t\t\t\t3-10\t\t\t2\t\tH

        """

    static func table() throws -> CareTable { try CareTable(text) }

    static func day(_ text: String) -> LocalDay { LocalDay(text) ?? .earliest }

    static func of<Value>(_ value: Value, _ kind: CareSource.Kind = .species) -> Sourced<Value> {
        Sourced(value, from: CareSource(kind, name: "Planta testis"))
    }

    static func facts(_ change: (inout CareFacts) -> Void) -> CareFacts {
        var facts = CareFacts()
        change(&facts)
        return facts
    }

    /// Returns facts with only the dryness.
    static func facts(_ dryness: Dryness) -> CareFacts { facts { $0.water = of(dryness) } }

    static func plan(
        _ facts: CareFacts = CareFacts(), _ situation: Situation = Situation(potDiameter: 14),
        at whereabouts: Whereabouts = vienna, on day: LocalDay = day, learning: Learning? = nil
    ) -> CarePlan {
        CarePlan(
            for: Taxon(scientificName: "Planta testis"), facts: facts, situation: situation, whereabouts: whereabouts,
            on: day, learning: learning)
    }

    static func days(_ plan: CarePlan) -> [Int] { plan.watering.byMonth?.numbers ?? Array(repeating: 0, count: 12) }
}

extension CarePlan {
    func value(_ path: String) -> CareValue? { values.first { $0.path == path } }

    func chore(_ kind: Chore.Kind) -> Suggested? { chores.first { $0.kind == kind } }
}
