package import Accounts
package import Calendar
package import Directions
package import Doses
package import FoundationEssentials
import Labels

/// A medicine as confirmed by a person, with its dose plan.
package struct StoredMedicine: Sendable, Hashable, Codable, Identifiable {
    package let id: Medicine.ID
    /// The label from which it was read; the label may have been removed.
    package let label: MedicineLabel.ID?
    /// The entry of the label, from 0.
    package let entry: Int?
    package let addedAt: Date
    package var medicine: Medicine
    /// The status of its directions at the time of confirmation.
    package var status: DirectionsReading.Status
    package var confirmations: DosePlan.Confirmations
    /// Nil until a person has seen the doses and started the plan.
    package var plan: DosePlan?
    /// True if it was put away: it has no further doses; its dose log stays.
    package var isOver: Bool
    /// True if its doses have no reminders, on all channels and in calendars. Nil in documents of earlier releases.
    private var silent: Bool?
    /// The periods in which it was put away: it had no doses then, so none was missed. Nil for medicines that were put
    /// away before these periods were stored.
    private var away: [Away]?
    /// To whom it belongs; nil for everyone in the household. Not part of the document: the store keeps it in a column.
    package var account: Account.ID?
    /// The person who gave it to the household, and can take it back. Not part of the document.
    package var givenBy: Account.ID?
    /// The last day of use; nil if unknown.
    package var expires: LocalDay?
    /// The remaining stock; nil if no quantity is known.
    package var stock: Stock?

    package init(
        id: Medicine.ID, label: MedicineLabel.ID?, entry: Int?, addedAt: Date, medicine: Medicine,
        status: DirectionsReading.Status, confirmations: DosePlan.Confirmations, account: Account.ID? = nil
    ) {
        self.id = id
        self.label = label
        self.entry = entry
        self.addedAt = addedAt
        self.medicine = medicine
        self.status = status
        self.confirmations = confirmations
        self.account = account
        isOver = false
    }

    private enum CodingKeys: String, CodingKey {
        case id, label, entry, addedAt, medicine, status, confirmations, plan, isOver, away, expires, stock, silent
    }

    package var isSilent: Bool {
        get { silent ?? false }
        set { silent = newValue ? true : nil }
    }

    private struct Away: Sendable, Hashable, Codable {
        let from: Date
        var until: Date?
    }

    package mutating func putAway(at instant: Date) {
        guard !isOver else { return }
        isOver = true
        away = (away ?? []) + [Away(from: instant, until: nil)]
    }

    package mutating func takeOut(at instant: Date) {
        isOver = false
        if let last = away?.indices.last, away?[last].until == nil { away?[last].until = instant }
    }

    /// Returns true if it was put away at that time. `lastNoted` is the time of the last log entry, used if the time of
    /// putting away is unknown.
    package func wasAway(at instant: Date, lastNoted: Date?) -> Bool {
        if let away, !away.isEmpty {
            return away.contains { instant >= $0.from && instant < $0.until ?? .distantFuture }
        }
        return isOver && instant > lastNoted ?? .distantPast
    }
}

/// The form in which a person compares a medicine with its label.
package struct MedicineForm: Sendable, Hashable {
    package var name: String
    package var strength: String?
    package var form: String?
    package var person: String?
    package var sig: String
    package var quantity: Double?
    /// As printed on the label: "capsules", "mL".
    package var quantityUnit: String?
    package var refills: Int?
    package var warnings: [String]
    /// The last day of use.
    package var expiry: LocalDay?

    package init(
        name: String, strength: String? = nil, form: String? = nil, person: String? = nil, sig: String,
        quantity: Double? = nil, quantityUnit: String? = nil, refills: Int? = nil, warnings: [String] = [],
        expiry: LocalDay? = nil
    ) {
        self.name = name
        self.strength = strength
        self.form = form
        self.person = person
        self.sig = sig
        self.quantity = quantity
        self.quantityUnit = quantityUnit
        self.refills = refills
        self.warnings = warnings
        self.expiry = expiry
    }

    package static let nameLimit = 120
    package static let sigLimit = 1000
    package static let unitLimit = 40
}
