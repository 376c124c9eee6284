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

    /// Returns today's remaining quota; nil without a key.
    package func quota() async throws -> Quota? {
        guard case .present(let account, _) = inquirer.service.key.state() else { return nil }
        return try await records.quota(of: account, within: inquirer.desk.policy.dailyBudget, at: environment.now())
    }

    package func cacheStatistics() async throws -> CacheStatistics {
        try await records.cacheStatistics(of: id, since: inquirer.freshFrom(inquirer.desk.policy))
    }

    /// Removes stored answers of the service. Returns their number.
    package func clearCache(onlyExpired: Bool) async throws -> Int {
        try await records.forgetAnswers(before: onlyExpired ? inquirer.freshFrom(inquirer.desk.policy) : nil, of: id)
    }

    /// Returns the floras that the service listed within a day, since the start of this process. Makes no call.
    package func knownProjects() -> [OnlineRecogniser.Project] {
        inquirer.desk.projects(at: environment.now(), language: inquirer.desk.policy.language) ?? []
    }

    /// Returns the floras that the service lists, for selection. Throws `HouseholdError`.
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

    /// Stores the service's key in its file, or removes it.
    package func keepKey(_ key: String?) throws {
        try inquirer.service.key.keep(key)
        inquirer.desk.trustAgain()
        inquirer.desk.wake()
    }
}
