/// Phrases that may contain words of no list: days, meals, reasons and sites.
extension PhraseScanner {
    // MARK: Days of the week

    /// Reads "on monday, wednesday and friday" and "every Monday".
    mutating func days() -> Bool {
        var next = skip(["on", "every", "each"], from: place)
        if text(place) == "on", text(place + 1) == "a", day(place + 2) != nil { next = place + 2 }
        guard next - place <= 2, case .days(var days)? = lexicon.phrase(at: next, of: tokens)?.meaning else {
            return false
        }
        next += lexicon.phrase(at: next, of: tokens)?.length ?? 1
        let spans: Set = ["-", "to", "through", "thru"]
        var joiners: Set = [",", "and", "&", "/", "on", "+"]
        if days.count == 1, spans.contains(text(next)), case .days(let last)? = day(next + 1)?.meaning, last.count == 1,
            let from = days.first.flatMap(Direction.Day.allCases.firstIndex),
            let to = last.first.flatMap(Direction.Day.allCases.firstIndex)
        {
            let end = next + 1 + (day(next + 1)?.length ?? 1)
            if text(next) == "-", text(end) == "-", day(end + 1) != nil {
                // "Mon - Wed - Fri"
                joiners = ["-"]
            } else if from < to {
                days = Array(Direction.Day.allCases[from...to])
                next = end
            }
        }
        while true {
            let over = skip(joiners, from: next)
            guard case .days(let more)? = day(over)?.meaning else { break }
            days += more.filter { !days.contains($0) }
            next = over + (day(over)?.length ?? 1)
        }
        // "Sun - Thurs", "Mon, Wed - Fri": a range of days, or only the days named.
        if spans.contains(text(next)), day(next + 1) != nil {
            add(.doubtful("ambiguous-frequency"), to: next + 1 + (day(next + 1)?.length ?? 1))
            return true
        }
        if text(next) == "only" { next += 1 }
        // "except sunday", "skip sundays": not the days of the dose.
        if case .doubtful? = previous {
            add(.doubtful("depends"), to: next)
            return true
        }
        let words = (place..<next).map(text)
        let isEveryWeek = words.contains {
            ["every", "each"].contains($0) || ($0.hasSuffix("s") && Self.plural.contains($0))
        }
        add(.days(days), to: next)
        if isEveryWeek { also(.everyWeek) }
        return true
    }

    /// Plural names of days mean every week.
    private static let plural: Set = [
        "mondays", "tuesdays", "wednesdays", "thursdays", "fridays", "saturdays", "sundays", "weekdays", "weekends",
    ]

    private func day(_ place: Int) -> (meaning: Meaning, length: Int)? {
        guard let phrase = lexicon.phrase(at: place, of: tokens), case .days = phrase.meaning else { return nil }
        return phrase
    }

    // MARK: Meals

    /// Reads "before breakfast, lunch and dinner", "30 minutes before meals" and "2 hours after food".
    mutating func meals() -> Bool {
        if eitherMeal() { return true }
        var offset: Int?
        var next = place
        if text(place) == "at", text(place + 1) == "least", isOffset(at: place + 2) {
            add(.harmless, to: place + 2)
            return true
        }
        if let number = NumberPhrase.read(at: place, of: tokens) ?? anHour, !number.isRange, number.fault == nil,
            let unit = TimeUnit.frequency(text(skip(["a", "an"], from: number.end))), unit == .minute || unit == .hour
        {
            let minutes = number.high * (unit == .hour ? 60 : 1)
            guard minutes == minutes.rounded(), minutes > 0, minutes < 1000 else { return false }
            offset = Int(minutes)
            next = skip(["a", "an"], from: number.end) + 1
        }
        if let offset, case .events(let events)? = lexicon.phrase(at: next, of: tokens)?.meaning,
            ["before", "after", "prior", "following"].contains(text(next))
        {
            add(.events(events, offset: offset), to: next + (lexicon.phrase(at: next, of: tokens)?.length ?? 1))
            return true
        }
        guard let (side, first) = preposition(at: next) else { return false }
        next = first
        var events: [Direction.Event] = []
        while let event = Self.meals[text(skip(["the", "your", "each", "every", "a"], from: next))]?[side] {
            if !events.contains(event) { events.append(event) }
            next = skip(["the", "your", "each", "every", "a"], from: next) + 1
            if text(next) == "time" { next += 1 }
            let over = skip([",", "and", "&", "/", "or"], from: next)
            guard over > next, Self.meals[text(over)] != nil || text(over) == "the" else { break }
            next = over
        }
        guard events.count > 1 || (!events.isEmpty && (offset != nil || text(place) == "w")) else { return false }
        if offset != nil, side == 1 { return false }
        // "with breakfast or dinner": one of the meals, not both.
        if events.count > 1, saidPerDay != events.count,
            (first..<next).contains(where: { ["or", "/"].contains(text($0)) })
        {
            add(.doubtful("depends"), to: next)
            return true
        }
        add(.events(events, offset: offset), to: next)
        return true
    }

    /// Reads a choice of meal times: "1 hour before food or 2 hours after", "one hour before or two hours after meals".
    private mutating func eitherMeal() -> Bool {
        guard let first = minutes(at: place), let (side, behind) = preposition(at: first.end), side != 1 else {
            return false
        }
        var next = behind
        var meal = mealWord(at: next)
        if let meal { next = meal.end }
        guard text(next) == "or", let second = minutes(at: next + 1), let (other, last) = preposition(at: second.end),
            other != 1, other != side
        else { return false }
        next = last
        if let again = mealWord(at: next) {
            next = again.end
            meal = meal ?? again
        }
        guard let events = meal?.events else { return false }
        add(.eitherMeal([(events[side], first.value), (events[other], second.value)]), to: next)
        return true
    }

    private func isOffset(at place: Int) -> Bool {
        minutes(at: place).flatMap { preposition(at: $0.end) }.map { $0.0 != 1 } ?? false
    }

    /// Returns minutes: "30 minutes", "an hour", "one hour".
    private func minutes(at place: Int) -> (value: Int, end: Int)? {
        let isAnHour = ["an", "a"].contains(text(place)) && text(place + 1) == "hour"
        if isAnHour { return (60, place + 2) }
        guard let number = NumberPhrase.read(at: place, of: tokens), !number.isRange, number.fault == nil,
            let unit = TimeUnit.frequency(text(number.end)), unit == .minute || unit == .hour
        else { return nil }
        let minutes = number.high * (unit == .hour ? 60 : 1)
        guard minutes == minutes.rounded(), minutes > 0, minutes < 1000 else { return nil }
        return (Int(minutes), number.end + 1)
    }

    private func mealWord(at place: Int) -> (events: [Direction.Event], end: Int)? {
        let next = skip(["the", "your", "each", "every", "a", "any"], from: place)
        return Self.meals[text(next)].map { ($0, next + 1) }
    }

    private var anHour: NumberPhrase? {
        guard ["an", "a"].contains(text(place)), text(place + 1) == "hour" else { return nil }
        return NumberPhrase(low: 1, high: 1, end: place + 1, isWord: true)
    }

    /// Returns 0 for before, 1 for with, 2 for after.
    private func preposition(at place: Int) -> (Int, end: Int)? {
        switch text(place) {
        case "before", "ac": (0, place + 1)
        case "prior": text(place + 1) == "to" ? (0, place + 2) : nil
        case "with", "at": (1, place + 1)
        case "w": text(place + 1) == "/" ? (1, place + 2) : nil
        case "after", "following", "pc": (2, place + 1)
        default: nil
        }
    }

    private static let meals: [String: [Direction.Event]] = [
        "breakfast": [.ACM, .CM, .PCM], "lunch": [.ACD, .CD, .PCD], "dinner": [.ACV, .CV, .PCV],
        "supper": [.ACV, .CV, .PCV], "meal": [.AC, .C, .PC], "meals": [.AC, .C, .PC], "food": [.AC, .C, .PC],
        "eating": [.AC, .C, .PC], "lunchtime": [.ACD, .CD, .PCD], "dinnertime": [.ACV, .CV, .PCV],
    ]

    // MARK: Reasons

    /// Reads a reason: "for pain", "to treat infection". After "as needed" a reason needs no "for".
    mutating func reason() -> Bool {
        var next = place
        if ["for", "due"].contains(text(place)) {
            next = skip(
                ["the", "to", "relief", "of", "treatment", "your", "symptoms", "prevention", "for"], from: place + 1)
        } else if text(place) == "to", site() {
            return true
        } else if text(place) == "to",
            ["treat", "help", "prevent", "relieve", "control"].contains(text(place + 1))
                || (["lower", "reduce"].contains(text(place + 1)) && !isChange(at: place + 1))
        {
            next = place + 2
        } else if text(place) == "if" || text(place) == "when", case .asNeeded? = previous {
            next = place + 1
        } else if isBehindAsNeeded {
            next = skip(["-", ":"], from: place)
        } else {
            return site()
        }
        let end = reasonEnd(from: next)
        guard end > next, !isUseOnly(next) else { return site() }
        if isVagueLength(next..<end) {
            if next > place { add(.harmless, to: next) }
            add(.unread, to: end)
            return true
        }
        let isCondition = isCondition(next..<end)
        add(.reason(text(of: next..<end)), to: end)
        if isCondition { also(.doubtful("depends")) }
        return true
    }

    /// Returns true for the remark "for external use only".
    private func isUseOnly(_ next: Int) -> Bool {
        text(place) == "for" && text(next + 1) == "use" && text(next + 2) == "only"
            && ["external", "topical", "ophthalmic", "otic", "nasal", "rectal", "vaginal", "oral"].contains(text(next))
    }

    private var isBehindAsNeeded: Bool {
        let before = parts.last { part in
            switch part.content {
            case .harmless, .route: false
            default: true
            }
        }
        guard case .asNeeded? = before?.content, token(place)?.isWord == true else { return false }
        return !["in", "with", "on", "to", "by", "at", "into"].contains(text(place))
    }

    private func reasonEnd(from start: Int) -> Int {
        var next = start
        while let token = token(next), next - start < 14 {
            if token.isNumber || NumberPhrase.read(at: next, of: tokens) != nil { break }
            if token.kind == .symbol {
                guard ["/", ",", "-", "&"].contains(token.text), next > start, token.text != "-" || token.isGlued,
                    self.token(next + 1)?.isWord == true,
                    !endsReason(at: next + 1, isFirst: false)
                else { break }
            } else if endsReason(at: next, isFirst: next == start) {
                break
            }
            next += 1
        }
        while next > start,
            ["and", "or", "of", "in", "on", "to", "the", "with", "&", "a", "your", "for"].contains(text(next - 1))
        { next -= 1 }
        return next
    }

    private func endsReason(at place: Int, isFirst: Bool) -> Bool {
        let word = text(place)
        if ["or", "to", "of"].contains(word) { return isFirst }
        if [
            "for", "every", "q", "x", "by", "until", "not", "no", "max", "up", "at", "then", "from", "as", "instr",
            "inst",
            "instructions",
        ].contains(
            word)
        {
            return !(word == "for" && !isFirst && NumberPhrase.read(at: place + 1, of: tokens) == nil)
        }
        if word == "and" {
            return isFirst || NumberPhrase.read(at: place + 1, of: tokens) != nil
                || endsReason(at: place + 1, isFirst: false)
        }
        if ForeignWords.words.contains(word) { return true }
        if DoseUnit.named(word) != nil { return true }
        if let meaning = lexicon.phrase(at: place, of: tokens)?.meaning {
            if case .route = meaning {
                let isAdjective = isFirst && ["oral", "vaginal", "nasal", "rectal", "eye"].contains(word)
                return isAdjective
                    ? endsReason(at: place + 1, isFirst: false) || token(place + 1) == nil : !isBodyAlone(place)
            }
            if case .verb = meaning { return !["use", "used"].contains(word) || isFirst }
            return meaning.endsReason
        }
        return false
    }

    // MARK: Where on the body

    /// Reads a place on the body: "to the affected area", "on skin", "in the left eye", "around lips".
    private mutating func site() -> Bool {
        if case .route? = lexicon.phrase(at: place, of: tokens)?.meaning { return false }
        var next = skip(["to", "on", "onto", "in", "into", "around", "over", "inside", "per"], from: place)
        guard next - place <= 2 else { return false }
        let hasPreposition = next > place
        next = skip(Self.beforeSite, from: next)
        guard isSiteWord(next), hasPreposition || next > place || isBodyAlone(next) else { return false }
        while isSiteWord(next) || (isJoined(next) && next + 1 < tokens.count) {
            next += 1
            next = isJoined(next) ? skip(Self.beforeSite.union(Self.siteJoiners), from: next) : next
        }
        while !isSiteWord(next - 1), next > place { next -= 1 }
        let words = text(of: place..<next)
        let routes = Set((place..<next).filter { Self.body.contains(text($0)) }.map { Self.route(text($0)) })
        let isChoice = (place..<next).contains { ["or", "either"].contains(text($0)) }
        add(.site(words, route: Self.route(words)), to: next)
        if routes.subtracting(["topical"]).count > 1 { also(.doubtful("two-places")) }
        if isChoice, !routes.isDisjoint(with: ["ophthalmic", "otic"]) { also(.doubtful("depends")) }
        return true
    }

    private func isSiteWord(_ place: Int) -> Bool {
        Self.body.contains(text(skip(Self.beforeSite, from: place)))
            && (Self.body.contains(text(place)) || Self.beforeSite.contains(text(place)))
    }

    private func isBodyAlone(_ place: Int) -> Bool {
        ["scalp", "skin", "face", "hair", "eye", "eyes", "ear", "ears", "nostril", "nostrils"].contains(text(place))
    }

    private func isJoined(_ next: Int) -> Bool {
        guard Self.siteJoiners.contains(text(next)) else { return false }
        return isSiteWord(skip(Self.siteJoiners.union(["the"]), from: next))
    }

    private static let siteJoiners: Set = ["and", "of", "on", "or", "/", "&", ","]

    private static func route(_ words: String) -> String? {
        if words.contains("eye") { return "ophthalmic" }
        if words.contains("ear"), !words.contains("area") { return "otic" }
        if words.contains("nostril") || words.contains("nose") { return "nasal" }
        if words.contains("vagina") { return "vaginal" }
        if words.contains("rectum") { return "rectal" }
        return "topical"
    }

    private static let beforeSite: Set = [
        "the", "your", "each", "both", "left", "right", "affected", "surrounding", "and", "upper", "lower", "clean",
        "dry", "infected", "surgical", "operated", "itchy", "inner", "outer", "entire", "whole", "a", "of", "either",
        "same",
    ]

    private static let body: Set = [
        "area", "areas", "site", "sites", "skin", "face", "scalp", "hand", "hands", "foot", "feet", "nail", "nails",
        "eye", "eyes", "ear", "ears", "nostril", "nostrils", "nose", "lip", "lips", "arm", "arms", "leg", "legs",
        "back", "chest", "neck", "body", "rash", "lesion", "lesions", "wound", "wounds", "knee", "knees", "shoulder",
        "shoulders", "elbow", "elbows", "abdomen", "thigh", "thighs", "groin", "gums", "toenail", "toenails", "toes",
        "fingers", "trunk", "hair", "cheek", "cheeks", "eyelid", "eyelids", "part", "parts", "buttock", "buttocks",
        "torso", "stomach", "lid", "lids", "wall", "region", "ankle", "ankles", "wrist", "wrists", "finger", "toe",
        "heel", "forehead", "joint", "joints", "palm", "palms", "sole", "soles", "canal", "gum", "calf", "hip", "hips",
    ]
}
