import HTTPTransport

/// A list as a whole answer: it must have something that can be read, or be empty.
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
