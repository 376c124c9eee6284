public import Foundation
public import HTTPTransport

/// Something Robotoff would like to know about a product, to be answered with yes, no or skip.
public struct Question: WireValue {
    public let raw: JSONValue
    /// What is answered: see ``RobotoffClient/annotate(_:_:ownValue:updatesProduct:)``.
    public let insightID: String
    /// The product's code, as Open Food Facts stores it.
    public let barcode: String
    /// In the language asked for where it is translated, else in English.
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
    /// What it is about.
    public var insightType: InsightType? { raw.word("insight_type") }
    /// The answer that is proposed. Nil of ``InsightType/isUPCImage``, whose question says all.
    public var value: String? { raw.words("value") }
    /// The answer that is proposed, as a tag.
    public var valueTag: String? { raw.words("value_tag") }
    /// True where the service has no name in the language asked for and sends the tag, as `en:hazelnut-spreads`: it does
    /// not fall back to English.
    public var valueIsTag: Bool {
        // `en:jar, en:glass` too: two letters, a colon, and no space after it.
        let letters = Array((value ?? "").utf8.prefix(4))
        return letters.count == 4 && letters[2] == UInt8(ascii: ":") && letters[3] > 0x20
            && letters[..<2].allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
    }
    /// Where the clue was seen, 400 pixels.
    public var sourceImageURL: URL? { raw.words("source_image_url").flatMap { URL(string: $0) } }
    /// What is asked about, as a label's logo.
    public var referenceImageURL: URL? { raw.words("ref_image_url").flatMap { URL(string: $0) } }
}
