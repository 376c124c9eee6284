/// Checks how the amount is given: form against route, and whether the amount is for one dose or for a day.
struct MannerCheck {
    private let tokens: [Token]
    private let assembly: Assembly
    private var found: [(code: String, range: Range<Int>?)] = []

    static func found(in assembly: Assembly, of tokens: [Token]) -> [(code: String, range: Range<Int>?)] {
        var manner = Self(tokens: tokens, assembly: assembly)
        for draft in assembly.drafts {
            manner.fraction(draft)
            manner.many(draft)
            manner.often(draft)
            manner.hour(draft)
            manner.form(draft)
            manner.total(draft)
            manner.days(draft)
            manner.once(draft)
        }
        return manner.found
    }

    private init(tokens: [Token], assembly: Assembly) {
        self.tokens = tokens
        self.assembly = assembly
    }

    private mutating func note(_ code: String, _ draft: ClauseDraft, _ field: DirectionsReading.Field) {
        found.append((code, draft.spans.last { $0.0 == field }?.1))
    }

    // MARK: Number

    /// Flags "1/2 puffs" (a puff cannot be halved, so it means 1 or 2) and "1.12 tablets" (a tablet does not break
    /// there).
    private mutating func fraction(_ draft: ClauseDraft) {
        guard let dose = draft.direction.dose, let unit = dose.unit else { return }
        let isWritten = draft.spans.contains { $0.0 == .dose && tokens[$0.1].contains { $0.text == "/" } }
        let isHalf = Self.unbroken.contains(unit) && isWritten && dose.low ?? dose.high ?? 1 < 1
        let isOdd = Self.few.contains(unit) && [dose.low, dose.high].contains { !Self.isBreakable($0 ?? 1) }
        if isHalf || isOdd { note("ambiguous-number", draft, .dose) }
    }

    /// Returns true for whole numbers, quarters, eighths and thirds.
    private static func isBreakable(_ count: Double) -> Bool {
        [8, 3].contains { abs((count * $0).rounded() - count * $0) < 0.02 }
    }

    private static let unbroken: Set = [
        "puff", "inhalation", "actuation", "spray", "drop", "capsule", "softgel", "pastille", "lozenge", "pessary",
        "click",
    ]

    /// Flags "12 tablets every 4 hours" and "23 puffs": a dash between two digits may be lost.
    private mutating func many(_ draft: ClauseDraft) {
        guard let dose = draft.direction.dose, Self.few.contains(dose.unit ?? "tablet"), let high = dose.high,
            high > 10
        else { return }
        note("large-count", draft, .dose)
    }

    private static let few: Set = [
        "tablet", "capsule", "caplet", "pill", "softgel", "puff", "inhalation", "actuation", "spray", "lozenge",
        "pastille", "gummy", "patch", "sachet", "packet",
    ]

    /// Flags "every 46 hours" and "12 times a day": a dash between two digits may be lost.
    private mutating func often(_ draft: ClauseDraft) {
        guard let frequency = draft.direction.frequency else { return }
        let isDashLost =
            frequency.periodUnit == .hour
            ? frequency.period > 12 && !Self.intervals.contains(frequency.period)
                || (frequency.period * 2).rounded() != frequency.period * 2
            : frequency.periodUnit == .day && frequency.period == 1 && (frequency.count ?? 0) >= 10
        if isDashLost { note("ambiguous-frequency", draft, .frequency) }
    }

    private static let intervals: Set = [14.0, 16, 18, 20, 24, 30, 36, 48, 60, 72, 84, 96, 120, 144, 168, 336]

    /// Flags "in the morning at 9 pm": the two times contradict each other.
    private mutating func hour(_ draft: ClauseDraft) {
        guard draft.isHourOfEvent, let time = draft.direction.times.first,
            let event = draft.direction.when.first(where: { ![.C, .AC, .PC].contains($0) })
        else { return }
        let isRight =
            switch event {
            case .MORN, .WAKE, .ACM, .CM, .PCM: "03:00" <= time && time <= "12:00"
            case .NOON, .ACD, .CD, .PCD: "10:00" <= time && time <= "15:30"
            case .AFT: "11:30" <= time && time <= "19:00"
            case .EVE, .ACV, .CV, .PCV: "15:00" <= time
            case .NIGHT, .HS: "17:00" <= time || time <= "03:00"
            default: true
            }
        if !isRight { note("conflict", draft, .times) }
    }

    // MARK: Form

    /// Flags "Inject 1 tablet" and "1 patch by mouth".
    private mutating func form(_ draft: ClauseDraft) {
        guard draft.direction.dose != nil else { return }
        let unit = draft.direction.dose?.unit ?? ""
        var ways: [String] = draft.direction.route.map { [$0] } ?? []
        for (verbs, way) in Self.verbs where tokens.contains(where: { verbs.contains($0.text) }) { ways.append(way) }
        let isWrong = ways.contains { Self.strange[$0, default: []].contains(unit) }
        let isElsewhere = ways.contains("subcutaneous") && !Set(ways).isDisjoint(with: Self.unpierced)
        if isWrong || isElsewhere { note("form-and-route", draft, .dose) }
    }

    private static let verbs: [(Set<String>, String)] = [
        (["inject", "injected"], "subcutaneous"), (["swallow", "swallowed", "chew", "chewed"], "oral"),
    ]
    private static let unpierced: Set = ["oral", "ophthalmic", "otic", "nasal", "rectal", "vaginal", "inhalation"]

    private static let pierced: Set = [
        "tablet", "capsule", "caplet", "pill", "lozenge", "pastille", "softgel", "gummy", "patch", "suppository",
        "pessary", "puff", "inhalation", "spray", "drop", "sachet", "packet", "wafer", "film", "enema", "applicator",
        "ring",
    ]
    /// For each route the forms that are not given by it.
    private static let strange: [String: Set<String>] = [
        "oral": ["patch", "suppository", "pessary", "enema", "ring", "applicator", "nebule"],
        "sublingual": ["patch", "suppository", "pessary", "enema", "ring", "applicator", "nebule", "sachet"],
        "subcutaneous": pierced, "intramuscular": pierced, "intravenous": pierced,
        "rectal": ["patch", "puff", "inhalation", "lozenge", "pastille", "gummy", "pessary", "ring", "nebule"],
        "vaginal": ["patch", "puff", "inhalation", "lozenge", "pastille", "gummy", "nebule"],
        "ophthalmic": ["tablet", "capsule", "caplet", "pill", "suppository", "pessary", "puff", "inhalation", "unit"],
        "otic": ["tablet", "capsule", "caplet", "pill", "suppository", "pessary", "puff", "inhalation", "patch"],
        "nasal": ["tablet", "capsule", "caplet", "pill", "suppository", "pessary", "patch"],
        "inhalation": ["tablet", "caplet", "pill", "suppository", "pessary", "patch"],
        "transdermal": ["tablet", "capsule", "caplet", "pill", "suppository", "pessary", "puff", "inhalation"],
    ]

    // MARK: One dose or the total of a day

    /// Flags "8 tablets a day" and "2 patches a week" (at the same time, or one by one) and "2 tablets a day, morning
    /// and night" (each time, or in total).
    private mutating func total(_ draft: ClauseDraft) {
        guard let dose = draft.direction.dose, let frequency = draft.direction.frequency, draft.onces.isEmpty,
            DoseUnit.kind(of: dose.unit) == .count, let most = dose.high ?? dose.low
        else { return }
        if draft.isPlain, draft.namedHours > 1, most >= 2 {
            note("ambiguous-frequency", draft, .frequency)
            return
        }
        guard frequency.count == 1, frequency.countMax == nil, frequency.period == 1, draft.namedHours == 0,
            draft.direction.days.isEmpty,
            let range = draft.spans.last(where: { $0.0 == .frequency })?.1,
            Self.per.contains(tokens[range.lowerBound].text)
        else { return }
        if most >= 2 { note("ambiguous-frequency", draft, .frequency) }
    }

    private static let per: Set = ["a", "per", "/", "aday", "perday", "in"]

    /// Flags "2x1 daily": once in total, or every day.
    private mutating func once(_ draft: ClauseDraft) {
        guard draft.direction.count == 1, let frequency = draft.direction.frequency, frequency.count ?? 1 >= 1,
            draft.namedHours == 0
        else { return }
        note("ambiguous-frequency", draft, .count)
    }

    /// Flags "every 8 hours on Monday": only on that day, or starting on it.
    private mutating func days(_ draft: ClauseDraft) {
        guard let frequency = draft.direction.frequency, frequency.periodUnit == .hour, frequency.period < 24,
            !draft.direction.days.isEmpty
        else { return }
        note("ambiguous-frequency", draft, .days)
    }
}
