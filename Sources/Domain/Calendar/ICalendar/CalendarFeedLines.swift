import FoundationEssentials

/// Content lines of iCalendar (RFC 5545 §3.1), escaped and folded; no value can end a line or a component.
struct CalendarFeedLines {
    /// What no line may be longer than, its CRLF not counted.
    private static let octets = 75

    private(set) var text = ""

    mutating func component(_ name: String, _ body: (inout Self) -> Void) {
        add("BEGIN", name)
        body(&self)
        add("END", name)
    }

    /// Of a value that is written as it is, and so must be of our own making.
    mutating func add(_ name: String, _ value: String) { fold("\(name):\(value)") }

    mutating func add(_ name: String, text: String) { add(name, Self.escaped(text)) }

    /// None without any.
    mutating func add(_ name: String, texts: [String]) {
        if !texts.isEmpty { add(name, texts.map(Self.escaped).joined(separator: ",")) }
    }

    /// Nothing is escaped in a URI; one that would need it is none, and left out.
    mutating func add(_ name: String, uri: String) {
        if !uri.isEmpty, uri.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) { add(name, uri) }
    }

    /// In UTC; parts of a second are dropped.
    mutating func add(_ name: String, at instant: Date) {
        let (day, time) = Zone.utc.clock(at: instant)
        add(name, "\(day.compact)T\(time.compact)Z")
    }

    /// A duration, a week at most; none that is not positive (RFC 5545 §3.8.2.5).
    mutating func add(_ name: String, minutes: Int) {
        if minutes > 0 { add(name, "PT\(min(minutes, CalendarFeed.longest))M") }
    }
}

// MARK: - Escaping

extension CalendarFeedLines {
    /// RFC 5545 §3.3.11. Whatever Unicode takes for the end of a line becomes one that is escaped, since readers that
    /// split the file by Unicode's rules exist; other control characters but the tab are dropped.
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
    /// Between what readers see as characters, so that a line shown alone is still legible; a character of more
    /// octets than a line has is cut between its scalars.
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
