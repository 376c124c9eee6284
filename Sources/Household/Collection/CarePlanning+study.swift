import Accounts
package import FoundationEssentials
import Logging
import Messages
import Plants
package import Recognition

extension CarePlanning {
    /// For how long facts are fresh, in seconds: a month. The same for plants that the service does not know.
    private static let freshFor = 30 * 86_400.0

    /// Fetches facts about one taxon for which there are none, or only facts older than a month, and updates the plans.
    /// Called in a loop. Returns true if there may be another one. A failing service causes no error: the bundled table
    /// is used until the service is available again.
    package func studyNext() async throws -> Bool {
        guard case .present(let account, _) = careServices.service.key.state(),
            careServices.service.isOwn || reachability.link() != nil
        else { return false }
        let now = environment.now()
        let service = careServices.service
        let trouble = try await trouble(of: account)
        if trouble.pausedUntil > now { return false }
        guard
            let taxon = try await records.taxonToStudy(
                for: service.name, stale: now.addingTimeInterval(-Self.freshFor), at: now)
        else { return false }
        let key = taxon.foldingKey
        let before = try await records.facts(about: key, of: service.name)
        do {
            let report = try await service.report(taxon, before?.validator)
            let learned = Self.remembered(report, about: key, before: before, at: now)
            try await records.remember(learned, of: service.name)
            if trouble.isAny { try await forgetRefusal() }
            if learned.facts != before?.facts {
                try await replan(plantsOf: key)
            }
            return true
        } catch let failure as CareService.Failure {
            // With another key the plant is requested at once, because it was not the cause.
            if failure.error.code != .serviceKeyRefused {
                // This taxon goes to the end of the queue, in case it is the cause, and not the service.
                let tries = (before?.attempts ?? 0) + 1
                try await records.remember(
                    RememberedFacts(
                        key: key, facts: before?.facts, validator: before?.validator, fetchedAt: before?.fetchedAt,
                        notBefore: now.addingTimeInterval(Self.wait(tries, atMost: 86_400)), attempts: tries),
                    of: service.name)
            }
            try await note(failure, account, after: trouble, at: now)
            return false
        }
    }

    /// What is known about failures of the whole service: a failing service is paused as a whole, not for each plant.
    private struct Trouble {
        let refused: CareKeyRefusal?
        let attempts: Int
        let pausedUntil: Date

        var isAny: Bool { attempts > 0 || refused != nil }
    }

    /// Another key is tried at once, even if the earlier one was refused.
    private func trouble(of account: String) async throws -> Trouble {
        let refused = CareKeyRefusal(choices: try await records.choices())
        if let refused, refused.account != account { try await forgetRefusal() }
        let known = try await records.facts(about: Self.wholeService, of: careServices.service.name)
        return Trouble(
            refused: refused, attempts: known?.attempts ?? 0, pausedUntil: known?.notBefore ?? .distantPast)
    }

    /// Stores that the service refused the key, and pauses it. An answer that cannot be read is no reason for a pause.
    private func note(
        _ failure: CareService.Failure, _ account: String, after trouble: Trouble, at now: Date
    ) async throws {
        if failure.error.code == .serviceKeyRefused {
            let since = trouble.refused?.account == account ? trouble.refused?.since ?? now : now
            try await records.choose([CareKeyRefusal.choice: CareKeyRefusal(account: account, since: since).text])
        }
        if failure.error.code != .serviceUnreadable {
            let wait = max(failure.retryAfter ?? 0, Self.wait(trouble.attempts + 1, atMost: 21_600))
            try await note(attempts: trouble.attempts + 1, until: now.addingTimeInterval(wait))
        }
        logger.info(
            "care facts could not be fetched",
            metadata: [
                "service": "\(careServices.service.name)", "code": "\(failure.error.code.rawValue)",
            ])
    }

    /// A minute, doubled with each attempt.
    private static func wait(_ attempts: Int, atMost limit: Double) -> Double {
        min(60 * Double(1 << min(attempts - 1, 11)), limit)
    }

    /// Whether the care service can be asked for names.
    package var canSearchService: Bool { if case .present = careServices.service.key.state() { true } else { false } }

    /// Asks the care service for species with such a name. Sends the text to the service, once. Throws
    /// `serviceNotConfigured`, `serviceOffline`, or the error of the service.
    package func searchService(_ text: String) async throws -> [Taxon] {
        try await askingService { try await careServices.service.search(text) }
    }

    /// Fetches the facts about a species, stores them, and updates the plans of its plants; unless there are facts of the
    /// last month. Throws as `searchService`, and `notFound` if the service does not know the species.
    package func studyNow(_ taxon: Taxon) async throws {
        let (key, now, service) = (taxon.foldingKey, environment.now(), careServices.service)
        let before = try await records.facts(about: key, of: service.name)
        if before?.facts != nil, let fetched = before?.fetchedAt, fetched > now.addingTimeInterval(-Self.freshFor) {
            return
        }
        let report = try await askingService { try await service.report(taxon, before?.validator) }
        let learned = Self.remembered(report, about: key, before: before, at: now)
        // Of a text that is no species nothing is stored.
        guard learned.facts != nil else {
            throw HouseholdError(.notFound, localized("The service does not know this species."))
        }
        try await records.remember(learned, of: service.name)
        if learned.facts != before?.facts { try await replan(plantsOf: key) }
    }

    private func replan(plantsOf key: String) async throws {
        try await replan(try await records.plants(PlantQuery()).filter { $0.taxon?.foldingKey == key })
    }

    /// Returns the species with this name if facts of the care service about it are stored, with the name in the facts.
    package func serviceTaxon(named name: String) async throws -> Taxon? {
        let key = Taxon(scientificName: name).foldingKey
        let facts = try await records.facts(about: key, of: careServices.service.name)?.facts
        return facts.map { Taxon(scientificName: $0.scientificName) }
    }

    /// Asks the care service because a person waits, unless it is paused, and notes a failure.
    private func askingService<Value>(_ ask: () async throws -> Value) async throws -> Value {
        let (now, service) = (environment.now(), careServices.service)
        guard case .present(let account, _) = service.key.state() else {
            throw HouseholdError(
                .serviceNotConfigured, localized("There is no token for Trefle."),
                hint: localized("Set one in the settings."))
        }
        guard service.isOwn || reachability.link() != nil else {
            throw HouseholdError(
                .serviceOffline, localized("There is no network, so Trefle cannot be asked."),
                hint: localized("Try again when there is one."))
        }
        let trouble = try await trouble(of: account)
        if trouble.pausedUntil > now {
            throw HouseholdError(
                .servicePaused, localized("Trefle failed and is not asked for a while."),
                hint: localized("Try again later."))
        }
        do {
            let value = try await ask()
            if trouble.isAny { try await forgetRefusal() }
            return value
        } catch let failure as CareService.Failure {
            try await note(failure, account, after: trouble, at: now)
            throw failure.error
        }
    }

    /// The state of the care service's key.
    package var careKeyState: KeyRing.State { careServices.service.key.state() }

    /// True if `keepCareKey` can be used.
    package var canKeepCareKey: Bool { careServices.service.key.canKeep }

    /// Stores the service's key that the owner entered, or removes it, and resets the failures of the earlier one.
    package func keepCareKey(_ key: String?) async throws {
        try ActingPerson.require(.keys)
        let wasPresent = careKeyState != .missing
        try careServices.service.key.keep(key)
        SensitiveActs.report(keptKey: key != nil, of: "Trefle", wasPresent: wasPresent)
        try await forgetRefusal()
        signals.post(.service)
    }

    /// Returns since when the care service refuses the current key; nil if it does not or was not called with it.
    package func careKeyRefusedSince() async throws -> Date? {
        CareKeyRefusal(choices: try await records.choices())?.since(for: careServices.service.key.state())
    }

    private func forgetRefusal() async throws {
        try await records.choose([CareKeyRefusal.choice: nil])
        try await note(attempts: 0, until: environment.now())
    }

    /// The key under which the state of the service itself is stored; it cannot be the key of a taxon.
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
        // A service that rebuilds its index finds nothing either, so earlier facts stay.
        case .unknown:
            RememberedFacts(key: key, facts: before?.facts, validator: nil, fetchedAt: now, notBefore: now)
        }
    }
}
