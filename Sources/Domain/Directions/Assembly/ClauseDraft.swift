/// An instruction while it is put together.
struct ClauseDraft {
    /// How it came to be apart from the one before.
    enum Link {
        /// "then", "and", or the first.
        case written
        /// The one before had its length already: "4 tabs x 3 d, 3 tabs x 3 d".
        case implied
        /// Nothing but a comma, or nothing at all.
        case bare
    }

    var direction: Direction
    var link: Link
    var spans: [(DirectionsReading.Field, Range<Int>)] = []
    var doseKind: DoseUnit.Kind?
    /// Weights and volumes beside the dose, with what the words around them say they are of.
    var weights: [(amount: Direction.Amount, basis: Direction.Strength.Basis, range: Range<Int>)] = []
    /// "daily" without a number, so that hours may say how often.
    var isPlain = false
    var isDirected = false
    var isApplied = false
    /// The dose was said again behind its times.
    /// Hours, then the dose: only right while there is one instruction.
    var isTimedFirst = false
    /// "every morning at 8 am": the hour is that of the morning.
    var isHourOfEvent = false
    /// "every morning", "nightly": a period of one day is written.
    var everyDay: Range<Int>?
    /// "do not take daily".
    var notDaily: Range<Int>?
    /// "on Mondays", "of each week": the days are those of every week.
    var isEveryWeek = false
    /// "once" without a period.
    var onces: [Range<Int>] = []

    init(_ relation: Direction.Relation, link: Link = .written) {
        direction = Direction(relation)
        self.link = link
    }

    var hasTiming: Bool {
        direction.frequency != nil || !direction.when.isEmpty || !direction.times.isEmpty || !direction.days.isEmpty
    }

    var isEmpty: Bool { spans.isEmpty && !isDirected && onces.isEmpty }

    mutating func note(_ field: DirectionsReading.Field, _ range: Range<Int>) { spans.append((field, range)) }
}
