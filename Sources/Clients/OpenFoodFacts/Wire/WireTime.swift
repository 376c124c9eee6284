import Foundation

/// Times in Robotoff's format: `2026-01-02T03:04:05`, with or without a fraction, without a time zone, in UTC.
enum WireTime {
    static func date(_ text: String) -> Date? {
        let whole = text.prefix { $0 != "." }
        let rest = text.dropFirst(whole.count)
        let zoned = text.hasSuffix("Z") || whole.dropFirst(10).contains("+")
        guard !zoned else { return try? Date(text, strategy: .iso8601) }
        guard rest.isEmpty || rest.count > 1 && rest.dropFirst().utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let second = try? Date(whole + "Z", strategy: .iso8601)
        else { return nil }
        return second.addingTimeInterval(rest.isEmpty ? 0 : Double("0" + rest) ?? 0)
    }
}
