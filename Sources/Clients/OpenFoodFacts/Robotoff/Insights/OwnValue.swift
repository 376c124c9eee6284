public import HTTPTransport

/// The value that is right instead. The service refuses unknown members.
public struct OwnValue: Sendable, Hashable {
    /// As it is sent, written as a text.
    public let json: JSONValue

    /// Any other value.
    public init(_ json: JSONValue) { self.json = json }

    /// The right category, as `en:biscuits`.
    public static func category(_ tag: String) -> OwnValue { OwnValue(.object(["value_tag": .text(tag)])) }

    /// The right list of ingredients, for a spelling correction or a list found on a picture.
    ///
    /// - Parameters:
    ///   - text: the list.
    ///   - rotation: by how many degrees the picture must be turned: 0, 90, 180, 270.
    ///   - box: the position of the list on the picture.
    /// - Returns: the value.
    public static func ingredients(_ text: String, rotation: Int? = nil, box: BoundingBox? = nil) -> OwnValue {
        var members: [String: JSONValue] = ["annotation": .text(text)]
        members["rotation"] = rotation.map { .number(Double($0)) }
        members["bounding_box"] = box?.raw
        return OwnValue(.object(members))
    }

    /// The right nutrition.
    ///
    /// - Parameters:
    ///   - nutrients: by key, as `fat_100g`: value and unit, both as texts.
    ///   - servingSize: as `30 g`.
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
