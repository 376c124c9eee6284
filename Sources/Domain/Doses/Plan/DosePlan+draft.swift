public import Calendar
public import Directions
public import Foundation

extension DosePlan {
    /// A person's answers to what the label leaves open. Keys are the indexes of clauses or steps, from 0.
    public struct Answers: Sendable, Hashable, Codable {
        /// When a clause, or the repetition of all steps, ends.
        public enum End: Sendable, Hashable, Codable {
            /// The end is unknown.
            case open
            /// When the dispensed quantity is used up; valid only if the medicine has a quantity.
            case untilGone
            /// At the end of this day.
            case lastDay(LocalDay)
        }

        /// The first dose of a clause with a fixed interval in hours.
        public struct First: Sendable, Hashable, Codable {
            /// The instant of the first dose.
            public let at: Date
            public init(at: Date) { self.at = at }
        }

        /// The times of a day, by clause.
        public var times: [Int: [LocalTime]]
        /// The days of the week, by clause.
        public var weekdays: [Int: [Direction.Day]]
        /// By clause, in the unit of the question.
        public var intervals: [Int: Int]
        /// By clause, in the unit of the question.
        public var lengths: [Int: Int]
        /// By clause.
        public var ends: [Int: End]
        /// By clause.
        public var firsts: [Int: First]
        /// Day and time of the first dose, by step.
        public var starts: [Int: DosePoint]
        /// Clauses with only a duration that mean days without a dose.
        public var rests: Set<Int>
        /// True if the steps repeat after the last one.
        public var repeats: Bool?
        /// When the repetition ends.
        public var repeatsUntil: End?

        public init() {
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
    public struct Confirmation: Sendable, Hashable, Codable, Comparable {
        /// nil for values of the whole medicine: name and strength.
        public let clause: Int?
        /// The confirmed field.
        public let field: DirectionsReading.Field

        public init(clause: Int?, field: DirectionsReading.Field) {
            self.clause = clause
            self.field = field
        }

        public static func < (left: Self, right: Self) -> Bool {
            (left.clause ?? -1, left.field.rawValue) < (right.clause ?? -1, right.field.rawValue)
        }
    }

    /// The confirmed fields and the values they had. A confirmation is void if the value changes.
    public struct Confirmations: Sendable, Hashable, Codable {
        /// The name of the medicine when the confirmations began.
        public let name: String
        /// The strength of the medicine at that time; nil if it had none.
        public let strength: String?
        /// The clauses of the medicine at that time.
        public let clauses: [Direction]
        /// The remarks of the medicine at that time.
        public let remarks: [String]
        /// The values that a person confirmed, also those whose confirmation is void.
        public private(set) var confirmed: Set<Confirmation>

        public init(of medicine: Medicine) {
            name = medicine.name
            strength = medicine.strength
            clauses = medicine.clauses
            remarks = medicine.remarks
            confirmed = []
        }

        /// Records that a person confirmed the value.
        public mutating func confirm(_ confirmation: Confirmation) { confirmed.insert(confirmation) }
        /// Removes a confirmation; without effect if it was not given.
        public mutating func withdraw(_ confirmation: Confirmation) { confirmed.remove(confirmation) }

        /// Returns the required confirmations in the order of the clauses.
        public static func needed(for medicine: Medicine) -> [Confirmation] {
            var needed = [Confirmation(clause: nil, field: .medicine)]
            if medicine.strength != nil { needed.append(Confirmation(clause: nil, field: .strength)) }
            if !medicine.remarks.isEmpty { needed.append(Confirmation(clause: nil, field: .remark)) }
            for (place, clause) in medicine.clauses.enumerated() {
                needed += clause.fields.map { Confirmation(clause: place, field: $0) }
            }
            return needed
        }

        /// Returns the required confirmations that were not given or are void; empty if none is missing.
        public func missing(for medicine: Medicine) -> [Confirmation] {
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
    public struct Draft: Sendable, Hashable {
        /// The medicine for which the plan is made.
        public let medicine: Medicine
        /// The status of the reading of the directions.
        public let status: DirectionsReading.Status
        /// The household's usual times of the day, from which the suggestions come.
        public let usual: DoseTimes
        /// The answers so far. An answer that is not valid counts as missing.
        public var answers: Answers
        /// The confirmations so far.
        public var confirmations: Confirmations

        public init(
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
    public struct Refusal: Error, Sendable, Hashable {
        /// True if the reader refused the directions.
        public let isRefused: Bool
        /// The required confirmations that are missing.
        public let unconfirmed: [Confirmation]
        /// The questions without a valid answer.
        public let open: [Question]
        /// The problems that prevent the plan; empty if there are none.
        public let problems: [Problem]
    }

    /// Something on the label, or missing from it, that prevents a plan.
    public struct Problem: Error, Sendable, Hashable {
        /// What prevents a plan.
        public enum Kind: String, Sendable, Hashable, CaseIterable {
            /// The medicine has no clause.
            case nothing = "nothing-to-plan"
            /// The label states no frequency.
            case frequencyMissing = "frequency-missing"
            /// A step has no duration but another step follows.
            case durationMissing = "duration-missing"
            /// The clauses of one step have different lengths.
            case lengthsDiffer = "lengths-differ"
            /// The plan cannot express the duration.
            case durationUnusual = "duration-unusual"
            /// The plan cannot express the frequency, such as "3 times every 2 days".
            case frequencyUnusual = "frequency-unusual"
            /// More often than once an hour.
            case tooOften = "too-often"
            /// The printed times do not match the frequency.
            case timesContradict = "times-contradict"
            /// The printed days do not match the frequency.
            case daysContradict = "days-contradict"
            /// The printed number of doses does not match the duration.
            case countContradicts = "count-contradicts"
            /// A printed time is no valid clock time, or is printed twice.
            case timeMalformed = "time-malformed"
            /// A clause with the relation `first` stands after others.
            case orderUnclear = "order-unclear"
            /// A step begins before the previous one ends.
            case stepsOverlap = "steps-overlap"
            /// The given last day is before the first dose.
            case endsBeforeStart = "ends-before-start"
        }

        /// What prevents the plan.
        public let kind: Kind
        /// nil if the problem is about all clauses.
        public let clause: Int?

        public init(_ kind: Kind, clause: Int? = nil) {
            self.kind = kind
            self.clause = clause
        }
    }

    /// A question that a person must answer before there can be a plan.
    public struct Question: Sendable, Hashable {
        /// The unit of an interval or a length. A printed week is 7 days, a printed year 12 months.
        public enum Unit: String, Sendable, Hashable { case hour, day, month }

        /// What is asked, with the answers that are allowed.
        public enum Kind: Sendable, Hashable {
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
            /// Whether the steps repeat after the last one.
            case repeats
            /// When the repetition ends.
            case repeatsUntil(canBeUntilGone: Bool)
        }

        /// What is asked, with the answers that are allowed.
        public let kind: Kind
        /// The index of the step, from 0; of the last step for a question about the whole plan.
        public let step: Int
        /// nil if the question is about the step or the whole plan.
        public let clause: Int?
        /// True if the draft has a valid answer.
        public let isAnswered: Bool
    }
}

extension Direction {
    /// The fields with a value, each of which a person must confirm.
    public var fields: [DirectionsReading.Field] {
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
