package import Foundation
package import HTTPTransport
package import Household
import Messages
import Plants
import Recognition
import Trefle

/// Trefle as the household's source of care facts. Description and mirror do not show the token.
package struct TrefleCare: Sendable, CustomStringConvertible, CustomReflectable {
    private let key: KeyFile
    private let baseURL: URL
    private let transport: HTTPTransport
    private let now: @Sendable () -> Date

    /// Sends at most `requestsPerMinute`; callers are served in order. `log` receives one line per request, without the
    /// token. `clock` measures the pauses, and `random` draws the pause before a retry.
    package init(
        key: KeyFile, baseURL: URL, transport: HTTPTransport, requestsPerMinute: Int,
        now: @escaping @Sendable () -> Date, clock: any Clock<Duration> = ContinuousClock(),
        random: @escaping @Sendable (ClosedRange<Double>) -> Double = { Double.random(in: $0) },
        log: @escaping @Sendable (String) -> Void
    ) {
        self.key = key
        self.baseURL = baseURL
        self.now = now
        self.transport = transport.logging(showing: ["page", "limit"], log).limited(
            to: TrefleLimits(requestsPerMinute: requestsPerMinute), clock: clock, now: now, random: random)
    }

    package static var service: URL { TrefleClient.service }

    package var description: String { "TrefleCare(\(baseURL.host() ?? "?"))" }

    package var customMirror: Mirror { Mirror(self, children: ["host": baseURL.host() ?? "?"], displayStyle: .struct) }

    /// Set `isOwn` if the service runs on this machine.
    package func service(isOwn: Bool) -> CareService {
        CareService(name: "trefle", key: key.ring, isOwn: isOwn) { text in
            do { return try await search(text) } catch let error as TrefleError { throw failure(error) }
        } report: { taxon, validator in
            do {
                return try await report(taxon, validator: validator)
            } catch let error as TrefleError {
                throw failure(error)
            }
        }
    }

    /// Species only: the service has care facts for no other rank.
    private func search(_ text: String) async throws -> [Recognition.Taxon] {
        let client = TrefleClient(baseURL: baseURL, token: key.key() ?? "", transport: transport)
        return try await client.searchSpecies(text).value.items.compactMap { found in
            let name = PlainText.line(found.scientificName)
            guard Binomial(name) != nil, found.rank == nil || found.rank == .species || found.rank == .hybrid else {
                return nil
            }
            return Recognition.Taxon(
                scientificName: name, commonNames: found.commonName.map { [PlainText.line($0)] } ?? [],
                family: found.family.map { PlainText.line($0) })
        }
    }

    private func report(_ taxon: Recognition.Taxon, validator: String?) async throws -> CareService.Report {
        // The service has care facts for species only.
        guard taxon.rank == .species, let name = Binomial(taxon.scientificName) else { return .unknown }
        let client = TrefleClient(baseURL: baseURL, token: key.key() ?? "", transport: transport)
        if let known = Known(validator) {
            do {
                switch try await client.species(TrefleID(known.id), ifChangedSince: known.validators) {
                case .notModified: return .unchanged
                case .changed(let reply) where Self.isMeant(reply.value, by: name): return Self.report(reply)
                case .changed: break
                }
            } catch let error as TrefleError where error.code == .notFound {
                // Ids have changed when the service was rebuilt, so the species is searched again.
            }
        }
        guard let match = try await match(name, client: client) else { return .unknown }
        do {
            return Self.report(try await client.species(TrefleID(match)))
        } catch let error as TrefleError where error.code == .notFound {
            return .unknown
        }
    }

    /// Uses the search; if that fails, as it did for a year, uses the list with a filter.
    private func match(_ name: Binomial, client: TrefleClient) async throws -> String? {
        let found: [SpeciesSummary]
        do {
            found = try await client.searchSpecies(name.text).value.items
        } catch let error as TrefleError where Self.isSearchAway(error) {
            found = try await client.species(where: .init(filter: [.scientificName: name.spellings])).value.items
        }
        let species =
            found.first { name.isMeant(by: $0.scientificName) }
            ?? found.first { $0.synonyms.contains(where: name.isMeant) }
        return species.map { Self.id($0.slug, $0.id) }
    }

    private static func isSearchAway(_ error: TrefleError) -> Bool {
        [.serverError, .unreadable, .timedOut, .cutOff].contains(error.code)
    }

    private static func isMeant(_ species: Trefle.Species, by name: Binomial) -> Bool {
        ([species.scientificName] + species.synonyms.map(\.name)).contains(where: name.isMeant)
    }

    /// The slug, because numeric ids have changed; the numeric id if the slug is not valid in an address.
    private static func id(_ slug: String?, _ number: Int) -> String {
        slug.flatMap { isPlain($0) ? $0 : nil } ?? String(number)
    }

    private static func isPlain(_ slug: String) -> Bool {
        !slug.isEmpty && slug.utf8.count <= 200
            && slug.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    }

    /// The known record and its validators in one text: "slug|etag|last-modified".
    private struct Known {
        let id: String
        let validators: Validators

        init?(_ text: String?) {
            let parts = (text ?? "").split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 3, isPlain(parts[0]), !(parts[1].isEmpty && parts[2].isEmpty) else { return nil }
            id = parts[0]
            validators = Validators(
                etag: parts[1].isEmpty ? nil : parts[1], lastModified: parts[2].isEmpty ? nil : parts[2])
        }

        static func text(_ id: String, _ validators: Validators) -> String? {
            let parts = [id, validators.etag ?? "", validators.lastModified ?? ""]
            guard !validators.isEmpty, !parts.contains(where: { $0.contains("|") }) else { return nil }
            return parts.joined(separator: "|")
        }
    }
}

// MARK: - Names

extension TrefleCare {
    /// Genus and epithet of a species: "Rosa canina" for "Rosa canina L.".
    struct Binomial: Sendable {
        private let genus: String
        private let epithet: String
        private let key: String
        private let isHybrid: Bool
        private let isOfHybridGenus: Bool

        /// Returns nil for a genus, a section, "Rosa sp." and any other name that is not a species.
        init?(_ name: String) {
            let signs: Set = ["×", "x", "X"]
            // The hybrid sign may be attached to a word.
            let words = name.replacing("×", with: " × ").split(whereSeparator: \.isWhitespace).map(String.init)
            let plain = words.filter { !signs.contains($0) }
            guard plain.count >= 2, Self.isWord(plain[0]), Self.isWord(plain[1]) else { return nil }
            genus = plain[0]
            epithet = plain[1]
            key = Recognition.Taxon(scientificName: "\(genus) \(epithet)").foldingKey
            isOfHybridGenus = signs.contains(words[0])
            isHybrid = words.firstIndex(of: genus).map { signs.contains(words[$0 + 1]) } ?? false
        }

        /// A comma would end the name in a filter, and a full stop marks an abbreviation.
        private static func isWord(_ word: String) -> Bool { word.allSatisfy { $0.isLetter || $0 == "-" } }

        var text: String { isHybrid ? "\(genus) × \(epithet)" : "\(genus) \(epithet)" }

        /// The possible spellings in a service that needs the exact name: not all sources write the hybrid sign.
        var spellings: [String] {
            let all = ["\(genus) \(epithet)", "\(genus) × \(epithet)"]
            return isOfHybridGenus ? all + ["× \(genus) \(epithet)", "×\(genus) \(epithet)"] : all
        }

        /// Whether `name` is a name of the species itself, with or without author. "Rosa canina var. lutetiana" is not,
        /// whatever species it belongs to now.
        func isMeant(by name: String) -> Bool {
            let words = name.replacing("×", with: " ").split(whereSeparator: \.isWhitespace).filter { $0 != "x" }
            guard Recognition.Taxon(scientificName: name).foldingKey == key else { return false }
            return words.dropFirst(2).first?.first.map { $0.isUppercase || $0 == "(" } ?? true
        }
    }
}

// MARK: - Species to facts

extension TrefleCare {
    private static func report(_ reply: TrefleReply<Trefle.Species>) -> CareService.Report {
        .facts(
            facts(of: reply.value), validator: Known.text(id(reply.value.slug, reply.value.id), reply.validators))
    }

    static func facts(of species: Trefle.Species) -> ReportedFacts {
        var facts = ReportedFacts(scientificName: PlainText.line(species.scientificName))
        // The record's own address needs a token, so the link leads to the species' page at one of its sources.
        facts.link = page(of: species)
        if let growth = species.growth {
            facts.light = growth.light
            facts.soilHumidity = growth.soilHumidity
            facts.airHumidity = growth.atmosphericHumidity
            facts.nutriments = growth.soilNutriments
            facts.minimum = growth.minimumTemperature?.celsius.flatMap(whole)
            facts.maximum = growth.maximumTemperature?.celsius.flatMap(whole)
            facts.rainLow = growth.minimumPrecipitation?.mm.flatMap(whole)
            facts.rainHigh = growth.maximumPrecipitation?.mm.flatMap(whole)
            facts.acidityLow = growth.phMinimum
            facts.acidityHigh = growth.phMaximum
            facts.growthMonths = growth.growthMonths.flatMap(numbers)
            facts.bloomMonths = growth.bloomMonths.flatMap(numbers)
        }
        facts.growthRate = species.specifications?.growthRate.map { word($0.rawValue) }
        facts.toxicity = species.specifications?.toxicity.map { word($0.rawValue) }
        return facts
    }

    /// The species' page at Kew, otherwise at GBIF, by its id there; nil if the record has neither id.
    static func page(of species: Trefle.Species) -> String? {
        func id(_ source: String, _ isNumber: (String) -> Bool) -> String? {
            species.sources.lazy.filter { $0.name?.uppercased() == source }.compactMap(\.id).first(where: isNumber)
        }
        let names = "urn:lsid:ipni.org:names:"
        if let taxon = id("POWO", { $0.hasPrefix(names) && isKewNumber($0.dropFirst(names.count)) }) {
            return "https://powo.science.kew.org/taxon/" + taxon
        }
        return id("GBIF", { isDigits($0[...]) }).map { "https://www.gbif.org/species/" + $0 }
    }

    /// An id such as "1137625-2".
    private static func isKewNumber(_ text: Substring) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy(isDigits)
    }

    private static func isDigits(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.count <= 12 && text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    }

    private static func numbers(_ months: [Month]) -> [Int]? { months.isEmpty ? nil : months.map(\.number).sorted() }

    private static func word(_ text: String) -> String { PlainText.line(text, limit: 40).lowercased() }

    private static func whole(_ value: Double) -> Int? { Int(exactly: value.rounded(.down)) }
}

// MARK: - Errors

extension TrefleCare {
    func failure(_ error: TrefleError) -> CareService.Failure {
        func failure(_ code: HouseholdError.Code, _ message: String, hint: String? = nil) -> CareService.Failure {
            .init(
                HouseholdError(code, message, detail: error.code.rawValue, hint: hint, cause: error),
                retryAfter: error.retryAfter?.seconds(from: now()))
        }
        switch error.code {
        case .tokenMissing: return failure(.serviceNotConfigured, localized("There is no token for Trefle."))
        case .tokenRefused, .tokenExpired, .notAllowed:
            return failure(
                .serviceKeyRefused, localized("Trefle does not take the token."),
                hint: localized("Look at the token on the settings page and at trefle.io."))
        case .rateLimited: return failure(.serviceQuotaUsed, localized("Trefle asks Stillroom to wait for a minute."))
        case .noNetwork: return failure(.serviceOffline, localized("Trefle cannot be reached: there is no network."))
        case .connectionFailed: return failure(.serviceOffline, localized("Trefle cannot be reached."))
        case .timedOut: return failure(.serviceTimedOut, localized("Trefle did not answer in time."))
        case .unreadable: return failure(.serviceUnreadable, localized("What Trefle answered cannot be read."))
        default: return failure(.serviceFailed, localized("Trefle failed."))
        }
    }
}
