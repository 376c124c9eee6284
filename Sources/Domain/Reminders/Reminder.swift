package import Agenda
package import Calendar
package import FoundationEssentials

/// What to remind a person of at a time: chores, doses or food. Sending it over one channel is a notice.
package struct Reminder: Sendable, Hashable {
    /// The same for each computation, so that a reminder is sent once: "chores 2026-11-21", "dose d17".
    package struct Key: RawRepresentable, Sendable, Hashable, Comparable, CustomStringConvertible {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }
        package var description: String { rawValue }
        package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    package enum Sort: String, Sendable, CaseIterable {
        /// All chores of a day, or one chore.
        case chores
        /// Food whose date is near.
        case food
        /// A dose of a medicine.
        case dose
        /// Doses whose reminders could not be sent in time.
        case missed
        /// A test of a channel.
        case test
    }

    package let key: Key
    package let sort: Sort
    /// When to send it.
    package let at: Date
    /// After this time it is not useful any more.
    package let until: Date
    /// In the order of the text; empty for a test.
    package let subjects: [Subject]
    /// The regular time, if quiet hours delay a late reminder. Not stored with a notice.
    package let meantAt: Date
    /// For snoozed chores: another reminder in this period replaces this one. Not stored with a notice.
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
        case food(DueFood)
    }
}

/// The data of a food whose date is near, for its reminder.
package struct DueFood: Sendable, Hashable {
    /// The identifier of the item of the stock.
    package let item: String
    package let name: String
    /// True for a "use by" date, false for a "best before" date.
    package let isUseBy: Bool
    /// The date on the package.
    package let day: LocalDay
    /// The first day on which it is included.
    package let from: LocalDay

    package init(item: String, name: String, isUseBy: Bool, day: LocalDay, from: LocalDay) {
        self.item = item
        self.name = name
        self.isUseBy = isUseBy
        self.day = day
        self.from = min(from, day)
    }
}

/// The data of a chore for its reminder.
package struct DueChore: Sendable, Hashable {
    package let chore: Chore.ID
    package let kind: Chore.Kind
    /// The title given by the person; nil for other kinds.
    package let title: String?
    /// The identifier of the plant; nil for a chore of the house.
    package let plant: String?
    package let plantName: String?
    /// The due day; "done" refers to this occurrence.
    package let due: LocalDay
    /// The day on which it is shown; differs from `due` if waterings are grouped or the household is away.
    package let day: LocalDay
    /// Until when the reminder is snoozed.
    package let snoozedUntil: Date?
    /// The preferred time of its plant; nil for that of the household. It decides which reminder contains the chore, and is
    /// no part of the reminder.
    package let time: LocalTime?

    package init(
        chore: Chore.ID, kind: Chore.Kind, title: String? = nil, plant: String? = nil, plantName: String? = nil,
        due: LocalDay, day: LocalDay, snoozedUntil: Date? = nil, time: LocalTime? = nil
    ) {
        self.chore = chore
        self.kind = kind
        self.title = title
        self.plant = plant
        self.plantName = plantName
        self.due = due
        self.day = day
        self.snoozedUntil = snoozedUntil
        self.time = time
    }

    /// The chore as a reminder contains it.
    var dueChore: DueChore {
        DueChore(
            chore: chore, kind: kind, title: title, plant: plant, plantName: plantName, due: due, day: day,
            snoozedUntil: snoozedUntil)
    }
}

/// A dose of a medicine that is to be taken.
package struct Dose: Sendable, Hashable {
    /// The identifier of this dose: plan, day, and place in the day.
    package let id: String
    /// The identifier of the medicine.
    package let medicine: String
    package let name: String
    /// As printed on the label: "1 tablet".
    package let amount: String
    package let at: Date
    /// The name of the person to whom the medicine belongs; nil if it is the recipient's own or the household's. It is
    /// stored with a notice, because it must be shown even after the account is removed.
    package let owner: String?

    package init(id: String, medicine: String, name: String, amount: String, at: Date, owner: String? = nil) {
        self.id = id
        self.medicine = medicine
        self.name = name
        self.amount = amount
        self.at = at
        self.owner = owner
    }

    /// Returns the same dose of a medicine that belongs to this person.
    fileprivate func belonging(to owner: String) -> Dose {
        Dose(id: id, medicine: medicine, name: name, amount: amount, at: at, owner: owner)
    }
}

extension Reminder {
    /// Returns the reminder with the owners of its doses; `owners` are names by the identifier of the medicine. Doses of
    /// other medicines have no owner. The key stays the same, so that no reminder is sent again.
    package func naming(_ owners: [String: String]) -> Reminder {
        guard sort == .dose else { return self }
        let subjects = subjects.map { subject in
            guard case .dose(let dose) = subject, let owner = owners[dose.medicine] else { return subject }
            return Subject.dose(dose.belonging(to: owner))
        }
        return Reminder(key: key, sort: sort, at: at, until: until, subjects: subjects, meantAt: meantAt, wait: wait)
    }
}

/// A person's settings for reminders.
package struct ReminderPreferences: Sendable, Hashable {
    package var isOn: Bool
    /// The local time at which the chores of a day are sent.
    package var time: LocalTime
    /// Days before the day of a chore, in addition to those of its kind; see `advanceDaysAllowed`.
    package var advanceDays: Int
    /// Minutes before the time of a dose; see `doseAdvanceAllowed`.
    package var doseAdvanceMinutes: Int
    package var quiet: QuietHours?
    package var hasSound: Bool
    /// True for one notice for all chores of a day; false for one each.
    package var groups: Bool
    /// True if notices do not name medicines, because a locked screen shows them.
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

/// Daily hours without notices; they cross midnight if `to` is before `from`.
package struct QuietHours: Sendable, Hashable {
    package let from: LocalTime
    package let to: LocalTime

    /// Returns nil if both times are equal.
    package init?(from: LocalTime, to: LocalTime) {
        guard from != to else { return nil }
        self.from = from
        self.to = to
    }
}

/// Why a reminder is not possible.
package enum ReminderError: Error, Sendable, Hashable {
    /// The time is in the past.
    case past(Date)
}

extension Reminder {
    /// The stored state of a reminder's notice.
    package struct Status: Sendable, Hashable {
        package enum State: Sendable, Hashable {
            case pending
            /// It is being sent.
            case underWay
            /// Sent, given up, or combined with another one: not sent again.
            case settled
        }

        package let reminder: Reminder
        package let state: State
        /// True if it may have arrived and this is not known.
        package let isInDoubt: Bool

        package init(_ reminder: Reminder, _ state: State, isInDoubt: Bool = false) {
            self.reminder = reminder
            self.state = state
            self.isInDoubt = isInDoubt
        }
    }

    /// A change of a channel's pending notices.
    package enum Change: Sendable, Hashable {
        case add(Reminder)
        /// Changes time or subjects of the pending notice with this key.
        case alter(Reminder)
        case drop(Key)
        /// Settles the reminder without sending it, because another one contains it.
        case fold(Reminder)
        /// Settles the reminder without sending it, because a person's own change made it due at a time in the past.
        /// If a later change moves it to the future, it is sent.
        case hush(Reminder)

        package var key: Key {
            switch self {
            case .add(let reminder), .alter(let reminder), .fold(let reminder), .hush(let reminder): reminder.key
            case .drop(let key): key
            }
        }
    }
}
