import Agenda
import Calendar

// Days are written as "2026-11-21"; missing values are omitted. Decoding reads everything that encoding writes.

extension CollectionEntry: Codable {
    /// The names of a plant's fields in JSON.
    package enum Field: String, CodingKey, Sendable, CaseIterable {
        case id, name, scientificName, taxonRank, family, commonNames, powo, gbif
        case room, place, potDiameter, material, isInGround, spot, hasGrowLamp, followsSeason, repotted, overruled
        case addedOn, archived, notes, log, chores, switchedOff, learningSince, preferredTime, choreNotes
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Field.self)
        try fields.encodeIfPresent(id, forKey: .id)
        try fields.encodeIfPresent(scientificName, forKey: .scientificName)
        try fields.encodeIfPresent(taxonRank, forKey: .taxonRank)
        try fields.encodeIfPresent(family, forKey: .family)
        try encodeKeeping(into: &fields)
        try fields.encode(addedOn.description, forKey: .addedOn)
        try fields.encode(notes, forKey: .notes)
        try fields.encode(log, forKey: .log)
        try fields.encode(chores, forKey: .chores)
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        self.init(name: "", addedOn: try fields.day(.addedOn))
        id = try fields.decodeIfPresent(String.self, forKey: .id)
        scientificName = try fields.decodeIfPresent(String.self, forKey: .scientificName)
        taxonRank = try fields.decodeIfPresent(String.self, forKey: .taxonRank)
        family = try fields.decodeIfPresent(String.self, forKey: .family)
        try decodeKeeping(from: fields)
        notes = try fields.decodeIfPresent([Note].self, forKey: .notes) ?? []
        log = try fields.decodeIfPresent([LogLine].self, forKey: .log) ?? []
        chores = try fields.decodeIfPresent([OwnChore].self, forKey: .chores) ?? []
    }

    private enum ArchiveField: String, CodingKey {
        case reason, day
    }

    /// Encodes the fields that other formats cannot express.
    func encodeKeeping(into fields: inout KeyedEncodingContainer<Field>) throws {
        try fields.encode(name, forKey: .name)
        try fields.encode(commonNames, forKey: .commonNames)
        try fields.encodeIfPresent(powo, forKey: .powo)
        try fields.encodeIfPresent(gbif, forKey: .gbif)
        try fields.encodeIfPresent(room, forKey: .room)
        try fields.encodeIfPresent(place, forKey: .place)
        // JSON cannot represent infinity.
        try fields.encodeIfPresent(potDiameter.flatMap { $0.isFinite ? $0 : nil }, forKey: .potDiameter)
        try fields.encodeIfPresent(material, forKey: .material)
        try fields.encode(isInGround, forKey: .isInGround)
        try fields.encodeIfPresent(spot, forKey: .spot)
        try fields.encode(hasGrowLamp, forKey: .hasGrowLamp)
        try fields.encode(followsSeason, forKey: .followsSeason)
        try fields.encodeIfPresent(repotted?.description, forKey: .repotted)
        try fields.encode(overruled, forKey: .overruled)
        if !switchedOff.isEmpty { try fields.encode(switchedOff.map(\.rawValue), forKey: .switchedOff) }
        try fields.encodeIfPresent(learningSince?.description, forKey: .learningSince)
        try fields.encodeIfPresent(preferredTime?.description, forKey: .preferredTime)
        if !choreNotes.isEmpty { try fields.encode(choreNotes, forKey: .choreNotes) }
        if let archived {
            var archive = fields.nestedContainer(keyedBy: ArchiveField.self, forKey: .archived)
            try archive.encode(archived.reason.rawValue, forKey: .reason)
            try archive.encode(archived.day.description, forKey: .day)
        }
    }

    mutating func decodeKeeping(from fields: KeyedDecodingContainer<Field>) throws {
        name = try fields.decodeIfPresent(String.self, forKey: .name) ?? ""
        commonNames = try fields.decodeIfPresent([String].self, forKey: .commonNames) ?? []
        powo = try fields.decodeIfPresent(String.self, forKey: .powo)
        gbif = try fields.decodeIfPresent(String.self, forKey: .gbif)
        room = try fields.decodeIfPresent(String.self, forKey: .room)
        place = try fields.decodeIfPresent(String.self, forKey: .place)
        potDiameter = try fields.decodeIfPresent(Double.self, forKey: .potDiameter)
        material = try fields.decodeIfPresent(String.self, forKey: .material)
        isInGround = try fields.decodeIfPresent(Bool.self, forKey: .isInGround) ?? false
        spot = try fields.decodeIfPresent(String.self, forKey: .spot)
        hasGrowLamp = try fields.decodeIfPresent(Bool.self, forKey: .hasGrowLamp) ?? false
        followsSeason = try fields.decodeIfPresent(Bool.self, forKey: .followsSeason) ?? true
        repotted = try fields.has(.repotted) ? fields.day(.repotted) : nil
        overruled = try fields.decodeIfPresent([String: String].self, forKey: .overruled) ?? [:]
        // Kinds of later releases are ignored.
        switchedOff = (try fields.decodeIfPresent([String].self, forKey: .switchedOff) ?? [])
            .compactMap(Chore.Kind.init)
        learningSince = try fields.has(.learningSince) ? fields.day(.learningSince) : nil
        preferredTime = try fields.has(.preferredTime) ? fields.time(.preferredTime) : nil
        choreNotes = try fields.decodeIfPresent([String: String].self, forKey: .choreNotes) ?? [:]
        if try fields.has(.archived) {
            let archive = try fields.nestedContainer(keyedBy: ArchiveField.self, forKey: .archived)
            archived = Plant.Archive(try archive.word(.reason), on: try archive.day(.day))
        }
    }
}

extension CollectionEntry.Note: Codable {
    private enum Field: String, CodingKey {
        case day, text
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Field.self)
        try fields.encode(day.description, forKey: .day)
        try fields.encode(text, forKey: .text)
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        self.init(day: try fields.day(.day), text: try fields.decode(String.self, forKey: .text))
    }
}

extension CollectionEntry.LogLine: Codable {
    private enum Field: String, CodingKey {
        case kind, title, action, day
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Field.self)
        try fields.encode(kind.rawValue, forKey: .kind)
        try fields.encodeIfPresent(title, forKey: .title)
        try fields.encode(action.rawValue, forKey: .action)
        try fields.encode(day.description, forKey: .day)
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        self.init(
            kind: try fields.word(.kind), title: try fields.decodeIfPresent(String.self, forKey: .title),
            action: try fields.word(.action), day: try fields.day(.day))
    }
}

extension CollectionEntry.OwnChore: Codable {
    private enum Field: String, CodingKey {
        case kind, title, recurrence, start, standing, note
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Field.self)
        try fields.encode(kind.rawValue, forKey: .kind)
        try fields.encodeIfPresent(title, forKey: .title)
        try fields.encode(recurrence, forKey: .recurrence)
        try fields.encode(start.description, forKey: .start)
        try fields.encode(state.rawValue, forKey: .standing)
        try fields.encodeIfPresent(note, forKey: .note)
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        self.init(
            kind: try fields.word(.kind), title: try fields.decodeIfPresent(String.self, forKey: .title),
            recurrence: try fields.decode(String.self, forKey: .recurrence), start: try fields.day(.start),
            state: try fields.has(.standing) ? fields.word(.standing) : .active,
            note: try fields.decodeIfPresent(String.self, forKey: .note))
    }
}

extension KeyedDecodingContainer {
    /// Returns true if the key exists and is not `null`.
    fileprivate func has(_ key: Key) throws -> Bool { contains(key) ? try !decodeNil(forKey: key) : false }

    fileprivate func day(_ key: Key) throws -> LocalDay {
        let text = try decode(String.self, forKey: key)
        guard let day = LocalDay(text) else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self, debugDescription: CollectionFlaw.noDay(text))
        }
        return day
    }

    /// A time of whole minutes.
    fileprivate func time(_ key: Key) throws -> LocalTime {
        let text = try decode(String.self, forKey: key)
        guard let time = LocalTime(text), time.second.isMultiple(of: 60) else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self, debugDescription: CollectionFlaw.noTime(text))
        }
        return time
    }

    fileprivate func word<Word: RawRepresentable & CaseIterable>(_ key: Key) throws -> Word
    where Word.RawValue == String {
        let text = try decode(String.self, forKey: key)
        guard let word = Word(rawValue: text) else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self, debugDescription: CollectionFlaw.noWord(text, of: Word.self))
        }
        return word
    }
}
