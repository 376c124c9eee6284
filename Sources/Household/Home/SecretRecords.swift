/// Sealed secrets of the household, such as signing keys and passwords. A slice of `Records`.
package protocol SecretRecords: Sendable {
    /// Returns the secret of that name, sealed by the caller that stored it.
    func secret(_ name: String) async throws -> [UInt8]?
    /// Stores `fresh` if the stored value is still `old`, or if there is none and `old` is nil. Returns the value
    /// stored afterwards, which differs from `fresh` if another caller was first.
    func replace(
        secret name: String, _ old: [UInt8]?, with fresh: [UInt8]
    ) async throws -> [UInt8]
}
