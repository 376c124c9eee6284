import Foundation
import Household
import Plants
import Recognition
import Testing

extension RecordsContract {
    func checkPhotographs(_ records: any Records, _ sample: Sample) async throws {
        switch self {
        case .photographsAreAddedTogether: try await checkAddedTogether(records, sample)
        default: try await checkDiscarded(records, sample)
        }
    }

    private func checkAddedTogether(_ records: any Records, _ sample: Sample) async throws {
        let home = sample.home
        let form = [try sample.picture("1"), try sample.picture("2")]
        await refused(.notFound) { try await records.add(form, to: sample.id("nobody"), for: home) }
        for photograph in form {
            #expect(try await records.photograph(photograph.id, of: home) == nil)
            #expect(try await !records.uses(photograph.digest))
        }
        for photograph in form {
            try await records.expectPicture(photograph.digest, until: sample.time(8), for: home)
        }
        try await records.add(form, to: nil, for: home)
        for photograph in form { #expect(try await records.photograph(photograph.id, of: home) == photograph) }
        #expect(try await records.picturesToRemove(at: sample.time(9), of: home).isEmpty)

        let plant = try await sample.plant(in: records, of: sample.identification(in: records))
        let later = [try sample.picture("3"), try sample.picture("4")]
        await refused(.notFound) { try await records.add(later, to: plant.id, for: sample.away) }
        #expect(try await records.photograph(later[0].id, of: sample.away) == nil)
        try await records.add(later, to: plant.id, for: home)
        #expect(
            try await records.plant(plant.id, of: home)?.photographs == plant.photographs + later.map(\.id))
    }

    private func checkDiscarded(_ records: any Records, _ sample: Sample) async throws {
        let home = sample.home
        let kept = try await sample.identification(in: records)
        let shown = try sample.picture("1")
        try await records.keep(
            Plant(
                id: try sample.fresh(), name: "Aloe", taxon: nil, photographs: [], identification: nil,
                addedAt: sample.time(5)), chores: [], correction: nil, for: home)
        let plant = try #require(try await records.plants(PlantQuery(), of: home).first)
        try await records.add([shown], to: plant.id, for: home)
        let pictured = try sample.picture("2")
        try await records.add(sample.label("l", photograph: pictured.id), photograph: pictured, for: home)
        let loose = [try sample.picture("3"), try sample.picture("4")]
        try await records.add(loose, to: nil, for: home)

        let used = [kept.photographs[0], shown.id, pictured.id]
        try await records.discard(used + loose.map(\.id) + [sample.id("nobody")], for: home)
        for id in used { #expect(try await records.photograph(id, of: home) != nil) }
        for photograph in loose { #expect(try await records.photograph(photograph.id, of: home) == nil) }
        #expect(
            try await records.picturesToRemove(at: sample.time(0), of: home) == loose.map(\.digest),
            "their files are to go, and no others")
    }
}
