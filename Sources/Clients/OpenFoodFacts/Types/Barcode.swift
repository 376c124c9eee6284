/// The digits of an EAN-8, UPC-A or EAN-13 with a correct check digit.
///
/// Other lengths are refused: Open Food Facts stores codes of 4 to 24 digits, but the code on a product has one of
/// these lengths. To request another code, use the basic form, which accepts any text. A code of 8 digits that begins
/// with 0 or 1 may also be a shortened UPC-A (UPC-E) that must be expanded first; the digits do not show which one it
/// is.
public struct Barcode: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The digits: 8, 12 or 13.
    public let digits: String

    /// - Parameter text: the digits; spaces and hyphens between them do no harm.
    /// - Throws: ``OpenFoodFactsError`` with ``OpenFoodFactsError/Code/barcodeInvalid``.
    public init(_ text: String) throws {
        let digits = text.filter { $0 != " " && $0 != "-" }
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), [8, 12, 13].contains(digits.utf8.count) else {
            throw OpenFoodFactsError(refusing: .barcode, "a barcode has 8, 12 or 13 digits")
        }
        let sum = digits.utf8.reversed().enumerated().reduce(0) { sum, place in
            sum + Int(place.element - 0x30) * (place.offset.isMultiple(of: 2) ? 1 : 3)
        }
        guard sum.isMultiple(of: 10) else {
            throw OpenFoodFactsError(refusing: .barcode, "the barcode's check digit is wrong")
        }
        self.digits = digits
    }

    /// The form that Open Food Facts stores: leading zeros removed, then padded to 8 or 13 digits.
    public var normalized: String {
        let rest = digits.drop { $0 == "0" }
        return String(repeating: "0", count: (rest.count <= 8 ? 8 : 13) - rest.count) + rest
    }

    public var description: String { digits }

    public init(from decoder: any Decoder) throws { try self.init(decoder.singleValueContainer().decode(String.self)) }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(digits)
    }
}
