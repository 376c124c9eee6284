public import HTTPTransport

/// The correct value. The service refuses unknown members.
public struct OwnValue: Sendable, Hashable {
    /// The value, which is sent as a text.
    public let json: JSONValue

    /// Any other value.
    public init(_ json: JSONValue) { self.json = json }

    /// The correct category, for example `en:biscuits`.
    public static func category(_ tag: String) -> OwnValue { OwnValue(.object(["value_tag": .text(tag)])) }

    /// The correct list of ingredients, for a spelling correction or a list found on a picture.
    ///
    /// - Parameters:
    ///   - text: the list.
    ///   - rotation: the required rotation of the picture in degrees: 0, 90, 180, 270.
    ///   - box: the position of the list on the picture.
    /// - Returns: the value.
    public static func ingredients(_ text: String, rotation: Int? = nil, box: BoundingBox? = nil) -> OwnValue {
        var members: [String: JSONValue] = ["annotation": .text(text)]
        members["rotation"] = rotation.map { .number(Double($0)) }
        members["bounding_box"] = box?.raw
        return OwnValue(.object(members))
    }

    /// The correct nutrition data.
    ///
    /// - Parameters:
    ///   - nutrients: by key, for example `fat_100g`: value and unit, both as texts.
    ///   - servingSize: for example `30 g`.
    /// - Returns: the value.
    public static func nutrients(
        _ nutrients: [String: (value: String, unit: String?)], servingSize: String? = nil
    ) -> OwnValue {
        let values = nutrients.mapValues { nutrient -> JSONValue in
            .object(["value": .text(nutrient.value), "unit": nutrient.unit.map { .text($0) } ?? .null])
        }
        var members: [String: JSONValue] = ["nutrients": .object(values)]
        members["serving_size"] = servingSize.map { .text($0) }
        return OwnValue(.object(members))
    }
}
