public import Calendar
import Messages

extension LocalDay {
    /// For example "20 Nov 2026".
    public var shortText: String {
        let (year, month, day) = parts
        return LocalDate.short(day: day, month: month, year: year)
    }
}

extension LocalTime {
    /// For example "08:05" or "8:05 am".
    public var clockText: String { LocalClock.text(hour: hour, minute: minute) }
}
