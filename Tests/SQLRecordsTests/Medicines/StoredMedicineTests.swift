import Contracts
import Doses
import Foundation
import Household
import Plants
import Recognition
import Support
import Testing

@Suite("Records of medicines", .tags(.medium))
struct StoredMedicineTests {
    @Test("A medicine is read as it was written", arguments: RecordsStore.allCases)
    func medicinesComeBack(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            var changed = try sample.running("changed", minute: 2)
            try changed.plan?.pause(at: sample.time(4))
            try changed.plan?.resume(at: sample.time(5))
            try changed.plan?.end(at: sample.time(6))
            changed.plan?.keep(in: "Pacific/Auckland")
            changed.stock?.count(.init(at: sample.time(5), amount: 0.5))
            let bare = sample.medicine("bare", minute: 1)
            var over = sample.medicine("a-over", minute: 2)
            over.isOver = true
            for medicine in [changed, bare, over] { try await records.add(medicine) }
            for medicine in [changed, bare, over] {
                #expect(try await records.medicine(medicine.id) == medicine)
            }
            #expect(try await records.medicine(.init(rawValue: "nobody")) == nil)
            #expect(try await records.medicines(withOver: false) == [bare, changed])
            #expect(try await records.medicines(withOver: true) == [bare, over, changed])

            try await records.remove(bare.id)
            #expect(try await records.medicine(bare.id) == nil)
            #expect(try await records.medicines(withOver: true) == [over, changed])
            await refused(.notFound) { try await records.remove(bare.id) }
        }
    }

    @Test("Concurrent changes of a medicine are all kept", arguments: RecordsStore.allCases)
    func medicinesAreAmended(store: RecordsStore) async throws {
        try await store.openedTwice { records, other, sample in
            let kept = try sample.running("m")
            try await records.add(kept)
            let changed = try await records.amend(kept.id) { kept in
                kept.medicine.strength = "250 mg"
                kept.plan = nil
                kept.stock = nil
                kept.isOver = true
            }
            #expect(changed.medicine.strength == "250 mg" && changed.isOver && changed.plan == nil)
            #expect(try await records.medicine(kept.id) == changed)
            #expect(try await records.medicines(withOver: false).isEmpty)
            await refused(.medicineRefused) {
                try await records.amend(kept.id) { kept in
                    kept.isOver = false
                    throw HouseholdError(.medicineRefused, "On purpose.")
                }
            }
            await refused(.notFound) {
                try await records.amend(.init(rawValue: "nobody")) { $0.isOver = true }
            }
            #expect(try await records.medicine(kept.id) == changed)
            // The change sees the dose notes.
            let noted = try await records.note(of: kept.id) { _, _ in [sample.taken("d", minute: 1)] }
            try await records.amend(kept.id) { _, log in #expect(log.entries == noted) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    let records = number.isMultiple(of: 2) ? records : other
                    group.addTask {
                        try await records.amend(kept.id) {
                            $0.medicine.refills = ($0.medicine.refills ?? 0) + 1
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await records.medicine(kept.id)?.medicine.refills == 22)
        }
    }

    @Test("An entry of a label becomes a medicine at most once", arguments: RecordsStore.allCases)
    func confirmingIsOnce(store: RecordsStore) async throws {
        try await store.openedTwice { records, other, sample in
            let label = try sample.label("l")
            try await records.add(label, photograph: nil)
            let first = sample.medicine("first", from: label.id, entry: 1)
            try await records.add(first)
            #expect(try await records.label(label.id)?.confirmed == [1: first.id])

            let again = sample.medicine("again", from: label.id, entry: 1)
            await refused(.alreadyKept) { try await records.add(again) }
            let lost = sample.medicine("lost", from: try sample.id("nobody"), entry: 0)
            await refused(.notFound) { try await records.add(lost) }
            #expect(try await records.medicines(withOver: true) == [first])
            #expect(try await records.label(label.id)?.confirmed == [1: first.id])
            // Adding the same name twice is refused and confirms no entry.
            do {
                try await records.add(sample.medicine("first", from: label.id, entry: 0))
                Issue.record("there were two of one name")
            } catch {
                #expect(error is HouseholdError)
            }
            #expect(try await records.label(label.id)?.confirmed == [1: first.id])

            let second = sample.medicine("second", from: label.id, entry: 0)
            try await records.add(second)
            #expect(try await records.label(label.id)?.confirmed == [0: second.id, 1: first.id])
            // An entry stays confirmed if its medicine is put away, and not if its medicine is removed.
            try await records.amend(first.id) { $0.isOver = true }
            await refused(.alreadyKept) { try await records.add(again) }
            try await records.remove(first.id)
            try await records.add(again)
            #expect(try await records.label(label.id)?.confirmed == [0: second.id, 1: again.id])

            // Concurrent requests make one medicine.
            let made = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<8 {
                    let records = number.isMultiple(of: 2) ? records : other
                    let medicine = sample.medicine("pressed-\(number)", from: label.id, entry: 2)
                    group.addTask { (try? await records.add(medicine)) != nil }
                }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(made == 1)
            #expect(try await records.medicines(withOver: true).count == 3)

            // Removing the label keeps the medicines.
            _ = try await records.remove(label.id)
            #expect(try await records.medicine(second.id) == second)
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
                try await records.bound(to: household).add(sample.running("m", from: label.id, entry: 0))
                try await records.bound(to: household).note(of: .init(rawValue: "m-m")) { _, _ in
                    [sample.taken("d", minute: 1)]
                }
            }
            let kept = try await records.bound(to: away).medicine(.init(rawValue: "m-m"))
            var over = sample.medicine("over")
            over.isOver = true
            try await records.add(over)
            let plant = try await sample.plant(in: records, of: sample.identification(in: records))
            _ = try await records.acquireRead(of: "chat", limit: 1, seconds: 60, at: sample.time(0))

            #expect(try await records.removeMedicines() == [picture])
            #expect(try await records.labels(limit: 9).isEmpty)
            #expect(try await records.label(label.id) == nil)
            #expect(try await records.labelsToClear(before: sample.time(99)).isEmpty)
            #expect(try await records.medicines(withOver: true).isEmpty)
            #expect(try await records.doseLog(of: .init(rawValue: "m-m")).entries.isEmpty)
            #expect(try await records.photograph(picture.id) == nil)
            #expect(try await records.removeMedicines().isEmpty)
            // The medicines of other households and the photographs of plants stay.
            #expect(try await records.bound(to: away).label(label.id)?.photograph == picture.id)
            #expect(try await records.bound(to: away).medicine(.init(rawValue: "m-m")) == kept)
            #expect(try await records.bound(to: away).doseLog(of: .init(rawValue: "m-m")).entries.count == 1)
            #expect(try await records.uses(picture.digest))
            #expect(try await records.plant(plant.id) == plant)
            // The count of service calls stays.
            #expect(try await records.acquireRead(of: "chat", limit: 1, seconds: 60, at: sample.time(0)) != nil)

            // The photograph of a label that also belongs to a plant is not returned for deletion, and stays.
            let shown = try #require(plant.photographs.first)
            try await records.add(sample.label("s", photograph: shown), photograph: nil)
            #expect(try await records.removeMedicines().isEmpty)
            #expect(try await records.photograph(shown) != nil)
        }
    }

    @Test("A household never reads or changes another household's medicines", arguments: RecordsStore.allCases)
    func medicinesDoNotMeet(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let away = sample.away
            let picture = try sample.picture()
            let label = try sample.label("l", photograph: picture.id)
            try await sample.take(label, photograph: picture, in: records)
            let kept = try sample.running("m", from: label.id, entry: 0)
            try await records.add(kept)
            let noted = try await records.note(of: kept.id) { _, _ in [sample.taken("d", minute: 1)] }
            #expect(try await records.bound(to: away).label(label.id) == nil)
            #expect(try await records.bound(to: away).labels(limit: 9).isEmpty)
            #expect(try await records.bound(to: away).labelsToClear(before: sample.time(9)).isEmpty)
            #expect(try await records.bound(to: away).medicine(kept.id) == nil)
            #expect(try await records.bound(to: away).medicines(withOver: true).isEmpty)
            #expect(try await records.bound(to: away).doseLog(of: kept.id).entries.isEmpty)
            #expect(try await records.bound(to: away).removeMedicines().isEmpty)
            await refused(.notFound) {
                _ = try await records.bound(to: away).amend(label.id) { $0.corrections = [0: "x"] }
            }
            await refused(.notFound) { _ = try await records.bound(to: away).removePhotograph(of: label.id) }
            await refused(.notFound) { _ = try await records.bound(to: away).remove(label.id) }
            await refused(.notFound) { try await records.bound(to: away).amend(kept.id) { $0.isOver = true } }
            await refused(.notFound) { try await records.bound(to: away).remove(kept.id) }
            await refused(.notFound) { try await records.bound(to: away).note(of: kept.id) { _, _ in [] } }
            // A household cannot refer to a label or a photograph of another household.
            await refused(.notFound) {
                try await records.bound(to: away).add(sample.medicine("x", from: label.id, entry: 1))
            }
            await refused(.notFound) {
                try await records.bound(to: away).add(sample.label("stolen", photograph: picture.id), photograph: nil)
            }
            #expect(try await records.label(label.id)?.confirmed == [0: kept.id])
            #expect(try await records.medicine(kept.id) == kept)
            #expect(try await records.doseLog(of: kept.id).entries == noted)
        }
    }
}
