public import Foundation

/// An event of a calendar feed.
public struct CalendarEvent: Sendable, Hashable {
    /// When an event is: a whole day, a local time, or an instant.
    public enum Time: Sendable, Hashable {
        /// A whole day.
        case allDay(LocalDay)
        /// Local time in the feed's zone, with a length in minutes.
        case local(LocalDay, LocalTime, minutes: Int)
        /// An instant (doses every eight hours), written in UTC.
        case instant(Date, minutes: Int)
    }

    /// Permanent and globally unique.
    public let uid: String
    /// When it is.
    public let time: Time
    /// The title, one line of text.
    public let summary: String
    /// More text; nil if there is none.
    public let description: String?
    /// Omitted if it is not a valid URI.
    public let url: String?
    /// Words by which a calendar program can filter.
    public let categories: [String]
    /// The time of the reminder; nil for none.
    public let alarm: Date?
    /// The text of the alarm; the summary if it is nil.
    public let alarmText: String?
    /// How often the content has changed.
    public var sequence: Int
    /// When the content last changed.
    public var modified: Date

    public init(
        uid: String, time: Time, summary: String, description: String? = nil, url: String? = nil,
        categories: [String] = [], alarm: Date? = nil, alarmText: String? = nil, sequence: Int = 0, modified: Date
    ) {
        self.uid = uid
        self.time = time
        self.summary = summary
        self.description = description
        self.url = url
        self.categories = categories
        self.alarm = alarm
        self.alarmText = alarmText
        self.sequence = sequence
        self.modified = modified
    }
}

extension CalendarEvent {
    /// The content visible to subscribers, without `sequence` and `modified`. If this string changes, `sequence` must
    /// be incremented. The feed's zone is not part of it.
    public var content: String {
        var lines = CalendarFeedLines()
        switch time {
        case .allDay(let day): lines.add("ON", day.compact)
        case .local(let day, let time, let minutes):
            lines.add("AT", "\(day.compact)T\(time.compact)")
            lines.add("DURATION", minutes: minutes)
        case .instant(let instant, let minutes):
            lines.add("AT", at: instant)
            lines.add("DURATION", minutes: minutes)
        }
        write(to: &lines)
        return lines.text
    }

    /// Writes everything except the time and the versions.
    func write(to lines: inout CalendarFeedLines) {
        lines.add("UID", text: uid)
        lines.add("SUMMARY", text: summary)
        if let description, !description.isEmpty { lines.add("DESCRIPTION", text: description) }
        if let url { lines.add("URL;VALUE=URI", uri: url) }
        lines.add("CATEGORIES", texts: categories.filter { !$0.isEmpty })
        // Watering does not block time, and the event is private.
        lines.add("CLASS", "PRIVATE")
        lines.add("TRANSP", "TRANSPARENT")
        guard let alarm else { return }
        lines.component("VALARM") { lines in
            lines.add("ACTION", "DISPLAY")
            lines.add("TRIGGER;VALUE=DATE-TIME", at: alarm)
            lines.add("DESCRIPTION", text: alarmText ?? summary)
        }
    }
}
