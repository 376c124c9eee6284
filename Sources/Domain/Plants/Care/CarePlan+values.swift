import Agenda
import Calendar
import Messages
import Recognition

extension CarePlan {
    /// All values with source and reason, in the order of the tiles on a page.
    public var values: [CareValue] { values(in: .metric) }

    /// Returns the values. `units` are used in the reasons; the values are metric.
    public func values(in units: Units) -> [CareValue] {
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
        let sourceText = source.name.map { Self.sourceText(source, about: $0) } ?? Self.sourceText(source)
        guard let what else { return sourceText }
        return localized("\(what, "reason"); \(sourceText, "source")")
    }

    private static func sourceText(_ source: CareSource, about name: String) -> String {
        let form = source.formWords ?? name
        return switch source.kind {
        case .trefle: localized("Trefle says so of \(name, "species")")
        case .species: localized("our table has it for \(name, "species")")
        case .genus: localized("usual in the genus \(name, "genus")")
        case .family: localized("usual in the family \(name, "family")")
        case .form: localized("usual for plants that grow like this: \(form, "form")")
        case .person, .weighed, .assumed: sourceText(source)
        }
    }

    private static func sourceText(_ source: CareSource) -> String {
        switch source.kind {
        case .person: localized("you chose it")
        case .trefle: localized("Trefle says so of the species")
        case .weighed: localized("weighed from our table and Trefle")
        case .species: localized("our table has it for the species")
        case .genus: localized("usual in the genus it belongs to")
        case .family: localized("usual in the family it belongs to")
        case .form: localized("usual for plants that grow like this: its form")
        case .assumed: localized("nothing is known of this plant: a cautious default")
        }
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
        let (number, spot, place) = (light.level, light.spot.words, situation.place.words)
        let byGarden = localized("light \(number, "level") of 10, by the scale of gardens")
        let here = localized("light \(number, "level") of 10, \(place, "place")")
        return [
            value("light.level", level) { .int($0) },
            value("light.category", level, why: byGarden) { _ in .text(light.category.rawValue) },
            value("light.hours", level, unit: "hours", why: localized("direct sun a day: \(spot, "light")")) { _ in
                .text(light.spot.hours)
            },
            value("light.spot", level, why: here) { _ in .text(spot) },
            value("light.advice", level, why: here) { _ in .text(light.spot.advice) },
        ]
    }

    private func wateringValues(_ units: Units) -> [CareValue] {
        let why = watering.why(in: units)
        let dryness = watering.dryness
        let (amount, soil) = (watering.amount.words, dryness.value.words)
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
                reason: localized("\(amount, "amount"): \(soil, "dryness")")),
            CareValue(
                "watering.look", .text(watering.look), source: dryness.source,
                reason: localized("the soil decides, not the day: \(soil, "dryness")")),
            of("byMonth", .ints(watering.byMonth?.numbers ?? Array(repeating: 0, count: 12)), "days"),
        ]
    }

    private var temperatureValues: [CareValue] {
        let limits = temperature
        func of(_ path: String, _ fact: Sourced<Int>, _ why: String) -> CareValue {
            value("temperature." + path, fact, unit: "°C", why: why) { .int($0) }
        }
        var values = [
            of("minimum", limits.minimum, localized("the lowest it survives")),
            of("comfortLow", limits.comfortLow, localized("it thrives from here")),
            of("comfortHigh", limits.comfortHigh, localized("it thrives up to here")),
            of("maximum", limits.maximum, localized("the highest it bears")),
            value("temperature.tolerance", limits.minimum, why: limits.tolerance.words) { _ in
                .text(limits.tolerance.rawValue)
            },
        ]
        if let inPot = limits.inPot {
            let fact = limits.minimum.map { _ in inPot }
            values.append(of("inPot", fact, localized("roots in a pot outdoors bear less cold than in the ground")))
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
        let richness = facts.nutriments?.value ?? CareDefault.nutriments
        let soil = localized("it follows from soil of richness \(richness, "level") of 10")
        let typeReason = fertilising.followsFromSoil(facts) ? soil : nil
        values.append(value("fertiliser.type", fertilising.type, why: typeReason) { .text($0.rawValue) })
        values.append(
            CareValue(
                "fertiliser.months", .ints(fertilising.months.numbers), source: growth.months.source,
                reason: noted(localized("only while it grows"))))
        return values
    }

    var fertilisingReason: String {
        if fertilising.isOwn { return localized("you chose it") }
        if fertilising.byMonth == nil, facts.fertiliserInterval != nil {
            return reason(fertilising.need.source, localized("it needs none"))
        }
        let richness = fertilising.need.value
        let need = reason(
            fertilising.need.source, localized("it wants soil of richness \(richness, "level") of 10"))
        guard fertilising.byMonth != nil else {
            return [need, localized("so little that none is needed")].joined(separator: "; ")
        }
        return [
            need, noted(monthsOfFertilising), weakFertilising,
            fertilising.isFresh ? localized("not in the first six weeks after repotting") : nil,
            localized("never on dry soil"),
        ].compactMap { $0 }.joined(separator: "; ")
    }

    private var monthsOfFertilising: String {
        let months = fertilising.months.words
        return fertilising.months == .all
            ? localized("all year, while it grows") : localized("in \(months, "months"), while it grows")
    }

    /// Nil without months of less fertiliser.
    private var weakFertilising: String? {
        guard !fertilising.shoulders.isEmpty else { return nil }
        let months = fertilising.shoulders.words
        return localized("a quarter of the strength at most in \(months, "months")")
    }

    /// Returns a fact about months with a note if hemisphere and season are unknown or ignored.
    private func noted(_ fact: String) -> String {
        guard let note = growthNote else { return fact }
        return localized("\(fact, "fact") (\(note, "note"))")
    }

    private var growthNote: String? {
        switch season.course {
        case .followed: nil
        case .unknownPlace: localized("place not known: months of the northern half of the earth")
        case .tropical: localized("between the tropics all year")
        case .growLamp: localized("all year under a grow lamp")
        case .switchedOff: localized("all year, because the season is switched off")
        }
    }

    private var airAndSoilValues: [CareValue] {
        let soil = CareDefault.value(facts.soil, or: CareDefault.soil)
        let acidity = CareDefault.value(facts.acidity, or: CareDefault.acidity)
        let humidity = air.level.value
        return [
            value("humidity.level", air.level) { .int($0) },
            value("humidity.air", air.level, why: localized("air humidity \(humidity, "level") of 10")) { _ in
                .text(air.words)
            },
            value("humidity.misting", air.level, why: localized("moist air is no reason to water")) { _ in
                .text(air.advice)
            },
            value("soil.texture", soil) { .text($0) },
            value("soil.phLow", acidity, unit: "pH") { .double($0.lowerBound) },
            value("soil.phHigh", acidity, unit: "pH") { .double($0.upperBound) },
        ]
    }

    // MARK: Growth, bloom, safety, upkeep

    private var growthValues: [CareValue] {
        let months = growth.months.value.words
        let why =
            growth.months.value == .all
            ? localized("it grows in all year") : localized("it grows in \(months, "months")")
        var values = [value("growth.months", growth.months, why: noted(why)) { .ints($0.numbers) }]
        if let rate = facts.growthRate { values.append(value("growth.rate", rate) { .text($0.rawValue) }) }
        if let form = facts.form { values.append(value("growth.form", form) { .text($0.rawValue) }) }
        if let rest = facts.rest { values.append(value("growth.rest", rest) { .text($0.rawValue) }) }
        return values
    }

    private var bloomValues: [CareValue] {
        guard let known = facts.bloomMonths, !known.value.isEmpty else { return [] }
        let months = season.local(known)
        let names = months.words
        let time =
            months == .all ? localized("it blooms in all year") : localized("it blooms in \(names, "months")")
        let why = season.course == .unknownPlace ? noted(time) : time
        return [
            value("bloom.months", known, why: why) { _ in .ints(months.numbers) },
            value("bloom.season", known, why: why) { _ in .text(season.words(for: months)) },
        ]
    }

    /// Unknown toxicity is shown as unknown, not as none.
    private var safetyValues: [CareValue] {
        func of(_ path: String, _ fact: Sourced<Toxicity>?, harm: String, unknown: String) -> CareValue {
            guard let fact else {
                return CareValue(
                    path, .text(Self.unknownToxicity), source: CareSource(.assumed), reason: unknown)
            }
            return value(path, fact, why: harm) { .text($0.rawValue) }
        }
        let pets = LocalList.and(whereabouts.pets)
        let ofPets =
            pets.isEmpty
            ? of(
                "toxicity.pets", facts.pets, harm: localized("harm to pets"),
                unknown: localized("no source says whether it harms pets: keep it out of reach"))
            : of(
                "toxicity.pets", facts.pets, harm: localized("harm to pets, such as your \(pets, "pets")"),
                unknown: localized(
                    "no source says whether it harms pets, such as your \(pets, "pets"): keep it out of reach"))
        let ofPeople = of(
            "toxicity.people", facts.people, harm: localized("harm to people"),
            unknown: localized("no source says whether it harms people: keep it out of reach"))
        return [ofPets, ofPeople] + (facts.toxin.map { [value("toxicity.toxin", $0) { .text($0) }] } ?? [])
    }

    /// The code of a toxicity that no source states.
    static let unknownToxicity = "not known"

    /// The warning for a home with a named pet; nil without pets, or if the plant is harmless to them.
    public var petWarning: String? {
        guard !whereabouts.pets.isEmpty else { return nil }
        let pets = LocalList.and(whereabouts.pets)
        return switch facts.pets?.value {
        case nil:
            localized(
                """
                It is not known whether this plant is poisonous to your \(pets, "pets"). Keep it out of their reach.
                """)
        case .low?:
            localized("This plant is mildly poisonous to pets. Keep it out of reach of your \(pets, "pets").")
        case .medium?, .high?:
            localized("This plant is poisonous to pets. Keep it out of reach of your \(pets, "pets").")
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
        func reason(_ page: String?) -> String {
            guard let page else { return localized("it leads to the page of the species") }
            return localized("it leads to \(page, "page")")
        }
        return CareValue("link", .text(link.value), source: link.source, reason: reason(link.source.originWords))
    }

    var repottingReason: String {
        let years = Units.local(facts.repotting?.value ?? 0, places: 1)
        let month = LocalDate.monthName(growth.firstMonth(season))
        return years == "1"
            ? localized(
                "roots fill the pot in about a year; best when growth begins, in \(month, "month")")
            : localized(
                """
                roots fill the pot in about \(years, "years") years; best when growth begins, in \(month, "month")
                """)
    }

    func pruningReason(_ months: Months) -> String {
        let names = months.words
        return months == .all ? localized("best cut in all year") : localized("best cut in \(names, "months")")
    }

    /// The web page about the species: its page at Kew or GBIF by identifier, otherwise the link of a source, otherwise
    /// a search at Kew if a source knows the species.
    public var link: Sourced<String>? {
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
                "https://powo.science.kew.org/results?q=" + query, CareSource.nameSearch
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
    public var disputes: [CareDispute] {
        facts.disputes + [watering.dryness.dispute].compactMap { $0 }
    }

    private func disputed(_ value: CareValue, _ dispute: CareDispute) -> CareValue {
        let isOwn = value.source.kind == .person
        let sides = dispute.sides.map { said($0, dispute) }.joined(separator: ", ")
        let (reason, rule) = (value.reason, dispute.rule)
        var result = CareValue(
            value.path, value.value, unit: value.unit, source: value.source,
            reason: isOwn ? reason : localized("\(reason, "reason"); \(sides, "opinions"): \(rule, "rule")"))
        result.opinions = dispute.sides.map { opinion($0, dispute) }
        return result
    }

    private func said(_ side: Sourced<CareValue.Content>, _ dispute: CareDispute) -> String {
        let (value, service) = (words(of: side.value, dispute), dispute.serviceName)
        return side.source.kind == .trefle
            ? localized("\(service, "service") says \(value, "value")")
            : localized("our table says \(value, "value")")
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

    private func words(of content: CareValue.Content, _ dispute: CareDispute) -> String {
        if case .text(let code) = content, let dryness = Dryness(rawValue: code), dispute.subject == .dryness {
            return dryness.words
        }
        let text = CareValue(dispute.path, local(content), source: CareSource(.assumed), reason: "").text(in: .metric)
        return switch dispute.subject {
        case .light: localized("light \(text, "level") of 10")
        case .airHumidity: localized("air humidity \(text, "level") of 10")
        case .nutriments: localized("soil richness \(text, "level") of 10")
        case .survival, .maximum: text + " °C"
        case .dryness, .acidity, .growthRate, .growthMonths, .bloomMonths, .pets, .people: text
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
            guard let days = plan.watering.interval else { return nil }
            return localized(days, one: "every day", other: "every \(days, "count") days")
        case (.nutriments, .int(let number)): return CareFertilising.Frequency(nutriments: number).effect
        default: return nil
        }
    }
}
