import Accounts
import Foundation
import Household
import Hummingbird
import Messages
import Plants
import Recognition

/// The settings page: the home, the key of Pl@ntNet, its settings, its quota, the cache and the queue.
struct SettingsPages {
    let household: Household
    let renderer: PageRenderer

    func add(to router: Router<AppRequestContext>) {
        router.on(.get, Site.settings) { request, context in
            // A person who may not change the household's settings has the own account only.
            if let person = context.person, !person.permits(.settings) { return Response.seeOther(Site.account) }
            return try await page(for: context.person, query: Upload.query(request), problem: nil, typed: [:])
        }
        HomeForms(household: household, pages: self).add(to: router)
        router.on(.post, Site.settings) { request, context in
            try await changing(for: context.person, note: "saved") {
                let form = try await Upload.form(request)
                try await household.settings.choose(
                    Policy.Setting.values(form, on: .service, given: household.settings.fixedSettings))
            }
        }
        router.on(.post, Site.settingsKey) { request, context in
            let form = try await Upload.form(request)
            return try await changing(for: context.person, note: form["remove"] == nil ? "key-kept" : "key-removed") {
                let key = form["key"]?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
                if form["remove"] == nil, key.isEmpty {
                    throw HouseholdError(
                        .settingRefused, localized("No key was typed."),
                        hint: localized("Copy it from my.plantnet.org."))
                }
                try household.identifications.keepKey(form["remove"] == nil ? key : nil)
            }
        }
        router.on(.post, Site.settingsCache) { request, context in
            let onlyExpired = try await Upload.form(request)["expired"] != nil
            return try await changing(for: context.person, note: "forgotten") {
                _ = try await household.identifications.clearCache(onlyExpired: onlyExpired)
            }
        }
    }

    private func changing(
        for person: SignedIn?, note: String, _ change: () async throws -> Void
    ) async throws -> Response {
        do {
            try await change()
            return Response.seeOther(Site.settings.with(["note": note]))
        } catch let error as HouseholdError where error.code == .settingRefused {
            return try await page(for: person, problem: Problem(error), typed: [:])
        }
    }

    /// `typed` contains the sent values of a form that was refused.
    func page(
        for person: SignedIn?, query: [String: String] = [:], problem: Problem?, typed: [String: String]
    ) async throws -> Response {
        let serviceStatus = try await household.identifications.serviceStatus()
        let now = household.now()
        let model = SettingsModel(
            policy: household.policy, fixed: household.settings.fixedSettings, serviceStatus: serviceStatus,
            key: household.identifications.keyState, canKeepKey: household.identifications.canKeepKey,
            isProjectUnknown: household.identifications.isProjectUnknown,
            cache: try await household.identifications.cacheStatistics(),
            waiting: try await household.identifications.waiting(), now: now)
        let home = try await household.settings.home()
        let homeModel = HomeModel(
            home: home, clock: try household.settings.clock(of: home), given: household.settings.givenHomeSettings,
            places: household.settings.places(), token: household.planning.careKeyState,
            canKeepToken: household.planning.canKeepCareKey,
            tokenRefused: try await household.planning.careKeyRefusedSince(), typed: typed)
        let givenUp = try await household.reminders(for: MedicineViewer(person)).deadNotices().count
        let page = SettingsPage(
            settings: model.context, home: homeModel.context, account: person.map(AccountSummary.init),
            networkWords: NetworkWording.words(household.network.status),
            examples: try await ExampleWords.counts(household.examples.view()),
            givenUp: givenUp > 0,
            remindersWords: givenUp > 0
                ? ReminderModel.givenUp(givenUp)
                : localized("Get reminders in the browser, by ntfy, or in your calendar."),
            note: query["note"].flatMap(SettingsModel.note) ?? HomeModel.note(query),
            problem: problem.map(RefusalFields.init))
        return renderer.page(
            page, title: localized("Settings"), tab: .none, household: household, status: problem?.status ?? .ok)
    }
}

/// The fields of the settings page about Pl@ntNet; pure.
struct SettingsModel {
    let policy: Policy
    let fixed: Set<Policy.Setting>
    let serviceStatus: Identifications.ServiceStatus
    let key: KeyRing.State
    let canKeepKey: Bool
    let isProjectUnknown: Bool
    let cache: CacheStatistics
    let waiting: [Waiting]
    let now: Date

    var context: Fields {
        var context = Fields(
            strategies: [Strategy.onDeviceFirst, .onDeviceOnly, .parallel, .serviceOnly].map { strategy in
                StrategyChoice(
                    value: strategy.rawValue, word: Self.word(strategy), more: Self.more(strategy),
                    chosen: strategy == policy.strategy)
            },
            threshold: String(Int((policy.askBelow * 100).rounded())), project: policy.project,
            projects: Self.floras, serviceLanguage: policy.language, budget: String(policy.dailyBudget),
            cacheDays: String(policy.cacheDays), cacheEntries: String(policy.cacheEntries),
            lookalikes: policy.matchesLookalikes,
            fixed: HeldFields(fixed),
            link: Wording.link(serviceStatus.link), isOffline: serviceStatus.link == nil,
            cache: CacheFields(
                entries: String(cache.entries), limit: String(policy.cacheEntries),
                expired: String(cache.expired),
                hits: String(cache.hits), misses: String(cache.misses), size: Self.size(cache.bytes)),
            waitingCount: String(waiting.count), hasWaiting: !waiting.isEmpty,
            waiting: waiting.map { waiting in
                WaitingRow(
                    href: Site.identification(waiting.identification),
                    since: Wording.time(waiting.since, from: now),
                    why: SecondOpinionModel.words(waiting, serviceStatus, now: now),
                    stop: Site.stopWaiting(waiting.identification))
            },
            service: service, keyFixed: !canKeepKey, floraUnknown: isProjectUnknown ? policy.project : nil,
            quota: serviceStatus.quota.map { QuotaModel(quota: $0, now: now).context })
        switch key {
        case .missing: context.keyMissing = true
        case .unusable(let reason): context.keyUnusable = reason
        case .present(_, let place): context.keyPlace = place
        }
        return context
    }

    private var service: String {
        switch serviceStatus.service {
        case .ready: localized("Ready", context: "service")
        case .notConfigured: localized("No key yet")
        case .keyRefused: localized("The key was refused")
        case .paused(let until):
            localized("Paused until \(Wording.time(until, from: now), "time"), because it failed several times")
        }
    }

    private static func word(_ strategy: Strategy) -> String {
        switch strategy {
        case .onDeviceFirst: localized("Own server first")
        case .onDeviceOnly: localized("Own server only")
        case .parallel: localized("Both at the same time")
        case .serviceOnly: localized("Pl@ntNet only")
        }
    }

    private static func more(_ strategy: Strategy) -> String {
        switch strategy {
        case .onDeviceFirst: localized("Pl@ntNet is asked if your own model is not sure.")
        case .onDeviceOnly: localized("Nothing is sent unless you press the button.")
        case .parallel: localized("Every photo is sent to Pl@ntNet. Its answer is preferred.")
        case .serviceOnly: localized("Every photo is sent to Pl@ntNet. Your own model is not used.")
        }
    }

    private static func size(_ bytes: Int) -> String {
        if bytes < 1024 { return localized(bytes, one: "1 byte", other: "\(bytes, "count") bytes") }
        return bytes < 1 << 20
            ? localized("\(bytes >> 10, "number") KiB") : localized("\(bytes >> 20, "number") MiB")
    }

    static func note(_ name: String) -> String? {
        switch name {
        case "saved": localized("The settings are saved.")
        case "key-kept": localized("The key is saved in a file that only the server can read. It is not shown again.")
        case "key-removed": localized("The key is removed. Pl@ntNet is not asked any more.")
        case "forgotten": localized("The saved answers are deleted.")
        default: nil
        }
    }

    /// The floras that are offered before the list of the service was fetched. Any other id can be entered.
    static var floras: [Flora] {
        [
            ("all", localized("Every flora (the service picks)")), ("useful", localized("Useful plants of the world")),
            ("k-world-flora", localized("World flora")), ("k-southwestern-europe", localized("South-western Europe")),
            ("k-middle-europe", localized("Middle Europe")), ("k-northern-europe", localized("Northern Europe")),
            ("k-southeastern-europe", localized("South-eastern Europe")),
            ("k-eastern-canada", localized("Eastern Canada")),
            ("k-western-canada", localized("Western Canada")),
        ].map { Flora(id: $0.0, title: $0.1) }
    }
}

/// The settings page.
struct SettingsPage: PageFields {
    static let template = "settings"

    let settings: SettingsModel.Fields
    let home: HomeModel.Fields
    /// Nil without accounts.
    let account: AccountSummary?
    let networkWords: String
    /// The examples in the household, as "24 plants and 4 medicines"; nil if there are none.
    let examples: String?
    let givenUp: Bool
    let remindersWords: String
    let note: String?
    let problem: RefusalFields?
}

extension SettingsModel {
    struct StrategyChoice: TemplateFields {
        let value: String
        let word: String
        let more: String
        let chosen: Bool
    }

    struct CacheFields: TemplateFields {
        let entries: String
        let limit: String
        let expired: String
        let hits: String
        let misses: String
        let size: String
    }

    struct WaitingRow: TemplateFields {
        let href: String
        let since: String
        let why: String
        let stop: String
    }

    /// The fields of settings.mustache about Pl@ntNet.
    struct Fields: SharedFields {
        let strategies: [StrategyChoice]
        let threshold: String
        let project: String
        let projects: [Flora]
        let serviceLanguage: String
        let budget: String
        let cacheDays: String
        let cacheEntries: String
        let lookalikes: Bool
        let fixed: HeldFields<Policy.Setting>
        let link: String
        let isOffline: Bool
        let cache: CacheFields
        let waitingCount: String
        let hasWaiting: Bool
        let waiting: [WaitingRow]
        let service: String
        var keyMissing = false
        var keyUnusable: String?
        var keyPlace: String?
        let keyFixed: Bool
        let floraUnknown: String?
        let quota: QuotaModel.Fields?
    }

    struct Flora: TemplateFields {
        let id: String
        let title: String
    }
}
