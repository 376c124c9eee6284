import HTTPTransport

/// A part of the world in the scheme of Biodiversity Information Standards (TDWG), which distributions refer to.
public struct Zone: Codable, Sendable, Hashable {
    /// The service's own number.
    public let id: Int
    /// `Sweden`; some are cut off, and some are spelt wrongly.
    public let name: String?
    /// The slug used in requests: the code in small letters, as `swe`.
    public let slug: String?
    /// `SWE`.
    public let tdwgCode: String?
    /// From 1 (a continent) to 4 (a part of a country).
    public let tdwgLevel: Int?
    /// How many species the service knows there, without those of the zones within.
    public let speciesCount: Int?
    /// Paths on the service: `self`, `plants`, `species`.
    public let links: [String: String]
    /// The zones within; only if the zone itself was requested.
    public let children: [Zone]
    // A list, because a value cannot hold one of its own kind.
    private let above: [Zone]

    /// The zone around; only if zones were requested.
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
