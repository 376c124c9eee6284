import Accounts
import Foundation
import HTTPTypes
import Household
import Hummingbird
import Messages
import NIOCore

/// The page "Backups": what was made when, and a backup to download.
struct BackupPages {
    let household: Household
    let renderer: PageRenderer

    func add(to router: Router<AppRequestContext>) {
        router.on(.get, Site.settingsBackup) { _, _ in await page() }
        router.on(.post, Site.settingsBackup) { request, context in try await download(request, context) }
    }

    private func download(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let form = try await Upload.form(request)
        let made: BackupDownload
        do {
            made = try await household.backups.download(
                passphrase: form["passphrase"] ?? "", again: form["again"] ?? "", by: context.person,
                on: context.device(request))
        } catch let error as HouseholdError where error.code == .signInAgain && request.wantsPage {
            return Response.seeOther(Site.confirmPerson.with(["return": Site.settingsBackup]))
        } catch let error as HouseholdError where Self.shown.contains(error.code) && request.wantsPage {
            return await page(problem: Problem(error))
        }
        // The answer to the form is the file, so the backup is at no address.
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/octet-stream",
                .contentDisposition: "attachment; filename=\"\(made.fileName)\"", .cacheControl: "no-store",
            ],
            body: .init(contentLength: made.size) { writer in
                while case let bytes = try await made.read(), !bytes.isEmpty {
                    try await writer.write(ByteBuffer(bytes: bytes))
                }
                try await writer.finish(nil)
            })
    }

    private static let shown: Set<HouseholdError.Code> = [
        .passphraseRefused, .dataInUse, .storageFull, .storageFailed, .notFound, .backupRefused,
    ]

    private func page(problem: Problem? = nil) async -> Response {
        let list = await household.backups.list()
        return renderer.page(
            BackupPage(household.backups, list: list, now: household.now(), problem: problem),
            title: localized("Backups"),
            tab: .none, household: household, status: problem?.status ?? .ok)
    }
}

/// The page "Backups".
struct BackupPage: PageFields {
    struct Row: TemplateFields {
        let when: String
        let size: String
        let isLocked: Bool
        let file: String
        /// Which files are not in it, as "3 files"; nil if it is complete.
        let missing: String?
    }

    static let template = "backup"

    let problem: RefusalFields?
    /// The last good backup; nil if there was none.
    let last: Row?
    /// Why the last attempt of the schedule failed, and when.
    let failure: String?
    /// Whether the server makes the backup again before the next day.
    let isTriedAgain: Bool
    /// The folder of the daily backups; nil if none are made.
    let folder: String?
    let rows: [Row]
    let hasRows: Bool
    let shortest: String

    init(_ backups: HouseBackups, list: [BackupState.Made], now: Date, problem: Problem?) {
        func row(_ made: BackupState.Made) -> Row {
            Row(
                when: Wording.time(made.at, from: now), size: Self.size(made.size), isLocked: made.isLocked,
                file: made.file.map { String($0.split(separator: "/").last ?? "") } ?? localized("downloaded"),
                missing: made.missing == 0 ? nil : Self.files(made.missing))
        }
        let state = backups.state
        self.problem = problem.map(RefusalFields.init)
        last = state.last.map(row)
        folder = backups.folder
        failure =
            backups.folder == nil
            ? nil
            : state.failure.map { failure in
                let time = Wording.time(failure.at, from: now)
                return failure.message + " " + localized("That was \(time, "time").")
            }
        isTriedAgain = state.scheduled.map { $0.missing == 0 } ?? true
        rows = list.map(row)
        hasRows = !rows.isEmpty
        shortest = String(HouseBackups.shortest)
    }

    static func files(_ count: Int) -> String {
        localized(count, one: "1 file", other: "\(count, "count") files")
    }

    static func size(_ bytes: Int) -> String {
        if bytes < 1_000_000 {
            let number = max(1, bytes / 1000)
            return localized("\(number, "number") kB")
        }
        if bytes < 1_000_000_000 { return localized("\(bytes / 1_000_000, "number") MB") }
        let number = String(Double(bytes / 100_000_000) / 10)
        return localized("\(number, "number") GB")
    }
}
