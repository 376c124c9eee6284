extension BarcodeReading {
    /// Replaces the four spellings of FNC1 by the group separator, and typographic spaces and hyphens by those of
    /// ASCII.
    static func scanned(_ text: String.UTF8View) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        for byte in text {
            result.append(byte == UInt8(ascii: "^") ? ElementString.separator : byte)
            guard byte >= 0x80 else { continue }
            let count = result.count
            let last = (count > 2 ? result[count - 3] : 0, count > 1 ? result[count - 2] : 0, byte)
            switch last {
            case (0xE2, 0x90, 0x9D): result.replaceLast(3, with: ElementString.separator)
            case (0xE2, 0x80, 0x90...0x95): result.replaceLast(3, with: UInt8(ascii: "-"))
            case (0xE2, 0x80, 0x80...0x8F), (0xE2, 0x80, 0xAF), (0xEF, 0xBB, 0xBF):
                result.replaceLast(3, with: UInt8(ascii: " "))
            case (_, 0xC2, 0xA0): result.replaceLast(2, with: UInt8(ascii: " "))
            default: break
            }
        }
        return result
    }

    mutating func take(_ bytes: ArraySlice<UInt8>, as stated: Symbology?) {
        var text = bytes.trimmed { $0 == UInt8(ascii: " ") || 0x09...0x0D ~= $0 }
        symbology = stated
        guard !text.isEmpty else { return fail(.empty) }
        var stated = stated
        var isGS1 = false
        if let identifier = SymbologyIdentifier(text) {
            text = text.dropFirst(3)
            if identifier.hasSupplement { text = text.prefix(13) }
            stated = identifier.symbology ?? stated
            isGS1 = identifier.isGS1
        }
        if DigitalLink.scheme(of: text) != nil {
            takeLink(text, as: stated)
        } else if ElementString.bracket(at: text) != nil {
            take(ElementString(bracketed: text), as: stated)
        } else if isGS1 || text.first == ElementString.separator || Self.beginsLikeElements(text) {
            take(ElementString(scanned: text), as: stated)
        } else {
            takeNumbers(in: text, as: stated)
        }
    }

    /// Returns true for "01" and a GTIN with a right check digit at the beginning, which is unlikely by chance.
    private static func beginsLikeElements(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.count >= 16, text.starts(with: [UInt8(ascii: "0"), UInt8(ascii: "1")]) else { return false }
        let gtin = text.dropFirst(2).prefix(14)
        return gtin.allSatisfy(\.isDigit) && GTIN(number: DigitRun(gtin).number) != nil
    }

    private mutating func takeLink(_ text: ArraySlice<UInt8>, as stated: Symbology?) {
        symbology = stated
        do throws(BarcodeError) {
            take(try DigitalLink.elements(of: text), as: .digitalLink)
        } catch {
            fail(error)
        }
    }

    private mutating func take(_ elements: ElementString, as stated: Symbology?) {
        self.elements = elements
        symbology = stated ?? .elementString
        if !elements.rest.isEmpty { remarks.insert(.restUnread) }
        guard let value = elements[.gtin] else {
            let isDamaged = elements.rest.hasPrefix("01") || elements.rest.hasPrefix("(01)")
            return fail(isDamaged ? .elementString : .withoutGTIN)
        }
        takeGTIN(DigitRun(value.utf8).number)
    }

    private mutating func takeGTIN(_ number: UInt64) {
        guard number > 0 else { return fail(.zeros) }
        guard let gtin = GTIN(number: number) else {
            return fail(.checkDigit, checkDigit: GTIN.checkDigit(behind: number / 10))
        }
        accept(gtin, symbology ?? .elementString)
    }

    /// Reads the only number in a text. If there are several, reads the only one with 8, 12, 13 or 14 digits and a
    /// right check digit.
    private mutating func takeNumbers(in text: ArraySlice<UInt8>, as stated: Symbology?) {
        var runs: [DigitRun] = []
        var left = text
        while !left.isEmpty {
            let run = left.prefix { $0.isDigit || $0.isSpacing }
            if run.contains(where: \.isDigit) { runs.append(DigitRun(run)) }
            left = left[run.endIndex...].drop { !$0.isDigit && !$0.isSpacing }
        }
        guard let first = runs.first else { return fail(.noDigits) }
        let whole = runs.filter { [8, 12, 13, 14].contains($0.count) && BarcodeReading($0, as: stated).isValid }
        guard let run = runs.count == 1 ? first : whole.count == 1 ? whole.first : nil else {
            return fail(.severalNumbers)
        }
        take(run, as: stated)
        if isValid, text.contains(where: { !$0.isDigit && !$0.isSpacing }) { remarks.insert(.textBeside) }
    }

    private init(_ run: DigitRun, as stated: Symbology?) {
        input = ""
        take(run, as: stated)
    }
}

extension [UInt8] {
    fileprivate mutating func replaceLast(_ count: Int, with byte: UInt8) {
        removeLast(count)
        append(byte)
    }
}
