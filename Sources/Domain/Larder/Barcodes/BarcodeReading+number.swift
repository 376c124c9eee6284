/// A run of digits, which may contain spaces and hyphens.
struct DigitRun {
    /// The value of the first 18 digits.
    private(set) var number: UInt64 = 0
    private(set) var count = 0
    /// True if the input contained only digits, spaces and hyphens.
    private(set) var isAll = true

    /// Reads all bytes, or up to the first byte of another kind.
    init(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            if byte.isDigit {
                if count < 18 { number = number &* 10 &+ byte.digit }
                count += 1
            } else if !byte.isSpacing {
                isAll = false
                return
            }
        }
    }

    init(number: UInt64, count: Int) { (self.number, self.count) = (number, count) }
}

extension UInt8 {
    /// True for spaces, tabs, line ends and hyphens.
    var isSpacing: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "-") || 0x09...0x0D ~= self }
}

extension BarcodeReading {
    /// Reads a number without GS1 syntax.
    mutating func take(_ run: DigitRun, as stated: Symbology?) {
        symbology = stated
        guard run.count > 0 else { return fail(.noDigits) }
        guard stated?.carries(run) ?? true else { return fail(.length) }
        guard run.number > 0 || run.count > 14 else { return fail(.zeros) }
        switch run.count {
        case 6: takeSix(run.number)
        case 7: takeSeven(run.number)
        case 8: takeEight(run.number, as: stated)
        case 9...11: takeShort(run.number)
        case 12: takeLong(run.number, stated ?? .upcA)
        case 13: takeLong(run.number, stated ?? .ean13)
        case 14: takeLong(run.number, stated ?? .itf14)
        default: fail(.length)
        }
    }

    private mutating func takeLong(_ number: UInt64, _ symbology: Symbology) {
        guard let gtin = GTIN(number: number) else {
            self.symbology = symbology
            return fail(.checkDigit, checkDigit: GTIN.checkDigit(behind: number / 10))
        }
        accept(gtin, symbology)
    }

    private mutating func takeEight(_ number: UInt64, as stated: Symbology?) {
        let system = number / 10_000_000
        if stated == .upcE, system > 1 { return fail(.numberSystem) }
        let short = stated == .upcE ? nil : GTIN(number: number)
        let long = stated == .ean8 || system > 1 ? nil : Self.expanded(system: system, number % 10_000_000)
        switch (short, long) {
        case (let short?, let long?):
            let isLong = system == 0
            accept(isLong ? long : short, isLong ? .upcE : .ean8)
            alternatives = [
                isLong ? Alternative(gtin: short, symbology: .ean8) : Alternative(gtin: long, symbology: .upcE)
            ]
            remarks.insert(.ambiguous)
        case (let short?, nil): accept(short, .ean8)
        case (nil, let long?): accept(long, .upcE)
        case (nil, nil):
            let before =
                stated == .upcE
                ? UPCE.expanded(system: system, digits: number / 10 % 1_000_000) : number / 10
            fail(.checkDigit, checkDigit: GTIN.checkDigit(behind: before))
        }
    }

    /// Returns the GTIN of a UPC-E from its system and its seven digits; nil if the check digit is wrong.
    private static func expanded(system: UInt64, _ seven: UInt64) -> GTIN? {
        GTIN(number: UPCE.expanded(system: system, digits: seven / 10) * 10 + seven % 10)
    }

    /// Reads seven digits: a UPC-E without its leading 0, or without its check digit.
    private mutating func takeSeven(_ number: UInt64) {
        let checked = Self.expanded(system: 0, number)
        let system = number / 1_000_000
        let unchecked = system > 1 ? nil : UPCE.gtin(system: system, digits: number % 1_000_000)
        if let checked {
            accept(checked, .upcE)
            guard let unchecked, unchecked != checked else { return }
            alternatives = [Alternative(gtin: unchecked, symbology: .upcE)]
            remarks.insert(.ambiguous)
        } else if let unchecked {
            accept(unchecked, .upcE)
            remarks.insert(.unchecked)
        } else {
            symbology = .upcE
            let before = UPCE.expanded(system: 0, digits: number / 10)
            fail(.checkDigit, checkDigit: GTIN.checkDigit(behind: before))
        }
    }

    /// Reads the six digits of a UPC-E of system 0.
    private mutating func takeSix(_ number: UInt64) {
        guard let gtin = UPCE.gtin(system: 0, digits: number) else { return fail(.zeros) }
        accept(gtin, .upcE)
        remarks.insert(.unchecked)
    }

    /// Nine to eleven digits are no GTIN, but a spreadsheet may have dropped leading zeros.
    private mutating func takeShort(_ number: UInt64) {
        fail(.length)
        if let gtin = GTIN(number: number) { alternatives = [Alternative(gtin: gtin, symbology: .upcA)] }
    }
}
