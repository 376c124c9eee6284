import Accounts
import Agenda
import Calendar
import FoundationEssentials
import Household
import Recognition
import Reminders

// Conversion of channels, notices and calendars to and from their rows.

extension SQLRow {
    func channel() throws -> StoredChannel {
        let (kind, name): (Channel.Kind, String) = (try word("kind"), try required("name"))
        // The name that the page's channel has until a person gives it another one is stored in English.
        let isUnnamed = kind == .page && name == SQLRecords.pageName
        return StoredChannel(
            Channel(
                id: try identifier("id"), kind: kind, name: isUnnamed ? kind.words : name,
                isOn: try required("is_on"), addedAt: Date(milliseconds: try required("added_at")),
                lastSentAt: (self["told_at"] as Int64?).map(Date.init(milliseconds:)), failure: self["failure"],
                account: try accountIfAny("account_id")),
            sealedAddress: try required("sealed_address"), fingerprint: try required("fingerprint"))
    }

    /// Leaves out the subjects if only the key matters.
    func notice(withSubjects: Bool = true) throws -> Notice {
        Notice(
            number: try required("number"), channel: try identifier("channel_id"),
            reminder: Reminder(
                key: .init(rawValue: try required("key")), sort: try word("sort"),
                at: Date(milliseconds: try required("at")), until: Date(milliseconds: try required("until")),
                // A notice with unreadable subjects has none, so that it does not block other notices.
                subjects: withSubjects ? (try? SubjectsText.read(try required("subjects"))) ?? [] : []),
            state: try word("state"), attempts: try required("attempts"), fence: try required("fence"),
            failure: self["failure"], isLeased: try required("is_leased"),
            nextAt: Date(milliseconds: try required("next_at")),
            settledAt: (self["settled_at"] as Int64?).map(Date.init(milliseconds:)))
    }

    func stamp() throws -> EventStamp {
        EventStamp(sequence: try required("sequence"), modified: Date(milliseconds: try required("modified_at")))
    }

    func feed() throws -> FeedSubscription {
        FeedSubscription(
            id: try identifier("id"), name: try required("name"), secret: try required("secret"),
            hidesMedicines: try required("hides_medicines"), addedAt: Date(milliseconds: try required("added_at")),
            fetchedAt: (self["fetched_at"] as Int64?).map(Date.init(milliseconds:)),
            account: try accountIfAny("account_id"))
    }

    /// Returns nil if the column holds NULL.
    func accountIfAny(_ column: String) throws -> Account.ID? {
        guard let text: String = self[column] else { return nil }
        guard let account = Account.ID(text) else { throw Self.damaged(column) }
        return account
    }
}

/// The subjects of a reminder, as JSON.
enum SubjectsText {
    private struct Line: Codable {
        var chore: String?
        var kind: String?
        var title: String?
        var plant: String?
        var plantName: String?
        var due: Int?
        var day: Int?
        var snoozed: Int64?
        var food: String?
        var dose: String?
        var medicine: String?
        var name: String?
        var amount: String?
        var at: Int64?
        /// Missing in rows of earlier releases.
        var owner: String?
    }

    private static let (bestBefore, useBy) = ("best-before", "use-by")

    static func text(_ subjects: [Reminder.Subject]) throws -> String {
        let lines = subjects.map { subject in
            switch subject {
            case .chore(let chore):
                Line(
                    chore: chore.chore.rawValue, kind: chore.kind.rawValue, title: chore.title, plant: chore.plant,
                    plantName: chore.plantName, due: chore.due.number, day: chore.day.number,
                    snoozed: chore.snoozedUntil?.milliseconds)
            case .dose(let dose):
                Line(
                    dose: dose.id, medicine: dose.medicine, name: dose.name, amount: dose.amount,
                    at: dose.at.milliseconds, owner: dose.owner)
            case .food(let food):
                Line(
                    kind: food.isUseBy ? useBy : bestBefore, due: food.day.number, day: food.from.number,
                    food: food.item, name: food.name)
            }
        }
        return lines.isEmpty ? "[]" : try Columns.json(lines)
    }

    /// The start of the text of a chore.
    static func start(of chore: Chore.ID) -> String {
        // The keys are sorted, and this is the first one.
        (try? Columns.json(Line(chore: chore.rawValue))).map { String($0.dropLast()) } ?? ""
    }

    /// Returns the text with another value for a chore, or without it if `value` returns nil for the due day that the text
    /// states. Reads only this chore, unless its plant has another name. Returns nil if the chore is not in the text.
    static func replacing(_ chore: Chore.ID, in text: String, by value: (LocalDay) -> DueChore?) -> String? {
        let bytes = Array(text.utf8)
        guard let first = bytes.firstRange(of: Array(start(of: chore).utf8))?.lowerBound else { return nil }
        let end = end(ofObjectAt: first, in: bytes)
        let object = String(decoding: bytes[first..<end], as: UTF8.self)
        guard case .chore(let shown)? = try? read("[\(object)]").first else { return nil }
        if let value = value(shown.due) {
            if value.plantName != shown.plantName {
                guard let subjects = try? read(text) else { return nil }
                let renamed = subjects.map { $0 == .chore(shown) ? .chore(value) : $0 }
                return try? self.text(renamed.inOrderOfChores())
            }
            guard let line = try? self.text([.chore(value)]) else { return nil }
            return String(decoding: bytes[..<first] + line.utf8.dropFirst().dropLast() + bytes[end...], as: UTF8.self)
        }
        // With one of the commas beside it.
        let comma = UInt8(ascii: ",")
        if end < bytes.count, bytes[end] == comma {
            return String(decoding: bytes[..<first] + bytes[(end + 1)...], as: UTF8.self)
        }
        let start = first > 0 && bytes[first - 1] == comma ? first - 1 : first
        return String(decoding: bytes[..<start] + bytes[end...], as: UTF8.self)
    }

    /// Returns the place after the JSON object that begins at `start` and contains no other one.
    private static func end(ofObjectAt start: Int, in bytes: [UInt8]) -> Int {
        var (isInString, isEscaped) = (false, false)
        for place in bytes.indices[start...] {
            switch bytes[place] {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\"): isEscaped = true
            case UInt8(ascii: "\""): isInString.toggle()
            case UInt8(ascii: "}") where !isInString: return place + 1
            default: break
            }
        }
        return bytes.count
    }

    static func read(_ text: String) throws -> [Reminder.Subject] {
        if text == "[]" { return [] }
        return try Columns.value([Line].self, of: text, "subjects").map { line in
            if let dose = line.dose, let medicine = line.medicine, let name = line.name, let amount = line.amount,
                let at = line.at
            {
                return .dose(
                    Dose(
                        id: dose, medicine: medicine, name: name, amount: amount, at: Date(milliseconds: at),
                        owner: line.owner))
            }
            if let food = line.food, let name = line.name, let due = line.due, let day = line.day {
                return .food(
                    DueFood(
                        item: food, name: name, isUseBy: line.kind == useBy, day: LocalDay(number: due),
                        from: LocalDay(number: day)))
            }
            guard let chore = line.chore, let kind = line.kind.flatMap(Chore.Kind.init), let due = line.due,
                let day = line.day
            else { throw SQLRow.damaged("subjects") }
            return .chore(
                DueChore(
                    chore: .init(rawValue: chore), kind: kind, title: line.title, plant: line.plant,
                    plantName: line.plantName, due: LocalDay(number: due), day: LocalDay(number: day),
                    snoozedUntil: line.snoozed.map(Date.init(milliseconds:))))
        }
    }
}

extension Reminder.Sort {
    /// Doses rank before plants; notices that pages show are never claimed.
    func rank(over kind: Channel.Kind) -> Int { kind.isSent ? (self == .dose || self == .missed ? 0 : 1) : 9 }
}
