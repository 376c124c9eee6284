extension ElementString {
    /// The GTIN of the item; nil if there is none or its check digit is wrong.
    public var gtin: GTIN? { self[.gtin].flatMap { GTIN($0) } }

    /// The batch or lot number (application identifier 10); nil if there is none.
    public var lot: String? { self[.lot] }

    /// The serial number (application identifier 21); nil if there is none.
    public var serial: String? { self[.serial] }

    /// Returns the "use by" date. `year` is the current year, as only two digits of the year are encoded.
    public func expiry(in year: Int) -> LabelDate? {
        date(.expiry, in: year) ?? self[.expiryTime].flatMap { LabelDate($0.prefix(6), in: year) }
    }

    /// Returns the "best before" date; nil if it is missing or not a valid date. `year` is the current year.
    public func bestBefore(in year: Int) -> LabelDate? { date(.bestBefore, in: year) }

    /// Returns the date of the identifier; nil if it is missing or not a valid date.
    public func date(_ identifier: ApplicationIdentifier, in year: Int) -> LabelDate? {
        identifier.isDate ? self[identifier].flatMap { LabelDate($0[...], in: year) } : nil
    }

    /// The net weight.
    public var netWeight: Measure? {
        measure { $0 == 310 || $0 == 320 || $0 == 356 }
    }

    /// The net volume; nil if there is none.
    public var netVolume: Measure? {
        measure { 315...316 ~= $0 || 357...361 ~= $0 || 364...366 ~= $0 }
    }

    /// Returns the first measure whose identifier begins with wanted digits.
    private func measure(_ isWanted: (Int) -> Bool) -> Measure? {
        for element in elements where 3100...3699 ~= element.identifier.number {
            guard isWanted(element.identifier.number / 10), let measure = Measure(element) else { continue }
            return measure
        }
        return nil
    }
}

/// A date printed on a package.
public struct LabelDate: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The year with its century, such as 2027.
    public let year: Int
    /// The month, 1 to 12.
    public let month: Int
    /// The day of the month, 1 to 31.
    public let day: Int

    /// Reads "YYMMDD". Day 00 is the last day of the month. The year is less than 50 years before or up to 50 years
    /// after `year` (GS1 General Specifications §7.12).
    init?(_ digits: Substring, in year: Int) {
        guard digits.utf8.count == 6, digits.utf8.allSatisfy(\.isDigit) else { return nil }
        let number = digits.utf8.reduce(0) { $0 * 10 + Int($1.digit) }
        let (short, month, day) = (number / 10_000, number / 100 % 100, number % 100)
        let today = min(max(year, 100), 9899)
        let ahead = short - today % 100
        let century = today / 100 + (ahead >= 51 ? -1 : ahead <= -50 ? 1 : 0)
        let full = century * 100 + short
        let length = Self.length(ofMonth: month, in: full)
        guard length > 0, day <= length else { return nil }
        self.year = full
        self.month = month
        self.day = day == 0 ? length : day
    }

    private static func length(ofMonth month: Int, in year: Int) -> Int {
        let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
        return switch month {
        case 2: isLeap ? 29 : 28
        case 4, 6, 9, 11: 30
        case 1...12: 31
        default: 0
        }
    }

    /// "2027-01-31".
    public var description: String {
        Digits.text(UInt64(year), count: 4) + "-" + Digits.text(UInt64(month), count: 2) + "-"
            + Digits.text(UInt64(day), count: 2)
    }

    public static func < (left: Self, right: Self) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

/// A weight or another measure in GS1 data: six digits, some of them decimals.
public struct Measure: Sendable, Hashable {
    /// A unit of weight or volume; the raw value is its symbol.
    public enum Unit: String, Sendable, Hashable, CaseIterable {
        case kilogram = "kg"
        case pound = "lb"
        case troyOunce = "oz t"
        case fluidOunce = "fl oz"
        case litre = "l"
        case cubicMetre = "m³"
        case quart = "qt"
        case gallon = "gal"
        case cubicInch = "in³"
        case cubicFoot = "ft³"
        case cubicYard = "yd³"
    }

    /// The digits without the decimal point.
    public let number: Int
    /// The number of decimals.
    public let decimals: Int
    /// The unit of `value`.
    public let unit: Unit

    /// The amount with its decimals, in `unit`.
    public var value: Double { Double(number) / [1, 10, 100, 1000, 10_000, 100_000][min(max(decimals, 0), 5)] }

    init?(_ element: ElementString.Element) {
        let identifier = element.identifier.number
        guard let unit = Self.unit(of: identifier / 10), identifier % 10 < 6, let number = Int(element.value) else {
            return nil
        }
        (self.number, decimals, self.unit) = (number, identifier % 10, unit)
    }

    private static func unit(of beginning: Int) -> Unit? {
        switch beginning {
        case 310, 330: .kilogram
        case 320, 340: .pound
        case 315, 335: .litre
        case 316, 336: .cubicMetre
        case 356: .troyOunce
        case 357: .fluidOunce
        case 360, 362: .quart
        case 361, 363: .gallon
        case 364, 367: .cubicInch
        case 365, 368: .cubicFoot
        case 366, 369: .cubicYard
        default: nil
        }
    }
}
