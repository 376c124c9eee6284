package import Labels

/// A remote reader of text: a closure made by an adapter. It does not count calls, wait or ask for consent.
package struct TextService: Sendable {
    /// The name for a person: "Google Vision".
    package let name: String
    /// The host that receives the picture, for display.
    package let host: String
    /// True if it is on this machine, so that no data leaves it.
    package let isOwn: Bool
    /// Reads one upright JPEG without metadata. Throws `HouseholdError`, or `CancellationError`.
    package let read: @Sendable (_ jpeg: [UInt8]) async throws -> RecognisedText

    package init(
        name: String, host: String, isOwn: Bool,
        read: @escaping @Sendable (_ jpeg: [UInt8]) async throws -> RecognisedText
    ) {
        self.name = name
        self.host = host
        self.isOwn = isOwn
        self.read = read
    }
}
