import HTTPTransport

/// A page of a list: 20 elements, unless a search requested another number (the service's documentation differs).
public struct TreflePage<Item: Decodable & Sendable>: Decodable, Sendable {
    /// The elements in the service's order.
    public let items: [Item]
    /// The number of elements that could not be read and are missing in ``items``.
    public let unreadableItems: Int
    /// The total number of elements on all pages.
    public let total: Int?
    /// Links to the other pages.
    public let links: PageLinks

    /// Whether this is the last page.
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
