import Agenda
import Messages
import Recognition

extension CollectionEntry {
    /// Returns the entry in the form in which it is stored: names trimmed to one line, a missing name replaced by the
    /// scientific or a common name, the log sorted with the oldest first.
    ///
    /// Throws `CollectionFlaw` for the first invalid value. Overruled values are only checked for their length: the
    /// importer ignores fields of later versions.
    func checked() throws(CollectionFlaw) -> CollectionEntry {
        var entry = self
        try entry.checkNames()
        try entry.checkKeeping()
        try entry.checkDiary()
        try entry.checkChores()
        return entry
    }

    private mutating func checkNames() throws(CollectionFlaw) {
        if let id, Plant.ID(id) == nil {
            let quoted = CollectionFlaw.quoted(id)
            throw CollectionFlaw(
                .id,
                localized(
                    "\(quoted, "text") is no identifier; expected 1 to 64 letters, digits, hyphens or underscores"))
        }
        scientificName = scientificName.flatMap(Self.tidy)
        family = family.flatMap(Self.tidy)
        guard commonNames.count <= 100 else {
            throw CollectionFlaw(.commonNames, localized("too many names; expected at most 100"))
        }
        commonNames = commonNames.compactMap(Self.tidy)
        guard let name = Self.tidy(name) ?? scientificName ?? commonNames.first else {
            throw CollectionFlaw(.name, localized("there is no name; expected a name or a scientific name"))
        }
        self.name = name
        taxonRank = try Self.word(taxonRank, of: Taxon.Rank.self, for: .taxonRank)
        powo = try Self.taxonNumber(powo, for: .powo)
        gbif = try Self.taxonNumber(gbif, for: .gbif)
    }

    private mutating func checkKeeping() throws(CollectionFlaw) {
        room = room.flatMap(Self.tidy)
        place = try Self.word(place, of: Situation.Place.self, for: .place)
        material = try Self.word(material, of: Situation.Material.self, for: .material)
        spot = try Self.word(spot, of: Situation.Spot.self, for: .spot)
        if let potDiameter, !Situation.potDiameters.contains(potDiameter) {
            let width = "\(potDiameter)"
            throw CollectionFlaw(
                .potDiameter, localized("a pot is not \(width, "width") cm wide; expected 1 to 200"))
        }
        let isTooLong = overruled.contains { field, text in
            !(1...64).contains(field.utf8.count) || text.unicodeScalars.count > CareField.textLimit
        }
        guard !isTooLong, overruled.count <= 64 else {
            let limit = CareField.textLimit
            throw CollectionFlaw(
                .overruled,
                localized("too much; expected at most 64 values of at most \(limit, "limit") characters"))
        }
    }

    private mutating func checkDiary() throws(CollectionFlaw) {
        var notes: [Note] = []
        for note in self.notes {
            guard note.text.unicodeScalars.count <= PlantNote.lengthLimit, let text = Self.tidied(note: note.text)
            else {
                let (quoted, limit) = (CollectionFlaw.quoted(note.text), PlantNote.lengthLimit)
                throw CollectionFlaw(
                    .notes, localized("\(quoted, "text") is no note; expected 1 to \(limit, "limit") characters"))
            }
            notes.append(Note(day: note.day, text: text))
        }
        self.notes = notes
        var log: [LogLine] = []
        for line in self.log {
            let title = try Self.title(line.title, of: line.kind, for: .log)
            log.append(LogLine(kind: line.kind, title: title, action: line.action, day: line.day))
        }
        // A stable sort: entries of one day keep their order.
        self.log = log.sorted { $0.day < $1.day }
    }

    private mutating func checkChores() throws(CollectionFlaw) {
        var chores: [OwnChore] = []
        for chore in self.chores {
            guard chore.rule != nil else {
                let quoted = CollectionFlaw.quoted(chore.recurrence)
                throw CollectionFlaw(
                    .chores,
                    localized(
                        "\(quoted, "text") is no recurrence; expected one such as once, days 7 or months 1 on 31"))
            }
            let title = try Self.title(chore.title, of: chore.kind, for: .chores)
            chores.append(
                OwnChore(
                    kind: chore.kind, title: title, recurrence: chore.recurrence, start: chore.start,
                    state: chore.state, note: try Self.note(chore.note, for: .chores)))
        }
        self.chores = chores
        for (kind, note) in choreNotes {
            // Kinds of later releases are ignored.
            choreNotes[kind] = Chore.Kind(rawValue: kind) == nil ? nil : try Self.note(note, for: .choreNotes)
        }
    }

    private static func note(_ text: String?, for field: Field) throws(CollectionFlaw) -> String? {
        guard let text else { return nil }
        guard text.unicodeScalars.count <= Chore.noteLimit, let note = Plant.tidy(text, limit: Chore.noteLimit) else {
            let (quoted, limit) = (CollectionFlaw.quoted(text), Chore.noteLimit)
            throw CollectionFlaw(
                field, localized("\(quoted, "text") is no note; expected 1 to \(limit, "limit") characters"))
        }
        return note
    }

    private static func word<Word: RawRepresentable & CaseIterable>(
        _ text: String?, of words: Word.Type, for field: Field
    ) throws(CollectionFlaw) -> String? where Word.RawValue == String {
        guard let text else { return nil }
        guard Word(rawValue: text) != nil else { throw CollectionFlaw(field, CollectionFlaw.noWord(text, of: words)) }
        return text
    }

    /// Returns the identifier at the end of "https://www.gbif.org/species/2868241" or
    /// "urn:lsid:ipni.org:names:87478-1".
    private static func taxonNumber(_ text: String?, for field: Field) throws(CollectionFlaw) -> String? {
        guard let text, let number = text.split(whereSeparator: { $0 == "/" || $0 == ":" }).last else { return nil }
        // The characters of an identifier, and a point.
        guard Plant.ID(number.filter { $0 != "." }) != nil, number.utf8.count <= 64 else {
            let quoted = CollectionFlaw.quoted(text)
            throw CollectionFlaw(
                field,
                localized("\(quoted, "text") is no number of a taxon; expected one such as 87478-1 or 2868241"))
        }
        return String(number)
    }

    private static func title(
        _ text: String?, of kind: Chore.Kind, for field: Field
    ) throws(CollectionFlaw) -> String? {
        let title = text.flatMap(Self.tidy)
        if kind == .own, title == nil {
            throw CollectionFlaw(field, localized("an own task has no title; expected one"))
        }
        return title
    }

    /// Trims a name in linear time, for input of any length.
    private static func tidy(_ text: String) -> String? {
        let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(2_000)))
        // Twice, because a cut name may end with a space.
        return Plant.tidy(start).flatMap(Plant.tidy)
    }

    /// Keeps line breaks; removes extra spaces, control characters, and empty lines at both ends.
    static func tidied(note: String) -> String? {
        let lines = note.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let tidied = lines.map(tidied(line:))
        guard let first = tidied.firstIndex(where: { !$0.isEmpty }), let last = tidied.lastIndex(where: { !$0.isEmpty })
        else { return nil }
        return tidied[first...last].joined(separator: "\n")
    }

    /// Like `Plant.tidy`, but without its limit for names.
    private static func tidied(line: Substring) -> String {
        line.split { $0.isWhitespace || Plant.isControl($0) }.joined(separator: " ")
    }
}
