import Agenda
import Contracts
import Foundation
import Household
import Plants
import Recognition
import Reminders
import Support
import Testing

@Suite("Records of notices and their delivery", .tags(.medium))
struct NoticeRecordsTests {
    @Test("A notice is read as it was written", arguments: RecordsStore.allCases)
    func noticesComeBack(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let sending = try await Sending(in: records, sample)
            let phone = sending.phone
            let subjects: [Reminder.Subject] = [
                .chore(
                    DueChore(
                        chore: .init(rawValue: "c"), kind: .own, title: "“Ä”\n", plant: "p", plantName: "Ström",
                        due: sample.day(-3), day: sample.day(2), snoozedUntil: sample.time(8))),
                .chore(
                    DueChore(chore: .init(rawValue: "d"), kind: .pestControl, due: sample.day(0), day: sample.day(0))),
                .dose(Dose(id: "d1", medicine: "m", name: "Aspirin", amount: "½ tablet", at: sample.time(4))),
                .dose(
                    Dose(id: "d2", medicine: "n", name: "Other", amount: "1", at: sample.time(4), owner: "Ada “Ä”")),
            ]
            let reminder = sample.reminder("all sorts", .missed, minute: 1, lasting: 9, about: subjects)
            try await records.add(reminder, to: phone)
            try await records.add(sample.reminder("all sorts", minute: 2), to: phone)
            let found = try await records.notices(NoticeQuery(states: [.pending]))
            #expect(found.map(\.reminder) == [reminder])
            #expect(found.map(\.nextAt) == [sample.time(1)])
            await refused(.notFound) {
                try await records.add(reminder, to: sample.id("nobody"))
            }
        }
    }

    @Test("Notices are found by state, channel and time", arguments: RecordsStore.allCases)
    func noticesAreFound(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let sending = try await Sending(in: records, sample)
            for minute in [3, 1, 2] { try await sending.add("\(minute)", minute: minute) }
            func found(_ query: NoticeQuery) async throws -> [String] {
                try await records.notices(query).map(\.reminder.key.rawValue)
            }
            #expect(try await found(NoticeQuery(states: [.pending])) == ["1", "2", "3"])
            #expect(try await found(NoticeQuery(states: [.pending], limit: 2)) == ["1", "2"])
            #expect(try await found(NoticeQuery(states: [.pending], through: sample.time(2))) == ["1", "2"])
            #expect(try await found(NoticeQuery(states: [.sent, .dead])).isEmpty)
            #expect(try await found(NoticeQuery(states: [.pending], channel: sample.id("other"))).isEmpty)
            let first = try #require(try await records.notices(.init(states: [.pending])).first)
            #expect(try await found(NoticeQuery(states: [.pending], number: first.number)) == ["1"])
            #expect(try await found(NoticeQuery(states: [.sent], number: first.number)).isEmpty)
        }
    }

    @Test(
        "Dose notices are claimed before plant notices, and earlier notices before later ones",
        arguments: RecordsStore.allCases)
    func noticesAreClaimedInLine(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let sending = try await Sending(in: records, sample)
            try await sending.add("late plant", minute: 1)
            try await sending.add("plant", minute: 0)
            try await sending.add("dose", .dose, minute: 2)
            try await sending.add("missed", .missed, minute: 3)
            try await sending.add("to come", minute: 9)
            #expect(try await records.nextNotice() == sample.time(0))
            #expect(try await sending.claim(at: -1).isEmpty)
            let claimed = try await sending.claim(3, at: 5)
            #expect(claimed.map(\.reminder.key.rawValue) == ["dose", "missed", "plant"])
            #expect(claimed.allSatisfy { $0.isLeased && $0.attempts == 1 && $0.fence == 1 })
            #expect(try await sending.claim(at: 5).map(\.reminder.key.rawValue) == ["late plant"])
            #expect(try await sending.claim(at: 5).isEmpty)
            #expect(try await records.nextNotice() == sample.time(6), "when leases are over")
        }
    }

    @Test("Concurrent workers claim each notice once", arguments: RecordsStore.allCases)
    func noticesAreClaimedOnce(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let sending = try await Sending(in: records, sample)
            for number in 0..<60 { try await sending.add("\(number)", number.isMultiple(of: 3) ? .dose : .chores) }
            let claimed = try await withThrowingTaskGroup(of: [Int].self) { group in
                for _ in 0..<12 { group.addTask { try await sending.claim(7, at: 1).map(\.number) } }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(claimed.count == 60 && Set(claimed).count == 60)
        }
    }
}

extension NoticeRecordsTests {
    @Test("A notice whose lease has ended can be claimed by another worker", arguments: RecordsStore.allCases)
    func leasesEnd(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let sending = try await Sending(in: records, sample)
            let away = sample.away
            try await sending.add("x")
            let dead = try await sending.claim(at: 1, until: 2)
            #expect(try await sending.claim(at: 1).isEmpty)
            let alive = try await sending.claim(at: 2, until: 4)
            #expect(alive.map(\.number) == dead.map(\.number))
            #expect(alive.map(\.fence) == [2] && alive.map(\.attempts) == [2])
            #expect(dead.map(\.failure) == [nil] && alive.map(\.failure) == [Notice.doubt])
            // The first worker was slow; the result of the second one counts.
            #expect(try await records.settle([.init(dead[0], .sent)], at: sample.time(3)) == 0)
            #expect(try await records.settle([.init(dead[0], .gone)], at: sample.time(3)) == 0)
            #expect(try await sending.claim(at: 3).isEmpty)
            #expect(try await records.bound(to: away).settle([.init(alive[0], .sent)], at: sample.time(3)) == 0)
            #expect(try await records.settle([.init(alive[0], .sent)], at: sample.time(3)) == 1)
            #expect(try await records.settle([.init(alive[0], .sent)], at: sample.time(3)) == 0)
            #expect(try await sending.claim(at: 9).isEmpty)
            #expect(try await records.nextNotice() == nil)
        }
    }

    @Test("An expired notice is not claimed", arguments: RecordsStore.allCases)
    func expiredAreNotHandedOut(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let sending = try await Sending(in: records, sample)
            for number in 0..<5 { try await sending.add("over \(number)", lasting: 3) }
            try await sending.add("good", minute: 1)
            #expect(try await sending.claim(2, at: 3).map(\.reminder.key.rawValue) == ["good"])
            let expired = try await records.notices(NoticeQuery(states: [.expired]))
            #expect(expired.count == 5 && expired.allSatisfy { $0.settledAt == sample.time(3) })
            try await sending.add("over 0", minute: 9)
            #expect(try await sending.claim(at: 10).map(\.reminder.key.rawValue) == ["good"])
        }
    }

    @Test("A subscription that is gone is removed with its notices", arguments: RecordsStore.allCases)
    func goneTakesAll(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let sending = try await Sending(in: records, sample)
            let tablet = try await sample.channel(in: records, named: "Tablet")
            try await records.add(sample.reminder("tablet"), to: tablet)
            let browser = try await sample.channel(in: records, .webPush, named: "Browser")
            for name in ["a", "b"] { try await records.add(sample.reminder(name), to: browser) }
            let claimed = try await sending.claim(at: 1)
            let gone = claimed.filter { $0.channel == browser }
            let settled = try await records.settle(
                [.init(gone[0], .gone), .init(gone[1], .sent)], at: sample.time(1))
            #expect(settled == 1)
            #expect(try await records.channels().allSatisfy { $0.channel.name != "Browser" })
            #expect(
                try await records.notices(.init(states: Set(Notice.State.allCases))).map(\.reminder.key)
                    == [.init(rawValue: "tablet")])
            // A channel of another kind may answer 410 temporarily: it is switched off and stays.
            let other = try #require(claimed.first { $0.channel == tablet })
            try await records.settle([.init(other, .gone)], at: sample.time(1))
            let left = try #require(try await records.channels().first { $0.channel.id == tablet }?.channel)
            #expect(!left.isOn && left.failure?.contains("410") == true)
            try await checkGoneBesides(records, sample)
        }
    }
}

extension NoticeRecordsTests {
    @Test("A failed notice is retried at its scheduled time", arguments: RecordsStore.allCases)
    func laterIsTriedAgain(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let sending = try await Sending(in: records, sample)
            try await sending.add("x", lasting: 60)
            try await sending.settle(
                try #require(try await sending.claim(at: 1).first), .later("busy", at: sample.time(9)), at: 1)
            let waiting = try await sending.notice()
            #expect((waiting.state, waiting.failure, waiting.attempts) == (.pending, "busy", 1))
            #expect(!waiting.isLeased && waiting.nextAt == sample.time(9))
            #expect(try await sending.channel().failure == "busy")
            #expect(try await sending.claim(at: 8).isEmpty)
            let again = try #require(try await sending.claim(at: 9).first)
            #expect(again.attempts == 2)
            try await sending.settle(again, .released, at: 9)
            let released = try await sending.notice()
            #expect((released.attempts, released.isLeased, released.state) == (1, false, .pending))
            let third = try #require(try await sending.claim(at: 9).first)
            #expect((third.attempts, third.fence) == (2, 3))
            try await sending.settle(third, .sent, at: 10)
            let sent = try await sending.notice()
            #expect((sent.state, sent.settledAt, sent.failure) == (.sent, sample.time(10), nil))
            #expect(try await sending.channel().failure == nil)
            #expect(try await sending.channel().lastSentAt == sample.time(10))
        }
    }

    @Test("A notice that was given up stays visible until it is dismissed or retried", arguments: RecordsStore.allCases)
    func givenUpIsSeen(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let sending = try await Sending(in: records, sample)
            let away = sample.away
            try await sending.add("x", lasting: 60)
            // A notice that was given up can be retried or dismissed by a person.
            let first = try #require(try await sending.claim(at: 1).first)
            await refused(.notFound) { try await records.retry(first.number, at: sample.time(1)) }
            try await sending.settle(first, .dead("refused"), at: 1)
            #expect(try await sending.claim(at: 9).isEmpty)
            let dead = try await sending.notice()
            #expect((dead.state, dead.failure, dead.settledAt) == (.dead, "refused", sample.time(1)))
            #expect(try await sending.channel().failure == "refused")
            await refused(.notFound) { try await records.bound(to: away).retry(first.number, at: sample.time(99)) }
            await refused(.notFound) { try await records.retry(999_999, at: sample.time(99)) }
            try await records.retry(first.number, at: sample.time(59))
            let again = try #require(try await sending.claim(at: 59).first)
            #expect(again.attempts == 1 && again.fence > first.fence && again.settledAt == nil)
            #expect(try await records.settle([.init(first, .sent)], at: sample.time(59)) == 0)
            try await sending.settle(again, .dead("again"), at: 59)
            await refused(.reminderPast) { try await records.retry(first.number, at: sample.time(60)) }
            try await records.bound(to: away).dismissDead()
            #expect(try await sending.notice().state == .dead)
            try await records.dismissDead()
            #expect(try await sending.notice().state == .expired)
            await refused(.notFound) { try await records.retry(first.number, at: sample.time(99)) }
        }
    }

    /// Another notice that is sent in the same batch does not clear the failure of the channel.
    private func checkGoneBesides(_ records: any Records, _ sample: Sample) async throws {
        for isFirst in [true, false] {
            let lamp = try await sample.channel(in: records, .webhook, named: "lamp-\(isFirst)")
            for name in ["a", "b"] {
                try await records.add(sample.reminder(name, minute: 2), to: lamp)
            }
            let claimed = try await records.claimNotices(
                limit: 9, at: sample.time(3), until: sample.time(4)
            ).filter { $0.channel == lamp }
            #expect(claimed.count == 2)
            let outcomes: [Notice.Outcome] = isFirst ? [.gone, .sent] : [.sent, .gone]
            let settled = try await records.settle(
                zip(claimed, outcomes).map { .init($0, $1) }, at: sample.time(3))
            #expect(settled == 2)
            let left = try #require(
                try await records.channels().first { $0.channel.id == lamp }?.channel)
            #expect(!left.isOn && left.failure?.contains("410") == true && left.lastSentAt == sample.time(3))
            try await records.change(lamp, name: "Off", isOn: false)
            #expect(try await records.channels().last?.channel.failure == left.failure)
            try await records.change(lamp, name: nil, isOn: true)
            #expect(try await records.channels().last?.channel.failure == nil)
        }
    }
}

/// A phone, and a worker that sends notices to it.
private struct Sending: Sendable {
    let records: any Records
    let sample: Sample
    let phone: Channel.ID

    init(in records: any Records, _ sample: Sample) async throws {
        (self.records, self.sample) = (records, sample)
        phone = try await sample.channel(in: records)
    }

    func add(_ key: String, _ sort: Reminder.Sort = .chores, minute: Int = 0, lasting: Int = 600) async throws {
        let reminder = sample.reminder(key, sort, minute: minute, lasting: lasting)
        try await records.add(reminder, to: phone)
    }

    func claim(_ limit: Int = 9, at minute: Int, until lease: Int? = nil) async throws -> [Notice] {
        try await records.claimNotices(
            limit: limit, at: sample.time(minute), until: sample.time(lease ?? minute + 1))
    }

    func settle(_ notice: Notice, _ outcome: Notice.Outcome, at minute: Int) async throws {
        let settled = try await records.settle([.init(notice, outcome)], at: sample.time(minute))
        #expect(settled == 1)
    }

    func notice() async throws -> Notice {
        try #require(try await records.notices(.init(states: Set(Notice.State.allCases))).first)
    }

    func channel() async throws -> Channel {
        try #require(try await records.channels().map(\.channel).first { $0.id == phone })
    }
}
