package import Calendar

/// The source of a fact about a plant's care, and its date.
package struct CareSource: Sendable, Hashable {
    /// Sorted by how near the source is to the plant itself.
    package enum Kind: String, Sendable, CaseIterable {
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

    package let kind: Kind
    /// The species, genus, family or form that the fact is about; nil for a default.
    package let name: String?
    /// The origin of the data: "EIVE 1.0", "general horticultural knowledge"; nil for a person.
    package let origin: String?
    /// When the fact was stated or fetched, or when the table was made.
    package let date: LocalDay?
    /// A web page with more information.
    package let link: String?

    package init(
        _ kind: Kind, name: String? = nil, origin: String? = nil, date: LocalDay? = nil, link: String? = nil
    ) {
        self.kind = kind
        self.name = name
        self.origin = origin
        self.date = date
        self.link = link
    }

    /// The distance to the plant itself; smaller is nearer.
    package var distance: Int {
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
    package var isMedian: Bool { origin?.hasSuffix(Self.medianOrigin) ?? false }
    static let medianOrigin = ", median of its members"

    /// "Trefle, Monstera deliciosa, 2026-11-21"; "genus Monstera, general horticultural knowledge, 2026-11-21"; "default".
    package var text: String {
        let what: String
        switch kind {
        case .person: what = "your own value"
        case .trefle: what = "Trefle" + (name.map { ", \($0)" } ?? "")
        case .weighed: what = "species table and Trefle" + (name.map { ", \($0)" } ?? "")
        case .species: what = "species table" + (name.map { ", \($0)" } ?? "")
        case .genus: what = "genus" + (name.map { " \($0)" } ?? "")
        case .family: what = "family" + (name.map { " \($0)" } ?? "")
        case .form: what = "growth form" + (name.map { " \($0)" } ?? "")
        case .assumed: what = "default"
        }
        return ([what] + [kind == .trefle || kind == .weighed ? nil : origin, date?.description].compactMap { $0 })
            .joined(separator: ", ")
    }
}

/// A value with its source.
package struct Sourced<Value: Sendable & Hashable>: Sendable, Hashable {
    package let value: Value
    package let source: CareSource

    package init(_ value: Value, from source: CareSource) {
        self.value = value
        self.source = source
    }
}
