package import FoundationEssentials
package import Recognition

/// Something that Robotoff would like to know of a product, to be answered with yes, no or skip.
package struct FoodQuestion: Sendable, Hashable, Codable {
    /// The insight's, by which it is answered.
    package typealias ID = Identifier<FoodQuestion>

    package let id: ID
    /// The product's, as Open Food Facts keeps it.
    package let code: String
    /// What it is about: "category", "label", "brand" … Kinds that this release does not know are kept.
    package let kind: String
    /// In the language asked for where it is translated, else in English.
    package let text: String
    /// The answer that is proposed; nothing where the question says all.
    package var value: String?
    package var valueTag: String?
    /// Where the clue was seen.
    package var pictureAddress: String?
    /// What is asked about, as a label's logo.
    package var referenceAddress: String?
    /// Where in the picture.
    package var box: Box?
    /// Of an answered one: when the service was last asked for it before. Nothing where nobody noted it.
    package var readAt: Date?

    package init(
        id: ID, code: String, kind: String, text: String, value: String? = nil, valueTag: String? = nil,
        pictureAddress: String? = nil, referenceAddress: String? = nil, box: Box? = nil
    ) {
        self.id = id
        self.code = code
        self.kind = kind
        self.text = text
        self.value = value
        self.valueTag = valueTag
        self.pictureAddress = pictureAddress
        self.referenceAddress = referenceAddress
        self.box = box
    }

    /// Whether a yes to one is a yes to the other. The service may change an insight under its id; the name of a tag, and the
    /// sentence, depend on the language, and do not count.
    package func asksTheSame(as other: FoodQuestion) -> Bool {
        guard id == other.id, code == other.code, kind == other.kind, valueTag == other.valueTag else { return false }
        return valueTag != nil || value == other.value
    }

    /// What is asked, in a few letters: a page sends it back with the answer, so that no other question is answered.
    package var mark: String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in "\(code)\n\(kind)\n\(valueTag ?? "value \(value ?? "")")".utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        return String(hash, radix: 36)
    }

    /// A part of a picture, in parts of its width and height, 0 to 1, from its upper left.
    package struct Box: Sendable, Hashable, Codable {
        package let left: Double
        package let top: Double
        package let right: Double
        package let bottom: Double

        /// Nothing where it is empty or reaches beyond the picture.
        package init?(left: Double, top: Double, right: Double, bottom: Double) {
            guard left >= 0, top >= 0, right <= 1, bottom <= 1, left < right, top < bottom else { return nil }
            self.left = left
            self.top = top
            self.right = right
            self.bottom = bottom
        }
    }
}
