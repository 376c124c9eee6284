package import Calendar
package import Directions
package import FoundationEssentials

extension DosePlan {
    /// A person's answers to what the label leaves open. Keys are the indexes of clauses or steps, from 0.
    package struct Answers: Sendable, Hashable, Codable {
        package enum End: Sendable, Hashable, Codable {
            /// The end is unknown.
            case open
            case untilGone
            case lastDay(LocalDay)
        }

        /// The first dose of a clause with a fixed interval in hours.
        package struct First: Sendable, Hashable, Codable {
            package let at: Date
            package init(at: Date) { self.at = at }
        }

        /// The times of a day, by clause.
        package var times: [Int: [LocalTime]]
        /// The days of the week, by clause.
        package var weekdays: [Int: [Direction.Day]]
        /// By clause, in the unit of the question.
        package var intervals: [Int: Int]
        /// By clause, in the unit of the question.
        package var lengths: [Int: Int]
        /// By clause.
        package var ends: [Int: End]
        /// By clause.
        package var firsts: [Int: First]
        /// Day and time of the first dose, by step.
        package var starts: [Int: DosePoint]
        /// Clauses with only a duration that mean days without a dose.
        package var rests: Set<Int>
        /// True if the steps repeat after the last one.
        package var repeats: Bool?
        /// When the repetition ends.
        package var repeatsUntil: End?

        package init() {
            times = [:]
            weekdays = [:]
            intervals = [:]
            lengths = [:]
            ends = [:]
            firsts = [:]
            starts = [:]
            rests = []
        }
    }

    /// One value of the label that a person confirmed.
    package struct Confirmation: Sendable, Hashable, Codable, Comparable {
        /// nil for values of the whole medicine: name and strength.
        package let clause: Int?
        package let field: DirectionsReading.Field

        package init(clause: Int?, field: DirectionsReading.Field) {
            self.clause = clause
            self.field = field
        }

        package static func < (left: Self, right: Self) -> Bool {
            (left.clause ?? -1, left.field.rawValue) < (right.clause ?? -1, right.field.rawValue)
        }
    }

    /// The confirmed fields and the values they had. A confirmation is void if the value changes.
    package struct Confirmations: Sendable, Hashable, Codable {
        package let name: String
        package let strength: String?
        package let clauses: [Direction]
        package let remarks: [String]
        package private(set) var confirmed: Set<Confirmation>

        package init(of medicine: Medicine) {
            name = medicine.name
            strength = medicine.strength
            clauses = medicine.clauses
            remarks = medicine.remarks
            confirmed = []
        }

        package mutating func confirm(_ confirmation: Confirmation) { confirmed.insert(confirmation) }
        package mutating func withdraw(_ confirmation: Confirmation) { confirmed.remove(confirmation) }

        /// Returns the required confirmations in the order of the clauses.
        package static func needed(for medicine: Medicine) -> [Confirmation] {
            var needed = [Confirmation(clause: nil, field: .medicine)]
            if medicine.strength != nil { needed.append(Confirmation(clause: nil, field: .strength)) }
            if !medicine.remarks.isEmpty { needed.append(Confirmation(clause: nil, field: .remark)) }
            for (place, clause) in medicine.clauses.enumerated() {
                needed += clause.fields.map { Confirmation(clause: place, field: $0) }
            }
            return needed
        }

        package func missing(for medicine: Medicine) -> [Confirmation] {
            let needed = Self.needed(for: medicine)
            return needed.filter { wanted in
                guard let place = wanted.clause else {
                    let isSame =
                        switch wanted.field {
                        case .medicine: name == medicine.name
                        case .remark: remarks == medicine.remarks
                        default: strength == medicine.strength
                        }
                    return !isSame || !confirmed.contains(wanted)
                }
                let isSame = clauses.indices.contains(place) && clauses[place] == medicine.clauses[place]
                return !isSame || !confirmed.contains(wanted)
            }
        }
    }

    /// A plan under construction: the confirmations, the answers, and the open questions.
    package struct Draft: Sendable, Hashable {
        package let medicine: Medicine
        /// The status of the reading of the directions.
        package let status: DirectionsReading.Status
        package let usual: DoseTimes
        package var answers: Answers
        package var confirmations: Confirmations

        package init(
            _ medicine: Medicine, status: DirectionsReading.Status, usual: DoseTimes, answers: Answers = Answers(),
            confirmations: Confirmations? = nil
        ) {
            self.medicine = medicine
            self.status = status
            self.usual = usual
            self.answers = answers
            self.confirmations = confirmations ?? Confirmations(of: medicine)
        }
    }

    /// Why there is no plan. Contains everything that is missing, not only the first item.
    package struct Refusal: Error, Sendable, Hashable {
        /// True if the reader refused the directions.
        package let isRefused: Bool
        package let unconfirmed: [Confirmation]
        package let open: [Question]
        package let problems: [Problem]
    }

    /// Something on the label, or missing from it, that prevents a plan.
    package struct Problem: Error, Sendable, Hashable {
        package enum Kind: String, Sendable, Hashable, CaseIterable {
            case nothing = "nothing-to-plan"
            /// The label states no frequency.
            case frequencyMissing = "frequency-missing"
            /// A step has no duration but another step follows.
            case durationMissing = "duration-missing"
            case lengthsDiffer = "lengths-differ"
            case durationUnusual = "duration-unusual"
            case frequencyUnusual = "frequency-unusual"
            /// More often than once an hour.
            case tooOften = "too-often"
            case timesContradict = "times-contradict"
            case daysContradict = "days-contradict"
            case countContradicts = "count-contradicts"
            case timeMalformed = "time-malformed"
            /// A clause with the relation `first` stands after others.
            case orderUnclear = "order-unclear"
            /// A step begins before the previous one ends.
            case stepsOverlap = "steps-overlap"
            /// The given last day is before the first dose.
            case endsBeforeStart = "ends-before-start"
        }

        package let kind: Kind
        /// nil if the problem is about all clauses.
        package let clause: Int?

        package init(_ kind: Kind, clause: Int? = nil) {
            self.kind = kind
            self.clause = clause
        }
    }

    /// A question that a person must answer before there can be a plan.
    package struct Question: Sendable, Hashable {
        package enum Unit: String, Sendable, Hashable { case hour, day, month }

        package enum Kind: Sendable, Hashable {
            /// The times of a day, and how many. A suggested time is not an answer.
            case times(ClosedRange<Int>, slots: [DoseTimes.Slot])
            /// The days of the week, and how many.
            case weekdays(ClosedRange<Int>)
            /// The interval of "every 4 to 6 hours".
            case interval(ClosedRange<Int>, Unit)
            /// The length of "for 5 to 7 days", or of a clause without a duration in a step whose other clause has one.
            case length(ClosedRange<Int>, Unit, suggested: Int?)
            /// When the plan ends, if the label prints no end or only the earliest one.
            case end(atLeastDays: Int?, canBeUntilGone: Bool)
            /// The time of the first dose of a fixed interval.
            case firstInstant
            /// Day and time at which a step begins. Any time is allowed if `times` is empty, any day if `days` is
            /// empty.
            case start(times: [LocalTime], days: [Direction.Day])
            /// Whether a clause with only a duration means days without a dose.
            case rest
            case repeats
            case repeatsUntil(canBeUntilGone: Bool)
        }

        package let kind: Kind
        package let step: Int
        /// nil if the question is about the step or the whole plan.
        package let clause: Int?
        package let isAnswered: Bool
    }
}

extension Direction {
    /// The fields with a value, each of which a person must confirm.
    package var fields: [DirectionsReading.Field] {
        var fields: [DirectionsReading.Field] = []
        if dose != nil { fields.append(.dose) }
        if strength != nil { fields.append(.strength) }
        if route != nil { fields.append(.route) }
        if site != nil { fields.append(.site) }
        if frequency != nil { fields.append(.frequency) }
        if !times.isEmpty { fields.append(.times) }
        if !days.isEmpty { fields.append(.days) }
        if !when.isEmpty || offsetMinutes != nil || isOnEmptyStomach { fields.append(.when) }
        if count != nil { fields.append(.count) }
        if isAsNeeded { fields.append(.asNeeded) }
        if reason != nil { fields.append(.reason) }
        if duration != nil { fields.append(.duration) }
        if maximum != nil { fields.append(.max) }
        return fields
    }
}
