import Contracts
import Foundation
import Household
import Plants
import Recognition
import Support
import Testing

@Suite("Records of photographs and their files", .tags(.medium))
struct PhotographRecordsTests {
    @Test("Photographs of one request are added together or not at all", arguments: RecordsStore.allCases)
    func photographsAreAddedTogether(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let form = [try sample.picture("1"), try sample.picture("2")]
            await refused(.notFound) { try await sample.take(form, to: sample.id("nobody"), in: records) }
            for photograph in form {
                #expect(try await records.photograph(photograph.id) == nil)
                #expect(try await !records.uses(photograph.digest))
            }
            try await records.announce(form, until: sample.time(8))
            try await records.add(form, to: nil)
            for photograph in form { #expect(try await records.photograph(photograph.id) == photograph) }
            #expect(try await records.filesToRemove(at: sample.time(9)).isEmpty)

            let plant = try await sample.plant(in: records, of: sample.identification(in: records))
            let later = [try sample.picture("3"), try sample.picture("4")]
            await refused(.notFound) { try await sample.take(later, to: plant.id, in: records, for: sample.away) }
            #expect(try await records.bound(to: sample.away).photograph(later[0].id) == nil)
            try await sample.take(later, to: plant.id, in: records)
            #expect(
                try await records.plant(plant.id)?.photographs == plant.photographs + later.map(\.id))
        }
    }

    @Test("Discarded photographs are removed unless another record refers to them", arguments: RecordsStore.allCases)
    func photographsAreDiscarded(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let kept = try await sample.identification(in: records)
            let shown = try sample.picture("1")
            try await records.keep(
                Plant(
                    id: try sample.fresh(), name: "Aloe", taxon: nil, photographs: [], identification: nil,
                    addedAt: sample.time(5)), chores: [], correction: nil)
            let plant = try #require(try await records.plants(PlantQuery()).first)
            try await sample.take([shown], to: plant.id, in: records)
            let pictured = try sample.picture("2")
            try await sample.take(sample.label("l", photograph: pictured.id), photograph: pictured, in: records)
            let loose = [try sample.picture("3"), try sample.picture("4")]
            try await sample.take(loose, in: records)

            let used = [kept.photographs[0], shown.id, pictured.id]
            try await records.discard(used + loose.map(\.id) + [sample.id("nobody")])
            for id in used { #expect(try await records.photograph(id) != nil) }
            for photograph in loose { #expect(try await records.photograph(photograph.id) == nil) }
            #expect(
                try await records.filesToRemove(at: sample.time(0)) == loose.map(\.digest),
                "their files are to go, and no others")
        }
    }

    @Test("A photograph without references is removed after the waiting time", arguments: RecordsStore.allCases)
    func unattachedPhotographsAreSwept(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let away = sample.away
            func sweep(_ minute: Int, before limit: Int) async throws -> Int {
                try await records.sweepPhotographs(at: sample.time(minute), notedBefore: sample.time(limit))
            }
            let kept = try await sample.identification(in: records).photographs[0]
            let shown = try sample.picture("1")
            try await records.keep(
                Plant(
                    id: try sample.id("aloe"), name: "Aloe", taxon: nil, photographs: [], identification: nil,
                    addedAt: sample.time(0)), chores: [], correction: nil)
            try await sample.take([shown], to: sample.id("aloe"), in: records)
            let pictured = try sample.picture("2")
            try await sample.take(sample.label("l", photograph: pictured.id), photograph: pictured, in: records)
            let loose = [try sample.picture("3"), try sample.picture("4")]
            try await sample.take(loose, in: records)
            let foreign = try sample.picture("5")
            try await sample.take([foreign], in: records, for: away)
            #expect(try await records.unattachedPhotographs() == 2)

            // The first sweep marks them, regardless of their capture time.
            #expect(try await sweep(100, before: 99) == 0)
            #expect(try await sweep(109, before: 99) == 0, "what is not noted for long enough stays")

            // A photograph with a new reference is not removed, and its waiting time restarts when the reference ends.
            let late = Identification(id: try sample.id("late"), photographs: [loose[1].id], answer: sample.answer())
            let draft = Waiting(
                identification: late.id, because: .byStrategy, obstacle: Waiting.underWay, since: sample.time(110),
                notBefore: sample.time(110))
            try await records.add(late, waiting: draft)
            #expect(try await sweep(110, before: 100) == 1)
            #expect(try await records.photograph(loose[0].id) == nil)
            #expect(try await records.filesToRemove(at: sample.time(0)) == [loose[0].digest])
            try await records.discard(draft)
            #expect(try await sweep(120, before: 110) == 0)
            #expect(try await records.photograph(loose[1].id) == loose[1])

            // A mark from a clock that was ahead does not keep a photograph forever.
            #expect(try await sweep(115, before: 105) == 0)
            #expect(try await sweep(125, before: 115) == 1)
            #expect(try await records.unattachedPhotographs() == 0)
            for id in [kept, shown.id, pictured.id] { #expect(try await records.photograph(id) != nil) }
            #expect(try await records.bound(to: away).photograph(foreign.id) == foreign, "another household's")

            // A photograph of one plant only has no reference after the plant is removed.
            try await records.remove(sample.id("aloe") as Plant.ID)
            #expect(try await records.unattachedPhotographs() == 1)
        }
    }

    @Test("A file is removed only if no photograph and no intake has its digest", arguments: RecordsStore.allCases)
    func filesAreRemovedOnlyIfUnused(store: RecordsStore) async throws {
        try await store.openedTwice { records, other, sample in
            let (home, away) = (sample.home, sample.away)
            func removes(_ photograph: Photograph, at minute: Int = 0) async throws -> Bool {
                try await records.removeFiles(of: photograph.digest, at: sample.time(minute)) { digest in
                    #expect(digest == photograph.digest)
                }
            }
            let picture = try sample.picture("1")
            #expect(try await removes(picture), "nothing refers to it")

            // The file stays during the intake and while the photograph is stored, also for other households.
            for household in [home, away] {
                let photograph = try sample.picture("2")
                try await other.bound(to: household).announce([photograph], until: sample.time(8))
                #expect(try await !removes(photograph, at: 7))
                try await other.bound(to: household).add([photograph], to: nil)
                #expect(try await !removes(photograph, at: 9))
                try await other.bound(to: household).discard([photograph.id])
                #expect(try await records.bound(to: household).filesToRemove(at: sample.time(0)) == [photograph.digest])
                #expect(try await removes(photograph))
                try await records.bound(to: household).removeFiles(of: photograph.digest, at: sample.time(0)) { _ in }
            }

            // Two photographs with the same file: the intake of the second one keeps the file when the first one is
            // discarded.
            let twins = [try sample.picture("3"), try sample.picture("3")]
            try await sample.take([twins[0]], in: records)
            try await other.announce([twins[1]], until: sample.time(8))
            try await records.discard([twins[0].id])
            #expect(try await !removes(twins[0]))
            try await other.giveUp([twins[1]])
            #expect(try await records.filesToRemove(at: sample.time(0)) == [twins[0].digest])
            #expect(try await removes(twins[0]))

            // An intake that has expired adds no photograph, and its file is removed.
            let late = try sample.picture("4")
            try await other.announce([late], until: sample.time(8))
            #expect(try await records.filesToRemove(at: sample.time(7)).isEmpty)
            #expect(try await records.filesToRemove(at: sample.time(8)) == [late.digest])
            #expect(try await removes(late, at: 8))
            await refused(.storageFailed) { try await other.add([late], to: nil) }
            #expect(try await records.filesToRemove(at: sample.time(9)).isEmpty)
            #expect(try await records.photograph(late.id) == nil)

            // The same holds if the removal of its file fails; the removal is retried.
            let expired = try sample.picture("6")
            try await other.announce([expired], until: sample.time(8))
            await refused(.storageFailed) {
                try await records.removeFiles(of: expired.digest, at: sample.time(8)) { _ in
                    throw HouseholdError(.storageFailed, "It is held.")
                }
            }
            await refused(.storageFailed) { try await other.add([expired], to: nil) }
            #expect(try await records.filesToRemove(at: sample.time(8)) == [expired.digest])
            #expect(try await removes(expired, at: 8))

            // A failed removal of a file is retried.
            let stuck = try sample.picture("5")
            try await sample.take([stuck], in: records)
            try await records.discard([stuck.id])
            await refused(.storageFailed) {
                try await records.removeFiles(of: stuck.digest, at: sample.time(0)) { _ in
                    throw HouseholdError(.storageFailed, "On purpose.")
                }
            }
            #expect(try await records.filesToRemove(at: sample.time(0)) == [stuck.digest])
        }
    }
}
