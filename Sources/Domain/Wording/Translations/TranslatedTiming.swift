import Directions

/// Times and durations in German and French. Each function returns nil for a value that it has no words for.
struct TranslatedTiming {
    private let language: PlainLanguage
    private let amounts: TranslatedAmount

    init(_ language: PlainLanguage) {
        self.language = language
        amounts = TranslatedAmount(language: language)
    }

    // MARK: How often

    /// Returns "2-mal täglich", "alle 4 bis 6 Stunden" or "bis zu 3-mal pro Woche". With `isOnDays`, "2-mal am Tag":
    /// "täglich" would contradict the named days.
    func frequency(_ frequency: Direction.Frequency, isOnDays: Bool) -> String? {
        let said = Direction.Frequency(
            count: frequency.count, countMax: frequency.countMax, period: frequency.period,
            periodMax: frequency.periodMax, periodUnit: frequency.periodUnit)
        guard said == frequency, frequency.period > 0, frequency.periodMax.map({ $0 > frequency.period }) ?? true
        else { return nil }
        let isSingle = frequency.period == 1 && frequency.periodMax == nil
        let isShort = frequency.periodUnit == .minute || frequency.periodUnit == .hour
        if frequency.count == 1, frequency.countMax == nil, !isSingle || isShort { return interval(frequency) }
        guard let times = times(frequency) else { return nil }
        if isSingle { return "\(times) \(each(frequency.periodUnit, isOnDays: isOnDays))" }
        return interval(frequency).map { "\(times) \($0)" }
    }

    private func times(_ frequency: Direction.Frequency) -> String? {
        switch (frequency.count, frequency.countMax) {
        case (nil, nil): return nil
        case (let count?, nil):
            guard count > 0 else { return nil }
            return german("\(count)-mal", french: "\(count) fois")
        case (nil, let most?):
            guard most > 0 else { return nil }
            return german("bis zu \(most)-mal", french: "jusqu’à \(most) fois")
        case (let count?, let most?):
            guard count > 0, most > count else { return nil }
            return german("\(count)- bis \(most)-mal", french: "\(count) à \(most) fois")
        }
    }

    private func each(_ unit: Direction.Frequency.Unit, isOnDays: Bool) -> String {
        switch unit {
        case .minute: german("pro Minute", french: "par minute")
        case .hour: german("pro Stunde", french: "par heure")
        case .day: german(isOnDays ? "am Tag" : "täglich", french: "par jour")
        case .week: german("pro Woche", french: "par semaine")
        case .month: german("pro Monat", french: "par mois")
        }
    }

    private func interval(_ frequency: Direction.Frequency) -> String? {
        let isSingle = frequency.period == 1 && frequency.periodMax == nil
        guard let span = isSingle ? "" : span(frequency.period, frequency.periodMax).map({ $0 + " " }) else {
            return nil
        }
        return switch frequency.periodUnit {
        case .minute: german(isSingle ? "jede Minute" : "alle \(span)Minuten", french: "toutes les \(span)minutes")
        case .hour: german(isSingle ? "jede Stunde" : "alle \(span)Stunden", french: "toutes les \(span)heures")
        case .day: german(isSingle ? "jeden Tag" : "alle \(span)Tage", french: "tous les \(span)jours")
        case .week: german(isSingle ? "jede Woche" : "alle \(span)Wochen", french: "toutes les \(span)semaines")
        case .month: german(isSingle ? "jeden Monat" : "alle \(span)Monate", french: "tous les \(span)mois")
        }
    }

    /// Returns "4" or "4 bis 6".
    private func span(_ low: Double, _ high: Double?) -> String? {
        guard let least = amounts.number(low) else { return nil }
        guard let high else { return least }
        return amounts.number(high).map { "\(least) \(amounts.to) \($0)" }
    }

    // MARK: When

    /// Returns "an diesen Wochentagen: Montag und Freitag". It does not say whether every week is meant, because the
    /// clause does not say it.
    func days(_ days: [Direction.Day]) -> String? {
        guard !days.isEmpty, Set(days).count == days.count else { return nil }
        let names = list(days.map(day))
        return days.count == 1
            ? german("an diesem Wochentag: \(names)", french: "ce jour de la semaine\u{A0}: \(names)")
            : german("an diesen Wochentagen: \(names)", french: "ces jours de la semaine\u{A0}: \(names)")
    }

    private func day(_ day: Direction.Day) -> String {
        switch day {
        case .monday: german("Montag", french: "lundi")
        case .tuesday: german("Dienstag", french: "mardi")
        case .wednesday: german("Mittwoch", french: "mercredi")
        case .thursday: german("Donnerstag", french: "jeudi")
        case .friday: german("Freitag", french: "vendredi")
        case .saturday: german("Samstag", french: "samedi")
        case .sunday: german("Sonntag", french: "dimanche")
        }
    }

    /// Returns "um 08:00 Uhr und um 20:00 Uhr"; nil for a text that is no time.
    func hours(_ times: [String]) -> String? {
        let clocks = times.compactMap(clock)
        return clocks.count == times.count && !clocks.isEmpty ? list(clocks) : nil
    }

    private func clock(_ time: String) -> String? {
        let parts = time.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.count == 2 && $0.allSatisfy(\.isNumber) }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), (0..<24).contains(hour), (0..<60).contains(minute)
        else { return nil }
        return german("um \(time) Uhr", french: "à \(hour)\u{202F}h\u{202F}\(parts[1])")
    }

    /// Returns "morgens" or "30 Minuten vor dem Frühstück". The French names of meals are those that mean the same in
    /// all countries: "déjeuner" is the first meal of the day in some.
    func event(_ event: Direction.Event, minutes: Int?) -> String? {
        let words =
            switch event {
            case .MORN: german("morgens", french: "le matin")
            case .NOON: german("mittags", french: "à midi")
            case .AFT: german("nachmittags", french: "l’après-midi")
            case .EVE: german("abends", french: "le soir")
            case .NIGHT: german("zur Nacht", french: "pour la nuit")
            case .HS: german("vor dem Schlafengehen", french: "au coucher")
            case .WAKE: german("beim Aufwachen", french: "au réveil")
            case .C: german("zum Essen", french: "avec de la nourriture")
            case .CM: german("zum Frühstück", french: "avec le petit-déjeuner")
            case .CD: german("zum Mittagessen", french: "avec le repas de midi")
            case .CV: german("zum Abendessen", french: "avec le repas du soir")
            case .AC: german("vor dem Essen", french: "avant les repas")
            case .ACM: german("vor dem Frühstück", french: "avant le petit-déjeuner")
            case .ACD: german("vor dem Mittagessen", french: "avant le repas de midi")
            case .ACV: german("vor dem Abendessen", french: "avant le repas du soir")
            case .PC: german("nach dem Essen", french: "après les repas")
            case .PCM: german("nach dem Frühstück", french: "après le petit-déjeuner")
            case .PCD: german("nach dem Mittagessen", french: "après le repas de midi")
            case .PCV: german("nach dem Abendessen", french: "après le repas du soir")
            }
        guard let minutes else { return words }
        guard minutes > 0, event.takesOffset else { return nil }
        let number = amounts.grouped(minutes)
        return german(
            "\(number) \(minutes == 1 ? "Minute" : "Minuten") \(words)",
            french: "\(number) \(minutes == 1 ? "minute" : "minutes") \(words)")
    }

    // MARK: How long

    /// Returns "7 Tage lang", "5 bis 7 Tage lang" or "höchstens 2 Wochen lang".
    func duration(_ duration: Direction.Duration) -> String? {
        let said = Direction.Duration(
            value: duration.value, valueMax: duration.valueMax, unit: duration.unit, bound: duration.bound)
        guard said == duration, duration.value > 0, duration.valueMax.map({ $0 > duration.value }) ?? true,
            let span = span(duration.value, duration.valueMax)
        else { return nil }
        let length = "\(span) \(name(of: duration.unit, for: duration.valueMax ?? duration.value))"
        return switch duration.bound {
        case nil: german("\(length) lang", french: "pendant \(length)")
        case .min: german("mindestens \(length) lang", french: "pendant au moins \(length)")
        case .max: german("höchstens \(length) lang", french: "pendant au maximum \(length)")
        }
    }

    private func name(of unit: Direction.Duration.Unit, for value: Double) -> String {
        let isOne = isOne(value)
        return switch unit {
        case .hour: german(isOne ? "Stunde" : "Stunden", french: isOne ? "heure" : "heures")
        case .day: german(isOne ? "Tag" : "Tage", french: isOne ? "jour" : "jours")
        case .week: german(isOne ? "Woche" : "Wochen", french: isOne ? "semaine" : "semaines")
        case .month: german(isOne ? "Monat" : "Monate", french: "mois")
        case .year: german(isOne ? "Jahr" : "Jahre", french: isOne ? "an" : "ans")
        }
    }

    /// Returns "in 24 Stunden" or "in 2 Tagen".
    func within(_ value: Double, _ unit: Direction.Frequency.Unit) -> String? {
        guard value > 0, let number = amounts.number(value) else { return nil }
        let isOne = isOne(value)
        let name =
            switch unit {
            case .minute: german(isOne ? "Minute" : "Minuten", french: isOne ? "minute" : "minutes")
            case .hour: german(isOne ? "Stunde" : "Stunden", french: isOne ? "heure" : "heures")
            case .day: german(isOne ? "Tag" : "Tagen", french: isOne ? "jour" : "jours")
            case .week: german(isOne ? "Woche" : "Wochen", french: isOne ? "semaine" : "semaines")
            case .month: german(isOne ? "Monat" : "Monaten", french: "mois")
            }
        return german("in \(number) \(name)", french: "en \(number) \(name)")
    }

    // MARK: Words

    /// Returns "a, b und c".
    func list(_ parts: [String]) -> String {
        guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
        return parts.dropLast().joined(separator: ", ") + german(" und ", french: " et ") + last
    }

    private func isOne(_ value: Double) -> Bool {
        switch language {
        case .german: value == 1
        case .french: value < 2
        }
    }

    private func german(_ german: String, french: String) -> String {
        switch language {
        case .german: german
        case .french: french
        }
    }
}
