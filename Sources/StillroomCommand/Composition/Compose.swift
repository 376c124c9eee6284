import Certificates
import Credentials
import Foundation
import Glibc
import Household
import Imaging
import Inference
import LocalRecognition
import Logging
import Messages
import OnlineServices
import PhotographFiles
import Plants
import Recognition
import SQLRecords
import Synchronization
import Translations

/// The composition root: the only place that creates and connects the parts.
enum Compose {
    static func pictures(_ settings: Settings, workers: Int? = nil) -> PicturePool {
        var pool = PicturePool.Settings(command: [ownPath, PictureWorkerCommand.name])
        pool.timeLimit = settings.pictureTimeLimit
        return PicturePool(size: workers ?? settings.pictureWorkers, settings: pool)
    }

    /// The pool for labels, with a longer time limit: two readings of a large picture are slow on a small or busy
    /// machine.
    static func labelPictures(_ settings: Settings, workers: Int = 1) -> PicturePool {
        var pool = PicturePool.Settings(command: [ownPath, PictureWorkerCommand.name])
        pool.timeLimit = max(settings.pictureTimeLimit, .seconds(30))
        return PicturePool(size: workers, settings: pool)
    }

    static func shelf(_ settings: Settings) -> ModelShelf {
        ModelShelf(folder: settings.dataDirectory + "/models")
    }

    static func reader(
        _ settings: Settings, mode: InferenceModel.Settings.Mode
    ) throws(ModelFolderError) -> ModelReader {
        try ModelReader(model(settings), settings: inference(settings, mode: mode))
    }

    /// Returns the model that the settings name; without a name, the model in use.
    static func model(_ settings: Settings) throws(ModelFolderError) -> ModelFolder {
        switch settings.model {
        case let name? where name.contains("/"): try ModelFolder(path: name)
        case let name?: try ModelFolder(path: shelf(settings).path(named: name))
        case nil: try shelf(settings).used()
        }
    }

    static func inference(_ settings: Settings, mode: InferenceModel.Settings.Mode) -> InferenceModel.Settings {
        var inference = InferenceModel.Settings()
        inference.mode = mode
        inference.precision = settings.precision
        inference.threads = settings.threads
        inference.timeLimit = settings.modelTimeLimit
        let cache = settings.cacheDirectory + "/models"
        // Without a cache folder the program still works, but starts more slowly.
        if (try? FileManager.default.createDirectory(atPath: cache, withIntermediateDirectories: true)) != nil {
            inference.cacheDirectory = cache
        }
        return inference
    }

    /// Creates the recogniser that runs the model of the settings on this machine.
    static func local(
        _ settings: Settings, pictures: PicturePool, mode: InferenceModel.Settings.Mode
    ) -> LocalRecogniser {
        LocalRecogniser(
            pictures: pictures, now: clock(settings), folder: { () throws(ModelFolderError) in try model(settings) },
            load: { folder throws(ModelFolderError) in
                try ModelReader(folder, settings: inference(settings, mode: mode))
            })
    }

    /// Creates a household; without a model for commands that need none.
    static func household(
        _ settings: Settings, withModel: Bool = true, restart: ServerRestart? = nil, logger: Logger
    ) async throws -> Household {
        let signals = ChangeSignals()
        let stores = try await stores(settings, signals: signals)
        let pictures = pictures(settings)
        let recogniser =
            withModel
            ? try recogniser(settings, pictures: pictures, mode: .latency, logger: logger)
            : Recogniser(
                about: { .failure(HouseholdError(.modelUnavailable, localized("No model was loaded."))) },
                recognise: { _, _ in throw HouseholdError(.modelUnavailable, localized("No model was loaded.")) })
        let inquirer = try inquirer(
            settings, recogniser: recogniser, pictures: pictures, records: stores.records, signals: signals,
            logger: logger)
        let household = Household(
            records: stores.records, archive: stores.photographs.archive, pictureProcessor: .local(pictures),
            inquirer: inquirer, livePolicy: LivePolicy(settings.policy, fixed: settings.fixed), signals: signals,
            careServices: careServices(settings, logger: logger),
            noticeServices: noticeServices(settings),
            foodServices: try foodServices(settings, pictures: pictures, logger: logger),
            labelServices: try labelServices(settings, pictures: labelPictures(settings), logger: logger),
            credentials: .local(openID: openID(settings, logger: logger)?.services),
            networkServices: networkServices(settings, logger: logger), backupServices: backupServices(settings),
            restoreServices: restart.flatMap { restoreServices(settings, restart: $0) } ?? .unavailable,
            localizations: BundledTranslations.localizations, environment: environment(settings),
            logger: logger)
        try await household.settings.recallChoices()
        // A database elsewhere is not the one that a restore in the data folder replaced.
        if restart != nil, settings.databaseAddress == nil {
            do { try await household.restore.noteOutcome() } catch {
                logger.warning("a restore is not in the log", metadata: ["type": "\(type(of: error))"])
            }
        }
        do { try await household.planning.planUnplanned() } catch {
            // The household works without these plans; the daily renewal tries again.
            logger.warning("plans could not be begun", metadata: ["type": "\(type(of: error))"])
        }
        return household
    }

    /// Creates the inquirer, which identifies photographs. `records` may be nil only if no service has a key.
    static func inquirer(
        _ settings: Settings, recogniser: Recogniser, pictures: PicturePool, records: SQLRecords?,
        signals: ChangeSignals = ChangeSignals(), logger: Logger
    ) throws -> Inquirer {
        let live = LiveTransport()
        let plantNet = PlantNetRecogniser(
            key: key(settings), baseURL: settings.plantNetAddress ?? PlantNetRecogniser.service,
            transport: live.transport, now: clock(settings)
        ) { line in
            logger.debug("\(line)")
        }
        // A service on this machine needs no network.
        let reachability = Address.isOwn(settings.plantNetAddress) ? .assumed : Reachability.watching() ?? .assumed
        return Inquirer(
            recogniser: recogniser, service: plantNet.recogniser, pictureProcessor: .local(pictures), records: records,
            reachability: reachability,
            health: ServiceHealth(signals: signals), environment: environment(settings), logger: logger)
    }

    /// Creates the services for care facts, places and time zones.
    static func careServices(_ settings: Settings, logger: Logger) -> CareServices {
        let trefle = TrefleCare(
            key: token(settings), baseURL: settings.trefleAddress ?? TrefleCare.service,
            transport: LiveTransport().transport, requestsPerMinute: settings.trefleRate, now: clock(settings)
        ) { line in
            logger.debug("\(line)")
        }
        let table = CareTableOnce(logger: logger)
        return CareServices(
            table: { table.value }, service: trefle.service(isOwn: Address.isOwn(settings.trefleAddress)),
            zones: settings.zones, given: settings.home)
    }

    /// Creates the services for products.
    static func foodServices(_ settings: Settings, pictures: PicturePool, logger: Logger) throws -> FoodServices {
        let food = try OpenFoodFactsLarder(
            productURL: settings.foodAddress ?? OpenFoodFactsLarder.productService,
            robotoffURL: settings.robotoffAddress ?? OpenFoodFactsLarder.robotoffService,
            version: Stillroom.version, contact: settings.foodContact, transport: LiveTransport().transport,
            now: clock(settings)
        ) { line in
            logger.debug("\(line)")
        }
        let barcodes = LocalBarcodes(pictures: pictures)
        return FoodServices(
            service: food.service(
                isOwn: Address.isOwn(settings.foodAddress) && Address.isOwn(settings.robotoffAddress)),
            reader: BarcodeReader { try await barcodes.scan($0) },
            pictures: PictureFolder(folder: settings.cacheDirectory + "/food-pictures", now: clock(settings)).shelf)
    }

    /// Creates the services that send notices.
    static func noticeServices(_ settings: Settings) -> NoticeServices {
        // Device addresses are secrets, so this transport logs nothing. Channels on one host do not wait for each
        // other.
        let transport = LiveTransport(connections: 64).transport
        let push = WebPushTransport(
            transport: transport, contact: settings.pushContact, services: settings.pushServices,
            now: clock(settings))
        let given = settings.publicAddress?.absoluteString
        let address = given.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
        return NoticeServices(
            noticeTransports: [
                push.noticeTransport,
                NtfyTransport(
                    transport: transport, isInHomeNetwork: { URL(string: $0).map(Address.isInHomeNetwork) ?? false },
                    now: clock(settings)
                ).noticeTransport,
                WebhookTransport(transport: transport, now: clock(settings)).noticeTransport,
            ], secretBox: FileSecretBox(keyFile: settings.dataDirectory + "/secrets/house-key").secretBox,
            leaseSeconds: Double(settings.leaseSeconds), showsPages: settings.showsPagesInPublic,
            accepts: { address in
                func isOpen(_ text: String, _ isAllowed: (URL) -> Bool) -> Bool {
                    NoticeAddress.isUsable(text) && URL(string: text).map(isAllowed) ?? false
                }
                return switch address {
                case .webPush(let device): push.accepts(device)
                case .ntfy(let server, _, _): isOpen(server, Address.isAllowed)
                case .webhook(let url, _): isOpen(url, Address.isReachable)
                case .page: false
                }
            }, publicAddress: { address })
    }

    /// Creates the services of the home network: certificates, names and addresses. Reads and makes no file.
    static func networkServices(_ settings: Settings, logger: Logger) -> NetworkServices {
        NetworkServices.local(
            folder: settings.authorityFolder, names: settings.names, host: settings.networkHost,
            certificateFile: settings.certificateFile, keyFile: settings.certificateKeyFile,
            isRequired: settings.isNetworkRequired, now: clock(settings)
        ) { line in
            logger.warning("\(line)")
        }
    }

    /// Creates the sign-in service; nil if none is set. Asks it for nothing.
    static func openID(_ settings: Settings, logger: Logger) -> OpenIDProvider? {
        guard let issuer = settings.openIDIssuer, let client = settings.openIDClient else { return nil }
        // Codes are secrets, so this transport logs nothing.
        let transport = LiveTransport(certificateFile: settings.openIDCertificateFile).transport
        return OpenIDProvider(
            .init(name: settings.openIDName, issuer: issuer, client: client, secret: openIDSecret(settings)),
            transport: transport, check: .signed, now: clock(settings)
        ) { line in
            logger.warning("\(line)")
        }
    }

    static func openIDSecret(_ settings: Settings) -> KeyFile {
        KeyFile(
            service: "openid", setting: Settings.CommandSetting.openIDSecretFile.rawValue,
            given: settings.openIDSecret.key, path: settings.openIDSecret.file, isOwn: settings.openIDSecret.isFileOwn)
    }

    static func token(_ settings: Settings) -> KeyFile {
        KeyFile(
            service: "trefle", setting: Settings.CommandSetting.trefleTokenFile.rawValue, given: settings.trefle.key,
            path: settings.trefle.file,
            isOwn: settings.trefle.isFileOwn)
    }

    static func logger(_ settings: Settings) -> Logger {
        var logger = Logger(label: "stillroom") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = settings.logLevel
        return logger
    }

    /// Returns whether there is a usable key for Pl@ntNet; reports an unusable key on standard error.
    static func isConfigured(_ settings: Settings) -> Bool {
        switch key(settings).ring.state() {
        case .present: return true
        case .missing: return false
        case .unusable(let reason):
            Terminal.error("stillroom: \(reason)")
            return false
        }
    }

    static func key(_ settings: Settings) -> KeyFile {
        KeyFile(
            service: "plantnet", given: settings.plantNet.key, path: settings.plantNet.file,
            isOwn: settings.plantNet.isFileOwn)
    }

    static func environment(_ settings: Settings) -> Household.Environment {
        Household.Environment(
            now: clock(settings), steady: steady(), uniqueName: { UUID().uuidString.lowercased() },
            pause: { try await Task.sleep(for: $0) }, chance: { Double.random(in: 0...1) })
    }

    static func steady() -> @Sendable () -> Duration {
        let began = ContinuousClock.now
        return { .now - began }
    }

    static var house: Household.ID {
        get throws {
            guard let id = Household.ID("home") else {
                throw CommandFailure(.configuration, localized("The household has no name."))
            }
            return id
        }
    }

    static func stores(
        _ settings: Settings, signals: ChangeSignals = ChangeSignals()
    ) async throws -> (records: SQLRecords, photographs: PhotographStore) {
        // The database first: it refuses a folder that is being restored.
        let records = try await records(settings, signals: signals)
        return (records, try photographs(settings))
    }

    static func records(_ settings: Settings, signals: ChangeSignals = ChangeSignals()) async throws -> SQLRecords {
        try SQLRecords(try await database(settings), of: house, signals: signals)
    }

    /// Returns the system's clock, or a clock that starts at the setting `now` when it is created.
    static func clock(_ settings: Settings) -> @Sendable () -> Date {
        guard let start = settings.now else { return { Date() } }
        let began = ContinuousClock.now
        return { start.addingTimeInterval((.now - began) / .seconds(1)) }
    }

    static let ownPath: String =
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "stillroom"
}

/// The bundled table, read on first use.
private final class CareTableOnce: Sendable {
    private let table = Mutex<CareTable?>(nil)
    private let logger: Logger

    init(logger: Logger) { self.logger = logger }

    var value: CareTable {
        table.withLock { table in
            if let table { return table }
            let read: CareTable
            do {
                read = try BundledCare.table()
            } catch {
                // A plan of stated defaults is better than none.
                logger.error("the table of care facts cannot be read", metadata: ["reason": "\(error)"])
                read = .empty
            }
            table = read
            return read
        }
    }
}
