import Accounts
import Backups
import Certificates
import Foundation
import Household
import Inference
import Logging
import MQTT
import Messages
import OnlineServices
import PhotographObjects
import PostgresDatabase
import Recognition
import Web

extension SettingKind where Value == MQTTServer? {
    /// A password is refused, because this setting is shown. An empty text means none.
    static var mqttServer: Self {
        Self(
            localized("an address such as mqtt://broker.local or mqtts://broker.local:8883, without a password"),
            parse: { text in
                if text.isEmpty { return .some(nil) }
                guard let url = URL(string: text), let scheme = url.scheme, ["mqtt", "mqtts"].contains(scheme),
                    let host = url.host(), !host.isEmpty, url.user() == nil, url.password() == nil, url.query() == nil,
                    url.fragment() == nil, ["", "/"].contains(url.path())
                else { return nil }
                let isSecure = scheme == "mqtts"
                let port = url.port ?? (isSecure ? 8883 : 1883)
                return (1...65_535).contains(port) ? MQTTServer(host: host, port: port, isSecure: isSecure) : nil
            },
            write: { server in
                server.map {
                    "\($0.isSecure ? "mqtts" : "mqtt")://\($0.host.contains(":") ? "[\($0.host)]" : $0.host):\($0.port)"
                } ?? ""
            })
    }
}

extension SettingKind where Value == BucketAddress? {
    /// An empty text means none.
    static var bucketAddress: Self {
        Self(
            localized(
                "an address such as https://s3.example.net/bucket, without a key; without https only in your own network"
            ),
            parse: { text in
                if text.isEmpty { return .some(nil) }
                guard let url = URL(string: text), Address.isAllowed(url), let address = BucketAddress(url) else {
                    return nil
                }
                return .some(address)
            },
            write: { $0?.description ?? "" })
    }
}

/// The kinds of settings that only the command reads.
extension SettingKind where Value == String {
    /// The beginning of MQTT topics.
    static var topic: Self {
        Self(
            localized("1 to 100 letters, digits, hyphens, underscores and slashes"), range: ["1 to 100"],
            parse: { text in
                let isOne = (1...100).contains(text.utf8.count) && !text.hasPrefix("/") && !text.hasSuffix("/")
                let isPlain = text.utf8.allSatisfy { byte in
                    byte == 0x2D || byte == 0x2F || byte == 0x5F || (0x30...0x39).contains(byte)
                        || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                }
                return isOne && isPlain ? text : nil
            }, write: { $0 })
    }

    /// The region of an S3-compatible service.
    static var bucketRegion: Self {
        Self(
            localized("1 to 40 letters, digits and hyphens"), range: ["1 to 40"],
            parse: { text in
                let isPlain = text.utf8.allSatisfy { byte in
                    byte == 0x2D || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                        || (0x61...0x7A).contains(byte)
                }
                return (1...40).contains(text.utf8.count) && isPlain ? text : nil
            }, write: { $0 })
    }

    static var text: Self { Self(localized("a text"), parse: { $0 }, write: { $0 }) }

    /// A file or folder; a relative path is completed with the working directory.
    static var path: Self { Self(localized("a path"), parse: Settings.absolute, write: { $0 }) }

    static var foodContact: Self {
        Self(
            localized("an address of mail or of a page"), range: ["3 to 200"],
            parse: { text in
                let isOne = (3...200).contains(text.utf8.count) && (text.contains("@") || text.hasPrefix("http"))
                let isPrinting = text.utf8.allSatisfy { 0x21...0x7E ~= $0 && !Array("()\\".utf8).contains($0) }
                return isOne && isPrinting ? text : nil
            }, write: { $0 })
    }

    static var openIDName: Self {
        Self(
            localized("a name of 1 to 40 characters"), range: ["1 to 40"],
            parse: { text in
                let isName = (1...40).contains(text.count) && OpenIDIdentity.shownName(text) == text
                return isName ? text : nil
            }, write: { $0 })
    }

    static var pushContact: Self {
        Self(
            localized("mailto:… or an https address"),
            parse: { text in
                let isOne = text.hasPrefix("mailto:") && text.contains("@") || text.hasPrefix("https://")
                return isOne && text.allSatisfy { $0.isASCII && !$0.isWhitespace } ? text : nil
            }, write: { $0 })
    }
}

extension SettingKind where Value == String? {
    static var optionalText: Self { Self(localized("a text"), parse: { .some($0) }, write: { $0 ?? "" }) }

    /// A file; a relative path is completed with the working directory, and an empty text means none.
    static var optionalPath: Self {
        Self(localized("a path"), parse: { .some($0.isEmpty ? nil : Settings.absolute($0)) }, write: { $0 ?? "" })
    }

    /// An address with a password is refused, because this setting is shown. An empty text means none.
    static var databaseAddress: Self {
        Self(
            localized("an address such as postgresql://stillroom@db.example.net/stillroom, without a password"),
            parse: { text in
                if text.isEmpty { return .some(nil) }
                return PostgresAddress(text).map { $0.hasPassword } == false ? .some(text) : nil
            }, write: { $0 ?? "" })
    }

    /// The text is compared with the one of the service, so it is not changed. An empty text means none.
    static var issuer: Self {
        Self(
            localized("an address such as https://auth.example.net; without https only on this machine"),
            parse: { text in
                if text.isEmpty { return .some(nil) }
                return OpenIDProvider.isIssuer(text) ? .some(text) : nil
            }, write: { $0 ?? "" })
    }

    static var openIDClient: Self {
        Self(
            localized("1 to 256 printing ASCII characters without spaces"), range: ["1 to 256"],
            parse: { text in
                let isOne = (1...256).contains(text.utf8.count) && text.utf8.allSatisfy { 0x21...0x7E ~= $0 }
                return isOne ? .some(text) : nil
            }, write: { $0 ?? "" })
    }

    static var chatModel: Self {
        Self(
            localized("the name of a model, at most 200 characters"), range: ["at most 200"],
            parse: { (1...200).contains($0.count) ? .some($0) : nil }, write: { $0 ?? "" })
    }
}

extension SettingKind where Value == BackupRecipient? {
    /// An empty text means none.
    static var backupRecipient: Self {
        Self(
            localized("a public key of age, as age1…"),
            parse: { text in
                if text.isEmpty { return .some(nil) }
                return BackupRecipient(text).map { .some($0) }
            }, write: { $0?.text ?? "" })
    }
}

extension SettingKind where Value == [String] {
    static var hosts: Self {
        Self(
            localized("names of hosts, or addresses such as http://127.0.0.1:9123, with commas between them"),
            parse: { text in
                let services = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
                return services.isEmpty || services.contains("") ? nil : services
            }, write: { $0.joined(separator: ", ") })
    }
}

extension SettingKind where Value == [String] {
    static var hostNames: Self {
        Self(
            localized("names of hosts such as home.example.net, at most 32, with commas between them, without ports"),
            range: ["at most 32"],
            parse: { text in
                let parts = text.split { $0 == "," || $0.isWhitespace }
                let names = parts.compactMap { HostName.normalised(String($0)) }
                return names.count == parts.count && names.count <= 32 ? names : nil
            }, write: { $0.joined(separator: ", ") })
    }
}

extension SettingKind where Value == AddressRanges {
    static var addressRanges: Self {
        Self(
            localized("IP addresses and ranges such as 127.0.0.1, 10.0.0.0/8, at most 64"), range: ["at most 64"],
            parse: { AddressRanges($0) }, write: { $0.text })
    }
}

extension SettingKind where Value == URL? {
    static func address(_ example: String) -> Self {
        Self(
            localized("an address such as \(example, "address"); without https only in your own network"),
            parse: { URL(string: $0).flatMap { Address.isAllowed($0) ? .some($0) : nil } },
            write: { $0?.absoluteString ?? "" })
    }

    static var publicAddress: Self {
        Self(
            localized(
                """
                an address such as https://home.example.net, without a path; without https only in your own network
                """),
            parse: { text in
                URL(string: text).flatMap { url in
                    let isOrigin = ["", "/"].contains(url.path()) && url.fragment() == nil
                    return Address.isAllowed(url) && isOrigin ? .some(url) : nil
                }
            }, write: { $0?.absoluteString ?? "" })
    }
}

extension SettingKind where Value == Logger.Level {
    static var level: Self {
        let names = Value.allCases.map(\.rawValue)
        return Self(
            LocalList.or(names), range: names.map { "`\($0)`" }, parse: { Value(rawValue: $0) }, write: { $0.rawValue })
    }
}

extension SettingKind where Value == Date? {
    static var instant: Self {
        Self(
            localized("a time such as 2026-05-03T08:00:00Z"),
            parse: { text in (try? Date(text, strategy: .iso8601)).map { .some($0) } },
            write: { $0?.formatted(.iso8601) ?? "" })
    }
}
