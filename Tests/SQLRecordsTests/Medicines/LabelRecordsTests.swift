import Contracts
import Doses
import Foundation
import Household
import Labels
import Plants
import Recognition
import Support
import Testing

@Suite("Records of medicine labels", .tags(.medium))
struct LabelRecordsTests {
    @Test("A label is read as it was written", arguments: RecordsStore.allCases)
    func labelsComeBack(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let picture = try sample.picture()
            var read = try sample.label("b", photograph: picture.id, minute: 2)
            read.second = sample.recognised("Amoxicillin 500 mg", "Take 1/2", reader: .googleVision)
            read.corrections = [1: "", 7: "Größe „1“"]
            read.confirmed = [0: .init(rawValue: "m1"), 3: .init(rawValue: "m2")]
            try await sample.take(read, photograph: picture, in: records)
            let typed = MedicineLabel(
                id: try sample.id("a"), photograph: nil, addedAt: sample.time(2), own: RecognisedText(typed: "x\ny z"))
            try await records.add(typed, photograph: nil)
            let newest = try sample.label("c", minute: 3)
            try await records.add(newest, photograph: nil)
            #expect(try await records.label(read.id) == read)
            #expect(try await records.label(typed.id) == typed)
            #expect(try await records.label(sample.id("nobody")) == nil)
            #expect(try await records.photograph(picture.id) == picture)
            #expect(try await records.uses(picture.digest))
            #expect(try await records.labels(limit: 9) == [newest, typed, read])
            #expect(try await records.labels(limit: 2) == [newest, typed])
            #expect(try await records.labels(limit: 0).isEmpty)

            // The label and its photograph are added in one transaction.
            let lost = try sample.label("d", photograph: sample.id("nobody"), minute: 9)
            let unused = try sample.picture("d")
            await refused(.notFound) { try await sample.take(lost, photograph: unused, in: records) }
            #expect(try await records.label(lost.id) == nil)
            #expect(try await records.photograph(unused.id) == nil)
            #expect(try await !records.uses(unused.digest))
        }
    }

    @Test("Concurrent changes of a label are all kept", arguments: RecordsStore.allCases)
    func labelsAreAmended(store: RecordsStore) async throws {
        try await store.openedTwice { records, other, sample in
            let label = try sample.label()
            try await records.add(label, photograph: nil)
            let amended = try await records.amend(label.id) { $0.corrections[1] = "Take 1 tablet daily" }
            #expect(amended.corrections == [1: "Take 1 tablet daily"])
            #expect(try await records.label(label.id) == amended)
            let picture: Photograph.ID = try sample.id("nobody")
            await refused(.notFound) { _ = try await records.amend(label.id) { $0.photograph = picture } }
            await refused(.medicineRefused) {
                _ = try await records.amend(label.id) { label in
                    label.corrections = [:]
                    throw HouseholdError(.medicineRefused, "On purpose.")
                }
            }
            await refused(.notFound) { _ = try await records.amend(sample.id("nobody")) { $0.second = nil } }
            #expect(try await records.label(label.id) == amended)

            // Changes are serialised, within this process and between processes.
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 2..<22 {
                    let records = number.isMultiple(of: 2) ? records : other
                    group.addTask { _ = try await records.amend(label.id) { $0.corrections[number] = "x" } }
                }
                try await group.waitForAll()
            }
            #expect(try await records.label(label.id)?.corrections.count == 21)
        }
    }

    @Test("The picture of a label is removed unless something else refers to it", arguments: RecordsStore.allCases)
    func picturesOfLabelsGo(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            var labels: [(label: MedicineLabel, picture: Photograph)] = []
            for minute in [3, 1, 2, 4] {
                let picture = try sample.picture(Character("\(minute)"))
                let label = try sample.label("l\(minute)", photograph: picture.id, minute: minute)
                try await sample.take(label, photograph: picture, in: records)
                labels.append((label, picture))
            }
            try await records.add(sample.label("typed", minute: 0), photograph: nil)
            func clearing(_ minute: Int) async throws -> Set<String> {
                Set(try await records.labelsToClear(before: sample.time(minute)).map(\.rawValue))
            }
            #expect(try await clearing(0).isEmpty)
            #expect(try await clearing(2) == ["l1", "l2"], "then or earlier")
            #expect(try await clearing(9) == ["l1", "l2", "l3", "l4"])

            // The photograph is removed, and the text of the label stays.
            let (label, picture) = labels[0]
            #expect(try await records.filesToRemove(at: sample.time(9)).isEmpty)
            #expect(try await records.removePhotograph(of: label.id) == picture)
            #expect(try await records.filesToRemove(at: sample.time(0)) == [picture.digest])
            for _ in 0..<2 {
                try await records.removeFiles(of: picture.digest, at: sample.time(0)) { _ in }
            }
            #expect(try await records.filesToRemove(at: sample.time(9)).isEmpty)
            #expect(try await records.removePhotograph(of: label.id) == nil)
            var bare = label
            bare.photograph = nil
            #expect(try await records.label(label.id) == bare)
            #expect(try await records.photograph(picture.id) == nil)
            #expect(try await !records.uses(picture.digest))
            #expect(try await clearing(9) == ["l1", "l2", "l4"])

            // Removing the label removes its photograph.
            #expect(try await records.remove(labels[1].label.id) == labels[1].picture)
            #expect(try await records.label(labels[1].label.id) == nil)
            #expect(try await records.photograph(labels[1].picture.id) == nil)
            #expect(try await records.remove(label.id) == nil)
            for id in [label.id, labels[1].label.id] {
                await refused(.notFound) { _ = try await records.remove(id) }
                await refused(.notFound) { _ = try await records.removePhotograph(of: id) }
            }

            // A photograph that another record refers to stays.
            let shown = labels[2].picture
            let plant = Plant(
                id: try sample.fresh(), name: "Aloe", taxon: nil, photographs: [shown.id], identification: nil,
                addedAt: sample.time(5))
            try await records.keep(plant, chores: [], correction: nil)
            let again = try sample.label("again", photograph: labels[3].picture.id, minute: 5)
            try await records.add(again, photograph: nil)
            for (label, picture) in labels.dropFirst(2) {
                #expect(try await records.removePhotograph(of: label.id) == nil)
                #expect(try await records.photograph(picture.id) == picture)
            }
            #expect(try await records.remove(again.id) == labels[3].picture, "the last one that showed it")
            let gone = [labels[1].picture.digest, labels[3].picture.digest]
            #expect(try await Set(records.filesToRemove(at: sample.time(7))) == Set(gone))
        }
    }
}
