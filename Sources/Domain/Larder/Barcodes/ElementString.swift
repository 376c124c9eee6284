/// GS1 data: values, each behind its application identifier.
///
/// What cannot be read ends the reading: where an identifier is not known, nobody knows where its value ends.
package struct ElementString: Sendable, Hashable, CustomStringConvertible {
    package struct Element: Sendable, Hashable {
        package let identifier: ApplicationIdentifier
        package let value: String
    }

    /// In the order they were written.
    package internal(set) var elements: [Element] = []
    /// What was left where the reading ended, FNC1 as "^"; empty where all was read.
    package internal(set) var rest = ""

    init() {}

    /// The first value behind that identifier.
    package subscript(identifier: ApplicationIdentifier) -> String? {
        for element in elements where element.identifier == identifier { return element.value }
        return nil
    }

    /// With brackets: "(01)04044782317112(17)270101"; without the rest.
    package var description: String {
        elements.map { element in
            "(\(element.identifier))"
                + element.value.split(separator: "(", omittingEmptySubsequences: false)
                .joined(separator: "\\(")
        }.joined()
    }

    /// FNC1 within text: the group separator. A reading makes it of the other ways to write it.
    static let separator: UInt8 = 0x1D

    /// An identifier and a value that looks as it should are added, and it tells whether they were.
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

// MARK: - As a scanner gives it

extension ElementString {
    /// "010404478231711217270101", with FNC1 behind what has no predefined length.
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

// MARK: - As it is printed for people

extension ElementString {
    /// "(01)04044782317112(17)270101". A bracket that begins no identifier belongs to the value, and so does one behind
    /// a backslash. Spaces around values are dropped.
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

    /// The digits of an identifier in brackets, and the place behind it.
    static func bracket(at bytes: ArraySlice<UInt8>) -> (digits: ArraySlice<UInt8>, behind: Int)? {
        guard bytes.first == UInt8(ascii: "(") else { return nil }
        let digits = bytes.dropFirst().prefix(while: \.isDigit)
        guard 2...4 ~= digits.count, digits.endIndex < bytes.endIndex, bytes[digits.endIndex] == UInt8(ascii: ")")
        else { return nil }
        return (digits, digits.endIndex + 1)
    }
}

extension ArraySlice<UInt8> {
    /// Without such bytes at both ends.
    func trimmed(_ isDropped: (UInt8) -> Bool) -> Self {
        var slice = drop(while: isDropped)
        while let last = slice.last, isDropped(last) { slice = slice.dropLast() }
        return slice
    }
}
