import HTTPTransport

extension TrefleClient {
    /// Returns the next page, using the service's link.
    ///
    /// Filters, order and page size of the first page are kept. A link that does not lead to the service's API is
    /// refused (``TrefleError/Rule/link``).
    ///
    /// - Parameter page: a page of any list.
    /// - Returns: the next page; nil on the last page.
    /// - Throws: ``TrefleError``, for example ``TrefleError/Code/endOfPages`` if the list has become shorter.
    public func page<Item: Decodable & Sendable>(
        after page: TreflePage<Item>
    ) async throws -> TrefleReply<TreflePage<Item>>? {
        guard let link = page.links.next else { return nil }
        try Rule.check(link: link)
        return try await send(APICall(path: link), as: TreflePage<Item>.self)
    }

    /// Returns this page and all following pages.
    ///
    /// ```swift
    /// let first = try await client.taxa(.family).value
    /// for try await page in client.pages(from: first) { names += page.items.compactMap(\.name) }
    /// ```
    ///
    /// - Parameter first: a page of any list.
    /// - Returns: the pages; each is requested when the iteration reaches it. The sequence throws the errors of
    ///   ``page(after:)`` and then ends; if the list has become shorter, it ends without an error.
    public func pages<Item: Decodable & Sendable>(from first: TreflePage<Item>) -> TreflePages<Item> {
        TreflePages(client: self, first: first)
    }
}
