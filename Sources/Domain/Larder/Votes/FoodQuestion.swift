package import Foundation
package import Recognition

/// A question of Robotoff about a product, answered with yes, no or skip.
package struct FoodQuestion: Sendable, Hashable, Codable {
    /// The identifier of the insight, by which the question is answered.
    package typealias ID = Identifier<FoodQuestion>

    package let id: ID
    /// The code of the product in Open Food Facts.
    package let code: String
    /// The subject: "category", "label", "brand" … Unknown kinds are kept.
    package let kind: String
    /// In the requested language if translated, otherwise in English.
    package let text: String
    /// The proposed answer; nil if the question contains it.
    package var value: String?
    package var valueTag: String?
    /// The picture on which the question is based.
    package var pictureAddress: String?
    /// A picture of the subject, for example of a label's logo.
    package var referenceAddress: String?
    /// The relevant part of the picture.
    package var box: Box?
    /// When an answered question was last read from the service before; nil if not recorded.
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

    /// Returns true if an answer to one question answers the other. The service may change an insight under the same
    /// identifier. Tag names and the sentence depend on the language and are not compared.
    package func asksTheSame(as other: FoodQuestion) -> Bool {
        guard id == other.id, code == other.code, kind == other.kind, valueTag == other.valueTag else { return false }
        return valueTag != nil || value == other.value
    }

    /// A short hash of the question. A page sends it back with the answer, so that no other question is answered.
    package var mark: String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in "\(code)\n\(kind)\n\(valueTag ?? "value \(value ?? "")")".utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        return String(hash, radix: 36)
    }

    /// A part of a picture, in fractions of its width and height from the upper left corner, 0 to 1.
    package struct Box: Sendable, Hashable, Codable {
        package let left: Double
        package let top: Double
        package let right: Double
        package let bottom: Double

        /// Returns nil if the box is empty or exceeds the picture.
        package init?(left: Double, top: Double, right: Double, bottom: Double) {
            guard left >= 0, top >= 0, right <= 1, bottom <= 1, left < right, top < bottom else { return nil }
            self.left = left
            self.top = top
            self.right = right
            self.bottom = bottom
        }
    }
}
