package import Calendar
package import Directions
package import Doses
package import FoundationEssentials
import Labels

/// A medicine as a person confirmed it, with the plan of its doses.
package struct KeptMedicine: Sendable, Hashable, Codable, Identifiable {
    package let id: Medicine.ID
    /// Where it was read; the label itself may be gone.
    package let label: MedicineLabel.ID?
    /// Of the label, from 0.
    package let entry: Int?
    package let addedAt: Date
    package var medicine: Medicine
    /// Of its directions, when they were confirmed.
    package var status: DirectionsReading.Status
    package var confirmations: DosePlan.Confirmations
    /// Nothing until a person has seen its doses and started it.
    package var plan: DosePlan?
    /// Put away: its doses are over, what was noted stays.
    package var isOver: Bool
    /// When it was put away and taken out again: it had no doses then, so none was missed. Nil for medicines that were
    /// put away before this was kept.
    private var away: [Away]?
    /// The last day it is good; nothing where nobody said.
    package var expires: LocalDay?
    /// What is left of it; nothing where nobody said how much there was.
    package var stock: Stock?

    package init(
        id: Medicine.ID, label: MedicineLabel.ID?, entry: Int?, addedAt: Date, medicine: Medicine,
        status: DirectionsReading.Status, confirmations: DosePlan.Confirmations
    ) {
        self.id = id
        self.label = label
        self.entry = entry
        self.addedAt = addedAt
        self.medicine = medicine
        self.status = status
        self.confirmations = confirmations
        isOver = false
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

    /// Whether it was put away then; `lastNoted` is the last word if nobody knows when it was put away.
    package func wasAway(at instant: Date, lastNoted: Date?) -> Bool {
        if let away, !away.isEmpty {
            return away.contains { instant >= $0.from && instant < $0.until ?? .distantFuture }
        }
        return isOver && instant > lastNoted ?? .distantPast
    }
}

/// What a person says of a medicine while they compare it with its label.
package struct MedicineForm: Sendable, Hashable {
    package var name: String
    package var strength: String?
    package var form: String?
    package var person: String?
    package var sig: String
    package var quantity: Double?
    /// As the label prints it: "capsules", "mL".
    package var quantityUnit: String?
    package var refills: Int?
    package var warnings: [String]
    /// The last day it is good.
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
