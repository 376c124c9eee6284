import Documents
import Foundation
import HTTPTypes
import Household
import Hummingbird
import Messages
import NIOCore
import Plants
import Recognition
import Reminders
import ServiceLifecycle
import Synchronization

/// The routes of Pl@ntNet and of the state of the pages: state, quota, cache, queue, settings and floras. Docs/api.md
/// describes them.
struct ServiceAPI {
    let household: Household
    private let latest: Latest

    init(household: Household) {
        self.household = household
        latest = Latest(household.signals)
    }

    fileprivate struct StateDocument: Encodable {
        /// The text of the chip.
        let chip: String
        let chipKind: String
        let online: Bool
        let link: String?
        let service: String
        let asking: Int
        let waiting: Int
        let quota: QuotaSummary?
        /// The number of overdue chores, for the badge.
        let overdue: Int
        /// The number of notices that the pages show.
        let alerts: Int
        /// A digest of these notices. It is equal while their numbers and texts are equal.
        let alertsMark: String
    }

    struct QuotaSummary: Encodable {
        let budget: Int
        let used: Int
        let reserved: Int
        let remaining: Int
        let level: String
        let resetsAt: Date

        init(_ quota: Quota, now: Date) {
            budget = quota.budget
            used = quota.used
            reserved = quota.reserved
            remaining = quota.remaining(at: now)
            level = quota.level(at: now).rawValue
            resetsAt = quota.resetsAt(from: now)
        }
    }

    private struct ProjectsDocument: Encodable {
        let projects: [OnlineRecogniser.Project]
    }

    private struct RemovedEntriesDocument: Encodable {
        /// The number of removed entries.
        let removed: Int
    }

    private struct SettingDocument: Encodable {
        /// The value as text.
        let value: String
        /// "start" if a flag, the environment or the file set it; "page" if it was set here or on a page; "default".
        let from: String
    }

    private struct WaitingListDocument: Encodable {
        let waiting: [WaitingDocument]
    }

    private struct WaitingDocument: Encodable {
        let identification: String
        let because: String
        let obstacle: String
        let since: Date
        let notBefore: Date
        let attempts: Int
    }

    func add(to api: APIRoutes) {
        api.on(
            .get, Site.API.state,
            .init(
                "getState",
                "The state of the pages. With If-None-Match and Prefer: wait=50 the answer waits for a change.")
        ) { request, context in try await state(request, by: context.viewer) }
        api.on(
            .get, Site.API.quota,
            .init(
                "getQuota", "The number of requests to Pl@ntNet that are left today.",
                problems: ["409 service-not-configured"])
        ) { _, _ in
            guard let quota = try await household.identifications.quota() else {
                throw HouseholdError(
                    .serviceNotConfigured, localized("No key for Pl@ntNet is set, so requests are not counted."))
            }
            return try APIAnswer(
                QuotaDocument(
                    quota, waiting: try await household.identifications.waiting().count, now: household.now()))
        }
        api.on(.get, Site.API.projects, .init("listProjects", "The floras that Pl@ntNet listed last.")) { _, _ in
            try APIAnswer(
                ProjectsDocument(projects: await household.identifications.knownProjects()?.projects ?? []))
        }
        api.on(
            .post, Site.API.projects,
            .init("askProjects", "Asks Pl@ntNet for its floras.", problems: ["409 service-not-configured"] + .plantNet)
        ) { _, _ in
            try APIAnswer(ProjectsDocument(projects: await household.identifications.projects()))
        }
        addCache(to: api)
        addWaiting(to: api)
        addSettings(to: api)
    }

    /// A state with its entity tag.
    struct Look: Sendable {
        let body: Data
        let tag: String
        /// The time at which the state may change without a signal; nil if there is none.
        let changesAt: Date?

        fileprivate func answer(knowing known: String?) -> APIAnswer<StateDocument> {
            tag == known ? .notModified([.eTag: tag]) : APIAnswer(encoded: body, headers: [.eTag: tag])
        }
    }

    /// The latest state of each viewer in each language, shared by all waiting pages of this person. It is valid until a
    /// change signal or until its `changesAt`.
    final class Latest: Sendable {
        private struct Reader: Hashable {
            let viewer: MedicineViewer
            let language: DisplayLanguage
        }
        /// The longest validity in case that something changes without a signal, such as the day or a quota.
        private static let longest = Duration.seconds(60)
        private let listener: ChangeListener
        private struct State {
            /// The number of changes. A state that was read before a change is not kept after it.
            var changes = 0
            var kept: [Reader: (look: Look, at: Duration)] = [:]
        }
        private let state = Mutex(State())

        init(_ signals: ChangeSignals) { listener = signals.listener() }

        func look(
            at household: Household, by viewer: MedicineViewer, _ fresh: () async throws -> Look
        ) async throws -> Look {
            let now = household.steady()
            let reader = Reader(viewer: viewer, language: Localization.current.language)
            // A signal invalidates the kept state immediately and for all pages, also if the following read fails or is
            // cancelled.
            let (kept, changes) = state.withLock { state in
                if !listener.take().isEmpty { state = State(changes: state.changes + 1) }
                return (state.kept[reader], state.changes)
            }
            if let (look, at) = kept, now - at < Self.longest, look.changesAt.map({ household.now() < $0 }) ?? true {
                return look
            }
            let look = try await fresh()
            state.withLock { if $0.changes == changes { $0.kept[reader] = (look, now) } }
            return look
        }
    }

    /// The longest wait in seconds, independent of the preference of the client.
    private static let longestWait = 50
    /// Changes within this duration result in one response.
    private static let burst = Duration.milliseconds(100)

    /// The route of the state. With `If-None-Match` and `Prefer: wait=…` (RFC 7240), the response is delayed until the
    /// state differs from the client's (long polling). It is 304 if the time limit is reached first.
    private func state(
        _ request: Request, by viewer: MedicineViewer
    ) async throws -> APIAnswer<StateDocument> {
        let known = request.headers[.ifNoneMatch]
        let seconds = known == nil ? 0 : Self.wait(request.headers)
        guard seconds > 0 else { return try await look(by: viewer).answer(knowing: known) }
        let signals = household.signals.listener()
        let look = try await latest.look(at: household, by: viewer) { try await self.look(by: viewer) }
        guard look.tag == known else { return look.answer(knowing: known) }
        return try await request.whileConnected { _ in
            try await change(from: look, by: viewer, within: .seconds(seconds), signals).answer(knowing: known)
        }
    }

    /// Returns the first state that differs from `known`, or the last state if the time limit is reached or the server
    /// stops.
    private func change(
        from known: Look, by viewer: MedicineViewer, within limit: Duration, _ signals: ChangeListener
    ) async throws -> Look {
        let end = household.steady() + limit
        var look = known
        while look.tag == known.tag, !Task.isShuttingDownGracefully {
            try Task.checkCancellation()
            let left = end - household.steady()
            if left <= .zero { break }
            let next = look.changesAt.map { Duration.seconds($0.timeIntervalSince(household.now())) } ?? left
            let limit = min(left, max(next, Self.burst))
            let isSignal = await cancelWhenGracefulShutdown {
                await !signals.wait(for: Set(ChangeSignals.Kind.allCases), atMost: limit) {
                    try await household.pause(for: $0)
                }.isEmpty
            }
            if isSignal { try await household.pause(for: Self.burst) }
            look = try await latest.look(at: household, by: viewer) { try await self.look(by: viewer) }
        }
        return look
    }

    private static func wait(_ headers: HTTPFields) -> Int {
        guard let name = HTTPField.Name("Prefer"), let preferences = headers[name] else { return 0 }
        for preference in preferences.split(separator: ",") {
            let parts = preference.split(separator: "=").map { $0.trimmingCharacters(in: .whitespaces) }
            if parts.count == 2, parts[0].lowercased() == "wait", let seconds = Int(parts[1]) {
                return min(max(0, seconds), longestWait)
            }
        }
        return 0
    }

    private func look(by viewer: MedicineViewer) async throws -> Look {
        let reminders = household.reminders(for: viewer)
        let board = try await reminders.alertBoard()
        let body = try JSONEncoder.documents.encode(await state(board.alerts, by: reminders))
        let digest = Base64URL.text(Array(reminders.services.secretBox.digest(Array(body)).prefix(12)))
        return Look(body: body, tag: "\"\(digest)\"", changesAt: board.changesAt)
    }

    private func state(_ alerts: [ReminderCenter.Alert], by reminders: ReminderCenter) async throws -> StateDocument {
        let serviceStatus = try await household.identifications.serviceStatus()
        let service =
            switch serviceStatus.service {
            case .ready: "ready"
            case .notConfigured: "not-configured"
            case .keyRefused: "key-refused"
            case .paused: "paused"
            }
        let chip = ChipModel(household)
        return StateDocument(
            chip: chip.text, chipKind: chip.kind, online: serviceStatus.link != nil, link: serviceStatus.link?.rawValue,
            service: service, asking: serviceStatus.asking, waiting: serviceStatus.waiting,
            quota: serviceStatus.quota.map { QuotaSummary($0, now: household.now()) },
            overdue: try await reminders.overdue(), alerts: alerts.count,
            alertsMark: mark(alerts, by: reminders))
    }

    private func mark(_ alerts: [ReminderCenter.Alert], by reminders: ReminderCenter) -> String {
        let text = alerts.map { "\($0.notice.number) \($0.text.title) \($0.text.body)" }.joined(separator: "\n")
        return Base64URL.text(Array(reminders.services.secretBox.digest(Array(text.utf8)).prefix(9)))
    }

    private func addCache(to api: APIRoutes) {
        api.on(.get, Site.API.cache, .init("getCache", "The stored answers of Pl@ntNet.")) { _, _ in
            try APIAnswer(CacheDocument(await household.identifications.cacheStatistics(), household.policy))
        }
        api.on(
            .delete, Site.API.cache,
            .init("clearCache", "Removes stored answers.", query: [.words("only", ["expired"], "Only expired answers")])
        ) { request, _ in
            let only = Upload.query(request)["only"]
            guard only == nil || only == "expired" else {
                throw Problem(
                    .badRequest, code: "bad-wish", title: localized("Unknown wish"),
                    detail: localized("only is expired, or left out."))
            }
            return try APIAnswer(
                RemovedEntriesDocument(removed: await household.identifications.clearCache(onlyExpired: only != nil)))
        }
    }

    private func addWaiting(to api: APIRoutes) {
        api.on(
            .get, Site.API.waiting,
            .init(
                "listWaiting", "The identifications that wait for Pl@ntNet.",
                query: ListPart.parameters(of: "identifications"))
        ) { request, _ in
            let waiting = try await household.identifications.waiting().map {
                WaitingDocument(
                    identification: $0.identification.rawValue, because: $0.because.rawValue,
                    obstacle: $0.obstacle.rawValue, since: $0.since, notBefore: $0.notBefore, attempts: $0.attempts)
            }
            let part = try ListPart(request).of(waiting) { $0.identification }
            return try APIAnswer(WaitingListDocument(waiting: part.items)).followed(by: part.next)
        }
        api.empty(.delete, Site.API.waitingOne, .init("stopWaiting", "Stops the waiting of an identification.")) {
            _, context in
            try await household.identifications.stopWaiting(Site.API.waitingOne.read(context))
        }
    }

    private func addSettings(to api: APIRoutes) {
        api.on(
            .get, Site.API.settings, .init("getSettings", "The settings, with their values and where each comes from.")
        ) { _, _ in try APIAnswer(await settings()) }
        api.on(
            .patch, Site.API.settings,
            .init(
                "changeSettings", "Changes settings: all or none.", body: .json([String: String].self),
                problems: ["422 setting-refused"])
        ) { request, _ in
            let changes = try await Upload.json([String: String].self, request)
            var values: [Policy.Setting: String] = [:]
            var home: [Home.Setting: String] = [:]
            for (name, text) in changes {
                if let setting = Policy.Setting(rawValue: name) {
                    values[setting] = text
                } else if let setting = Home.Setting(rawValue: name) {
                    home[setting] = text
                } else {
                    throw HouseholdError(
                        .settingRefused, localized("There is no setting \(name.prefix(60), "setting")."))
                }
            }
            guard values.isEmpty || home.isEmpty else {
                throw HouseholdError(
                    .settingRefused,
                    localized("Settings of the home and of Pl@ntNet cannot be changed in one request."),
                    hint: localized("Send two requests."))
            }
            if !home.isEmpty {
                try await household.settings.choose(home)
            } else {
                try await household.settings.choose(values)
            }
            return try APIAnswer(await settings())
        }
    }

    private func settings() async throws -> [String: SettingDocument] {
        let fixed = household.settings.fixedSettings
        let chosen = try await household.settings.chosenSettings()
        let home = try await household.settings.home()
        let chosenHome = try await household.settings.chosenHomeSettings()
        var settings: [String: SettingDocument] = [:]
        for setting in Policy.Setting.allCases {
            settings[setting.rawValue] = SettingDocument(
                value: household.policy.text(of: setting),
                from: fixed.contains(setting) ? "start" : chosen.contains(setting) ? "page" : "default")
        }
        for setting in Home.Setting.allCases {
            let isGiven = household.settings.givenHomeSettings.contains(setting)
            settings[setting.rawValue] = SettingDocument(
                value: home.text(of: setting),
                from: isGiven ? "start" : chosenHome.contains(setting) ? "page" : "default")
        }
        return settings
    }
}
