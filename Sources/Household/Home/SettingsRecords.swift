/// The settings that the household has chosen. A slice of `Records`.
package protocol SettingsRecords: Sendable {
    func choices() async throws -> [String: String]
    /// `nil` removes a choice.
    func choose(_ values: [String: String?]) async throws
}
