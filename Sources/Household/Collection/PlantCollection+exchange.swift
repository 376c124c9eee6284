import Accounts
package import Agenda
import Calendar
package import FoundationEssentials
import Messages
package import Plants
import Recognition

/// A plant of an import, with all its data from another house.
package struct Arrival: Sendable {
    package let plant: Plant
    package internal(set) var chores: [Chore]
    package let notes: [(text: String, at: Date)]
    package let drafts: [ChoreEntry.Draft]

    package init(
        plant: Plant, chores: [Chore], notes: [(text: String, at: Date)], drafts: [ChoreEntry.Draft]
    ) {
        self.plant = plant
        self.chores = chores
        self.notes = notes
        self.drafts = drafts
    }
}

extension PlantCollection {
    /// The result of an import.
    package struct ImportReport: Sendable, Hashable {
        package let added: Int
        /// Plants that exist already, by their identifiers.
        package let passedOver: Int
        /// The columns of the file that were not used.
        package let unknownColumns: [String]
        /// Plants whose name means no plant of the care table, or several, so that general care is used; the first 100.
        package let unmatched: [Unmatched]

        package init(
            added: Int, passedOver: Int, unknownColumns: [String] = [], unmatched: [Unmatched] = []
        ) {
            self.added = added
            self.passedOver = passedOver
            self.unknownColumns = unknownColumns
            self.unmatched = unmatched
        }
    }

    /// A plant of an import whose name does not say which plant it is.
    package struct Unmatched: Sendable, Hashable {
        package let name: String
        /// The text that was looked up: the species, or else the name.
        package let text: String
        /// What may be meant, the best first; empty if no name is similar.
        package let choices: [SpeciesMatch]

        package init(name: String, text: String, choices: [SpeciesMatch]) {
            self.name = name
            self.text = text
            self.choices = choices
        }
    }

    /// Exports the whole collection, with archived plants, without photographs.
    package func export(as format: CollectionFormat) async throws -> String {
        try ActingPerson.require(.export)
        let clock = try settings.clock(of: try await settings.home())
        var entries: [CollectionEntry] = []
        for plant in try await records.plants(PlantQuery(isArchived: nil)) {
            var entry = CollectionEntry(plant, addedOn: clock.zone.day(at: plant.addedAt))
            entry.notes = try await records.notes(of: plant.id).reversed().map {
                .init(day: clock.zone.day(at: $0.at), text: $0.text)
            }
            let log = try await records.log(LogQuery(plant: plant.id, limit: 100_000)).reversed()
            entry.log = log.compactMap { line in
                guard !line.entry.isUndone, let action = Self.action(line.entry.action) else { return nil }
                return .init(kind: line.kind, title: line.title, action: action, day: line.entry.day)
            }
            let chores = try await records.chores(
                ChoreQuery(plant: plant.id, includesArchived: true)
            ).map(\.chore)
            entry.switchedOff = chores.filter { $0.origin == .plan && $0.state == .off }.map(\.kind)
            entry.chores = chores.filter { $0.origin == .person }.map {
                .init(
                    kind: $0.kind, title: $0.title, recurrence: $0.recurrence.text, start: $0.start,
                    state: $0.state, note: $0.note)
            }
            for chore in chores where chore.origin == .plan && chore.state != .unneeded {
                if let note = chore.note { entry.choreNotes[chore.kind.rawValue] = note }
            }
            entries.append(entry)
        }
        return CollectionFile(entries: entries, madeOn: clock.day).text(as: format)
    }

    private static func action(_ action: ChoreEntry.Action) -> CollectionEntry.LogLine.Action? {
        switch action {
        case .done: .done
        case .skipped: .skipped
        case .snoozed: nil
        }
    }

    /// Adds the plants of a file, all or none; plants that exist already are skipped. Without a format, it is detected
    /// from the content. Throws `collectionRefused`, with the line in the message.
    package func importCollection(
        _ bytes: [UInt8], as format: CollectionFormat?, isDryRun: Bool = false
    ) async throws -> ImportReport {
        try ActingPerson.require(.change)
        let home = try await settings.home()
        let clock = try settings.clock(of: home)
        let file: CollectionFile
        do {
            file = try CollectionFile.parse(bytes, as: format, today: clock.day)
        } catch {
            let problem = error.description
            throw HouseholdError(
                .collectionRefused, localized("The list was not imported: \(problem, "problem")."),
                detail: error.code.rawValue,
                hint: localized("Nothing was added. Correct this, and import the list again."))
        }
        // One more day, for a list that was made farther east.
        let last = clock.day.adding(days: 1)
        for (number, entry) in file.entries.enumerated() {
            let days =
                [entry.addedOn, entry.situation.repotted, entry.archived?.day].compactMap(\.self)
                + entry.log.map(\.day) + entry.notes.map(\.day)
            guard let late = days.first(where: { $0 > last }) else { continue }
            let (plant, day) = (number + 1, late.description)
            throw HouseholdError(
                .collectionRefused,
                localized("The list was not imported: plant \(plant, "number"): \(day, "day") is in the future."),
                detail: "value", hint: localized("Nothing was added. Correct this, and import the list again."))
        }
        var arrivals: [Arrival] = []
        var taken = Set<Plant.ID>()
        var unmatched: [Unmatched] = []
        var passedOver = 0
        for var entry in file.entries {
            // Identifiers of Stillroom are long; numbers in other lists are not identifiers.
            let known = entry.id.flatMap { $0.utf8.count >= 16 ? Plant.ID($0) : nil }
            if let known, taken.contains(known) {
                passedOver += 1
            } else if let known, try await records.plant(known) != nil {
                passedOver += 1
            } else {
                let plant = try known ?? environment.newIdentifier()
                taken.insert(plant)
                // Only for lists of others: in ours a person has decided already.
                if file.isTable, known == nil, entry.taxonRank == nil, !name(&entry),
                    unmatched.count < Self.unmatchedLimit
                {
                    unmatched.append(open(entry))
                }
                arrivals.append(try await arrival(entry, as: plant, in: home, clock))
            }
        }
        // A collection that moves house keeps its days.
        if file.isTable { CarePlanning.spread(&arrivals, from: clock.day) }
        if !isDryRun, !arrivals.isEmpty {
            try await records.admit(arrivals)
            signals.post(.service)
        }
        return ImportReport(
            added: arrivals.count, passedOver: passedOver, unknownColumns: file.unknownColumns, unmatched: unmatched)
    }

    private static let unmatchedLimit = 100

    /// Gives an entry the taxon that its species means, or without a species its name or a common name. Returns false if
    /// that is not clear.
    private func name(_ entry: inout CollectionEntry) -> Bool {
        let texts = entry.scientificName.map { [$0] } ?? [entry.name] + entry.commonNames
        guard let taxon = texts.lazy.compactMap({ resolveClearly($0).taxon }).first else { return false }
        entry.take(taxon)
        return true
    }

    /// Similar names are looked for only if the list states a species: a name such as "Wilma" is no attempt at one.
    private func open(_ entry: CollectionEntry) -> Unmatched {
        Unmatched(
            name: entry.name, text: entry.scientificName ?? entry.name,
            choices: entry.scientificName.map { resolve($0).choices } ?? [])
    }

    private func arrival(
        _ entry: CollectionEntry, as id: Plant.ID, in home: Home, _ clock: WallClock
    ) async throws -> Arrival {
        func noon(_ day: LocalDay) -> Date { clock.zone.instant(of: day, at: home.preferredTime) }
        var situation = entry.situation
        if entry.place == nil, !entry.isInGround { situation.place = planning.usualPlace(of: entry.taxon) }
        let plant = Plant(
            id: id, name: entry.name, taxon: entry.taxon, photographs: [], identification: nil,
            addedAt: noon(entry.addedOn), room: entry.room.flatMap(Plant.tidy), situation: situation,
            overruled: Dictionary(
                entry.overruled.compactMap { name, text in
                    CareField(rawValue: name).flatMap { $0.accepts(text) ? ($0, text) : nil }
                }, uniquingKeysWith: { first, _ in first }),
            learningSince: entry.learningSince, archive: entry.archived, preferredTime: entry.preferredTime)
        let plan = try await planning.plan(for: plant, in: home, on: clock.day, learning: nil)
        var chores = try planning.chores(of: plan, for: id).map { chore in
            var chore = chore
            if entry.switchedOff.contains(chore.kind) { chore.state = .off }
            chore.note = entry.choreNotes[chore.kind.rawValue]
            return chore.settled(by: [])
        }
        for own in entry.chores {
            guard let rule = own.rule, own.kind != .own || own.title != nil else { continue }
            chores.append(
                Chore(
                    id: try planning.newChore(), plant: id.rawValue, kind: own.kind, title: own.title, origin: .person,
                    recurrence: rule, start: own.start, state: own.state, note: own.note))
        }
        var drafts: [ChoreEntry.Draft] = []
        for line in entry.log {
            let match = chores.first { $0.kind == line.kind && (line.kind != .own || $0.title == line.title) }
            let chore: Chore
            if let match {
                chore = match
            } else {
                // An earlier chore that is not in the current plan: its entries stay in the log.
                guard line.kind != .own || line.title != nil else { continue }
                chore = Chore(
                    id: try planning.newChore(), plant: id.rawValue, kind: line.kind, title: line.title,
                    origin: line.kind == .own ? .person : .plan, recurrence: .once, start: line.day, state: .unneeded
                )
                chores.append(chore)
            }
            let planned = line.kind.learns ? plan.watering.baseByMonth.map { $0[line.day.month] } : nil
            drafts.append(
                .init(
                    line.action == .done ? .done : .skipped, of: chore.id, on: line.day, at: noon(line.day),
                    planned: planned.flatMap { $0 > 0 ? $0 : nil }))
        }
        return Arrival(
            plant: plant, chores: chores, notes: entry.notes.map { ($0.text, noon($0.day)) }, drafts: drafts)
    }
}
