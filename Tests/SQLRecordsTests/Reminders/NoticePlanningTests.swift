import Agenda
import Contracts
import Foundation
import Household
import Plants
import Recognition
import Reminders
import Support
import Testing

@Suite("Records in which notices follow every change", .tags(.medium))
struct NoticePlanningTests {
    @Test("Notices follow the log of chores", arguments: RecordsStore.allCases)
    func noticesFollowTheLog(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let house = NoticeRecordsFixture(records, sample)
            let phone = try await sample.channel(in: house.records)
            let (_, chores) = try await house.keep("Rose", .watering)
            let key = chores[0].id
            #expect(try await house.keys(of: phone) == ["\(key) 5"])
            #expect(try await house.keys() == ["\(key) 5", "\(key) 5"], "the phone's and the pages'")
            let entries = try await house.records.log([house.draft(chores[0], on: 2)])
            #expect(try await house.keys(of: phone) == ["\(key) 9"])
            try await house.records.undo(entries.map(\.number))
            #expect(try await house.keys(of: phone) == ["\(key) 5"])
            let link = SpentLink(digest: "d", until: sample.time(99))
            _ = try await house.records.log([house.draft(chores[0], on: 3)], spending: link)
            #expect(try await house.keys(of: phone) == ["\(key) 10"])
        }
    }

    @Test("Notices follow plants that are changed, archived and removed", arguments: RecordsStore.allCases)
    func noticesFollowThePlants(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let house = NoticeRecordsFixture(records, sample)
            let phone = try await sample.channel(in: house.records)
            let (rose, chores) = try await house.keep("Rose", .watering, .fertilising)
            #expect(try await house.keys(of: phone).count == 2)
            try await house.records.set(chores[1].id, to: .off)
            #expect(try await house.keys(of: phone) == ["\(chores[0].id) 5"])
            var changed = rose
            changed.name = "Dog rose"
            try await house.records.update(changed)
            let notice = try #require(
                try await house.records.notices(.init(states: [.pending], channel: phone)).first)
            guard case .chore(let chore) = notice.reminder.subjects.first else { throw Sample.Exhausted() }
            #expect(chore.plantName == "Dog rose" && chore.plant == rose.id.rawValue)
            let prune = try sample.weekly(rose, kind: .pruning, from: 8)
            try await house.records.add(prune)
            #expect(try await house.keys(of: phone) == ["\(chores[0].id) 5", "\(prune.id) 8"])
            try await house.records.replan([rose.id: [prune]])
            #expect(try await house.keys(of: phone) == ["\(prune.id) 8"])
            try await house.records.replan([rose.id: [chores[0], prune]])
            #expect(try await house.keys(of: phone) == ["\(chores[0].id) 5", "\(prune.id) 8"])
            changed.archive = .init(.died, on: sample.day(1))
            try await house.records.update(changed)
            #expect(try await house.keys().isEmpty)
            changed.archive = nil
            try await house.records.update(changed)
            #expect(try await house.keys(of: phone).count == 2)
            try await house.records.remove(rose.id)
            #expect(try await house.keys().isEmpty)
            let fern = try sample.bare("Fern")
            let misting = try sample.weekly(fern, kind: .misting, from: 4)
            try await house.records.admit([Arrival(plant: fern, chores: [misting], notes: [], drafts: [])])
            #expect(try await house.keys(of: phone) == ["\(misting.id) 4"])
        }
    }

    @Test("Notices follow the choices of the household", arguments: RecordsStore.allCases)
    func noticesFollowChoices(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let house = NoticeRecordsFixture(records, sample)
            let phone = try await sample.channel(in: house.records)
            let (_, chores) = try await house.keep("Rose", .watering)
            try await house.records.choose(["told": "never"])
            #expect(try await house.keys().isEmpty)
            try await house.records.choose(["told": nil, "reach": "4"])
            #expect(try await house.keys().isEmpty, "due on a later day than that")
            try await house.records.choose(["reach": "5"])
            #expect(try await house.keys(of: phone) == ["\(chores[0].id) 5"])
        }
    }
}

extension NoticePlanningTests {
    @Test("Notices follow channels that are added, switched and removed", arguments: RecordsStore.allCases)
    func noticesFollowChannels(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let house = NoticeRecordsFixture(records, sample)
            let (_, chores) = try await house.keep("Rose", .watering)
            let page: Channel.ID = try sample.id("page")
            #expect(try await house.keys() == ["\(chores[0].id) 5"])
            let (phone, tablet) = (
                try await sample.channel(in: house.records),
                try await sample.channel(in: house.records, .webPush, named: "Tablet")
            )
            #expect(try await house.keys().count == 3)
            try await house.records.change(phone, name: nil, isOn: false)
            #expect(try await house.keys(of: phone).isEmpty)
            try await house.records.change(phone, name: nil, isOn: true)
            #expect(try await house.keys(of: phone).count == 1)
            try await house.records.change(page, name: nil, isOn: false)
            #expect(try await house.keys(of: page).isEmpty)
            try await house.records.remove(phone)
            #expect(try await house.keys() == ["\(chores[0].id) 5"])
            #expect(try await house.keys(of: tablet).count == 1)
        }
    }

    @Test("A change that fails leaves the notices as they were", arguments: RecordsStore.allCases)
    func noticesAreAllOrNothing(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let house = NoticeRecordsFixture(records, sample)
            let phone = try await sample.channel(in: house.records)
            let (_, chores) = try await house.keep("Rose", .watering)
            let nobody = ChoreEntry.Draft(
                .done, of: .init(rawValue: "nobody"), on: sample.day(1), at: sample.time(1))
            await refused(.notFound) {
                _ = try await house.records.log([house.draft(chores[0], on: 1), nobody])
            }
            #expect(try await house.keys(of: phone) == ["\(chores[0].id) 5"])
            let link = SpentLink(digest: "d", until: sample.time(99))
            await refused(.notFound) { _ = try await house.records.log([nobody], spending: link) }
            #expect(
                try await house.records.log([house.draft(chores[0], on: 1)], spending: link)?.count == 1,
                "a link whose deed was refused is not spent")
        }
    }

    @Test("A settled notice is not sent again", arguments: RecordsStore.allCases)
    func settledIsNotSentAgain(store: RecordsStore) async throws {
        try await store.opened { stored, sample in
            let house = NoticeRecordsFixture(stored, sample)
            let records = house.records
            let phone = try await sample.channel(in: records)
            let (_, chores) = try await house.keep("Rose", .watering)
            let claimed = try await records.claimNotices(
                limit: 9, at: sample.time(6), until: sample.time(7))
            #expect(try await records.settle([.init(claimed[0], .sent)], at: sample.time(6)) == 1)
            house.clock.set(sample.time(7))
            // A chore that is logged and undone is expected again.
            let entries = try await records.log([house.draft(chores[0], on: 5)])
            try await records.undo(entries.map(\.number))
            #expect(try await records.reconcileNotices() == 0)
            #expect(try await house.keys(.sent, of: phone) == ["\(chores[0].id) 5"])
            #expect(try await house.keys(of: phone).isEmpty)
        }
    }

    @Test("A reconciliation removes what is not expected and adds what is missing", arguments: RecordsStore.allCases)
    func reconcilingMends(store: RecordsStore) async throws {
        try await store.opened { stored, sample in
            let house = NoticeRecordsFixture(stored, sample)
            let records = house.records
            let phone = try await sample.channel(in: records)
            let (_, chores) = try await house.keep("Rose", .watering)
            #expect(try await records.reconcileNotices() == 0)
            // An unexpected notice is removed; a notice of the kind `.test` stays.
            try await records.add(sample.reminder("stray", minute: 3), to: phone)
            try await records.add(sample.reminder("test 1", .test, minute: 3), to: phone)
            #expect(try await records.reconcileNotices() == 1)
            #expect(try await house.keys(of: phone) == ["test 1", "\(chores[0].id) 5"])
            #expect(try await records.reconcileNotices() == 0)
        }
    }
}

extension NoticePlanningTests {
    @Test("A notice that was folded into a summary is not sent on its own", arguments: RecordsStore.allCases)
    func foldedAreRemembered(store: RecordsStore) async throws {
        try await store.opened { stored, sample in
            let house = NoticeRecordsFixture(stored, sample)
            let records = house.records
            let phone = try await sample.channel(in: records)
            let dose = sample.reminder(
                "dose d", .dose, minute: -120, lasting: 1440,
                about: [.dose(Dose(id: "d", medicine: "m", name: "Aspirin", amount: "1", at: sample.time(-120)))])
            let doses = records.planning(
                NoticePlanner(
                    now: { sample.time(0) }, reach: { _ in sample.day(0) }, expected: { _, _, _ in [dose] }))
            #expect(try await doses.reconcileNotices() > 0)
            #expect(try await house.keys(.folded, of: phone) == ["dose d"])
            #expect(try await house.keys(of: phone) == ["missed dose d"])
            #expect(try await doses.reconcileNotices() == 0)
            let missed = try #require(
                try await doses.notices(.init(states: [.pending], channel: phone)).first)
            #expect(missed.reminder.subjects == dose.subjects)
            try await checkFoldedPauses(house)
        }
    }

    @Test("Setting a clock back loses no notice and sends none twice", arguments: RecordsStore.allCases)
    func clocksThatWentBack(store: RecordsStore) async throws {
        try await store.opened { stored, sample in
            let house = NoticeRecordsFixture(stored, sample)
            let records = house.records
            let phone = try await sample.channel(in: records)
            try await records.add(sample.reminder("test 1", .test), to: phone)
            func claim(at minute: Int) async throws -> [Notice] {
                try await records.claimNotices(
                    limit: 9, at: sample.time(minute), until: sample.time(minute + 90))
            }
            // A worker whose clock is hours ahead claims the notice and dies.
            let lost = try await claim(at: 180)
            house.clock.set(sample.time(9))
            #expect(try await claim(at: 9).isEmpty)
            try await records.reconcileNotices()
            #expect(try await records.nextNotice() == sample.time(9))
            let again = try await claim(at: 9)
            #expect(again.map(\.number) == lost.map(\.number))
            #expect(try await records.settle([.init(lost[0], .sent)], at: sample.time(9)) == 0)
            // A small difference between the clocks of two machines does not end a valid lease.
            house.clock.set(sample.time(8))
            try await records.reconcileNotices()
            #expect(try await claim(at: 9).isEmpty)
            // A notice that expired by the fast clock is pending again.
            let (_, chores) = try await house.keep("Rose", .watering, from: 20)
            #expect(try await claim(at: 500).map(\.reminder.key.rawValue) == ["test 1"])
            #expect(try await house.keys(.expired, of: phone).contains("\(chores[0].id) 20"))
            try await records.reconcileNotices()
            #expect(try await house.keys(of: phone) == ["test 1", "\(chores[0].id) 20"])
            #expect(try await claim(at: 20).count == 2)
            // A notice that was folded before a small correction of the clock is not sent.
            house.clock.set(sample.time(30))
            let (_, known) = try await house.keep("Fern", .misting, from: 25)
            house.clock.set(sample.time(26))
            try await records.reconcileNotices()
            #expect(try await house.keys(.folded, of: phone) == ["\(known[0].id) 25"])
        }
    }
}

extension NoticePlanningTests {
    @Test("Notices that were settled long ago are deleted", arguments: RecordsStore.allCases)
    func oldNoticesAreForgotten(store: RecordsStore) async throws {
        try await store.opened { stored, sample in
            let house = NoticeRecordsFixture(stored, sample)
            let records = house.records
            // Settled notices are deleted after sixty days; pending notices stay.
            let phone = try await sample.channel(in: records)
            try await records.add(sample.reminder("test 1", .test), to: phone)
            try await records.add(
                sample.reminder("test 2", .test, minute: 1, lasting: 999_999), to: phone)
            let claimed = try await records.claimNotices(
                limit: 1, at: sample.time(0), until: sample.time(1))
            try await records.settle([.init(claimed[0], .sent)], at: sample.time(0))
            let link = SpentLink(digest: "d", until: sample.time(0))
            _ = try await records.log([], spending: link)
            _ = try await records.stamp(["u": "1"], at: sample.time(0))
            _ = try await records.stamp(["u": "2"], at: sample.time(0))
            house.clock.set(sample.time(60 * 1440))
            try await records.reconcileNotices()
            #expect(try await house.keys(.sent) == ["test 1"])
            #expect(try await records.log([], spending: link) == nil)
            house.clock.set(sample.time(60 * 1440 + 1))
            try await records.reconcileNotices()
            #expect(
                try await house.keys(.sent) == ["test 1"],
                "the latest two thousand stay: a clock may be far ahead for a moment")
            #expect(try await house.keys() == ["test 2"])
            #expect(try await records.log([], spending: link) == [])
            #expect(
                try await records.stamp(["u": "3"], at: sample.time(1))["u"]?.sequence == 2,
                "a calendar that nobody read goes on counting")
        }
    }

    @Test("A change does not send notices that were due before it", arguments: RecordsStore.allCases)
    func changesDoNotRing(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let house = NoticeRecordsFixture(records, sample)
            let phone = try await sample.channel(in: house.records)
            let (_, chores) = try await house.keep("Rose", .watering, from: 5)
            house.clock.set(sample.time(7))
            // Notices that were expected before a change are still sent; notices that the change makes due in the past
            // are not.
            let (_, late) = try await house.keep("Fern", .misting, from: 6)
            #expect(try await house.keys(of: phone) == ["\(chores[0].id) 5"])
            #expect(try await house.keys(.folded, of: phone) == ["\(late[0].id) 6"])
            try await house.records.reconcileNotices()
            #expect(try await house.keys(of: phone) == ["\(chores[0].id) 5"])
            let entries = try await house.records.log([house.draft(chores[0], on: 5)])
            try await house.records.undo(entries.map(\.number))
            #expect(try await house.keys(of: phone).isEmpty)
            // A new channel gets only later notices.
            let tablet = try await sample.channel(in: house.records, named: "Tablet")
            _ = try await house.keep("Palm", .misting, from: 9)
            #expect(try await house.keys(.folded, of: tablet).count == 2)
            #expect(try await house.keys(of: tablet).count == 1)
            try await house.records.reconcileNotices()
            #expect(try await house.keys(of: tablet).count == 1)
            try await checkKnownChannels(house, chores[0])
        }
    }

    /// A channel that is on keeps its pending notices when it is added again under another name; a channel that was off
    /// starts without them.
    private func checkKnownChannels(_ house: NoticeRecordsFixture, _ chore: Chore) async throws {
        let (sample, records) = (house.sample, house.records)
        house.clock.set(sample.time(4))
        let lamp = try sample.stored(named: "Lamp")
        let id = try await records.add(lamp, replacing: nil, limit: 32).id
        house.clock.set(sample.time(7))
        let key = "\(chore.id) 5"
        #expect(try await house.keys(of: id).contains(key))
        try await records.change(id, name: "Old lamp", isOn: nil)
        try await records.change(id, name: nil, isOn: true)
        let again = StoredChannel(
            Channel(id: try sample.fresh(), kind: .ntfy, name: "Lamp again", addedAt: sample.time(7)),
            sealedAddress: [9], fingerprint: lamp.fingerprint)
        #expect(try await records.add(again, replacing: nil, limit: 32).id == id)
        #expect(try await house.keys(of: id).contains(key))
        try await records.change(id, name: nil, isOn: false)
        _ = try await records.add(again, replacing: nil, limit: 32)
        #expect(try await !house.keys(of: id).contains(key))
        #expect(try await house.keys(.folded, of: id).contains(key))
    }

    /// A summary waits for the longest delay of its notices, also after one of them is removed.
    private func checkFoldedPauses(_ house: NoticeRecordsFixture) async throws {
        let (sample, clock) = (house.sample, SetClock(house.sample.time(-1)))
        let records = house.records.bound(to: sample.away).planning(
            NoticePlanner(
                now: { clock.now }, reach: { _ in sample.day(0) },
                expected: { choices, _, _ in
                    ["a", "b", "c"].enumerated().filter { choices[$0.element] == nil }.map { minute, name in
                        let chore = DueChore(
                            chore: .init(rawValue: name), kind: .misting, due: sample.day(0), day: sample.day(0))
                        return sample.reminder(name, minute: minute, about: [.chore(chore)])
                    }
                }))
        let phone = try await sample.channel(in: records, for: sample.away)
        func waiting() async throws -> [Notice] {
            try await records.notices(NoticeQuery(states: [.pending], channel: phone))
        }
        func claim(at minute: Int) async throws -> [Notice] {
            try await records.claimNotices(
                limit: 9, at: sample.time(minute), until: sample.time(minute + 1))
        }
        clock.set(sample.time(2))
        let claimed = try await claim(at: 2)
        #expect(claimed.map(\.reminder.key.rawValue) == ["a", "b", "c"])
        try await records.settle(
            [
                .init(claimed[0], .later("busy", at: sample.time(240))),
                .init(claimed[1], .later("busy", at: sample.time(90))), .init(claimed[2], .released),
            ], at: sample.time(2))
        clock.set(sample.time(70))
        try await records.reconcileNotices()
        #expect(try await waiting().map(\.reminder.key.rawValue) == ["late c"])
        #expect(try await waiting().map(\.nextAt) == [sample.time(240)])
        try await records.choose(["a": "done"])
        #expect(try await waiting().map(\.reminder.subjects.count) == [2])
        #expect(try await waiting().map(\.nextAt) == [sample.time(240)])
        #expect(try await claim(at: 239).isEmpty)
        #expect(try await claim(at: 240).count == 1)
    }
}
