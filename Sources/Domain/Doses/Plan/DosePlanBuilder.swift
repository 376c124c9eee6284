public import Calendar
public import Directions
public import Foundation

extension DosePlan.Draft {
    /// All questions, in the order of the label.
    public var questions: [DosePlan.Question] { DosePlan.Builder(of: self).questions }

    /// The questions without a valid answer, in the order of the label.
    public var open: [DosePlan.Question] { questions.filter { !$0.isAnswered } }

    /// The problems of the label, which no answer solves. `revision` can find further ones in the answers.
    public var problems: [DosePlan.Problem] { DosePlan.Builder(of: self).problems }

    /// Returns a revision. The first revision begins with its first dose if that is before `from`. Throws a `Refusal`
    /// with everything that is missing.
    public func revision(number: Int = 1, zone: Zone, from: Date) throws(DosePlan.Refusal) -> DosePlan.Revision {
        let making = DosePlan.Builder(of: self)
        let open = making.questions.filter { !$0.isAnswered }
        let unconfirmed = confirmations.missing(for: medicine)
        func refusal(_ problems: [DosePlan.Problem]) -> DosePlan.Refusal {
            DosePlan.Refusal(
                isRefused: status == .refuse, unconfirmed: unconfirmed, open: open, problems: problems)
        }
        guard status != .refuse, unconfirmed.isEmpty, open.isEmpty, making.problems.isEmpty else {
            throw refusal(making.problems)
        }
        func made(from: Date) -> DosePlan.Revision {
            DosePlan.Revision(
                number: number, medicine: medicine, answers: answers, steps: making.steps,
                repeating: making.repeating, zone: zone.name, from: from)
        }
        let spans = DoseSpan.spans(of: made(from: from), in: zone)
        guard !DoseSpan.overlaps(spans) else { throw refusal([DosePlan.Problem(.stepsOverlap)]) }
        if let problem = DoseSpan.endBeforeStart(spans, repeating: making.repeating) { throw refusal([problem]) }
        let begin = number == 1 ? min(from, spans.first?.startInstant ?? from) : from
        return made(from: begin)
    }
}

extension DosePlan {
    /// Walks over the clauses and collects the questions, the problems, and the steps that follow from the answers so
    /// far.
    struct Builder {
        let draft: Draft
        private(set) var questions: [Question] = []
        private(set) var problems: [Problem] = []
        private(set) var steps: [Step] = []
        private(set) var repeating: Limit?
        private var step = 0

        init(of draft: Draft) {
            self.draft = draft
            guard !draft.medicine.clauses.isEmpty else {
                problems = [Problem(.nothing)]
                return
            }
            var groups: [[Int]] = []
            for (place, clause) in draft.medicine.clauses.enumerated() {
                if place == 0 || clause.relation == .then { groups.append([]) }
                if place > 0, clause.relation == .first { problems.append(Problem(.orderUnclear, clause: place)) }
                groups[groups.count - 1].append(place)
            }
            for (place, group) in groups.enumerated() {
                step = place
                walk(group, isLast: place == groups.count - 1)
            }
            askAboutCycle()
        }

        var answers: Answers { draft.answers }
        func clause(_ place: Int) -> Direction { draft.medicine.clauses[place] }

        mutating func ask(_ kind: Question.Kind, of clause: Int? = nil, answered: Bool) {
            questions.append(Question(kind: kind, step: step, clause: clause, isAnswered: answered))
        }

        mutating func refuse(_ kind: Problem.Kind, _ clause: Int?) { problems.append(Problem(kind, clause: clause)) }

        private mutating func walk(_ group: [Int], isLast: Bool) {
            var patterns: [(clause: Int, pattern: Pattern)] = []
            for place in group {
                do { patterns.append((place, try Pattern(clause(place), at: place))) } catch { problems.append(error) }
            }
            let isRest = patterns.count == 1 && patterns[0].pattern == .silent && step > 0
            if isRest {
                ask(.rest, of: group[0], answered: answers.rests.contains(group[0]))
            } else {
                for (place, pattern) in patterns where pattern == .silent { refuse(.frequencyMissing, place) }
            }
            let limits = isLast && !isRest ? lastLimits(patterns) : sameLimits(patterns)
            let tracks = isRest ? [] : patterns.compactMap { track($0, $1, limit: limits[$0] ?? .open) }
            let length = isLast && !isRest ? .open : group.first.flatMap { limits[$0] } ?? .open
            let start = askForStart(tracks, length: length)
            steps.append(Step(tracks: tracks, first: start, length: length))
        }

        /// Each clause of the last step has its own end.
        private mutating func lastLimits(_ patterns: [(clause: Int, pattern: Pattern)]) -> [Int: Limit] {
            var limits: [Int: Limit] = [:]
            for (place, pattern) in patterns {
                let duration = Duration(clause(place), at: place, pattern)
                if let problem = duration.problem { problems.append(problem) }
                limits[place] = limit(duration, place, isEndAsked: pattern != .asNeeded && pattern != .silent)
            }
            return limits
        }

        /// All clauses of a step that is not the last one end together.
        private mutating func sameLimits(_ patterns: [(clause: Int, pattern: Pattern)]) -> [Int: Limit] {
            let durations = patterns.map { ($0.clause, Duration(clause($0.clause), at: $0.clause, $0.pattern)) }
            problems += durations.compactMap(\.1.problem)
            let exact = durations.compactMap { place, duration -> Limit? in
                if case .exact(let limit) = duration.kind { limit } else { nil }
            }
            var limits: [Int: Limit] = [:]
            for (place, duration) in durations {
                guard duration.kind == .none || duration.isAtLeast else {
                    limits[place] = limit(duration, place, isEndAsked: false)
                    continue
                }
                guard let sibling = exact.first, case .days(let days) = sibling else {
                    if duration.problem == nil { refuse(.durationMissing, place) }
                    continue
                }
                let answer = answers.lengths[place].flatMap { 1...3660 ~= $0 ? $0 : nil }
                ask(.length(1...3660, .day, suggested: days), of: place, answered: answer != nil)
                limits[place] = answer.map(Limit.days)
            }
            if Set(limits.values).count > 1 { refuse(.lengthsDiffer, patterns.first?.clause) }
            return limits
        }

        private mutating func limit(_ duration: Duration, _ place: Int, isEndAsked: Bool) -> Limit {
            switch duration.kind {
            case .exact(let limit): return limit
            case .range(let allowed, let unit):
                let answer = answers.lengths[place].flatMap { allowed ~= $0 ? $0 : nil }
                ask(.length(allowed, unit, suggested: nil), of: place, answered: answer != nil)
                guard let answer else { return .open }
                return switch unit {
                case .hour: .elapsed(seconds: answer * 3600)
                case .day: .days(answer)
                case .month: .months(answer)
                }
            case .none, .atLeast:
                guard isEndAsked else { return .open }
                var least: Int?
                if case .atLeast(let days) = duration.kind { least = days }
                let canBeGone = draft.medicine.quantity != nil
                let end = end(answers.ends[place], atLeastDays: least, canBeUntilGone: canBeGone, of: place)
                ask(.end(atLeastDays: least, canBeUntilGone: canBeGone), of: place, answered: end != nil)
                return end ?? .open
            }
        }

        /// Returns the limit; nil if the answer is not valid.
        private func end(
            _ answer: Answers.End?, atLeastDays: Int?, canBeUntilGone: Bool, of place: Int?
        ) -> Limit? {
            switch answer {
            case nil: return nil
            case .open: return .open
            case .untilGone: return canBeUntilGone ? .untilGone : nil
            case .lastDay(let day):
                // Before there is a plan only the beginning of the first step is known.
                let start = answers.starts[0]?.day
                guard step == 0, let start else { return .lastDay(day) }
                return day >= start.adding(days: (atLeastDays ?? 1) - 1) ? .lastDay(day) : nil
            }
        }

        private mutating func askForStart(_ tracks: [Track], length: Limit) -> DosePoint? {
            let walls = tracks.filter { $0.isScheduled && !$0.isElapsed }
            for track in tracks where track.isElapsed && needsInstant() {
                ask(.firstInstant, of: track.clause, answered: track.first != nil)
            }
            let isAfterCount = step > 0 && (steps.last?.endsByCount ?? false)
            let isBounded = length != .open || tracks.contains { $0.limit != .open }
            let isAsked =
                step == 0
                ? !walls.isEmpty || !tracks.contains(where: \.isElapsed) && isBounded
                : isAfterCount && (!walls.isEmpty || !tracks.contains(where: \.isElapsed))
            guard isAsked else { return nil }
            let start = answers.starts[step].flatMap { point in
                walls.isEmpty || walls.contains { $0.isDose(point) } ? point : nil
            }
            ask(.start(times: Set(walls.flatMap(\.times)).sorted(), days: days(of: walls)), answered: start != nil)
            return start
        }

        /// Returns the possible days of the week; empty if a track may be on any day.
        private func days(of tracks: [Track]) -> [Direction.Day] {
            var days: Set<Direction.Day> = []
            for track in tracks {
                guard case .weekdays(let own, _) = track.rhythm else { return [] }
                days.formUnion(own)
            }
            return days.sorted { $0.number < $1.number }
        }

        /// Returns false if a fixed interval follows another: it continues at the end of the first.
        func needsInstant() -> Bool {
            guard step > 0, let last = steps.last else { return true }
            return last.endsByCount || last.isRest || !last.tracks.allSatisfy(\.isElapsed)
        }

        /// "21 days, then 7 days off": the label does not say whether the cycle repeats.
        private mutating func askAboutCycle() {
            guard steps.count > 1, steps.last?.isRest ?? false else { return }
            ask(.repeats, answered: answers.repeats != nil)
            guard answers.repeats == true else { return }
            let isOfDays = steps.allSatisfy { step in
                guard case .days = step.length else { return false }
                return !step.tracks.contains(where: \.isElapsed)
            }
            guard isOfDays else { return refuse(.durationUnusual, nil) }
            let canBeGone = draft.medicine.quantity != nil
            let until = end(answers.repeatsUntil, atLeastDays: nil, canBeUntilGone: canBeGone, of: nil)
            ask(.repeatsUntil(canBeUntilGone: canBeGone), answered: until != nil)
            repeating = until
        }
    }
}

extension DosePlan.Step {
    var endsByCount: Bool { if case .doses = length { true } else { false } }
}

extension DosePlan.Track {
    /// Returns true if the first dose may be at this point.
    func isDose(_ point: DosePoint) -> Bool {
        guard times.contains(point.time) else { return false }
        guard case .weekdays(let days, _) = rhythm else { return true }
        return days.contains(where: { $0.number == point.day.weekday })
    }
}

extension Direction.Day {
    /// The number by ISO 8601: Monday is 1.
    public var number: Int { (Self.allCases.firstIndex(of: self) ?? 0) + 1 }
}
