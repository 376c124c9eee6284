import HTTPTransport

/// A list that is the whole response: empty, or with at least one readable element.
struct WholeList<Element: Decodable & Sendable>: Decodable, Sendable {
    let elements: [Element]

    init(from decoder: any Decoder) throws {
        let list = try LossyList<Element>(from: decoder)
        guard !list.isUnreadable else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "no element of the list can be read"))
        }
        elements = list.elements
    }
}
