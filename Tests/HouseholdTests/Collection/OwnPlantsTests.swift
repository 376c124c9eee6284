import Contracts
import Foundation
import Household
import Plants
import Recognition
import SQLRecords
import Support
import Testing

@Suite("Recognising the household's own plants", .tags(.small))
struct OwnPlantsTests {
    private let records = SQLRecords.inMemory()
    private let household: Household

    init() { household = .drawn(records: records, recogniser: .telling) }

    private func picture(_ text: String) -> [UInt8] { Array("photo \(text)".utf8) }

    private func kept(_ text: String, named name: String) async throws -> Plant {
        let identification = try await household.identifications.identify([picture(text)])
        return try await household.collection.confirm(identification.id, as: .noneOfThese(name: name, taxon: nil))
    }

    @Test("A plant that the model does not know is recognised from its second photograph on")
    func secondPhotograph() async throws {
        let basil = try await kept("basil 1", named: "Basil")
        _ = try await kept("fern 1", named: "Fern")
        let early = try await household.identifications.identify([picture("basil 2")])
        #expect(try await household.ownPlants.matches(of: early).isEmpty, "its photograph is not learned yet")
        #expect(try await household.ownPlants.learn() == 2)
        #expect(try await household.ownPlants.learn() == 0)
        let matches = try await household.ownPlants.matches(of: early)
        #expect(matches.map(\.plant.name) == ["Basil"])
        #expect(matches.first?.similarity == 1)

        try await household.ownPlants.add(early.id, to: basil.id)
        let stored = try await household.identifications.identification(early.id)
        #expect(stored.outcome == .kept(basil.id))
        #expect(try await household.ownPlants.matches(of: stored).isEmpty)
        #expect(
            try await household.collection.plant(basil.id).photographs == basil.photographs + early.photographs)
        #expect(try await household.ownPlants.learn() == 1, "the new photograph is learned, too")
    }

    @Test("An unknown plant is not one of the household's, and an archived plant is not proposed")
    func strangers() async throws {
        let basil = try await kept("basil 1", named: "Basil")
        try await household.ownPlants.learn()
        let stranger = try await household.identifications.identify([picture("rose 1")])
        #expect(try await household.ownPlants.matches(of: stranger).isEmpty)
        let again = try await household.identifications.identify([picture("basil 3")])
        try await household.collection.archive(basil.id, because: .sold)
        #expect(try await household.ownPlants.matches(of: again).isEmpty)
    }

    @Test("All photographs of an identification are added, and it cannot be added to two plants")
    func severalPhotographs() async throws {
        let (basil, fern) = (try await kept("basil 1", named: "Basil"), try await kept("fern 1", named: "Fern"))
        let both = try await household.identifications.identify([picture("basil 2"), picture("basil 3")])
        try await household.ownPlants.add(both.id, to: basil.id)
        try await household.ownPlants.add(both.id, to: basil.id)
        #expect(
            try await household.collection.plant(basil.id).photographs == basil.photographs + both.photographs)
        await refused(.alreadyKept) { try await household.ownPlants.add(both.id, to: fern.id) }
        let other = try await household.identifications.identify([picture("fern 2")])
        await refused(.notFound) { try await household.ownPlants.add(other.id, to: Sample().id("nobody")) }
    }

    @Test("An identification that waits for Pl@ntNet does so no more when it is added to a plant")
    func waiting() async throws {
        let basil = try await kept("basil 1", named: "Basil")
        let waiting = try await Sample().waiting(in: records, minute: 0)
        #expect(try await household.identifications.waiting().count == 1)
        try await household.ownPlants.add(waiting.identification, to: basil.id)
        #expect(try await household.identifications.waiting().isEmpty)
    }

    @Test("A photograph that is already in a timeline can be identified and kept as another plant")
    func identifiedAgain() async throws {
        let basil = try await kept("basil 1", named: "Basil")
        let again = try await household.identifications.recognise(basil.photographs)
        #expect(again.outcome == .open)
        _ = try await household.collection.confirm(again.id, as: .noneOfThese(name: "Mint", taxon: nil))
    }

    @Test("A photograph without a vector or that is no picture is tried once")
    func unreadable() async throws {
        let plant = try await kept("blank 1", named: "Blank")
        let broken = try await household.photographs.capture(picture("broken 1"))
        try await household.collection.add(broken.id, to: plant.id)
        #expect(try await household.ownPlants.learn() == 2)
        #expect(try await household.ownPlants.learn() == 0)
        let again = try await household.identifications.identify([picture("blank 2")])
        #expect(try await household.ownPlants.matches(of: again).isEmpty)
    }

    @Test("A model that cannot tell plants apart learns none, and proposes none")
    func unable() async throws {
        let household = Household.drawn(recogniser: .constant(Sample().answer()))
        let identification = try await household.identifications.identify([picture("rose")])
        _ = try await household.collection.confirm(identification.id, as: .candidate(rank: 1))
        #expect(try await household.ownPlants.learn() == 0)
        #expect(
            try await household.ownPlants.matches(of: household.identifications.identify([picture("rose")])).isEmpty)
    }
}
