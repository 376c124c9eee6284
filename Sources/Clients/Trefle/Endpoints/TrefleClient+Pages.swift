import HTTPTransport

extension TrefleClient {
    /// The page after this one, by the link that the service gave.
    ///
    /// The filters, the order and the size of the first page go on; a link that leads anywhere but to the service's API is
    /// refused (``TrefleError/Rule/link``).
    ///
    /// - Parameter page: a page of any list.
    /// - Returns: the next page; nil where the service names none.
    /// - Throws: ``TrefleError``: among them ``TrefleError/Code/endOfPages`` where the list has become shorter.
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
    /// - Returns: the pages, each asked for when it is wanted. It throws what ``page(after:)`` throws, and is then at
    ///   its end; a list that has become shorter just ends.
    public func pages<Item: Decodable & Sendable>(from first: TreflePage<Item>) -> TreflePages<Item> {
        TreflePages(client: self, first: first)
    }
}
