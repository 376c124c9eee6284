import Contracts
import Foundation
import Household
import Plants
import Recognition
import Support
import Synchronization
import Testing

@Suite("Workers that are killed", .tags(.small))
struct ReminderKillTests {
    @Test(
        "RE-08: With fifty kills over a thousand notices each notice arrives, and a repeat replaces the first",
        arguments: [1, 2, 3] as [UInt64])
    func killed(seed: UInt64) async throws {
        let house = try ReminderHouse()
        try await house.phone()
        try await house.crowd(1000)
        try house.clock.set("2026-06-10T06:00:00Z")
        var chance = SplitMix64(seed)
        let doubted = Mutex(Set<String>())
        for _ in 0..<50 {
            let (place, arrived) = (Int.random(in: 1...18, using: &chance), Bool.random(using: &chance))
            let count = Mutex(0)
            house.mailbox.behave { message in
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                guard number == place else { return .takes }
                if arrived { doubted.withLock { _ = $0.insert(message.tag) } }
                return .dies(arrived: arrived)
            }
            await #expect(throws: CancellationError.self) {
                _ = try await house.household.reminders.sendDue(limit: 18)
            }
            // Another worker starts at once and must not take the notices of the dead one; later the lease is over.
            if Bool.random(using: &chance) { house.clock.pass(61) }
        }
        house.mailbox.behave(.takes)
        house.clock.pass(61)
        while try await house.household.reminders.sendDue().isFull {}
        let times = house.mailbox.empty().reduce(into: [String: Int]()) { $0[$1.tag, default: 0] += 1 }
        #expect(times.count == 1000, "each has arrived")
        let repeated = Set(times.filter { $0.value > 1 }.keys)
        let unknown = doubted.withLock { $0 }
        #expect(repeated == unknown, "only what nobody knew had arrived, and under the same tag")
        #expect(times.values.allSatisfy { $0 <= 3 })
        #expect(try await house.household.reminders.nextReminder()?.formatted(.iso8601) == "2026-06-11T06:00:00Z")
    }
}
