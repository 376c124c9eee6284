/// A Global Trade Item Number with a right check digit.
///
/// Leading zeros do not matter: 8, 12, 13 and 14 digits may be the same number. The text form is that of Open Food
/// Facts: 8 digits if they suffice, otherwise 13, and 14 for a case.
public struct GTIN: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// From 1 to below 10¹⁴; the last digit is the check digit.
    public let number: UInt64

    /// Returns nil if the number is 0, has more than 14 digits, or has a wrong check digit.
    public init?(number: UInt64) {
        guard 1..<Self.limit ~= number, Self.isCheckRight(number) else { return nil }
        self.number = number
    }

    /// Reads exactly 8, 12, 13 or 14 digits with a right check digit. `BarcodeReading` reads UPC-E.
    public init?(_ text: String) {
        var number: UInt64 = 0
        guard [8, 12, 13, 14].contains(text.utf8.count) else { return nil }
        for byte in text.utf8 {
            guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
            number = number * 10 + UInt64(byte - UInt8(ascii: "0"))
        }
        self.init(number: number)
    }

    static let limit: UInt64 = 100_000_000_000_000
    /// The smallest number with 14 digits, whose first digit is the indicator.
    private static let indicated: UInt64 = 10_000_000_000_000
    private static let short: UInt64 = 100_000_000

    /// 8, 13 or 14.
    public var count: Int { number < Self.short ? 8 : number < Self.indicated ? 13 : 14 }

    public var description: String { Digits.text(number, count: count) }

    /// All 14 digits with leading zeros: the unambiguous form.
    public var padded: String { Digits.text(number, count: 14) }

    public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

// MARK: - Kinds

extension GTIN {
    /// The kind of product, by its prefix.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case product
        /// Assigned by a shop to what it weighs or packs; another shop uses the same number for something else.
        case inStore = "in-store"
        /// ISBN.
        case book
        /// ISSN.
        case periodical
        /// ISMN.
        case music
        case coupon
        case refund
    }

    /// The kind of product by the GS1 prefix; for a case, the kind of the product in it.
    public var kind: Kind {
        if count == 8 { return [0, 2].contains(number / 10_000_000) ? .inStore : .product }
        if let caseOf { return caseOf.kind }
        let body = number % Self.indicated
        switch body / 10_000_000_000 {
        case 20...29, 40...49, 200...299: return .inStore
        case 50...59, 981...984, 990...999: return .coupon
        case 977: return .periodical
        case 978: return .book
        case 979: return body / 1_000_000_000 == 9790 ? .music : .book
        case 980: return .refund
        default: return .product
        }
    }

    /// True if a shop assigned the number, so that another shop may use it for something else.
    public var isInStore: Bool { kind == .inStore }

    /// True with the prefix 952, which GS1 reserves for demonstrations: no product on sale has such a number, and no
    /// service is asked for it.
    public var isDemonstration: Bool { number % Self.indicated / 10_000_000_000 == 952 }

    /// The first of 14 digits, 0 for shorter numbers. 1 to 8 are cases; 9 is sold by weight or measure.
    public var indicator: Int { Int(number / Self.indicated) }

    /// True if the item is sold by weight or measure: the indicator is 9.
    public var isVariableMeasure: Bool { indicator == 9 }

    /// The product in the case; nil if this is no case.
    public var caseOf: GTIN? {
        guard 1...8 ~= indicator else { return nil }
        let body = number % Self.indicated / 10
        return GTIN(number: body * 10 + Self.checkDigit(behind: body))
    }
}

/// Formats numbers with leading zeros.
enum Digits {
    static func text(_ number: UInt64, count: Int) -> String {
        let digits = String(number)
        let missing = count - digits.utf8.count
        return missing > 0 ? String(repeating: "0", count: missing) + digits : digits
    }
}

extension UInt8 {
    var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

    /// The value of an ASCII digit.
    var digit: UInt64 { UInt64(self &- UInt8(ascii: "0")) }
}
