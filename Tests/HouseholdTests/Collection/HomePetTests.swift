import Contracts
import Foundation
import Household
import Plants
import Recognition
import Support
import Testing

@Suite("Pets of a household", .tags(.small))
struct HomePetTests {
    @Test(
        "Each pet is listed once, in the order it was given",
        arguments: [
            ("cat, dog", "cat, dog"), (" cat ,, dog,cat ", "cat, dog"), ("", ""), ("Mimi (cat)", "Mimi (cat)"),
            ("cat\u{7}", "cat"),
        ])
    func read(typed: String, kept: String) {
        var home = Home()
        let isTaken = home.set(.pets, to: typed)
        #expect(isTaken)
        #expect(home.text(of: .pets) == kept)
        #expect(home.whereabouts.pets.joined(separator: ", ") == kept)
    }

    @Test(
        "Too many pets or too long names are refused",
        arguments: [String(repeating: "x", count: 31), (1...11).map { "p\($0)" }.joined(separator: ",")])
    func refused(typed: String) {
        var home = Home()
        #expect(home.set(.pets, to: typed) == false)
        #expect(home.pets.isEmpty)
    }

    @Test("The plan of an unknown plant has a warning if the household has a pet")
    func warned() async throws {
        let household = Household.drawn()
        let plant = try await household.collection.add("Stranger", taxon: Taxon(scientificName: "Ignota ignota"))
        #expect(try await household.planning.plan(for: plant).petWarning == nil)
        try await household.settings.choose([.pets: "cat"])
        #expect(try await household.planning.plan(for: plant).petWarning?.contains("not known") == true)
        try await household.settings.choose([.pets: ""])
        #expect(try await household.planning.plan(for: plant).petWarning == nil)
    }
}
