import Agenda
import Calendar
import FoundationEssentials
import Household
import Plants
import Recognition
import Reminders

/// What a transaction changes of the rows that reminders depend on.
enum PlanScope: Sendable {
    /// Anything.
    case everything
    /// Plants with their chores; they may be added or removed.
    case plants([Plant.ID])
    case chores([Chore.ID])
    /// The chores of these entries of the log.
    case entries([Int])
    /// The stock of food.
    case food

    /// With more plants or chores, computing everything is faster.
    private static let few = 50

    fileprivate var isNarrow: Bool {
        switch self {
        case .everything: false
        case .food: true
        case .plants(let plants): plants.count <= Self.few
        case .chores(let chores): chores.count <= Self.few
        case .entries(let entries): entries.count <= Self.few
        }
    }
}

extension SQLRecords {
    /// Runs `body`, which changes only rows of `scope`, and updates the notices as far as they depend on these rows. Reads
    /// other rows only if a notice is added or removed. Returns nil, without running `body`, if the scope is too wide.
    static func plan<Value>(
        _ scope: PlanScope, of household: Household.ID, by planner: NoticePlanner, in transaction: any SQLTransaction,
        _ body: (any SQLTransaction) throws -> Value
    ) throws -> Value? {
        guard scope.isNarrow else { return nil }
        let choices = try choices(of: household, in: transaction)
        if case .food = scope {
            let before = planner.ofFood(choices, try datedStock(of: household, in: transaction))
            let value = try body(transaction)
            let after = planner.ofFood(choices, try datedStock(of: household, in: transaction))
            guard before != after else { return value }
            let lines = try chores(ChoreQuery(through: planner.reach(choices)), of: household, in: transaction)
            try reconcile(household, by: planner, from: (lines, before), to: (lines, after), in: transaction)
            return value
        }
        let changed = try ChangedLines(scope, of: household, through: planner.reach(choices), in: transaction)
        let before = try changed.lines(in: transaction)
        let value = try body(transaction)
        let after = try changed.lines(in: transaction)
        if let effect = planner.effect(choices, before, after),
            try settle(effect, except: changed, of: household, by: planner, in: transaction)
        {
            return value
        }
        let lines = try chores(ChoreQuery(through: changed.last), of: household, in: transaction)
        let food = planner.ofFood(choices, try datedStock(of: household, in: transaction))
        try reconcile(
            household, by: planner, from: (lines.filter { !changed.contains($0) } + before, food), to: (lines, food),
            in: transaction)
        return value
    }

    /// As `reconcile`, where only chores and food have changed.
    private static func reconcile(
        _ household: Household.ID, by planner: NoticePlanner, from before: (chores: [ChoreLine], food: [Reminder]),
        to after: (chores: [ChoreLine], food: [Reminder]), in transaction: any SQLTransaction
    ) throws {
        try addPages(of: household, by: planner, in: transaction)
        let expected = try expected(
            of: household, by: planner, chores: after.chores, food: after.food, in: transaction)
        let earlier = try Self.expected(
            of: household, by: planner, chores: before.chores, food: before.food, in: transaction)
        try reconcile(household, by: planner, to: expected, before: earlier, in: transaction)
    }

    // MARK: - Without the other chores

    /// Updates the notices after a change of a few chores. Returns false, and changes nothing, if that needs the others.
    private static func settle(
        _ effect: ChoreEffect, except changed: ChangedLines, of household: Household.ID, by planner: NoticePlanner,
        in transaction: any SQLTransaction
    ) throws -> Bool {
        if effect.changed.isEmpty { return true }
        let channels = try channels(of: household, in: transaction).map(\.channel)
        let now = planner.now().milliseconds
        // A notice that is due without its chores gets those of before this change. One whose sender ended, one whose time is
        // in the future again, and a summary are compared with all chores.
        let isBehind = try transaction.value(
            Bool.self,
            """
            SELECT EXISTS (SELECT 1 FROM notice WHERE household_id = :household AND state = 'pending' AND sort = 'chores'
                AND ((subjects = '[]' AND at <= :now) OR (is_leased AND next_at <= :now) OR key LIKE 'late %'
                    OR (key LIKE 'chores %' AND subjects <> '[]' AND at > :now)))
            """, ["household": household.rawValue, "now": now])
        guard isBehind != true, channels.contains(where: { $0.kind == .page }) else { return false }
        for day in effect.days where day.isGained {
            for channel in channels where channel.isOn {
                guard try state(of: day.key, over: channel, of: household, in: transaction) != nil else { return false }
            }
        }
        for day in effect.days where day.isLost {
            let isWaiting = try channels.contains {
                try state(of: day.key, over: $0, of: household, in: transaction) == Notice.State.pending.rawValue
            }
            guard try !isWaiting || hasOtherReason(effect, for: day, except: changed, in: transaction) else {
                return false
            }
        }
        var patches: [(number: Int64, text: String)] = []
        for chore in effect.changed.sorted() {
            let rows = try transaction.query(
                """
                SELECT * FROM notice WHERE household_id = :household AND state = 'pending' AND sort = 'chores'
                    AND \(transaction.dialect.position)(subjects, :chore) > 0
                """, ["household": household.rawValue, "chore": SubjectsText.start(of: chore)])
            for row in rows {
                let notice = try row.notice(withSubjects: false)
                let number: Int64 = try row.required("number")
                // One that is being sent stays as it is.
                if notice.isLeased && notice.nextAt.milliseconds > now { continue }
                guard notice.reminder.isOfDay, let contained = effect.contained(notice.reminder.key) else {
                    return false
                }
                let text = try patches.last { $0.number == number }?.text ?? row.required("subjects")
                let left = SubjectsText.replacing(chore, in: text) { shown in
                    contained.first { $0.chore == chore && $0.due == shown }
                }
                guard let left, left != "[]" else { return false }
                patches.append((number, left))
            }
        }
        for (number, text) in patches {
            try transaction.execute("UPDATE notice SET subjects = ? WHERE number = ?", [text, number])
        }
        return true
    }

    private static func state(
        of key: Reminder.Key, over channel: Channel, of household: Household.ID, in transaction: any SQLTransaction
    ) throws -> String? {
        try transaction.value(
            String.self,
            // One that a person's change made due in the past may have to be sent after all.
            """
            SELECT state FROM notice WHERE household_id = ? AND channel_id = ? AND key = ?
                AND failure IS DISTINCT FROM 'untold'
            """, [household.rawValue, channel.id.rawValue, key.rawValue])
    }

    /// Whether one of the latest other chores is a reason for the reminder of that day.
    private static func hasOtherReason(
        _ effect: ChoreEffect, for day: Reminder.DayEffect, except changed: ChangedLines,
        in transaction: any SQLTransaction
    ) throws -> Bool {
        let lines = try transaction.query(
            """
            \(choreLines()) WHERE chore.household_id = :household AND plant.archived_day IS NULL
                AND chore.due_day <= :through AND chore.standing = 'active'
            ORDER BY chore.due_day DESC LIMIT :count
            """,
            ["household": changed.household.rawValue, "through": day.day.number, "count": ChangedLines.sample]
        ).map { try $0.choreLine() }
        return effect.isReason(lines.filter { !changed.contains($0) }, day)
    }
}

/// The due chores of a scope, before and after a change.
private struct ChangedLines {
    /// The number of other chores among which a reason for a reminder is looked for.
    static let sample = 100

    let household: Household.ID
    let last: LocalDay
    private let plants: [Plant.ID]
    private let chores: [Chore.ID]
    private let names: (plants: Set<String>, chores: Set<Chore.ID>)

    init(
        _ scope: PlanScope, of household: Household.ID, through last: LocalDay, in transaction: any SQLTransaction
    ) throws {
        self.household = household
        self.last = last
        switch scope {
        case .everything, .food: (plants, chores) = ([], [])
        case .plants(let known): (plants, chores) = (known, [])
        case .chores(let known): (plants, chores) = ([], known)
        case .entries(let entries):
            plants = []
            chores = try Set(
                entries.compactMap { entry in
                    try transaction.value(
                        String.self, "SELECT chore_id FROM chore_log WHERE household_id = ? AND number = ?",
                        [household.rawValue, entry])
                }
            ).map(Chore.ID.init(rawValue:))
        }
        names = (Set(plants.map(\.rawValue)), Set(chores))
    }

    func contains(_ line: ChoreLine) -> Bool {
        names.chores.contains(line.chore.id) || line.chore.plant.map(names.plants.contains) ?? false
    }

    /// The present lines.
    func lines(in transaction: any SQLTransaction) throws -> [ChoreLine] {
        let ofPlants = try plants.flatMap {
            try SQLRecords.chores(ChoreQuery(through: last, plant: $0), of: household, in: transaction)
        }
        return ofPlants
            + (try chores.compactMap { chore in
                try transaction.first(
                    """
                    \(SQLRecords.choreLines()) WHERE chore.household_id = ? AND chore.id = ?
                        AND chore.due_day <= ? AND plant.archived_day IS NULL
                    """, [household.rawValue, chore.rawValue, last.number]
                ).map { try $0.choreLine() }
            })
    }
}
