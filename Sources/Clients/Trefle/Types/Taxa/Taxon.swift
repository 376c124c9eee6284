import HTTPTransport

/// A group of plants above the species: a genus, a family and so on up to the kingdom.
public struct Taxon: Codable, Sendable, Hashable {
    /// The service's id.
    public let id: Int
    /// `Brassicaceae`.
    public let name: String?
    /// The slug used in requests, for example `brassicaceae`.
    public let slug: String?
    /// `Mustard family`; only families have one.
    public let commonName: String?
    /// Paths on the service: `self`, and the groups above and below.
    public let links: [String: String]
    /// The rank of ``parent``.
    public let parentRank: TaxonRank?
    // A list, because a struct cannot contain itself.
    private let above: [Taxon]

    /// The enclosing group, if the response contains it.
    public var parent: Taxon? { above.first }

    /// All enclosing groups in the response, nearest first.
    public var lineage: [Taxon] { parent.map { [$0] + $0.lineage } ?? [] }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case id, name, slug, links
        case commonName = "common_name"
        case family
        case divisionOrder = "division_order"
        case divisionClass = "division_class"
        case division, subkingdom, kingdom
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let id = container.integer(.id) else { throw DecodingError.missing("id", decoder) }
        self.id = id
        name = container.text(.name)
        slug = container.text(.slug)
        commonName = container.text(.commonName)
        links = container.table(.links, of: LenientText.self).texts
        // Only one of them is present; if there were several, the nearest would be the parent.
        let nearest = CodingKeys.allCases.lazy.compactMap { key -> (TaxonRank, Taxon)? in
            guard let rank = TaxonRank(rawValue: key.rawValue), let taxon = container.value(key, as: Taxon.self) else {
                return nil
            }
            return (rank, taxon)
        }.first
        parentRank = nearest?.0
        above = nearest.map { [$0.1] } ?? []
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encodeIfPresent(name, forKey: .name)
        try container.encodeIfPresent(slug, forKey: .slug)
        try container.encodeIfPresent(commonName, forKey: .commonName)
        try container.encode(links, forKey: .links)
        if let key = parentRank.flatMap({ CodingKeys(rawValue: $0.rawValue) }) {
            try container.encodeIfPresent(parent, forKey: key)
        }
    }
}
