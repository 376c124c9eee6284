import Agenda
import Contracts
import Foundation
import Household
import Plants
import Recognition
import Support
import Testing

@Suite("Example plants", .tags(.medium))
struct ExamplePlantTests {
    private let household = Household.drawn()

    @Test("Eight requests at the same time add three examples")
    func together() async throws {
        try await withThrowingTaskGroup(of: Void.self) { [household] group in
            for _ in 0..<8 { group.addTask { try await household.collection.addExamples() } }
            try await group.waitForAll()
        }
        #expect(try await household.collection.plants().count == 3)
        try await household.collection.removeExamples()
        try await household.collection.removeExamples()
        #expect(try await household.collection.plants().isEmpty)
    }

    @Test(
        "An example that a person changed, or to which a person added something, stays when the examples are removed",
        arguments: ["photograph", "entry", "undone entry", "name", "room", "note", "chore", "archive"])
    func adopted(by act: String) async throws {
        try await household.collection.addExamples()
        let id = try #require(try await household.collection.examples().first).id
        switch act {
        case "photograph": _ = try await household.photographs.capture(Array("photo of a leaf".utf8), to: id)
        case "entry", "undone entry":
            let chore = try #require(try await household.agenda.chores(of: id).first)
            let entries = try await household.agenda.done([chore.id])
            if act == "undone entry" { try await household.agenda.undo(entries.map(\.number)) }
        case "name": try await household.collection.rename(id, to: "Our basil")
        case "room": try await household.collection.change(id) { $0.room = "Balcony" }
        case "note": _ = try await household.collection.addNote("A new leaf.", to: id)
        case "chore": _ = try await household.agenda.addChore(.own, title: "Dust", plant: id, recurrence: .once)
        default: try await household.collection.archive(id, because: .other)
        }
        try await household.collection.removeExamples()
        #expect(try await household.collection.plant(id).id == id)
        #expect(try await household.collection.plants().allSatisfy { $0.id == id })
        #expect(try await household.collection.examples().isEmpty)
    }
}
