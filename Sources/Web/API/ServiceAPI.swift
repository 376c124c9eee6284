import Agenda
import Foundation
import Household
import Hummingbird
import Plants
import Recognition

/// How things stand with Pl@ntNet, as JSON: state, quota, memory, what waits, settings, floras. Docs/api.md describes
/// them.
struct ServiceAPI {
    let household: Household

    private struct State: Encodable {
        /// What the chip says.
        let chip: String
        let chipKind: String
        let online: Bool
        let link: String?
        let service: String
        let asking: Int
        let waiting: Int
        let quota: QuotaDocument?
        /// Chores, for the badge.
        let overdue: Int
        /// Notices that the pages show.
        let alerts: Int
        /// The same while these say the same.
        let alertsMark: String
    }

    struct QuotaDocument: Encodable {
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

    private struct CacheDocument: Encodable {
        let entries: Int
        let expired: Int
        let hits: Int
        let misses: Int
        let bytes: Int
        let limit: Int
        let days: Int
    }

    private struct WaitingDocument: Encodable {
        let identification: String
        let because: String
        let obstacle: String
        let since: Date
        let notBefore: Date
        let attempts: Int
    }

    func add(to router: Router<HouseContext>) {
        router.get("/api/state") { _, _ in try JSON.response(await state()) }
        router.get("/api/quota") { _, _ in
            guard let quota = try await household.quota() else {
                throw HouseholdError(.serviceNotConfigured, "There is no key for Pl@ntNet, so nothing is counted.")
            }
            return try JSON.response(QuotaDocument(quota, now: household.now()))
        }
        router.get("/api/projects") { _, _ in
            try JSON.response(["projects": await household.projects()])
        }
        addCache(to: router)
        addWaiting(to: router)
        addSettings(to: router)
    }

    private func state() async throws -> State {
        let standing = try await household.standing()
        let service =
            switch standing.service {
            case .ready: "ready"
            case .notConfigured: "not-configured"
            case .keyRefused: "key-refused"
            case .paused: "paused"
            }
        let chip = ChipModel(household)
        let alerts = try await household.alerts()
        return State(
            chip: chip.text, chipKind: chip.kind, online: standing.link != nil, link: standing.link?.rawValue,
            service: service, asking: standing.asking, waiting: standing.waiting,
            quota: standing.quota.map { QuotaDocument($0, now: household.now()) },
            overdue: try await household.overdue(), alerts: alerts.count,
            alertsMark: mark(alerts))
    }

    private func mark(_ alerts: [Household.Alert]) -> String {
        let text = alerts.map { "\($0.notice.number) \($0.text.title) \($0.text.body)" }.joined(separator: "\n")
        return Base64URL.text(Array(household.post.vault.digest(Array(text.utf8)).prefix(9)))
    }

    private func addCache(to router: Router<HouseContext>) {
        router.get("/api/cache") { _, _ in
            let (statistics, policy) = (try await household.cacheStatistics(), household.policy)
            return try JSON.response(
                CacheDocument(
                    entries: statistics.entries, expired: statistics.expired, hits: statistics.hits,
                    misses: statistics.misses, bytes: statistics.bytes, limit: policy.cacheEntries,
                    days: policy.cacheDays))
        }
        router.delete("/api/cache") { request, _ in
            let only = Upload.query(request)["only"]
            guard only == nil || only == "expired" else {
                throw Problem(
                    .badRequest, code: "bad-wish", title: "Unknown wish", detail: "only is expired, or left out.")
            }
            return try JSON.response(["removed": await household.clearCache(onlyExpired: only != nil)])
        }
    }

    private func addWaiting(to router: Router<HouseContext>) {
        router.get("/api/waiting") { _, _ in
            let waiting = try await household.waiting().map {
                WaitingDocument(
                    identification: $0.identification.rawValue, because: $0.because.rawValue,
                    obstacle: $0.obstacle.rawValue, since: $0.since, notBefore: $0.notBefore, attempts: $0.attempts)
            }
            return try JSON.response(["waiting": waiting])
        }
        router.delete("/api/waiting/:id") { _, context in
            try await household.stopWaiting(context.identifier("id"))
            return Response(status: .noContent)
        }
    }

    private func addSettings(to router: Router<HouseContext>) {
        router.get("/api/settings") { _, _ in try JSON.response(await settings()) }
        router.patch("/api/settings") { request, _ in
            let wishes = try await Upload.json([String: String].self, request)
            var values: [Policy.Setting: String] = [:]
            var home: [Home.Setting: String] = [:]
            for (name, text) in wishes {
                if let setting = Policy.Setting(rawValue: name) {
                    values[setting] = text
                } else if let setting = Home.Setting(rawValue: name) {
                    home[setting] = text
                } else {
                    throw HouseholdError(.settingRefused, "There is no setting \(name.prefix(60)).")
                }
            }
            guard values.isEmpty || home.isEmpty else {
                throw HouseholdError(
                    .settingRefused, "Settings of the home and of Pl@ntNet are changed one after the other.",
                    hint: "Send two requests: each is done as a whole or not at all.")
            }
            if !home.isEmpty { try await household.choose(home) } else { try await household.choose(values) }
            return try JSON.response(await settings())
        }
    }

    private func settings() async throws -> [String: [String: String]] {
        let fixed = household.fixedSettings
        let chosen = try await household.chosenSettings()
        let home = try await household.home()
        let chosenHome = try await household.chosenHomeSettings()
        var settings: [String: [String: String]] = [:]
        for setting in Policy.Setting.allCases {
            settings[setting.rawValue] = [
                "value": household.policy.text(of: setting),
                "from": fixed.contains(setting) ? "start" : chosen.contains(setting) ? "page" : "default",
            ]
        }
        for setting in Home.Setting.allCases {
            let isGiven = household.givenHomeSettings.contains(setting)
            settings[setting.rawValue] = [
                "value": home.text(of: setting),
                "from": isGiven ? "start" : chosenHome.contains(setting) ? "page" : "default",
            ]
        }
        return settings
    }
}
