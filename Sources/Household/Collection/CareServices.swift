package import Calendar
package import FoundationEssentials
package import Plants
package import Recognition

/// What a household consults about care and about time: its table of plants, a remote source, and the rules of time
/// zones.
package struct CareServices: Sendable {
    /// Read when it is first asked for.
    package let table: @Sendable () -> CareTable
    package let service: CareService
    package let zones: Zones
    /// What was decided where the program was started, so that no page can change it.
    package let given: [Home.Setting: String]

    package init(
        table: @escaping @Sendable () -> CareTable, service: CareService, zones: Zones,
        given: [Home.Setting: String] = [:]
    ) {
        self.table = table
        self.service = service
        self.zones = zones
        self.given = given
    }
}

extension CareServices {
    /// A zone that was chosen once and that the machine has lost since must not close every page.
    func clock(of home: Home, at instant: Date) -> WallClock {
        guard let chosen = home.zone.flatMap(zones.named) else {
            return WallClock(zone: zones.system, instant: instant, isAssumed: true)
        }
        return WallClock(zone: chosen, instant: instant)
    }
}

/// The rules of time zones as this machine knows them.
package struct Zones: Sendable {
    /// A place that a zone is named after.
    package struct Place: Sendable, Hashable {
        package let zone: String
        /// Degrees, north positive.
        package let latitude: Double
        /// Two letters each.
        package let countries: [String]

        package init(zone: String, latitude: Double, countries: [String]) {
            self.zone = zone
            self.latitude = latitude
            self.countries = countries
        }
    }

    /// The one of that name; nothing where the machine has none.
    package let named: @Sendable (String) -> Zone?
    /// The machine's own.
    package let system: Zone
    /// Of the data: "2025b"; nothing where it does not say.
    package let version: String?
    /// In the order of their names.
    package let places: @Sendable () -> [Place]

    package init(
        system: Zone, version: String?, named: @escaping @Sendable (String) -> Zone?,
        places: @escaping @Sendable () -> [Place]
    ) {
        self.system = system
        self.version = version
        self.named = named
        self.places = places
    }

    /// UTC and nothing else.
    package static let utcOnly = Zones(
        system: .utc, version: nil, named: { $0 == Zone.utc.name ? .utc : nil }, places: { [] })
}

/// A service that knows how plants want to be kept.
package struct CareService: Sendable {
    package enum Report: Sendable, Hashable {
        /// What it said, and how to ask whether that still holds.
        case facts(ReportedFacts, validator: String?)
        /// What it said before still holds.
        case unchanged
        /// It does not know the plant.
        case unknown
    }

    package struct Failure: Error, Sendable {
        package let error: HouseholdError
        /// Seconds that the service asked to be left alone.
        package let retryAfter: Double?

        package init(_ error: HouseholdError, retryAfter: Double? = nil) {
            self.error = error
            self.retryAfter = retryAfter
        }
    }

    /// "trefle", as its facts are remembered.
    package let name: String
    package let key: KeyRing
    /// On this machine, so that no network is needed.
    package let isOwn: Bool
    /// `validator` is what came with the facts that are remembered. Throws `Failure`.
    package let report: @Sendable (_ taxon: Taxon, _ validator: String?) async throws -> Report

    package init(
        name: String, key: KeyRing, isOwn: Bool = false,
        report: @escaping @Sendable (_ taxon: Taxon, _ validator: String?) async throws -> Report
    ) {
        self.name = name
        self.key = key
        self.isOwn = isOwn
        self.report = report
    }
}

/// What a service said about a taxon, or that it said nothing.
package struct RememberedFacts: Sendable, Hashable {
    /// `Taxon.foldingKey`.
    package let key: String
    /// Nothing where the service does not know the plant, or has not answered yet.
    package let facts: ReportedFacts?
    package let validator: String?
    /// When it answered; nothing where it never did.
    package let fetchedAt: Date?
    /// Not asked again before.
    package let notBefore: Date
    /// Failures since it last answered.
    package let attempts: Int

    package init(
        key: String, facts: ReportedFacts?, validator: String?, fetchedAt: Date?, notBefore: Date, attempts: Int = 0
    ) {
        self.key = key
        self.facts = facts
        self.validator = validator
        self.fetchedAt = fetchedAt
        self.notBefore = notBefore
        self.attempts = attempts
    }
}
