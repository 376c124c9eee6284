/// A page and all following pages; each is requested when the iteration reaches it.
///
/// The sequence ends after a page without a link to the next one, after an empty page, if a page is repeated, and if
/// the list has become shorter (``TrefleError/Code/endOfPages``). Every page except the first costs a request. The list
/// of all plants has about 19,000 pages, but after page 2,500 the sequence throws ``TrefleError/Code/pageTooDeep``: use
/// a filter.
public struct TreflePages<Item: Decodable & Sendable>: AsyncSequence, Sendable {
    public typealias Element = TreflePage<Item>

    let client: TrefleClient
    let first: TreflePage<Item>

    public func makeAsyncIterator() -> Iterator { Iterator(client: client, first: first) }

    /// Iterates over the pages.
    public struct Iterator: AsyncIteratorProtocol {
        private enum State {
            case before(TreflePage<Item>)
            case at(TreflePage<Item>)
            case ended
        }

        private let client: TrefleClient
        private var state: State
        private var followed: Set<String> = []

        init(client: TrefleClient, first: TreflePage<Item>) {
            self.client = client
            state = .before(first)
        }

        public mutating func next() async throws -> TreflePage<Item>? {
            switch state {
            case .before(let page):
                state = .at(page)
                if let current = page.links.current { followed.insert(current) }
                return page
            case .at(let page):
                // An error ends the sequence; the caller can continue from the previous page.
                state = .ended
                guard let next = try await following(page) else { return nil }
                state = .at(next)
                return next
            case .ended:
                return nil
            }
        }

        private mutating func following(_ page: TreflePage<Item>) async throws -> TreflePage<Item>? {
            guard let link = page.links.next, !page.items.isEmpty, followed.insert(link).inserted else { return nil }
            do {
                return try await client.page(after: page)?.value
            } catch let error as TrefleError where error.code == .endOfPages {
                return nil
            }
        }
    }
}
