package import FoundationEssentials

/// Certificates, and the names and addresses of this machine, for the server in the home network.
package struct NetworkServices: Sendable {
    /// The server listens in the home network because a setting says so; no page can change that.
    package let isRequired: Bool
    /// Returns the certificate for the next connection. Cheap to call for every connection: it is read or issued anew only
    /// if its file, the names of this machine or its expiry require it. Throws `HouseholdError` (`certificateUnusable`,
    /// `storageFull` or `storageFailed`).
    package let identity: @Sendable () throws -> ServerIdentity
    /// Returns the certificate authority of this household, which devices must trust; nil if the operator's certificate
    /// files are used. Made at the first call. Throws the same errors.
    package let authority: @Sendable () throws -> AuthorityCertificate?
    /// Returns the current names and addresses of this machine.
    package let machine: @Sendable () -> MachineAddresses
    /// Returns the QR code of a text. Throws `internalFault` if the text is too long.
    package let qrCode: @Sendable (_ text: String) throws -> QRCode

    package init(
        isRequired: Bool, identity: @escaping @Sendable () throws -> ServerIdentity,
        authority: @escaping @Sendable () throws -> AuthorityCertificate?,
        machine: @escaping @Sendable () -> MachineAddresses,
        qrCode: @escaping @Sendable (_ text: String) throws -> QRCode
    ) {
        self.isRequired = isRequired
        self.identity = identity
        self.authority = authority
        self.machine = machine
        self.qrCode = qrCode
    }
}

/// The certificate and the private key of the server. Two values are equal if the certificates are.
package struct ServerIdentity: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The certificate of the server and those of its issuers, each as DER (X.509).
    package let chain: [[UInt8]]
    /// DER: PKCS #8.
    package let key: [UInt8]
    /// The host names and IP addresses of the certificate.
    package let names: [String]
    package let expires: Date

    package init(chain: [[UInt8]], key: [UInt8], names: [String], expires: Date) {
        self.chain = chain
        self.key = key
        self.names = names
        self.expires = expires
    }

    package static func == (one: Self, other: Self) -> Bool { one.chain == other.chain }
    package func hash(into hasher: inout Hasher) { hasher.combine(chain) }

    /// Without the key.
    package var description: String { "ServerIdentity(\(names.joined(separator: ", ")))" }
    package var customMirror: Mirror { Mirror(self, children: ["names": names], displayStyle: .struct) }
}

/// The certificate authority of a household, as devices get it. The private key never leaves its file.
package struct AuthorityCertificate: Sendable, Hashable {
    /// "Stillroom kitchen-pi": what a device shows.
    package let name: String
    /// X.509.
    package let der: [UInt8]
    /// The same as text.
    package let pem: String
    /// SHA-256 of `der`: 32 hexadecimal pairs with colons.
    package let fingerprint: String
    /// A configuration profile for Apple devices, unsigned.
    package let profile: [UInt8]
    package let expires: Date

    package init(
        name: String, der: [UInt8], pem: String, fingerprint: String, profile: [UInt8], expires: Date
    ) {
        self.name = name
        self.der = der
        self.pem = pem
        self.fingerprint = fingerprint
        self.profile = profile
        self.expires = expires
    }
}

/// The names and addresses by which devices in the home network can reach this machine.
package struct MachineAddresses: Sendable, Hashable {
    /// Host names in lower case, without a dot at the end; the best first: those of the settings, the `.local` name if
    /// multicast DNS runs here, the host name.
    package let names: [String]
    /// The first `settled` names are known to work for devices: those of the settings and the `.local` name.
    package let settled: Int
    /// Addresses of interfaces that are up, without loopback and link-local ones; the best first: private version 4,
    /// other version 4, version 6.
    package let addresses: [String]

    package init(names: [String], settled: Int, addresses: [String]) {
        self.names = names
        self.settled = settled
        self.addresses = addresses
    }
}

/// A QR code (ISO/IEC 18004) with the quiet zone of four modules.
package struct QRCode: Sendable, Hashable {
    /// The number of modules in a row; the code is a square.
    package let width: Int
    /// `width * width` modules, row by row.
    package let isDark: [Bool]

    package init(width: Int, isDark: [Bool]) {
        self.width = width
        self.isDark = isDark
    }
}
