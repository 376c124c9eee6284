import Accounts
package import Calendar
package import Directions
package import Doses
package import FoundationEssentials
import Messages

/// The doses of one day, with the other data of the medicines page.
package struct MedicineDay: Sendable {
    package struct Line: Sendable {
        package let kept: StoredMedicine
        package let dose: AgendaDose
    }

    package struct AsNeededLine: Sendable {
        package let kept: StoredMedicine
        /// An index in the medicine's clauses.
        package let clause: Int
        package let amount: Direction.Amount?
        package let status: AsNeeded
        /// What has been logged and what the label says, in sentences.
        package let sentences: [String]
        /// The number of the last log entry of the last 24 hours, which can be undone.
        package let undoable: Int?
    }

    package struct StockLine: Sendable {
        package let kept: StoredMedicine
        package let left: Stock.Left
        package let outlook: StockOutlook
        /// By the medicine's own number of days, or the household's.
        package let isLow: Bool
    }

    package let day: LocalDay
    package let clock: WallClock
    package let viewer: MedicineViewer
    /// Sorted by time.
    package let lines: [Line]
    package let asNeeded: [AsNeededLine]
    package let stocks: [StockLine]
    /// Plans in another time zone than the household's.
    package let zones: [(kept: StoredMedicine, question: ZoneQuestion)]
    /// Plans in a time zone that this machine does not know: they have no doses until the zone is available.
    package let lost: [StoredMedicine]
    /// Doses taken as needed on that day, sorted by time.
    package let intakes: [(kept: StoredMedicine, intake: DoseIntake)]
}

extension MedicineCabinet {
    /// After this time an unanswered dose is late, in seconds.
    static let grace = 3600.0

    /// Returns the doses of a day of the household; of today by default.
    package func medicineDay(_ day: LocalDay? = nil) async throws -> MedicineDay {
        let home = try await settings.home()
        let clock = try settings.clock(of: home)
        let day = day ?? clock.day
        let (from, to) = (
            clock.zone.instant(of: day, at: .midnight), clock.zone.instant(of: day.adding(days: 1), at: .midnight)
        )
        var lines: [MedicineDay.Line] = []
        var asNeeded: [MedicineDay.AsNeededLine] = []
        var stocks: [MedicineDay.StockLine] = []
        var zones: [(kept: StoredMedicine, question: ZoneQuestion)] = []
        var lost: [StoredMedicine] = []
        var intakes: [(kept: StoredMedicine, intake: DoseIntake)] = []
        // A medicine that is put away now may have had doses on a past day.
        for kept in try await records.medicines(withOver: day < clock.day) {
            guard let plan = kept.plan else { continue }
            guard let schedule = try? DoseSchedule(plan, zones: self.zones(of: plan)) else {
                lost.append(kept)
                continue
            }
            let log = try await records.doseLog(of: kept.id)
            lines += schedule.agenda(from: from, to: to, log: log, grace: Self.grace, now: clock.instant)
                .filter { dose in
                    dose.answer != nil || !kept.wasAway(at: dose.at, lastNoted: log.entries.last?.notedAt)
                }
                .map { MedicineDay.Line(kept: kept, dose: $0) }
            intakes += schedule.intakes(in: log).filter { $0.at >= from && $0.at < to && $0.isAsNeeded }
                .map { (kept, $0) }
            guard !kept.isOver else { continue }
            asNeeded += self.asNeeded(kept, schedule, log, clock)
            if let line = stock(kept, schedule, log, clock, home) { stocks.append(line) }
            if let question = try? plan.zoneQuestion(
                household: clock.zone, zones: self.zones(of: plan), at: clock.instant)
            {
                zones.append((kept, question))
            }
        }
        return MedicineDay(
            day: day, clock: clock, viewer: viewer,
            lines: lines.sorted { ($0.dose.at, $0.kept.id) < ($1.dose.at, $1.kept.id) },
            asNeeded: asNeeded, stocks: stocks, zones: zones, lost: lost,
            intakes: intakes.sorted { $0.intake.at < $1.intake.at })
    }

    private func asNeeded(
        _ kept: StoredMedicine, _ schedule: DoseSchedule, _ log: DoseLog, _ clock: WallClock
    ) -> [MedicineDay.AsNeededLine] {
        let clauses = schedule.plan.latest.medicine.clauses
        let intakes = schedule.intakes(in: log)
        return schedule.asNeeded(at: clock.instant).filter(clauses.indices.contains).map { clause in
            let status = AsNeeded.status(
                of: clauses[clause], in: schedule.plan.latest.medicine, intakes: intakes, at: clock.instant)
            let last = intakes.last { $0.subject == .asNeeded(clause: clause) }
            let isFresh = last.map { clock.instant.timeIntervalSince($0.at) < 86_400 } ?? false
            return MedicineDay.AsNeededLine(
                kept: kept, clause: clause, amount: clauses[clause].dose, status: status,
                sentences: status.sentences(in: clock.zone), undoable: isFresh ? last?.number : nil)
        }
    }

    private func stock(
        _ kept: StoredMedicine, _ schedule: DoseSchedule, _ log: DoseLog, _ clock: WallClock, _ home: Home
    ) -> MedicineDay.StockLine? {
        guard var stock = kept.stock else { return nil }
        stock.warnDays = stock.warnDays ?? home.medicines.refillDays
        let outlook = schedule.outlook(of: stock, log: log, at: clock.instant)
        return MedicineDay.StockLine(
            kept: kept, left: stock.left(after: schedule.intakes(in: log), at: clock.instant), outlook: outlook,
            isLow: outlook.isLow)
    }

    /// Returns the dose log of a medicine.
    package func doseLog(of id: Medicine.ID) async throws -> DoseLog {
        try await records.doseLog(of: id)
    }

    /// An answer to one planned dose.
    package enum DoseAct: Sendable, Hashable {
        /// Taken at that time, or now; the amount if it was entered.
        case taken(at: Date?, amount: Double?)
        case skipped(reason: String?)
        /// This dose only, by up to a day.
        case moved(to: Date)
        case undone
    }

    /// Logs an answer to a dose. Returns the added entries, which are empty for a repetition of the same answer.
    ///
    /// An unusual dose is logged only if `sure` contains each kind of doubt. `madeAt` is the time of the action if it was
    /// sent later; it is the time of a dose without one. Throws `notFound`, `doseRefused`, `doseUnusual`, `answeredSince`.
    @discardableResult
    package func note(
        _ act: DoseAct, dose: PlannedDose.ID, of id: Medicine.ID, sure: Set<DoseDoubt.Kind> = [],
        madeAt: Date? = nil
    ) async throws -> [DoseLog.Entry] {
        try ActingPerson.require(.changeMedicines)
        let now = environment.now()
        let zone = try settings.clock(of: try await settings.home()).zone
        return try await records.note(of: id) { [self] kept, log in
            guard let plan = kept.plan, let schedule = try? DoseSchedule(plan, zones: zones(of: plan)),
                let planned = schedule.dose(dose)
            else { throw HouseholdError(.notFound, localized("There is no such dose.")) }
            guard act == .undone || planned.at <= now.addingTimeInterval(Course.looksAhead) else {
                throw HouseholdError(
                    .doseRefused, localized("A dose can be logged at most 40 days ahead."), detail: "time")
            }
            let state = log.state(of: dose)
            if let madeAt, let answer = Self.since(madeAt, act, state, log) {
                throw Self.answered(answer, in: log, zone)
            }
            let action: DoseLog.Action
            switch act {
            case .taken(let at, let amount):
                let at = at ?? madeAt
                let when = try Self.past(at, now)
                // The device did not know the answer, so this may be a second dose.
                if madeAt != nil, let answer = state.answered, case .taken(let before, _) = answer.action,
                    abs(before.timeIntervalSince(when)) >= Self.twiceSeconds
                {
                    throw Self.answered(answer, in: log, zone)
                }
                let much = try Self.amount(amount, unit: planned.amount?.unit)
                // A repetition, for example of a request that was sent twice.
                if case .taken(let before, let noted) = state.answered?.action,
                    at == nil || before == when || madeAt != nil, amount == nil || noted == much
                {
                    return []
                }
                try Self.ask(
                    about: schedule.doubts(about: .dose(dose), at: when, amount: much, in: log), sure: sure, in: zone)
                action = .taken(at: when, amount: much)
            case .skipped(let reason):
                let why = Self.words(reason)
                if case .skipped(let before) = state.answered?.action, why == nil || why == before { return [] }
                action = .skipped(reason: why)
            case .moved(let instant):
                guard state.answered == nil, schedule.canMove(planned, to: instant, now: now) else {
                    throw HouseholdError(
                        .doseRefused,
                        localized(
                            """
                            A dose can be moved only before it is taken or skipped, to a time in the future within \
                            a day of its own.
                            """), detail: "move")
                }
                action = .moved(to: instant)
            case .undone:
                guard let number = state.undoable else { return [] }
                action = .undone(number)
            }
            return [DoseNote(.dose(dose), action, notedAt: now)]
        }
    }

    /// Logs a dose taken as needed. Returns the added entries, which are empty for a repetition: the same
    /// amount at the same time, or within seconds if no time is given. `madeAt` is the time of the action if it was sent
    /// later; it is the time of a dose without one. No dose is forbidden, but an unusual one is logged only if `sure`
    /// contains each kind of doubt. Throws `notFound`, `doseRefused`, `doseUnusual`.
    @discardableResult
    package func take(
        asNeeded clause: Int, of id: Medicine.ID, amount: Double? = nil, at: Date? = nil,
        sure: Set<DoseDoubt.Kind> = [], madeAt: Date? = nil
    ) async throws -> [DoseLog.Entry] {
        try ActingPerson.require(.changeMedicines)
        let now = environment.now()
        let zone = try settings.clock(of: try await settings.home()).zone
        return try await records.note(of: id) { [self] kept, log in
            let clauses = kept.plan?.latest.medicine.clauses ?? []
            guard clauses.indices.contains(clause), clauses[clause].isAsNeeded else {
                throw HouseholdError(.notFound, localized("The label does not say that it is taken as needed."))
            }
            let amount = try Self.amount(amount, unit: clauses[clause].dose?.unit)
            // A second press of the same button is ignored, and so is a request with a time that arrives again.
            let isTwice = log.entries.contains { entry in
                guard entry.subject == .asNeeded(clause: clause), case .taken(let when, amount) = entry.action else {
                    return false
                }
                return
                    (at.map { $0 == when }
                    ?? (abs((madeAt ?? now).timeIntervalSince(when)) < Self.twiceSeconds))
                    && !log.entries.contains { $0.action == .undone(entry.number) }
            }
            if isTwice { return [] }
            let when = try Self.past(at ?? madeAt, now)
            if let plan = kept.plan, let schedule = try? DoseSchedule(plan, zones: zones(of: plan)) {
                let doubts = schedule.doubts(
                    about: .asNeeded(clause: clause), at: when, amount: amount, in: log)
                try Self.ask(about: doubts, sure: sure, in: zone)
            }
            return [DoseNote(.asNeeded(clause: clause), .taken(at: when, amount: amount), notedAt: now)]
        }
    }

    /// Undoes the entry of that number. Idempotent. `madeAt` is the time of the action if it was sent later. Throws
    /// `notFound`, `answeredSince`.
    @discardableResult
    package func undo(entry: Int, of id: Medicine.ID, madeAt: Date? = nil) async throws -> [DoseLog.Entry] {
        try ActingPerson.require(.changeMedicines)
        let now = environment.now()
        let zone = try settings.clock(of: try await settings.home()).zone
        return try await records.note(of: id) { _, log in
            guard let found = log.entries.first(where: { $0.number == entry }) else {
                throw HouseholdError(.notFound, localized("There is no log entry with this number."))
            }
            if log.entries.contains(where: { $0.action == .undone(entry) }) { return [] }
            if case .undone = found.action { return [] }
            // Undoing one of several equal answers undoes all of them.
            if let madeAt, case .dose(let dose) = found.subject,
                let answer = Self.since(madeAt, .undone, log.state(of: dose), log)
            {
                throw Self.answered(answer, in: log, zone)
            }
            return [DoseNote(found.subject, .undone(entry), notedAt: now)]
        }
    }

    /// Sets the stock to a counted or newly dispensed quantity. Throws `doseRefused`, `notFound`.
    @discardableResult
    package func stock(of id: Medicine.ID, counted: Double? = nil, refilled: Double? = nil) async throws
        -> StoredMedicine
    {
        try ActingPerson.require(.changeMedicines)
        let now = environment.now()
        for amount in [counted, refilled].compactMap(\.self) where !(0...100_000).contains(amount) {
            throw HouseholdError(
                .doseRefused, localized("This is not a valid amount for the stock."), detail: "stock")
        }
        return try await records.amend(id) { [self] kept, log in
            let unit = kept.medicine.clauses.compactMap(\.dose).first?.unit
            guard
                var stock = kept.stock
                    ?? counted.map({
                        Stock(unit: unit, first: .init(at: now, amount: $0), refills: kept.medicine.refills)
                    })
            else { throw Self.nothingCounted }
            stock.expires = kept.expires
            if let counted { stock.count(.init(at: now, amount: counted)) }
            if let refilled {
                let schedule = kept.plan.flatMap { try? DoseSchedule($0, zones: zones(of: $0)) }
                guard stock.refill(refilled, intakes: schedule?.intakes(in: log) ?? [], at: now) else {
                    throw Self.nothingCounted
                }
            }
            kept.stock = stock
        }
    }

    // MARK: -

    /// Throws `doseUnusual` with every kind in `detail`, unless `sure` contains all of them.
    private static func ask(about doubts: [DoseDoubt], sure: Set<DoseDoubt.Kind>, in zone: Zone) throws {
        guard doubts.contains(where: { !sure.contains($0.kind) }) else { return }
        throw HouseholdError(
            .doseUnusual, doubts.map { $0.sentence(in: zone) }.joined(separator: " "),
            detail: doubts.map(\.kind.rawValue).joined(separator: ","),
            hint: localized("Nothing is logged yet. Confirm that it is right, and it is logged."))
    }

    /// Returns the answer that an action made at `madeAt`, but sent later, may not replace: one that was logged after
    /// it, and for skipping also a dose that was taken before, because the device did not know it. A dose that somebody
    /// moved can still be taken or skipped.
    private static func since(_ madeAt: Date, _ act: DoseAct, _ state: DoseState, _ log: DoseLog) -> DoseState.Answer? {
        let isMove = if case .moved = act { true } else { act == .undone }
        guard let answer = isMove ? state.answers.last : state.answered else { return nil }
        if case .skipped = act, case .taken = answer.action { return answer }
        return answer.isNoted(after: madeAt, in: log) ? answer : nil
    }

    private static func answered(_ answer: DoseState.Answer, in log: DoseLog, _ zone: Zone) -> HouseholdError {
        let last = log.entries.last { answer.numbers.contains($0.number) }
        let (day, time) = zone.clock(at: last?.notedAt ?? answer.notedAt)
        let name = (last?.author ?? answer.author)?.name
        return HouseholdError(
            .answeredSince,
            sentence(
                answer.action, by: name ?? localized("Somebody"), on: day.shortText,
                at: time.clockText),
            hint: localized(
                """
                Nothing was saved now. Look at the log of the medicine and correct it. If it was taken twice, ask a \
                pharmacist or a doctor.
                """))
    }

    private static func sentence(
        _ action: DoseLog.Action, by name: String, on day: String, at time: String
    ) -> String {
        switch action {
        case .skipped:
            localized(
                """
                \(name, "person") logged this dose as skipped on \(day, "day") at \(time, "time"). Was it taken or \
                skipped?
                """)
        case .moved:
            localized(
                """
                \(name, "person") moved this dose on \(day, "day") at \(time, "time"). When is it to be taken?
                """)
        case .taken, .undone:
            localized(
                """
                \(name, "person") logged this dose as taken on \(day, "day") at \(time, "time"). Was it taken twice?
                """)
        }
    }

    private static let twiceSeconds = 5.0

    private static var nothingCounted: HouseholdError {
        HouseholdError(
            .doseRefused, localized("The amount that was left is not known."), detail: "stock",
            hint: localized("Count what you have now, and enter that number."))
    }

    /// Returns a time within the past week; now if `at` is nil.
    private static func past(_ at: Date?, _ now: Date) throws -> Date {
        guard let at else { return now }
        guard at <= now.addingTimeInterval(60), at > now.addingTimeInterval(-7 * 86_400) else {
            throw HouseholdError(
                .doseRefused, localized("A dose can be logged only at a time in the past, within the last week."),
                detail: "time")
        }
        return min(at, now)
    }

    private static func amount(_ value: Double?, unit: String?) throws -> Direction.Amount? {
        guard let value else { return nil }
        guard value >= 0.001, value <= 10_000 else {
            throw HouseholdError(.doseRefused, localized("This is not a valid amount."), detail: "amount")
        }
        return Direction.Amount(low: value, high: value, unit: unit)
    }

    private static func words(_ text: String?) -> String? {
        let tidy = seen(text ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return tidy.isEmpty ? nil : String(tidy.unicodeScalars.prefix(200))
    }
}

extension DoseState.Answer {
    /// Whether the answer, or an equal one after it, was logged after that time.
    fileprivate func isNoted(after time: Date, in log: DoseLog) -> Bool {
        log.entries.contains { numbers.contains($0.number) && $0.notedAt > time }
    }
}
