import Foundation

/// A calendar that other programs subscribe to: iCalendar (RFC 5545) with properties of RFC 7986.
public struct CalendarFeed: Sendable {
    /// The name of the calendar.
    public let name: String
    /// What the calendar is for; nil if nothing is said.
    public let description: String?
    /// A CSS 3 colour name; omitted if it is not one.
    public let color: String?
    /// The zone of events with local times.
    public let zone: Zone
    /// The refresh interval suggested to subscribers, in minutes.
    public let refreshMinutes: Int
    /// The version of the program that writes this.
    public let version: String
    /// In any order, each with its own `uid`.
    public let events: [CalendarEvent]

    public init(
        name: String, description: String? = nil, color: String? = nil, zone: Zone, refreshMinutes: Int,
        version: String, events: [CalendarEvent]
    ) {
        self.name = name
        self.description = description
        self.color = color
        self.zone = zone
        self.refreshMinutes = refreshMinutes
        self.version = version
        self.events = events
    }

    /// The maximum length of an event in minutes: a week.
    static let longest = 10_080
}

extension CalendarFeed {
    /// The complete text. Deterministic: equal values give equal bytes.
    public var text: String {
        let entries = events.map { (event: $0, start: start(of: $0)) }
            .sorted { ($0.start, $0.event.uid) < ($1.start, $1.event.uid) }
        var lines = CalendarFeedLines()
        lines.component("VCALENDAR") { lines in
            writeHead(to: &lines)
            if hasWall { writeZone(to: &lines) }
            for (event, start) in entries { write(event, from: start, to: &lines) }
        }
        return lines.text
    }

    /// True if the zone can be written and is not UTC. Otherwise all times are written in UTC.
    private var hasWall: Bool { Zone.isName(zone.name) && !["UTC", "Etc/UTC"].contains(zone.name) }

    private func start(of event: CalendarEvent) -> Date {
        switch event.time {
        case .allDay(let day): zone.instant(of: day, at: .midnight)
        case .local(let day, let time, _): zone.instant(of: day, at: time)
        case .instant(let instant, _): instant
        }
    }

    private func writeHead(to lines: inout CalendarFeedLines) {
        lines.add("VERSION", "2.0")
        lines.add("PRODID", text: "-//Stillroom//Stillroom \(version)//EN")
        lines.add("CALSCALE", "GREGORIAN")
        // Most subscribers read only the X- names.
        for property in ["NAME", "X-WR-CALNAME"] { lines.add(property, text: name) }
        if let description, !description.isEmpty {
            for property in ["DESCRIPTION", "X-WR-CALDESC"] { lines.add(property, text: description) }
        }
        lines.add("X-WR-TIMEZONE", hasWall ? zone.name : "UTC")
        if let color, !color.isEmpty, color.allSatisfy({ $0.isASCII && $0.isLetter }) { lines.add("COLOR", color) }
        for property in ["REFRESH-INTERVAL;VALUE=DURATION", "X-PUBLISHED-TTL"] {
            lines.add(property, minutes: refreshMinutes)
        }
        if let modified = events.map(\.modified).max() { lines.add("LAST-MODIFIED", at: modified) }
    }

    private func write(_ event: CalendarEvent, from start: Date, to lines: inout CalendarFeedLines) {
        lines.component("VEVENT") { lines in
            // The time of the last change. The time of writing would make every text different.
            lines.add("DTSTAMP", at: event.modified)
            lines.add("LAST-MODIFIED", at: event.modified)
            lines.add("SEQUENCE", String(min(max(event.sequence, 0), Int(Int32.max))))
            switch event.time {
            case .allDay(let day):
                lines.add("DTSTART;VALUE=DATE", day.compact)
                // The last day of the calendar has no successor; without an end the event is also one day.
                let next = day.adding(days: 1)
                if next > day { lines.add("DTEND;VALUE=DATE", next.compact) }
            case .local(_, _, let minutes) where hasWall:
                // The existing clock time: subscribers treat a missing time in different ways.
                let (day, time) = zone.clock(at: start)
                lines.add("DTSTART;TZID=\(zone.name)", "\(day.compact)T\(time.compact)")
                lines.add("DURATION", minutes: minutes)
            case .local(_, _, let minutes), .instant(_, let minutes):
                lines.add("DTSTART", at: start)
                lines.add("DURATION", minutes: minutes)
            }
            event.write(to: &lines)
        }
    }
}

// MARK: - The zone

extension CalendarFeed {
    /// Written only if an event uses the zone.
    private func writeZone(to lines: inout CalendarFeedLines) {
        let spans = events.compactMap { event -> (start: Date, end: Date)? in
            guard case .local(_, _, let minutes) = event.time else { return nil }
            let start = start(of: event)
            return (start, start.addingTimeInterval(Double(min(max(minutes, 0), Self.longest)) * 60))
        }
        guard let first = spans.map(\.start).min(), let last = spans.map(\.end).max() else { return }
        lines.component("VTIMEZONE") { lines in
            lines.add("TZID", zone.name)
            for observance in zone.observances(from: first, through: last) {
                lines.component(observance.isDaylight ? "DAYLIGHT" : "STANDARD") { lines in
                    let (day, time) = observance.clockBefore
                    lines.add("DTSTART", "\(day.compact)T\(time.compact)")
                    lines.add("TZOFFSETFROM", Self.offset(observance.from))
                    lines.add("TZOFFSETTO", Self.offset(observance.to))
                }
            }
        }
    }

    /// "+0200"; "-004430" if the offset is not a whole number of minutes.
    private static func offset(_ seconds: Int) -> String {
        let size = seconds.magnitude
        let parts = [size / 3600, size / 60 % 60] + (size.isMultiple(of: 60) ? [] : [size % 60])
        return (seconds < 0 ? "-" : "+") + parts.map { LocalDigits.text(Int($0)) }.joined()
    }
}
