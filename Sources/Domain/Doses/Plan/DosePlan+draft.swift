package import Calendar
package import Directions
package import FoundationEssentials

extension DosePlan {
    /// What a person said where the label says nothing or leaves a choice. Clauses and steps by their place, from 0.
    package struct Answers: Sendable, Hashable, Codable {
        package enum End: Sendable, Hashable, Codable {
            /// No end is known.
            case open
            case untilGone
            case lastDay(LocalDay)
        }

        /// The first dose of a clause that counts elapsed time.
        package struct First: Sendable, Hashable, Codable {
            package let at: Date
            package init(at: Date) { self.at = at }
        }

        /// Of each dose of a day, by clause.
        package var times: [Int: [LocalTime]]
        /// By clause.
        package var weekdays: [Int: [Direction.Day]]
        /// By clause, in the question's unit.
        package var intervals: [Int: Int]
        /// By clause, in the question's unit.
        package var lengths: [Int: Int]
        /// By clause.
        package var ends: [Int: End]
        /// By clause.
        package var firsts: [Int: First]
        /// The first dose of a step: its day, and its time of that day.
        package var starts: [Int: DosePoint]
        /// Clauses that say nothing but a duration, and are days without a dose.
        package var rests: Set<Int>
        /// Whether the steps come again after the last one.
        package var repeats: Bool?
        /// Until when they come again.
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

    /// One value of the label that a person looked at and found right.
    package struct Confirmation: Sendable, Hashable, Codable, Comparable {
        /// Nothing for what is of the whole medicine: its name, its strength.
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

    /// What was confirmed, and of which values: those of another medicine, or changed since, are not.
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

        /// In the order of the clauses.
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

    /// On its way to a plan: what is confirmed, what is answered, and what is still open.
    package struct Draft: Sendable, Hashable {
        package let medicine: Medicine
        /// Of the directions as they were read.
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

    /// Why there is no plan; everything that is missing, not the first of it.
    package struct Refusal: Error, Sendable, Hashable {
        /// The directions could not be read: nothing is made of them.
        package let isRefused: Bool
        package let unconfirmed: [Confirmation]
        package let open: [Question]
        package let problems: [Problem]
    }

    /// What the label says, or leaves out, that no plan can be made of.
    package struct Problem: Error, Sendable, Hashable {
        package enum Kind: String, Sendable, Hashable, CaseIterable {
            case nothing = "nothing-to-plan"
            /// How often is not said.
            case frequencyMissing = "frequency-missing"
            /// A step before another has no length.
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
            /// A clause begins anew amid the others.
            case orderUnclear = "order-unclear"
            /// A step begins before the one before it is over.
            case stepsOverlap = "steps-overlap"
            /// The last day that was said is before the first dose.
            case endsBeforeStart = "ends-before-start"
        }

        package let kind: Kind
        /// Nothing where it is about all of them.
        package let clause: Int?

        package init(_ kind: Kind, clause: Int? = nil) {
            self.kind = kind
            self.clause = clause
        }
    }

    /// What a person must say before there can be a plan.
    package struct Question: Sendable, Hashable {
        package enum Unit: String, Sendable, Hashable { case hour, day, month }

        package enum Kind: Sendable, Hashable {
            /// At what times of a day; so many of them. What is suggested is not an answer.
            case times(ClosedRange<Int>, slots: [DoseTimes.Slot])
            /// On which days of the week; so many of them.
            case weekdays(ClosedRange<Int>)
            /// "Every 4 to 6 hours": which.
            case interval(ClosedRange<Int>, Unit)
            /// "For 5 to 7 days", or a step of several clauses of which one says how long: how long.
            case length(ClosedRange<Int>, Unit, suggested: Int?)
            /// No end is printed, or only the earliest one.
            case end(atLeastDays: Int?, canBeUntilGone: Bool)
            /// When the first dose of elapsed time is.
            case firstInstant
            /// On what day, and at which of that day's times, a step begins: any time where none is named, any day
            /// where no days are.
            case start(times: [LocalTime], days: [Direction.Day])
            /// Whether a clause that says nothing but a duration is days without a dose.
            case rest
            case repeats
            case repeatsUntil(canBeUntilGone: Bool)
        }

        package let kind: Kind
        package let step: Int
        /// Nothing where it is about the step, or the whole.
        package let clause: Int?
        package let isAnswered: Bool
    }
}

extension Direction {
    /// What it says, each of which a person must confirm.
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
