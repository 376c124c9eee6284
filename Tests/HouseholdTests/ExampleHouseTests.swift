import Accounts
import Agenda
import Calendar
import Contracts
import Doses
import Foundation
import Household
import Larder
import Plants
import Recognition
import Reminders
import Support
import Testing

@Suite("Example data", .tags(.medium))
struct ExampleHouseTests {
    private let house: MedicineHouse
    private var household: Household { house.household }
    private var examples: ExampleHouse { house.household.examples }

    init() throws { house = try MedicineHouse() }

    @Test("Eight requests at the same time add 24 plants, 12 products and 4 medicines, and removing leaves nothing")
    func together() async throws {
        try await withThrowingTaskGroup(of: Void.self) { [examples] group in
            for _ in 0..<8 { group.addTask { try await examples.add(as: .household) } }
            try await group.waitForAll()
        }
        let view = try await examples.view()
        #expect(view.plants == 24 && view.products == 12 && view.medicines == 4 && view.changed.isEmpty)
        #expect(try await household.collection.plants().count == 24)
        #expect(try await household.larder.contents().count == 12)
        #expect(try await household.medicines.list().count == 4)
        #expect(try await household.medicines.labels().count == 4)
        #expect(try await examples.remove().isEmpty)
        #expect(try await examples.remove().isEmpty)
        #expect(try await household.collection.plants(PlantQuery(isArchived: nil)).isEmpty)
        #expect(try await household.collection.removedPlants().isEmpty, "examples are deleted at once")
        #expect(try await household.larder.contents().isEmpty)
        #expect(try await household.medicines.list(withOver: true).isEmpty)
        #expect(try await household.medicines.labels().isEmpty)
        #expect(try await examples.view().isEmpty)
    }

    @Test("A second call adds nothing, and does not bring back what a person removed")
    func again() async throws {
        try await examples.add(as: .household)
        let gone = try #require(try await household.collection.plants().first)
        try await household.collection.remove(gone.id)
        #expect(try await examples.add(as: .household).plants == 23)
        #expect(try await household.collection.plants().count == 23)
    }

    @Test("Today has overdue, due and done tasks, and each plant has a watering in its log")
    func today() async throws {
        try await examples.add(as: .household)
        let agenda = try await household.agenda.view(AgendaQuery(days: 1))
        let waterings = agenda.items.filter { $0.chore.kind == .watering && $0.isNext }
        #expect(waterings.contains { $0.day < agenda.clock.day })
        #expect(waterings.count { $0.day == agenda.clock.day } >= 4)
        let done = try await household.agenda.log(
            LogQuery(kind: .watering, since: agenda.clock.day, through: agenda.clock.day))
        #expect(done.count == 2)
        for plant in try await household.collection.plants() {
            let log = try await household.agenda.log(LogQuery(plant: plant.id, kind: .watering))
            #expect(!log.isEmpty && log.allSatisfy { $0.entry.day <= agenda.clock.day }, "\(plant.name)")
            #expect(plant.room != nil && plant.addedAt < household.now())
        }
    }

    @Test("Each example medicine has a label, a plan and logged doses, and belongs to everyone in the household")
    func medicines() async throws {
        try await examples.add(as: .household)
        for kept in try await household.medicines.list() {
            #expect(kept.plan != nil && kept.account == nil && kept.isSilent, "\(kept.medicine.name)")
            #expect(kept.medicine.name.hasSuffix("(example)"))
            let log = try await household.medicines.doseLog(of: kept.id)
            #expect(log.entries.count >= 2, "\(kept.medicine.name)")
        }
        let day = try await household.medicines.medicineDay()
        #expect(!day.lines.isEmpty && !day.asNeeded.isEmpty && !day.stocks.isEmpty)
    }

    @Test("No reminder of an example dose is planned until a person switches it on")
    func silence() async throws {
        try await house.phone()
        try await examples.add(as: .household)
        func doses() async throws -> Int {
            try await household.reminders.pendingNotices(limit: 9999).count {
                [.dose, .missed].contains($0.reminder.sort)
            }
        }
        #expect(try await doses() == 0)
        let kept = try #require(try await household.medicines.list().first { $0.medicine.name.hasPrefix("Vitamin") })
        #expect(try await household.medicines.change(kept.id, .remind).isSilent == false)
        #expect(try await doses() > 0)
        try await household.medicines.change(kept.id, .silence)
        #expect(try await doses() == 0)
    }
}

extension ExampleHouseTests {
    @Test("A household with data of its own refuses the examples, unless they are added beside them")
    func own() async throws {
        let own = try await household.collection.add("Our rose", taxon: nil)
        let medicine = try await house.keep()
        let error = await house.refusal { _ = try await examples.add(as: .household) }
        #expect(error?.code == .examplesRefused)
        #expect(try await household.collection.plants().count == 1)
        let view = try await examples.add(beside: true, as: .household)
        #expect(view.plants == 24 && view.medicines == 4)
        #expect(try await examples.hasOwnData(for: .household))
        try await examples.remove(all: true)
        #expect(try await household.collection.plants().map(\.id) == [own.id])
        #expect(try await household.medicines.list().map(\.id) == [medicine.id])
    }

    @Test(
        "An example plant that a person changed, or to which a person added something, stays until all are removed",
        arguments: ["photograph", "entry", "undone entry", "name", "room", "note", "chore", "archive"])
    func adopted(by act: String) async throws {
        try await examples.add(as: .household)
        let id = try #require(try await household.collection.plants(PlantQuery(text: "Monstera")).first).id
        switch act {
        case "photograph": _ = try await household.photographs.capture(Array("photo of a leaf".utf8), to: id)
        case "entry", "undone entry":
            let chore = try #require(try await household.agenda.chores(of: id).first)
            let entries = try await household.agenda.done([chore.id])
            if act == "undone entry" { try await household.agenda.undo(entries.map(\.number)) }
        case "name": try await household.collection.rename(id, to: "Our monstera")
        case "room": try await household.collection.change(id) { $0.room = "Balcony" }
        case "note": _ = try await household.collection.addNote("A new leaf.", to: id)
        case "chore": _ = try await household.agenda.addChore(.own, title: "Dust", plant: id, recurrence: .once)
        default: try await household.collection.archive(id, because: .other)
        }
        let left = try await examples.remove()
        #expect(left.plants == 1 && left.count == 1 && left.changed.count == 1)
        #expect(try await household.collection.plant(id).id == id)
        #expect(try await household.collection.plants().allSatisfy { $0.id == id })
        #expect(try await examples.remove(all: true).isEmpty)
        #expect(try await household.collection.plants(PlantQuery(isArchived: nil)).isEmpty)
    }

    @Test("An example medicine with a dose that a person logged stays until all are removed")
    func dosed() async throws {
        try await examples.add(as: .household)
        let line = try #require(try await household.medicines.medicineDay().lines.first { $0.dose.answer == nil })
        try await household.medicines.note(.skipped(reason: nil), dose: line.dose.dose.id, of: line.kept.id)
        let left = try await examples.remove()
        #expect(left.medicines == 1 && left.changed == [line.kept.medicine.name] && left.plants == 0)
        #expect(try await examples.remove(all: true).isEmpty)
        #expect(try await household.medicines.list(withOver: true).isEmpty)
    }

    @Test("The examples of an earlier release are removed with the others, and a renamed one stays")
    func earlier() async throws {
        let basil = try await household.collection.add(
            "Basil", taxon: nil, room: "Kitchen", situation: Situation())
        let renamed = try await household.collection.add(
            "Our orchid", taxon: nil, room: "Living room", situation: Situation())
        try await house.records.choose(["collection.examples": "\(basil.id) \(renamed.id)"])
        #expect(try await examples.view().plants == 2)
        #expect(try await examples.remove().changed == ["Our orchid"])
        #expect(try await household.collection.plants().map(\.id) == [renamed.id])
    }

    @Test("A number that GS1 reserves for demonstrations is never asked of a service")
    func demonstration() async throws {
        try await examples.add(as: .household)
        for line in try await household.larder.contents() {
            let reading = BarcodeReading(line.item.code)
            #expect(reading.isValid && reading.isDemonstration)
            // `FoodServices.empty` refuses every call, which would be a problem in the view.
            let view = try await household.larder.lookUp(line.item.code, isFresh: true)
            #expect(view.problem == nil && view.product?.brands == "Example Mill" && !view.isOld)
            #expect(try await household.larder.questions(about: line.item.code).questions.isEmpty)
        }
    }
}
