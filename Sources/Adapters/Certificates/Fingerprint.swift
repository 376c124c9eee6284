import Crypto

/// The fingerprint by which people compare certificates.
enum Fingerprint {
    /// The SHA-256 of the certificate: 32 hexadecimal pairs with colons between them.
    static func text(of der: [UInt8]) -> String {
        Hexadecimal.text(SHA256.hash(data: der), separator: ":")
    }
}
