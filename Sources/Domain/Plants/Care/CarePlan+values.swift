import Agenda
import Calendar
import Recognition

extension CarePlan {
    /// All values with source and reason, in the order of the tiles on a page.
    package var values: [CareValue] { values(in: .metric) }

    /// Returns the values. `units` are used in the reasons; the values are metric.
    package func values(in units: Units) -> [CareValue] {
        let disputes = self.disputes
        return allValues(units).map { value in
            guard let dispute = disputes.first(where: { $0.path == value.path }) else { return value }
            return disputed(value, dispute)
        }
    }

    private func allValues(_ units: Units) -> [CareValue] {
        lightValues + wateringValues(units) + temperatureValues + fertiliserValues + airAndSoilValues + growthValues
            + bloomValues + safetyValues + upkeepValues
    }

    /// Returns the reason for a value that follows from its source alone.
    private func reason(_ source: CareSource, _ what: String? = nil) -> String {
        let told =
            switch source.kind {
            case .person: "you chose it"
            case .trefle: "Trefle says so of \(source.name ?? "the species")"
            case .weighed: "weighed from our table and Trefle"
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
            value("light.category", level, why: "light \(light.level) of 10, by the scale of gardens") { _ in
                .text(light.category.rawValue)
            },
            value("light.hours", level, unit: "hours", why: "direct sun a day: \(light.spot.words)") { _ in
                .text(light.spot.hours)
            },
            value("light.spot", level, why: "light \(light.level) of 10, \(situation.place.words)") { _ in
                .text(light.spot.words)
            },
            value("light.advice", level, why: "light \(light.level) of 10, \(situation.place.words)") { _ in
                .text(light.spot.advice)
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
        let soil = "it follows from soil of richness \(facts.nutriments?.value ?? CareDefault.nutriments) of 10"
        let typeReason = fertilising.followsFromSoil(facts) ? soil : nil
        values.append(value("fertiliser.type", fertilising.type, why: typeReason) { .text($0.rawValue) })
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

    /// The note if hemisphere and season are unknown or ignored.
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

    /// Unknown toxicity is shown as unknown, not as none.
    private var safetyValues: [CareValue] {
        func of(_ path: String, _ fact: Sourced<Toxicity>?, _ whom: String) -> CareValue {
            guard let fact else {
                return CareValue(
                    path, .text("not known"), source: CareSource(.assumed),
                    reason: "no source says whether it harms \(whom): keep it out of reach")
            }
            return value(path, fact, why: "harm to \(whom)") { .text($0.rawValue) }
        }
        let values = [of("toxicity.pets", facts.pets, petWords), of("toxicity.people", facts.people, "people")]
        return values + (facts.toxin.map { [value("toxicity.toxin", $0) { .text($0) }] } ?? [])
    }

    /// "pets", "pets, such as your cat and dog".
    private var petWords: String {
        whereabouts.pets.isEmpty ? "pets" : "pets, such as your \(Self.list(whereabouts.pets))"
    }

    private static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }

    /// The warning for a home with a named pet; nil without pets, or if the plant is harmless to them.
    package var petWarning: String? {
        guard !whereabouts.pets.isEmpty else { return nil }
        let pets = "your " + Self.list(whereabouts.pets)
        return switch facts.pets?.value {
        case nil: "It is not known whether this plant is poisonous to \(pets). Keep it out of their reach."
        case .low?: "This plant is mildly poisonous to pets. Keep it out of reach of \(pets)."
        case .medium?, .high?: "This plant is poisonous to pets. Keep it out of reach of \(pets)."
        case Toxicity.none?: nil
        }
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
        if let link { values.append(linkValue(link)) }
        return values
    }

    private func linkValue(_ link: Sourced<String>) -> CareValue {
        let reason = link.source.origin.map { "it leads to \($0)" } ?? "it leads to the page of the species"
        return CareValue("link", .text(link.value), source: link.source, reason: reason)
    }

    var repottingReason: String {
        let years = Units.text(facts.repotting?.value ?? 0, places: 1)
        return "roots fill the pot in about \(years == "1" ? "a year" : "\(years) years"); "
            + "best when growth begins, in \(Season.monthName(growth.firstMonth(season)))"
    }

    func pruningReason(_ months: Months) -> String { "best cut in " + months.words }

    /// The web page about the species: its page at Kew or GBIF by identifier, otherwise the link of a source, otherwise
    /// a search at Kew if a source knows the species.
    package var link: Sourced<String>? {
        let (address, origin): (String, String)
        if let powo = taxon?.powo {
            (address, origin) = (
                "https://powo.science.kew.org/taxon/urn:lsid:ipni.org:names:" + powo, "Plants of the World Online"
            )
        } else if let gbif = taxon?.gbif {
            (address, origin) = ("https://www.gbif.org/species/" + gbif, "GBIF")
        } else if let link = facts.link {
            return link
        } else if let taxon, taxon.rank == .species, isOfKnownSpecies, let query = Self.query(taxon.scientificName) {
            (address, origin) = (
                "https://powo.science.kew.org/results?q=" + query, "Plants of the World Online, a search for its name"
            )
        } else {
            return nil
        }
        return Sourced(address, from: CareSource(.species, name: taxon?.scientificName, origin: origin, link: address))
    }

    /// True if a source has facts about the species itself, so that its name exists.
    private var isOfKnownSpecies: Bool {
        [facts.light?.source, facts.water?.source, facts.form?.source, facts.survival?.source].contains {
            [.species, .trefle, .weighed].contains($0?.kind)
        }
    }

    /// Returns the first two words of a name for a URL; nil if they contain characters other than letters.
    private static func query(_ name: String) -> String? {
        let words = name.split(separator: " ").filter { $0 != "×" && $0 != "x" }.prefix(2)
        let arePlain = words.allSatisfy { $0.utf8.allSatisfy { Self.isPlain($0) } }
        return words.count == 2 && arePlain ? words.joined(separator: "%20") : nil
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"): true
        default: false
        }
    }
}

// MARK: - Differences between our table and a service

extension CarePlan {
    /// All differences, each beside the value it is about.
    package var disputes: [CareDispute] {
        facts.disputes + [watering.dryness.dispute].compactMap { $0 }
    }

    private func disputed(_ value: CareValue, _ dispute: CareDispute) -> CareValue {
        let isOwn = value.source.kind == .person
        let sides = dispute.sides.map { side in
            "\(side.source.kind == .trefle ? dispute.serviceName : "our table") says \(words(of: side.value, dispute.subject))"
        }.joined(separator: ", ")
        var told = CareValue(
            value.path, value.value, unit: value.unit, source: value.source,
            reason: isOwn ? value.reason : "\(value.reason); \(sides): \(dispute.rule)")
        told.opinions = dispute.sides.map { opinion($0, dispute) }
        return told
    }

    private func opinion(_ side: Sourced<CareValue.Content>, _ dispute: CareDispute) -> CareValue.Opinion {
        let value = local(side.value)
        let choice = choice(value, dispute)
        return CareValue.Opinion(
            value: value, source: side.source, effect: effect(side.value, dispute.subject), choice: choice)
    }

    /// Converts months of the northern hemisphere to local months.
    private func local(_ content: CareValue.Content) -> CareValue.Content {
        guard case .ints(let numbers) = content else { return content }
        return .ints(season.isSouthern ? Months(numbers).shifted(by: 6).numbers : numbers)
    }

    private func words(of content: CareValue.Content, _ subject: CareDispute.Subject) -> String {
        let text = CareValue(subject.rawValue, local(content), source: CareSource(.assumed), reason: "")
            .text(in: .metric)
        return switch subject {
        case .dryness: Dryness(rawValue: text)?.words ?? text
        case .light: "light \(text) of 10"
        case .airHumidity: "air humidity \(text) of 10"
        case .nutriments: "soil richness \(text) of 10"
        case .survival, .maximum: text + " °C"
        case .acidity, .growthRate, .growthMonths, .bloomMonths, .pets, .people: text
        }
    }

    private func choice(_ value: CareValue.Content, _ dispute: CareDispute) -> CareValue.Choice? {
        guard let field = dispute.field else { return nil }
        let text: String
        switch value {
        case .int(let number) where dispute.subject == .nutriments:
            text = String(CareFertilising.Frequency(nutriments: number).days)
        case .int(let number): text = String(number)
        case .text(let word): text = word
        case .ints(let numbers): text = Months(numbers).text
        case .double: return nil
        }
        return field.accepts(text) ? CareValue.Choice(field: field, value: text) : nil
    }

    /// Returns "every 14 days" or "monthly".
    private func effect(_ content: CareValue.Content, _ subject: CareDispute.Subject) -> String? {
        switch (subject, content) {
        case (.dryness, .text(let word)):
            let plan = CarePlan(
                for: taxon, facts: facts.overruled(by: [.water: word]), situation: situation, whereabouts: whereabouts,
                on: day, learning: learning)
            return plan.watering.interval.map { $0 == 1 ? "every day" : "every \($0) days" }
        case (.nutriments, .int(let number)):
            let frequency = CareFertilising.Frequency(nutriments: number)
            return frequency == .none ? "no fertiliser" : "fertiliser \(frequency.rawValue)"
        default: return nil
        }
    }
}
