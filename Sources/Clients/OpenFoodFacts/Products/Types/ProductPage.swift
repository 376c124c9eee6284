public import HTTPTransport

/// A page of products.
public struct ProductPage: WireValue {
    public let raw: JSONValue
    /// The elements in the service's order.
    public let products: [Product]

    public init(_ json: JSONValue) throws {
        raw = json
        products = try json.neededList("products").compactMap { try? Product($0) }
    }

    /// The total number.
    public var count: Int? { raw.integer("count") }
    /// This page's number, from 1.
    public var page: Int? { raw.integer("page") }
    /// The number of products per page.
    public var pageSize: Int? { raw.integer("page_size") }
}
