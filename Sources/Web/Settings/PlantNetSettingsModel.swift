import Foundation
import Household
import Messages
import Plants
import Recognition

/// The fields of the settings pages about Pl@ntNet and its saved answers; pure.
struct PlantNetSettingsModel {
    let policy: Policy
    let fixed: Set<Policy.Setting>
    let serviceStatus: Identifications.ServiceStatus
    let key: KeyRing.State
    let canKeepKey: Bool
    let isProjectUnknown: Bool
    /// The floras that the service listed last; nil if it listed none.
    let known: KnownProjects?
    let cache: CacheStatistics
    let waiting: [Waiting]
    /// The host of the model server that gets a copy of each photograph; nil if there is none.
    let modelServer: String?
    let now: Date

    /// An empty list hides no flora.
    private var listed: KnownProjects? { known.flatMap { $0.projects.isEmpty ? nil : $0 } }

    var context: Fields {
        var context = Fields(
            strategies: [Strategy.onDeviceFirst, .onDeviceOnly, .parallel, .serviceOnly].map { strategy in
                StrategyChoice(
                    value: strategy.rawValue, word: Self.word(strategy), more: Self.more(strategy),
                    chosen: strategy == policy.strategy)
            },
            threshold: String(Int((policy.askBelow * 100).rounded())), project: policy.project,
            projects: listed?.projects.map { Flora(id: $0.id, title: $0.title) } ?? Self.floras,
            florasSince: listed.map { Wording.time($0.at, from: now) }, florasAction: Site.settingsFloras,
            serviceLanguage: policy.language, budget: String(policy.dailyBudget),
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
            service: Self.word(serviceStatus.service, now: now), keyFixed: !canKeepKey,
            floraUnknown: isProjectUnknown ? policy.project : nil,
            quota: serviceStatus.quota.map { QuotaModel(quota: $0, now: now).context })
        context.modelServer = modelServer
        switch key {
        case .missing: context.keyMissing = true
        case .unusable(let reason): context.keyUnusable = reason
        case .present(_, let place): context.keyPlace = place
        }
        return context
    }

    /// Returns a sentence without its full stop about the state of Pl@ntNet.
    static func word(_ service: Identifications.ServiceStatus.Service, now: Date) -> String {
        switch service {
        case .ready: localized("Ready", context: "service")
        case .notConfigured(reason: nil): localized("No key yet")
        case .notConfigured: localized("The key is not valid")
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

    static func note(_ name: String?) -> String? {
        switch name {
        case "saved": localized("The settings are saved.")
        case "key-kept": localized("The key is saved in a file that only the server can read. It is not shown again.")
        case "key-removed": localized("The key is removed. Pl@ntNet is not asked any more.")
        case "floras": localized("The list of floras is that of Pl@ntNet now.")
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

extension PlantNetSettingsModel {
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

    /// The fields of plantnet.mustache and saved-answers.mustache.
    struct Fields: SharedFields {
        let strategies: [StrategyChoice]
        let threshold: String
        let project: String
        let projects: [Flora]
        let florasSince: String?
        let florasAction: String
        let serviceLanguage: String
        let budget: String
        let cacheDays: String
        let cacheEntries: String
        let lookalikes: Bool
        let fixed: HeldFields<Policy.Setting>
        let link: String
        let isOffline: Bool
        var modelServer: String?
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
