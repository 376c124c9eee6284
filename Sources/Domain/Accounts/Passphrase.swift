import Foundation

/// The passphrase of an account. Descriptions and reflections do not contain it.
package struct Passphrase: Sendable, Hashable {
    /// The allowed number of characters of a new passphrase.
    package static let characters = 8...128
    /// The most bytes of any passphrase.
    package static let byteLimit = 1024

    /// In canonical form (NFC), because keyboards differ in how they compose a letter.
    private let text: String

    /// Checks the length of a new passphrase. There are no rules of composition; `CommonPassphrases.check` refuses those
    /// that are guessed first.
    package init(_ text: String) throws(PassphraseError) {
        if text.unicodeScalars.contains(where: Self.isUnusable) { throw .unusableCharacter }
        guard let passphrase = Self(unchecked: text) else { throw .tooLong }
        guard passphrase.text.count >= Self.characters.lowerBound else { throw .tooShort }
        guard passphrase.text.count <= Self.characters.upperBound else { throw .tooLong }
        self = passphrase
    }

    /// A passphrase to compare with a stored one. Returns nil if the text has more bytes than a passphrase can have, or
    /// characters that none has.
    package init?(unchecked text: String) {
        guard text.utf8.count <= Self.byteLimit, !text.unicodeScalars.contains(where: Self.isUnusable) else {
            return nil
        }
        let canonical = text.precomposedStringWithCanonicalMapping
        guard canonical.utf8.count <= Self.byteLimit else { return nil }
        self.text = canonical
    }

    /// Control characters. scrypt would not distinguish a passphrase from the same one with NULs at its end: HMAC fills a
    /// short key with zeros.
    private static func isUnusable(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .control }

    /// The empty passphrase, which no account has.
    package init(empty: ()) { text = "" }

    /// The bytes that are hashed.
    package var bytes: [UInt8] { Array(text.utf8) }

    fileprivate var key: String { AccountName.key(of: text) }
}

extension Passphrase: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "Passphrase(••••)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The reason why a text cannot be a new passphrase.
package enum PassphraseError: Error, Sendable, Hashable {
    case tooShort
    case tooLong
    /// It contains a control character.
    case unusableCharacter
    /// It is one of those that are guessed first.
    case common
    /// It is the name of the account.
    case isName
}

/// The passphrases that are guessed first. The list is an argument, because the domain reads no files.
package struct CommonPassphrases: Sendable {
    private let keys: Set<String>

    package init(_ passphrases: some Sequence<String>) { keys = Set(passphrases.map(AccountName.key(of:))) }

    package static let none = CommonPassphrases([])

    package var count: Int { keys.count }

    /// Throws if the passphrase is in the list or is the name, without regard to case.
    package func check(_ passphrase: Passphrase, of name: AccountName) throws(PassphraseError) {
        let key = passphrase.key
        if key == name.key { throw .isName }
        if keys.contains(key) { throw .common }
    }
}
