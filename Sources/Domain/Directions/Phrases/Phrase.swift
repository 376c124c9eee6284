/// A phrase read from the text, before it is assigned to an instruction.
struct Phrase: Sendable {
    enum Content: Sendable {
        case verb
        /// A number with its unit, and the strength printed beside the count.
        case amount(Direction.Amount, DoseUnit.Kind?, strength: Direction.Amount?)
        /// A number without a unit.
        case number(NumberPhrase)
        case route(String)
        case site(String, route: String?)
        case frequency(Direction.Frequency, isPlain: Bool)
        case events([Direction.Event], offset: Int?)
        case times([String])
        case days([Direction.Day])
        /// "on all other days": the days that the instruction before does not name.
        case otherDays
        /// "day 1", "days 2 to 5": the first and the last day.
        case dayNumbers(Int, Int)
        /// "7 days off": a pause of this length.
        case rest(Direction.Duration)
        case asNeeded
        case reason(String)
        case duration(Direction.Duration)
        case maximum(Direction.Maximum)
        case once
        case count(Int)
        case directed
        case then, and
        case separator
        case medicine(String)
        /// "500 mg" after a name, "250 mg/5 mL". The amounts are nil if they are not known.
        case concentration(Direction.Amount? = nil, per: Direction.Amount? = nil)
        /// "one hour before food or two hours after": one of the meal times, each with its minutes.
        case eitherMeal([(event: Direction.Event, minutes: Int)])
        /// The words imply every day: "every morning", "nightly".
        case everyDay
        case emptyStomach
        /// "of each week".
        case everyWeek
        /// "do not take daily", beside a longer period.
        case notDaily
        case instructions
        case harmless
        case remark
        case unread
        /// Understood; a person must check it because of this code.
        case doubtful(String)
        case refused(String)
    }

    var content: Content
    /// The range of its tokens.
    let range: Range<Int>
}

extension Phrase.Content {
    /// Returns true for an amount or a maximum with this value.
    func isAmount(_ value: Double) -> Bool {
        switch self {
        case .amount(let amount, _, _): amount.high == value
        case .number(let number): number.high == value
        default: false
        }
    }
}
