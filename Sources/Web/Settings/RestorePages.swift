import Accounts
import Foundation
import HTTPTypes
import Household
import Hummingbird
import Messages

/// The page "Restore a backup", for owners, and for the set-up link while there is no owner: choose or upload a backup, look
/// at what it holds, confirm. The server then stops, swaps the data and starts itself again.
struct RestorePages {
    /// How a request came here.
    private enum Way {
        case settings
        case setup(String)

        var page: String {
            switch self {
            case .settings: Site.settingsRestore
            case .setup(let secret): Site.setupRestore(secret)
            }
        }

        func authority(_ context: AppRequestContext) -> HouseRestore.Authority {
            switch self {
            case .settings: .person(context.person)
            case .setup(let secret): .setup(secret)
            }
        }
    }

    let household: Household
    let renderer: PageRenderer

    func add(to router: Router<AppRequestContext>) {
        router.on(.get, Site.settingsRestore) { _, _ in try await page(.settings) }
        router.on(.post, Site.settingsRestoreUpload) { request, context in
            try await refusing(.settings, request) { try await upload(.settings, request, context) }
        }
        router.on(.post, Site.settingsRestoreCheck) { request, context in
            try await refusing(.settings, request) { try await check(.settings, request, context) }
        }
        router.on(.post, Site.settingsRestoreStart) { request, context in
            try await refusing(.settings, request) { try await start(.settings, request, context) }
        }
        router.on(.get, Site.setupRestore) { _, context in
            let secret = try Site.setupRestore.read(context)
            try await household.restore.require(.setup(secret))
            return try await page(.setup(secret))
        }
        router.on(.post, Site.setupRestoreUpload) { request, context in
            let way = Way.setup(try Site.setupRestoreUpload.read(context))
            return try await refusing(way, request) { try await upload(way, request, context) }
        }
        router.on(.post, Site.setupRestoreCheck) { request, context in
            let way = Way.setup(try Site.setupRestoreCheck.read(context))
            return try await refusing(way, request) { try await check(way, request, context) }
        }
        router.on(.post, Site.setupRestoreStart) { request, context in
            let way = Way.setup(try Site.setupRestoreStart.read(context))
            return try await refusing(way, request) { try await start(way, request, context) }
        }
    }

    private func upload(_ way: Way, _ request: Request, _ context: AppRequestContext) async throws -> Response {
        let expected = request.headers[.contentLength].flatMap { Int($0) }
        try await household.restore.receive(expected, by: way.authority(context)) { write in
            try await Upload.withStream(request, context) { try await write($0) }
        }
        return Response.seeOther(way.page)
    }

    private func check(_ way: Way, _ request: Request, _ context: AppRequestContext) async throws -> Response {
        let form = try await Upload.form(request)
        let passphrase = form["passphrase"] ?? ""
        let identity = (form["identity"] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        let key: RestoreKey? =
            !identity.isEmpty ? .identity(identity) : passphrase.isEmpty ? nil : .passphrase(Array(passphrase.utf8))
        let source: RestoreSource = form["file"].map { .listed($0) } ?? .uploaded
        try await household.restore.stage(source, key, by: way.authority(context))
        return Response.seeOther(way.page)
    }

    private func start(_ way: Way, _ request: Request, _ context: AppRequestContext) async throws -> Response {
        let form = try await Upload.form(request)
        let authority = way.authority(context)
        switch form["do"] {
        case "withdraw":
            try await household.restore.withdraw(by: authority)
            return Response.seeOther(way.page)
        case "restart": try await household.restore.restart(by: authority)
        default:
            guard let kind = form["do"].flatMap(RestoreOutcome.Kind.init) else {
                throw HouseholdError(
                    .valueRefused, localized("The field do is restore, undo, forget, restart or withdraw."),
                    detail: "do")
            }
            try await household.restore.start(kind, ticket: form["ticket"] ?? "", by: authority)
        }
        let page = RestartingPage(next: Site.today)
        return switch way {
        case .settings:
            renderer.page(page, title: localized("Restarting"), tab: .none, household: household, status: .accepted)
        case .setup: renderer.doorPage(page, title: localized("Restarting"), status: .accepted)
        }
    }

    private static let shown: Set<HouseholdError.Code> = [
        .backupRefused, .dataInUse, .storageFull, .storageFailed, .notFound, .valueRefused,
    ]

    /// Performs a form. A reason that a person can correct is on the page itself.
    private func refusing(
        _ way: Way, _ request: Request, _ perform: () async throws -> Response
    ) async throws -> Response {
        // The page itself shows backups, so it needs the link too.
        if case .setup(let secret) = way { try await household.restore.require(.setup(secret)) }
        do {
            return try await perform()
        } catch let error as HouseholdError where error.code == .signInAgain && request.wantsPage {
            return Response.seeOther(Site.confirmPerson.with(["return": Site.settingsRestore]))
        } catch let error as HouseholdError where Self.shown.contains(error.code) && request.wantsPage {
            return try await page(way, Problem(error))
        }
    }

    private func page(_ way: Way, _ problem: Problem? = nil) async throws -> Response {
        var page = RestorePage(
            try await household.restore.view(), now: household.now(), problem: problem.map(RefusalFields.init))
        let title = localized("Restore a backup")
        switch way {
        case .settings:
            page.canChoose = page.canChoose && !page.needsLink
            return renderer.page(
                page, title: title, tab: .none, household: household, status: problem?.status ?? .ok)
        case .setup(let secret):
            page.isSetup = true
            page.needsLink = false
            page.back = Site.setup(secret)
            page.upload = Site.setupRestoreUpload(secret)
            page.check = Site.setupRestoreCheck(secret)
            page.start = Site.setupRestoreStart(secret)
            return renderer.doorPage(page, title: title, status: problem?.status ?? .ok)
        }
    }
}

/// The page on which a backup is chosen, looked at and restored.
struct RestorePage: PageFields {
    struct Row: TemplateFields {
        let file: String
        /// When it was made, its size, and whether it is locked.
        let words: String
    }

    struct Outcome: TemplateFields {
        let words: String
        let isFailure: Bool
        /// Doses that were logged meanwhile are missing.
        let isOfDoses: Bool
    }

    struct Uploaded: TemplateFields {
        let size: String
        let isLocked: Bool
    }

    struct Staged: TemplateFields {
        let when: String
        let size: String
        let release: String
        /// "12 plants, 29 photographs, 4 medicines and 2 accounts".
        let holds: String
        /// "3 files"; nil if it is complete.
        let missing: String?
        let ticket: String
    }

    static let template = "restore"

    let problem: RefusalFields?
    let isAvailable: Bool
    let outcome: Outcome?
    let hasKept: Bool
    /// What waits for the next start, and until when; nil if nothing does.
    let ordered: String?
    let isBusy: Bool
    /// A backup can be chosen: nothing waits, and no data of before a restore are kept.
    var canChoose: Bool
    let uploaded: Uploaded?
    let staged: Staged?
    let rows: [Row]
    let hasRows: Bool
    /// There is no owner, so this page is behind the set-up link.
    var needsLink: Bool
    var isSetup = false
    var back = Site.settingsBackup
    var upload = Site.settingsRestoreUpload
    var check = Site.settingsRestoreCheck
    var start = Site.settingsRestoreStart

    init(_ view: HouseRestore.View, now: Date, problem: RefusalFields?) {
        self.problem = problem
        isAvailable = view.isAvailable
        hasKept = view.hasKept
        isBusy = view.isBusy
        needsLink = !view.hasOwner
        canChoose = view.isAvailable && !view.hasKept && view.ordered == nil && !view.isBusy && view.staged == nil
        ordered = view.ordered.map {
            switch $0 {
            case .restore:
                localized(
                    """
                    The restore of a backup waits until the server is the only program that uses the data. Stop other \
                    programs of Stillroom, then restart the server.
                    """)
            case .undo:
                localized(
                    """
                    The undo of a restore waits until the server is the only program that uses the data. Stop other \
                    programs of Stillroom, then restart the server.
                    """)
            case .forget:
                localized(
                    """
                    The removal of the data before a restore waits until the server is the only program that uses the \
                    data. Stop other programs of Stillroom, then restart the server.
                    """)
            }
        }
        outcome = view.outcome.map { Self.outcome($0, now: now) }
        uploaded = view.uploaded.map { Uploaded(size: BackupPage.size($0.size), isLocked: $0.isLocked) }
        staged = view.staged.map { staged in
            Staged(
                when: Wording.time(staged.madeAt, from: now), size: BackupPage.size(staged.size),
                release: staged.release, holds: Self.holds(staged),
                missing: staged.missing == 0 ? nil : BackupPage.files(staged.missing), ticket: view.ticket)
        }
        rows = view.listed.compactMap { made in
            guard let file = made.file else { return nil }
            let (time, size) = (Wording.time(made.at, from: now), BackupPage.size(made.size))
            return Row(
                file: file,
                words: made.isLocked
                    ? localized("\(time, "time"), \(size, "size"), locked")
                    : localized("\(time, "time"), \(size, "size"), not locked"))
        }
        hasRows = !rows.isEmpty
    }

    /// "12 plants, 29 photographs, 4 medicines and 2 accounts"
    private static func holds(_ staged: StagedBackup) -> String {
        let (plants, photographs) = (staged.plants, staged.photographs)
        let (medicines, accounts) = (staged.medicines, staged.accounts)
        return Wording.list([
            localized(plants, one: "1 plant", other: "\(plants, "count") plants"),
            localized(photographs, one: "1 photograph", other: "\(photographs, "count") photographs"),
            localized(medicines, one: "1 medicine", other: "\(medicines, "count") medicines"),
            localized(accounts, one: "1 account", other: "\(accounts, "count") accounts"),
        ])
    }

    private static func outcome(_ outcome: RestoreOutcome, now: Date) -> Outcome {
        let time = Wording.time(outcome.at, from: now)
        if let failure = outcome.failure {
            return Outcome(
                words: failure + " " + localized("That was \(time, "time"). The data are those before."),
                isFailure: true,
                isOfDoses: false)
        }
        let begin = Wording.capitalised(time)
        return switch outcome.kind {
        case .restore:
            Outcome(words: restored(begin, outcome.madeAt, now: now), isFailure: false, isOfDoses: true)
        case .undo:
            Outcome(
                words: localized("\(begin, "time") a restore was undone. The data of before it are back."),
                isFailure: false, isOfDoses: true)
        case .forget:
            Outcome(
                words: localized("\(begin, "time") the data before a restore were removed."), isFailure: false,
                isOfDoses: false)
        }
    }

    private static func restored(_ begin: String, _ madeAt: Date?, now: Date) -> String {
        guard let madeAt else { return localized("\(begin, "time") a backup was restored.") }
        let made = Wording.time(madeAt, from: now)
        return localized("\(begin, "time") a backup was restored, which was made \(made, "madeAt").")
    }
}

/// The answer to a confirmed change: the server stops, and starts itself again.
struct RestartingPage: PageFields {
    static let template = "restarting"

    let next: String
}
