import HTTPTransport

/// A part of the world in the scheme of Biodiversity Information Standards (TDWG), used in distributions.
public struct Zone: Codable, Sendable, Hashable {
    /// The service's id.
    public let id: Int
    /// The name, for example `Sweden`; some names are cut off or misspelt.
    public let name: String?
    /// The slug used in requests: the code in lower case, for example `swe`.
    public let slug: String?
    /// `SWE`.
    public let tdwgCode: String?
    /// From 1 (a continent) to 4 (a part of a country).
    public let tdwgLevel: Int?
    /// The number of species that the service knows there, without those of the zones inside.
    public let speciesCount: Int?
    /// Paths on the service: `self`, `plants`, `species`.
    public let links: [String: String]
    /// The zones inside; only if this zone itself was requested.
    public let children: [Zone]
    // A list, because a struct cannot contain itself.
    private let above: [Zone]

    /// The enclosing zone; only if zones were requested.
    public var parent: Zone? { above.first }

    private enum CodingKeys: String, CodingKey {
        case id, name, slug, links, parent, children
        case tdwgCode = "tdwg_code"
        case tdwgLevel = "tdwg_level"
        case speciesCount = "species_count"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let id = container.integer(.id) else { throw DecodingError.missing("id", decoder) }
        self.id = id
        name = container.text(.name)
        slug = container.text(.slug)
        tdwgCode = container.text(.tdwgCode)
        tdwgLevel = container.integer(.tdwgLevel)
        speciesCount = container.integer(.speciesCount)
        links = container.table(.links, of: LenientText.self).texts
        children = container.list(.children)
        above = container.value(.parent, as: Zone.self).map { [$0] } ?? []
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encodeIfPresent(name, forKey: .name)
        try container.encodeIfPresent(slug, forKey: .slug)
        try container.encodeIfPresent(tdwgCode, forKey: .tdwgCode)
        try container.encodeIfPresent(tdwgLevel, forKey: .tdwgLevel)
        try container.encodeIfPresent(speciesCount, forKey: .speciesCount)
        try container.encode(links, forKey: .links)
        try container.encode(children, forKey: .children)
        try container.encodeIfPresent(parent, forKey: .parent)
    }
}
