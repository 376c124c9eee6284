import Directions

/// Builds the translation of one clause. Each part takes its fields out of `rest`; what is left at the end, such as a
/// field that did not exist when this was written, has no words, and then there is no translation.
struct TranslatedClause {
    private let direction: Direction
    private let language: PlainLanguage
    private let amounts: TranslatedAmount
    private let timing: TranslatedTiming
    private let places: TranslatedPlaces
    private var rest: Direction
    private var parts: [String] = []
    private var limit: String?
    private var isWhole = true

    /// Returns the sentence; nil if a value of the clause has no words. `manner` is how the dose is used, such as
    /// "kauen"; the clause itself does not say it.
    static func sentence(of direction: Direction, manner: [String], in language: PlainLanguage) -> String? {
        var clause = Self(direction, language)
        clause.addDose()
        clause.parts += manner
        clause.addTimes()
        clause.addNeed()
        clause.addLength()
        clause.addPlace()
        clause.addLimit()
        return clause.sentence
    }

    private init(_ direction: Direction, _ language: PlainLanguage) {
        self.direction = direction
        self.language = language
        amounts = TranslatedAmount(language: language)
        timing = TranslatedTiming(language)
        places = TranslatedPlaces(language: language)
        rest = direction
    }

    private var sentence: String? {
        guard isWhole, saysWhatToDo, rest == Direction(direction.relation) else { return nil }
        let said = parts.joined(separator: ", ")
        let begun: String =
            switch direction.relation {
            case .first: said.prefix(1).uppercased() + said.dropFirst()
            case .then: german("Danach: ", french: "Ensuite\u{A0}: ") + said
            case .and: german("Außerdem: ", french: "En plus\u{A0}: ") + said
            }
        return [begun, limit].compactMap(\.self).map { $0 + "." }.joined(separator: " ")
    }

    /// False for a clause with only a length, a reason or a limit: "7 days off" is no instruction to take something for
    /// 7 days.
    private var saysWhatToDo: Bool {
        direction.dose != nil || direction.route != nil || direction.site != nil || direction.frequency != nil
            || !direction.times.isEmpty || !direction.days.isEmpty || !direction.when.isEmpty
            || direction.isOnEmptyStomach || direction.count != nil || direction.isAsNeeded
    }

    // MARK: How much

    private mutating func addDose() {
        guard let dose = direction.dose else { return }
        rest.dose = nil
        guard let amount = words(dose) else { return refuse() }
        guard direction.strength != nil || direction.total != nil else { return add(amount) }
        guard let weight = weight(of: dose) else { return refuse() }
        rest.strength = nil
        rest.total = nil
        add("\(amount) (\(weight))")
    }

    /// Returns "1 Tablette = 5 mg; zusammen 10 mg", "zusammen 10 mg", or "5 mg" for one tablet.
    private func weight(of dose: Direction.Amount) -> String? {
        guard let strength = direction.strength else { return direction.total.flatMap(whole) }
        guard strength == Direction.Strength(strength.amount, strength.basis), strength.amount.unit != nil,
            let one = words(strength.amount)
        else { return nil }
        let isTotalOfOne = direction.total.map { $0 == strength.amount } ?? true
        switch strength.basis {
        case .unknown: return nil
        case .all: return isTotalOfOne ? whole(strength.amount) : nil
        case .each:
            guard let unit = dose.unit, DoseUnit.kind(of: unit) == .count, let piece = amounts.counted(1, unit) else {
                return nil
            }
            if dose.low == 1, dose.high == 1 { return isTotalOfOne ? one : nil }
            guard let total = direction.total else { return "\(piece) = \(one)" }
            return whole(total).map { "\(piece) = \(one)" + german("; ", french: "\u{202F}; ") + $0 }
        }
    }

    /// Returns "zusammen 10 mg".
    private func whole(_ amount: Direction.Amount) -> String? {
        guard amount.unit != nil else { return nil }
        return words(amount).map { german("zusammen ", french: "au total ") + $0 }
    }

    /// Returns an amount. A number alone is never written: in "1, 2-mal täglich" it could be read as 1,2.
    private func words(_ amount: Direction.Amount) -> String? {
        var said = Direction.Amount(low: amount.low, high: amount.high, unit: amount.unit)
        said.isUnitCarried = amount.isUnitCarried
        guard said == amount, amount.low ?? 1 > 0, amount.high ?? 1 > 0, let words = amounts.words(amount) else {
            return nil
        }
        return amount.unit == nil ? words + withoutUnit : words
    }

    private var withoutUnit: String { german(" (Einheit nicht angegeben)", french: " (unité non indiquée)") }

    // MARK: When

    private mutating func addTimes() {
        if let frequency = direction.frequency {
            rest.frequency = nil
            add(timing.frequency(frequency, isOnDays: !direction.days.isEmpty))
        }
        if !direction.days.isEmpty {
            rest.days = []
            add(timing.days(direction.days))
        }
        if !direction.when.isEmpty { addEvents() }
        if direction.isOnEmptyStomach {
            rest.isOnEmptyStomach = false
            add(german("auf nüchternen Magen", french: "à jeun"))
        }
        if !direction.times.isEmpty {
            rest.times = []
            add(timing.hours(direction.times))
        }
    }

    private mutating func addEvents() {
        let events = direction.when
        rest.when = []
        let shifted = events.filter(\.takesOffset)
        for event in shifted { rest.offsets[event] = nil }
        // Minutes that belong to no event stay in `rest`.
        if shifted.contains(where: { direction.offsets[$0] == nil }) { rest.offsetMinutes = nil }
        guard Set(events).count == events.count else { return refuse() }
        guard !direction.isEitherMeal else { return addEither(events) }
        let named = events.filter { !PlainTiming.isAnyMeal($0) }
        let meals = events.filter(PlainTiming.isAnyMeal)
        for group in [named, meals] where !group.isEmpty { add(words(group).map(timing.list)) }
    }

    private mutating func addEither(_ events: [Direction.Event]) {
        rest.isEitherMeal = false
        guard events.count > 1, let choices = words(events) else { return refuse() }
        add(choices.joined(separator: german(" oder ", french: " ou ")))
    }

    private func words(_ events: [Direction.Event]) -> [String]? {
        let words = events.compactMap { event in
            timing.event(event, minutes: event.takesOffset ? direction.offset(of: event) : nil)
        }
        return words.count == events.count ? words : nil
    }

    // MARK: Why, how long, where

    private mutating func addNeed() {
        rest.isAsNeeded = false
        rest.reason = nil
        var reason: String?
        if let printed = direction.reason {
            guard let words = TranslatedReasons.words(printed, in: language) else { return refuse() }
            reason = german("Grund: ", french: "motif\u{A0}: ") + words
        }
        guard direction.isAsNeeded else {
            if let reason { add(reason) }
            return
        }
        add(german("nur bei Bedarf", french: "seulement si besoin") + (reason.map { " (\($0))" } ?? ""))
    }

    private mutating func addLength() {
        if let count = direction.count {
            rest.count = nil
            guard count > 0 else { return refuse() }
            let number = amounts.grouped(count)
            add(
                count == 1
                    ? german("nur 1 Dosis insgesamt", french: "en tout 1 seule dose")
                    : german("insgesamt \(number) Dosen", french: "en tout \(number) doses"))
        }
        if let duration = direction.duration {
            rest.duration = nil
            add(timing.duration(duration))
        }
    }

    private mutating func addPlace() {
        rest.route = nil
        rest.site = nil
        let route = direction.route.map { places.route($0) }
        let site = direction.site.map { places.site($0) }
        switch (route, site) {
        case (nil, nil): return
        case (let route?, nil): add(route)
        case (nil, let site?): add(site.map { german("Stelle: ", french: "endroit\u{A0}: ") + $0 })
        case (let route?, let site?):
            guard let route, let site else { return refuse() }
            add(route + german(": ", french: "\u{A0}: ") + site)
        }
    }

    private mutating func addLimit() {
        guard let maximum = direction.maximum else { return }
        rest.maximum = nil
        let said = Direction.Maximum(
            value: maximum.value, unit: maximum.unit, period: maximum.period, periodUnit: maximum.periodUnit)
        guard said == maximum, maximum.value > 0, let amount = amounts.counted(maximum.value, maximum.unit),
            let period = timing.within(maximum.period, maximum.periodUnit)
        else { return refuse() }
        let most = maximum.unit == nil ? amount + withoutUnit : amount
        limit = german("Höchstens \(most) \(period)", french: "Au maximum \(most) \(period)")
    }

    // MARK: Parts

    private mutating func add(_ part: String?) {
        guard let part else { return refuse() }
        parts.append(part)
    }

    private mutating func refuse() { isWhole = false }

    private func german(_ german: String, french: String) -> String {
        switch language {
        case .german: german
        case .french: french
        }
    }
}
