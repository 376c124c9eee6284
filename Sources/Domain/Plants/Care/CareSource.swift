public import Calendar
import Messages

/// The source of a fact about a plant's care, and its date.
public struct CareSource: Sendable, Hashable {
    /// Sorted by how near the source is to the plant itself.
    public enum Kind: String, Sendable, CaseIterable {
        /// A member of the household.
        case person
        /// Trefle, for the species.
        case trefle
        /// Our table and Trefle together, for the species.
        case weighed
        /// Our table, for the species.
        case species
        /// Our table, for the genus.
        case genus
        case family
        /// Our table, for the growth form: succulents, ferns, bulbs …
        case form
        /// Unknown: the least harmful default.
        case assumed = "default"
    }

    /// What kind of evidence it is.
    public let kind: Kind
    /// The species, genus, family or form that the fact is about; nil for a default.
    public let name: String?
    /// The origin of the data: "EIVE 1.0", "general horticultural knowledge"; nil for a person.
    public let origin: String?
    /// When the fact was stated or fetched, or when the table was made.
    public let date: LocalDay?
    /// A web page with more information.
    public let link: String?

    public init(
        _ kind: Kind, name: String? = nil, origin: String? = nil, date: LocalDay? = nil, link: String? = nil
    ) {
        self.kind = kind
        self.name = name
        self.origin = origin
        self.date = date
        self.link = link
    }

    /// The distance to the plant itself; smaller is nearer.
    public var distance: Int {
        switch kind {
        case .person: 0
        case .trefle, .weighed, .species: 1
        case .genus: 2
        case .family: 3
        case .form: 4
        case .assumed: 5
        }
    }

    /// True if the value is the median of a group's members, which is no evidence about a single species.
    public var isMedian: Bool { origin?.hasSuffix(Self.medianOrigin) ?? false }
    static let medianOrigin = ", median of its members"

    /// "Trefle, Monstera deliciosa, 2026-11-21"; "genus Monstera, general horticultural knowledge, 2026-11-21"; "default".
    public var text: String {
        [kindAndName, kind == .trefle || kind == .weighed ? nil : originWords, date?.description].compactMap { $0 }
            .joined(separator: ", ")
    }

    private var kindAndName: String {
        switch kind {
        case .person: return localized("your own value")
        case .trefle: return named("Trefle")
        case .weighed: return named(localized("species table and Trefle"))
        case .species: return named(localized("species table"))
        case .genus:
            guard let name else { return localized("genus") }
            return localized("genus \(name, "name")")
        case .family:
            guard let name else { return localized("family", context: "of plants") }
            return localized("family \(name, "name")")
        case .form:
            guard let form = formWords else { return localized("growth form") }
            return localized("growth form \(form, "form")")
        case .assumed: return localized("default", context: "source of a fact")
        }
    }

    private func named(_ source: String) -> String { [source, name].compactMap { $0 }.joined(separator: ", ") }

    /// The name of a growth form in words.
    public var formWords: String? { name.map { GrowthForm(rawValue: $0)?.words ?? $0 } }

    /// The origin in words. `origin` itself is English, because the care table and `isMedian` use it.
    public var originWords: String? {
        guard let origin else { return nil }
        guard isMedian else { return Self.words(ofOrigin: origin) }
        let members = Self.words(ofOrigin: String(origin.dropLast(Self.medianOrigin.count)))
        return localized("\(members, "source"), median of its members")
    }

    private static func words(ofOrigin origin: String) -> String {
        switch origin {
        case "general horticultural knowledge": localized("general horticultural knowledge")
        case "San Francisco plant finder": localized("San Francisco plant finder")
        case "Trefle's recorded rows": localized("Trefle's recorded rows")
        case Self.nameSearch: localized("Plants of the World Online, a search for its name")
        default: origin
        }
    }

    static let nameSearch = "Plants of the World Online, a search for its name"
}

/// A value with its source.
public struct Sourced<Value: Sendable & Hashable>: Sendable, Hashable {
    /// The value.
    public let value: Value
    /// Where the value comes from.
    public let source: CareSource

    public init(_ value: Value, from source: CareSource) {
        self.value = value
        self.source = source
    }
}
