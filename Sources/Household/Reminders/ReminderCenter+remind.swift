import Agenda
import Calendar
import Doses
package import FoundationEssentials
import Larder
import Logging
import Recognition
import Reminders

extension NoticePlanner {
    /// How far ahead notices are planned, so that a worker that pauses for a while misses none.
    static let ahead = 48.0 * 3600

    /// Computes the reminders of a household from its rows, the rules of its time zone, and the time only.
    init(_ careServices: CareServices, _ environment: Household.Environment) {
        self.init(
            now: environment.now,
            reach: { choices in
                let home = Home(choices: choices, given: careServices.given)
                return Outlook.reach(
                    of: Self.last(of: home, careServices.clock(of: home, at: environment.now())), rules: home.rules)
            },
            expected: { choices, lines, courses in
                let home = Home(choices: choices, given: careServices.given)
                let clock = careServices.clock(of: home, at: environment.now())
                let horizon = clock.instant.addingTimeInterval(Self.ahead)
                return Reminder.expected(
                    chores: lines.sortedByName().due(
                        on: clock.day, through: Self.last(of: home, clock), home.rules),
                    doses: courses.flatMap { $0.doses(careServices.zones, from: clock.instant, to: horizon) },
                    preferences: home.reminders, zone: clock.zone, now: clock.instant, through: horizon)
            },
            ofFood: { choices, stock in
                let home = Home(choices: choices, given: careServices.given)
                let clock = careServices.clock(of: home, at: environment.now())
                return Reminder.expected(
                    chores: [], doses: [], foods: stock.compactMap { DueFood($0, home.larder.useSoon) },
                    preferences: home.reminders, zone: clock.zone, now: clock.instant,
                    through: clock.instant.addingTimeInterval(Self.ahead))
            },
            effect: { choices, before, after in
                guard before != after else { return ChoreEffect.none }
                let home = Home(choices: choices, given: careServices.given)
                // With shared watering days, the day of one plant depends on the others.
                guard !home.groupsWaterings else { return nil }
                let clock = careServices.clock(of: home, at: environment.now())
                let last = Self.last(of: home, clock)
                let due = { @Sendable (lines: [ChoreLine]) in lines.due(on: clock.day, through: last, home.rules) }
                let (was, isNow) = (due(before), due(after))
                guard
                    let days = Reminder.effect(
                        of: was, to: isNow, preferences: home.reminders, zone: clock.zone, now: clock.instant,
                        through: clock.instant.addingTimeInterval(Self.ahead))
                else { return nil }
                return ChoreEffect(
                    changed: Set(Set(was).symmetricDifference(isNow).map(\.chore)), days: days,
                    contained: { key in
                        Reminder.contained(
                            isNow, in: key, preferences: home.reminders, zone: clock.zone, now: clock.instant)
                    },
                    isReason: { lines, day in
                        Reminder.isReason(
                            due(lines), for: day, preferences: home.reminders, zone: clock.zone, now: clock.instant)
                    })
            })
    }

    private static func last(of home: Home, _ clock: WallClock) -> LocalDay {
        clock.day.adding(days: Int(ahead / 86_400) + 1 + Reminder.reach(of: home.reminders))
    }
}

extension [ChoreLine] {
    /// Returns the next dates of these chores, in the order of the day and then of the chores.
    fileprivate func due(on today: LocalDay, through last: LocalDay, _ rules: Outlook.Rules) -> [DueChore] {
        Outlook(of: map(\.chore), today: today, through: last, rules: rules).occurrences
            .filter(\.isNext).map { DueChore(self[$0.chore], $0) }
    }
}

extension Course {
    /// Returns the unanswered doses, as far back as a reminder is useful. A plan in a zone that this machine does not
    /// know has none; its page shows the reason.
    func doses(_ zones: Zones, from now: Date, to horizon: Date) -> [Dose] {
        guard !kept.isOver, let plan = kept.plan,
            let schedule = try? DoseSchedule(plan, zones: Set(plan.revisions.map(\.zone)).compactMap(zones.named))
        else { return [] }
        let states = log.states
        // Reminders of doses after the horizon may be before it, by the advance of the preferences.
        return schedule.reminders(
            from: now.addingTimeInterval(-Reminder.doseWorth), to: horizon.addingTimeInterval(86_400), log: log
        ).map { dose in
            states[.dose(dose.planned)]?.movedTo == nil ? dose : dose.putOff
        }
    }
}

extension Dose {
    /// The new time is a part of the identifier, so that a dose that had a reminder gets another one.
    fileprivate var putOff: Dose {
        let second = Int(exactly: at.timeIntervalSince1970.rounded(.down)) ?? 0
        return Dose(id: "\(id)@\(second)", medicine: medicine, name: name, amount: amount, at: at, owner: owner)
    }

    /// The identifier in its plan.
    var planned: PlannedDose.ID { PlannedDose.ID(rawValue: String(id.prefix { $0 != "@" })) }
}

extension DueFood {
    /// Returns nil for food without a date, or whose kind of date has no reminder.
    init?(_ item: StockItem, _ rule: UseSoonRule) {
        guard item.usedUpAt == nil, let date = item.content.date, let days = rule.days(for: date) else { return nil }
        self.init(
            item: item.id.rawValue, name: item.content.name, isUseBy: date.kind == .useBy, day: date.day,
            from: days.lowerBound)
    }
}

extension DueChore {
    init(_ line: ChoreLine, _ occurrence: Occurrence) {
        self.init(
            chore: line.chore.id, kind: line.chore.kind, title: line.chore.title, plant: line.plant?.id.rawValue,
            plantName: line.plant?.name, due: occurrence.due, day: occurrence.day,
            snoozedUntil: line.chore.snoozedUntil, time: line.plant?.preferredTime)
    }
}

extension ReminderCenter {
    /// The result of one delivery round.
    package struct DeliveryReport: Sendable, Hashable {
        package var sent = 0
        /// To be tried again, failed for good, or for a channel that is gone.
        package var failed = 0
        /// Released before they were started.
        package var released = 0
        /// True if more notices may be due already.
        package var isFull = false
    }

    /// Updates the notices to those that are expected now. Returns the number of changes. Called in a loop, because
    /// time alone changes what is expected. Also makes the key of the links if there is none: pages show their notices
    /// with links, and a request that only reads makes no key.
    package func reconcileReminders() async throws -> Int {
        do { try await makeFirstLinks() } catch {
            logger.error("the key of the pages' links cannot be made", metadata: ["type": "\(type(of: error))"])
        }
        return try await records.reconcileNotices()
    }

    /// Does nothing if sealed secrets exist and the key of the house is missing: it must not be replaced by another
    /// key.
    private func makeFirstLinks() async throws {
        guard knownLinkKeys.value == 0 else { return }
        guard try await records.secret("notice-links") == nil else { return knownLinkKeys.increment() }
        for name in ["web-push", ProductLarder.deviceSecret, ProductLarder.accountSecret] {
            if try await records.secret(name) != nil, try await secrets.knownSecret(name) == nil { return }
        }
        for stored in try await records.channels() where stored.channel.kind != .page { _ = try open(stored) }
        _ = try await links()
    }

    /// Returns when the next notice is to be sent.
    package func nextReminder() async throws -> Date? { try await records.nextNotice() }

    /// Sends due notices, at most `limit` of them; each is claimed by this worker. Called in a loop. When `isStopping`
    /// returns true, notices that were not started are released.
    package func sendDue(
        limit: Int = 500, isStopping: @escaping @Sendable () -> Bool = { false }
    ) async throws -> DeliveryReport {
        let began = environment.steady()
        // Before anything is claimed, because a notice that cannot be composed must not be held.
        let composer = try await composer()
        let now = environment.now()
        let claimed = try await records.claimNotices(
            limit: limit, at: now, until: now.addingTimeInterval(services.leaseSeconds))
        guard !claimed.isEmpty else { return DeliveryReport() }
        // Nothing is sent shortly before the end of the lease.
        let latest = began + .seconds(max(0.5, services.leaseSeconds - NoticeTransport.patience))
        let environment = environment
        let round = NoticeRound(
            noticeTransports: services.noticeTransports, composer: composer,
            ledger: NoticeLedger(records: records, now: environment.now), environment: environment,
            logger: logger,
            mayBegin: { environment.steady() < latest && !isStopping() })
        var report = try await round.run(claimed)
        report.isFull = claimed.count == limit
        return report
    }
}
