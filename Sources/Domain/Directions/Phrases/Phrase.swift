/// What was read at a place of the text, before it is known to which instruction it belongs.
struct Phrase: Sendable {
    enum Content: Sendable {
        case verb
        /// A number with its unit; what stands beside the count.
        case amount(Direction.Amount, DoseUnit.Kind?, strength: Direction.Amount?)
        /// A number alone.
        case number(NumberPhrase)
        case route(String)
        case site(String, route: String?)
        case frequency(Direction.Frequency, isPlain: Bool)
        case events([Direction.Event], offset: Int?)
        case times([String])
        case days([Direction.Day])
        /// "on all other days": those that the instruction before does not name.
        case otherDays
        /// "day 1", "days 2 to 5".
        case dayNumbers(Int, Int)
        /// "7 days off".
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
        /// "500 mg" behind a name, "250 mg/5 mL"; the numbers where they are known.
        case concentration(Direction.Amount? = nil, per: Direction.Amount? = nil)
        /// "one hour before food or two hours after": one of the meal times, each with its minutes.
        case eitherMeal([(event: Direction.Event, minutes: Int)])
        /// The words beside it tell that it is every day: "every morning", "nightly".
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
        /// Understood, but a person must look.
        case doubtful(String)
        case refused(String)
    }

    var content: Content
    /// The tokens.
    let range: Range<Int>
}

extension Phrase.Content {
    /// An amount of that many, or as many at the most.
    func isAmount(_ value: Double) -> Bool {
        switch self {
        case .amount(let amount, _, _): amount.high == value
        case .number(let number): number.high == value
        default: false
        }
    }
}
