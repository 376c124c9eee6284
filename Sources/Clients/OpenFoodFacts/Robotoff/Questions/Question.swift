public import Foundation
public import HTTPTransport

/// Something Robotoff would like to know about a product, to be answered with yes, no or skip.
public struct Question: WireValue {
    public let raw: JSONValue
    /// The id of the insight to answer: see ``RobotoffClient/annotate(_:_:ownValue:updatesProduct:)``.
    public let insightID: String
    /// The product's code, as Open Food Facts stores it.
    public let barcode: String
    /// In the requested language if it is translated, else in English.
    public let question: String

    public init(_ json: JSONValue) throws {
        raw = json
        insightID = try json.neededText("insight_id")
        barcode = try json.neededText("barcode")
        question = try json.neededText("question")
    }

    /// Which project the product belongs to.
    public var serverType: ServerType? { raw.word("server_type") }
    /// `add-binary`, so far.
    public var kind: String? { raw.words("type") }
    /// Its type.
    public var insightType: InsightType? { raw.word("insight_type") }
    /// The proposed answer. Nil for ``InsightType/isUPCImage``, whose question contains everything.
    public var value: String? { raw.words("value") }
    /// The answer that is proposed, as a tag.
    public var valueTag: String? { raw.words("value_tag") }
    /// True if the service has no name in the requested language and sends the tag, as `en:hazelnut-spreads`: it does
    /// not fall back to English.
    public var valueIsTag: Bool {
        // `en:jar, en:glass` too: two letters, a colon, and no space after it.
        let letters = Array((value ?? "").utf8.prefix(4))
        return letters.count == 4 && letters[2] == UInt8(ascii: ":") && letters[3] > 0x20
            && letters[..<2].allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
    }
    /// The picture with the clue, 400 pixels wide.
    public var sourceImageURL: URL? { raw.words("source_image_url").flatMap { URL(string: $0) } }
    /// The picture of the value, as a label's logo.
    public var referenceImageURL: URL? { raw.words("ref_image_url").flatMap { URL(string: $0) } }
}
