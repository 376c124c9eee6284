public import Calendar
import Directions
import Foundation
import Messages
import Wording

extension AsNeeded {
    /// Returns what was logged and what the label prints, in sentences in the language of the current task.
    public func sentences(in zone: Zone) -> [String] {
        var sentences = [lastSentence(in: zone)]
        if let gapWords { sentences.append(gapSentence(gapWords, in: zone)) }
        for count in counts { sentences.append(count.words) }
        return sentences
    }

    private func lastSentence(in zone: Zone) -> String {
        guard let last else { return localized("You have not logged it yet.") }
        let (day, time) = Self.clock(last, now, zone)
        guard let day else { return localized("You last logged it at \(time, "time").") }
        return localized("You last logged it on \(day, "day") at \(time, "time").")
    }

    private func gapSentence(_ gap: String, in zone: Zone) -> String {
        guard let earliestNext, isTooEarly else {
            return localized("The label says at least \(gap, "gap") between doses.")
        }
        let (day, time) = Self.clock(earliestNext, now, zone)
        guard let day else {
            return localized("The label says at least \(gap, "gap") between doses: that is at \(time, "time").")
        }
        return localized(
            "The label says at least \(gap, "gap") between doses: that is on \(day, "day") at \(time, "time").")
    }

    /// Returns the time, such as "08:05", and the day if it is not today, such as "20 Nov 2026".
    private static func clock(_ instant: Date, _ now: Date, _ zone: Zone) -> (day: String?, time: String) {
        let (day, time) = zone.clock(at: instant)
        return (day == zone.day(at: now) ? nil : day.shortText, time.clockText)
    }
}

extension AsNeeded.Count {
    /// "You noted 8 tablets in the last 24 hours. The label says no more than 8."
    public var words: String {
        guard limit.unit != AsNeeded.Limit.unnamed else { return unnamed }
        guard let noted else { return "\(uncounted) \(printed)" }
        let text = "\(logged(DosePlan.words(noted, limit.unit ?? "dose"))) \(printed)"
        guard wouldExceed, let after else { return text }
        let total = DosePlan.localNumber(after)
        return text + " " + localized("With this one you would have logged \(total, "amount").")
    }

    /// For a limit without a unit.
    private var unnamed: String {
        let most = DosePlan.localNumber(limit.most)
        guard let period = limit.period?.words else {
            return localized(
                "The label says no more than \(most, "amount") in all, and not of what, so nothing was counted.")
        }
        return localized(
            """
            The label says no more than \(most, "amount") in \(period, "period"), and not of what, so nothing was \
            counted.
            """)
    }

    /// The period is not repeated if the log was counted over the label's period.
    private var printed: String {
        let most =
            limit.isUnitOfDose ? DosePlan.localNumber(limit.most) : DosePlan.words(limit.most, limit.unit ?? "dose")
        guard let period = limit.period else {
            return localized("The label says no more than \(most, "amount") in all.")
        }
        if let span, span == period, !span.isOneHour {
            return localized("The label says no more than \(most, "amount").")
        }
        return localized("The label says no more than \(most, "amount") in \(period.words, "period").")
    }

    private func logged(_ amount: String) -> String {
        guard let span else { return localized("You logged \(amount, "amount") so far.") }
        return span.isOneHour
            ? localized("You logged \(amount, "amount") in the last hour.")
            : localized("You logged \(amount, "amount") in the last \(span.words, "period").")
    }

    private var uncounted: String {
        let unit = limit.unit.map(LocalAmount.unit) ?? localized("doses", context: "what is counted")
        guard let span else { return localized("What you logged so far cannot be counted in \(unit, "unit").") }
        return span.isOneHour
            ? localized("What you logged in the last hour cannot be counted in \(unit, "unit").")
            : localized(
                "What you logged in the last \(span.words, "period") cannot be counted in \(unit, "unit").")
    }

    /// The time over which the log was counted.
    private var span: AsNeeded.Period? { limit.seconds.map(AsNeeded.Period.init(seconds:)) }
}

extension AsNeeded.Period {
    fileprivate init(seconds: Int) {
        if seconds.isMultiple(of: 86_400), seconds > 86_400 {
            self.init(value: Double(seconds / 86_400), unit: .day)
        } else if seconds.isMultiple(of: 3600) {
            self.init(value: Double(seconds / 3600), unit: .hour)
        } else {
            self.init(value: Double(seconds / 60), unit: .minute)
        }
    }

    fileprivate var isOneHour: Bool { self == Self(value: 1, unit: .hour) }

    /// Returns "24 hours" or "1 day", for a sentence in which "in" stands before it.
    var words: String {
        let number = DosePlan.localNumber(value)
        // A fraction is plural.
        let count = value == 1 ? 1 : 2
        return switch unit {
        case .minute: localized(count, one: "1 minute", other: "\(number, "number") minutes", context: "in this time")
        case .hour: localized(count, one: "1 hour", other: "\(number, "number") hours", context: "in this time")
        case .day: localized(count, one: "1 day", other: "\(number, "number") days", context: "in this time")
        case .week: localized(count, one: "1 week", other: "\(number, "number") weeks", context: "in this time")
        case .month: localized(count, one: "1 month", other: "\(number, "number") months", context: "in this time")
        }
    }
}
