import Agenda
import Calendar
import Directions
import Doses
import Foundation
import Larder
import Plants
import Recognition
import Wording

/// Uses each module of the domain once, and prints the results.
enum Modules {
    static func use() throws {
        try care()
        diet()
        try doses()
    }

    private static func care() throws {
        let table = try CareTable("rank\tname\tsoil_humidity\nspecies\tMonstera deliciosa\t6\n")
        let taxon = Taxon(scientificName: "Monstera deliciosa")
        guard let today = LocalDay("2026-11-28") else { return }
        let plan = CarePlan(
            for: taxon, facts: table.facts(for: taxon), situation: Situation(), whereabouts: Whereabouts(), on: today)
        print(plan.watering.why)
        let chores = plan.chores.filter { !$0.isOffered }.map {
            Chore(
                id: .init(rawValue: $0.kind.rawValue), plant: "monstera", kind: $0.kind, recurrence: $0.recurrence,
                start: $0.startsOn)
        }
        let outlook = Outlook(of: chores, today: today, through: today.adding(days: 30))
        print(outlook.occurrences.map(\.day.description).joined(separator: " "))
    }

    private static func diet() {
        let barcode = BarcodeReading("(01)03017620422003(17)270131")
        var product = Product(code: barcode.gtin?.description ?? "")
        product.ingredientsText = "Sugar, skimmed milk powder"
        var diet = Diet()
        diet.allergens = [.milk]
        print(product.code, DietReport(of: product, for: diet).answer.rawValue)
    }

    private static func doses() throws {
        let directions = DirectionsReader.read("Take 1 tablet by mouth twice daily for 7 days")
        print(directions.status.rawValue, PlainDirections(directions).sentences.map(\.text))
        let medicine = Medicine(name: "Amoxicillin", sig: directions.text, clauses: directions.clauses)
        guard let seven = LocalTime("07:00"), let noon = LocalTime("12:00"), let evening = LocalTime("19:00"),
            let today = LocalDay("2026-11-28")
        else { return }
        let usual = DoseTimes(
            wake: seven, breakfast: seven, lunch: noon, dinner: evening, morning: seven, noon: noon, afternoon: noon,
            evening: evening, bedtime: evening)
        var draft = DosePlan.Draft(medicine, status: directions.status, usual: usual)
        let start = Zone.utc.instant(of: today, at: noon)
        do {
            _ = try draft.revision(zone: .utc, from: start)
        } catch {
            print("no plan: \(error.unconfirmed.count) values to confirm, \(error.open.count) questions")
        }
        draft.answers.times[0] = [seven, evening]
        draft.answers.starts[0] = DosePoint(today, evening)
        for item in DosePlan.Confirmations.needed(for: medicine) { draft.confirmations.confirm(item) }
        let revision = try draft.revision(zone: .utc, from: start)
        let plan = DosePlan(id: .init(rawValue: "1"), medicine: .init(rawValue: "1"), first: revision)
        let schedule = try DoseSchedule(plan, zones: [.utc])
        let week = schedule.doses(from: start, to: start.addingTimeInterval(8 * 86_400))
        print(week.count, "doses, the first is", week.first?.amountText ?? "missing")
    }
}
