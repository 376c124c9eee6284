import Agenda
import Recognition

extension CarePlan {
    /// All that it says, each with where it is from and why, in the order of a page's tiles.
    package var values: [CareValue] { values(in: .metric) }

    /// `units` are those of the reasons; the values are metric.
    package func values(in units: Units) -> [CareValue] {
        lightValues + wateringValues(units) + temperatureValues + fertiliserValues + airAndSoilValues + growthValues
            + bloomValues + safetyValues + upkeepValues
    }

    /// Why a value is what it is, as far as only its source tells.
    private func reason(_ source: CareSource, _ what: String? = nil) -> String {
        let told =
            switch source.kind {
            case .person: "you chose it"
            case .trefle: "Trefle says so of \(source.name ?? "the species")"
            case .species: "our table has it for \(source.name ?? "the species")"
            case .genus: "usual in the genus \(source.name ?? "it belongs to")"
            case .family: "usual in the family \(source.name ?? "it belongs to")"
            case .form: "usual for plants that grow like this: \(source.name ?? "its form")"
            case .assumed: "nothing is known of this plant: a cautious default"
            }
        return what.map { "\($0); \(told)" } ?? told
    }

    private func value<Value>(
        _ path: String, _ fact: Sourced<Value>, unit: String? = nil, why: String? = nil,
        _ content: (Value) -> CareValue.Content
    ) -> CareValue {
        CareValue(path, content(fact.value), unit: unit, source: fact.source, reason: reason(fact.source, why))
    }

    // MARK: Light, water, temperature

    private var lightValues: [CareValue] {
        let level = Sourced(light.level, from: light.source)
        return [
            value("light.level", level) { .int($0) },
            value("light.category", level, why: "light \(light.level) of 10") { _ in .text(light.category.rawValue) },
            value("light.hours", level, unit: "hours", why: "direct sun in \(light.category.rawValue)") { _ in
                .text(light.hours)
            },
        ]
    }

    private func wateringValues(_ units: Units) -> [CareValue] {
        let why = watering.why(in: units)
        let dryness = watering.dryness
        func of(_ path: String, _ content: CareValue.Content, _ unit: String? = nil) -> CareValue {
            CareValue("watering." + path, content, unit: unit, source: watering.source, reason: why)
        }
        return [
            CareValue(
                "watering.dryness", .text(dryness.value.rawValue), source: dryness.source,
                reason: reason(dryness.source, dryness.reason)),
            of("interval", .int(watering.interval ?? 0), "days"),
            of("frequency", .text(watering.frequency?.rawValue ?? "none")),
            CareValue(
                "watering.amount", .text(watering.amount.rawValue), source: dryness.source,
                reason: "\(watering.amount.words): \(dryness.value.words)"),
            CareValue(
                "watering.look", .text(watering.look), source: dryness.source,
                reason: "the soil decides, not the day: \(dryness.value.words)"),
            of("byMonth", .ints(watering.byMonth?.numbers ?? Array(repeating: 0, count: 12)), "days"),
        ]
    }

    private var temperatureValues: [CareValue] {
        let limits = temperature
        func of(_ path: String, _ fact: Sourced<Int>, _ why: String) -> CareValue {
            value("temperature." + path, fact, unit: "°C", why: why) { .int($0) }
        }
        var values = [
            of("minimum", limits.minimum, "the lowest it survives"),
            of("comfortLow", limits.comfortLow, "it thrives from here"),
            of("comfortHigh", limits.comfortHigh, "it thrives up to here"),
            of("maximum", limits.maximum, "the highest it bears"),
            value("temperature.tolerance", limits.minimum, why: limits.tolerance.words) { _ in
                .text(limits.tolerance.rawValue)
            },
        ]
        if let inPot = limits.inPot {
            let fact = limits.minimum.map { _ in inPot }
            values.append(of("inPot", fact, "roots in a pot outdoors bear less cold than in the ground"))
        }
        return values
    }

    // MARK: Feeding, air, soil

    private var fertiliserValues: [CareValue] {
        let need = fertilising.need
        func of(_ path: String, _ content: CareValue.Content, _ unit: String? = nil) -> CareValue {
            CareValue("fertiliser." + path, content, unit: unit, source: need.source, reason: fertilisingReason)
        }
        var values = [
            of("frequency", .text(fertilising.frequency.rawValue)), of("interval", .int(fertilising.days), "days"),
        ]
        guard fertilising.byMonth != nil else { return values }
        values.append(value("fertiliser.type", fertilising.type) { .text($0.rawValue) })
        values.append(
            CareValue(
                "fertiliser.months", .ints(fertilising.months.numbers), source: growth.months.source,
                reason: "only while it grows" + growthNote))
        return values
    }

    var fertilisingReason: String {
        if fertilising.isOwn { return "you chose it" }
        if fertilising.byMonth == nil, facts.fertiliserInterval != nil {
            return reason(fertilising.need.source, "it needs none")
        }
        let need = reason(fertilising.need.source, "it wants soil of richness \(fertilising.need.value) of 10")
        guard fertilising.byMonth != nil else { return need + "; so little that none is needed" }
        let shoulders = fertilising.shoulders
        return [
            need,
            (fertilising.months == .all ? "" : "in ") + fertilising.months.words + ", while it grows" + growthNote,
            shoulders.isEmpty ? nil : "a quarter of the strength at most in " + shoulders.words,
            fertilising.isFresh ? "not in the first six weeks after repotting" : nil, "never on dry soil",
        ].compactMap { $0 }.joined(separator: "; ")
    }

    /// What must be said where hemisphere and season are not known or do not count.
    private var growthNote: String {
        switch season.course {
        case .followed: ""
        case .unknownPlace: " (place not known: months of the northern half of the earth)"
        case .tropical: " (between the tropics all year)"
        case .growLamp: " (all year under a grow lamp)"
        case .switchedOff: " (all year, because the season is switched off)"
        }
    }

    private var airAndSoilValues: [CareValue] {
        let soil = CareDefault.value(facts.soil, or: CareDefault.soil)
        let acidity = CareDefault.value(facts.acidity, or: CareDefault.acidity)
        return [
            value("humidity.level", air.level) { .int($0) },
            value("humidity.air", air.level, why: "air humidity \(air.level.value) of 10") { _ in .text(air.words) },
            value("humidity.misting", air.level, why: "moist air is no reason to water") { _ in .text(air.advice) },
            value("soil.texture", soil) { .text($0) },
            value("soil.phLow", acidity, unit: "pH") { .double($0.lowerBound) },
            value("soil.phHigh", acidity, unit: "pH") { .double($0.upperBound) },
        ]
    }

    // MARK: Growth, bloom, safety, upkeep

    private var growthValues: [CareValue] {
        var values = [
            value("growth.months", growth.months, why: "it grows in " + growth.months.value.words + growthNote) {
                .ints($0.numbers)
            }
        ]
        if let rate = facts.growthRate { values.append(value("growth.rate", rate) { .text($0.rawValue) }) }
        if let form = facts.form { values.append(value("growth.form", form) { .text($0.rawValue) }) }
        if let rest = facts.rest { values.append(value("growth.rest", rest) { .text($0.rawValue) }) }
        return values
    }

    private var bloomValues: [CareValue] {
        guard let known = facts.bloomMonths, !known.value.isEmpty else { return [] }
        let months = season.local(known)
        let note = season.course == .unknownPlace ? growthNote : ""
        return [
            value("bloom.months", known, why: "it blooms in " + months.words + note) { _ in .ints(months.numbers) },
            value("bloom.season", known, why: "it blooms in " + months.words + note) { _ in
                .text(season.words(for: months))
            },
        ]
    }

    /// Poison that nobody knows of is not the same as none.
    private var safetyValues: [CareValue] {
        func of(_ path: String, _ fact: Sourced<Toxicity>?, _ whom: String) -> CareValue {
            guard let fact else {
                return CareValue(
                    path, .text("not known"), source: CareSource(.assumed),
                    reason: "no source says whether it harms \(whom): keep it out of reach")
            }
            return value(path, fact, why: "harm to \(whom)") { .text($0.rawValue) }
        }
        let values = [of("toxicity.pets", facts.pets, "pets"), of("toxicity.people", facts.people, "people")]
        return values + (facts.toxin.map { [value("toxicity.toxin", $0) { .text($0) }] } ?? [])
    }

    private var upkeepValues: [CareValue] {
        var values: [CareValue] = []
        if let years = facts.repotting {
            values.append(value("repotting.years", years, unit: "years", why: repottingReason) { .double($0) })
        }
        if let known = facts.pruningMonths, !known.value.isEmpty {
            let months = season.local(known)
            values.append(value("pruning.months", known, why: pruningReason(months)) { _ in .ints(months.numbers) })
        }
        if let notes = facts.notes { values.append(value("notes", notes) { .text($0) }) }
        if let link { values.append(value("link", link) { .text($0) }) }
        return values
    }

    var repottingReason: String {
        let years = Units.text(facts.repotting?.value ?? 0, places: 1)
        return "roots fill the pot in about \(years == "1" ? "a year" : "\(years) years"); "
            + "best when growth begins, in \(Season.monthName(growth.firstMonth(season)))"
    }

    func pruningReason(_ months: Months) -> String { "best cut in " + months.words }

    /// Where to read about the species: what a source gives, or its page at Kew or GBIF by its number there.
    package var link: Sourced<String>? {
        if let link = facts.link { return link }
        let (address, origin): (String, String)
        if let powo = taxon?.powo {
            (address, origin) = (
                "https://powo.science.kew.org/taxon/urn:lsid:ipni.org:names:" + powo, "Plants of the World Online"
            )
        } else if let gbif = taxon?.gbif {
            (address, origin) = ("https://www.gbif.org/species/" + gbif, "GBIF")
        } else {
            return nil
        }
        return Sourced(address, from: CareSource(.species, name: taxon?.scientificName, origin: origin, link: address))
    }
}
