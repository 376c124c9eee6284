import Crypto
import Foundation
import Messages

/// The configuration profile with which an iPhone or iPad installs the certificate of an authority.
enum AppleProfile {
    /// Returns a property list. The same certificate gives the same identifiers, so that a device that installs it again
    /// replaces the profile.
    static func bytes(name: String, der: [UInt8]) -> [UInt8] {
        let digest = Array(SHA256.hash(data: der))
        let identifier = "stillroom.authority.\(Hexadecimal.text(digest.prefix(8)).lowercased())"
        let title = escaped(name)
        let authority = escaped(localized("The certificate authority of this household"))
        let purpose = escaped(
            localized(
                """
                Lets this device open the Stillroom of your home. It covers the names and private addresses of one \
                machine only.
                """))
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            <dict>
            <key>PayloadContent</key>
            <array>
            <dict>
            <key>PayloadCertificateFileName</key><string>stillroom.crt</string>
            <key>PayloadContent</key><data>\(Data(der).base64EncodedString())</data>
            <key>PayloadDescription</key><string>\(authority)</string>
            <key>PayloadDisplayName</key><string>\(title)</string>
            <key>PayloadIdentifier</key><string>\(identifier).root</string>
            <key>PayloadType</key><string>com.apple.security.root</string>
            <key>PayloadUUID</key><string>\(uuid(digest, "root"))</string>
            <key>PayloadVersion</key><integer>1</integer>
            </dict>
            </array>
            <key>PayloadDescription</key>
            <string>\(purpose)</string>
            <key>PayloadDisplayName</key><string>\(title)</string>
            <key>PayloadIdentifier</key><string>\(identifier)</string>
            <key>PayloadRemovalDisallowed</key><false/>
            <key>PayloadType</key><string>Configuration</string>
            <key>PayloadUUID</key><string>\(uuid(digest, "profile"))</string>
            <key>PayloadVersion</key><integer>1</integer>
            </dict>
            </plist>

            """
        return Array(text.utf8)
    }

    /// A UUID of version 8 (RFC 9562) from the digest of the certificate.
    private static func uuid(_ digest: [UInt8], _ part: String) -> String {
        var bytes = Array(SHA256.hash(data: digest + Array(part.utf8)).prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        let text = Hexadecimal.text(bytes)
        var parts: [Substring] = []
        var rest = text[...]
        for count in [8, 4, 4, 4, 12] {
            parts.append(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        return parts.joined(separator: "-")
    }

    /// A name without characters that have a meaning in XML, and without control characters, which XML does not allow.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&apos;"
            default:
                if scalar.value >= 0x20, scalar.properties.generalCategory != .control {
                    escaped.unicodeScalars.append(scalar)
                }
            }
        }
        return escaped
    }
}
