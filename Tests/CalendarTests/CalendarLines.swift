import Calendar
import FoundationEssentials

/// Reads a calendar feed like a subscriber, independent of the code that writes it.
enum CalendarLines {
    /// Returns the lines without folds.
    static func unfolded(_ text: String) -> [String] {
        var lines: [[UInt8]] = []
        for line in physical(text) {
            if line.first == 0x20, let last = lines.popLast() {
                lines.append(last + line.dropFirst())
            } else {
                lines.append(Array(line))
            }
        }
        return lines.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the octets between one CRLF and the next.
    static func physical(_ text: String) -> [ArraySlice<UInt8>] {
        let bytes = Array(text.utf8)
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        for place in bytes.indices.dropFirst() where bytes[place] == 0x0A && bytes[place - 1] == 0x0D {
            lines.append(bytes[start..<place - 1])
            start = place + 1
        }
        if start < bytes.count { lines.append(bytes[start...]) }
        return lines
    }

    /// Returns the seconds of "20260329T020000" on a UTC clock.
    static func seconds(_ text: Substring) -> Int? {
        let digits = text.filter(\.isNumber)
        guard digits.count == 14, let time = Int(digits.suffix(6)), let date = Int(digits.prefix(8)),
            let day = LocalDay(year: date / 10_000, month: date / 100 % 100, day: date % 100)
        else { return nil }
        return day.number * 86_400 + time / 10_000 * 3600 + time / 100 % 100 * 60 + time % 100
    }
}

/// A VTIMEZONE, read like a subscriber does.
struct CalendarZone {
    struct Observance {
        var isDaylight = false
        var onset = 0
        var from = 0
        var to = 0
        /// The beginning, in seconds since 1970.
        var at: Int { onset - from }
    }

    private(set) var observances: [Observance] = []

    init(_ text: String) {
        var current: Observance?
        for line in CalendarLines.unfolded(text) {
            let value = line[(line.firstIndex(of: ":") ?? line.startIndex)...].dropFirst()
            switch line.prefix(while: { $0 != ":" }) {
            case "BEGIN" where value == "DAYLIGHT" || value == "STANDARD":
                current = Observance(isDaylight: value == "DAYLIGHT")
            case "DTSTART": current?.onset = CalendarLines.seconds(value) ?? 0
            case "TZOFFSETFROM": current?.from = Self.offset(value)
            case "TZOFFSETTO": current?.to = Self.offset(value)
            case "END":
                if let current { observances.append(current) }
                current = nil
            default: break
            }
        }
    }

    /// "-004430".
    private static func offset(_ text: Substring) -> Int {
        let digits = Int(text.dropFirst().padded) ?? 0
        let size = digits / 10_000 * 3600 + digits / 100 % 100 * 60 + digits % 100
        return text.hasPrefix("-") ? -size : size
    }

    /// The offset of the observance with the latest onset.
    func offset(at seconds: Int) -> Int? {
        observances.filter { $0.at <= seconds }.max { $0.at < $1.at }?.to
    }

    /// Converts a local time by RFC 5545: with the observance that has the latest local onset before it.
    func instant(ofWall local: Int) -> Int? {
        observances.filter { $0.onset <= local }.max { $0.onset < $1.onset }.map { local - $0.to }
    }
}

extension Substring {
    fileprivate var padded: String { count == 4 ? self + "00" : String(self) }
}
