import Agenda
import Calendar
import Foundation
import Messages
import Recognition

// MARK: - Writing

extension CollectionSheet.Column {
    func text(of entry: CollectionEntry) -> String {
        switch self {
        case .id: entry.id ?? ""
        case .name: entry.name
        case .scientificName: entry.scientificName ?? ""
        case .taxonRank: entry.taxonRank ?? ""
        case .family: entry.family ?? ""
        case .commonNames: CollectionWords.joined(entry.commonNames)
        case .powo: entry.powo ?? ""
        case .gbif: entry.gbif ?? ""
        case .room: entry.room ?? ""
        case .place: entry.place ?? ""
        case .potDiameter: entry.potDiameter.map(CollectionWords.number) ?? ""
        case .material: entry.material ?? ""
        case .isInGround: CollectionWords.truth(entry.isInGround)
        case .spot: entry.spot ?? ""
        case .hasGrowLamp: CollectionWords.truth(entry.hasGrowLamp)
        case .followsSeason: CollectionWords.truth(entry.followsSeason)
        case .repotted: entry.repotted?.description ?? ""
        case .addedOn: entry.addedOn.description
        case .archivedReason: entry.archived?.reason.rawValue ?? ""
        case .archivedOn: entry.archived?.day.description ?? ""
        case .lastWatered: entry.lastWatered?.description ?? ""
        case .overruled: entry.overruled.isEmpty ? "" : CollectionWords.json(entry.overruled)
        case .chores: entry.chores.isEmpty ? "" : CollectionWords.json(entry.chores)
        case .preferredTime: entry.preferredTime?.description ?? ""
        }
    }
}

extension CollectionEntry {
    /// From the log.
    fileprivate var lastWatered: LocalDay? {
        log.filter { $0.kind == .watering && $0.action == .done }.map(\.day).max()
    }
}

// MARK: - Reading

extension CollectionSheet {
    static func entry(
        _ values: [Column: String], notes: String?, today: LocalDay
    ) throws(CollectionFlaw) -> CollectionEntry {
        var entry = CollectionEntry(name: values[.name] ?? "", addedOn: try day(.addedOn, in: values) ?? today)
        // Identifiers of other software may have any form and are not ours.
        entry.id = values[.id].flatMap { Plant.ID($0)?.rawValue }
        entry.scientificName = values[.scientificName]
        entry.taxonRank = values[.taxonRank]?.lowercased()
        entry.family = values[.family]
        entry.commonNames = values[.commonNames].map(CollectionWords.split) ?? []
        entry.powo = values[.powo]
        entry.gbif = values[.gbif]
        entry.room = values[.room]
        entry.place = values[.place]?.lowercased()
        entry.potDiameter = try number(.potDiameter, in: values)
        entry.material = values[.material]?.lowercased()
        entry.isInGround = try truth(.isInGround, in: values) ?? false
        entry.spot = values[.spot]?.lowercased()
        entry.hasGrowLamp = try truth(.hasGrowLamp, in: values) ?? false
        entry.followsSeason = try truth(.followsSeason, in: values) ?? true
        entry.repotted = try day(.repotted, in: values)
        entry.archived = try archive(in: values)
        if let watered = try watered(in: values, today: today) {
            entry.log = [.init(kind: .watering, action: .done, day: watered)]
        }
        entry.overruled = try json(.overruled, [String: String].self, in: values) ?? [:]
        entry.chores = try json(.chores, [CollectionEntry.OwnChore].self, in: values) ?? []
        entry.preferredTime = try time(in: values)
        if let notes { entry.notes = [.init(day: entry.addedOn, text: notes)] }
        return entry
    }

    private static func day(_ column: Column, in values: [Column: String]) throws(CollectionFlaw) -> LocalDay? {
        guard let text = values[column] else { return nil }
        guard let day = CollectionWords.day(text) else {
            throw CollectionFlaw(.addedOn, column: column.rawValue, CollectionFlaw.noDay(text))
        }
        return day
    }

    /// Also accepts seconds, which many spreadsheets write.
    private static func time(in values: [Column: String]) throws(CollectionFlaw) -> LocalTime? {
        guard let text = values[.preferredTime] else { return nil }
        guard let time = LocalTime(text.dropFirst().first == ":" ? "0" + text : text) else {
            throw CollectionFlaw(.preferredTime, column: Column.preferredTime.rawValue, CollectionFlaw.noTime(text))
        }
        return LocalTime(hour: time.hour, minute: time.minute)
    }

    /// Also accepts the words of `LastWatering`; nil if it is not known.
    private static func watered(in values: [Column: String], today: LocalDay) throws(CollectionFlaw) -> LocalDay? {
        guard let text = values[.lastWatered] else { return nil }
        switch LastWatering(text, today: today) {
        case .unknown: return nil
        case .on(let day): return day
        case .about(let days): return today.adding(days: -days)
        case nil: return try day(.lastWatered, in: values)
        }
    }

    private static func truth(_ column: Column, in values: [Column: String]) throws(CollectionFlaw) -> Bool? {
        switch values[column]?.lowercased() {
        case nil: return nil
        case "yes", "y", "true", "1", "x": return true
        case "no", "n", "false", "0": return false
        case let text?:
            let quoted = CollectionFlaw.quoted(text)
            throw CollectionFlaw(
                .isInGround, column: column.rawValue,
                localized("\(quoted, "text") is neither; expected yes or no"))
        }
    }

    /// Also accepts a decimal comma, as many spreadsheets write it.
    private static func number(_ column: Column, in values: [Column: String]) throws(CollectionFlaw) -> Double? {
        guard let text = values[column] else { return nil }
        let digits = text.lowercased().hasSuffix("cm") ? String(text.dropLast(2)).trimmingSpaces : text
        guard let number = Double(String(digits.map { $0 == "," ? "." : $0 })) else {
            let quoted = CollectionFlaw.quoted(text)
            throw CollectionFlaw(
                .potDiameter, column: column.rawValue,
                localized("\(quoted, "text") is no number; expected cm such as 12.5"))
        }
        return number
    }

    private static func archive(in values: [Column: String]) throws(CollectionFlaw) -> Plant.Archive? {
        let day = try day(.archivedOn, in: values)
        guard let text = values[.archivedReason] else {
            if day == nil { return nil }
            throw CollectionFlaw(.archived, localized("no reason; expected one with archived_on"))
        }
        guard let reason = Plant.Archive.Reason(rawValue: text.lowercased()) else {
            throw CollectionFlaw(.archived, CollectionFlaw.noWord(text, of: Plant.Archive.Reason.self))
        }
        guard let day else {
            throw CollectionFlaw(
                .archived, column: Column.archivedOn.rawValue,
                localized("no day; expected one with archived_reason"))
        }
        return Plant.Archive(reason, on: day)
    }

    private static func json<Value: Decodable>(
        _ column: Column, _ type: Value.Type, in values: [Column: String]
    ) throws(CollectionFlaw) -> Value? {
        guard let text = values[column] else { return nil }
        do {
            return try JSONDecoder().decode(type, from: Data(text.utf8))
        } catch {
            let flaw = CollectionFlaw(decoding: error, below: 0)
            let message = flaw.column.map { "\($0): \(flaw.message)" } ?? flaw.message
            throw CollectionFlaw(.chores, column: column.rawValue, message)
        }
    }
}
