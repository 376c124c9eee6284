import Calendar
import GardenModel
import Plants
import Recognition

/// Runs the models without a screen: names a plant with a model that always gives the same answer, adds the plant, and
/// prints two weeks.
@main
struct Main {
    @MainActor
    static func main() async throws {
        let lavender = Taxon(scientificName: "Lavandula angustifolia", commonNames: ["Lavender"])
        let identification = IdentificationModel { _ in
            Reading(scores: [.init(taxon: lavender, probability: 0.92)], isFamiliar: true)
        }
        await identification.identify([])
        guard case .answered(let result) = identification.state, let best = result.answer.candidates.first else {
            return print("no answer")
        }
        print(best.taxon.scientificName, result.answer.verdict.rawValue, result.asked.reason.rawValue)

        let table = try CareTable("rank\tname\tsoil_humidity\nspecies\tLavandula angustifolia\t2\n")
        guard let today = LocalDay("2026-05-04") else { return }
        let garden = GardenModel(table: table, today: today, latitude: 48)
        let plan = garden.add("balcony", best.taxon, at: Situation(place: .balcony))
        print(plan.watering.why)
        for row in garden.rows(within: 14) { print(row.day, row.kind.rawValue, row.plant) }
    }
}
