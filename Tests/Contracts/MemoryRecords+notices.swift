package import Agenda
package import Foundation
package import Household
import Recognition
package import Reminders
import Synchronization

extension MemoryRecords {
    package func planning(_ planner: NoticePlanner) -> any Records {
        self.planner.withLock { $0 = planner }
        return self
    }

    /// Writes something that reminders depend on, all or nothing; the notices follow in the same step. `fresh` is a
    /// channel that is new or on again: it knows of nothing before it.
    func plan<Value: Sendable>(
        _ household: Household.ID, fresh: (Value) -> Channel.ID? = { _ in nil },
        _ body: (inout House) throws -> Value
    ) throws -> Value {
        let planner = planner.withLock { $0 }
        return try with(household) { house in
            let before = house
            do {
                let known = planner.map { house.expected(by: $0) }
                let value = try body(&house)
                if let planner {
                    house.reconcile(by: planner, before: known, fresh: fresh(value), numbering: nextNotice)
                }
                return value
            } catch {
                house = before
                throw error
            }
        }
    }

    package func reconcileNotices(of household: Household.ID) async throws -> Int {
        guard let planner = planner.withLock({ $0 }) else { return 0 }
        return with(household) { house in
            let now = planner.now()
            for notice in house.notices.values where notice.state == .pending {
                guard let tried = house.tried[notice.number], tried > now + 60 else { continue }
                house.tried[notice.number] = nil
                house.change(notice) {
                    if $0.isLeased { $0.failure = Notice.doubt }
                    ($0.nextAt, $0.isLeased) = (max($0.reminder.at, now), false)
                }
            }
            house.forgetNotices { notice in
                (notice.state == .expired || notice.state == .folded) && !notice.isUntold
                    && notice.settledAt.map { $0 > now + 60 } ?? false
            }
            let past = now - 60 * 86_400
            let latest = (house.notices.keys.max() ?? 0) - 2_000
            house.forgetNotices { $0.number <= latest && $0.settledAt.map { $0 < past } ?? false }
            house.spent = house.spent.filter { $0.value >= past }
            let seen = (house.events.values.map(\.seenAt).max() ?? now) - 60 * 86_400
            house.events = house.events.filter { $0.value.seenAt >= seen }
            return house.reconcile(by: planner, numbering: nextNotice)
        }
    }

    package func add(_ reminder: Reminder, to channel: Channel.ID, for household: Household.ID) async throws {
        try with(household) { house in
            guard house.channels.contains(where: { $0.channel.id == channel }) else { throw Self.notFound }
            house.insert(reminder, to: channel, numbering: nextNotice)
        }
    }

    package func claimNotices(
        limit: Int, at now: Date, until lease: Date, of household: Household.ID
    ) async throws -> [Notice] {
        with(household) { house in
            let due = house.notices.values.filter {
                $0.state == .pending && house.isSent($0) && $0.nextAt <= now
            }.sorted { ($0.rank, $0.nextAt, $0.number) < ($1.rank, $1.nextAt, $1.number) }
            var claimed: [Notice] = []
            for notice in due {
                // The expired among those that were looked at are found out, and no others.
                guard claimed.count < limit else { break }
                guard notice.reminder.until > now else {
                    house.change(notice) { ($0.state, $0.settledAt) = (.expired, now) }
                    continue
                }
                house.tried[notice.number] = now
                claimed.append(
                    house.change(notice) {
                        if $0.isLeased { $0.failure = Notice.doubt }
                        $0.nextAt = lease
                        $0.fence += 1
                        $0.attempts += 1
                        $0.isLeased = true
                    })
            }
            return claimed.sorted {
                ($0.rank, $0.reminder.at, $0.number) < ($1.rank, $1.reminder.at, $1.number)
            }
        }
    }

    package func settle(
        _ settlements: [Notice.Settlement], at now: Date, for household: Household.ID
    ) async throws -> Int {
        let planner = planner.withLock { $0 }
        return with(household) { house in
            var count = 0
            for settlement in settlements {
                guard let notice = house.notices[settlement.notice.number], notice.state == .pending,
                    notice.fence == settlement.notice.fence
                else { continue }
                count += 1
                house.settle(notice, settlement.outcome, at: now)
            }
            if let planner, settlements.contains(where: { $0.outcome.wantsAnotherLook }) {
                house.reconcile(by: planner, numbering: nextNotice)
            }
            return count
        }
    }

    package func nextNotice(of household: Household.ID) async throws -> Date? {
        with(household) { house in
            house.notices.values.filter { $0.state == .pending && house.isSent($0) }.map(\.nextAt).min()
        }
    }

    package func notices(_ query: NoticeQuery, of household: Household.ID) async throws -> [Notice] {
        with(household) { house in
            let found = house.notices.values.filter { notice in
                query.states.contains(notice.state) && query.channel ?? notice.channel == notice.channel
                    && query.number ?? notice.number == notice.number
                    && notice.reminder.at <= query.through ?? notice.reminder.at
            }.sorted { ($0.reminder.at, $0.number) < ($1.reminder.at, $1.number) }
            return Array(found.prefix(query.limit))
        }
    }

    package func retry(_ notice: Int, at now: Date, for household: Household.ID) async throws {
        let planner = planner.withLock { $0 }
        try with(household) { house in
            guard let found = house.notices[notice], found.state == .dead else { throw Self.notFound }
            guard found.reminder.until > now else {
                throw HouseholdError(.reminderPast, "It is too late for this notice.")
            }
            house.change(found) {
                ($0.state, $0.settledAt, $0.attempts, $0.isLeased) = (.pending, nil, 0, false)
                $0.fence += 1
                $0.nextAt = now
            }
            if let planner { house.reconcile(by: planner, numbering: nextNotice) }
        }
    }

    package func dismissDead(of household: Household.ID) async throws {
        with(household) { house in
            for notice in house.notices.values where notice.state == .dead {
                house.change(notice) { $0.state = .expired }
            }
        }
    }

    package func isSpent(_ digest: String, of household: Household.ID) async throws -> Bool {
        with(household) { $0.spent[digest] != nil }
    }

    package func log(
        _ drafts: [ChoreEntry.Draft], spending link: SpentLink, for household: Household.ID
    ) async throws -> [ChoreEntry]? {
        try plan(household) { house in
            guard house.spent.updateValue(link.until, forKey: link.digest) == nil else { return nil }
            return try house.log(drafts)
        }
    }

    /// Over all households.
    private func nextNotice() -> Int {
        lastNotice.withLock { last in
            last += 1
            return last
        }
    }
}

// MARK: - In one household

extension MemoryRecords.House {
    /// What is to be told, as things are now.
    func expected(by planner: NoticePlanner) -> [Reminder] {
        planner.expected(choices, chores(ChoreQuery(through: planner.reach(choices))), courses(at: planner.now()))
    }

    /// Makes the notices that wait those that are expected; how many changed. `before` is what was expected before a
    /// person changed something.
    @discardableResult
    mutating func reconcile(
        by planner: NoticePlanner, before: [Reminder]? = nil, fresh: Channel.ID? = nil, numbering: () -> Int
    ) -> Int {
        let expected = expected(by: planner)
        var count = 0
        for stored in channels {
            let state = notices.values.filter { $0.channel == stored.channel.id }.sorted { $0.number < $1.number }
            let changes = planner.changes(
                for: stored.channel, expected: expected, before: stored.channel.id == fresh ? [] : before,
                known: state)
            for change in changes {
                apply(change, to: stored.channel.id, at: planner.now(), numbering: numbering)
            }
            count += changes.count
        }
        return count
    }

    private mutating func apply(
        _ change: Reminder.Change, to channel: Channel.ID, at now: Date, numbering: () -> Int
    ) {
        func pending(_ key: Reminder.Key) -> Notice? {
            notice(key, of: channel).flatMap { $0.state == .pending ? $0 : nil }
        }
        switch change {
        case .add(let reminder):
            insert(reminder, to: channel, numbering: numbering)
            guard reminder.isSummary, let notice = pending(reminder.key) else { return }
            let parts = notices.values.filter { part in
                part.channel == channel && part.state == .folded && part.settledAt == now && !part.isUntold
            }
            self.change(notice) { $0.nextAt = max($0.nextAt, parts.map(\.nextAt).max() ?? $0.nextAt) }
        case .alter(let reminder):
            if let untold = notice(reminder.key, of: channel), untold.isUntold {
                self.change(untold) { ($0.state, $0.settledAt, $0.failure) = (.pending, nil, nil) }
            }
            guard let notice = pending(reminder.key) else { return }
            self.change(notice) {
                $0.reminder = reminder
                $0.nextAt = $0.attempts == 0 && !reminder.isSummary ? reminder.at : max($0.nextAt, reminder.at)
            }
        case .drop(let key):
            guard let notice = pending(key) else { return }
            notices[notice.number] = nil
            numbers[Name(channel: channel, key: key)] = nil
        case .fold(let reminder), .hush(let reminder):
            insert(reminder, to: channel, numbering: numbering)
            guard let notice = pending(reminder.key) else { return }
            let why = change == .hush(reminder) ? Notice.untold : nil
            self.change(notice) { ($0.state, $0.settledAt, $0.failure) = (.folded, now, why) }
        }
    }

    /// The same key again changes nothing.
    mutating func insert(_ reminder: Reminder, to channel: Channel.ID, numbering: () -> Int) {
        guard notice(reminder.key, of: channel) == nil else { return }
        let number = numbering()
        notices[number] = Notice(number: number, channel: channel, reminder: reminder, nextAt: reminder.at)
        numbers[Name(channel: channel, key: reminder.key)] = number
    }

    mutating func settle(_ notice: Notice, _ outcome: Notice.Outcome, at now: Date) {
        var told: Date?
        var failure: String?
        switch outcome {
        case .sent:
            told = now
            change(notice) { ($0.state, $0.settledAt, $0.failure, $0.isLeased) = (.sent, now, nil, false) }
        case .dead(let reason):
            failure = reason
            change(notice) { ($0.state, $0.settledAt, $0.failure, $0.isLeased) = (.dead, now, reason, false) }
        case .later(let reason, let next):
            failure = reason
            change(notice) { ($0.nextAt, $0.failure, $0.isLeased) = (next, reason, false) }
        case .released:
            change(notice) { ($0.nextAt, $0.attempts, $0.isLeased) = ($0.reminder.at, $0.attempts - 1, false) }
            return
        case .gone:
            change(notice) { $0.isLeased = false }
            leave(notice.channel)
            return
        }
        guard let place = channels.firstIndex(where: { $0.channel.id == notice.channel }) else { return }
        let channel = channels[place].channel
        channels[place] = channels[place].with(
            Channel(
                id: channel.id, kind: channel.kind, name: channel.name, isOn: channel.isOn, addedAt: channel.addedAt,
                toldAt: told ?? channel.toldAt, failure: channel.isOn ? failure : channel.failure))
    }

    private mutating func leave(_ id: Channel.ID) {
        guard let place = channels.firstIndex(where: { $0.channel.id == id }) else { return }
        let channel = channels[place].channel
        guard channel.kind != .webPush else { return forget(id) }
        channels[place] = channels[place].with(
            Channel(
                id: id, kind: channel.kind, name: channel.name, isOn: false, addedAt: channel.addedAt,
                toldAt: channel.toldAt, failure: "It says that it is gone (410), and was turned off."))
    }

    /// With all its notices.
    mutating func forget(_ channel: Channel.ID) {
        channels.removeAll { $0.channel.id == channel }
        forgetNotices { $0.channel == channel }
    }

    mutating func forgetNotices(where isOver: (Notice) -> Bool) {
        for notice in notices.values where isOver(notice) {
            notices[notice.number] = nil
            numbers[Name(channel: notice.channel, key: notice.reminder.key)] = nil
        }
    }

    func isSent(_ notice: Notice) -> Bool {
        channels.first { $0.channel.id == notice.channel }?.channel.kind.isSent ?? false
    }

    private func notice(_ key: Reminder.Key, of channel: Channel.ID) -> Notice? {
        numbers[Name(channel: channel, key: key)].flatMap { notices[$0] }
    }

    /// There is one notice of each.
    struct Name: Hashable {
        let channel: Channel.ID
        let key: Reminder.Key
    }

    @discardableResult
    mutating func change(_ notice: Notice, _ body: (inout Draft) -> Void) -> Notice {
        var draft = Draft(notice)
        body(&draft)
        let changed = draft.notice
        notices[notice.number] = changed
        return changed
    }

    /// A notice that can be changed.
    struct Draft {
        private let original: Notice
        var reminder: Reminder
        var state: Notice.State
        var attempts: Int
        var fence: Int
        var failure: String?
        var isLeased: Bool
        var nextAt: Date
        var settledAt: Date?

        fileprivate init(_ notice: Notice) {
            original = notice
            reminder = notice.reminder
            state = notice.state
            attempts = notice.attempts
            fence = notice.fence
            failure = notice.failure
            isLeased = notice.isLeased
            nextAt = notice.nextAt
            settledAt = notice.settledAt
        }

        fileprivate var notice: Notice {
            Notice(
                number: original.number, channel: original.channel, reminder: reminder, state: state,
                attempts: attempts, fence: fence, failure: failure, isLeased: isLeased, nextAt: nextAt,
                settledAt: settledAt)
        }
    }
}

extension Notice {
    /// Doses before plants.
    fileprivate var rank: Int { reminder.sort == .dose || reminder.sort == .missed ? 0 : 1 }
}
