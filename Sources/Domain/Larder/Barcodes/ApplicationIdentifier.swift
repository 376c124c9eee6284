/// A GS1 application identifier: two to four digits that give the meaning of the value after them. 01 is the GTIN, 17
/// the expiry date.
public struct ApplicationIdentifier: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The value as a number. Identifiers of two digits are below 100 and those of three below 1,000, so the number is
    /// unique.
    public let number: Int

    /// Returns nil for an identifier that `format` does not know.
    init?(number: Int) {
        guard Self.format(of: number) != nil else { return nil }
        self.number = number
    }

    private init(known number: Int) { self.number = number }

    /// Reads "01" or "3103"; nil if the text is not a known identifier.
    public init?(_ text: some Collection<UInt8>) {
        guard 2...4 ~= text.count else { return nil }
        var (number, beginning, count) = (0, 0, 0)
        for byte in text {
            guard byte.isDigit else { return nil }
            number = number * 10 + Int(byte.digit)
            count += 1
            if count == 2 { beginning = number }
        }
        guard Self.count(forBeginning: beginning) == count else { return nil }
        self.init(number: number)
    }

    /// 01: the GTIN of the item, 14 digits.
    public static let gtin = Self(known: 1)
    /// 02: the GTIN of the items in a logistic unit, 14 digits.
    public static let contents = Self(known: 2)
    /// 10: the batch or lot number, up to 20 characters.
    public static let lot = Self(known: 10)
    /// 11: the date of production, "YYMMDD".
    public static let productionDate = Self(known: 11)
    /// 13: the date of packaging, "YYMMDD".
    public static let packagingDate = Self(known: 13)
    /// 15: the "best before" date, "YYMMDD".
    public static let bestBefore = Self(known: 15)
    /// 16: the "sell by" date, "YYMMDD".
    public static let sellBy = Self(known: 16)
    /// 17: the "use by" or expiry date, "YYMMDD".
    public static let expiry = Self(known: 17)
    /// 21: the serial number, up to 20 characters.
    public static let serial = Self(known: 21)
    /// 22: the consumer product variant, up to 20 characters.
    public static let variant = Self(known: 22)
    /// 30: the number of pieces in an item of variable count, up to 8 digits.
    public static let count = Self(known: 30)
    /// 37: the number of items in a logistic unit, up to 8 digits.
    public static let containedCount = Self(known: 37)
    /// 422: the country of origin, the three digits of ISO 3166-1.
    public static let origin = Self(known: 422)
    /// 7003: the date and time of expiry, "YYMMDDhhmm".
    public static let expiryTime = Self(known: 7003)

    public var description: String { Digits.text(UInt64(number), count: 2) }

    public static func < (left: Self, right: Self) -> Bool { left.number < right.number }

    /// Returns the number of digits of identifiers that begin with these two digits; nil if there are none.
    static func count(forBeginning two: Int) -> Int? {
        switch two {
        case 0...3, 10...13, 15...17, 20...22, 30, 37, 90...99: 2
        case 23...25, 40...42, 71: 3
        case 31...36, 39, 43, 70, 72, 80...82: 4
        default: nil
        }
    }

    /// True if the value has a predefined length (GS1 General Specifications, figure 7.8.5-2), so that no FNC1 is
    /// needed after it.
    var isPredefinedLength: Bool {
        let two = number < 100 ? number : number < 1000 ? number / 10 : number / 100
        return switch two {
        case 0...4, 11...20, 31...36, 41: true
        default: false
        }
    }

    /// True if the value is a date, "YYMMDD".
    public var isDate: Bool {
        switch number {
        case 11...13, 15...17, 7006: true
        default: false
        }
    }

    /// Never falls back: the initialisers accept only identifiers of the table.
    var format: Format { Self.format(of: number) ?? .digits(0) }
}

extension ApplicationIdentifier {
    /// The format of a value.
    struct Format {
        let lengths: ClosedRange<Int>
        /// The step in which longer values grow beyond the shortest length, in characters.
        var step = 1
        /// The number of leading characters that must be digits.
        let digits: Int

        static func digits(_ count: Int) -> Self { Self(lengths: count...count, digits: count) }
        static func digits(_ lengths: ClosedRange<Int>, by step: Int = 1) -> Self {
            Self(lengths: lengths, step: step, digits: .max)
        }
        /// Text of up to `count` characters after `digits` digits.
        static func text(_ count: Int, behind digits: Int = 0) -> Self {
            Self(lengths: digits + 1...digits + count, digits: digits)
        }

        func fits(_ value: ArraySlice<UInt8>) -> Bool {
            let (count, shortest) = (value.count, lengths.lowerBound)
            guard lengths.contains(count), (count - shortest).isMultiple(of: step) else { return false }
            var place = 0
            for byte in value {
                guard byte.isDigit || place >= digits && byte.isGS1Character else { return false }
                place += 1
            }
            return true
        }
    }

    /// Returns the format by GS1 General Specifications §3.2; nil for unknown identifiers.
    static func format(of number: Int) -> Format? {
        switch number {
        case 0: .digits(18)
        case 1...3: .digits(14)
        case 11...13, 15...17: .digits(6)
        case 20: .digits(2)
        case 10, 21, 22: .text(20)
        case 30, 37: .digits(1...8)
        case 90: .text(30)
        case 91...99: .text(90)
        case 100...999: ofThree(number)
        case 3100...3999: ofMeasure(number)
        case 4300...4399: ofTransport(number)
        case 7000...7999: ofSector(number)
        case 8000...8299: ofOther(number)
        default: nil
        }
    }

    private static func ofThree(_ number: Int) -> Format? {
        switch number {
        case 235: .text(28)
        case 240, 241, 250, 251, 400, 401, 403: .text(30)
        case 242: .digits(1...6)
        case 243, 254, 420, 710...717: .text(20)
        case 253: Format(lengths: 13...30, digits: 13)
        case 255: .digits(13...25)
        case 402: .digits(17)
        case 410...417: .digits(13)
        case 421: .text(9, behind: 3)
        case 422, 424, 426: .digits(3)
        case 423, 425: .digits(3...15, by: 3)
        case 427: .text(3)
        default: nil
        }
    }

    /// Returns the format of weights, lengths, areas and volumes, whose last digit is the number of decimals, and of
    /// amounts of money.
    private static func ofMeasure(_ number: Int) -> Format? {
        let decimals = number % 10
        return switch number / 10 {
        case 310...316, 320...337, 340...357, 360...369: decimals < 6 ? .digits(6) : nil
        case 390, 392: .digits(1...15)
        case 391, 393: .digits(4...18)
        case 394: decimals < 4 ? .digits(4) : nil
        case 395: decimals < 6 ? .digits(6) : nil
        default: nil
        }
    }

    private static func ofTransport(_ number: Int) -> Format? {
        switch number {
        case 4300, 4301, 4310, 4311, 4320: .text(35)
        case 4302...4306, 4312...4316: .text(70)
        case 4307, 4317: Format(lengths: 2...2, digits: 0)
        case 4308, 4319: .text(30)
        case 4309: .digits(20)
        case 4318: .text(20)
        case 4321...4323: .digits(1)
        case 4324, 4325: .digits(10)
        case 4326: .digits(6)
        case 4330...4333: Format(lengths: 6...7, digits: 6)
        default: nil
        }
    }

    private static func ofSector(_ number: Int) -> Format? {
        switch number {
        case 7001: .digits(13)
        case 7002, 7023: .text(30)
        case 7003: .digits(10)
        case 7004: .digits(1...4)
        case 7005: .text(12)
        case 7006: .digits(6)
        case 7007: .digits(6...12, by: 6)
        case 7008: .text(3)
        case 7009: .text(10)
        case 7010: .text(2)
        case 7011: .digits(6...10, by: 4)
        case 7020...7022, 7240: .text(20)
        case 7030...7039: .text(27, behind: 3)
        case 7040: Format(lengths: 4...4, digits: 1)
        case 7041: .text(4)
        case 7230...7239: Format(lengths: 3...30, digits: 0)
        case 7241: .digits(2)
        case 7242: .text(25)
        case 7250: .digits(8)
        case 7251: .digits(12)
        case 7252: .digits(1)
        case 7253, 7254, 7259: .text(40)
        case 7255: .text(10)
        case 7256: .text(90)
        case 7257: .text(70)
        case 7258: Format(lengths: 3...3, digits: 1)
        default: nil
        }
    }

    private static func ofOther(_ number: Int) -> Format? {
        switch number {
        case 8001: .digits(14)
        case 8002, 8012: .text(20)
        case 8003: Format(lengths: 14...30, digits: 14)
        case 8004, 8010: .text(30)
        case 8005: .digits(6)
        case 8006, 8026: .digits(18)
        case 8007: .text(34)
        case 8008: .digits(8...12, by: 2)
        case 8009: .text(50)
        case 8011: .digits(1...12)
        case 8013, 8014, 8020: .text(25)
        case 8017, 8018: .digits(18)
        case 8019: .digits(1...10)
        case 8030: .text(90)
        case 8040, 8041: .digits(15)
        case 8042: .digits(32)
        case 8043: .digits(18...20)
        case 8110, 8112, 8200: .text(70)
        case 8111: .digits(4)
        default: nil
        }
    }
}

extension UInt8 {
    /// True for the characters of GS1 data: the union of the sets of 82, 39 and 64 characters.
    var isGS1Character: Bool {
        switch self {
        case 0x21...0x23, 0x25...0x3F, 0x41...0x5A, 0x5F, 0x61...0x7A: true
        default: false
        }
    }
}
