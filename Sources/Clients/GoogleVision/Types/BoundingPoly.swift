/// A polygon on the picture: usually four corners, clockwise **from the text's own top left**, so their order gives the
/// rotation of the text.
public struct BoundingPoly: Codable, Sendable, Hashable {
    /// A corner in pixels of the picture as it was sent.
    public struct Vertex: Codable, Sendable, Hashable {
        /// From the left; the service leaves out a 0.
        public var x: Int
        /// From the top; the service leaves out a 0.
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

    /// A corner in shares of width and height; of PDF and TIFF.
    public struct NormalizedVertex: Codable, Sendable, Hashable {
        /// From the left; the service leaves out a 0.
        public var x: Double
        /// From the top; the service leaves out a 0.
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

    /// In pixels; empty if the service gave none.
    public var vertices: [Vertex]
    /// In shares; empty if the service gave none.
    public var normalizedVertices: [NormalizedVertex]

    /// A place.
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
