import Foundation

/// Content lines of iCalendar (RFC 5545 §3.1), escaped and folded. No value can end a line or a component.
struct CalendarFeedLines {
    /// The maximum length of a line in octets, without CRLF.
    private static let octets = 75

    private(set) var text = ""

    mutating func component(_ name: String, _ body: (inout Self) -> Void) {
        add("BEGIN", name)
        body(&self)
        add("END", name)
    }

    /// Adds a value without escaping; it must not come from outside.
    mutating func add(_ name: String, _ value: String) { fold("\(name):\(value)") }

    mutating func add(_ name: String, text: String) { add(name, Self.escaped(text)) }

    /// Adds nothing for an empty list.
    mutating func add(_ name: String, texts: [String]) {
        if !texts.isEmpty { add(name, texts.map(Self.escaped).joined(separator: ",")) }
    }

    /// Adds a URI. A URI needs no escaping; text that would need it is no URI and is omitted.
    mutating func add(_ name: String, uri: String) {
        if !uri.isEmpty, uri.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) { add(name, uri) }
    }

    /// In UTC; fractions of a second are dropped.
    mutating func add(_ name: String, at instant: Date) {
        let (day, time) = Zone.utc.clock(at: instant)
        add(name, "\(day.compact)T\(time.compact)Z")
    }

    /// Adds a duration of at most a week; omitted if it is not positive (RFC 5545 §3.8.2.5).
    mutating func add(_ name: String, minutes: Int) {
        if minutes > 0 { add(name, "PT\(min(minutes, CalendarFeed.longest))M") }
    }
}

// MARK: - Escaping

extension CalendarFeedLines {
    /// RFC 5545 §3.3.11. All Unicode line ends are replaced by an escaped one, because some readers split the file by
    /// Unicode's rules. Other control characters except tab are dropped.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        escaped.reserveCapacity(text.utf8.count)
        var isAfterReturn = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n" where isAfterReturn: break
            case "\n", "\r", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}": escaped += "\\n"
            case "\\", ";", ",":
                escaped += "\\"
                escaped.unicodeScalars.append(scalar)
            case "\t": escaped += "\t"
            default: if scalar.properties.generalCategory != .control { escaped.unicodeScalars.append(scalar) }
            }
            isAfterReturn = scalar == "\r"
        }
        return escaped
    }
}

// MARK: - Folding

extension CalendarFeedLines {
    /// Folds between grapheme clusters, so that each line alone is readable. A cluster longer than a line is cut
    /// between its scalars.
    private mutating func fold(_ line: String) {
        if line.utf8.count <= Self.octets {
            text += "\(line)\r\n"
            return
        }
        var room = Self.octets
        for character in line {
            let size = character.utf8.count
            if size < Self.octets {
                makeRoom(for: size, in: &room)
                text.append(character)
            } else {
                for scalar in character.unicodeScalars {
                    makeRoom(for: scalar.utf8.count, in: &room)
                    text.unicodeScalars.append(scalar)
                }
            }
        }
        text += "\r\n"
    }

    private mutating func makeRoom(for size: Int, in room: inout Int) {
        if size > room {
            text += "\r\n "
            room = Self.octets - 1
        }
        room -= size
    }
}

// MARK: - Dates and times

extension LocalDay {
    /// "20261121".
    var compact: String {
        let (year, month, day) = parts
        return "\(LocalDigits.text(year, width: 4))\(LocalDigits.text(month))\(LocalDigits.text(day))"
    }
}

extension LocalTime {
    /// "080000".
    var compact: String {
        "\(LocalDigits.text(hour))\(LocalDigits.text(minute))\(LocalDigits.text(second % 60))"
    }
}
