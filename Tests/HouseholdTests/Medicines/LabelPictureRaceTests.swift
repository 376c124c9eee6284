import Contracts
import Foundation
import Household
import Recognition
import Support
import Synchronization
import Testing

@Suite("Removing a label's picture while the same picture is added", .tags(.small))
struct LabelPictureRaceTests {
    @Test("The file stays if the other label's picture is removed between writing the file and adding the row")
    func removedBeforeTheRow() async throws {
        let archive = StagedArchive()
        let house = try MedicineHouse(photographs: archive.archive)
        let first = try await house.household.medicines.takeLabel(house.photograph())
        archive.afterKeeping { try await house.household.medicines.removePhotograph(of: first.id) }
        let second = try await house.household.medicines.takeLabel(house.photograph())
        let picture = try #require(second.photograph)
        #expect(try await house.household.photographs.picture(picture, kind: .original).count > 0)
        #expect(try await house.household.medicines.label(first.id).label?.photograph == nil)
        try await house.household.medicines.removePhotograph(of: second.id)
        #expect(archive.count == 0, "the last label that showed the picture takes its file along")
    }

    @Test("A picture that is added while its file is being removed is written again")
    func takenDuringTheRemoval() async throws {
        let archive = StagedArchive()
        let house = try MedicineHouse(photographs: archive.archive)
        let first = try await house.household.medicines.takeLabel(house.photograph())
        let intake = Mutex<Task<MedicineLabel, any Error>?>(nil)
        archive.beforeRemoving {
            intake.withLock { $0 = Task { try await house.household.medicines.takeLabel(house.photograph()) } }
        }
        try await house.household.medicines.removePhotograph(of: first.id)
        let second = try await #require(intake.withLock { $0 }).value
        #expect(try await house.household.photographs.picture(#require(second.photograph), kind: .original).count > 0)
        #expect(archive.count == 3)
    }

    @Test("If the rows of a form cannot be written, its files are removed at once")
    func rowsFail() async throws {
        let archive = StagedArchive()
        let house = try MedicineHouse(photographs: archive.archive)
        await refused(.notFound) {
            _ = try await house.household.photographs.capture(
                [Array("photo 1".utf8), Array("photo 2".utf8)], to: Sample().id("nobody"))
        }
        #expect(archive.count == 0)
        #expect(try await house.records.unattachedPhotographs() == 0)
    }
}
