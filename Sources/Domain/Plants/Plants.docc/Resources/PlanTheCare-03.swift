import Agenda
import Calendar
import Plants
import Recognition

/// Care plans from a table of facts.
struct PlantCare {
    let table: CareTable
    let index: SpeciesIndex

    /// `text` is the content of the table.
    init(table text: String) throws {
        table = try CareTable(text)
        index = SpeciesIndex(table)
    }

    /// Returns the plant that a typed name means; nil if that is not clear.
    func taxon(named text: String) -> Taxon? {
        index.resolve(text).taxon
    }

    /// Returns the plan for a plant in a pot; the latitude is in degrees, north positive.
    func plan(for taxon: Taxon, potDiameter: Double, latitude: Double?, on day: LocalDay) -> CarePlan {
        CarePlan(
            for: taxon, facts: table.facts(for: taxon),
            situation: Situation(place: table.usualPlace(of: taxon), potDiameter: potDiameter),
            whereabouts: Whereabouts(latitude: latitude), on: day)
    }
}
