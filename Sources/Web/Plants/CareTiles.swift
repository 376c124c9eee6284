import Agenda
import Calendar
import Foundation
import Household
import Messages
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
        let tiles = tiles.map(context(of:))
        var context = Fields(
            tiles: tiles, why: Wording.capitalised(plan.watering.why(in: units)) + ".",
            sources: Self.sources(of: tiles),
            disclaimer: CarePlan.disclaimer)
        context.petWarning = plan.petWarning
        if let learning = plan.learning, let words = Self.words(learning) {
            context.learned = Learned(words: words, action: Site.plantLearning(plant.id))
        }
        return context
    }

    /// Returns a sentence that names each source once, in the order of the tiles. A tile of a person names its own.
    private static func sources(of tiles: [TileFields]) -> String {
        var sources: [String] = []
        for tile in tiles where !tile.isOwn && !sources.contains(tile.source) { sources.append(tile.source) }
        let names = sources.joined(separator: "; ")
        return localized("Sources: \(names, "sources").")
    }

    /// Returns nil if the learned factor is equal to the plan.
    static func words(_ learning: Learning) -> String? {
        let change = Int(((learning.factor - 1) * 100).rounded())
        let (percent, count) = (abs(change), learning.count)
        guard change != 0 else { return nil }
        return change > 0
            ? localized(
                count, one: "You water \(percent, "percent") % later than planned, calculated from 1 watering.",
                other:
                    "You water \(percent, "percent") % later than planned, calculated from \(count, "count") waterings."
            )
            : localized(
                count, one: "You water \(percent, "percent") % sooner than planned, calculated from 1 watering.",
                other:
                    "You water \(percent, "percent") % sooner than planned, calculated from \(count, "count") waterings."
            )
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
            ?? CareValue(
                tile.path, .text(""), source: CareSource(.assumed), reason: localized("no source says when it blooms"))
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
            hasFields: !tile.fields.isEmpty, action: Site.plantCare(plant.id), units: units.rawValue,
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
            let text = words(opinion, of: value)
            return opinion.source.kind == .trefle
                ? localized("Trefle: \(text, "value")") : localized("Our table: \(text, "value")")
        }
    }

    /// Returns the value of an opinion and its effect.
    private func words(_ opinion: CareValue.Opinion, of value: CareValue) -> String {
        [Self.word(said(opinion, of: value), in: units), opinion.effect].compactMap { $0 }.joined(separator: ", ")
    }

    private func said(_ opinion: CareValue.Opinion, of value: CareValue) -> CareValue {
        CareValue(value.path, opinion.value, unit: value.unit, source: opinion.source, reason: value.reason)
    }

    private func side(_ opinion: CareValue.Opinion, of value: CareValue) -> Side {
        var side = Side(
            text: Wording.capitalised(words(opinion, of: value)),
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
        case "watering.dryness": localized("how dry the soil may get", context: "two sources differ on it")
        case "light.level": localized("its light, 0 to 10", context: "two sources differ on it")
        case "humidity.level": localized("the air humidity, 0 to 10", context: "two sources differ on it")
        case "fertiliser.frequency":
            localized("how rich its soil is, 0 to 10", context: "two sources differ on it")
        case "temperature.minimum":
            localized("the lowest temperature that it survives", context: "two sources differ on it")
        case "temperature.maximum":
            localized("the highest temperature that it survives", context: "two sources differ on it")
        case "soil.phLow": localized("how acid its soil is", context: "two sources differ on it")
        case "growth.months": localized("when it grows", context: "two sources differ on it")
        case "growth.rate": localized("how fast it grows", context: "two sources differ on it")
        case "bloom.months": localized("when it blooms", context: "two sources differ on it")
        case "toxicity.pets": localized("whether it harms pets", context: "two sources differ on it")
        default: localized("whether it harms people", context: "two sources differ on it")
        }
    }

    private static func word(_ value: CareValue, in units: Units) -> String {
        guard case .text(let word) = value.value else { return value.text(in: units) }
        return Dryness(rawValue: word).flatMap { value.path == "watering.dryness" ? $0.words : nil }
            ?? Toxicity(rawValue: word).flatMap { value.path.hasPrefix("toxicity.") ? Self.word($0) : nil }
            ?? value.codeWords ?? word
    }

    // MARK: Tiles

    /// Returns a text of the care table in the language of the page. The table is English; MessageExtraction reads it.
    private func tableText(_ path: String) -> String? { text(path).map { Localization.current.pattern($0) } }

    private func text(_ path: String) -> String? {
        switch values[path]?.value {
        case .text(let text): text
        case .int(let number): String(number)
        case .double(let number): Units.local(number, places: 1)
        case .ints(let numbers): Months(numbers).words
        case nil: nil
        }
    }

    private var light: Tile {
        Tile(
            id: "light", heading: localized("Light", context: "of a plant"), icon: "sun",
            value: Wording.capitalised(plan.light.spot.words),
            more: [plan.light.spot.advice], path: "light.level", fields: [.light])
    }

    private var water: Tile {
        Tile(
            id: "water", heading: localized("Water", context: "care of a plant"), icon: "drop", value: wateringWords,
            more: [
                Wording.capitalised(plan.watering.amount.words),
                plan.watering.isOnlyInDrought
                    ? localized("Check it; water only in a drought") : localized("Check the soil first"),
            ], path: "watering.interval", alsoAbout: ["watering.dryness"], fields: [.wateringInterval, .water])
    }

    private var wateringWords: String {
        guard let days = plan.watering.interval else {
            let month = LocalDate.monthName(plan.day.month)
            return localized("None in \(month, "month")")
        }
        return Self.every(days)
    }

    private static func every(_ days: Int) -> String {
        localized(days, one: "Every day", other: "Every \(days, "count") days")
    }

    private var temperature: Tile {
        let limits = plan.temperature
        let low = units.text(celsius: Double(limits.minimum.value))
        return Tile(
            id: "temperature", heading: localized("Temperature"), icon: "thermometer",
            value: units.text(
                celsius: limits.comfortLow.value...max(limits.comfortLow.value, limits.comfortHigh.value)),
            more: [
                localized("Survives \(low, "temperature")"), Wording.capitalised(limits.tolerance.name),
                limits.inPot.map(inPotWords) ?? "",
            ],
            path: "temperature.minimum", alsoAbout: ["temperature.maximum"],
            fields: [.comfortLow, .comfortHigh, .minimumTemperature])
    }

    private func inPotWords(_ celsius: Int) -> String {
        let lowest = units.text(celsius: Double(celsius))
        return localized("In a pot outdoors not below \(lowest, "temperature")")
    }

    private var fertiliser: Tile {
        let feeds = plan.fertilising.byMonth != nil
        let days = plan.fertilising.days
        return Tile(
            id: "fertiliser", heading: localized("Fertiliser"), icon: "flask",
            value: feeds
                ? localized(
                    days, one: "Every \(days, "count") days", other: "Every \(days, "count") days",
                    context: "fertilising")
                : localized("None needed"),
            more: feeds
                ? [
                    Self.fertiliserWords(plan.fertilising.type.value),
                    Wording.capitalised(plan.fertilising.months.words),
                ] : [], path: "fertiliser.interval", alsoAbout: ["fertiliser.frequency"],
            fields: [.fertiliserInterval, .fertiliserType])
    }

    private var humidity: Tile {
        Tile(
            id: "humidity", heading: localized("Air", context: "care of a plant"), icon: "mist",
            value: Wording.capitalised(plan.air.words),
            more: [Wording.capitalised(plan.air.advice)], path: "humidity.level", fields: [.airHumidity])
    }

    private var soil: Tile {
        Tile(
            id: "soil", heading: localized("Soil"), icon: "pot",
            value: Wording.capitalised(tableText("soil.texture") ?? ""),
            more: [acidityWords], path: "soil.texture",
            alsoAbout: ["soil.phLow"], fields: [.soil])
    }

    private var acidityWords: String {
        guard let low = text("soil.phLow"), let high = text("soil.phHigh") else { return "" }
        return localized("pH \(low, "lowest") to \(high, "highest")")
    }

    private var growth: Tile {
        let months = plan.growth.months.value
        return Tile(
            id: "growth", heading: localized("Growth"), icon: "plants", value: Wording.capitalised(months.words),
            more: [
                plan.facts.growthRate.map { Self.growthWords($0.value) } ?? "",
                plan.facts.form.map { Wording.capitalised($0.value.words) } ?? "",
                plan.facts.rest.map { Self.word($0.value) } ?? "",
            ], path: "growth.months", alsoAbout: ["growth.rate"], fields: [.growthMonths, .growthRate, .rest])
    }

    private var bloom: Tile {
        Tile(
            id: "bloom", heading: localized("Bloom"), icon: "flower",
            value: text("bloom.season").map { Wording.capitalised($0) }
                ?? localized("Not known", context: "when a plant blooms"),
            more: [text("bloom.months") ?? ""], path: "bloom.months",
            fields: [.bloomMonths])
    }

    private var safety: Tile {
        let words = { (toxicity: Toxicity?) in
            toxicity.map(Self.word) ?? localized("not known", context: "toxicity")
        }
        let (pets, people) = (plan.facts.pets?.value, plan.facts.people?.value)
        let worst = [pets, people].compactMap { $0 }.max { Self.rank($0) < Self.rank($1) }
        // A value for pets implies no value for people, and vice versa.
        let isKnown = pets != nil && people != nil
        let isUnknownToPets = pets == nil && !plan.whereabouts.pets.isEmpty
        let isAboutPets = isUnknownToPets || Self.rank(pets) >= Self.rank(people)
        let harmless = isKnown ? localized("Not poisonous") : localized("Not fully known")
        let toPeople = words(people)
        return Tile(
            id: "safety", heading: localized("Pets and people"), icon: "warning",
            value: worst.map {
                Self.rank($0) >= 2
                    ? localized("Poisonous") : $0 == .low ? localized("Mildly poisonous") : harmless
            } ?? localized("Not known", context: "toxicity"),
            more: [
                toPets(words(pets)), localized("To people: \(toPeople, "toxicity")"), tableText("toxicity.toxin") ?? "",
            ],
            path: isAboutPets ? "toxicity.pets" : "toxicity.people",
            alsoAbout: [isAboutPets ? "toxicity.people" : "toxicity.pets"], fields: [.pets, .people])
    }

    /// For example "To pets: poisonous" or "To pets (cat, dog): poisonous".
    private func toPets(_ toxicity: String) -> String {
        let pets = plan.whereabouts.pets.joined(separator: ", ")
        return pets.isEmpty
            ? localized("To pets: \(toxicity, "toxicity")")
            : localized("To pets (\(pets, "pets")): \(toxicity, "toxicity")")
    }

    private var repotting: Tile? {
        text("repotting.years").map { years in
            Tile(
                id: "repotting", heading: localized("Repotting"), icon: "pot",
                value: years == "1"
                    ? localized("About every year") : localized("About every \(years, "years") years"),
                path: "repotting.years")
        }
    }

    private var pruning: Tile? {
        text("pruning.months").map {
            Tile(
                id: "pruning", heading: localized("Pruning"), icon: "shears", value: Wording.capitalised($0),
                path: "pruning.months")
        }
    }

    private var notes: Tile? {
        tableText("notes").map {
            Tile(
                id: "notes", heading: localized("Good to know"), icon: "info", value: $0, path: "notes",
                fields: [.notes])
        }
    }

    private var link: Tile? {
        guard let address = text("link"), address.hasPrefix("https://") else { return nil }
        return Tile(
            id: "more", heading: localized("Read more"), icon: "afar",
            value: URL(string: address)?.host() ?? address, path: "link", link: address)
    }

    static func rank(_ toxicity: Toxicity?) -> Int {
        toxicity.flatMap { Toxicity.allCases.firstIndex(of: $0) } ?? -1
    }

    static func word(_ toxicity: Toxicity) -> String {
        switch toxicity {
        case .none: localized("harmless")
        case .low: localized("mildly poisonous")
        case .medium: localized("poisonous")
        case .high: localized("very poisonous")
        }
    }

    private static func growthWords(_ rate: GrowthRate) -> String {
        switch rate {
        case .slow: localized("Slow growth")
        case .moderate: localized("Moderate growth")
        case .rapid: localized("Rapid growth")
        }
    }

    private static func fertiliserWords(_ type: FertiliserType) -> String {
        switch type {
        case .balanced: localized("Balanced fertiliser")
        case .phosphorus: localized("Phosphorus fertiliser")
        case .potassium: localized("Potassium fertiliser")
        case .organic: localized("Organic fertiliser")
        case .highNitrogen: localized("High nitrogen fertiliser")
        }
    }

    static func word(_ rest: Rest) -> String {
        switch rest {
        case .winter: localized("Rests in winter")
        case .summer: localized("Rests in summer")
        case .leafless: localized("Rests without leaves")
        case .never: localized("Does not rest")
        }
    }
}

extension CareTiles {
    /// The fields of plant.mustache about its care.
    struct Fields: SharedFields {
        let tiles: [TileFields]
        let why: String
        let sources: String
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
        let units: String
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
