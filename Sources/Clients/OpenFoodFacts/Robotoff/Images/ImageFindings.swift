public import HTTPTransport

/// The findings of models on a picture.
public struct ImageFindings: WireValue {
    public let raw: JSONValue
    /// The findings by model, highest confidence first.
    public let byModel: [ImageModel: [Finding]]

    public init(_ json: JSONValue) throws {
        raw = json
        guard case .object(let models) = try json.needed("predictions") else {
            throw OpenFoodFactsError(reading: .typeMismatch, "predictions")
        }
        byModel = models.reduce(into: [:]) { table, member in
            guard case .list(let list) = member.value else { return }
            table[ImageModel(rawValue: member.key)] = list.compactMap { try? Finding($0) }
        }
    }

    /// One finding.
    public struct Finding: WireValue {
        public let raw: JSONValue
        /// For example `nutriscore-a`, `FRONT`.
        public let label: String

        public init(_ json: JSONValue) throws {
            raw = json
            label = try json.neededText("label")
        }

        /// The model's confidence, 0–1.
        public var score: Double? { raw.number("score") }
        /// Its position; nil for models that only classify pictures.
        public var boundingBox: BoundingBox? { raw.value("bounding_box") }
    }
}
