public import HTTPTransport

/// Similar logos.
public struct NearestLogos: WireValue {
    public let raw: JSONValue
    /// The logos, most similar first.
    public let results: [Neighbour]

    public init(_ json: JSONValue) throws {
        raw = json
        results = try json.neededList("results").compactMap { try? Neighbour($0) }
    }

    /// The compared logo; for a random search it is the service's choice, and nil if there is none.
    public var queryLogoID: Int? { raw.integer("query_logo_id") }
    /// The number of elements.
    public var count: Int? { raw.integer("count") }

    /// A logo and its distance.
    public struct Neighbour: WireValue {
        public let raw: JSONValue
        /// The logo's id.
        public let logoID: Int
        /// The distance; smaller means more similar.
        public var distance: Double? { raw.number("distance") }

        public init(_ json: JSONValue) throws {
            raw = json
            logoID = try json.neededInteger("logo_id")
        }
    }
}
