/// An instruction under construction.
struct ClauseDraft {
    /// What separates it from the instruction before.
    enum Link {
        /// A written "then" or "and"; also the first instruction.
        case written
        /// Implied, because the one before already has a duration: "4 tabs x 3 d, 3 tabs x 3 d".
        case implied
        /// Only a comma, or no sign at all.
        case bare
    }

    var direction: Direction
    var link: Link
    var spans: [(DirectionsReading.Field, Range<Int>)] = []
    var doseKind: DoseUnit.Kind?
    /// Weights and volumes beside the dose, and what they refer to.
    var weights: [(amount: Direction.Amount, basis: Direction.Strength.Basis, range: Range<Int>)] = []
    /// "daily" without a number: named hours may set the frequency.
    var isPlain = false
    var isDirected = false
    var isApplied = false
    /// The times stand before the dose. This is unambiguous only if there is one instruction.
    var isTimedFirst = false
    /// "every morning at 8 am": the clock time belongs to the named part of the day.
    var isHourOfEvent = false
    /// Where "every morning" or "nightly" states a period of one day.
    var everyDay: Range<Int>?
    /// Where "do not take daily" stands.
    var notDaily: Range<Int>?
    /// "on Mondays", "of each week": the named days are those of every week.
    var isEveryWeek = false
    /// Where "once" stands without a period.
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
