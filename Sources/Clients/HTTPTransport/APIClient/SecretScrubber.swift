import Foundation

/// Keeps secrets out of errors and logs: masks secrets in texts, and detects errors that contain one.
///
/// Searches for each secret both in plain form and percent-encoded, because HTTP libraries put whole addresses into
/// their errors.
package struct SecretScrubber: Sendable {
    private let forms: [String]

    /// The replacement for a secret.
    package static let mask = "••••"

    /// A scrubber of these secrets; empty texts are ignored.
    package init(_ secrets: [String]) {
        forms = secrets.filter { !$0.isEmpty }.flatMap { secret -> [String] in
            // In an address, and in JSON that escapes slashes.
            let forms = [QueryItems.encoded(secret), secret.replacing("/", with: "\\/")]
            return [secret] + forms.filter { $0 != secret }
        }
    }

    /// The text, with each secret replaced by ``mask``.
    package func masked(_ text: String) -> String { forms.reduce(text) { $0.replacing($1, with: Self.mask) } }

    /// A service's text for use in an error: without secrets, on one line, at most `limit` characters.
    package func line(_ text: String, limit: Int) -> String {
        let line = masked(text).map { $0.isNewline || $0.unicodeScalars.contains { $0.value < 0x20 } ? " " : $0 }
        return String(line.prefix(limit))
    }

    /// The error; nil if its description, its debug description or its mirror contains a secret.
    package func safe(_ error: any Error) -> (any Error)? {
        guard !forms.isEmpty else { return error }
        var text = String(describing: error) + String(reflecting: error)
        dump(error, to: &text)
        return forms.contains { text.contains($0) } ? nil : error
    }
}

extension SecretScrubber: CustomStringConvertible, CustomReflectable {
    package var description: String { "SecretScrubber(\(Self.mask))" }

    package var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}
