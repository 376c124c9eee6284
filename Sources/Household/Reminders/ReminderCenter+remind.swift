import Agenda
import Calendar
import Doses
package import FoundationEssentials
import Logging
import Recognition
import Reminders

extension NoticePlanner {
    /// Notices are made so long ahead, so that a worker that looks away for a while misses none.
    static let ahead = 48.0 * 3600

    /// What a household's reminders are, from nothing but its rows, the rules of its zone and the time.
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
                let lines = lines.sortedByName()
                let outlook = Outlook(
                    of: lines.map(\.chore), today: clock.day, through: Self.last(of: home, clock), rules: home.rules)
                let horizon = clock.instant.addingTimeInterval(Self.ahead)
                return Reminder.expected(
                    chores: outlook.occurrences.filter(\.isNext).map { DueChore(lines[$0.chore], $0) },
                    doses: courses.flatMap { $0.doses(careServices.zones, from: clock.instant, to: horizon) },
                    wishes: home.reminders, zone: clock.zone, now: clock.instant, through: horizon)
            })
    }

    private static func last(of home: Home, _ clock: WallClock) -> LocalDay {
        clock.day.adding(days: Int(ahead / 86_400) + 1 + Reminder.reach(of: home.reminders))
    }
}

extension Course {
    /// Those that nobody has answered, from so long ago as one is still worth telling. A plan whose zone this machine has
    /// lost tells nothing; its page says why.
    func doses(_ zones: Zones, from now: Date, to horizon: Date) -> [Dose] {
        guard !kept.isOver, let plan = kept.plan,
            let schedule = try? DoseSchedule(plan, zones: Set(plan.revisions.map(\.zone)).compactMap(zones.named))
        else { return [] }
        let states = log.states
        // What lies before the horizon by the wishes' advance may be told before it.
        return schedule.reminders(
            from: now.addingTimeInterval(-Reminder.doseWorth), to: horizon.addingTimeInterval(86_400), log: log
        ).map { dose in
            states[.dose(dose.planned)]?.movedTo == nil ? dose : dose.putOff
        }
    }
}

extension Dose {
    /// With its new time in its name, so that it is told again where it was told before.
    fileprivate var putOff: Dose {
        let second = Int(exactly: at.timeIntervalSince1970.rounded(.down)) ?? 0
        return Dose(id: "\(id)@\(second)", medicine: medicine, name: name, amount: amount, at: at)
    }

    /// Which one of its plan.
    var planned: PlannedDose.ID { PlannedDose.ID(rawValue: String(id.prefix { $0 != "@" })) }
}

extension DueChore {
    init(_ line: ChoreLine, _ occurrence: Occurrence) {
        self.init(
            chore: line.chore.id, kind: line.chore.kind, title: line.chore.title, plant: line.plant?.id.rawValue,
            plantName: line.plant?.name, due: occurrence.due, day: occurrence.day,
            snoozedUntil: line.chore.snoozedUntil)
    }
}

extension ReminderCenter {
    /// What one look at the notices that are due came to.
    package struct DeliveryReport: Sendable, Hashable {
        package var sent = 0
        /// To be tried again, given up, or of a channel that is gone.
        package var failed = 0
        /// Given back before they were begun.
        package var released = 0
        /// Whether more may be due already.
        package var isFull = false
    }

    /// Makes the notices equal to what is expected now and returns how many changed. A loop calls it, because time alone
    /// changes what is expected. Also makes the key of the links if there never was one: pages show their notices with
    /// links, and a request that only reads makes no key.
    package func reconcileReminders() async throws -> Int {
        do { try await makeFirstLinks() } catch {
            logger.error("the key of the pages' links cannot be made", metadata: ["type": "\(type(of: error))"])
        }
        return try await records.reconcileNotices(of: id)
    }

    /// Does nothing if something is sealed already and the key of the house is away: another key is never made in its
    /// place.
    private func makeFirstLinks() async throws {
        guard try await records.secret("notice-links", of: id) == nil else { return }
        for name in ["web-push", ProductLarder.deviceSecret, ProductLarder.accountSecret] {
            if try await records.secret(name, of: id) != nil, try await secrets.knownSecret(name) == nil { return }
        }
        for stored in try await records.channels(of: id) where stored.channel.kind != .page { _ = try open(stored) }
        _ = try await links()
    }

    /// When the next notice is to be sent.
    package func nextReminder() async throws -> Date? { try await records.nextNotice(of: id) }

    /// Sends what is due, at most `limit` of them, each by this worker alone. For a loop. Once `isStopping`, what was
    /// not begun is given back.
    package func tellDue(
        limit: Int = 500, isStopping: @escaping @Sendable () -> Bool = { false }
    ) async throws -> DeliveryReport {
        let began = environment.steady()
        // Before anything is claimed: what cannot be put in words is nobody's to hold.
        let composer = try await composer()
        let now = environment.now()
        let claimed = try await records.claimNotices(
            limit: limit, at: now, until: now.addingTimeInterval(services.leaseSeconds), of: id)
        guard !claimed.isEmpty else { return DeliveryReport() }
        // A lease that is about to end is no licence to send any more.
        let latest = began + .seconds(max(0.5, services.leaseSeconds - NoticeTransport.patience))
        let environment = environment
        let round = NoticeRound(
            noticeTransports: services.noticeTransports, composer: composer,
            ledger: NoticeLedger(records: records, household: id, now: environment.now), environment: environment,
            logger: logger,
            mayBegin: { environment.steady() < latest && !isStopping() })
        var telling = try await round.run(claimed)
        telling.isFull = claimed.count == limit
        return telling
    }
}
