import ArgumentParser
import Backups
import Calendar
import Certificates
import Foundation
import Household
import Imaging
import Inference
import LocalRecognition
import Logging
import Messages
import OnlineServices
import Plants
import Recognition
import SQLRecords

struct Doctor: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: localized("Check the installation, and show what to do about problems."),
        discussion: localized(
            "Ends with 0 when all is well, 78 when something must be set up, 74 when data is damaged."))

    @OptionGroup var output: OutputOptions

    @Flag(help: ArgumentHelp(localized("Also remove incomplete files that are older than a day.")))
    var tidy = false

    @OptionGroup var common: CommonOptions

    static let components: [(name: String, version: String)] = [
        ("libvips", Picture.libraryVersion), ("OpenVINO", InferenceModel.libraryVersion),
    ]

    struct Finding: Encodable {
        /// The subject for programs, in English.
        let what: String
        let isWell: Bool
        let detail: String

        /// The subject for people.
        var title: String {
            switch what {
            case "model": localized("model", context: "a check of doctor")
            case "model server": localized("model server", context: "a check of doctor")
            case "decoder": localized("decoder", context: "a check of doctor")
            case "text reader": localized("text reader", context: "a check of doctor")
            case "network": localized("network", context: "a check of doctor")
            case "home network": localized("home network", context: "a check of doctor")
            case "sign-in service": localized("sign-in service", context: "a check of doctor")
            case "time zones": localized("time zones", context: "a check of doctor")
            case "care facts": localized("care facts", context: "a check of doctor")
            case "data": localized("data", context: "a check of doctor")
            case "database": localized("database", context: "a check of doctor")
            case "photographs": localized("photographs", context: "a check of doctor")
            case "unused photographs": localized("unused photographs", context: "a check of doctor")
            case "left behind": localized("left behind", context: "a check of doctor")
            case "reminders": localized("reminders", context: "a check of doctor")
            case "backups": localized("backups", context: "a check of doctor")
            default: what
            }
        }
    }

    func run() async throws {
        try await reporting {
            let settings = try await common.settings()
            var findings = Self.components.map { Finding(what: $0.name, isWell: true, detail: $0.version) }
            findings.append(Self.model(settings))
            if let server = await Self.modelServer(settings) {
                findings += [
                    server,
                    Self.service(
                        "token for the model server", Compose.modelServerToken(settings).ring,
                        file: settings.modelServer.token.file, isGiven: settings.modelServer.token.key != nil),
                ]
            }
            findings.append(await Self.decoder(settings))
            findings.append(Self.textReader())
            findings.append(
                Self.service(
                    "Pl@ntNet", Compose.key(settings).ring, file: settings.plantNet.file,
                    isGiven: settings.plantNet.key != nil))
            findings.append(try await Self.trefle(settings))
            if settings.bucket.address != nil {
                findings.append(
                    Self.service(
                        "bucket", Compose.bucketSecret(settings).ring, file: settings.bucket.secret.file,
                        isGiven: settings.bucket.secret.key != nil))
            }
            findings.append(Self.network())
            findings.append(try await Self.homeNetwork(settings))
            if let openID = await Self.openID(settings) { findings.append(openID) }
            findings.append(Self.timeZones(settings))
            findings.append(Self.careTable())
            let (data, isDamaged) = try await Self.data(settings, tidy: tidy)
            findings += data
            if let reminders = try await Self.reminders(settings) { findings.append(reminders) }
            findings.append(Self.backups(settings))
            try report(findings)
            if isDamaged { throw ExitCode(CommandFailure.Status.inputOutput.rawValue) }
            if findings.contains(where: { !$0.isWell }) { throw ExitCode(CommandFailure.Status.configuration.rawValue) }
        }
    }

    private func report(_ findings: [Finding]) throws {
        try output.print(findings, columns: ["isWell", "what", "detail"]) { finding in
            let mark =
                finding.isWell
                ? Terminal.styled(localized("well", context: "a check of doctor") + " ", .green)
                : Terminal.styled(localized("TROUBLE", context: "a check of doctor"), .red)
            return "\(mark) \(finding.title): \(finding.detail)"
        }
    }

    private static func model(_ settings: Settings) -> Finding {
        do throws(ModelFolderError) {
            let reader = try Compose.reader(settings, mode: .latency)
            try reader.folder.verify()
            let (name, count) = (reader.folder.manifest.fullName, reader.folder.labels.count)
            return Finding(
                what: "model", isWell: true,
                detail: localized(
                    count, one: "\(name, "model"), \(count, "count") labels, files as published",
                    other: "\(name, "model"), \(count, "count") labels, files as published"))
        } catch {
            return Finding(what: "model", isWell: false, detail: error.description)
        }
    }

    private static func textReader() -> Finding {
        do throws(HouseholdError) {
            return Finding(what: "text reader", isWell: true, detail: try LocalText.versions())
        } catch {
            return Finding(what: "text reader", isWell: false, detail: error.message)
        }
    }

    /// Reports where the key is, without its value; sends no request.
    private static func service(_ name: String, _ ring: KeyRing, file: String, isGiven: Bool) -> Finding {
        switch ring.state() {
        case .missing:
            return Finding(what: name, isWell: true, detail: localized("no key, so it is not asked"))
        case .unusable(let reason): return Finding(what: name, isWell: false, detail: reason)
        case .present(_, let place):
            let attributes = try? FileManager.default.attributesOfItem(atPath: file)
            let rights = (attributes?[.posixPermissions] as? Int ?? 0) & 0o077
            let isOpen = !isGiven && rights != 0
            return Finding(
                what: name, isWell: !isOpen,
                detail: isOpen
                    ? localized("others on this machine can read the key: chmod 600 \(file, "file")")
                    : localized("there is a key in \(place, "place")"))
        }
    }

    /// Reports where the token is, and whether Trefle refused it at the server's last request; sends no request.
    private static func trefle(_ settings: Settings) async throws -> Finding {
        let ring = Compose.token(settings).ring
        let finding = service(
            "Trefle", ring, file: settings.trefle.file, isGiven: settings.trefle.key != nil)
        guard finding.isWell, Compose.hasDatabase(settings)
        else { return finding }
        let records = try await Compose.records(settings)
        let refusal = CareKeyRefusal(choices: try await records.choices())
        let state = ring.state()
        guard case .present(_, let place) = state, let since = refusal?.since(for: state)?.formatted(.iso8601) else {
            return finding
        }
        return Finding(
            what: "Trefle", isWell: false,
            detail: localized(
                """
                there is a key in \(place, "place"), and Trefle refuses it since \(since, "time"): copy it anew from \
                trefle.io and keep it on the settings page
                """))
    }

    /// Reports which time zone data are used, and their version. Some pages still write dates with Foundation's own
    /// data; a difference between the two is reported.
    private static func timeZones(_ settings: Settings) -> Finding {
        guard let version = settings.zones.version else {
            return Finding(
                what: "time zones", isWell: false,
                detail: localized("this machine has no time-zone data, so days are those of UTC: install tzdata"))
        }
        let (own, zone) = (TimeZone.timeZoneDataVersion, settings.zones.system.name)
        return Finding(
            what: "time zones", isWell: true,
            detail: own == version
                ? localized("\(version, "version") of this machine counts; its zone is \(zone, "zone")")
                : localized(
                    """
                    \(version, "version") of this machine counts; its zone is \(zone, "zone"); Foundation brings \
                    \(own, "otherVersion"), which is not used for days and reminders
                    """))
    }

    private static func careTable() -> Finding {
        do {
            let table = try BundledCare.checkedTable()
            let count = table.count
            return Finding(
                what: "care facts", isWell: true,
                detail: table.date.map {
                    localized("\(count, "count") kinds and groups of plants, of \($0.description, "day")")
                } ?? localized("\(count, "count") kinds and groups of plants, of an unknown day"))
        } catch {
            return Finding(what: "care facts", isWell: false, detail: "\(error)")
        }
    }

    private static func network() -> Finding {
        guard let reachability = Reachability.watching() else {
            return Finding(
                what: "network", isWell: true,
                detail: localized("cannot be watched here, so it is taken to be there"))
        }
        return Finding(what: "network", isWell: true, detail: words(reachability.link()))
    }

    private static func words(_ link: Reachability.Link?) -> String {
        switch link {
        case .wifi: localized("online (wifi)")
        case .ethernet: localized("online (ethernet)")
        case .other: localized("online (other)")
        case nil: localized("offline")
        }
    }

    /// Reports whether devices of the home network are let in, and the certificate for them; makes nothing.
    private static func homeNetwork(_ settings: Settings) async throws -> Finding {
        let what = "home network"
        var isOpen = settings.isNetworkRequired
        if !isOpen, Compose.hasDatabase(settings) {
            isOpen = try await Compose.records(settings).choices()[NetworkAccess.choice] != nil
        }
        let services = Compose.networkServices(settings, logger: Compose.logger(settings))
        let hasCertificate =
            settings.usesOwnCertificate || NetworkServices.hasAuthority(in: settings.authorityFolder)
        guard isOpen || settings.usesOwnCertificate else {
            return Finding(what: what, isWell: true, detail: localized("closed: only this machine is served"))
        }
        guard hasCertificate else {
            return Finding(
                what: what, isWell: true,
                detail: localized("open; the server makes its certificate when it starts to listen"))
        }
        do {
            let identity = try services.identity()
            let key = settings.certificateKeyFile ?? NetworkServices.authorityFile(in: settings.authorityFolder)
            if Self.isOpen(key, to: settings.usesOwnCertificate ? 0o007 : 0o077) {
                return Finding(
                    what: what, isWell: false,
                    detail: localized("others on this machine can read the private key: chmod 600 \(key, "file")"))
            }
            let authority = try services.authority()
            let until = (authority?.expires ?? identity.expires).formatted(.iso8601)
            let names = identity.names.joined(separator: ", ")
            let detail =
                switch (isOpen, authority != nil) {
                case (true, true):
                    localized("open; authority valid until \(until, "time"); for \(names, "names")")
                case (false, true):
                    localized("closed; authority valid until \(until, "time"); for \(names, "names")")
                case (true, false):
                    localized("open; certificate valid until \(until, "time"); for \(names, "names")")
                case (false, false):
                    localized("closed; certificate valid until \(until, "time"); for \(names, "names")")
                }
            return Finding(what: what, isWell: true, detail: detail)
        } catch let error as HouseholdError {
            return Finding(
                what: what, isWell: false,
                detail: [error.message, error.hint].compactMap(\.self).joined(separator: " "))
        }
    }

    /// Returns whether the file has one of these permissions.
    private static func isOpen(_ file: String, to permissions: Int) -> Bool {
        let target = URL(filePath: file).resolvingSymlinksInPath().path(percentEncoded: false)
        let attributes = try? FileManager.default.attributesOfItem(atPath: target)
        return (attributes?[.posixPermissions] as? Int ?? 0) & permissions != 0
    }

    /// Asks the sign-in service for its addresses and keys; sends no secret. Nil if none is set.
    private static func openID(_ settings: Settings) async -> Finding? {
        let logger = Logger(label: "stillroom") { _ in SwiftLogNoOpLogHandler() }
        guard let provider = Compose.openID(settings, logger: logger) else { return nil }
        let secret = service(
            "sign-in service", Compose.openIDSecret(settings).ring, file: settings.openIDSecret.file,
            isGiven: settings.openIDSecret.key != nil)
        guard secret.isWell else { return secret }
        let trouble = await provider.trouble()
        return Finding(
            what: "sign-in service", isWell: trouble == nil,
            detail: "\(settings.openIDName): " + (trouble ?? localized("its addresses and keys can be used")))
    }

    /// Reports how old the last good backup is, and why the last attempt of the schedule failed.
    private static func backups(_ settings: Settings) -> Finding {
        let what = "backups"
        let state = BackupShelf(dataFolder: settings.dataDirectory).state()
        let now = Compose.clock(settings)()
        let last = state.last.map { words($0, at: now) }
        if let failure = state.failure, settings.backupFolder != nil {
            let (reason, time) = (failure.message, failure.at.formatted(.iso8601))
            return Finding(
                what: what, isWell: false,
                detail: last.map { localized("\(reason, "reason") Tried \(time, "time"); \($0, "lastBackup")") }
                    ?? localized("\(reason, "reason") Tried \(time, "time"); there is none"))
        }
        guard let folder = settings.backupFolder else {
            return Finding(
                what: what, isWell: state.last.map { $0.missing == 0 } ?? true,
                detail: last.map {
                    localized("\($0, "lastBackup"); set backup.folder, and the server makes one a day")
                } ?? localized("none was made; set backup.folder, and the server makes one a day"))
        }
        let isOld = state.scheduled.map { now.timeIntervalSince($0.at) > 3 * 86_400 } ?? false
        return Finding(what: what, isWell: !isOld, detail: words(last: last, folder, isOld: isOld))
    }

    /// Where the daily backups go, and whether they still do. `last` describes the last backup.
    private static func words(last: String?, _ folder: String, isOld: Bool) -> String {
        guard let last else {
            return isOld
                ? localized(
                    """
                    none yet; daily ones go to \(folder, "folder"), but none was made for three days: is the server \
                    running?
                    """)
                : localized("none yet; daily ones go to \(folder, "folder")")
        }
        return isOld
            ? localized(
                """
                \(last, "lastBackup"); daily ones go to \(folder, "folder"), but none was made for three days: is the \
                server running?
                """)
            : localized("\(last, "lastBackup"); daily ones go to \(folder, "folder")")
    }

    /// Returns for example "the last good one is 2 days old (2026-11-21T03:00:00Z, 1.2 MB, locked)".
    private static func words(_ made: BackupState.Made, at now: Date) -> String {
        let days = Int(max(0, now.timeIntervalSince(made.at)) / 86_400)
        let age =
            days == 0
            ? localized("less than a day old") : localized(days, one: "1 day old", other: "\(days, "count") days old")
        let (time, size) = (made.at.formatted(.iso8601), BackupShelf.text(bytes: made.size))
        let lock = made.isLocked ? localized("locked") : localized("not locked")
        let missing = made.missing
        return missing == 0
            ? localized(
                """
                the last good one is \(age, "age") (\(time, "time"), \(size, "size"), \(lock, "locked"))
                """)
            : localized(
                missing,
                one: """
                    the last one is \(age, "age") (\(time, "time"), \(size, "size"), \(lock, "locked"), \
                    \(missing, "count") files not in it: missing on the disk, or links)
                    """,
                other: """
                    the last one is \(age, "age") (\(time, "time"), \(size, "size"), \(lock, "locked"), \
                    \(missing, "count") files not in it: missing on the disk, or links)
                    """)
    }

    private static func decoder(_ settings: Settings) async -> Finding {
        do {
            _ = try await Compose.pictures(settings, workers: 1).prepare(probe, as: Preparation())
            return Finding(what: "decoder", isWell: true, detail: localized("its process starts and reads a picture"))
        } catch {
            return Finding(what: "decoder", isWell: false, detail: "\(error)")
        }
    }

    /// Reports whether the channels' addresses can be read, and how many notices were given up; sends and creates
    /// nothing.
    private static func reminders(_ settings: Settings) async throws -> Finding? {
        guard Compose.hasDatabase(settings) else { return nil }
        let records = try await Compose.records(settings)
        let channels = try await records.channels().filter { $0.channel.kind.isSent }
        let key = settings.dataDirectory + "/secrets/house-key"
        if !channels.isEmpty, !FileManager.default.fileExists(atPath: key) {
            return Finding(
                what: "reminders", isWell: false,
                detail: localized(
                    "the key of the household is missing (\(key, "file")): restore it, or add the channels again"))
        }
        let dead = try await records.notices(NoticeQuery(states: [.dead])).count
        let failing = channels.count { $0.channel.failure != nil }
        return Finding(
            what: "reminders", isWell: true,
            detail: localized(
                """
                \(channels.count, "channels") channels, \(failing, "failing") of them failing; \(dead, "notices") \
                notices given up
                """))
    }

    /// A grey PNG of 64 × 64 pixels.
    private static let probe: [UInt8] = [UInt8](
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAAAAACPAi4CAAAAKUlEQVR42u3MQREAAAwCIKMb3RD77SAA6VEEAoFAIBAIBAKBQCAQfA8G320AeXC6efoAAAAASUVORK5CYII="
        ) ?? Data())
}
