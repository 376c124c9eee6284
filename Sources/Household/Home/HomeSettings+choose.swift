package import Recognition

extension HomeSettings {
    /// Settings that a flag, the environment or the file decides, so that the page cannot.
    package var fixedSettings: Set<Policy.Setting> { inquirer.desk.fixed }

    /// Settings that were chosen on the page.
    package func chosenSettings() async throws -> Set<Policy.Setting> {
        Set(try await records.choices(of: id).keys.compactMap(Policy.Setting.init))
    }

    /// What the household chose before holds again; for the start.
    package func recallChoices() async throws {
        try await inquirer.recallChoices(from: records)
        try await identifications.countWaiting()
    }

    /// All of them or none. Throws `settingRefused` with the setting in `detail`.
    package func choose(_ values: [Policy.Setting: String]) async throws {
        var tried = inquirer.desk.policy
        for (setting, text) in values.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            guard !fixedSettings.contains(setting) else {
                throw HouseholdError(
                    .settingRefused, "\(setting.rawValue) is set where the server is started.",
                    detail: setting.rawValue, hint: "Change it in the settings file or the environment.")
            }
            guard tried.set(setting, to: text) else {
                throw HouseholdError(
                    .settingRefused, "\(setting.rawValue) must be \(setting.allowed).", detail: setting.rawValue)
            }
        }
        try await records.choose(
            Dictionary(
                values.map { ($0.key.rawValue, Optional($0.value)) }, uniquingKeysWith: { first, _ in first }), for: id)
        // Only what was changed: somebody else may have changed another one meanwhile.
        inquirer.desk.change { policy in
            for (setting, text) in values { _ = policy.set(setting, to: text) }
        }
        inquirer.desk.wake()
    }
}

extension Inquirer {
    /// What the household chose on its settings page holds, but for what is fixed from outside.
    package func recallChoices(from records: any Records) async throws {
        let choices = try await records.choices(of: household)
        let fixed = desk.fixed
        desk.change { policy in
            for setting in Policy.Setting.allCases where !fixed.contains(setting) {
                // A value that an older release wrote and this one does not know leaves the default.
                if let text = choices[setting.rawValue] { _ = policy.set(setting, to: text) }
            }
        }
    }
}
