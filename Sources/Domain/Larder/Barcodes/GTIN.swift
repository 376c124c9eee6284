/// The number that the trade knows a product by (a Global Trade Item Number), with a right check digit.
///
/// Zeros in front are filling: 8, 12, 13 and 14 digits are one number. It is written as Open Food Facts keeps it: with 8
/// digits where those are enough, else with 13, and with 14 where it is a case.
package struct GTIN: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// From 1 to below 10¹⁴; the last digit is the check digit.
    package let number: UInt64

    /// Nothing where the number is 0, has more than 14 digits or a wrong check digit.
    package init?(number: UInt64) {
        guard 1..<Self.limit ~= number, Self.isCheckRight(number) else { return nil }
        self.number = number
    }

    /// Strictly 8, 12, 13 or 14 digits, and a right check digit. An UPC-E is not one: see `BarcodeReading`.
    package init?(_ text: String) {
        var number: UInt64 = 0
        guard [8, 12, 13, 14].contains(text.utf8.count) else { return nil }
        for byte in text.utf8 {
            guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
            number = number * 10 + UInt64(byte - UInt8(ascii: "0"))
        }
        self.init(number: number)
    }

    static let limit: UInt64 = 100_000_000_000_000
    /// The indicator of 14 digits counts these.
    private static let indicated: UInt64 = 10_000_000_000_000
    private static let short: UInt64 = 100_000_000

    /// 8, 13 or 14.
    package var count: Int { number < Self.short ? 8 : number < Self.indicated ? 13 : 14 }

    package var description: String { Digits.text(number, count: count) }

    /// With zeros in front; the one form that cannot be taken for anything else.
    package var padded: String { Digits.text(number, count: 14) }

    package static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

// MARK: - What it is for

extension GTIN {
    /// What is sold under such numbers.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case product
        /// The shop's own, for what it weighs or packs; it means something else in the next shop.
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

    package var kind: Kind {
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

    package var isInStore: Bool { kind == .inStore }

    /// The first of 14 digits; 0 with fewer. 1 to 8 are cases, 9 is sold by weight or measure.
    package var indicator: Int { Int(number / Self.indicated) }

    package var isVariableMeasure: Bool { indicator == 9 }

    /// What is in the case; nothing where this is none.
    package var caseOf: GTIN? {
        guard 1...8 ~= indicator else { return nil }
        let body = number % Self.indicated / 10
        return GTIN(number: body * 10 + Self.checkDigit(behind: body))
    }
}

/// Numbers with zeros in front.
enum Digits {
    static func text(_ number: UInt64, count: Int) -> String {
        let digits = String(number)
        let missing = count - digits.utf8.count
        return missing > 0 ? String(repeating: "0", count: missing) + digits : digits
    }
}

extension UInt8 {
    var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

    /// Of a digit.
    var digit: UInt64 { UInt64(self &- UInt8(ascii: "0")) }
}
