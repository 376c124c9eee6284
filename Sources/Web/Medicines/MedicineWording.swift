import Calendar
import Directions
import Doses
import Foundation
import Household
import Wording

/// Texts for the values of a medicine. They contain no computed or assumed values.
extension Wording {
    /// Returns a time of the household's clock such as "08:05".
    static func time(_ date: Date, by clock: WallClock) -> String {
        String(clock.zone.time(at: date).description.prefix(5))
    }

    /// Returns for example "today at 08:05", "yesterday at 22:00" or "on 21 November at 08:05".
    static func dayAndTime(_ date: Date, by clock: WallClock) -> String {
        let day = clock.zone.day(at: date)
        let time = time(date, by: clock)
        return (-1...1).contains(clock.day.days(until: day))
            ? "\(distance(day, from: clock.day)) at \(time)" : "on \(dayOfMonth(day, from: clock.day)) at \(time)"
    }

    /// Returns one part of the directions as a person compares it with the label.
    static func words(_ field: DirectionsReading.Field, of clause: Direction) -> String {
        switch field {
        case .dose: clause.dose.map { DosePlan.words(of: $0) } ?? ""
        case .strength: PlainDirections.strength(of: clause) ?? ""
        case .route: clause.route.map { routes[$0] ?? $0 } ?? ""
        case .site: clause.site ?? ""
        case .frequency: clause.frequency.map(often) ?? ""
        case .times: list(clause.times)
        case .days: list(clause.days.map(day))
        case .when: when(clause)
        case .count: clause.count.map { counted($0, "dose") + " in all" } ?? ""
        case .asNeeded: clause.isAsNeeded ? "only if needed" : ""
        case .reason: clause.reason ?? ""
        case .duration: clause.duration.map(long) ?? ""
        case .max: clause.maximum.map(most) ?? ""
        case .medicine, .remark: ""
        }
    }

    private static let routes = ["oral": "by mouth (oral)"]

    static func day(_ day: Direction.Day) -> String {
        switch day {
        case .monday: "Monday"
        case .tuesday: "Tuesday"
        case .wednesday: "Wednesday"
        case .thursday: "Thursday"
        case .friday: "Friday"
        case .saturday: "Saturday"
        case .sunday: "Sunday"
        }
    }

    /// Returns for example "3 times a day", "every 4 to 6 hours" or "up to 3 times every 2 weeks".
    private static func often(_ frequency: Direction.Frequency) -> String {
        let unit =
            switch frequency.periodUnit {
            case .minute: "minute"
            case .hour: "hour"
            case .day: "day"
            case .week: "week"
            case .month: "month"
            }
        let isOne = frequency.period == 1 && frequency.periodMax == nil
        let span = frequency.periodMax.map { "\(DosePlan.number(frequency.period)) to \(DosePlan.number($0))" }
        let period = isOne ? unit : "\(span ?? DosePlan.number(frequency.period)) \(unit)s"
        let times: String? =
            switch (frequency.count, frequency.countMax) {
            case (1, nil), (1, 1): nil
            case (let low?, let high?) where low != high: "\(low) to \(high) times"
            case (let count?, _): "\(count) times"
            case (nil, let most?): "up to \(most == 1 ? "once" : "\(most) times")"
            case (nil, nil): nil
            }
        let article = unit == "hour" ? "an" : "a"
        guard let times else {
            return isOne && ![.hour, .minute].contains(frequency.periodUnit)
                ? "once \(article) \(period)" : "every \(period)"
        }
        return isOne ? "\(times) \(article) \(period)" : "\(times) every \(period)"
    }

    private static func long(_ duration: Direction.Duration) -> String {
        let unit =
            switch duration.unit {
            case .hour: "hour"
            case .day: "day"
            case .week: "week"
            case .month: "month"
            case .year: "year"
            }
        let number = DosePlan.number(duration.value)
        let span = duration.valueMax.map { "\(number) to \(DosePlan.number($0))" } ?? number
        let bound =
            switch duration.bound {
            case .min: "at least "
            case .max: "up to "
            case nil: ""
            }
        return "for \(bound)\(span) \(unit)\(duration.value == 1 && duration.valueMax == nil ? "" : "s")"
    }

    private static func most(_ maximum: Direction.Maximum) -> String {
        let unit =
            switch maximum.periodUnit {
            case .minute: "minute"
            case .hour: "hour"
            case .day: "day"
            case .week: "week"
            case .month: "month"
            }
        let period = "\(DosePlan.number(maximum.period)) \(unit)\(maximum.period == 1 ? "" : "s")"
        return "no more than \(DosePlan.words(maximum.value, maximum.unit)) in \(period)"
    }

    private static func when(_ clause: Direction) -> String {
        let events = clause.when.map { event(clause.offset(of: $0).map { "\($0) minutes " } ?? "", $0) }
        if clause.isEitherMeal { return events.joined(separator: " or ") }
        return list(events + (clause.isOnEmptyStomach ? ["on an empty stomach"] : []))
    }

    /// Returns for example "in the morning" or "30 minutes before breakfast".
    static func event(_ offset: String, _ event: Direction.Event) -> String {
        switch event {
        case .MORN: "in the morning"
        case .NOON: "at noon"
        case .AFT: "in the afternoon"
        case .EVE: "in the evening"
        case .NIGHT: "at night"
        case .HS: "at bedtime"
        case .WAKE: "on waking"
        case .C: "with food"
        case .CM: "with breakfast"
        case .CD: "with lunch"
        case .CV: "with dinner"
        case .AC: "\(offset)before meals"
        case .ACM: "\(offset)before breakfast"
        case .ACD: "\(offset)before lunch"
        case .ACV: "\(offset)before dinner"
        case .PC: "\(offset)after meals"
        case .PCM: "\(offset)after breakfast"
        case .PCD: "\(offset)after lunch"
        case .PCV: "\(offset)after dinner"
        }
    }

    /// Returns the sentence of a flag; the code itself if it has no sentence.
    static func flag(_ code: String) -> String {
        LabelFlag(rawValue: code)?.sentence ?? FlagDefinition.of(code)?.sentence ?? code
    }
}
