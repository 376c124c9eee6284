package import Calendar

/// The household's preferences for medicines.
package struct MedicinePreferences: Sendable, Hashable {
    /// For how many days photographs of labels are kept; nil for no limit.
    package var keepDays: Int? = 30
    /// Whether pictures may be sent to the second reader at all; each picture needs a consent, too.
    package var allowsSecondReader = false
    /// Whether text may be sent to a model at all; each call needs a consent, too.
    package var allowsExplainer = false
    /// The region whose emergency numbers are shown: "eu", "uk", "us" …; nil if it was not chosen.
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
    package static let regions = ["eu", "uk", "us", "ca", "au"]

    package init() {}
}

extension Home {
    mutating func setMedicines(_ setting: Setting, to text: String) -> Bool {
        let usual = MedicinePreferences()
        switch setting {
        case .medicineKeepDays:
            if text.isEmpty {
                medicines.keepDays = usual.keepDays
            } else if text == "forever" {
                medicines.keepDays = nil
            } else {
                guard let days = Int(text), MedicinePreferences.keepDaysAllowed.contains(days) else { return false }
                medicines.keepDays = days
            }
        case .medicineSecondReader:
            guard let flag = Self.flag(text) else { return false }
            medicines.allowsSecondReader = flag
        case .medicineExplainer:
            guard let flag = Self.flag(text) else { return false }
            medicines.allowsExplainer = flag
        case .medicineRegion:
            guard text.isEmpty || MedicinePreferences.regions.contains(text) else { return false }
            medicines.region = text.isEmpty ? nil : text
        case .medicineMorning: return Self.take(text, usual.morning, into: &medicines.morning)
        case .medicineNoon: return Self.take(text, usual.noon, into: &medicines.noon)
        case .medicineEvening: return Self.take(text, usual.evening, into: &medicines.evening)
        case .medicineBedtime: return Self.take(text, usual.bedtime, into: &medicines.bedtime)
        case .medicineRefillDays:
            guard let days = text.isEmpty ? usual.refillDays : Int(text),
                MedicinePreferences.refillDaysAllowed.contains(days)
            else { return false }
            medicines.refillDays = days
        default: return false
        }
        return true
    }

    func medicineText(of setting: Setting) -> String {
        switch setting {
        case .medicineKeepDays: medicines.keepDays.map { String($0) } ?? "forever"
        case .medicineSecondReader: String(medicines.allowsSecondReader)
        case .medicineExplainer: String(medicines.allowsExplainer)
        case .medicineRegion: medicines.region ?? ""
        case .medicineMorning: medicines.morning.description
        case .medicineNoon: medicines.noon.description
        case .medicineEvening: medicines.evening.description
        case .medicineBedtime: medicines.bedtime.description
        case .medicineRefillDays: String(medicines.refillDays)
        default: ""
        }
    }

    private static func take(_ text: String, _ usual: LocalTime, into place: inout LocalTime) -> Bool {
        guard let time = text.isEmpty ? usual : LocalTime(text) else { return false }
        place = time
        return true
    }
}
