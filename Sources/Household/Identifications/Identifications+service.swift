import Accounts
package import FoundationEssentials
import Logging
package import Recognition

extension Identifications {
    /// The state of the service, for the indicator on every page and for the settings.
    package struct ServiceStatus: Sendable, Hashable {
        package enum Service: Sendable, Hashable {
            case ready
            case notConfigured(reason: String?)
            case keyRefused
            case paused(until: Date)
        }

        package let service: Service
        package let link: Reachability.Link?
        /// The number of running calls.
        package let asking: Int
        /// The number of identifications on the waiting list.
        package let waiting: Int
        /// Nil without a key.
        package let quota: Quota?
    }

    /// The number of running calls of the service in this process.
    package var runningCalls: Int { inquirer.health.runningCalls }

    /// The length of the waiting list when this process last counted it. Reads no records.
    package var waitingCount: Int { lastWaitingCount.value }

    /// The network connection of this machine; nil if it is offline.
    package var link: Reachability.Link? { inquirer.reachability.link() }

    /// The state of the service's key.
    package var keyState: KeyRing.State { inquirer.service.key.state() }

    /// True if `keepKey` can be used.
    package var canKeepKey: Bool { inquirer.service.key.canKeep }

    /// True if the service has reported that it does not have the chosen flora.
    package var isProjectUnknown: Bool { inquirer.health.isUnknown(livePolicy.current.project) }

    package func serviceStatus() async throws -> ServiceStatus {
        try await countWaiting()
        return ServiceStatus(
            service: serviceState(), link: link, asking: runningCalls, waiting: waitingCount,
            quota: try await quota())
    }

    package func serviceState() -> ServiceStatus.Service {
        switch keyState {
        case .missing: .notConfigured(reason: nil)
        case .unusable(let reason): .notConfigured(reason: reason)
        case .present(let account, _) where inquirer.health.isRefused(account, at: environment.now()): .keyRefused
        case .present: inquirer.health.pausedUntil(environment.now()).map { .paused(until: $0) } ?? .ready
        }
    }

    /// Returns today's remaining quota; nil without a key.
    package func quota() async throws -> Quota? {
        guard case .present(let account, _) = keyState else { return nil }
        return try await records.quota(of: account, within: livePolicy.current.dailyBudget, at: environment.now())
    }

    /// Returns the remaining credits of today as the service counts them; nil if it does not report them. Costs nothing.
    /// Throws `HouseholdError`.
    package func remainingByService() async throws -> Int? {
        do { return try await inquirer.service.allowance().remaining } catch let failure as OnlineRecogniser.Failure {
            throw failure.error
        }
    }

    package func cacheStatistics() async throws -> CacheStatistics {
        try await records.cacheStatistics(since: inquirer.freshFrom(livePolicy.current))
    }

    /// Removes stored answers of the service. Returns their number.
    package func clearCache(onlyExpired: Bool) async throws -> Int {
        try ActingPerson.require(.settings)
        return try await records.forgetAnswers(before: onlyExpired ? inquirer.freshFrom(livePolicy.current) : nil)
    }

    /// The name under which the floras of the service are stored.
    private static let projectsChoice = "plantnet.floras"

    /// Returns the floras that the service listed last, also offline and after a restart; nil if it listed none. Makes no
    /// call.
    package func knownProjects() async throws -> KnownProjects? {
        try await records.choices()[Self.projectsChoice].flatMap { text in
            try? JSONDecoder().decode(KnownProjects.self, from: Data(text.utf8))
        }
    }

    /// Returns the floras that the service lists, for selection. Throws `HouseholdError`.
    package func projects() async throws -> [OnlineRecogniser.Project] {
        let (health, language, now) = (inquirer.health, livePolicy.current.language, environment.now())
        if let known = health.projects(at: now, language: language) { return known }
        if link == nil { throw Self.notAsked(.offline) }
        switch serviceState() {
        case .ready: break
        case .notConfigured: throw Self.notAsked(.notConfigured)
        case .keyRefused: throw Self.notAsked(.keyRefused)
        case .paused: throw Self.notAsked(.paused)
        }
        do {
            let listed = try await inquirer.service.projects(language)
            health.note(listed, at: now, language: language)
            let text = try JSONEncoder().encode(KnownProjects(projects: listed, at: now, language: language))
            try await records.choose([Self.projectsChoice: String(decoding: text, as: UTF8.self)])
            return listed
        } catch let failure as OnlineRecogniser.Failure {
            throw failure.error
        }
    }

    /// Stores the service's key in its file, or removes it.
    package func keepKey(_ key: String?) throws {
        try ActingPerson.require(.keys)
        let wasPresent = keyState != .missing
        try inquirer.service.key.keep(key)
        SensitiveActs.report(keptKey: key != nil, of: "Pl@ntNet", wasPresent: wasPresent)
        inquirer.health.trustAgain()
        signals.post(.service)
    }
}

/// The floras of the service, as it listed them.
package struct KnownProjects: Sendable, Hashable, Codable {
    package let projects: [OnlineRecogniser.Project]
    package let at: Date
    /// The language of the titles.
    package let language: String
}
