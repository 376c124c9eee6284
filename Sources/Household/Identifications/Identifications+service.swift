package import FoundationEssentials
import Logging
package import Recognition

extension Identifications {
    /// How things stand with the service, for the chip on every page and for the settings.
    package struct ServiceStatus: Sendable, Hashable {
        package enum Service: Sendable, Hashable {
            case ready
            case notConfigured(reason: String?)
            case keyRefused
            case paused(until: Date)
        }

        package let service: Service
        package let link: Reachability.Link?
        /// Calls under way.
        package let asking: Int
        /// Identifications that wait.
        package let waiting: Int
        /// Nothing without a key.
        package let quota: Quota?
    }

    package func serviceStatus() async throws -> ServiceStatus {
        try await countWaiting()
        return ServiceStatus(
            service: serviceState(), link: inquirer.reachability.link(), asking: inquirer.desk.asking,
            waiting: inquirer.desk.waiting, quota: try await quota())
    }

    package func serviceState() -> ServiceStatus.Service {
        switch inquirer.service.key.state() {
        case .missing: .notConfigured(reason: nil)
        case .unusable(let reason): .notConfigured(reason: reason)
        case .present(let account, _) where inquirer.desk.isRefused(account, at: environment.now()): .keyRefused
        case .present: inquirer.desk.pausedUntil(environment.now()).map { .paused(until: $0) } ?? .ready
        }
    }

    /// What is left today; nothing without a key.
    package func quota() async throws -> Quota? {
        guard case .present(let account, _) = inquirer.service.key.state() else { return nil }
        return try await records.quota(of: account, within: inquirer.desk.policy.dailyBudget, at: environment.now())
    }

    package func cacheStatistics() async throws -> CacheStatistics {
        try await records.cacheStatistics(of: id, since: inquirer.freshFrom(inquirer.desk.policy))
    }

    /// Forgets what the service answered; how many answers there were.
    package func clearCache(onlyExpired: Bool) async throws -> Int {
        try await records.forgetAnswers(before: onlyExpired ? inquirer.freshFrom(inquirer.desk.policy) : nil, of: id)
    }

    /// The floras that the service listed within a day, since this process started. Asks nobody.
    package func knownProjects() -> [OnlineRecogniser.Project] {
        inquirer.desk.projects(at: environment.now(), language: inquirer.desk.policy.language) ?? []
    }

    /// The floras to choose from, as the service lists them. Throws `HouseholdError`.
    package func projects() async throws -> [OnlineRecogniser.Project] {
        let (desk, language, now) = (inquirer.desk, inquirer.desk.policy.language, environment.now())
        if let known = desk.projects(at: now, language: language) { return known }
        if inquirer.reachability.link() == nil {
            throw Self.notAsked(.offline)
        }
        switch serviceState() {
        case .ready: break
        case .notConfigured: throw Self.notAsked(.notConfigured)
        case .keyRefused: throw Self.notAsked(.keyRefused)
        case .paused: throw Self.notAsked(.paused)
        }
        do {
            let listed = try await inquirer.service.projects(language)
            desk.note(listed, at: now, language: language)
            return listed
        } catch let failure as OnlineRecogniser.Failure {
            throw failure.error
        }
    }

    /// Keeps the service's key in its file, or removes it.
    package func keepKey(_ key: String?) throws {
        try inquirer.service.key.keep(key)
        inquirer.desk.trustAgain()
        inquirer.desk.wake()
    }
}
