import Crypto
import Foundation
import Household
import Messages

/// One way to the key of a file: `-> KIND ARGUMENTS`, then the body in lines of 64 characters of base 64.
struct AgeStanza: Hashable {
    let kind: String
    let arguments: [String]
    let body: [UInt8]

    var lines: [String] {
        let text = AgeBase64.text(body)
        var lines = ["-> " + ([kind] + arguments).joined(separator: " ")]
        var rest = text[...]
        // The last line is shorter than 64 characters, and may be empty.
        repeat {
            lines.append(String(rest.prefix(64)))
            rest = rest.dropFirst(64)
        } while !rest.isEmpty || lines.last?.count == 64
        return lines
    }
}

/// The header of a file of age: its version, the stanzas, and an authentication code over them.
struct AgeHeader {
    static let version = "age-encryption.org/v1"
    /// No header of a backup is longer: twenty recipients have 4 kB.
    private static let most = 64 << 10

    let stanzas: [AgeStanza]
    private let code: [UInt8]

    init(_ stanzas: [AgeStanza], fileKey: [UInt8]) {
        self.stanzas = stanzas
        code = Self.code(stanzas, fileKey)
    }

    var bytes: [UInt8] { Self.authenticated(stanzas) + Array(" \(AgeBase64.text(code))\n".utf8) }

    func isAuthentic(with fileKey: [UInt8]) -> Bool {
        let key = Self.key(fileKey)
        return HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: Self.authenticated(stanzas), using: key)
    }

    /// Reads a header up to its last line. Throws `backupRefused` if it is not exactly in the form of the format.
    init(from source: any ByteSource) throws {
        var read = 0
        func line() throws -> String {
            var line: [UInt8] = []
            while true {
                let byte = try source.read(upTo: 1)
                read += 1
                guard let byte = byte.first, read <= Self.most else { throw BackupRefusal.truncated }
                if byte == 0x0A { break }
                line.append(byte)
            }
            guard line.allSatisfy({ 0x20...0x7E ~= $0 }) else {
                throw BackupRefusal.damaged(localized("its header is damaged"))
            }
            return String(decoding: line, as: UTF8.self)
        }
        guard try line() == Self.version else { throw BackupRefusal.damaged(localized("its header is damaged")) }
        var stanzas: [AgeStanza] = []
        while true {
            let first = try line()
            if first.hasPrefix("--- ") {
                guard let code = AgeBase64.bytes(String(first.dropFirst(4))), code.count == 32, !stanzas.isEmpty else {
                    throw BackupRefusal.damaged(localized("its header is damaged"))
                }
                self.stanzas = stanzas
                self.code = code
                return
            }
            let parts = first.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
            guard parts.count >= 2, parts[0] == "->", parts.dropFirst().allSatisfy({ !$0.isEmpty }) else {
                throw BackupRefusal.damaged(localized("its header is damaged"))
            }
            var body = ""
            while true {
                let next = try line()
                guard next.count <= 64 else { throw BackupRefusal.damaged(localized("its header is damaged")) }
                body += next
                if next.count < 64 { break }
            }
            guard let bytes = AgeBase64.bytes(body) else {
                throw BackupRefusal.damaged(localized("its header is damaged"))
            }
            stanzas.append(AgeStanza(kind: parts[1], arguments: Array(parts.dropFirst(2)), body: bytes))
        }
    }

    private static func authenticated(_ stanzas: [AgeStanza]) -> [UInt8] {
        Array(([version] + stanzas.flatMap(\.lines) + ["---"]).joined(separator: "\n").utf8)
    }

    private static func key(_ fileKey: [UInt8]) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: fileKey), salt: [UInt8](), info: Array("header".utf8),
            outputByteCount: 32)
    }

    private static func code(_ stanzas: [AgeStanza], _ fileKey: [UInt8]) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: authenticated(stanzas), using: key(fileKey)))
    }
}

/// Base 64 without padding, of which each value has exactly one text (RFC 4648, sections 3.2 and 3.5).
enum AgeBase64 {
    static func text(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("=", with: "")
    }

    static func bytes(_ text: String) -> [UInt8]? {
        guard !text.contains("="), text.count % 4 != 1,
            let data = Data(base64Encoded: text + String(repeating: "=", count: (4 - text.count % 4) % 4))
        else { return nil }
        let bytes = [UInt8](data)
        return Self.text(bytes) == text ? bytes : nil
    }
}
