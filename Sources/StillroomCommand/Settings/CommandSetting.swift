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
import PostgresDatabase
import Recognition
import Web

extension Settings: SettingValues {
    /// The settings that no page can change, by their keys in Docs/settings.md: addresses, folders, limits, secrets.
    enum CommandSetting: String, DeclaredSetting {
        case dataDirectory = "data-dir"
        case cacheDirectory = "cache-dir"
        case databaseAddress = "database.url"
        case databasePassword = "database.password"
        case databasePasswordFile = "database.password-file"
        case databaseConnections = "database.connections"
        case bucketAddress = "photographs.bucket-url"
        case bucketRegion = "photographs.bucket-region"
        case bucketKeyID = "photographs.bucket-key-id"
        case bucketSecret = "photographs.bucket-secret"
        case bucketSecretFile = "photographs.bucket-secret-file"
        case bucketCertificateFile = "photographs.bucket-certificate-file"
        case photographCacheSize = "photographs.cache-size"
        case host = "server.host"
        case port = "server.port"
        case readyFile = "server.ready-file"
        case connections = "server.connections"
        case publicAddress = "server.public-url"
        case publicAccess = "server.public-access"
        case httpsPort = "server.https-port"
        case wayInPort = "server.way-in-port"
        case names = "server.names"
        case certificateFile = "server.certificate-file"
        case certificateKeyFile = "server.certificate-key-file"
        case trustedProxies = "server.trusted-proxies"
        case model = "model.name"
        case precision = "model.precision"
        case threads = "model.threads"
        case modelTimeLimit = "model.time-limit"
        case modelLoading = "model.load"
        case modelServerAddress = "model.server-url"
        case modelServerName = "model.server-name"
        case modelServerVersion = "model.server-version"
        case modelServerToken = "model.server-token"
        case modelServerTokenFile = "model.server-token-file"
        case modelServerTimeLimit = "model.server-time-limit"
        case pictureWorkers = "pictures.workers"
        case pictureTimeLimit = "pictures.time-limit"
        case likelyAbove = "recognition.likely-above"
        case doubtfulBelow = "recognition.doubtful-below"
        case inquiryTimeLimit = "inquiry.time-limit"
        case plantNetAddress = "plantnet.base-url"
        case plantNetKey = "plantnet.api-key"
        case plantNetKeyFile = "plantnet.api-key-file"
        case leaseSeconds = "reminders.lease-seconds"
        case pushContact = "push.contact"
        case pushServices = "push.services"
        case foodAddress = "openfoodfacts.base-url"
        case foodContact = "openfoodfacts.contact"
        case robotoffAddress = "robotoff.base-url"
        case visionAddress = "google-vision.base-url"
        case visionKey = "google-vision.api-key"
        case visionKeyFile = "google-vision.api-key-file"
        case visionDailyLimit = "google-vision.daily-limit"
        case chatAddress = "chat.base-url"
        case chatModel = "chat.model"
        case chatKey = "chat.api-key"
        case chatKeyFile = "chat.api-key-file"
        case chatTokens = "chat.max-tokens"
        case chatTemperature = "chat.temperature"
        case chatDailyLimit = "chat.daily-limit"
        case trefleAddress = "trefle.base-url"
        case trefleToken = "trefle.token"
        case trefleTokenFile = "trefle.token-file"
        case trefleRate = "trefle.requests-per-minute"
        case houseToken = "house.token"
        case houseTokenFile = "house.token-file"
        case houseCertificateFile = "house.certificate-file"
        case servesMCP = "mcp.enabled"
        case mqttServer = "mqtt.url"
        case mqttUsername = "mqtt.username"
        case mqttPassword = "mqtt.password"
        case mqttPasswordFile = "mqtt.password-file"
        case mqttCertificateFile = "mqtt.certificate-file"
        case mqttDiscoveryPrefix = "mqtt.discovery-prefix"
        case mqttIncludesDoses = "mqtt.doses"
        case openIDIssuer = "accounts.openid-issuer"
        case openIDClient = "accounts.openid-client-id"
        case openIDSecret = "accounts.openid-client-secret"
        case openIDSecretFile = "accounts.openid-client-secret-file"
        case openIDName = "accounts.openid-name"
        case openIDCertificateFile = "accounts.openid-certificate-file"
        case backupFolder = "backup.folder"
        case backupHour = "backup.hour"
        case backupRecipient = "backup.recipient"
        case backupKeepDaily = "backup.keep-daily"
        case backupKeepWeekly = "backup.keep-weekly"
        case backupKeepMonthly = "backup.keep-monthly"
        case logLevel = "log.level"
        case now
    }
}

extension Settings.CommandSetting {
    var declaration: SettingDeclaration<Settings> {
        switch self {
        case .dataDirectory:
            SettingDeclaration(
                \.dataDirectory, .path, usual: "`$XDG_DATA_HOME/stillroom`, else `~/.local/share/stillroom`",
                flag: "--data-dir", earlierKey: "dataDir")
        case .cacheDirectory:
            SettingDeclaration(
                \.cacheDirectory, .path, usual: "`$XDG_CACHE_HOME/stillroom`, else `~/.cache/stillroom`",
                earlierKey: "cacheDir")
        case .databaseAddress:
            SettingDeclaration(\.databaseAddress, .databaseAddress, usual: "SQLite, in the data folder")
        case .databasePassword: SettingDeclaration(\.databasePassword.key, .optionalText, isSecret: true)
        case .databasePasswordFile: Self.keyFile(\.databasePassword.file, "database-password")
        case .databaseConnections: SettingDeclaration(\.databaseConnections, .wholeNumber(2...200))
        case .bucketAddress:
            SettingDeclaration(
                \.bucket.address, .bucketAddress, usual: "none; photographs are files in the data folder")
        case .bucketRegion: SettingDeclaration(\.bucket.region, .bucketRegion)
        case .bucketKeyID: SettingDeclaration(\.bucket.keyID, .optionalText)
        case .bucketSecret: SettingDeclaration(\.bucket.secret.key, .optionalText, isSecret: true)
        case .bucketSecretFile: Self.keyFile(\.bucket.secret.file, "bucket-secret")
        case .bucketCertificateFile: SettingDeclaration(\.bucket.certificateFile, .optionalPath)
        case .photographCacheSize: SettingDeclaration(\.bucket.cacheSize, .wholeNumber(0...1_000_000))
        case .servesMCP: SettingDeclaration(\.servesMCP, .flag)
        case .mqttServer: SettingDeclaration(\.mqttServer, .mqttServer)
        case .mqttUsername: SettingDeclaration(\.mqttUsername, .optionalText)
        case .mqttPassword: SettingDeclaration(\.mqtt.key, .optionalText, isSecret: true)
        case .mqttPasswordFile: Self.keyFile(\.mqtt.file, "mqtt-password")
        case .mqttCertificateFile: SettingDeclaration(\.mqttCertificateFile, .optionalPath)
        case .mqttDiscoveryPrefix: SettingDeclaration(\.mqttDiscoveryPrefix, .topic)
        case .mqttIncludesDoses: SettingDeclaration(\.mqttIncludesDoses, .flag)
        case .host: SettingDeclaration(\.host, .text, flag: "serve --host")
        case .port: SettingDeclaration(\.port, .wholeNumber(0...65_535), flag: "serve --port")
        case .readyFile:
            SettingDeclaration(
                \.readyFile, .optionalText, flag: "serve --ready-file", earlierKey: "server.readyFile")
        case .connections: SettingDeclaration(\.connections, .wholeNumber(1...100_000))
        case .publicAddress: SettingDeclaration(\.publicAddress, .publicAddress)
        case .publicAccess: SettingDeclaration(\.publicAccess, .oneOf(separator: " or "))
        case .httpsPort: SettingDeclaration(\.httpsPort, .wholeNumber(0...65_535), flag: "serve --https-port")
        case .wayInPort:
            SettingDeclaration(
                \.wayInPort, SettingKind<Int>.wholeNumber(0...65_535).or("off"), flag: "serve --way-in-port")
        case .names: SettingDeclaration(\.names, .hostNames)
        case .certificateFile: SettingDeclaration(\.certificateFile, .optionalPath)
        case .certificateKeyFile: SettingDeclaration(\.certificateKeyFile, .optionalPath)
        case .trustedProxies: SettingDeclaration(\.trustedProxies, .addressRanges)
        case .model:
            SettingDeclaration(
                \.model, .optionalText, usual: "the model selected with `stillroom models use`, else the built-in one",
                flag: "identify --model")
        case .precision: SettingDeclaration(\.precision, .oneOf(separator: " or "))
        case .threads: SettingDeclaration(\.threads, .wholeNumber(0...1024))
        case .modelTimeLimit:
            SettingDeclaration(\.modelTimeLimit, .seconds(1...600), earlierKey: "model.timeLimit")
        case .modelLoading: SettingDeclaration(\.modelLoading, .oneOf(separator: " or "))
        case .modelServerAddress: SettingDeclaration(\.modelServer.address, .address("http://gpu.local:8000"))
        case .modelServerName:
            SettingDeclaration(\.modelServer.name, .optionalText, usual: "the name of the model in its folder")
        case .modelServerVersion:
            SettingDeclaration(\.modelServer.version, .optionalText, usual: "chosen by the server")
        case .modelServerToken: SettingDeclaration(\.modelServer.token.key, .optionalText, isSecret: true)
        case .modelServerTokenFile: Self.keyFile(\.modelServer.token.file, "model-server-token")
        case .modelServerTimeLimit: SettingDeclaration(\.modelServer.timeLimit, .seconds(1...60))
        case .pictureWorkers: SettingDeclaration(\.pictureWorkers, .wholeNumber(0...256))
        case .pictureTimeLimit:
            SettingDeclaration(\.pictureTimeLimit, .seconds(1...600), earlierKey: "pictures.timeLimit")
        case .likelyAbove:
            SettingDeclaration(\.policy.likelyAbove, .share, earlierKey: "recognition.likelyAbove")
        case .doubtfulBelow:
            SettingDeclaration(\.policy.doubtfulBelow, .share, earlierKey: "recognition.doubtfulBelow")
        case .inquiryTimeLimit:
            SettingDeclaration(
                \.policy.serviceSeconds, SettingKind<Int>.wholeNumber(1...600).map({ Double($0) }, { Int($0) }))
        case .plantNetAddress: Self.address(\.plantNetAddress, "https://my-api.plantnet.org")
        case .plantNetKey: SettingDeclaration(\.plantNet.key, .optionalText, isSecret: true)
        case .plantNetKeyFile: Self.keyFile(\.plantNet.file, "plantnet-api-key")
        case .leaseSeconds: SettingDeclaration(\.leaseSeconds, .wholeNumber(1...600))
        case .pushContact: SettingDeclaration(\.pushContact, .pushContact)
        case .pushServices:
            SettingDeclaration(\.pushServices, .hosts, usual: "those of Chrome, Firefox, Safari and Edge")
        case .foodAddress: Self.address(\.foodAddress, "https://world.openfoodfacts.org")
        case .foodContact: SettingDeclaration(\.foodContact, .foodContact)
        case .robotoffAddress: Self.address(\.robotoffAddress, "https://robotoff.openfoodfacts.org")
        case .visionAddress: Self.address(\.visionAddress, "https://vision.googleapis.com")
        case .visionKey: SettingDeclaration(\.vision.key, .optionalText, isSecret: true)
        case .visionKeyFile: Self.keyFile(\.vision.file, "google-vision-api-key")
        case .visionDailyLimit: SettingDeclaration(\.visionDailyLimit, .wholeNumber(0...1000))
        case .chatAddress: SettingDeclaration(\.chatAddress, .address("http://127.0.0.1:8080/v1"))
        case .chatModel: SettingDeclaration(\.chatModel, .chatModel)
        case .chatKey: SettingDeclaration(\.chat.key, .optionalText, isSecret: true)
        case .chatKeyFile: Self.keyFile(\.chat.file, "chat-api-key")
        case .chatTokens: SettingDeclaration(\.chatTokens, .wholeNumber(50...8000))
        case .chatTemperature: SettingDeclaration(\.chatTemperature, .number(0...2))
        case .chatDailyLimit: SettingDeclaration(\.chatDailyLimit, .wholeNumber(0...10_000))
        case .trefleAddress: Self.address(\.trefleAddress, "https://trefle.io")
        case .trefleToken: SettingDeclaration(\.trefle.key, .optionalText, isSecret: true)
        case .trefleTokenFile: Self.keyFile(\.trefle.file, "trefle-token")
        case .trefleRate: SettingDeclaration(\.trefleRate, .wholeNumber(1...120))
        case .houseToken: SettingDeclaration(\.house.key, .optionalText, isSecret: true)
        case .houseTokenFile: Self.keyFile(\.house.file, "house-token")
        case .houseCertificateFile: SettingDeclaration(\.houseCertificateFile, .optionalPath)
        case .openIDIssuer: SettingDeclaration(\.openIDIssuer, .issuer)
        case .openIDClient: SettingDeclaration(\.openIDClient, .openIDClient)
        case .openIDSecret: SettingDeclaration(\.openIDSecret.key, .optionalText, isSecret: true)
        case .openIDSecretFile: Self.keyFile(\.openIDSecret.file, "openid-client-secret")
        case .openIDName: SettingDeclaration(\.openIDName, .openIDName)
        case .openIDCertificateFile: SettingDeclaration(\.openIDCertificateFile, .optionalPath)
        case .backupFolder: SettingDeclaration(\.backupFolder, .optionalPath)
        case .backupHour: SettingDeclaration(\.backupHour, .wholeNumber(0...23))
        case .backupRecipient: SettingDeclaration(\.backupRecipient, .backupRecipient)
        case .backupKeepDaily: SettingDeclaration(\.backupKeepDaily, .wholeNumber(0...366))
        case .backupKeepWeekly: SettingDeclaration(\.backupKeepWeekly, .wholeNumber(0...520))
        case .backupKeepMonthly: SettingDeclaration(\.backupKeepMonthly, .wholeNumber(0...1200))
        case .logLevel: SettingDeclaration(\.logLevel, .level)
        case .now: SettingDeclaration(\.now, .instant, usual: "the system's clock")
        }
    }

    /// The address of a service; without one, its client uses the usual address.
    private static func address(
        _ path: any WritableKeyPath<Settings, URL?> & Sendable, _ usual: String
    ) -> SettingDeclaration<Settings> {
        SettingDeclaration(path, .address(usual), usual: "`\(usual)`")
    }

    /// The file of a key, which has the same name in the data folder and among the credentials of systemd.
    private static func keyFile(
        _ path: any WritableKeyPath<Settings, String> & Sendable, _ name: String
    ) -> SettingDeclaration<Settings> {
        SettingDeclaration(path, .path, usual: "`secrets/\(name)` in the data folder")
    }
}
