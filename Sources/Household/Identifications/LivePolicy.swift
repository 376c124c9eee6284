package import Recognition
import Synchronization

/// The policy in force. The settings page changes it; each inquiry takes a copy when it starts. Thread-safe.
package final class LivePolicy: Sendable {
    private let state: Mutex<Policy>
    /// Settings that were given by a flag, the environment or the configuration file, so that no page can change them.
    package let fixed: Set<Policy.Setting>

    package init(_ policy: Policy, fixed: Set<Policy.Setting> = []) {
        state = Mutex(policy)
        self.fixed = fixed
    }

    package var current: Policy { state.withLock { $0 } }

    @discardableResult
    func change<Value: Sendable>(_ change: (inout Policy) -> Value) -> Value { state.withLock { change(&$0) } }

    /// Applies the stored choices of a household, except for fixed settings.
    package func recallChoices(from records: any SettingsRecords) async throws {
        let choices = try await records.choices()
        change { policy in
            for setting in Policy.Setting.allCases where !fixed.contains(setting) {
                // A value that an older release wrote and this one does not know leaves the default.
                if let text = choices[setting.rawValue] { _ = policy.set(setting, to: text) }
            }
        }
    }
}
