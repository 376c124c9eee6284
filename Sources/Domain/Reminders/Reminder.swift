package import Agenda
package import Calendar
package import FoundationEssentials

/// What a person is to be told at a time: chores or doses that share it. One sending of it over one channel is a notice.
package struct Reminder: Sendable, Hashable {
    /// The same however often it is computed, so that nothing is told twice: "chores 2026-11-21", "dose d17".
    package struct Key: RawRepresentable, Sendable, Hashable, Comparable, CustomStringConvertible {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }
        package var description: String { rawValue }
        package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    package enum Sort: String, Sendable, CaseIterable {
        /// Chores: those of a day together, or one.
        case chores
        /// A dose of a medicine at its time.
        case dose
        /// Doses that nobody could be told of in time.
        case missed
        /// To see whether a channel works.
        case test
    }

    package let key: Key
    package let sort: Sort
    /// When it is to be told.
    package let at: Date
    /// From then on it is worth nothing.
    package let until: Date
    /// In the order they are told; empty for a test.
    package let subjects: [Subject]
    /// Its own time, where it is late and quiet hours hold it back. Not kept with a notice.
    package let meantAt: Date
    /// Of what was put off: whatever else tells of it at a time in here is enough. Not kept with a notice.
    package let wait: ClosedRange<Date>?

    package init(
        key: Key, sort: Sort, at: Date, until: Date, subjects: [Subject], meantAt: Date? = nil,
        wait: ClosedRange<Date>? = nil
    ) {
        self.key = key
        self.sort = sort
        self.at = at
        self.until = until
        self.subjects = subjects
        self.meantAt = meantAt ?? at
        self.wait = wait
    }

    package enum Subject: Sendable, Hashable {
        case chore(DueChore)
        case dose(Dose)
    }
}

/// A chore as a reminder needs to know it.
package struct DueChore: Sendable, Hashable {
    package let chore: Chore.ID
    package let kind: Chore.Kind
    /// The person's own words; for other kinds nothing.
    package let title: String?
    /// By the name of its identifier; nothing for a chore of the house.
    package let plant: String?
    package let plantName: String?
    /// The day it is due by its own plan; whoever says "done" says it of this one.
    package let due: LocalDay
    /// The day it is shown on: another one where days were grouped or nobody is at home.
    package let day: LocalDay
    /// Its reminder is put off until then.
    package let snoozedUntil: Date?

    package init(
        chore: Chore.ID, kind: Chore.Kind, title: String? = nil, plant: String? = nil, plantName: String? = nil,
        due: LocalDay, day: LocalDay, snoozedUntil: Date? = nil
    ) {
        self.chore = chore
        self.kind = kind
        self.title = title
        self.plant = plant
        self.plantName = plantName
        self.due = due
        self.day = day
        self.snoozedUntil = snoozedUntil
    }
}

/// One dose of a medicine that is to be taken.
package struct Dose: Sendable, Hashable {
    /// Of this one dose: its plan, day and place in the day.
    package let id: String
    /// By the name of its identifier.
    package let medicine: String
    package let name: String
    /// As the label has it: "1 tablet".
    package let amount: String
    package let at: Date

    package init(id: String, medicine: String, name: String, amount: String, at: Date) {
        self.id = id
        self.medicine = medicine
        self.name = name
        self.amount = amount
        self.at = at
    }
}

/// How a person wants to be told.
package struct ReminderWishes: Sendable, Hashable {
    package var isOn: Bool
    /// When the chores of a day are told, on the wall of the person's zone.
    package var time: LocalTime
    /// Days before the day of a chore, beside those its kind has; `advanceDaysAllowed`.
    package var advanceDays: Int
    /// Minutes before the time of a dose; `doseAdvanceAllowed`.
    package var doseAdvanceMinutes: Int
    package var quiet: QuietHours?
    package var hasSound: Bool
    /// One notice for all chores of a day; else one for each.
    package var groups: Bool
    /// What is shown on a locked screen does not name a medicine.
    package var hidesMedicines: Bool

    package init(
        isOn: Bool = true, time: LocalTime, advanceDays: Int = 0, doseAdvanceMinutes: Int = 0,
        quiet: QuietHours? = nil, hasSound: Bool = true, groups: Bool = true, hidesMedicines: Bool = true
    ) {
        self.isOn = isOn
        self.time = time
        self.advanceDays = advanceDays
        self.doseAdvanceMinutes = doseAdvanceMinutes
        self.quiet = quiet
        self.hasSound = hasSound
        self.groups = groups
        self.hidesMedicines = hidesMedicines
    }

    package static let advanceDaysAllowed = 0...7
    package static let doseAdvanceAllowed = 0...120
}

/// Hours of every day in which nobody is to be disturbed; over midnight where the end is before the beginning.
package struct QuietHours: Sendable, Hashable {
    package let from: LocalTime
    package let to: LocalTime

    /// Nothing where they begin and end at once.
    package init?(from: LocalTime, to: LocalTime) {
        guard from != to else { return nil }
        self.from = from
        self.to = to
    }
}

/// Why a reminder cannot be.
package enum ReminderError: Error, Sendable, Hashable {
    /// The time is not to come any more.
    case past(Date)
}

extension Reminder {
    /// How a notice of it stands in the records.
    package struct Standing: Sendable, Hashable {
        package enum State: Sendable, Hashable {
            case pending
            /// Somebody is sending it now.
            case underWay
            /// Sent, given up, or part of another one: not told again.
            case settled
        }

        package let reminder: Reminder
        package let state: State
        /// It may have arrived, though nobody knows that it did.
        package let isInDoubt: Bool

        package init(_ reminder: Reminder, _ state: State, isInDoubt: Bool = false) {
            self.reminder = reminder
            self.state = state
            self.isInDoubt = isInDoubt
        }
    }

    /// What makes the pending notices of a channel those that are expected.
    package enum Change: Sendable, Hashable {
        case add(Reminder)
        /// The pending one of that key gets another time or other subjects.
        case alter(Reminder)
        case drop(Key)
        /// It is told as part of another one: settled without being sent, and remembered so that it stays so.
        case fold(Reminder)
        /// Whoever made it due at a time that is over knows of it: settled without being told, unless it is moved to a
        /// time to come.
        case hush(Reminder)
    }
}
