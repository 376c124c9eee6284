public import HTTPTransport

/// A part of a picture: top, left, bottom, right, as fractions of its height and width unless documented otherwise.
public struct BoundingBox: WireValue {
    public let raw: JSONValue
    /// The upper edge, from the top.
    public let yMin: Double
    /// The left edge, from the left.
    public let xMin: Double
    /// The lower edge, from the top.
    public let yMax: Double
    /// The right edge, from the left.
    public let xMax: Double

    public init(_ json: JSONValue) throws {
        guard case .list(let list) = json, list.count == 4 else {
            throw OpenFoodFactsError(reading: .typeMismatch, "bounding_box")
        }
        let edges = list.compactMap(\.asNumber)
        guard edges.count == 4 else { throw OpenFoodFactsError(reading: .typeMismatch, "bounding_box") }
        raw = json
        (yMin, xMin, yMax, xMax) = (edges[0], edges[1], edges[2], edges[3])
    }

    /// A box with these edges.
    public init(yMin: Double, xMin: Double, yMax: Double, xMax: Double) {
        raw = .list([yMin, xMin, yMax, xMax].map { .number($0) })
        (self.yMin, self.xMin, self.yMax, self.xMax) = (yMin, xMin, yMax, xMax)
    }

    /// Whether the box is a valid part of a picture in fractions.
    public var isRelative: Bool {
        [yMin, xMin, yMax, xMax].allSatisfy { (0...1).contains($0) } && yMin < yMax && xMin < xMax
    }
}
