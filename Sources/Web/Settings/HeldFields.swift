import Household

/// The settings that are fixed by the configuration of the server, so that their fields are disabled: `held.agendaTime`
/// is true if `agenda.time` is fixed.
struct HeldFields<Setting: DeclaredSetting>: FlagFields {
    let held: Set<Setting>

    init(_ held: Set<Setting>) { self.held = held }

    static var names: [String] { Setting.allCases.map(\.fieldName) }
    var flags: [String: Bool] {
        Dictionary(
            Setting.allCases.map { ($0.fieldName, held.contains($0)) }, uniquingKeysWith: { first, _ in first })
    }
}

extension DeclaredSetting {
    /// The key as the name of a tag: "agenda.group-waterings" → "agendaGroupWaterings".
    fileprivate var fieldName: String {
        let words = rawValue.split { $0 == "." || $0 == "-" }.map(String.init)
        return words.prefix(1).joined() + words.dropFirst().map { Wording.capitalised($0) }.joined()
    }

    /// Returns the settings that a form has. Leaves out those that are fixed by the configuration of the server, and
    /// fields that were not sent; a box that was not sent is not ticked.
    static func values(_ form: [String: String], on page: SettingForm, given: Set<Self>) -> [Self: String] {
        var values: [Self: String] = [:]
        for setting in on(page) where !given.contains(setting) { values[setting] = setting.text(in: form) }
        return values
    }
}
