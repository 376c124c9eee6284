public import HTTPTransport

/// Logos that look like one another.
public struct NearestLogos: WireValue {
    public let raw: JSONValue
    /// The likest first.
    public let results: [Neighbour]

    public init(_ json: JSONValue) throws {
        raw = json
        results = try json.neededList("results").compactMap { try? Neighbour($0) }
    }

    /// To which logo; of a shuffled question the service's choice, and nil if there is none.
    public var queryLogoID: Int? { raw.integer("query_logo_id") }
    /// How many there are.
    public var count: Int? { raw.integer("count") }

    /// A logo, and how far it is.
    public struct Neighbour: WireValue {
        public let raw: JSONValue
        /// The logo's number.
        public let logoID: Int
        /// The smaller the liker.
        public var distance: Double? { raw.number("distance") }

        public init(_ json: JSONValue) throws {
            raw = json
            logoID = try json.neededInteger("logo_id")
        }
    }
}
