import Household
import Messages

extension Home.Setting {
    /// The label of the field on its page, for settings whose typed value can be refused; nil for others.
    var label: String? {
        switch self {
        case .zone: localized("Time zone")
        case .latitude: localized("Latitude, in degrees north")
        case .place: localized("Name of the place")
        case .pets: localized("Pets at home")
        case .preferredTime: localized("Preferred time for tasks")
        case .doseAdvance: localized("Minutes before a dose")
        case .quietFrom: localized("Quiet from")
        case .quietTo: localized("Quiet until")
        case .larderLanguage: localized("Language")
        case .larderCountry: localized("Country")
        case .bestBeforeDays: localized("Days before “best before”")
        case .useByDays: localized("Days before “use by”")
        case .dietIngredients: localized("Other ingredients that we avoid")
        case .dietPeople: localized("People with their own diet")
        default: nil
        }
    }
}
