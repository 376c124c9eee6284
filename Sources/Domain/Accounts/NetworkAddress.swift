/// An IP address as bytes: 4, or 16 for version 6.
package struct NetworkAddress: Sendable, Hashable {
    package let bytes: [UInt8]

    /// Returns nil if the text is not an address. A zone (`%eth0`) is ignored. A version 4 address in a version 6 one
    /// becomes the former.
    package init?(_ text: String) {
        guard text.utf8.count <= 64 else { return nil }
        let text = text.prefix { $0 != "%" }
        guard text.contains(":") else {
            guard let four = Self.version4(text) else { return nil }
            bytes = four
            return
        }
        // At most one "::" stands for the missing zeros.
        var halves: [[UInt8]] = []
        var rest = text
        if let gap = Self.gap(in: text) {
            guard let head = Self.groups(text[..<gap]) else { return nil }
            halves.append(head)
            rest = text[text.index(gap, offsetBy: 2)...]
        }
        guard let tail = Self.groups(rest) else { return nil }
        halves.append(tail)
        let count = halves.reduce(0) { $0 + $1.count }
        guard halves.count == 2 ? count <= 14 : count == 16 else { return nil }
        let all = halves.count == 2 ? halves[0] + Array(repeating: 0, count: 16 - count) + halves[1] : halves[0]
        let isMapped = all.prefix(10).allSatisfy { $0 == 0 } && all[10] == 0xFF && all[11] == 0xFF
        bytes = isMapped ? Array(all.suffix(4)) : all
    }

    private static func gap(in text: Substring) -> Substring.Index? {
        var index = text.startIndex
        while index < text.endIndex {
            let next = text.index(after: index)
            if text[index] == ":", next < text.endIndex, text[next] == ":" { return index }
            index = next
        }
        return nil
    }

    private static func version4(_ text: Substring) -> [UInt8]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        let bytes = parts.compactMap { part in part.allSatisfy(\.isNumber) ? UInt8(part) : nil }
        return bytes.count == 4 ? bytes : nil
    }

    private static func groups(_ text: Substring) -> [UInt8]? {
        if text.isEmpty { return [] }
        var bytes: [UInt8] = []
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            if part.contains(".") {
                guard index == parts.count - 1, let four = version4(part) else { return nil }
                bytes += four
            } else {
                guard part.utf8.count <= 4, part.allSatisfy(\.isHexDigit), let group = UInt16(part, radix: 16) else {
                    return nil
                }
                bytes += [UInt8(group >> 8), UInt8(group & 0xFF)]
            }
        }
        return bytes
    }

    /// The part of the address that stands for one subscriber or device: the whole address; of a public one of version 6
    /// the first 64 bits, which one subscriber has; the same for all addresses of this machine.
    package var subscriber: [UInt8] {
        switch place {
        case .thisMachine: [127]
        case .internet: Array(bytes.prefix(8))
        case .localNetwork, .unknown: bytes
        }
    }

    /// Returns whether two texts are addresses of one subscriber; texts that are no addresses are compared as they are.
    package static func isSameSubscriber(_ one: String, _ other: String) -> Bool {
        guard let one = NetworkAddress(one), let other = NetworkAddress(other) else { return one == other }
        return one.subscriber == other.subscriber
    }

    package var place: Device.Place {
        switch bytes.count {
        case 4:
            switch (bytes[0], bytes[1]) {
            case (127, _): .thisMachine
            case (10, _), (192, 168), (169, 254), (172, 16...31), (100, 64...127): .localNetwork
            default: .internet
            }
        default:
            if bytes.dropLast().allSatisfy({ $0 == 0 }), bytes.last == 1 {
                .thisMachine
            } else if bytes[0] & 0xFE == 0xFC || (bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80) {
                .localNetwork
            } else {
                .internet
            }
        }
    }
}
