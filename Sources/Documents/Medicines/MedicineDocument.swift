import Calendar
package import Directions
package import Doses
package import FoundationEssentials
package import Household
import Recognition
import Reminders
import Wording

/// A medicine as JSON; Docs/api.md describes it.
package struct MedicineDocument: Codable, Sendable {
    package struct Event: Codable, Sendable {
        package let number: Int
        /// "taken", "skipped", "moved", "undone".
        package let action: String
        /// The identifier of a planned dose; null for a dose taken as needed.
        package let dose: String?
        package let clause: Int?
        package let notedAt: Date
        /// The name of the person who made the entry; null if unknown.
        package let notedBy: String?
        /// When it was taken, or the time to which it was moved.
        package let at: Date?
        package let amount: String?
        package let reason: String?
        /// The number of the entry that was undone.
        package let undoes: Int?
        /// True if it was undone later.
        package let isUndone: Bool
        /// True if a later answer to the same dose has replaced it.
        package let isReplaced: Bool
    }

    package let id: String
    package let label: String?
    package let name: String
    package let strength: String?
    package let form: String?
    package let person: String?
    package let directions: String
    package let status: String
    package let clauses: [Direction]
    package let plain: String
    package let quantity: Double?
    /// As printed on the label, singular; null if none is printed.
    package let quantityUnit: String?
    package let refills: Int?
    package let expires: String?
    package let warnings: [String]
    /// The content of the directions beside their clauses.
    package let remarks: [String]
    package let addedAt: Date
    /// "none", "running", "paused", "ended".
    package let plan: String
    package let revision: Int?
    package let zone: String?
    package let isOver: Bool
    /// The account to which it belongs; null for everyone in the household.
    package let account: String?
    /// The dose log, oldest first; only on request.
    package let log: [Event]?
    /// Unanswered doses whose time is over, oldest first; only in an export.
    package let missed: [Missed]?
    /// The numbers of the entries that the request has added; empty for a repetition. Only in the response to such a
    /// request.
    package let noted: [Int]?

    package struct Missed: Codable, Sendable {
        package let dose: String
        /// The planned time, or the time to which it was moved.
        package let at: Date
        package let amount: String
    }

    package init(
        _ kept: StoredMedicine, log: DoseLog? = nil, missed: [AgendaDose]? = nil, noted: [Int]? = nil
    ) {
        self.noted = noted
        self.missed = missed?.map { Missed(dose: $0.dose.id.rawValue, at: $0.at, amount: $0.dose.amountText) }
        let medicine = kept.medicine
        id = kept.id.rawValue
        label = kept.label?.rawValue
        name = medicine.name
        strength = medicine.strength
        form = medicine.form
        person = medicine.person
        directions = medicine.sig
        status = kept.status.rawValue
        clauses = medicine.clauses
        plain = PlainDirections(DirectionsReader.read(medicine.sig)).text
        remarks = medicine.remarks
        quantity = medicine.quantity
        quantityUnit = medicine.quantityUnit
        refills = kept.stock?.refills ?? medicine.refills
        expires = kept.expires?.description
        warnings = medicine.warnings
        addedAt = kept.addedAt
        plan =
            kept.plan.map { plan in plan.ended != nil ? "ended" : plan.isPaused ? "paused" : "running" } ?? "none"
        revision = kept.plan?.latest.number
        zone = kept.plan?.latest.zone
        isOver = kept.isOver
        account = kept.account?.rawValue
        self.log = log.map { log in
            let gone = log.gone
            return log.entries.map { entry in
                Event(
                    entry, isUndone: gone.takenBack.contains(entry.number),
                    isReplaced: gone.replaced.contains(entry.number))
            }
        }
    }
}

extension MedicineDocument.Event {
    init(_ entry: DoseLog.Entry, isUndone: Bool, isReplaced: Bool) {
        var (at, amount, reason): (Date?, String?, String?)
        switch entry.action {
        case .taken(let when, let much): (action, at, amount) = ("taken", when, much.map { DosePlan.words(of: $0) })
        case .skipped(let why): (action, reason) = ("skipped", why)
        case .moved(let to): (action, at) = ("moved", to)
        case .undone: action = "undone"
        }
        number = entry.number
        switch entry.subject {
        case .dose(let id): (dose, clause) = (id.rawValue, nil)
        case .asNeeded(let place): (dose, clause) = (nil, place)
        }
        notedAt = entry.notedAt
        notedBy = entry.author?.name
        self.at = at
        self.amount = amount
        self.reason = reason
        undoes = entry.undoes
        self.isUndone = isUndone
        self.isReplaced = isReplaced
    }
}

extension DoseLog.Entry {
    var undoes: Int? { if case .undone(let number) = action { number } else { nil } }
}

/// The doses of a day as JSON.
package struct MedicineDayDocument: Codable, Sendable {
    package struct Dose: Codable, Sendable {
        package let id: String
        package let medicine: String
        package let name: String
        package let amount: String
        package let at: Date
        /// "planned", "due", "late", "missed", "taken", "skipped".
        package let status: String
        package let takenAt: Date?
        package let isLate: Bool
        package let remark: String?
    }

    package struct AsNeeded: Codable, Sendable {
        package let medicine: String
        package let clause: Int
        package let name: String
        package let amount: String
        package let lastAt: Date?
        package let sentences: [String]
        package let undoable: Int?
    }

    package struct Stock: Codable, Sendable {
        package let medicine: String
        package let name: String
        /// Null if a taken amount is unknown.
        package let left: Double?
        package let atMost: Double
        package let daysLeft: Int?
        package let isLow: Bool
        package let isExpired: Bool
    }

    package let day: String
    package let zone: String
    package let doses: [Dose]
    package let asNeeded: [AsNeeded]
    package let stocks: [Stock]

    package init(_ day: MedicineDay) {
        self.day = day.day.description
        zone = day.clock.zone.name
        doses = day.lines.map { line in
            let status = line.dose.status
            var (takenAt, isLate): (Date?, Bool) = (nil, false)
            if case .taken(let at, let late) = status { (takenAt, isLate) = (at, late) }
            return Dose(
                id: line.dose.dose.id.rawValue, medicine: line.kept.id.rawValue, name: line.kept.medicine.label,
                amount: line.dose.dose.amountText, at: line.dose.at, status: status.word, takenAt: takenAt,
                isLate: isLate, remark: status.sentence)
        }
        asNeeded = day.asNeeded.map { line in
            AsNeeded(
                medicine: line.kept.id.rawValue, clause: line.clause, name: line.kept.medicine.label,
                amount: DosePlan.words(of: line.amount), lastAt: line.status.last, sentences: line.sentences,
                undoable: line.undoable)
        }
        stocks = day.stocks.map { line in
            Stock(
                medicine: line.kept.id.rawValue, name: line.kept.medicine.label, left: line.left.exactly,
                atMost: line.left.atMost, daysLeft: line.outlook.daysLeft, isLow: line.isLow,
                isExpired: line.outlook.isExpired)
        }
    }
}
