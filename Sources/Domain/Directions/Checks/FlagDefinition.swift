import Messages

/// A flag that the reader of directions can raise: a stable code, and a sentence for a person.
public struct FlagDefinition: Sendable, Hashable {
    /// The effect of the flag on the reading.
    public enum Weight: String, Sendable, Hashable, CaseIterable {
        /// The reading is valid; the notation is pointed out.
        case note
        /// A person must check the reading.
        case review
        /// The reading is refused: no dose is shown.
        case refuse
    }

    /// The stable code, such as "abbr:U"; `DirectionsReading.Flag` has the same.
    public let code: String
    /// The usual effect; that of "abbr:OD", "abbr:QOD" and "large-number-no-comma" depends on the text.
    public let weight: Weight
    private let words: @Sendable () -> String

    /// The sentence in the language of the current task.
    public var sentence: String { words() }

    private init(_ code: String, _ weight: Weight, _ words: @escaping @Sendable () -> String) {
        self.code = code
        self.weight = weight
        self.words = words
    }

    public static func == (left: Self, right: Self) -> Bool { left.code == right.code }

    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    /// All flags, sorted by code.
    public static let all: [Self] = (writings + doubts + refusals + drugNames).sorted { $0.code < $1.code }

    /// Returns the flag with this code; nil if the reader of directions has no such flag.
    public static func of(_ code: String) -> Self? { byCode[code] }

    private static let byCode = Dictionary(all.map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })

    private static func note(_ code: String, _ words: @autoclosure @escaping @Sendable () -> String) -> Self {
        Self(code, .note, words)
    }

    private static func review(_ code: String, _ words: @autoclosure @escaping @Sendable () -> String) -> Self {
        Self(code, .review, words)
    }

    private static func refuse(_ code: String, _ words: @autoclosure @escaping @Sendable () -> String) -> Self {
        Self(code, .refuse, words)
    }

    private static let writings: [Self] = [
        note("abbr:QD", localized("QD means daily, but can look like QID, four times a day.")),
        note("abbr:ug", localized("µg means micrograms, but can look like mg.")),
        note("abbr:cc", localized("cc means millilitres, but can look like a U or like 00.")),
        note("abbr:AD", localized("AD means the right ear, but can look like OD.")),
        note("abbr:AS", localized("AS means the left ear, but can look like OS.")),
        note("abbr:AU", localized("AU means both ears, but can look like OU, both eyes.")),
        note("abbr:OS", localized("OS means the left eye, but can look like AS, or be read as by mouth.")),
        note("abbr:OU", localized("OU means both eyes, but can look like AU, both ears.")),
        note("abbr:HS", localized("HS means at bedtime, but can be read as half strength.")),
        note("abbr:qhs", localized("qhs means at bedtime, but can look like every hour.")),
        note("abbr:qn", localized("qn means every night, but can look like every hour.")),
        note("abbr:q1d", localized("q1d means daily, but can look like four times a day.")),
        note("abbr:SC", localized("SC means under the skin, but can look like SL, under the tongue.")),
        note("abbr:SQ", localized("SQ means under the skin, but can be read as 5 every.")),
        note("abbr:subq", localized("sub q means under the skin; the q can be read as every.")),
        note("abbr:per-os", localized("Per os means by mouth; os can be read as the left eye.")),
        note("abbr:UD", localized("UD means as directed, but can be read as unit dose.")),
        note("abbr:@", localized("@ can look like a 2.")),
        note("abbr:&", localized("& can look like a 2.")),
        note("abbr:+", localized("+ can look like a 4.")),
        note("abbr:>", localized("> and < can be taken for each other, or for a 7 or an L.")),
        note("abbr:degree", localized("° can look like a 0.")),
        note("abbr:D/C", localized("D/C can mean discharge or discontinue.")),
        note("washed-down", localized("An amount of water to take it with is written.")),
        note("same-frequency", localized("How often is written in two ways that agree.")),
        note("not-daily", localized("It warns against taking it daily, which agrees with how often is written.")),
        note("max-binds", localized("Taken as often as it says, the doses would pass the maximum: the maximum holds.")),
        note("no-space", localized("No space stands between a name and its amount, or between a number and its unit.")),
        note(
            "large-number-no-comma",
            localized("A large number without commas can be read ten times too large or too small.")),
    ]

    private static let doubts: [Self] = [
        review("abbr:U", localized("U means units, but can look like a 0 or a 4: 10U may be read as 100.")),
        review("abbr:IU", localized("IU means international units, but can look like IV or 10.")),
        review(
            "abbr:QOD", localized("QOD means every other day, but can look like QD, daily, or QID, four times a day.")),
        review("abbr:MS", localized("MS can mean morphine or magnesium sulfate.")),
        review("abbr:MSO4", localized("MSO4 means morphine, but can be taken for magnesium sulfate.")),
        review("abbr:MgSO4", localized("MgSO4 means magnesium sulfate, but can be taken for morphine.")),
        review("abbr:OD", localized("OD can mean once daily or the right eye.")),
        review("abbr:BT", localized("BT means bedtime, but can look like BID, twice a day.")),
        review("abbr:q6PM", localized("q6PM means at 6 in the evening, but can be read as every 6 hours.")),
        review("abbr:TIW", localized("TIW means three times a week, but can be read as three times a day.")),
        review("abbr:BIW", localized("BIW means twice a week, but can be read as twice a day.")),
        review("abbr:IJ", localized("IJ means injection, but can look like IV.")),
        review("abbr:IN", localized("IN means into the nose, but can look like IM or IV.")),
        review("abbr:OJ", localized("OJ means orange juice, but can look like OD or OS.")),
        review("abbr:ss", localized("ss means one half, but can look like 55.")),
        review(
            "abbr:SSI",
            localized("SSI and SSRI mean a sliding scale of insulin, but can be taken for other medicines.")),
        review("abbr:T", localized("T was read as tablet, but can mean a spoon or the number 3.")),
        review("abbr:C", localized("C was read as capsule, but can mean with.")),
        review("roman-numeral", localized("A Roman numeral was read as a number: i can look like l or 1, ii like 11.")),
        review(
            "daily-and-days",
            localized("It says daily and names days of the week: on those days only, or every day, cannot be told.")),
        review("trailing-zero", localized("A zero behind the point: 1.0 may be read as 10.")),
        review("naked-decimal", localized("No zero before the point: .5 may be read as 5.")),
        review(
            "weekly-drug-daily",
            localized("This medicine is nearly always taken once a week; here it says more often. Ask.")),
        review("measure-size", localized("Measures of this name differ. Ask for the amount in mL, mg or drops.")),
        review(
            "name-or-measure",
            localized("The word behind the number was read as a medicine’s name, but can be a measure.")),
        review("max-unit", localized("The dose and the maximum are in units that cannot be compared.")),
        review("ambiguous-count-and-weight", localized("It cannot be told which amount is the dose.")),
        review(
            "ambiguous-range",
            localized("Two amounts far apart: a range, or the two strengths of a combined medicine.")),
        review("ambiguous-frequency", localized("How often can be read in two ways.")),
        review("adjacent-numbers", localized("Two numbers stand side by side without a word between them.")),
        review("and-unclear", localized("Two instructions with “and”: together, or one after the other.")),
        review(
            "count-of-volumes",
            localized(
                "A number of measures of a volume: what they come to is not computed. Ask for the amount in mL."
            )),
        review("which-weeks", localized("It names days of the week: of every week, or of one only, is not written.")),
        review(
            "step-or-interval",
            localized("“Every … days” in directions with steps: how often, or how long the step lasts.")),
        review("as-directed", localized("It says “as directed” where an amount or a time should stand.")),
        review("cut-off", localized("The text seems to be cut off.")),
        review("depends", localized("It depends on something, or leaves a choice: the fields cannot carry that.")),
        review("days-counted", localized("It counts days: check which amount belongs to which day.")),
        review(
            "days-off",
            localized("Days without the medicine are written: check when they begin and whether they come again.")),
        review(
            "length-unclear",
            localized("For how long stands behind the last of several doses: for it alone or for all cannot be told.")),
        review("other-days", localized("“Other days” was read as those of the week that are not named.")),
        review("days-a-week", localized("On how many days is written, but not on which.")),
        review(
            "form-and-route",
            localized("The form does not fit how it is given: a tablet is not injected, a patch not swallowed.")),
        review("gap", localized("A least time between doses is written, which the fields cannot carry.")),
        review("quantity", localized("How much is to be dispensed stands among the directions.")),
        review("glued-words", localized("Words run together and were taken apart.")),
        review("large-count", localized("So many at once are unusual: 12 may be a 1-2 whose dash is lost.")),
        review("leftover-number", localized("A number was not understood.")),
        review("max-without-period", localized("A maximum is written, but not in what time.")),
        review("mixed-with", localized("A second amount is what the dose is mixed with.")),
        review("today", localized("It is for a day that the text does not name by its date.")),
        review("misspelt", localized("A word was misspelt and taken for another one.")),
        review("negation-near", localized("A “not” stands beside a dose: make sure that it does not forbid it.")),
        review("no-amount", localized("No amount is written.")),
        review("no-frequency", localized("How often is not written.")),
        review("spoon-size", localized("Spoons differ. Ask for the amount in mL.")),
        review(
            "strength-basis",
            localized("A weight stands beside a count: whether it is that of one or of all together is not written.")),
        review("then-without-duration", localized("It is not written when the change is to be made.")),
        review(
            "two-places",
            localized("Two places on the body, or two ways into it, are written: only one of them was kept.")),
        review("two-offsets", localized("Two times before or after a meal are written.")),
        review("unread-words", localized("Not every word was understood.")),
    ]

    private static let refusals: [Self] = [
        refuse("abbr:tbs", localized("tb and tbs can mean tablets or tablespoons.")),
        refuse("ambiguous-number", localized("A number can be read in two ways.")),
        refuse("conflict", localized("Two parts of the directions contradict each other.")),
        refuse("max-exceeded", localized("The doses of a day come to more than the maximum that is written.")),
        refuse("dose-order", localized("It cannot be told which amount belongs to which time.")),
        refuse("empty", localized("There is no text.")),
        refuse("implausible", localized("The amount cannot be right.")),
        refuse("increase-by", localized("The amount changes by steps that would have to be reckoned.")),
        refuse("multiplied", localized("A number of amounts can be read in two ways.")),
        refuse("negated", localized("What stands here is forbidden or has ended, so no dose is shown.")),
        refuse("not-directions", localized("This does not read as directions for a medicine.")),
        refuse("not-english", localized("This is not, or not only, in English.")),
        refuse("pack", localized("The directions are those of a pack that is not here.")),
        refuse("per-kg", localized("The dose is given for the weight or the surface of a body.")),
        refuse("range-backwards", localized("A range runs backwards.")),
        refuse("rate", localized("The dose is a rate, an amount in a time.")),
        refuse("side-by-side", localized("Two instructions stand side by side without a word between them.")),
        refuse("two-frequencies", localized("How often is written in two ways.")),
        refuse("day-numbers", localized("It counts days, and what belongs to which day was not understood.")),
        refuse("said-twice", localized("An instruction stands twice: once or twice cannot be told.")),
        refuse("slash-as-1", localized("A slash between two amounts can be read as a 1.")),
        refuse("sliding-scale", localized("The dose depends on a measured value.")),
        refuse("too-long", localized("The text is longer than directions are.")),
        refuse("two-amounts", localized("Two different amounts stand for one dose.")),
        refuse("two-medicines", localized("Two medicines are named.")),
        refuse("words-and-digits-differ", localized("A number in letters and the one in digits differ.")),
    ]

    private static let drugNames: [Self] = RiskyNotation.drugNames.map { abbreviation in
        let weight = RiskyNotation.usual.contains(abbreviation) ? Weight.note : .review
        return Self("drug-abbr:\(abbreviation)", weight) {
            let meaning = RiskyNotation.meaning(of: abbreviation)
            return localized(
                """
                \(abbreviation, "abbreviation") is short for \(meaning, "medicine"): it can be taken for another medicine.
                """)
        }
    }
}
