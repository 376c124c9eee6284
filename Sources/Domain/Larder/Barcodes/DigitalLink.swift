/// A GS1 Digital Link, the web address of a product: `https://any.host/01/<gtin>/10/<lot>?17=<expiry>`.
enum DigitalLink {
    /// Returns the elements of the link; the GTIN has 14 digits and an unchecked check digit. Throws `BarcodeError` if
    /// there is no GTIN.
    static func elements(of link: ArraySlice<UInt8>) throws(BarcodeError) -> ElementString {
        guard let scheme = scheme(of: link) else { throw .link }
        let address = link.dropFirst(scheme).prefix { $0 != UInt8(ascii: "#") }
        let path = address.prefix { $0 != UInt8(ascii: "?") }
        let query = address[path.endIndex...].dropFirst()
        let segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: true)
        guard let host = segments.first else { throw .link }
        guard let key = key(in: segments) else {
            throw isOfGS1(host) && segments.count == 2 && isPacked(segments[1]) ? .compressedLink : .link
        }
        var elements = ElementString()
        for place in stride(from: key, to: segments.count, by: 2) {
            guard let identifier = identifier(segments[place]), let value = decoded(segments[place + 1]),
                elements.add(identifier, place == key ? filled(value) : value)
            else { throw .link }
        }
        for pair in query.split(whereSeparator: { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: ";") }) {
            let name = pair.prefix { $0 != UInt8(ascii: "=") }
            // Parameters that are no application identifiers belong to the host.
            let identifier = identifier(name)
            if identifier == nil, !name.allSatisfy(\.isDigit) { continue }
            if let identifier, let value = decoded(pair[name.endIndex...].dropFirst()), elements.add(identifier, value)
            {
                continue
            }
            if elements.rest.isEmpty { elements.end(with: pair) }
        }
        return elements
    }

    /// Returns the length of "https://" in bytes; nil if the link does not begin with it. QR codes often use capitals.
    static func scheme(of link: ArraySlice<UInt8>) -> Int? {
        guard link.first?.lowercased == UInt8(ascii: "h") else { return nil }
        func begins(with scheme: String) -> Bool { link.starts(with: scheme.utf8) { $0.lowercased == $1 } }
        return begins(with: "https://") ? 8 : begins(with: "http://") ? 7 : nil
    }

    /// Returns the index of "01": the last position after which only pairs follow. The path before it belongs to the
    /// host.
    private static func key(in segments: [ArraySlice<UInt8>]) -> Int? {
        for place in segments.indices.reversed() where place > 0 && place + 1 < segments.count {
            let value = segments[place + 1]
            guard (segments.count - place).isMultiple(of: 2), value.count == 8 || 12...14 ~= value.count,
                value.allSatisfy(\.isDigit), identifier(segments[place]) == .gtin
            else { continue }
            return place
        }
        return nil
    }

    /// Reads digits, or the short names of the first edition of the standard.
    private static func identifier(_ segment: ArraySlice<UInt8>) -> ApplicationIdentifier? {
        if let first = segment.first, first.isDigit { return ApplicationIdentifier(segment) }
        return switch String(decoding: segment, as: UTF8.self) {
        case "gtin": .gtin
        case "cpv": .variant
        case "lot": .lot
        case "ser": .serial
        case "exp": .expiry
        default: nil
        }
    }

    private static func filled(_ digits: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        digits.count < 14 ? Array(repeating: UInt8(ascii: "0"), count: 14 - digits.count) + digits : digits
    }

    /// Decodes percent escapes; nil if one is not followed by two hexadecimal digits.
    private static func decoded(_ segment: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard segment.contains(UInt8(ascii: "%")) else { return segment }
        var result: ArraySlice<UInt8> = []
        var bytes = segment.makeIterator()
        while let byte = bytes.next() {
            guard byte == UInt8(ascii: "%") else {
                result.append(byte)
                continue
            }
            guard let high = bytes.next()?.hexadecimal, let low = bytes.next()?.hexadecimal else { return nil }
            result.append(high << 4 | low)
        }
        return result
    }

    private static func isOfGS1(_ host: ArraySlice<UInt8>) -> Bool {
        let name = host.prefix { $0 != UInt8(ascii: ":") }.map(\.lowercased)
        return name == Array("gs1.org".utf8) || name.suffix(8) == Array(".gs1.org".utf8)[...]
    }

    /// Returns true if the segment may be compressed data: letters, digits, "-" and "_".
    private static func isPacked(_ segment: ArraySlice<UInt8>) -> Bool {
        segment.count >= 10
            && segment.allSatisfy { byte in
                byte.isDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
                    || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte.lowercased
            }
    }
}

extension UInt8 {
    fileprivate var lowercased: UInt8 { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self }

    fileprivate var hexadecimal: UInt8? {
        switch lowercased {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): lowercased - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
