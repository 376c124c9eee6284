package import Calendar
import Wording

/// The household's preferences for medicines.
package struct MedicinePreferences: Sendable, Hashable {
    /// For how many days photographs of labels are kept; nil for no limit.
    package var keepDays: Int? = 30
    /// Whether pictures may be sent to the second reader at all; each picture needs a consent, too.
    package var allowsSecondReader = false
    /// Whether text may be sent to a model at all; each call needs a consent, too.
    package var allowsExplainer = false
    /// The region whose emergency numbers are shown: "eu", "uk", "at" …; nil if it was not chosen, and the time zone
    /// decides.
    package var region: String?
    /// The household's usual hours. They are proposed and never used without confirmation.
    package var morning = LocalTime(hour: 8, minute: 0) ?? .midnight
    package var noon = LocalTime(hour: 12, minute: 0) ?? .midnight
    package var evening = LocalTime(hour: 18, minute: 0) ?? .midnight
    package var bedtime = LocalTime(hour: 22, minute: 0) ?? .midnight
    /// How many days before a medicine runs out a notice appears.
    package var refillDays = 7

    package static let keepDaysAllowed = 0...3650
    package static let refillDaysAllowed = 1...90
    package static let regions = SafetyText.Region.allCases.filter { !$0.calls.isEmpty }.map(\.rawValue)

    package init() {}
}
