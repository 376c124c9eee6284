package import Labels

/// A reader of text on other people's machines: a closure made by an adapter. It never counts, waits or asks for consent.
package struct TextService: Sendable {
    /// As a person knows it: "Google Vision".
    package let name: String
    /// Where the picture goes, as a host that may be shown.
    package let host: String
    /// Whether it is on this machine, so that nothing leaves it.
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
