/// Numbered days ("day 1") and "all other days".
extension Assembly {
    /// Handles "on all other days". The days are the rest of the week if the only earlier instruction names days;
    /// otherwise the words stay unread.
    mutating func otherDays(_ range: Range<Int>) {
        clearAnd()
        let named = drafts.dropLast().map(\.direction.days)
        guard drafts.count == 2, let known = named.first, !known.isEmpty, current.direction.days.isEmpty else {
            unread.append(range)
            return
        }
        current.direction.days = Direction.Day.allCases.filter { !known.contains($0) }
        current.note(.days, range)
        doubt("other-days", range)
    }

    mutating func take(dayNumbers days: ClosedRange<Int>, _ range: Range<Int>) {
        clearAnd()
        dayNumbers.append((days, drafts.count - 1, range))
    }

    /// Turns numbered days into durations: "2 tablets on day 1, then 1 tablet daily on days 2 to 5". This works only if
    /// the days of the steps follow each other without a gap. All other day numbers get the flag `day-numbers`.
    mutating func checkDayNumbers() {
        guard !dayNumbers.isEmpty else { return }
        let isPlan =
            drafts.count > 1 && drafts.dropFirst().allSatisfy { $0.direction.relation == .then && $0.link == .written }
            && dayNumbers.first.map { $0.days == 1...1 && $0.draft == 0 } ?? false
        var next = 1
        var draft = -1
        for number in dayNumbers {
            let length = number.days.count
            let known = drafts[number.draft].direction.duration
            let isLength = known.map { $0 == .init(value: Double(length), unit: .day) } ?? true
            guard isPlan, number.days.lowerBound == next, number.draft == draft + 1, isLength,
                drafts[number.draft].direction.dose != nil
            else {
                doubt("day-numbers", number.range)
                continue
            }
            (next, draft) = (number.days.upperBound + 1, number.draft)
            drafts[draft].direction.duration = .init(value: Double(length), unit: .day)
            drafts[draft].note(.duration, number.range)
            doubt("days-counted", number.range)
        }
    }
}
