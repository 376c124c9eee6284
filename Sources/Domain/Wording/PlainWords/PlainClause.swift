import Directions

/// Builds the sentences of one clause.
struct PlainClause {
    typealias Sentence = PlainDirections.Sentence

    let direction: Direction
    let index: Int
    /// Counted from 1; nil if the directions have no steps.
    let step: Int?
    let verb: String
    /// The text of the label at the fields of the clause.
    let source: PlainSource
    /// True if the label names days of the week and does not say that it means every week.
    let isWeekOpen: Bool

    init(_ direction: Direction, at index: Int, step: Int?, of directions: DirectionsReading) {
        self.direction = direction
        self.index = index
        self.step = step
        source = PlainSource(directions, clause: index)
        isWeekOpen = directions.flags.contains { $0.code == "which-weeks" }
        verb = PlainVerb.verb(for: direction, label: source.verb ?? Self.inherited(direction, index, directions))
    }

    /// Returns the verb of the clause before: in "2 tablets today then 1 daily" both doses are taken. Only verbs that
    /// imply no route are inherited.
    private static func inherited(_ direction: Direction, _ index: Int, _ directions: DirectionsReading) -> String? {
        guard index > 0, index <= directions.clauses.count, direction.route == nil, direction.dose?.unit == nil else {
            return nil
        }
        let before = PlainClause(directions.clauses[index - 1], at: index - 1, step: nil, of: directions)
        return ["Apply", "Inhale", "Chew"].contains(before.verb) ? nil : before.verb
    }

    static func all(of directions: DirectionsReading) -> [Self] {
        let hasSteps = directions.clauses.dropFirst().contains { $0.relation == .then }
        var step = 1
        return directions.clauses.enumerated().map { index, direction in
            if index > 0, direction.relation == .then { step += 1 }
            return Self(direction, at: index, step: hasSteps ? step : nil, of: directions)
        }
    }

    var instructions: [Sentence] {
        let sentence =
            switch direction.relation {
            case _ where index == 0: said
            case .first: said
            case .then: "Then \(lowered(said))"
            case .and: "And \(lowered(said))"
            }
        let fields: [DirectionsReading.Field] = [
            .dose, .strength, .route, .site, .frequency, .times, .days, .when, .count, .asNeeded, .reason, .duration,
        ]
        return [make(sentence + ".", .instruction, fields)]
    }

    var limits: [Sentence] {
        direction.maximum.map { [make(PlainTiming.maximum($0), .limit, [.max])] } ?? []
    }

    /// The minimum time between two doses: "Every 4 hours, only if you need it" requires four hours between them. Empty
    /// if no hours are printed.
    var gaps: [Sentence] {
        guard direction.isAsNeeded, direction.times.isEmpty, let frequency = direction.frequency,
            frequency.count == 1, frequency.countMax == nil,
            frequency.periodUnit == .hour || frequency.periodUnit == .minute
        else { return [] }
        let unit = PlainAmount.name(of: PlainTiming.name(frequency.periodUnit), for: frequency.period)
        let text = "At least \(PlainAmount.number(frequency.period)) \(unit) between doses."
        return [make(text, .gap, [.frequency, .asNeeded])]
    }

    var summary: String {
        var parts = [direction.dose.flatMap(PlainAmount.words)].compactMap(\.self)
        if let schedule { parts.append(schedule) }
        if direction.isAsNeeded { parts.append("only if needed") }
        if let duration = direction.duration { parts.append(PlainTiming.duration(duration)) }
        return parts.joined(separator: ", ")
    }

    func make(_ text: String, _ kind: Sentence.Kind, _ fields: [DirectionsReading.Field]) -> Sentence {
        Sentence(text, kind, spans: source.spans(fields), clause: index, step: kind == .note ? nil : step)
    }

    // MARK: - The sentence

    private var said: String {
        if saysOnlyLength, let duration = direction.duration {
            return
                "\(PlainTiming.duration(duration).prefix(1).uppercased())\(PlainTiming.duration(duration).dropFirst()), "
                + "follow the label"
        }
        let start = spread ?? steady
        var parts: [String] = []
        if let reason = direction.reason, !reason.isEmpty {
            parts.append((direction.isAsNeeded ? "only if you need it " : "") + source.purpose(reason))
        } else if direction.isAsNeeded {
            parts.append("only if you need it")
        }
        if let count = direction.count {
            parts.append(count == 1 ? "1 dose only" : "\(PlainAmount.grouped(count)) doses in all")
        }
        if let duration = direction.duration { parts.append(PlainTiming.duration(duration)) }
        guard let first = parts.first else { return start }
        // "once a day for 7 days", but "in the morning, with food, for 7 days".
        let isVerb = !start.contains(" ")
        let joint = isVerb || (first.hasPrefix("for ") && !start.contains(", ")) ? " " : ", "
        return start + joint + parts.joined(separator: ", ")
    }

    /// "Take 1 tablet in the morning and 1 tablet at bedtime". nil unless each dose has its named hour and no words
    /// after it could be read as part of the last dose only.
    private var spread: String? {
        guard let amount, namesEveryDose, named.count > 1, direction.site == nil, !direction.isAsNeeded,
            direction.route == nil || direction.route == "oral"
        else { return nil }
        // "Half a tablet (½) in the morning and half a tablet at night": the sign is shown once.
        let again = PlainAmount.withoutSign(amount)
        let doses = named.map { "\(again) \($0)" }
        let first = ["\(verb) \(amount)", place, named[0]].compactMap(\.self).joined(separator: " ")
        return ([PlainTiming.list([first] + doses.dropFirst())] + meals).joined(separator: ", ")
    }

    /// "Put 1 drop in each eye 2 times a day, in the morning and at bedtime".
    private var steady: String {
        let isBare = amount == nil && place == nil && verb != "Apply" && verb != "Take"
        let head = [isBare ? "Use" : verb, amount, place].compactMap(\.self).joined(separator: " ")
        guard let schedule else { return head }
        // "Take 1 2 times a day" could be read as 12 times.
        let isNumber = schedule.first?.isNumber == true || schedule.hasPrefix("up to")
        let meets = place == nil && direction.dose?.unit == nil && amount != nil && isNumber
        return head + (meets ? " each time, " : " ") + schedule
    }

    /// "2 times a day, in the morning and at bedtime, with food"; nil if the label states no times.
    private var schedule: String? {
        var parts: [String] = []
        let isPlain = namesEveryDose && named.count == 1
        if !isPlain, let frequency = direction.frequency.flatMap(PlainTiming.frequency) { parts.append(frequency) }
        if !direction.days.isEmpty {
            let isWeekly = direction.frequency?.periodUnit == .week || isWeekOpen
            let days = (isWeekly ? "on " : "every ") + PlainTiming.list(direction.days.map(PlainTiming.day))
            parts = parts.isEmpty ? [days] : parts.dropLast() + ["\(parts[parts.count - 1]) \(days)"]
        }
        if !events.isEmpty { parts.append(PlainTiming.list(events)) }
        if !hours.isEmpty { parts.append("at " + PlainTiming.list(hours)) }
        parts += meals
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    private var amount: String? {
        let dose = direction.dose.flatMap(PlainAmount.words)
        if let each = direction.strength, each.basis == .each, each.amount.unit == "mL", direction.dose?.unit == nil,
            let dose, let volume = PlainAmount.words(each.amount)
        {
            return "\(dose) × \(volume)"
        }
        guard let strength = PlainAmount.strength(of: direction) else { return dose }
        return dose.map { "\($0) (\(strength))" } ?? "(\(strength))"
    }

    private var place: String? { PlainVerb.place(for: direction, source: source) }

    /// The events and hours at which a dose is due.
    private var named: [String] { events + hours.map { "at \($0)" } }

    private var events: [String] {
        direction.isEitherMeal ? [] : direction.when.filter { !PlainTiming.isAnyMeal($0) }.map(eventWords)
    }

    private var hours: [String] { direction.times.map(PlainTiming.clock) }

    private var meals: [String] {
        if direction.isEitherMeal { return [direction.when.map(eventWords).joined(separator: " or ")] }
        let meals = direction.when.filter(PlainTiming.isAnyMeal).map(eventWords)
        return direction.isOnEmptyStomach ? meals + ["on an empty stomach"] : meals
    }

    private func eventWords(_ event: Direction.Event) -> String {
        let words = PlainTiming.isAnyMeal(event) ? source.mealWords(event) : PlainTiming.event(event)
        guard let offset = direction.offset(of: event), event.takesOffset else { return words }
        return "\(PlainAmount.grouped(offset)) \(offset == 1 ? "minute" : "minutes") \(words)"
    }

    /// True if the number of doses a day equals the number of named events and clock times.
    private var namesEveryDose: Bool {
        guard let frequency = direction.frequency, !named.isEmpty, direction.days.isEmpty else { return false }
        return frequency == Direction.Frequency(count: named.count, period: 1, periodUnit: .day)
    }

    /// True for a step without a dose: "7 days off", or a step that could not be read.
    private var saysOnlyLength: Bool {
        direction.relation == .then && amount == nil && place == nil && schedule == nil && direction.count == nil
            && !direction.isAsNeeded
    }

    private func lowered(_ text: String) -> String { text.prefix(1).lowercased() + text.dropFirst() }
}
