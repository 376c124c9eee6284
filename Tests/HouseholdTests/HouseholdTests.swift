import Contracts
import Foundation
import Household
import Plants
import Recognition
import SQLRecords
import Support
import Testing

@Suite("A household's photographs and plants", .tags(.small))
struct HouseholdTests {
    private let photo = Array("photo one".utf8)

    @Test("A photograph is captured, recognised and kept as a plant")
    func wholeWay() async throws {
        let household = Household.drawn()
        let photograph = try await household.photographs.capture(photo)
        #expect(photograph.capturedAt == Sample().time(30))
        #expect(photograph.byteCount == photo.count)
        let identification = try await household.identifications.recognise([photograph.id])
        #expect(identification.outcome == .open)
        let plant = try await household.collection.confirm(identification.id, as: .candidate(rank: 1))
        #expect(plant.name == "Dog rose")
        #expect(plant.taxon?.scientificName == "Rosa canina")
        #expect(plant.photographs == [photograph.id])
        #expect(try await household.identifications.identification(identification.id).outcome == .kept(plant.id))
        #expect(try await household.collection.plants().map(\.id) == [plant.id])
    }

    @Test("A refused picture leaves no photograph")
    func refusedPicture() async throws {
        let archive = MemoryArchive()
        let household = Household.drawn(archive: archive)
        do {
            _ = try await household.photographs.capture(Array("no picture".utf8))
            Issue.record("it was taken")
        } catch let error as HouseholdError {
            #expect(error.code == .photographRefused)
            #expect(error.detail == "not-an-image")
        }
        #expect(archive.count == 0)
    }

    @Test("A correction is stored only if the chosen species is not the first candidate")
    func corrections() async throws {
        let records = SQLRecords.inMemory()
        let household = Household.drawn(records: records)
        for choice in [
            Choice.candidate(rank: 1), .candidate(rank: 2), .noneOfThese(name: " Auntie's  rose "),
            .noneOfThese(name: nil),
        ] {
            let photograph = try await household.photographs.capture(photo)
            let identification = try await household.identifications.recognise([photograph.id])
            _ = try await household.collection.confirm(identification.id, as: choice)
        }
        let corrections = try await records.corrections()
        #expect(corrections.map(\.proposed) == ["Rosa canina", "Rosa canina", "Rosa canina"])
        #expect(corrections.map(\.chosen) == ["Rosa", "Auntie's rose", nil])
        let plants = try await household.collection.plants(PlantQuery(order: .name))
        #expect(plants.map(\.name) == ["Auntie's rose", "Dog rose", "Rosa", "Unnamed plant"])
        #expect(plants.filter { $0.taxon == nil }.count == 2)
    }

    @Test("Two concurrent confirmations keep an identification as one plant")
    func once() async throws {
        let household = Household.drawn()
        let identification = try await household.identifications.recognise([household.photographs.capture(photo).id])
        let kept = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    (try? await household.collection.confirm(identification.id, as: .candidate(rank: 1))) != nil
                }
            }
            return await group.reduce(into: 0) { count, isKept in count += isKept ? 1 : 0 }
        }
        #expect(kept == 1)
        #expect(try await household.collection.plantCount() == 1)
    }

    @Test("An identification can have up to five photographs of one plant")
    func angles() async throws {
        let household = Household.drawn()
        var identification = try await household.identifications.recognise([household.photographs.capture(photo).id])
        for angle in 2...5 {
            identification = try await household.identifications.recognise(
                anotherAngleOf: identification.id, photo + [UInt8(angle)])
            #expect(identification.photographs.count == angle)
        }
        await refused(.tooManyPhotographs) {
            _ = try await household.identifications.recognise(anotherAngleOf: identification.id, photo)
        }
        await refused(.tooManyPhotographs) { _ = try await household.identifications.recognise([]) }
        _ = try await household.collection.confirm(identification.id, as: .candidate(rank: 1))
        await refused(.alreadyKept) {
            _ = try await household.identifications.recognise(anotherAngleOf: identification.id, photo)
        }
    }

    @Test("A missing photograph, identification, plant, candidate or name is refused")
    func missing() async throws {
        let household = Household.drawn()
        let sample = Sample()
        await refused(.notFound) { _ = try await household.photographs.photograph(sample.id("x")) }
        await refused(.notFound) { _ = try await household.identifications.identification(sample.id("x")) }
        await refused(.notFound) { _ = try await household.collection.plant(sample.id("x")) }
        await refused(.notFound) { _ = try await household.identifications.recognise([sample.id("x")]) }
        await refused(.notFound) { _ = try await household.collection.confirm(sample.id("x"), as: .candidate(rank: 1)) }
        let identification = try await household.identifications.recognise([household.photographs.capture(photo).id])
        await refused(.noSuchCandidate) {
            _ = try await household.collection.confirm(identification.id, as: .candidate(rank: 99))
        }
        let plant = try await household.collection.confirm(identification.id, as: .candidate(rank: 1))
        await refused(.nameMissing) { try await household.collection.rename(plant.id, to: " \n ") }
    }

    @Test("A photograph is kept if the model fails, so that recognition can be repeated")
    func modelFails() async throws {
        let records = SQLRecords.inMemory()
        let archive = MemoryArchive()
        let failing = Household.drawn(records: records, archive: archive, recogniser: .failing(.recognitionTimedOut))
        let photograph = try await failing.photographs.capture(photo)
        await refused(.recognitionTimedOut) { _ = try await failing.identifications.recognise([photograph.id]) }
        let household = Household.drawn(records: records, archive: archive)
        #expect(try await household.identifications.recognise([photograph.id]).photographs == [photograph.id])
    }

    @Test("A household without a model is not ready")
    func readiness() async throws {
        try await Household.drawn().checkReadiness()
        await refused(.modelUnavailable) { try await Household.drawn(recogniser: .unimplemented).checkReadiness() }
    }
}
