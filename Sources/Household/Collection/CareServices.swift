package import Calendar
package import FoundationEssentials
package import Plants
package import Recognition
import Synchronization

/// The sources for care and time: the bundled table, a remote service, and the rules of time zones.
package struct CareServices: Sendable {
    /// Loaded at the first use.
    package let table: @Sendable () -> CareTable
    /// The names of the table, for a search. Made at the first use.
    package let names: @Sendable () -> SpeciesIndex
    package let service: CareService
    package let zones: Zones
    /// Settings that were given by a flag, the environment or the configuration file, so no page can change them.
    package let given: [Home.Setting: String]

    package init(
        table: @escaping @Sendable () -> CareTable, service: CareService, zones: Zones,
        given: [Home.Setting: String] = [:]
    ) {
        self.table = table
        let index = SpeciesIndexOnce(of: table)
        names = { index.value }
        self.service = service
        self.zones = zones
        self.given = given
    }
}

/// The index of a table's names, made at the first use.
private final class SpeciesIndexOnce: Sendable {
    private let index = Mutex<SpeciesIndex?>(nil)
    private let table: @Sendable () -> CareTable

    init(of table: @escaping @Sendable () -> CareTable) { self.table = table }

    var value: SpeciesIndex {
        index.withLock { index in
            if let index { return index }
            let made = SpeciesIndex(table())
            index = made
            return made
        }
    }
}

extension CareServices {
    /// A chosen zone that this machine no longer knows must not make every page fail.
    func clock(of home: Home, at instant: Date) -> WallClock {
        guard let chosen = home.zone.flatMap(zones.named) else {
            return WallClock(
                zone: home.servedZone.flatMap(zones.named) ?? zones.system, instant: instant, isAssumed: true)
        }
        return WallClock(zone: chosen, instant: instant)
    }
}

/// The rules of the time zones that this machine knows.
package struct Zones: Sendable {
    /// The place after which a zone is named.
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

    /// Returns the zone with that name; nil if this machine does not know it.
    package let named: @Sendable (String) -> Zone?
    /// The zone of this machine.
    package let system: Zone
    /// The version of the data: "2025b"; nil if unknown.
    package let version: String?
    /// Sorted by name.
    package let places: @Sendable () -> [Place]
    private let memory = Memory()

    /// The countries of zones that were asked for, because each page asks for one.
    private final class Memory: Sendable {
        let countries = Mutex<[String: String?]>([:])
    }

    package init(
        system: Zone, version: String?, named: @escaping @Sendable (String) -> Zone?,
        places: @escaping @Sendable () -> [Place]
    ) {
        self.system = system
        self.version = version
        self.named = named
        self.places = places
    }

    /// Returns the country of a zone, as two capital letters: the one with the most people if there are several. Nil if it
    /// has none.
    package func country(of zone: String) -> String? {
        if let known = memory.countries.withLock({ $0[zone] }) { return known }
        let country = places().first { $0.zone == zone }?.countries.first
        memory.countries.withLock { $0[zone] = .some(country) }
        return country
    }

    /// UTC only.
    package static let utcOnly = Zones(
        system: .utc, version: nil, named: { $0 == Zone.utc.name ? .utc : nil }, places: { [] })
}

/// A remote service with care data.
package struct CareService: Sendable {
    package enum Report: Sendable, Hashable {
        /// The data, and a validator for conditional requests.
        case facts(ReportedFacts, validator: String?)
        /// The earlier data is still valid.
        case unchanged
        /// The service does not know the plant.
        case unknown
    }

    package struct Failure: Error, Sendable {
        package let error: HouseholdError
        /// The delay in seconds that the service requested.
        package let retryAfter: Double?

        package init(_ error: HouseholdError, retryAfter: Double? = nil) {
            self.error = error
            self.retryAfter = retryAfter
        }
    }

    /// The name under which its facts are stored: "trefle".
    package let name: String
    package let key: KeyRing
    /// True if it is on this machine, so that no network is needed.
    package let isOwn: Bool
    /// Returns the species whose Latin or common names are like the text, best first. Throws `Failure`.
    package let search: @Sendable (_ text: String) async throws -> [Taxon]
    /// `validator` was stored with the earlier facts. Throws `Failure`.
    package let report: @Sendable (_ taxon: Taxon, _ validator: String?) async throws -> Report

    package init(
        name: String, key: KeyRing, isOwn: Bool = false,
        search: @escaping @Sendable (_ text: String) async throws -> [Taxon] = { _ in [] },
        report: @escaping @Sendable (_ taxon: Taxon, _ validator: String?) async throws -> Report
    ) {
        self.name = name
        self.key = key
        self.isOwn = isOwn
        self.search = search
        self.report = report
    }
}

/// The stored response of a service for a taxon.
package struct RememberedFacts: Sendable, Hashable {
    /// `Taxon.foldingKey`.
    package let key: String
    /// Nil if the service does not know the plant, or has not answered yet.
    package let facts: ReportedFacts?
    package let validator: String?
    /// When the service answered; nil if it never did.
    package let fetchedAt: Date?
    /// No request before this time.
    package let notBefore: Date
    /// The number of failures since the last response.
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
