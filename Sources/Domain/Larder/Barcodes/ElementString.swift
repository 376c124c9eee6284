/// GS1 data: values, each with its application identifier.
///
/// Reading ends at an unknown identifier, because the length of its value is not known.
public struct ElementString: Sendable, Hashable, CustomStringConvertible {
    /// One value with its application identifier.
    public struct Element: Sendable, Hashable {
        /// The meaning of the value.
        public let identifier: ApplicationIdentifier
        /// The value as text, in the format of its identifier, without FNC1; the GTIN has 14 digits.
        public let value: String
    }

    /// In the order of the input.
    public internal(set) var elements: [Element] = []
    /// The unread rest, with FNC1 as "^"; empty if everything was read.
    public internal(set) var rest = ""

    init() {}

    /// Returns the first value with the identifier.
    public subscript(identifier: ApplicationIdentifier) -> String? {
        for element in elements where element.identifier == identifier { return element.value }
        return nil
    }

    /// With brackets and without the rest: "(01)04044782317112(17)270101".
    public var description: String {
        elements.map { element in
            "(\(element.identifier))"
                + element.value.split(separator: "(", omittingEmptySubsequences: false)
                .joined(separator: "\\(")
        }.joined()
    }

    /// FNC1 inside text: the group separator. `BarcodeReading` replaces the other spellings by it.
    static let separator: UInt8 = 0x1D

    /// Appends the element if its value has the right format. Returns true if it was appended.
    mutating func add(_ identifier: ApplicationIdentifier, _ value: ArraySlice<UInt8>) -> Bool {
        guard identifier.format.fits(value) else { return false }
        elements.append(Element(identifier: identifier, value: String(decoding: value, as: UTF8.self)))
        return true
    }

    mutating func end(with rest: ArraySlice<UInt8>) {
        if rest.isEmpty { return }
        self.rest = String(decoding: rest.map { $0 == Self.separator ? UInt8(ascii: "^") : $0 }, as: UTF8.self)
    }
}

// MARK: - Scanned form

extension ElementString {
    /// Reads "010404478231711217270101", with FNC1 after values without a predefined length.
    init(scanned bytes: ArraySlice<UInt8>) {
        elements.reserveCapacity(4)
        var left = bytes
        while let first = left.first {
            if first == Self.separator {
                left = left.dropFirst()
                continue
            }
            guard let identifier = Self.identifier(at: left) else { break }
            let value = left.dropFirst(identifier.number < 100 ? 2 : identifier.number < 1000 ? 3 : 4)
            let length = identifier.format.lengths.upperBound
            let end =
                identifier.isPredefinedLength
                ? value.index(value.startIndex, offsetBy: length, limitedBy: value.endIndex)
                : value.firstIndex(of: Self.separator) ?? value.endIndex
            guard let end, add(identifier, value[..<end]) else { break }
            left = value[end...]
        }
        end(with: left)
    }

    private static func identifier(at bytes: ArraySlice<UInt8>) -> ApplicationIdentifier? {
        let start = bytes.startIndex
        guard bytes.count > 2, bytes[start].isDigit, bytes[start + 1].isDigit else { return nil }
        var number = Int(bytes[start].digit * 10 + bytes[start + 1].digit)
        guard let count = ApplicationIdentifier.count(forBeginning: number), bytes.count > count else { return nil }
        for byte in bytes[(start + 2)..<(start + count)] {
            guard byte.isDigit else { return nil }
            number = number * 10 + Int(byte.digit)
        }
        return ApplicationIdentifier(number: number)
    }
}

// MARK: - Printed form

extension ElementString {
    /// Reads "(01)04044782317112(17)270101". A bracket that begins no identifier, or that follows a backslash, belongs
    /// to the value. Spaces around values are dropped.
    init(bracketed bytes: ArraySlice<UInt8>) {
        elements.reserveCapacity(4)
        var left = bytes
        while !left.isEmpty {
            guard let (digits, behind) = Self.bracket(at: left) else { break }
            var (value, place) = ([UInt8](), behind)
            while place < left.endIndex {
                if left[place] == UInt8(ascii: "("), Self.bracket(at: left[place...]) != nil { break }
                let isEscape = left[place] == UInt8(ascii: "\\") && place + 1 < left.endIndex
                if isEscape { place += 1 }
                value.append(left[place])
                place += 1
            }
            let trimmed = value[...].trimmed { $0 == UInt8(ascii: " ") || $0 == Self.separator }
            guard let identifier = ApplicationIdentifier(digits), add(identifier, trimmed) else { break }
            left = left[place...]
        }
        end(with: left)
    }

    /// Returns the digits of an identifier in brackets, and the place after it.
    static func bracket(at bytes: ArraySlice<UInt8>) -> (digits: ArraySlice<UInt8>, behind: Int)? {
        guard bytes.first == UInt8(ascii: "(") else { return nil }
        let digits = bytes.dropFirst().prefix(while: \.isDigit)
        guard 2...4 ~= digits.count, digits.endIndex < bytes.endIndex, bytes[digits.endIndex] == UInt8(ascii: ")")
        else { return nil }
        return (digits, digits.endIndex + 1)
    }
}

extension ArraySlice<UInt8> {
    /// Removes such bytes at both ends.
    func trimmed(_ isDropped: (UInt8) -> Bool) -> Self {
        var slice = drop(while: isDropped)
        while let last = slice.last, isDropped(last) { slice = slice.dropLast() }
        return slice
    }
}
