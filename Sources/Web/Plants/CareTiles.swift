import Agenda
import Calendar
import Foundation
import Household
import Plants
import Recognition

/// The care of a plant as tiles; pure. Each value is in the household's units and has its source, its date, its reason,
/// and a form that overrules it.
struct CareTiles {
    let plan: CarePlan
    let plant: Plant
    let units: Units
    let fault: PlantPages.Fault?

    private let values: [String: CareValue]

    init(plan: CarePlan, plant: Plant, units: Units, fault: PlantPages.Fault? = nil) {
        self.plan = plan
        self.plant = plant
        self.units = units
        self.fault = fault
        values = Dictionary(plan.values(in: units).map { ($0.path, $0) }) { first, _ in first }
    }

    struct Tile {
        let id: String
        let heading: String
        let icon: String
        let value: String
        var more: [String] = []
        /// The path of the value whose source and reason the tile shows.
        let path: String
        /// The paths of further values of the tile on which the care table and a service may differ.
        var alsoAbout: [String] = []
        var fields: [CareField] = []
        var link: String?

        var paths: [String] { [path] + alsoAbout }
    }

    var context: Fields {
        var context = Fields(
            tiles: tiles.map(context(of:)), why: Wording.capitalised(plan.watering.why(in: units)) + ".",
            disclaimer: CarePlan.disclaimer)
        context.petWarning = plan.petWarning
        if let learning = plan.learning, let words = Self.words(learning) {
            context.learned = Learned(words: words, action: Site.plantLearning(plant.id))
        }
        return context
    }

    /// Returns nil if the learned factor is equal to the plan.
    static func words(_ learning: Learning) -> String? {
        let percent = Int(((learning.factor - 1) * 100).rounded())
        let heard = "calculated from \(learning.count) waterings."
        return percent == 0
            ? nil : "You water \(abs(percent)) % \(percent > 0 ? "later" : "sooner") than planned, \(heard)"
    }

    private var isPoisonous: Bool {
        let grave: Set<Toxicity?> = [.medium, .high]
        return grave.contains(plan.facts.pets?.value) || grave.contains(plan.facts.people?.value)
    }

    var tiles: [Tile] {
        let isFirst = isPoisonous || plan.petWarning != nil
        let rest = [light, water, temperature, fertiliser, humidity, soil, growth, bloom]
        let upkeep = [repotting, pruning, notes, link]
        return ((isFirst ? [safety] : []) + rest + (isFirst ? [] : [safety]) + upkeep).compactMap { $0 }
    }

    private func context(of tile: Tile) -> TileFields {
        // The time of bloom is the only value that may be missing from the plan.
        let value =
            values[tile.path]
            ?? CareValue(tile.path, .text(""), source: CareSource(.assumed), reason: "no source says when it blooms")
        let isHere = fault?.part == .care && tile.fields.contains { $0.rawValue == fault?.field }
        let isOwn = tile.fields.contains { plant.overruled[$0] != nil }
        let differences = tile.paths.compactMap { difference($0) }
        return TileFields(
            tileId: tile.id, heading: tile.heading, icon: tile.icon, value: tile.value,
            details: (tile.more.filter { !$0.isEmpty } + tile.paths.flatMap(wideDifference)).map { Detail(detail: $0) },
            source: Wording.capitalised(Wording.source(value.source, of: plant.taxon?.scientificName)),
            reason: Wording.capitalised(value.reason) + ".",
            isOwn: isOwn, isOpen: isHere,
            isGrave: tile.id == "safety" && isPoisonous,
            differences: differences, differs: !differences.isEmpty,
            hasFields: !tile.fields.isEmpty, action: Site.plantCare(plant.id),
            fields: tile.fields.map { field($0) }, hasLink: tile.link != nil, link: tile.link)
    }

    /// Returns the two different values of a path, each with its source and a button that selects it. Returns nil if
    /// there is no choice.
    private func difference(_ path: String) -> Difference? {
        guard let value = values[path], !value.opinions.isEmpty else { return nil }
        // If both opinions result in the same value, there is no choice.
        let choices = Set(value.opinions.map { $0.choice?.value ?? "\($0.value)" })
        guard choices.count > 1 else { return nil }
        return Difference(
            about: Self.subject(path),
            rule: plan.disputes.first { $0.path == path }.map { Wording.capitalised($0.rule) + "." } ?? "",
            sides: value.opinions.map { side($0, of: value) })
    }

    /// Returns a text for each of the two opinions if they differ so much that the plan follows neither of them
    /// completely.
    private func wideDifference(_ path: String) -> [String] {
        guard let outcome = plan.disputes.first(where: { $0.path == path })?.outcome, outcome != .followed,
            outcome != .supported, let value = values[path], value.source.kind != .person
        else { return [] }
        return value.opinions.map { opinion in
            let source = opinion.source.kind == .trefle ? "Trefle" : "Our table"
            let effect = opinion.effect.map { ", \($0)" } ?? ""
            return "\(source): \(Self.word(said(opinion, of: value), in: units))\(effect)"
        }
    }

    private func said(_ opinion: CareValue.Opinion, of value: CareValue) -> CareValue {
        CareValue(value.path, opinion.value, unit: value.unit, source: opinion.source, reason: value.reason)
    }

    private func side(_ opinion: CareValue.Opinion, of value: CareValue) -> Side {
        let text = Self.word(said(opinion, of: value), in: units) + (opinion.effect.map { ", \($0)" } ?? "")
        var side = Side(
            text: Wording.capitalised(text),
            source: Wording.capitalised(Wording.source(opinion.source, of: plant.taxon?.scientificName)))
        if let choice = opinion.choice {
            let typed = plant.overruled[choice.field] == choice.value
            side.choice = Choice(
                field: choice.field.rawValue, value: shown(choice.value, in: choice.field), chosen: typed)
        }
        return side
    }

    /// Returns the subject of the values at a path, as a heading of their difference.
    private static func subject(_ path: String) -> String {
        switch path {
        case "watering.dryness": "how dry the soil may get"
        case "light.level": "its light, 0 to 10"
        case "humidity.level": "the air humidity, 0 to 10"
        case "fertiliser.frequency": "how rich its soil is, 0 to 10"
        case "temperature.minimum": "the lowest temperature that it survives"
        case "temperature.maximum": "the highest temperature that it survives"
        case "soil.phLow": "how acid its soil is"
        case "growth.months": "when it grows"
        case "growth.rate": "how fast it grows"
        case "bloom.months": "when it blooms"
        case "toxicity.pets": "whether it harms pets"
        default: "whether it harms people"
        }
    }

    private static func word(_ value: CareValue, in units: Units) -> String {
        guard case .text(let word) = value.value else { return value.text(in: units) }
        return Dryness(rawValue: word).flatMap { value.path == "watering.dryness" ? $0.words : nil }
            ?? Toxicity(rawValue: word).flatMap { value.path.hasPrefix("toxicity.") ? Self.word($0) : nil } ?? word
    }

    // MARK: Tiles

    private func text(_ path: String) -> String? {
        switch values[path]?.value {
        case .text(let text): text
        case .int(let number): String(number)
        case .double(let number): Units.text(number, places: 1)
        case .ints(let numbers): Months(numbers).words
        case nil: nil
        }
    }

    private var light: Tile {
        Tile(
            id: "light", heading: "Light", icon: "sun", value: Wording.capitalised(plan.light.spot.words),
            more: [plan.light.spot.advice], path: "light.level", fields: [.light])
    }

    private var water: Tile {
        let rests = "None in \(Season.monthName(plan.day.month))"
        let often = plan.watering.interval.map { $0 == 1 ? "Every day" : "Every \($0) days" } ?? rests
        return Tile(
            id: "water", heading: "Water", icon: "drop", value: often,
            more: [
                Wording.capitalised(plan.watering.amount.words),
                plan.watering.isOnlyInDrought ? "Check it; water only in a drought" : "Check the soil first",
            ], path: "watering.interval", alsoAbout: ["watering.dryness"], fields: [.wateringInterval, .water])
    }

    private var temperature: Tile {
        let limits = plan.temperature
        let low = units.text(celsius: Double(limits.minimum.value))
        let inPot = limits.inPot.map { "In a pot outdoors not below \(units.text(celsius: Double($0)))" } ?? ""
        return Tile(
            id: "temperature", heading: "Temperature", icon: "thermometer",
            value: units.text(
                celsius: limits.comfortLow.value...max(limits.comfortLow.value, limits.comfortHigh.value)),
            more: ["Survives \(low)", Wording.capitalised(limits.tolerance.rawValue), inPot],
            path: "temperature.minimum", alsoAbout: ["temperature.maximum"],
            fields: [.comfortLow, .comfortHigh, .minimumTemperature])
    }

    private var fertiliser: Tile {
        let feeds = plan.fertilising.byMonth != nil
        return Tile(
            id: "fertiliser", heading: "Fertiliser", icon: "flask",
            value: feeds ? "Every \(plan.fertilising.days) days" : "None needed",
            more: feeds
                ? [
                    "\(Wording.capitalised(Wording.plain(plan.fertilising.type.value.rawValue))) fertiliser",
                    Wording.capitalised(plan.fertilising.months.words),
                ] : [], path: "fertiliser.interval", alsoAbout: ["fertiliser.frequency"],
            fields: [.fertiliserInterval, .fertiliserType])
    }

    private var humidity: Tile {
        Tile(
            id: "humidity", heading: "Air", icon: "mist", value: Wording.capitalised(plan.air.words),
            more: [Wording.capitalised(plan.air.advice)], path: "humidity.level", fields: [.airHumidity])
    }

    private var soil: Tile {
        let acidity = [text("soil.phLow"), text("soil.phHigh")].compactMap { $0 }
        return Tile(
            id: "soil", heading: "Soil", icon: "pot", value: Wording.capitalised(text("soil.texture") ?? ""),
            more: [acidity.count == 2 ? "pH \(acidity[0]) to \(acidity[1])" : ""], path: "soil.texture",
            alsoAbout: ["soil.phLow"], fields: [.soil])
    }

    private var growth: Tile {
        let months = plan.growth.months.value
        return Tile(
            id: "growth", heading: "Growth", icon: "plants", value: Wording.capitalised(months.words),
            more: [
                text("growth.rate").map { "\(Wording.capitalised($0)) growth" } ?? "",
                text("growth.form").map { Wording.capitalised($0) } ?? "",
                plan.facts.rest.map { Self.word($0.value) } ?? "",
            ], path: "growth.months", alsoAbout: ["growth.rate"], fields: [.growthMonths, .growthRate, .rest])
    }

    private var bloom: Tile {
        Tile(
            id: "bloom", heading: "Bloom", icon: "flower",
            value: text("bloom.season").map { Wording.capitalised($0) } ?? "Not known",
            more: [text("bloom.months") ?? ""], path: "bloom.months",
            fields: [.bloomMonths])
    }

    private var safety: Tile {
        let words = { (toxicity: Toxicity?) in toxicity.map(Self.word) ?? "not known" }
        let (pets, people) = (plan.facts.pets?.value, plan.facts.people?.value)
        let worst = [pets, people].compactMap { $0 }.max { Self.rank($0) < Self.rank($1) }
        // A value for pets implies no value for people, and vice versa.
        let isKnown = pets != nil && people != nil
        let isUnknownToPets = pets == nil && !plan.whereabouts.pets.isEmpty
        let isAboutPets = isUnknownToPets || Self.rank(pets) >= Self.rank(people)
        let harmless = isKnown ? "Not poisonous" : "Not fully known"
        return Tile(
            id: "safety", heading: "Pets and people", icon: "warning",
            value: worst.map { Self.rank($0) >= 2 ? "Poisonous" : $0 == .low ? "Mildly poisonous" : harmless }
                ?? "Not known",
            more: ["To \(petNames): \(words(pets))", "To people: \(words(people))", text("toxicity.toxin") ?? ""],
            path: isAboutPets ? "toxicity.pets" : "toxicity.people",
            alsoAbout: [isAboutPets ? "toxicity.people" : "toxicity.pets"], fields: [.pets, .people])
    }

    /// For example "pets" or "pets (cat, dog)".
    private var petNames: String {
        let pets = plan.whereabouts.pets
        return pets.isEmpty ? "pets" : "pets (\(pets.joined(separator: ", ")))"
    }

    private var repotting: Tile? {
        text("repotting.years").map { years in
            Tile(
                id: "repotting", heading: "Repotting", icon: "pot",
                value: years == "1" ? "About every year" : "About every \(years) years", path: "repotting.years")
        }
    }

    private var pruning: Tile? {
        text("pruning.months").map {
            Tile(
                id: "pruning", heading: "Pruning", icon: "shears", value: Wording.capitalised($0),
                path: "pruning.months")
        }
    }

    private var notes: Tile? {
        text("notes").map {
            Tile(id: "notes", heading: "Good to know", icon: "info", value: $0, path: "notes", fields: [.notes])
        }
    }

    private var link: Tile? {
        guard let address = text("link"), address.hasPrefix("https://") else { return nil }
        return Tile(
            id: "more", heading: "Read more", icon: "afar",
            value: URL(string: address)?.host() ?? address, path: "link", link: address)
    }

    static func rank(_ toxicity: Toxicity?) -> Int {
        toxicity.flatMap { Toxicity.allCases.firstIndex(of: $0) } ?? -1
    }

    static func word(_ toxicity: Toxicity) -> String {
        switch toxicity {
        case .none: "harmless"
        case .low: "mildly poisonous"
        case .medium: "poisonous"
        case .high: "very poisonous"
        }
    }

    static func word(_ rest: Rest) -> String {
        switch rest {
        case .winter: "Rests in winter"
        case .summer: "Rests in summer"
        case .leafless: "Rests without leaves"
        case .never: "Does not rest"
        }
    }
}

extension CareTiles {
    /// The fields of plant.mustache about its care.
    struct Fields: SharedFields {
        let tiles: [TileFields]
        let why: String
        let disclaimer: String
        var petWarning: String?
        var learned: Learned?
    }

    struct Learned: TemplateFields {
        let words: String
        let action: String
    }

    struct Detail: TemplateFields {
        let detail: String
    }

    /// The fields of tile.mustache.
    struct TileFields: TemplateFields {
        let tileId: String
        let heading: String
        let icon: String
        let value: String
        let details: [Detail]
        let source: String
        let reason: String
        let isOwn: Bool
        let isOpen: Bool
        let isGrave: Bool
        let differences: [Difference]
        let differs: Bool
        let hasFields: Bool
        let action: String
        let fields: [FieldFields]
        let hasLink: Bool
        let link: String?
    }

    struct Difference: TemplateFields {
        let about: String
        let rule: String
        let sides: [Side]
    }

    struct Side: TemplateFields {
        let text: String
        let source: String
        var choice: Choice?
    }

    struct Choice: TemplateFields {
        let field: String
        let value: String
        let chosen: Bool
    }
}
