/// A flag that the reader of directions can raise: a stable code, and a sentence for a person.
package struct FlagDefinition: Sendable, Hashable {
    /// The effect of the flag on the reading.
    package enum Weight: String, Sendable, Hashable, CaseIterable {
        /// The reading is valid; the notation is pointed out.
        case note
        /// A person must check the reading.
        case review
        /// The reading is refused: no dose is shown.
        case refuse
    }

    package let code: String
    package let weight: Weight
    package let sentence: String

    /// All flags, sorted by code.
    package static let all: [Self] = (writings + doubts + refusals).sorted { $0.code < $1.code }

    package static func of(_ code: String) -> Self? { byCode[code] }

    private static let byCode = Dictionary(all.map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })

    private static func row(_ weight: Weight) -> ((String, String)) -> Self {
        { Self(code: $0.0, weight: weight, sentence: $0.1) }
    }

    private static let writings: [Self] =
        [
            ("abbr:QD", "QD means daily, but can look like QID, four times a day."),
            ("abbr:ug", "µg means micrograms, but can look like mg."),
            ("abbr:cc", "cc means millilitres, but can look like a U or like 00."),
            ("abbr:AD", "AD means the right ear, but can look like OD."),
            ("abbr:AS", "AS means the left ear, but can look like OS."),
            ("abbr:AU", "AU means both ears, but can look like OU, both eyes."),
            ("abbr:OS", "OS means the left eye, but can look like AS, or be read as by mouth."),
            ("abbr:OU", "OU means both eyes, but can look like AU, both ears."),
            ("abbr:HS", "HS means at bedtime, but can be read as half strength."),
            ("abbr:qhs", "qhs means at bedtime, but can look like every hour."),
            ("abbr:qn", "qn means every night, but can look like every hour."),
            ("abbr:q1d", "q1d means daily, but can look like four times a day."),
            ("abbr:SC", "SC means under the skin, but can look like SL, under the tongue."),
            ("abbr:SQ", "SQ means under the skin, but can be read as 5 every."),
            ("abbr:subq", "sub q means under the skin; the q can be read as every."),
            ("abbr:per-os", "Per os means by mouth; os can be read as the left eye."),
            ("abbr:UD", "UD means as directed, but can be read as unit dose."),
            ("abbr:@", "@ can look like a 2."), ("abbr:&", "& can look like a 2."),
            ("abbr:+", "+ can look like a 4."), ("abbr:>", "> and < can be taken for each other, or for a 7 or an L."),
            ("abbr:degree", "° can look like a 0."),
            ("abbr:D/C", "D/C can mean discharge or discontinue."),
            ("washed-down", "An amount of water to take it with is written."),
            ("same-frequency", "How often is written in two ways that agree."),
            ("not-daily", "It warns against taking it daily, which agrees with how often is written."),
            ("max-binds", "Taken as often as it says, the doses would pass the maximum: the maximum holds."),
            ("no-space", "No space stands between a name and its amount, or between a number and its unit."),
            ("large-number-no-comma", "A large number without commas can be read ten times too large or too small."),
        ].map(row(.note))

    private static let doubts: [Self] =
        [
            ("abbr:U", "U means units, but can look like a 0 or a 4: 10U may be read as 100."),
            ("abbr:IU", "IU means international units, but can look like IV or 10."),
            ("abbr:QOD", "QOD means every other day, but can look like QD, daily, or QID, four times a day."),
            ("abbr:MS", "MS can mean morphine or magnesium sulfate."),
            ("abbr:MSO4", "MSO4 means morphine, but can be taken for magnesium sulfate."),
            ("abbr:MgSO4", "MgSO4 means magnesium sulfate, but can be taken for morphine."),
            ("abbr:OD", "OD can mean once daily or the right eye."),
            ("abbr:BT", "BT means bedtime, but can look like BID, twice a day."),
            ("abbr:q6PM", "q6PM means at 6 in the evening, but can be read as every 6 hours."),
            ("abbr:TIW", "TIW means three times a week, but can be read as three times a day."),
            ("abbr:BIW", "BIW means twice a week, but can be read as twice a day."),
            ("abbr:IJ", "IJ means injection, but can look like IV."),
            ("abbr:IN", "IN means into the nose, but can look like IM or IV."),
            ("abbr:OJ", "OJ means orange juice, but can look like OD or OS."),
            ("abbr:ss", "ss means one half, but can look like 55."),
            ("abbr:SSI", "SSI and SSRI mean a sliding scale of insulin, but can be taken for other medicines."),
            ("abbr:T", "T was read as tablet, but can mean a spoon or the number 3."),
            ("abbr:C", "C was read as capsule, but can mean with."),
            ("roman-numeral", "A Roman numeral was read as a number: i can look like l or 1, ii like 11."),
            (
                "daily-and-days",
                "It says daily and names days of the week: on those days only, or every day, cannot be told."
            ),
            ("trailing-zero", "A zero behind the point: 1.0 may be read as 10."),
            ("naked-decimal", "No zero before the point: .5 may be read as 5."),
            ("weekly-drug-daily", "This medicine is nearly always taken once a week; here it says more often. Ask."),
            ("measure-size", "Measures of this name differ. Ask for the amount in mL, mg or drops."),
            ("name-or-measure", "The word behind the number was read as a medicine’s name, but can be a measure."),
            ("max-unit", "The dose and the maximum are in units that cannot be compared."),
            ("ambiguous-count-and-weight", "It cannot be told which amount is the dose."),
            ("ambiguous-range", "Two amounts far apart: a range, or the two strengths of a combined medicine."),
            ("ambiguous-frequency", "How often can be read in two ways."),
            ("adjacent-numbers", "Two numbers stand side by side without a word between them."),
            ("and-unclear", "Two instructions with “and”: together, or one after the other."),
            (
                "count-of-volumes",
                "A number of measures of a volume: what they come to is not computed. Ask for the amount in mL."
            ),
            ("which-weeks", "It names days of the week: of every week, or of one only, is not written."),
            ("step-or-interval", "“Every … days” in directions with steps: how often, or how long the step lasts."),
            ("as-directed", "It says “as directed” where an amount or a time should stand."),
            ("cut-off", "The text seems to be cut off."),
            ("depends", "It depends on something, or leaves a choice: the fields cannot carry that."),
            ("days-counted", "It counts days: check which amount belongs to which day."),
            ("days-off", "Days without the medicine are written: check when they begin and whether they come again."),
            (
                "length-unclear",
                "For how long stands behind the last of several doses: for it alone or for all cannot be told."
            ),
            ("other-days", "“Other days” was read as those of the week that are not named."),
            ("days-a-week", "On how many days is written, but not on which."),
            (
                "form-and-route",
                "The form does not fit how it is given: a tablet is not injected, a patch not swallowed."
            ),
            ("gap", "A least time between doses is written, which the fields cannot carry."),
            ("quantity", "How much is to be dispensed stands among the directions."),
            ("glued-words", "Words run together and were taken apart."),
            ("large-count", "So many at once are unusual: 12 may be a 1-2 whose dash is lost."),
            ("leftover-number", "A number was not understood."),
            ("max-without-period", "A maximum is written, but not in what time."),
            ("mixed-with", "A second amount is what the dose is mixed with."),
            ("today", "It is for a day that the text does not name by its date."),
            ("misspelt", "A word was misspelt and taken for another one."),
            ("negation-near", "A “not” stands beside a dose: make sure that it does not forbid it."),
            ("no-amount", "No amount is written."), ("no-frequency", "How often is not written."),
            ("spoon-size", "Spoons differ. Ask for the amount in mL."),
            (
                "strength-basis",
                "A weight stands beside a count: whether it is that of one or of all together is not written."
            ),
            ("then-without-duration", "It is not written when the change is to be made."),
            ("two-places", "Two places on the body, or two ways into it, are written: only one of them was kept."),
            ("two-offsets", "Two times before or after a meal are written."),
            ("unread-words", "Not every word was understood."),
        ].map(row(.review))

    private static let refusals: [Self] =
        [
            ("abbr:tbs", "tb and tbs can mean tablets or tablespoons."),
            ("ambiguous-number", "A number can be read in two ways."),
            ("conflict", "Two parts of the directions contradict each other."),
            ("max-exceeded", "The doses of a day come to more than the maximum that is written."),
            ("dose-order", "It cannot be told which amount belongs to which time."),
            ("empty", "There is no text."),
            ("implausible", "The amount cannot be right."),
            ("increase-by", "The amount changes by steps that would have to be reckoned."),
            ("multiplied", "A number of amounts can be read in two ways."),
            ("negated", "What stands here is forbidden or has ended, so no dose is shown."),
            ("not-directions", "This does not read as directions for a medicine."),
            ("not-english", "This is not, or not only, in English."),
            ("pack", "The directions are those of a pack that is not here."),
            ("per-kg", "The dose is given for the weight or the surface of a body."),
            ("range-backwards", "A range runs backwards."),
            ("rate", "The dose is a rate, an amount in a time."),
            ("side-by-side", "Two instructions stand side by side without a word between them."),
            ("two-frequencies", "How often is written in two ways."),
            ("day-numbers", "It counts days, and what belongs to which day was not understood."),
            ("said-twice", "An instruction stands twice: once or twice cannot be told."),
            ("slash-as-1", "A slash between two amounts can be read as a 1."),
            ("sliding-scale", "The dose depends on a measured value."),
            ("too-long", "The text is longer than directions are."),
            ("two-amounts", "Two different amounts stand for one dose."),
            ("two-medicines", "Two medicines are named."),
            ("words-and-digits-differ", "A number in letters and the one in digits differ."),
        ].map(row(.refuse))
        + RiskyNotation.drugNames.map { abbreviation, meaning in
            Self(
                code: "drug-abbr:\(abbreviation)", weight: RiskyNotation.usual.contains(abbreviation) ? .note : .review,
                sentence: "\(abbreviation) is short for \(meaning): it can be taken for another medicine.")
        }
}
