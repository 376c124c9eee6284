import Contracts
import Doses
import Foundation
import Household
import Plants
import Recognition
import Support
import Testing

@Suite("Records of medicines", .tags(.medium))
struct KeptMedicineTests {
    @Test("A medicine is read as it was written", arguments: RecordsStore.allCases)
    func medicinesComeBack(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let home = sample.home
            var changed = try sample.running("changed", minute: 2)
            try changed.plan?.pause(at: sample.time(4))
            try changed.plan?.resume(at: sample.time(5))
            try changed.plan?.end(at: sample.time(6))
            changed.plan?.keep(in: "Pacific/Auckland")
            changed.stock?.count(.init(at: sample.time(5), amount: 0.5))
            let bare = sample.medicine("bare", minute: 1)
            var over = sample.medicine("a-over", minute: 2)
            over.isOver = true
            for medicine in [changed, bare, over] { try await records.add(medicine, for: home) }
            for medicine in [changed, bare, over] {
                #expect(try await records.medicine(medicine.id, of: home) == medicine)
            }
            #expect(try await records.medicine(.init(rawValue: "nobody"), of: home) == nil)
            #expect(try await records.medicines(withOver: false, of: home) == [bare, changed])
            #expect(try await records.medicines(withOver: true, of: home) == [bare, over, changed])

            try await records.remove(bare.id, for: home)
            #expect(try await records.medicine(bare.id, of: home) == nil)
            #expect(try await records.medicines(withOver: true, of: home) == [over, changed])
            await refused(.notFound) { try await records.remove(bare.id, for: home) }
        }
    }

    @Test("Concurrent changes of a medicine are all kept", arguments: RecordsStore.allCases)
    func medicinesAreAmended(store: RecordsStore) async throws {
        try await store.openedTwice { records, other, sample in
            let home = sample.home
            let kept = try sample.running("m")
            try await records.add(kept, for: home)
            let changed = try await records.amend(kept.id, for: home) { kept in
                kept.medicine.strength = "250 mg"
                kept.plan = nil
                kept.stock = nil
                kept.isOver = true
            }
            #expect(changed.medicine.strength == "250 mg" && changed.isOver && changed.plan == nil)
            #expect(try await records.medicine(kept.id, of: home) == changed)
            #expect(try await records.medicines(withOver: false, of: home).isEmpty)
            await refused(.medicineRefused) {
                try await records.amend(kept.id, for: home) { kept in
                    kept.isOver = false
                    throw HouseholdError(.medicineRefused, "On purpose.")
                }
            }
            await refused(.notFound) {
                try await records.amend(.init(rawValue: "nobody"), for: home) { $0.isOver = true }
            }
            #expect(try await records.medicine(kept.id, of: home) == changed)
            // The change sees the dose notes.
            let noted = try await records.note(of: kept.id, for: home) { _, _ in [sample.taken("d", minute: 1)] }
            try await records.amend(kept.id, for: home) { _, log in #expect(log.entries == noted) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    let records = number.isMultiple(of: 2) ? records : other
                    group.addTask {
                        try await records.amend(kept.id, for: home) {
                            $0.medicine.refills = ($0.medicine.refills ?? 0) + 1
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await records.medicine(kept.id, of: home)?.medicine.refills == 22)
        }
    }

    @Test("An entry of a label becomes a medicine at most once", arguments: RecordsStore.allCases)
    func confirmingIsOnce(store: RecordsStore) async throws {
        try await store.openedTwice { records, other, sample in
            let home = sample.home
            let label = try sample.label("l")
            try await records.add(label, photograph: nil, for: home)
            let first = sample.medicine("first", from: label.id, entry: 1)
            try await records.add(first, for: home)
            #expect(try await records.label(label.id, of: home)?.confirmed == [1: first.id])

            let again = sample.medicine("again", from: label.id, entry: 1)
            await refused(.alreadyKept) { try await records.add(again, for: home) }
            let lost = sample.medicine("lost", from: try sample.id("nobody"), entry: 0)
            await refused(.notFound) { try await records.add(lost, for: home) }
            #expect(try await records.medicines(withOver: true, of: home) == [first])
            #expect(try await records.label(label.id, of: home)?.confirmed == [1: first.id])
            // Adding the same name twice is refused and confirms no entry.
            do {
                try await records.add(sample.medicine("first", from: label.id, entry: 0), for: home)
                Issue.record("there were two of one name")
            } catch {
                #expect(error is HouseholdError)
            }
            #expect(try await records.label(label.id, of: home)?.confirmed == [1: first.id])

            let second = sample.medicine("second", from: label.id, entry: 0)
            try await records.add(second, for: home)
            #expect(try await records.label(label.id, of: home)?.confirmed == [0: second.id, 1: first.id])
            // An entry stays confirmed if its medicine is put away, and not if its medicine is removed.
            try await records.amend(first.id, for: home) { $0.isOver = true }
            await refused(.alreadyKept) { try await records.add(again, for: home) }
            try await records.remove(first.id, for: home)
            try await records.add(again, for: home)
            #expect(try await records.label(label.id, of: home)?.confirmed == [0: second.id, 1: again.id])

            // Concurrent requests make one medicine.
            let made = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<8 {
                    let records = number.isMultiple(of: 2) ? records : other
                    let medicine = sample.medicine("pressed-\(number)", from: label.id, entry: 2)
                    group.addTask { (try? await records.add(medicine, for: home)) != nil }
                }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(made == 1)
            #expect(try await records.medicines(withOver: true, of: home).count == 3)

            // Removing the label keeps the medicines.
            _ = try await records.remove(label.id, for: home)
            #expect(try await records.medicine(second.id, of: home) == second)
        }
    }

    @Test("Removing all medicines removes their labels, doses and notices", arguments: RecordsStore.allCases)
    func forgettingTakesAll(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let (home, away) = (sample.home, sample.away)
            let picture = try sample.picture()
            let label = try sample.label("l", photograph: picture.id)
            for household in [home, away] {
                try await sample.take(label, photograph: picture, in: records, for: household)
                try await records.add(sample.running("m", from: label.id, entry: 0), for: household)
                try await records.note(of: .init(rawValue: "m-m"), for: household) { _, _ in
                    [sample.taken("d", minute: 1)]
                }
            }
            let kept = try await records.medicine(.init(rawValue: "m-m"), of: away)
            var over = sample.medicine("over")
            over.isOver = true
            try await records.add(over, for: home)
            let plant = try await sample.plant(in: records, of: sample.identification(in: records))
            _ = try await records.acquireRead(of: "chat", limit: 1, seconds: 60, at: sample.time(0))

            #expect(try await records.removeMedicines(of: home) == [picture])
            #expect(try await records.labels(limit: 9, of: home).isEmpty)
            #expect(try await records.label(label.id, of: home) == nil)
            #expect(try await records.labelsToClear(before: sample.time(99), of: home).isEmpty)
            #expect(try await records.medicines(withOver: true, of: home).isEmpty)
            #expect(try await records.doseLog(of: .init(rawValue: "m-m"), household: home).entries.isEmpty)
            #expect(try await records.photograph(picture.id, of: home) == nil)
            #expect(try await records.removeMedicines(of: home).isEmpty)
            // The medicines of other households and the photographs of plants stay.
            #expect(try await records.label(label.id, of: away)?.photograph == picture.id)
            #expect(try await records.medicine(.init(rawValue: "m-m"), of: away) == kept)
            #expect(try await records.doseLog(of: .init(rawValue: "m-m"), household: away).entries.count == 1)
            #expect(try await records.uses(picture.digest))
            #expect(try await records.plant(plant.id, of: home) == plant)
            // The count of service calls stays.
            #expect(try await records.acquireRead(of: "chat", limit: 1, seconds: 60, at: sample.time(0)) != nil)

            // The photograph of a label that also belongs to a plant is not returned for deletion, and stays.
            let shown = try #require(plant.photographs.first)
            try await records.add(sample.label("s", photograph: shown), photograph: nil, for: home)
            #expect(try await records.removeMedicines(of: home).isEmpty)
            #expect(try await records.photograph(shown, of: home) != nil)
        }
    }

    @Test("A household never reads or changes another household's medicines", arguments: RecordsStore.allCases)
    func medicinesDoNotMeet(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let (home, away) = (sample.home, sample.away)
            let picture = try sample.picture()
            let label = try sample.label("l", photograph: picture.id)
            try await sample.take(label, photograph: picture, in: records)
            let kept = try sample.running("m", from: label.id, entry: 0)
            try await records.add(kept, for: home)
            let noted = try await records.note(of: kept.id, for: home) { _, _ in [sample.taken("d", minute: 1)] }
            #expect(try await records.label(label.id, of: away) == nil)
            #expect(try await records.labels(limit: 9, of: away).isEmpty)
            #expect(try await records.labelsToClear(before: sample.time(9), of: away).isEmpty)
            #expect(try await records.medicine(kept.id, of: away) == nil)
            #expect(try await records.medicines(withOver: true, of: away).isEmpty)
            #expect(try await records.doseLog(of: kept.id, household: away).entries.isEmpty)
            #expect(try await records.removeMedicines(of: away).isEmpty)
            await refused(.notFound) { _ = try await records.amend(label.id, for: away) { $0.corrections = [0: "x"] } }
            await refused(.notFound) { _ = try await records.removePhotograph(of: label.id, for: away) }
            await refused(.notFound) { _ = try await records.remove(label.id, for: away) }
            await refused(.notFound) { try await records.amend(kept.id, for: away) { $0.isOver = true } }
            await refused(.notFound) { try await records.remove(kept.id, for: away) }
            await refused(.notFound) { try await records.note(of: kept.id, for: away) { _, _ in [] } }
            // A household cannot refer to a label or a photograph of another household.
            await refused(.notFound) {
                try await records.add(sample.medicine("x", from: label.id, entry: 1), for: away)
            }
            await refused(.notFound) {
                try await records.add(sample.label("stolen", photograph: picture.id), photograph: nil, for: away)
            }
            #expect(try await records.label(label.id, of: home)?.confirmed == [0: kept.id])
            #expect(try await records.medicine(kept.id, of: home) == kept)
            #expect(try await records.doseLog(of: kept.id, household: home).entries == noted)
        }
    }
}
