import Configuration
import Foundation
import Household
import Inference
import Logging
import OnlineServices
import Recognition
import SystemPackage
import Web

/// All settings, read once. A flag overrides the environment, the environment overrides the file, the file overrides
/// the default.
struct Settings {
    var dataDirectory: String
    var cacheDirectory: String
    var host: String
    var port: Int
    var readyFile: String?
    var connections: Int
    var model: String?
    var precision: InferenceModel.Settings.Precision
    var threads: Int
    var modelTimeLimit: Duration
    var pictureWorkers: Int
    var pictureTimeLimit: Duration
    var policy: Policy
    /// The settings that were given explicitly; choices on the settings page do not override them.
    var fixed: Set<Policy.Setting>
    var plantNetAddress: URL?
    var plantNetKey: String?
    var plantNetKeyFile: String
    /// Whether the key's file belongs to the program, so that the settings page may write it.
    var isKeyFileOwn: Bool
    /// The settings of the home that were given explicitly; choices on the settings page do not override them.
    var home: [Home.Setting: String] = [:]
    var zones: Zones
    var trefleAddress: URL?
    var trefleToken: String?
    var trefleTokenFile: String
    var isTokenFileOwn: Bool
    /// Requests per minute, from 1 to 120.
    var trefleRate: Int
    /// The base addresses of Open Food Facts and of Robotoff, without "/api".
    var foodAddress: URL?
    var robotoffAddress: URL?
    /// The operator's contact, which Open Food Facts receives with each request.
    var foodContact: String
    /// The second reader of labels.
    var vision: MedicineServiceSettings
    /// The model that explains labels.
    var chat: MedicineServiceSettings
    var chatModel: String?
    var chatTokens: Int
    var chatTemperature: Double
    /// The address at which devices outside reach this server, without a slash at its end.
    var publicAddress: URL?
    /// The operator's contact, which push services receive: mailto: or https:.
    var pushContact: String
    /// The hosts and origins to which push messages may be sent.
    var pushServices: [String]
    /// From 1 to 600.
    var leaseSeconds: Int
    var logLevel: Logger.Level
    var now: Date?
    /// What the reader of the settings file should know: one sentence for each setting with an earlier spelling.
    var warnings: [String] = []

    /// Throws `CommandFailure` (configuration) with the name of the setting and its valid values.
    static func read(flags: [Key: String], environment: [String: String]) async throws -> Settings {
        let home = environment["HOME"] ?? "/"
        func directory(_ variable: String, _ fallback: String) -> String {
            (environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/" + fallback) + "/stillroom"
        }
        let file = environment["STILLROOM_CONFIG"] ?? directory("XDG_CONFIG_HOME", ".config") + "/config.json"
        let fileProvider: FileProvider<JSONSnapshot>
        do {
            fileProvider = try await FileProvider<JSONSnapshot>(
                filePath: FilePath(file), allowMissing: environment["STILLROOM_CONFIG"] == nil)
        } catch {
            throw CommandFailure(.configuration, "The settings file \(file) cannot be read: \(error)")
        }
        let reader = ConfigReader(providers: [
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
            fileProvider,
        ])
        var settings = try Settings(
            reader, file: ConfigReader(provider: fileProvider),
            dataDefault: directory("XDG_DATA_HOME", ".local/share"),
            cacheDefault: directory("XDG_CACHE_HOME", ".cache"), zones: SystemZones.zones(environment: environment))
        settings.warnings = earlierSpellings(in: ConfigReader(provider: fileProvider), named: file)
        settings.plantNetKey = environment[Key.plantNetKey.environmentName]
        let credential = environment["CREDENTIALS_DIRECTORY"].map { $0 + "/plantnet-api-key" }
        if settings.isKeyFileOwn, let credential, FileManager.default.fileExists(atPath: credential) {
            settings.plantNetKeyFile = credential
            settings.isKeyFileOwn = false
        }
        settings.vision.takeSecrets(from: environment, .visionKey, credential: "google-vision-api-key")
        settings.chat.takeSecrets(from: environment, .chatKey, credential: "chat-api-key")
        settings.trefleToken = environment[Key.trefleToken.environmentName]
        let token = environment["CREDENTIALS_DIRECTORY"].map { $0 + "/trefle-token" }
        if settings.isTokenFileOwn, let token, FileManager.default.fileExists(atPath: token) {
            settings.trefleTokenFile = token
            settings.isTokenFileOwn = false
        }
        return settings
    }

    /// Returns a sentence for each setting whose earlier spelling is in the settings file.
    private static func earlierSpellings(in file: ConfigReader, named path: String) -> [String] {
        Key.allCases.compactMap { key in
            guard let earlier = key.earlierName, file.text(forKey: earlier) != nil else { return nil }
            let effect = file.text(forKey: key.name) == nil ? "a later release will ignore it" : "it is ignored"
            return "The setting \(earlier) in \(path) is now called \(key.name); \(effect)."
        }
    }

    /// Reads flags, environment and file from `reader`. `file` is the settings file alone, where a setting may have its
    /// earlier name.
    private init(
        _ reader: ConfigReader, file: ConfigReader, dataDefault: String, cacheDefault: String, zones: Zones
    ) throws {
        func text(_ key: Key) -> String? {
            reader.text(forKey: key.name) ?? key.earlierName.flatMap(file.text(forKey:))
        }
        func value<Value>(
            _ key: Key, default fallback: Value, _ allowed: String, _ parse: (String) -> Value?
        ) throws -> Value {
            guard let text = text(key) else { return fallback }
            guard let value = parse(text) else {
                throw CommandFailure(
                    .configuration,
                    "The setting \(key.name) (\(key.environmentName)) is “\(text)”; it must be \(allowed).")
            }
            return value
        }
        func number(_ key: Key, default fallback: Int, _ range: ClosedRange<Int>) throws -> Int {
            try value(key, default: fallback, "a whole number from \(range.lowerBound) to \(range.upperBound)") {
                Int($0).flatMap { range.contains($0) ? $0 : nil }
            }
        }
        func share(_ key: Key, default fallback: Double) throws -> Double {
            try value(key, default: fallback, "a number from 0 to 1") {
                Double($0).flatMap { (0...1).contains($0) ? $0 : nil }
            }
        }
        func service(_ key: Key, _ example: String) throws -> URL? {
            try value(key, default: nil, "an address such as \(example); without https only in your own network") {
                URL(string: $0).flatMap { Address.isAllowed($0) ? .some($0) : nil }
            }
        }
        func folder(_ key: Key, default fallback: String) throws -> String {
            let path = text(key) ?? fallback
            let absolute = URL(filePath: path).standardizedFileURL.path(percentEncoded: false)
            return absolute.count > 1 && absolute.hasSuffix("/") ? String(absolute.dropLast()) : absolute
        }

        dataDirectory = try folder(.dataDirectory, default: dataDefault)
        cacheDirectory = try folder(.cacheDirectory, default: cacheDefault)
        host = text(.host) ?? "127.0.0.1"
        port = try number(.port, default: 8180, 0...65_535)
        readyFile = text(.readyFile)
        connections = try number(.connections, default: 64, 1...100_000)
        model = text(.model)
        precision = try value(.precision, default: .float32, "f32 or bf16") { .init(rawValue: $0) }
        threads = try number(.threads, default: 0, 0...1024)
        modelTimeLimit = .seconds(try number(.modelTimeLimit, default: 10, 1...600))
        pictureWorkers = try number(.pictureWorkers, default: 0, 0...256)
        pictureTimeLimit = .seconds(try number(.pictureTimeLimit, default: 10, 1...600))
        var policy = Policy()
        policy.likelyAbove = try share(.likelyAbove, default: policy.likelyAbove)
        policy.doubtfulBelow = try share(.doubtfulBelow, default: policy.doubtfulBelow)
        guard policy.doubtfulBelow <= policy.likelyAbove else {
            throw CommandFailure(
                .configuration, "recognition.doubtful-below must not be above recognition.likely-above.")
        }
        var fixed: Set<Policy.Setting> = []
        for setting in Policy.Setting.allCases {
            let key = Key(setting)
            guard let text = text(key) else { continue }
            guard policy.set(setting, to: text) else {
                throw CommandFailure(
                    .configuration,
                    "The setting \(key.name) (\(key.environmentName)) is “\(text)”; it must be \(setting.allowed).")
            }
            fixed.insert(setting)
        }
        self.fixed = fixed
        policy.serviceSeconds = Double(try number(.inquiryTimeLimit, default: 60, 1...600))
        self.policy = policy
        plantNetAddress = try service(.plantNetAddress, "https://my-api.plantnet.org")
        plantNetKey = nil
        isKeyFileOwn = text(.plantNetKeyFile) == nil
        plantNetKeyFile = try folder(.plantNetKeyFile, default: dataDirectory + "/secrets/plantnet-api-key")
        self.zones = zones
        var tried = Home()
        for setting in Home.Setting.allCases {
            let key = Key(setting)
            guard let text = text(key) else { continue }
            let isKnown = setting != .zone || text.isEmpty || zones.named(text) != nil
            guard tried.set(setting, to: text), isKnown else {
                throw CommandFailure(
                    .configuration,
                    "The setting \(key.name) (\(key.environmentName)) is “\(text)”; it must be \(setting.allowed).")
            }
            home[setting] = text
        }
        trefleAddress = try service(.trefleAddress, "https://trefle.io")
        trefleToken = nil
        isTokenFileOwn = text(.trefleTokenFile) == nil
        trefleTokenFile = try folder(.trefleTokenFile, default: dataDirectory + "/secrets/trefle-token")
        trefleRate = try number(.trefleRate, default: 60, 1...120)
        foodAddress = try service(.foodAddress, "https://world.openfoodfacts.org")
        robotoffAddress = try service(.robotoffAddress, "https://robotoff.openfoodfacts.org")
        foodContact = try value(
            .foodContact, default: "stillroom@example.org", "an address of mail or of a page"
        ) {
            let isOne = (3...200).contains($0.utf8.count) && ($0.contains("@") || $0.hasPrefix("http"))
            return isOne && $0.utf8.allSatisfy { 0x21...0x7E ~= $0 && !Array("()\\".utf8).contains($0) } ? $0 : nil
        }
        vision = MedicineServiceSettings(
            address: try service(.visionAddress, "https://vision.googleapis.com"),
            isKeyFileOwn: text(.visionKeyFile) == nil,
            keyFile: try folder(.visionKeyFile, default: dataDirectory + "/secrets/google-vision-api-key"),
            dailyLimit: try number(.visionDailyLimit, default: 30, 0...1000))
        chat = MedicineServiceSettings(
            address: try service(.chatAddress, "http://127.0.0.1:8080/v1"), isKeyFileOwn: text(.chatKeyFile) == nil,
            keyFile: try folder(.chatKeyFile, default: dataDirectory + "/secrets/chat-api-key"),
            dailyLimit: try number(.chatDailyLimit, default: 50, 0...10_000))
        chatModel = try value(.chatModel, default: nil, "the name of a model, at most 200 characters") {
            (1...200).contains($0.count) ? .some($0) : nil
        }
        chatTokens = try number(.chatTokens, default: 500, 50...8000)
        chatTemperature = try value(.chatTemperature, default: 0.3, "a number from 0 to 2") {
            Double($0).flatMap { (0...2).contains($0) ? $0 : nil }
        }
        publicAddress = try value(
            .publicAddress, default: nil,
            "an address such as https://home.example.net, without a path; without https only in your own network"
        ) { text in
            URL(string: text).flatMap { url in
                Address.isAllowed(url) && ["", "/"].contains(url.path()) && url.fragment() == nil ? .some(url) : nil
            }
        }
        pushContact = try value(
            .pushContact, default: "mailto:stillroom@example.org", "mailto:… or an https address"
        ) { text in
            let isOne = text.hasPrefix("mailto:") && text.contains("@") || text.hasPrefix("https://")
            return isOne && text.allSatisfy { $0.isASCII && !$0.isWhitespace } ? text : nil
        }
        pushServices = try value(
            .pushServices, default: WebPushTransport.usualServices,
            "names of hosts, or addresses such as http://127.0.0.1:9123, with commas between them"
        ) { text in
            let services = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            return services.isEmpty || services.contains("") ? nil : services
        }
        leaseSeconds = try number(.leaseSeconds, default: 60, 1...600)
        logLevel = try value(.logLevel, default: .info, "trace, debug, info, notice, warning, error or critical") {
            Logger.Level(rawValue: $0)
        }
        now = try value(.now, default: nil, "a time such as 2026-05-03T08:00:00Z") { text in
            (try? Date(text, strategy: .iso8601)).map { Optional($0) }
        }
        if pictureWorkers == 0 { pictureWorkers = ProcessInfo.processInfo.activeProcessorCount }
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
    static func isOfHouse(_ url: URL) -> Bool {
        isOwn(url) || url.host().map { isPrivate($0.lowercased()) } ?? false
    }

    /// Returns whether the address is reached without any network.
    static func isOwn(_ url: URL?) -> Bool {
        guard let host = url?.host() else { return false }
        return Loopback.contains(host)
    }
}
