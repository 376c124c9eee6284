public import Foundation
public import HTTPTransport

/// A question about a product, answered with yes, no or skip.
public struct Question: WireValue {
    public let raw: JSONValue
    /// The id of the insight to answer: see ``RobotoffClient/annotate(_:_:ownValue:updatesProduct:)``.
    public let insightID: String
    /// The product's code, as Open Food Facts stores it.
    public let barcode: String
    /// The question in the requested language if it is translated, otherwise in English.
    public let question: String

    public init(_ json: JSONValue) throws {
        raw = json
        insightID = try json.neededText("insight_id")
        barcode = try json.neededText("barcode")
        question = try json.neededText("question")
    }

    /// The project to which the product belongs.
    public var serverType: ServerType? { raw.word("server_type") }
    /// The kind; `add-binary` is the only one so far.
    public var kind: String? { raw.words("type") }
    /// Its type.
    public var insightType: InsightType? { raw.word("insight_type") }
    /// The proposed answer. Nil for ``InsightType/isUPCImage``, whose question contains everything.
    public var value: String? { raw.words("value") }
    /// The proposed answer as a tag.
    public var valueTag: String? { raw.words("value_tag") }
    /// Whether the service sent a tag, for example `en:hazelnut-spreads`, because it has no name in the requested
    /// language; it does not use the English name instead.
    public var valueIsTag: Bool {
        // Recognises `en:jar, en:glass` too: two letters, a colon, and no space after it.
        let letters = Array((value ?? "").utf8.prefix(4))
        return letters.count == 4 && letters[2] == UInt8(ascii: ":") && letters[3] > 0x20
            && letters[..<2].allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
    }
    /// The picture with the clue, 400 pixels wide.
    public var sourceImageURL: URL? { raw.words("source_image_url").flatMap { URL(string: $0) } }
    /// The picture of the value, for example a label's logo.
    public var referenceImageURL: URL? { raw.words("ref_image_url").flatMap { URL(string: $0) } }
}
