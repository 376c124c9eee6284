import Agenda
import Calendar
import Contracts
import Foundation
import Household
import Plants
import Recognition
import Reminders

/// A household whose planner expects one notice for each chore: at the minute with the number of its due day, valid for
/// an hour. If its choice "told" is "never", it expects none.
struct NoticeRecordsFixture: Sendable {
    let sample: Sample
    let clock: SetClock
    let records: any Records
    var home: Household.ID { sample.home }

    init(_ records: any Records, _ sample: Sample) {
        let clock = SetClock(sample.time(0))
        self.sample = sample
        self.clock = clock
        self.records = records.planning(
            NoticePlanner(
                now: { clock.now }, reach: { sample.day($0["reach"].flatMap(Int.init) ?? 30) },
                expected: { choices, lines, _ in
                    choices["told"] == "never" ? [] : lines.compactMap { Self.reminder($0, sample) }
                }))
    }

    private static func reminder(_ line: ChoreLine, _ sample: Sample) -> Reminder? {
        guard let due = line.chore.due else { return nil }
        return sample.reminder(
            "\(line.chore.id) \(due.number - 20_000)", minute: due.number - 20_000, lasting: 60,
            about: [
                .chore(
                    DueChore(
                        chore: line.chore.id, kind: line.chore.kind, plant: line.plant?.id.rawValue,
                        plantName: line.plant?.name, due: due, day: due, snoozedUntil: line.chore.snoozedUntil))
            ])
    }

    /// The keys of the notices in that state, earliest first.
    func keys(
        _ state: Notice.State = .pending, of channel: Channel.ID? = nil, in household: Household.ID? = nil
    ) async throws -> [String] {
        try await records.bound(to: household ?? home).notices(NoticeQuery(states: [state], channel: channel))
            .map(\.reminder.key.rawValue)
    }

    func keep(_ name: String, _ kinds: Chore.Kind..., from start: Int = 5) async throws -> (Plant, [Chore]) {
        let plant = try sample.bare(name)
        let chores = try kinds.map { try sample.weekly(plant, kind: $0, from: start) }
        try await records.keep(plant, chores: chores, correction: nil)
        return (plant, chores)
    }

    func draft(_ chore: Chore, on day: Int, expecting: Int? = nil) -> ChoreEntry.Draft {
        .init(
            .done, of: chore.id, on: sample.day(day), at: sample.time(day), expecting: expecting.map(sample.day),
            planned: 7)
    }
}

extension Sample {
    func reminder(
        _ key: String, _ sort: Reminder.Sort = .chores, minute: Int = 0, lasting minutes: Int = 600,
        about subjects: [Reminder.Subject] = []
    ) -> Reminder {
        Reminder(
            key: .init(rawValue: key), sort: sort, at: time(minute), until: time(minute + minutes), subjects: subjects)
    }

    /// Adds a channel.
    func channel(
        in records: any Records, _ kind: Channel.Kind = .ntfy, named name: String = "Phone",
        for household: Household.ID? = nil
    ) async throws -> Channel.ID {
        try await records.bound(to: household ?? home).add(stored(kind, named: name), replacing: nil, limit: 32).id
    }

    func stored(
        _ kind: Channel.Kind = .ntfy, named name: String = "Phone", fingerprint: String? = nil
    ) throws -> StoredChannel {
        StoredChannel(
            Channel(id: try fresh(), kind: kind, name: name, addedAt: time(0)), sealedAddress: [0, 255, 7],
            fingerprint: try fingerprint ?? "print of \(id(name) as Channel.ID)")
    }
}
