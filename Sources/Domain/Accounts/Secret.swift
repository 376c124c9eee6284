/// A text that must not be printed: a session token, the secret of a link, a recovery code.
///
/// Descriptions and reflections do not contain it. A caller that shows it to its owner reads `text`.
package struct Secret: Sendable, Hashable {
    package let text: String

    package init(_ text: String) { self.text = text }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "Secret(••••)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
