import Agenda
import ArgumentParser
import Calendar
import Documents
import Foundation
import Household
import Messages
import Plants
import Recognition

struct Care: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: localized("Show the care of a plant, and the reasons."),
        discussion: Discussion.examples(
            """
            stillroom care "Monstera deliciosa" --place indoor --pot-diameter 14 --material clay
            stillroom care "Swiss cheese plant" --latitude 48.2 --on 2026-11-21 --json
            stillroom care "The one in the hall"
            """,
            localized(
                """
                PLANT is one of the collection, by its name or identifier, or else a species, by its Latin name or a \
                common
                one in English, German or French. If that may mean several plants, the command names them. Options \
                replace
                the values of the collection.
                """)))

    @Argument(help: ArgumentHelp(localized("A plant of the collection, or a species.")), completion: .plants)
    var plant: String

    @Flag(help: ArgumentHelp(localized("Show general care if the name is not that of exactly one plant.")))
    var asWritten = false

    @Option(help: ArgumentHelp(localized("The day of the plan; today where it is missing."), valueName: "date"))
    var on: String?

    // A southern latitude begins with a minus sign, which must not be parsed as an option.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(localized("Degrees from -90 to 90, north positive."), valueName: "degrees"))
    var latitude: Double?

    @Option(help: ArgumentHelp(localized("A time zone such as Europe/Vienna."), valueName: "zone"), completion: .zones)
    var zone: String?

    @Option(
        help: ArgumentHelp(TypedWords.places + ".", valueName: "place"),
        completion: .words(Situation.Place.self))
    var place: String?

    @Option(help: ArgumentHelp(localized("Width of the pot at its top, in cm."), valueName: "cm"))
    var potDiameter: Double?

    @Option(
        help: ArgumentHelp(
            localized("Of the pot: \(TypedWords.materials, "words")."), valueName: "material"),
        completion: .words(Situation.Material.self))
    var material: String?

    @Option(
        help: ArgumentHelp(localized("Its spot: \(TypedWords.spots, "words")."), valueName: "spot"),
        completion: .words(Situation.Spot.self))
    var spot: String?

    @Flag(help: ArgumentHelp(localized("In the ground, not in a pot.")))
    var inGround = false

    @Flag(help: ArgumentHelp(localized("Under a grow lamp.")))
    var growLamp = false

    @Flag(help: ArgumentHelp(localized("Ignore the season.")))
    var ignoreSeason = false

    @Flag(
        help: ArgumentHelp(
            localized("Ask Trefle about the species now, unless its answer of the last month is stored.")))
    var ask = false

    @OptionGroup var original: OriginalAnswerOptions

    @OptionGroup var output: DocumentOptions

    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await reporting { try await original.run { try await show() } }
    }

    private func show() async throws {
        let day = try Typed.day(on, option: "--on")
        let settings = try await common.settings()
        let household = try await Compose.household(settings, withModel: false, logger: Compose.logger(settings))
        var home = try await household.settings.home()
        // A given zone also sets the place of the plant, unless another option does.
        if let zone { try take(zone, household, &home) }
        if let latitude {
            guard (-90...90).contains(latitude) else {
                throw CommandFailure(.usage, localized("--latitude must be from -90 to 90."))
            }
            home.latitude = latitude
        }
        let clock = try household.settings.clock(in: zone, of: home)
        guard let wanted = Plant.tidy(plant) else { throw CommandFailure(.usage, localized("Name a plant.")) }
        let known = try await household.collection.plant(called: wanted)
        let situation = home.situation(try situation(from: known?.situation ?? Situation()))
        let named = try known == nil ? household.collection.taxon(named: wanted, asWritten: asWritten) : nil
        let taxon = known.map(\.taxon) ?? named
        if ask { try await household.planning.studyNow(taxon ?? Taxon(scientificName: wanted)) }
        var learning: Learning?
        if let known { learning = try await household.planning.learning(of: known) }
        let facts = try await household.planning.facts(about: taxon).overruled(by: known?.overruled ?? [:])
        let plan = CarePlan(
            for: taxon, facts: facts, situation: situation, whereabouts: home.whereabouts, on: day ?? clock.day,
            learning: learning)
        let name = known?.name ?? taxon?.scientificName ?? wanted
        if output.json {
            return try output.print(
                CareDocument(
                    plan, of: name, taxon: taxon, situation: situation, whereabouts: home.whereabouts,
                    on: day ?? clock.day, zone: clock.isAssumed ? nil : clock.zone.name))
        }
        for line in Self.lines(plan, name: name, taxon: taxon, units: home.units) { Terminal.print(line) }
    }

    private func take(_ zone: String, _ household: Household, _ home: inout Home) throws {
        guard home.set(.zone, to: zone) else {
            throw CommandFailure(.usage, localized("--zone is not the name of a time zone."))
        }
        home.place = nil
        if let place = household.settings.places().first(where: { $0.zone == zone }) {
            home.latitude = place.latitude
        }
    }

    private func situation(from known: Situation) throws -> Situation {
        var situation = known
        if let place = try Typed.word(place, option: "--place", Situation.Place.self) { situation.place = place }
        if let material = try Typed.word(material, option: "--material", Situation.Material.self) {
            situation.material = material
        }
        if let spot = try Typed.word(spot, option: "--spot", Situation.Spot.self) { situation.spot = spot }
        if let potDiameter {
            guard Situation.potDiameters.contains(potDiameter) else {
                throw CommandFailure(.usage, localized("--pot-diameter must be from 1 to 200 cm."))
            }
            situation.potDiameter = potDiameter
        }
        if inGround { situation.isInGround = true }
        if growLamp { situation.hasGrowLamp = true }
        if ignoreSeason { situation.followsSeason = false }
        return situation
    }

    /// A short name, because it ends every line; --json has the full source.
    private static func source(_ source: CareSource, of taxon: Taxon?) -> String {
        let name = source.name.flatMap { $0 == taxon?.scientificName ? nil : $0 }
        let kind =
            switch source.kind {
            case .person: localized("yours", context: "source of care")
            case .trefle: "Trefle"
            case .weighed: localized("species table and Trefle", context: "source of care")
            case .species: localized("species table", context: "source of care")
            case .genus: localized("genus", context: "source of care")
            case .family: localized("family", context: "source of care")
            case .form: localized("growth form", context: "source of care")
            case .assumed: localized("default", context: "source of care")
            }
        return kind + (name.map { " \($0)" } ?? "")
    }

    static func lines(_ plan: CarePlan, name: String, taxon: Taxon?, units: Units) -> [String] {
        var lines = [name + (taxon.map { $0.scientificName == name ? "" : " (\($0.scientificName))" } ?? "")]
        lines.append("  " + localized("Water: \(plan.watering.why, "reason")"))
        if let warning = plan.petWarning { lines.append("  " + localized("Pets: \(warning, "warning")")) }
        var group = ""
        for value in plan.values {
            let parts = value.path.split(separator: ".", maxSplits: 1).map(String.init)
            if parts[0] != group { lines.append(CareLabels.section(parts[0])) }
            group = parts[0]
            let label = parts.count > 1 ? CareLabels.label(value.path) : ""
            let column =
                label.isEmpty
                ? "" : label.padding(toLength: max(15, label.count + 1), withPad: " ", startingAt: 0)
            lines.append("  \(column)\(value.text(in: units))  [\(Self.source(value.source, of: taxon))]")
            lines += value.opinions.map { opinion in
                let said = CareValue(
                    value.path, opinion.value, unit: value.unit, source: opinion.source, reason: value.reason)
                let (source, text) = (Self.source(opinion.source, of: taxon), said.text(in: units))
                let sentence =
                    opinion.effect.map {
                        localized("\(source, "source") says \(text, "value"): \($0, "effect")")
                    } ?? localized("\(source, "source") says \(text, "value")")
                return "                 " + sentence
            }
        }
        let chores = plan.chores.filter { !$0.isOffered }
        if !chores.isEmpty {
            lines.append(localized("Tasks"))
            lines += chores.map { chore in
                let (noun, day) = (chore.kind.noun, chore.startsOn.description)
                return "  " + localized("\(noun, "task"): from \(day, "day"); \(chore.reason, "reason")")
            }
        }
        if plan.isMostlyAssumed {
            lines.append(
                localized("General care: little is known of this plant, so most values are cautious defaults."))
        }
        lines.append(CarePlan.disclaimer)
        return lines
    }
}
