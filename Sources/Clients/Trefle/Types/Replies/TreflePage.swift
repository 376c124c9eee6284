import HTTPTransport

/// A page of a list: 20 elements unless a search asked for more (the service's documentation says otherwise).
public struct TreflePage<Item: Decodable & Sendable>: Decodable, Sendable {
    /// In the service's order.
    public let items: [Item]
    /// How many elements could not be read and are missing in ``items``.
    public let unreadableItems: Int
    /// How many elements all pages have together.
    public let total: Int?
    /// Links to the other pages.
    public let links: PageLinks

    /// Whether the service names no page after this one.
    public var isLast: Bool { links.next == nil }

    private enum CodingKeys: String, CodingKey { case data, links, meta }
    private enum MetaKeys: String, CodingKey { case total }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let list = try container.readableList(.data, of: Item.self) else {
            throw DecodingError.missing("data", decoder)
        }
        items = list.elements
        unreadableItems = list.skipped
        links = container.value(.links) ?? PageLinks()
        total = (try? container.nestedContainer(keyedBy: MetaKeys.self, forKey: .meta))?.integer(.total)
    }
}

extension TreflePage: Equatable where Item: Equatable {}
extension TreflePage: Hashable where Item: Hashable {}
