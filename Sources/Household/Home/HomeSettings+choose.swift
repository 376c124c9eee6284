import Accounts
import Messages
package import Recognition

extension HomeSettings {
    /// Settings that are fixed by a flag, the environment or the configuration file, so that no page can change them.
    package var fixedSettings: Set<Policy.Setting> { livePolicy.fixed }

    /// Settings that were chosen on the page.
    package func chosenSettings() async throws -> Set<Policy.Setting> {
        Set(try await records.choices().keys.compactMap(Policy.Setting.init))
    }

    /// Applies the earlier choices of the household; called at the start.
    package func recallChoices() async throws {
        try await livePolicy.recallChoices(from: records)
        try await identifications.countWaiting()
    }

    /// Stores all values or none. Throws `settingRefused` with the setting in `detail`.
    package func choose(_ values: [Policy.Setting: String]) async throws {
        try ActingPerson.require(.settings)
        var tried = livePolicy.current
        for (setting, text) in values.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            guard !fixedSettings.contains(setting) else {
                throw HouseholdError(
                    .settingRefused, localized("\(setting.rawValue, "setting") is set in the server configuration."),
                    detail: setting.rawValue, hint: localized("Change it in the settings file or the environment."))
            }
            guard tried.set(setting, to: text) else {
                throw HouseholdError(
                    .settingRefused,
                    localized("\(setting.rawValue, "setting") must be \(setting.allowed, "allowedValues")."),
                    detail: setting.rawValue)
            }
        }
        try await records.choose(
            Dictionary(
                values.map { ($0.key.rawValue, Optional($0.value)) }, uniquingKeysWith: { first, _ in first }))
        // Changes only these settings: another request may have changed others meanwhile.
        let (before, after) = livePolicy.change { policy in
            let before = policy.text(of: .strategy)
            for (setting, text) in values { _ = policy.set(setting, to: text) }
            return (before, policy.text(of: .strategy))
        }
        // The strategy decides whether photographs are sent.
        if before != after { SensitiveActs.report(.settingChanged, "\(Policy.Setting.strategy.rawValue) = \(after)") }
        signals.post(.service)
    }
}
