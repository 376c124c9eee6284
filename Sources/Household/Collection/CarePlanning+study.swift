package import FoundationEssentials
import Logging
import Plants
import Recognition

extension CarePlanning {
    /// Facts are fetched again after a month; a plant that the service did not know, too.
    private static let freshFor = 30 * 86_400.0

    /// Asks the care service about one plant of which it was never asked, or not for a month; the plans follow what it
    /// says. For a loop: `true` where there may be another. A service that is out never fails anything: what the
    /// bundled table says holds until it is back.
    package func studyNext() async throws -> Bool {
        guard case .present(let account, _) = careServices.service.key.state(),
            careServices.service.isOwn || inquirer.reachability.link() != nil
        else { return false }
        let now = environment.now()
        let service = careServices.service
        // Another key is tried at once, whatever was said of the one before.
        let refused = CareKeyRefusal(choices: try await records.choices(of: id))
        if let refused, refused.account != account { try await forgetRefusal() }
        // One that failed is left alone as a whole, not plant by plant.
        let trouble = try await records.facts(about: Self.wholeService, of: service.name)
        if let trouble, trouble.notBefore > now { return false }
        guard
            let taxon = try await records.taxonToStudy(
                for: service.name, stale: now.addingTimeInterval(-Self.freshFor), at: now, of: id)
        else { return false }
        let key = taxon.foldingKey
        let before = try await records.facts(about: key, of: service.name)
        do {
            let report = try await service.report(taxon, before?.validator)
            let learned = Self.remembered(report, about: key, before: before, at: now)
            try await records.remember(learned, of: service.name)
            if (trouble?.attempts ?? 0) > 0 || refused != nil { try await forgetRefusal() }
            if learned.facts != before?.facts {
                try await replan(try await records.plants(PlantQuery(), of: id).filter { $0.taxon?.foldingKey == key })
            }
            return true
        } catch let failure as CareService.Failure {
            if failure.error.code == .serviceKeyRefused {
                // The plant is not at fault: with another key it is asked about at once.
                let since = refused?.account == account ? refused?.since ?? now : now
                try await records.choose(
                    [CareKeyRefusal.choice: CareKeyRefusal(account: account, since: since).text], for: id)
            } else {
                // This one goes to the end of the line, in case it is the question and not the service.
                let tries = (before?.attempts ?? 0) + 1
                try await records.remember(
                    RememberedFacts(
                        key: key, facts: before?.facts, validator: before?.validator, fetchedAt: before?.fetchedAt,
                        notBefore: now.addingTimeInterval(Self.wait(tries, atMost: 86_400)), attempts: tries),
                    of: service.name)
            }
            if failure.error.code != .serviceUnreadable {
                let attempts = (trouble?.attempts ?? 0) + 1
                let wait = max(failure.retryAfter ?? 0, Self.wait(attempts, atMost: 21_600))
                try await note(attempts: attempts, until: now.addingTimeInterval(wait))
            }
            logger.info(
                "care facts could not be fetched",
                metadata: ["service": "\(service.name)", "code": "\(failure.error.code.rawValue)"])
            return false
        }
    }

    /// A minute, doubling.
    private static func wait(_ attempts: Int, atMost limit: Double) -> Double {
        min(60 * Double(1 << min(attempts - 1, 11)), limit)
    }

    /// Keeps the service's key that the owner typed, or removes it; whatever was wrong with the one before is forgotten.
    package func keepCareKey(_ key: String?) async throws {
        try careServices.service.key.keep(key)
        try await forgetRefusal()
        inquirer.desk.wake()
    }

    /// Since when the care service refuses the key that is there now; nil where it does not, or was not asked with it.
    package func careKeyRefusedSince() async throws -> Date? {
        CareKeyRefusal(choices: try await records.choices(of: id))?.since(for: careServices.service.key.state())
    }

    private func forgetRefusal() async throws {
        try await records.choose([CareKeyRefusal.choice: nil], for: id)
        try await note(attempts: 0, until: environment.now())
    }

    /// Under this name it is remembered how the service itself does; no taxon's key looks like it.
    private static let wholeService = "*"

    private func note(attempts: Int, until time: Date) async throws {
        try await records.remember(
            RememberedFacts(
                key: Self.wholeService, facts: nil, validator: nil, fetchedAt: nil, notBefore: time, attempts: attempts),
            of: careServices.service.name)
    }

    private static func remembered(
        _ report: CareService.Report, about key: String, before: RememberedFacts?, at now: Date
    ) -> RememberedFacts {
        switch report {
        case .facts(let facts, let validator):
            RememberedFacts(key: key, facts: facts, validator: validator, fetchedAt: now, notBefore: now)
        case .unchanged:
            RememberedFacts(
                key: key, facts: before?.facts, validator: before?.validator, fetchedAt: now, notBefore: now)
        // An index that is being made anew finds nothing either: what was known stays.
        case .unknown:
            RememberedFacts(key: key, facts: before?.facts, validator: nil, fetchedAt: now, notBefore: now)
        }
    }
}
