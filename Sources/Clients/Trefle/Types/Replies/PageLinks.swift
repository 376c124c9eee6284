import HTTPTransport

/// Links to the pages of a list: paths on the service with their query, without a token.
public struct PageLinks: Codable, Sendable, Hashable {
    /// This page.
    public let current: String?
    /// The first page.
    public let first: String?
    /// The previous page; nil on the first page.
    public let previous: String?
    /// The next page; nil on the last page.
    public let next: String?
    /// The last page.
    public let last: String?

    private enum CodingKeys: String, CodingKey {
        case first, next, last
        case current = "self"
        case previous = "prev"
    }

    init() {
        current = nil
        first = nil
        previous = nil
        next = nil
        last = nil
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        current = container.text(.current)
        first = container.text(.first)
        previous = container.text(.previous)
        next = container.text(.next)
        last = container.text(.last)
    }
}
