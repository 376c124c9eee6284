package import FoundationEssentials
package import Recognition

/// A key pair of a person's device that replaces the passphrase (WebAuthn). The server has the public key only.
package struct Passkey: Sendable, Hashable, Identifiable {
    package typealias ID = Identifier<Passkey>

    /// The most passkeys of an account.
    package static let limit = 20
    /// The most bytes of the identifier that a device chooses.
    package static let credentialBytes = 1023

    package let id: ID
    package let account: Account.ID
    /// What the person calls it.
    package let name: String
    /// The host name for which it was made. Browsers offer it under this name only.
    package let host: String
    /// A copy exists outside the device, for example in the account of its maker.
    package let isBackedUp: Bool
    package let createdAt: Date
    /// Nil if it was never used.
    package let lastUse: Date?

    package init(
        id: ID, account: Account.ID, name: String, host: String, isBackedUp: Bool, createdAt: Date, lastUse: Date?
    ) {
        self.id = id
        self.account = account
        self.name = name
        self.host = host
        self.isBackedUp = isBackedUp
        self.createdAt = createdAt
        self.lastUse = lastUse
    }

    /// Returns the tidy name of a passkey. The rules are those of names of accounts.
    package static func name(_ text: String) throws(AccountNameError) -> String { try AccountName(text).text }

    /// Returns whether a signature counter may follow the stored one. 0 in both means that the device has no counter.
    /// Any other counter must grow: one that does not is a sign of a copied key.
    package static func mayFollow(_ counter: UInt32, after stored: UInt32) -> Bool {
        counter > stored || (counter == 0 && stored == 0)
    }
}

/// The place under which passkeys are made and used: a host name, and the origin of its pages.
package struct PasskeySite: Sendable, Hashable {
    /// The host name in lower case: the RP ID of WebAuthn.
    package let host: String
    /// "https://home.example:8443", in lower case, without a default port.
    package let origin: String

    /// Returns nil if browsers offer no passkeys there: under an address instead of a name, and without TLS except on
    /// the machine itself as "localhost".
    package init?(host: String, origin: String, isSecure: Bool) {
        let host = host.lowercased()
        guard host == "localhost" || (isSecure && Self.isName(host)) else { return nil }
        self.host = host
        self.origin = origin.lowercased()
    }

    /// Whether a host is a name. The last part of a name is not a number; browsers read such a host as an address.
    private static func isName(_ host: String) -> Bool {
        guard !host.isEmpty, host.utf8.count <= 253, !host.hasSuffix("."), !host.hasPrefix(".") else { return false }
        let isAllowed = host.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
                UInt8(ascii: "."), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        let last = host.split(separator: ".").last ?? ""
        return isAllowed && !last.hasPrefix("0x") && !last.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}
