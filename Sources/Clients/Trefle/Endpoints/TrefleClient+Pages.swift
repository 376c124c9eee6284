import HTTPTransport

extension TrefleClient {
    /// The page after this one, by the service's link.
    ///
    /// The filters, the order and the page size of the first page are kept. A link that does not lead to the service's
    /// API is refused (``TrefleError/Rule/link``).
    ///
    /// - Parameter page: a page of any list.
    /// - Returns: the next page; nil if the service names none.
    /// - Throws: ``TrefleError``: among them ``TrefleError/Code/endOfPages`` if the list has become shorter.
    public func page<Item: Decodable & Sendable>(
        after page: TreflePage<Item>
    ) async throws -> TrefleReply<TreflePage<Item>>? {
        guard let link = page.links.next else { return nil }
        try Rule.check(link: link)
        return try await send(APICall(path: link), as: TreflePage<Item>.self)
    }

    /// This page and all pages after it.
    ///
    /// ```swift
    /// let first = try await client.taxa(.family).value
    /// for try await page in client.pages(from: first) { names += page.items.compactMap(\.name) }
    /// ```
    ///
    /// - Parameter first: a page of any list.
    /// - Returns: the pages, each requested when the iteration reaches it. The sequence throws what ``page(after:)``
    ///   throws and then ends; a list that has become shorter ends without an error.
    public func pages<Item: Decodable & Sendable>(from first: TreflePage<Item>) -> TreflePages<Item> {
        TreflePages(client: self, first: first)
    }
}
