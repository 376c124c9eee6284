import Foundation

/// The name under which a person signs in and is shown.
package struct AccountName: Sendable, Hashable {
    /// The most characters of a name.
    package static let limit = 64
    /// The most bytes of a name: a character may consist of many code points.
    private static let byteLimit = 512

    /// In canonical form (NFC), without white space at its ends, with single spaces inside.
    package let text: String
    /// The form that is unique: two names with one key are the same name.
    package let key: String

    package init(_ text: String) throws(AccountNameError) {
        guard text.utf8.count <= Self.byteLimit * 4 else { throw .tooLong }
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
                throw .unusableCharacter
            default: if scalar.properties.isBidiControl { throw .unusableCharacter }
            }
        }
        let tidy = text.precomposedStringWithCanonicalMapping.split(whereSeparator: \.isWhitespace).joined(
            separator: " ")
        let key = Self.key(of: tidy)
        guard !key.isEmpty else { throw .empty }
        guard tidy.count <= Self.limit, tidy.utf8.count <= Self.byteLimit else { throw .tooLong }
        self.text = tidy
        self.key = key
    }

    /// Returns the key of a text that need not be a valid name: in compatibility form (NFKC), without case, invisible
    /// characters and surplus white space. Returns "" if the text is far too long for a name, because the time of
    /// normalisation grows with the square of the number of combining marks.
    package static func key(of text: String) -> String {
        guard text.utf8.count <= byteLimit * 4 else { return "" }
        // Upper case first, so that "ß" and "ss" are equal as in Unicode's case folding.
        let folded = text.precomposedStringWithCompatibilityMapping.uppercased().lowercased()
        let visible = String(
            String.UnicodeScalarView(folded.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }))
        return visible.precomposedStringWithCompatibilityMapping.split(whereSeparator: \.isWhitespace).joined(
            separator: " ")
    }
}

extension AccountName: CustomStringConvertible {
    package var description: String { text }
}

/// The reason why a text cannot be a name.
package enum AccountNameError: Error, Sendable, Hashable {
    case empty
    case tooLong
    /// A control character, or one that changes the direction of the text.
    case unusableCharacter
}
