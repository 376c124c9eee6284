package import FoundationEssentials

/// One entry of a calendar that other programs subscribe to.
package struct CalendarEvent: Sendable, Hashable {
    package enum Time: Sendable, Hashable {
        /// A whole day.
        case allDay(LocalDay)
        /// On the wall of the feed's zone, for so many minutes.
        case local(LocalDay, LocalTime, minutes: Int)
        /// An exact instant (doses every eight hours), written in UTC.
        case instant(Date, minutes: Int)
    }

    /// The same for ever, and for no other event in the world.
    package let uid: String
    package let time: Time
    package let summary: String
    package let description: String?
    /// Left out where it is no URI.
    package let url: String?
    package let categories: [String]
    /// When to remind; no reminder without one.
    package let alarm: Date?
    /// How often the content has changed.
    package var sequence: Int
    /// When the content changed last.
    package var modified: Date

    package init(
        uid: String, time: Time, summary: String, description: String? = nil, url: String? = nil,
        categories: [String] = [], alarm: Date? = nil, sequence: Int = 0, modified: Date
    ) {
        self.uid = uid
        self.time = time
        self.summary = summary
        self.description = description
        self.url = url
        self.categories = categories
        self.alarm = alarm
        self.sequence = sequence
        self.modified = modified
    }
}

extension CalendarEvent {
    /// What a subscriber would see of it, beside `sequence` and `modified`: where that is another string than before,
    /// the sequence goes up. A feed that moves to another zone is not seen in it.
    package var content: String {
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

    /// All but its time and what tells versions apart.
    func write(to lines: inout CalendarFeedLines) {
        lines.add("UID", text: uid)
        lines.add("SUMMARY", text: summary)
        if let description, !description.isEmpty { lines.add("DESCRIPTION", text: description) }
        if let url { lines.add("URL;VALUE=URI", uri: url) }
        lines.add("CATEGORIES", texts: categories.filter { !$0.isEmpty })
        // Watering a plant makes nobody busy, and is nobody else's business.
        lines.add("CLASS", "PRIVATE")
        lines.add("TRANSP", "TRANSPARENT")
        guard let alarm else { return }
        lines.component("VALARM") { lines in
            lines.add("ACTION", "DISPLAY")
            lines.add("TRIGGER;VALUE=DATE-TIME", at: alarm)
            lines.add("DESCRIPTION", text: summary)
        }
    }
}
