package import Calendar

/// Where a fact about a plant's care is from, and from when.
package struct CareSource: Sendable, Hashable {
    /// The nearer to the plant itself, the earlier.
    package enum Kind: String, Sendable, CaseIterable {
        /// A person of this house said so.
        case person
        /// Trefle, about the species.
        case trefle
        /// Our table and Trefle together, about the species.
        case weighed
        /// Our table, about the species.
        case species
        /// Our table, about the genus.
        case genus
        case family
        /// Our table, about plants that grow in this way: succulents, ferns, bulbs …
        case form
        /// Nothing is known; what harms fewest plants.
        case assumed = "default"
    }

    package let kind: Kind
    /// The species, genus, family or form it was said of; for a default nothing.
    package let name: String?
    /// Whose data it is: "EIVE 1.0", "general horticultural knowledge"; nothing for a person.
    package let origin: String?
    /// When it was said, fetched, or the table was made.
    package let date: LocalDay?
    /// Where to read more.
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

    /// How near to the plant itself it was said; the smaller, the nearer.
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

    /// A median of the members of a group: it says nothing of this species by itself.
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

/// A value, and where it is from.
package struct Sourced<Value: Sendable & Hashable>: Sendable, Hashable {
    package let value: Value
    package let source: CareSource

    package init(_ value: Value, from source: CareSource) {
        self.value = value
        self.source = source
    }
}
