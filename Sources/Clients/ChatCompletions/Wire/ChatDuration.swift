/// Durations in Go's format: `8.64s`, `6m0s`, `132ms`, `114h18m0s`.
package enum ChatDuration {
    /// Returns nil if the text is not a duration or is negative. A number without a unit means seconds.
    package static func duration(_ text: String) -> Duration? {
        let text = text.drop { $0 == " " }
        if let seconds = number(text) { return usable(seconds) }
        var total = 0.0
        var rest = text
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            rest = rest.dropFirst(digits.count)
            let unit = rest.prefix { !($0.isASCII && $0.isNumber) }
            rest = rest.dropFirst(unit.count)
            guard let number = number(digits), let seconds = units[unit.trimmingSpaces] else { return nil }
            total += number * seconds
        }
        return text.isEmpty ? nil : usable(total)
    }

    /// The duration in a service's sentence: "… Please try again in 6m0s. Visit …".
    package static func asked(in sentence: String) -> Duration? {
        let small = sentence.lowercased()
        guard let words = small.firstRange(of: "try again in ") else { return nil }
        var word = small[words.upperBound...].prefix { !$0.isWhitespace && $0 != "," }
        while let last = word.last, last == "." || last == ")" { word.removeLast() }
        // "20 seconds" has its unit in the next word and is not supported.
        return word.last?.isLetter == true ? duration(String(word)) : nil
    }

    private static let units: [String: Double] = [
        "h": 3600, "m": 60, "s": 1, "ms": 1e-3, "us": 1e-6, "µs": 1e-6, "μs": 1e-6, "ns": 1e-9,
    ]

    private static func number(_ text: Substring) -> Double? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }) else {
            return nil
        }
        return Double(text)
    }

    /// Returns nil above about a hundred years.
    private static func usable(_ seconds: Double) -> Duration? {
        seconds.isFinite && seconds >= 0 ? .nanoseconds(Int64((min(seconds, 3e9) * 1e9).rounded())) : nil
    }
}

extension Substring {
    fileprivate var trimmingSpaces: String { String(filter { $0 != " " }) }
}
