/// A polygon on the picture: usually four corners, clockwise **from the text's own top left**, so their order gives the
/// rotation of the text.
public struct BoundingPoly: Codable, Sendable, Hashable {
    /// A corner in pixels of the sent picture.
    public struct Vertex: Codable, Sendable, Hashable {
        /// The distance from the left; the service leaves out a 0.
        public var x: Int
        /// The distance from the top; the service leaves out a 0.
        public var y: Int

        /// A corner.
        public init(x: Int = 0, y: Int = 0) {
            self.x = x
            self.y = y
        }

        private enum CodingKeys: String, CodingKey { case x, y }

        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            x = try container.integerOrZero(.x)
            y = try container.integerOrZero(.y)
        }
    }

    /// A corner as fractions of width and height; for PDF and TIFF.
    public struct NormalizedVertex: Codable, Sendable, Hashable {
        /// The distance from the left; the service leaves out a 0.
        public var x: Double
        /// The distance from the top; the service leaves out a 0.
        public var y: Double

        /// A corner.
        public init(x: Double = 0, y: Double = 0) {
            self.x = x
            self.y = y
        }

        private enum CodingKeys: String, CodingKey { case x, y }

        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            x = try container.decodeIfPresent(Double.self, forKey: .x) ?? 0
            y = try container.decodeIfPresent(Double.self, forKey: .y) ?? 0
        }
    }

    /// The corners in pixels; empty if the service sent none.
    public var vertices: [Vertex]
    /// The corners as fractions; empty if the service sent none.
    public var normalizedVertices: [NormalizedVertex]

    /// A polygon.
    public init(vertices: [Vertex] = [], normalizedVertices: [NormalizedVertex] = []) {
        self.vertices = vertices
        self.normalizedVertices = normalizedVertices
    }

    private enum CodingKeys: String, CodingKey { case vertices, normalizedVertices }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        vertices = try container.decodeIfPresent([Vertex].self, forKey: .vertices) ?? []
        normalizedVertices = try container.decodeIfPresent([NormalizedVertex].self, forKey: .normalizedVertices) ?? []
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        if !vertices.isEmpty { try container.encode(vertices, forKey: .vertices) }
        if !normalizedVertices.isEmpty { try container.encode(normalizedVertices, forKey: .normalizedVertices) }
    }
}
