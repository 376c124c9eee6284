/// A time of day without a date and a zone.
public struct LocalTime: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The beginning of a day, 00:00.
    public static let midnight = LocalTime(ofDay: 0)

    /// The second of the day, from 0 to 86,399.
    public let second: Int

    /// The second must be in range.
    init(ofDay second: Int) { self.second = second }

    /// Returns nil if the time does not exist; leap seconds are not supported.
    public init?(hour: Int, minute: Int, second: Int = 0) {
        guard 0..<24 ~= hour, 0..<60 ~= minute, 0..<60 ~= second else { return nil }
        self.second = hour * 3600 + minute * 60 + second
    }

    /// Reads exactly "08:00" or "08:00:30".
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 5 || bytes.count == 8, bytes[2] == UInt8(ascii: ":"),
            let hour = LocalDigits.value(of: bytes[0..<2]), let minute = LocalDigits.value(of: bytes[3..<5])
        else { return nil }
        guard bytes.count == 8 else {
            self.init(hour: hour, minute: minute)
            return
        }
        guard bytes[5] == UInt8(ascii: ":"), let second = LocalDigits.value(of: bytes[6..<8]) else { return nil }
        self.init(hour: hour, minute: minute, second: second)
    }

    /// The hour, 0 to 23.
    public var hour: Int { second / 3600 }
    /// The minute, 0 to 59.
    public var minute: Int { second / 60 % 60 }

    public static func < (left: Self, right: Self) -> Bool { left.second < right.second }

    /// "08:00", or "08:00:30" if it is not a whole minute.
    public var description: String {
        let minutes = "\(LocalDigits.text(hour)):\(LocalDigits.text(minute))"
        return second.isMultiple(of: 60) ? minutes : "\(minutes):\(LocalDigits.text(second % 60))"
    }
}
