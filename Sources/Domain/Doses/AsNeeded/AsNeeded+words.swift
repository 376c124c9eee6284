package import Calendar
import FoundationEssentials

extension AsNeeded {
    /// Returns what was logged and what the label prints, in sentences.
    package func sentences(in zone: Zone) -> [String] {
        var sentences: [String] = []
        if let last {
            sentences.append("You last logged it \(Self.words(last, now, zone)).")
        } else {
            sentences.append("You have not logged it yet.")
        }
        if let gapWords {
            var sentence = "The label says at least \(gapWords) between doses"
            if let earliestNext, isTooEarly { sentence += ": that is \(Self.words(earliestNext, now, zone))" }
            sentences.append(sentence + ".")
        }
        for count in counts { sentences.append(count.words) }
        return sentences
    }

    /// "at 08:05", "on 2026-11-20 at 23:10".
    private static func words(_ instant: Date, _ now: Date, _ zone: Zone) -> String {
        let (day, time) = zone.clock(at: instant)
        guard let minute = LocalTime(hour: time.hour, minute: time.minute) else { return "on \(day)" }
        return day == zone.day(at: now) ? "at \(minute)" : "on \(day) at \(minute)"
    }
}

extension AsNeeded.Count {
    /// "You noted 8 tablets in the last 24 hours. The label says no more than 8."
    package var words: String {
        let span = limit.seconds.map { "in the last \(Self.span($0))" } ?? "so far"
        guard limit.unit != AsNeeded.Limit.unnamed else {
            let most = DosePlan.number(limit.most)
            return
                "The label says no more than \(most) in \(limit.period ?? "all"), and not of what, so nothing was counted."
        }
        let amount = limit.isUnitOfDose ? DosePlan.number(limit.most) : Self.amount(limit.most, limit.unit)
        let most = "The label says no more than \(amount)"
        // The period is not repeated if the log was counted over the label's period.
        let isSaid = limit.seconds.map(Self.span) == limit.period && limit.period != nil
        let printed = isSaid ? "\(most)." : "\(most) in \(limit.period ?? "all")."
        guard let noted else {
            return "What you logged \(span) cannot be counted in \(limit.unit ?? "doses"). \(printed)"
        }
        var text = "You logged \(Self.amount(noted, limit.unit)) \(span). \(printed)"
        if wouldExceed, let after { text += " With this one you would have logged \(DosePlan.number(after))." }
        return text
    }

    private static func amount(_ value: Double, _ unit: String?) -> String { DosePlan.words(value, unit ?? "dose") }

    private static func span(_ seconds: Int) -> String {
        if seconds.isMultiple(of: 86_400), seconds > 86_400 { return "\(seconds / 86_400) days" }
        if seconds.isMultiple(of: 3600) { return seconds == 3600 ? "hour" : "\(seconds / 3600) hours" }
        return "\(seconds / 60) minutes"
    }
}
