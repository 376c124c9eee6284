import Accounts
import Backups
import Configuration
import Foundation
import Household
import Inference
import Logging
import MQTT
import Messages
import OnlineServices
import PostgresDatabase
import Recognition
import SystemPackage
import Web

/// All settings, read once. A flag overrides the environment, the environment overrides the file, the file overrides
/// the default.
///
/// The defaults are those of the properties; `CommandSetting`, `Policy.Setting` and `Home.Setting` declare the rest.
struct Settings: Sendable {
    var dataDirectory = ""
    var cacheDirectory = ""
    /// The address of PostgreSQL; nil keeps the data in a file of SQLite in the data folder.
    var databaseAddress: String?
    var databasePassword = ServiceKey(credential: "database-password")
    /// How many connections this process makes to it at most.
    var databaseConnections = 8
    /// The bucket of the photographs; without an address they are files in the data folder.
    var bucket = BucketSettings()
    var host = "127.0.0.1"
    var port = 8180
    var readyFile: String?
    var connections = 64
    /// The port of the app with TLS in the home network; 0 takes a free one.
    var httpsPort = 8443
    /// The port of the page that explains how a device gets in; 0 takes a free one, nil serves no such page.
    var wayInPort: Int? = 8181
    /// Further host names of this machine.
    var names: [String] = []
    /// The operator's certificate chain and its key (PEM): both or none.
    var certificateFile: String?
    var certificateKeyFile: String?
    /// The reverse proxies whose headers are believed.
    var trustedProxies = AddressRanges.none
    var model: String?
    var precision = InferenceModel.Settings.Precision.float32
    var threads = 0
    var modelTimeLimit = Duration.seconds(10)
    var modelLoading = ModelLoading.start
    /// The server that runs the model; without an address this machine does.
    var modelServer = ModelServerSettings()
    /// Never 0 after `read`, which takes the number of processor cores for it.
    var pictureWorkers = 0
    var pictureTimeLimit = Duration.seconds(10)
    var policy = Policy()
    /// The settings that were given explicitly; choices on the settings page do not override them.
    var fixed: Set<Policy.Setting> = []
    var plantNetAddress: URL?
    var plantNet = ServiceKey(credential: "plantnet-api-key")
    /// The settings of the home that were given explicitly; choices on the settings page do not override them.
    var home: [Home.Setting: String] = [:]
    var zones = Zones.utcOnly
    var trefleAddress: URL?
    var trefle = ServiceKey(credential: "trefle-token")
    /// Requests per minute.
    var trefleRate = 60
    /// The base addresses of Open Food Facts and of Robotoff, without "/api".
    var foodAddress: URL?
    var robotoffAddress: URL?
    /// The operator's contact, which Open Food Facts receives with each request.
    var foodContact = "stillroom@example.org"
    /// The second reader of labels.
    var visionAddress: URL?
    var vision = ServiceKey(credential: "google-vision-api-key")
    var visionDailyLimit = 30
    /// The model that explains labels.
    var chatAddress: URL?
    var chat = ServiceKey(credential: "chat-api-key")
    var chatModel: String?
    var chatTokens = 500
    var chatTemperature = 0.3
    var chatDailyLimit = 50
    /// The token for a household elsewhere, and the certificate of that household's own authority.
    var house = ServiceKey(credential: "house-token")
    var houseCertificateFile: String?
    /// Whether assistants reach tools at /mcp (Model Context Protocol).
    var servesMCP = false
    /// The MQTT broker of the home automation; nil if there is none.
    var mqttServer: MQTTServer?
    var mqttUsername: String?
    var mqtt = ServiceKey(credential: "mqtt-password")
    /// The authority (PEM) of the broker's certificate; nil for those of the system.
    var mqttCertificateFile: String?
    /// The topic below which Home Assistant looks for descriptions.
    var mqttDiscoveryPrefix = "homeassistant"
    /// Whether the number of due doses and the time of the next one are published.
    var mqttIncludesDoses = false
    /// The sign-in service (OpenID Connect): as it names itself, nil if there is none.
    var openIDIssuer: String?
    /// This server at the service.
    var openIDClient: String?
    var openIDSecret = ServiceKey(credential: "openid-client-secret")
    /// What people call the service.
    var openIDName = "single sign-on"
    /// Certificates (PEM) that are trusted for the service in addition to those of the system.
    var openIDCertificateFile: String?
    /// The address at which devices outside reach this server, without a slash at its end.
    var publicAddress: URL?
    /// What answers there.
    var publicAccess = PublicAccess.links
    /// The operator's contact, which push services receive: mailto: or https:.
    var pushContact = "mailto:stillroom@example.org"
    /// The hosts and origins to which push messages may be sent.
    var pushServices = WebPushTransport.usualServices
    var leaseSeconds = 60
    /// The folder of the daily backups; nil makes none.
    var backupFolder: String?
    var backupHour = 3
    /// The public key for which daily backups are locked; nil does not lock them.
    var backupRecipient: BackupRecipient?
    var backupKeepDaily = 7
    var backupKeepWeekly = 4
    var backupKeepMonthly = 6
    /// The file that these settings were read from; it may be missing.
    var settingsFile = ""
    var logLevel = Logger.Level.info
    var now: Date?
    /// Where the settings come from that were given; the others have their default, or a choice of a settings page.
    var origins: [Key: Origin] = [:]
    /// What the reader of the settings file should know: one sentence for each setting with an earlier spelling.
    var warnings: [String] = []

    init() {}

    /// Throws `CommandFailure` (configuration) with the name of the setting and its valid values.
    static func read(flags: [Key: String], environment: [String: String]) async throws -> Settings {
        let home = environment["HOME"] ?? "/"
        func directory(_ variable: String, _ fallback: String) -> String {
            (environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/" + fallback) + "/stillroom"
        }
        let path = environment["STILLROOM_CONFIG"] ?? directory("XDG_CONFIG_HOME", ".config") + "/config.json"
        let file: FileProvider<JSONSnapshot>
        do {
            file = try await FileProvider<JSONSnapshot>(
                filePath: FilePath(path), allowMissing: environment["STILLROOM_CONFIG"] == nil)
        } catch {
            let reason = String(describing: error)
            throw CommandFailure(
                .configuration, localized("The settings file \(path, "file") cannot be read: \(reason, "reason")"))
        }
        let source = SettingSource(flags: flags, environment: environment, file: file)
        var settings = Settings()
        settings.settingsFile = absolute(path)
        settings.dataDirectory = absolute(directory("XDG_DATA_HOME", ".local/share"))
        settings.cacheDirectory = absolute(directory("XDG_CACHE_HOME", ".cache"))
        settings.zones = SystemZones.zones(environment: environment)
        try settings.take(from: source)
        settings.warnings = source.earlierNames(in: path)
        settings.origins = source.origins(file: settings.settingsFile)
        settings.databasePassword.locate(in: settings.dataDirectory, environment)
        settings.bucket.secret.locate(in: settings.dataDirectory, environment)
        settings.modelServer.token.locate(in: settings.dataDirectory, environment)
        settings.plantNet.locate(in: settings.dataDirectory, environment)
        settings.trefle.locate(in: settings.dataDirectory, environment)
        settings.vision.locate(in: settings.dataDirectory, environment)
        settings.chat.locate(in: settings.dataDirectory, environment)
        settings.mqtt.locate(in: settings.dataDirectory, environment)
        settings.house.locate(in: settings.dataDirectory, environment)
        settings.openIDSecret.locate(in: settings.dataDirectory, environment)
        if settings.pictureWorkers == 0 { settings.pictureWorkers = ProcessInfo.processInfo.activeProcessorCount }
        return settings
    }

    /// Sets everything that is given, through the three tables.
    private mutating func take(from source: SettingSource) throws {
        for setting in CommandSetting.allCases {
            guard let text = source.text(.command(setting)) else { continue }
            guard setting.declaration.set(&self, text) else {
                throw Self.refused(.command(setting), text, setting.allowed)
            }
        }
        guard policy.doubtfulBelow <= policy.likelyAbove else {
            throw CommandFailure(
                .configuration, localized("recognition.doubtful-below must not be above recognition.likely-above."))
        }
        guard (certificateFile == nil) == (certificateKeyFile == nil) else {
            throw CommandFailure(
                .configuration,
                localized(
                    "server.certificate-file and server.certificate-key-file belong together; only one of them is set.")
            )
        }
        guard openIDIssuer == nil || openIDClient != nil else {
            throw CommandFailure(
                .configuration, localized("accounts.openid-issuer is set, but accounts.openid-client-id is not."),
                hint: localized("Set it to the client ID that the sign-in service has for this server."))
        }
        guard bucket.address == nil || bucket.keyID?.isEmpty == false else {
            throw CommandFailure(
                .configuration,
                localized("photographs.bucket-url is set, but photographs.bucket-key-id is not."),
                hint: localized("Set it to the access key that the service has for this server."))
        }
        try checkPublicAccess()
        for setting in Policy.Setting.allCases {
            guard let text = source.text(.policy(setting)) else { continue }
            guard policy.set(setting, to: text) else { throw Self.refused(.policy(setting), text, setting.allowed) }
            fixed.insert(setting)
        }
        var tried = Home()
        for setting in Home.Setting.allCases {
            guard let text = source.text(.home(setting)) else { continue }
            let isKnown = setting != .zone || text.isEmpty || zones.named(text) != nil
            guard tried.set(setting, to: text), isKnown else {
                throw Self.refused(.home(setting), text, setting.allowed)
            }
            home[setting] = text
        }
    }

    private static func refused(_ key: Key, _ text: String, _ allowed: String) -> CommandFailure {
        let (name, variable) = (key.name, key.environmentName)
        // A password may be where it is not accepted.
        let text = key == .command(.databaseAddress) ? PostgresAddress.withoutPassword(text) : text
        return CommandFailure(
            .configuration,
            localized(
                """
                The setting \(name, "setting") (\(variable, "variable")) is “\(text, "text")”; it must be \
                \(allowed, "allowed").
                """))
    }

    /// Returns an absolute path without a slash at its end.
    static func absolute(_ path: String) -> String {
        let absolute = URL(filePath: path).standardizedFileURL.path(percentEncoded: false)
        return absolute.count > 1 && absolute.hasSuffix("/") ? String(absolute.dropLast()) : absolute
    }
}

/// Where settings come from: flags, the environment, the settings file.
private struct SettingSource {
    private let reader: ConfigReader
    private let environment: [String: String]
    private let flags: Set<Settings.Key>
    /// The settings file alone, where a setting may have its earlier name.
    private let file: ConfigReader

    init(flags: [Settings.Key: String], environment: [String: String], file: FileProvider<JSONSnapshot>) {
        self.environment = environment
        self.flags = Set(flags.keys)
        self.file = ConfigReader(provider: file)
        reader = ConfigReader(providers: [
            InMemoryProvider(
                name: "flags",
                values: Dictionary(
                    flags.map { key, value in
                        (AbsoluteConfigKey(ConfigKey(key.name)), ConfigValue(.string(value), isSecret: false))
                    }, uniquingKeysWith: { first, _ in first })),
            EnvironmentVariablesProvider(
                environmentVariables: Dictionary(
                    environment.compactMap { name, value in
                        name.hasPrefix("STILLROOM_") ? (String(name.dropFirst("STILLROOM_".count)), value) : nil
                    }, uniquingKeysWith: { first, _ in first })),
            file,
        ])
    }

    func text(_ key: Settings.Key) -> String? {
        if case .command(let setting) = key, setting.declaration.isSecret { return environment[key.environmentName] }
        return reader.text(forKey: key.name) ?? key.earlierName.flatMap(file.text(forKey:))
    }

    /// Returns where each setting that is given comes from.
    func origins(file path: String) -> [Settings.Key: Settings.Origin] {
        var origins: [Settings.Key: Settings.Origin] = [:]
        for key in Settings.Key.allCases where text(key) != nil {
            origins[key] =
                flags.contains(key)
                ? .flag : environment[key.environmentName] != nil ? .environment(key.environmentName) : .file(path)
        }
        return origins
    }

    /// Returns a sentence for each setting whose earlier name is in the settings file.
    func earlierNames(in path: String) -> [String] {
        Settings.Key.allCases.compactMap { key in
            guard let earlier = key.earlierName, file.text(forKey: earlier) != nil else { return nil }
            let name = key.name
            return file.text(forKey: name) == nil
                ? localized(
                    """
                    The setting \(earlier, "setting") in \(path, "file") is now called \(name, "newName"); a later \
                    release will ignore it.
                    """)
                : localized(
                    """
                    The setting \(earlier, "setting") in \(path, "file") is now called \(name, "newName"); it is \
                    ignored.
                    """)
        }
    }
}

extension ConfigReader {
    /// Returns the value as text, whether it is a string, a number or a flag.
    fileprivate func text(forKey name: String) -> String? {
        let key = ConfigKey(name)
        return string(forKey: key) ?? int(forKey: key).map(String.init) ?? double(forKey: key).map { String($0) }
            ?? bool(forKey: key).map { String($0) }
    }
}

/// Decides which addresses a service may have: https everywhere, http only on this machine or in a private network.
enum Address {
    static func isAllowed(_ url: URL) -> Bool { url.query() == nil && isReachable(url) }

    /// Like ``isAllowed(_:)``, but accepts a query.
    static func isReachable(_ url: URL) -> Bool {
        guard let host = url.host(), !host.isEmpty, url.user() == nil else { return false }
        return url.scheme == "https" || (url.scheme == "http" && (isOwn(url) || isPrivate(host.lowercased())))
    }

    /// Returns whether a host cannot belong to a foreign party: RFC 1918, link-local, unique local, and names without a
    /// public top-level domain.
    static func isPrivate(_ host: String) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { part in
            part.count > 1 && part.hasPrefix("0") ? nil : UInt8(part)
        }
        if parts.count == 4, let first = parts[0], let second = parts[1], parts.allSatisfy({ $0 != nil }) {
            return first == 10 || (first == 172 && (16...31).contains(second)) || (first == 192 && second == 168)
                || (first == 169 && second == 254)
        }
        if host.contains(":") { return ["fc", "fd", "fe8", "fe9", "fea", "feb"].contains { host.hasPrefix($0) } }
        // A number without letters, or a hexadecimal number, may be an IP address in another notation.
        guard host.split(separator: ".").contains(where: { $0.contains(where: \.isLetter) && !$0.hasPrefix("0x") })
        else {
            return false
        }
        return !host.contains(".") || [".local", ".lan", ".internal", ".home.arpa"].contains { host.hasSuffix($0) }
    }

    /// Returns whether the address is in the household's own network, where foreign parties cannot read the traffic.
    static func isInHomeNetwork(_ url: URL) -> Bool {
        isOwn(url) || url.host().map { isPrivate($0.lowercased()) } ?? false
    }

    /// Returns whether the address is reached without any network.
    static func isOwn(_ url: URL?) -> Bool {
        guard let host = url?.host() else { return false }
        return Loopback.contains(host)
    }
}
