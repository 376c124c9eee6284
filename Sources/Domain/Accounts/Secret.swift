/// A text that must not be printed: a session token, the secret of a link, a recovery code.
///
/// Descriptions and reflections do not contain it. A caller that shows it to its owner reads `text`.
package struct Secret: Sendable, Hashable {
    /// The number of random bytes of a token or of a link's secret.
    package static let byteCount = 32
    /// The number of characters of its text, in base 64 for URLs.
    package static let length = 43

    package let text: String

    package init(_ text: String) { self.text = text }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "Secret(••••)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
