import Calendar
import Foundation
import Household
import Support
import Testing

@testable import Backups

@Suite("Which backups are kept, and when the next one is made", .tags(.small))
struct RetentionTests {
    private static let usual = BackupRetention(daily: 7, weekly: 4, monthly: 6)
    private static let start = Date(timeIntervalSince1970: 1_700_000_000)

    private func day(_ number: Int, hour: Double = 3) -> Date {
        Date(timeIntervalSince1970: Double(20_000 + number) * 86_400 + hour * 3600)
    }

    @Test("Of a backup each day for a year, 7 days, 4 weeks and 6 months are kept")
    func year() {
        var there: Set<Date> = []
        for number in 0..<365 {
            there.insert(day(number))
            there = Self.usual.kept(of: there, at: day(number))
            #expect(there.contains(day(number)))
            #expect(there.count <= 17)
        }
        #expect((0..<7).allSatisfy { there.contains(day(364 - $0)) })
        // The newest of each month that is over is its last day.
        let days = there.map { Zone.utc.day(at: $0) }
        #expect(Set(days.map { [$0.year, $0.month] }).count >= 6)
        #expect(there.count >= 12)
    }

    @Test("The newest backup is always kept, a second run changes nothing, and no limit is exceeded")
    func property() {
        var random = SplitMix64(50)
        for _ in 0..<300 {
            let retention = BackupRetention(
                daily: .random(in: 0...8, using: &random), weekly: .random(in: 0...5, using: &random),
                monthly: .random(in: 0...7, using: &random))
            let times = (0..<Int.random(in: 1...80, using: &random)).map { _ in
                Self.start.addingTimeInterval(Double(Int.random(in: 0...40_000_000, using: &random)))
            }
            let now = Date.distantFuture
            let kept = retention.kept(of: times, at: now)
            #expect(kept.isSubset(of: times))
            #expect(times.max().map(kept.contains) == true)
            #expect(retention.kept(of: kept, at: now) == kept)
            #expect(kept.count <= max(1, retention.daily + retention.weekly + retention.monthly))
        }
        #expect(Self.usual.kept(of: [], at: Self.start).isEmpty)
    }

    @Test("Backups with a date in the future are kept and displace no other backup")
    func future() {
        let past = (0..<10).map { day($0) }
        let future = (400..<420).map { day($0) }
        let retention = BackupRetention(daily: 3, weekly: 0, monthly: 0)
        #expect(retention.kept(of: past + future, at: day(9)) == Set(past.suffix(3) + future))
    }

    @Test("A name has the time, and other names are no backups")
    func names() throws {
        let time = Date(timeIntervalSince1970: 1_795_459_501)
        let name = BackupName(at: time, folderID: "1a2b3c4d", isLocked: true)
        #expect(name.text == "stillroom-scheduled-1a2b3c4d-20261123-184501.tar.age")
        #expect(BackupName(name.text) == name)
        let early = try #require(BackupName("stillroom-scheduled-20261123-180501.tar"))
        #expect(early.isScheduled && early.folderID == nil)
        #expect(BackupName(BackupName(at: time, isLocked: false).text)?.isScheduled == false)
        for text in [
            "stillroom-scheduled-1a2b3c4-20261123-180501.tar", "stillroom-1a2b3c4d-20261123-180501.tar",
            "stillroom-.tar", "stillroom-20261323-180501.tar", "holiday.tar", "stillroom-20261123-180501.zip",
        ] {
            #expect(BackupName(text) == nil)
        }
    }

    @Test("The next backup is due at the hour, at once if the machine was off, and an hour after a failure")
    func schedule() {
        let schedule = BackupSchedule(hour: 3, zone: .utc)
        let now = day(10, hour: 12)
        #expect(schedule.next(after: nil, failedAt: nil, now: now) <= now)
        #expect(schedule.next(after: day(10, hour: 3.01), failedAt: nil, now: now) == day(11))
        #expect(schedule.next(after: day(9, hour: 3.01), failedAt: nil, now: now) <= now)
        #expect(schedule.next(after: day(9, hour: 3.01), failedAt: nil, now: day(10, hour: 2)) == day(10))
        #expect(
            schedule.next(after: day(9, hour: 3.01), failedAt: day(10, hour: 11.5), now: now) == day(10, hour: 12.5))
        // A backup with a time of the future was made while the clock was wrong.
        #expect(schedule.next(after: day(400), failedAt: nil, now: now) <= now)
    }
}
