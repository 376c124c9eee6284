import Agenda
import Calendar
import Concurrency
import Directions
import Doses
import FoundationEssentials
import Labels
import Larder
import Messages
import Plants
import Recognition

/// Example data that show a household what Stillroom does: plants, products and medicines, made by the verbs of their
/// capabilities without a network, and removed together.
package struct ExampleHouse: Sendable {
    let records: any SettingsRecords & ChoreRecords & PlantRecords & LarderRecords
    let settings: HomeReading
    let collection: PlantCollection
    let agenda: ChoreAgenda
    /// The medicines of the household, which everyone sees: examples are never among those of a person.
    let medicines: MedicineCabinet
    /// Returns the medicines that a viewer sees.
    let seen: @Sendable (MedicineViewer) -> MedicineCabinet
    let environment: Household.Environment
    /// One task at a time adds or removes examples.
    let turn = AsyncSemaphore(1)
}

/// The examples that are in the household.
package struct ExampleView: Sendable, Hashable {
    package var plants = 0
    package var products = 0
    package var medicines = 0
    /// The names of those that a person changed or added something to, sorted.
    package var changed: [String] = []

    package init() {}

    package var count: Int { plants + products + medicines }
    package var isEmpty: Bool { count == 0 }
}

extension ExampleHouse {
    package static let plantCount = ExamplePlant.all.count
    package static let productCount = ExampleProduct.all.count
    package static let medicineCount = ExampleMedicine.all.count

    /// Returns the examples that are in the household.
    package func view() async throws -> ExampleView {
        let record = ExampleRecord(try await records.choices())
        guard !record.isEmpty else { return ExampleView() }
        var view = ExampleView()
        for made in record.plants.values {
            guard let plant = try await plant(made) else { continue }
            view.plants += 1
            if try await isChanged(plant, made) { view.changed.append(plant.name) }
        }
        for made in record.products.values where try await records.larderItem(made.id) != nil { view.products += 1 }
        for made in record.medicines.values {
            guard let kept = try await medicine(made) else { continue }
            view.medicines += 1
            if try await isChanged(kept, made) { view.changed.append(kept.medicine.name) }
        }
        view.changed.sort()
        return view
    }

    /// Returns whether the viewer sees plants, products or medicines that are no examples.
    package func hasOwnData(for viewer: MedicineViewer) async throws -> Bool {
        let record = ExampleRecord(try await records.choices())
        let plants = Set(record.plants.values.map(\.id))
        if try await records.plants(PlantQuery(isArchived: nil)).contains(where: { !plants.contains($0.id.rawValue) }) {
            return true
        }
        let products = Set(record.products.values.map(\.id))
        let lines = try await records.larder(in: Self.language, limit: products.count + 1)
        if lines.contains(where: { !products.contains($0.item.code) }) { return true }
        let examples = Set(record.medicines.values.map(\.id))
        return try await seen(viewer).list(withOver: true).contains { !examples.contains($0.id.rawValue) }
    }

    /// Adds the examples that were never added; those that a person removed one by one stay removed. Idempotent; goes on
    /// after a stop. Returns the examples that are there afterwards.
    ///
    /// Throws `examplesRefused` if the viewer has data of the household's own, unless `isBeside`, and errors of the disk.
    @discardableResult
    package func add(beside isBeside: Bool = false, as viewer: MedicineViewer) async throws -> ExampleView {
        try await turn.withPermit {
            if !isBeside, try await hasOwnData(for: viewer) {
                throw HouseholdError(
                    .examplesRefused, localized("This household has plants, products or medicines of its own."),
                    hint: localized("Add the examples beside them, or use another data folder. Nothing was added."))
            }
            for example in ExamplePlant.all { try await add(example) }
            for example in ExampleProduct.all { try await add(example) }
            for example in ExampleMedicine.all { try await add(example) }
            return try await view()
        }
    }

    /// Removes the examples. One that a person changed, or to which a person added something, stays unless `isAll`; it is
    /// then still known as an example. Nothing else is removed. Idempotent. Returns the examples that stay.
    @discardableResult
    package func remove(all isAll: Bool = false) async throws -> ExampleView {
        try await turn.withPermit {
            let record = ExampleRecord(try await records.choices())
            for (key, made) in record.plants {
                if let plant = try await plant(made) {
                    if !isAll, try await isChanged(plant, made) { continue }
                    try await ignoringAbsence { try await collection.delete(plant.id) }
                }
                try await write { $0.plants[key] = nil }
            }
            for (key, made) in record.products {
                try await ignoringAbsence { try await records.removeFromLarder(made.id) }
                try await write { $0.products[key] = nil }
            }
            for (key, made) in record.medicines {
                if let kept = try await medicine(made) {
                    if !isAll, try await isChanged(kept, made) { continue }
                    try await ignoringAbsence { try await medicines.removeMedicine(kept.id) }
                }
                if let label = made.label.flatMap(MedicineLabel.ID.init) {
                    try await ignoringAbsence { try await medicines.removeLabel(label) }
                }
                try await write { $0.medicines[key] = nil }
            }
            return try await view()
        }
    }

    // MARK: - The record

    private static let language = FoodServices.demonstrationLanguage

    private func write(_ change: (inout ExampleRecord) -> Void) async throws {
        var record = ExampleRecord(try await records.choices())
        change(&record)
        try await records.choose(try record.choices())
    }

    private func ignoringAbsence(_ body: () async throws -> Void) async throws {
        do { try await body() } catch let error as HouseholdError where error.code == .notFound {}
    }

    // MARK: - Plants

    private func plant(_ made: ExampleRecord.Made) async throws -> Plant? {
        guard let id = Plant.ID(made.id) else { return nil }
        return try await records.plant(id)
    }

    private func add(_ example: ExamplePlant) async throws {
        let record = ExampleRecord(try await records.choices())
        let begun = record.plants[example.key]
        guard begun?.isComplete != true else { return }
        let id: Plant.ID = try begun.flatMap { Plant.ID($0.id) } ?? environment.newIdentifier()
        if begun == nil { try await write { $0.plants[example.key] = .init(id: id.rawValue) } }
        if try await records.plant(id) == nil {
            let plant = Plant(
                id: id, name: example.name, taxon: collection.knownTaxon(named: example.latin), photographs: [],
                identification: nil, addedAt: environment.now().addingTimeInterval(-86_400 * Double(example.days)),
                room: example.room, situation: example.situation)
            try await collection.keep(plant, correction: nil, watered: .unknown)
            try await water(id, example)
            if let note = example.note {
                let then = environment.now().addingTimeInterval(-86_400 * Double(min(example.days, 9)))
                try await collection.addNote(note, at: then, to: id)
            }
        }
        let look = try await records.plant(id).map(Self.look)
        let last = try await records.log(LogQuery(plant: id, limit: 1000)).map(\.entry.number).max() ?? 0
        try await write {
            $0.plants[example.key] = .init(id: id.rawValue, isComplete: true, lastEntry: last, look: look)
        }
    }

    /// Logs waterings of earlier days, so that the next one is due when the example says.
    private func water(_ id: Plant.ID, _ example: ExamplePlant) async throws {
        guard let chore = try await agenda.chores(of: id).first(where: { $0.kind == .watering }) else { return }
        let today = try settings.clock(of: try await settings.home()).day
        let wanted: LocalDay
        switch example.watering {
        case .due(let days): wanted = today.adding(days: days)
        case .doneToday: wanted = today
        }
        var day = today.adding(days: -3)
        var interval = 7
        for days in 1..<ChoreAgenda.backdatingDays / 4 {
            let earlier = wanted.adding(days: -days)
            guard earlier < today, let next = chore.recurrence.next(after: earlier, due: earlier), next <= wanted else {
                continue
            }
            (day, interval) = (earlier, days)
            break
        }
        for number in (0..<max(1, example.history)).reversed() {
            _ = try await agenda.done([chore.id], on: day.adding(days: -number * interval))
        }
        if case .doneToday = example.watering { _ = try await agenda.done([chore.id]) }
    }

    /// Returns the fields of a plant that a person can change.
    private static func look(of plant: Plant) -> String {
        var situation = plant.situation
        // It follows the log.
        situation.repotted = nil
        return "\(plant.name), \(plant.room ?? ""), \(plant.taxon?.scientificName ?? ""), \(situation)"
    }

    /// Returns whether the plant is as an earlier release added it.
    private static func isEarlier(_ plant: Plant) -> Bool {
        let names = ["Basil": "Kitchen", "Snake plant": "Living room", "Moth orchid": "Living room"]
        return names[plant.name] == plant.room && plant.room != nil && plant.situation == Situation()
    }

    /// Returns whether a person has changed the plant, or has added something to it.
    private func isChanged(_ plant: Plant, _ made: ExampleRecord.Made) async throws -> Bool {
        guard plant.photographs.isEmpty, plant.archive == nil, plant.overruled.isEmpty,
            made.look.map({ $0 == Self.look(of: plant) }) ?? Self.isEarlier(plant)
        else { return true }
        let entries = try await records.log(LogQuery(plant: plant.id, limit: 1000)).map(\.entry)
        guard entries.allSatisfy({ $0.number <= made.lastEntry && !$0.isUndone }) else { return true }
        let notes = try await records.notes(of: plant.id).map(\.text)
        let own = ExamplePlant.all.compactMap(\.note)
        guard notes.allSatisfy(own.contains) else { return true }
        return try await !records.chores(ChoreQuery(plant: plant.id)).allSatisfy {
            $0.chore.origin == .plan && $0.chore.state != .off
        }
    }

    // MARK: - Products

    private func add(_ example: ExampleProduct) async throws {
        let code = example.product.code
        let begun = ExampleRecord(try await records.choices()).products[example.key]
        guard begun?.isComplete != true else { return }
        if begun == nil { try await write { $0.products[example.key] = .init(id: code) } }
        let now = environment.now()
        try await records.remember(
            RememberedProduct(
                code: code, language: Self.language, product: example.product, raw: Array("{}".utf8), fetchedAt: now))
        try await records.note(LarderItem(code: code, firstAt: now, lastAt: now))
        try await write { $0.products[example.key] = .init(id: code, isComplete: true) }
    }

    // MARK: - Medicines

    private func medicine(_ made: ExampleRecord.Made) async throws -> StoredMedicine? {
        do { return try await medicines.medicine(.init(rawValue: made.id)) } catch let error as HouseholdError
            where error.code == .notFound
        {
            return nil
        }
    }

    private func add(_ example: ExampleMedicine) async throws {
        let begun = ExampleRecord(try await records.choices()).medicines[example.key]
        guard begun?.isComplete != true else { return }
        let made: ExampleRecord.Made
        if let begun {
            made = begun
        } else {
            let label: MedicineLabel.ID = try environment.newIdentifier()
            made = .init(id: environment.uniqueName(), label: label.rawValue)
            try await write { $0.medicines[example.key] = made }
        }
        let id = Medicine.ID(rawValue: made.id)
        // A half-made one is not worth going on with: it has no entries of a person yet, and its end is no act of one.
        try await ignoringAbsence { try await medicines.discard(id) }
        if let label = made.label.flatMap(MedicineLabel.ID.init) {
            try await ignoringAbsence { try await medicines.discard(label) }
            try await keep(example, as: id, label)
        }
        let log = try await medicines.doseLog(of: id)
        let look = try await medicine(made).map(Self.look)
        try await write {
            $0.medicines[example.key] = .init(
                id: made.id, label: made.label, isComplete: true, lastEntry: log.entries.map(\.number).max() ?? 0,
                look: look)
        }
    }

    /// Reads the label, confirms its values, and starts the plan, some days ago; then logs the doses since.
    private func keep(_ example: ExampleMedicine, as id: Medicine.ID, _ label: MedicineLabel.ID) async throws {
        let clock = try settings.clock(of: try await settings.home())
        let first = clock.day.adding(days: -example.days)
        let began = clock.zone.instant(of: first, at: .midnight)
        let past = medicines.acting(at: began)
        let view = past.view(of: try await past.takeLabel(text: example.label, as: label))
        let form = MedicineForm(
            name: example.name, strength: example.strength, form: example.form, person: example.person,
            sig: example.sig, quantity: example.quantity, quantityUnit: example.quantityUnit, refills: example.refills,
            warnings: example.warnings)
        let confirmed = DosePlan.Confirmations.needed(for: try past.reading(of: form).medicine)
        _ = try await past.keep(
            form, confirmed: Set(confirmed), from: view.reading.entries.isEmpty ? nil : (label, 0), for: .household,
            as: id)
        // Before the plan, so that no reminder of an example is ever planned.
        try await past.change(id, .silence)
        let kept = try await past.startPlan(of: id, answers: try await answers(example, id, from: first, past))
        guard let plan = kept.plan else { return }
        let today = clock.zone.instant(of: clock.day, at: .midnight)
        let doses = try DoseSchedule(plan, zones: medicines.zones(of: plan)).doses(from: began, to: today)
        for (number, dose) in doses.enumerated() {
            let isSkipped = example.skipped.contains(number)
            // As if it had been logged then: a dose can be logged for a week.
            try await medicines.acting(at: dose.at.addingTimeInterval(300)).note(
                isSkipped ? .skipped(reason: nil) : .taken(at: dose.at.addingTimeInterval(300), amount: nil),
                dose: dose.id, of: id, sure: Set(DoseDoubt.Kind.allCases))
        }
        for clause in kept.medicine.clauses.indices where kept.medicine.clauses[clause].isAsNeeded {
            for hours in [9.0, 33] {
                try await medicines.take(
                    asNeeded: clause, of: id, at: clock.instant.addingTimeInterval(-hours * 3600),
                    sure: Set(DoseDoubt.Kind.allCases))
            }
        }
    }

    /// Returns the answers to the questions of the plan. Throws `internalFault` for a question that the examples do not
    /// have.
    private func answers(
        _ example: ExampleMedicine, _ id: Medicine.ID, from first: LocalDay, _ past: MedicineCabinet
    ) async throws -> DosePlan.Answers {
        let times = example.hours.compactMap { LocalTime(hour: $0, minute: 0) }
        var answers = DosePlan.Answers()
        // An answer may lead to another question.
        for _ in 0..<4 {
            let open = try await past.planPreview(of: id, answers: answers).questions.filter { !$0.isAnswered }
            if open.isEmpty { break }
            for question in open {
                switch question.kind {
                case .times: answers.times[question.clause ?? 0] = times
                case .end: answers.ends[question.clause ?? 0] = .open
                case .start(let printed, _):
                    answers.starts[question.step] = DosePoint(first, printed.first ?? times.first ?? .midnight)
                default:
                    let key = example.key
                    throw HouseholdError(
                        .internalFault, localized("The example \(key, "name") has an unexpected question."))
                }
            }
        }
        return answers
    }

    /// Returns the fields of a medicine that a person can change.
    private static func look(of kept: StoredMedicine) -> String {
        let medicine = kept.medicine
        return [
            medicine.name, medicine.strength ?? "", medicine.form ?? "", medicine.person ?? "", medicine.sig,
            "\(medicine.quantity ?? 0) \(medicine.refills ?? 0) \(kept.stock?.counts.count ?? 0)",
            "\(kept.plan?.revisions.count ?? 0) \(kept.plan?.isPaused ?? false) \(kept.plan?.ended != nil)",
            "\(kept.isOver) \(kept.isSilent) \(kept.expires?.description ?? "")",
        ].joined(separator: ", ")
    }

    private func isChanged(_ kept: StoredMedicine, _ made: ExampleRecord.Made) async throws -> Bool {
        if let look = made.look, look != Self.look(of: kept) { return true }
        return try await medicines.doseLog(of: kept.id).entries.contains { $0.number > made.lastEntry }
    }
}
