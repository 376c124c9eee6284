/// A time of day as a clock on the wall shows it.
package struct LocalTime: Sendable, Hashable, Comparable, CustomStringConvertible {
    package static let midnight = LocalTime(ofDay: 0)

    /// Of the day: 0 up to but not with 86,400.
    package let second: Int

    /// Seconds of a day that are known to be in range.
    init(ofDay second: Int) { self.second = second }

    /// Nothing where no clock shows that; a leap second is not shown.
    package init?(hour: Int, minute: Int, second: Int = 0) {
        guard 0..<24 ~= hour, 0..<60 ~= minute, 0..<60 ~= second else { return nil }
        self.second = hour * 3600 + minute * 60 + second
    }

    /// Strictly "08:00" or "08:00:30".
    package init?(_ text: String) {
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

    package var hour: Int { second / 3600 }
    package var minute: Int { second / 60 % 60 }

    package static func < (left: Self, right: Self) -> Bool { left.second < right.second }

    /// "08:00", or "08:00:30" where it is not a whole minute.
    package var description: String {
        let minutes = "\(LocalDigits.text(hour)):\(LocalDigits.text(minute))"
        return second.isMultiple(of: 60) ? minutes : "\(minutes):\(LocalDigits.text(second % 60))"
    }
}
