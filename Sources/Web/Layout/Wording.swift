import Calendar
import Foundation
import Household
import Messages
import Plants
import Recognition

/// Texts for values on pages.
enum Wording {
    /// The zone of the household for the page that is being rendered; `HomeZoneMiddleware` sets it. The machine and the
    /// reader may be in others.
    @TaskLocal static var zone = Zone.utc

    /// The units in which the page that is being rendered shows temperatures, lengths and volumes.
    static var units: Units { Localization.current.habits.measures == .imperial ? .imperial : .metric }

    /// Returns a whole number; "<1" for less than 0.5 %, and ">99" for values below 100 % that would be rounded to 100.
    static func percent(_ confidence: Confidence) -> String {
        let percent = Int((confidence.value * 100).rounded())
        if percent == 0 { return "<1" }
        return percent == 100 && confidence.value < 1 ? ">99" : String(percent)
    }

    /// Returns the width of a bar in per cent, with a decimal point as SVG requires.
    static func width(_ confidence: Confidence) -> String { String((confidence.value * 1000).rounded() / 10) }

    static func word(_ band: Confidence.Band) -> String {
        switch band {
        case .likely: localized("Likely")
        case .unsure: localized("Unsure")
        case .doubtful: localized("Doubtful")
        }
    }

    /// Returns for example "21 November 2026".
    static func day(_ date: Date) -> String { self.date(zone.day(at: date)) }

    /// Returns for example "21 Nov 2026".
    static func shortDay(_ date: Date) -> String { shortDate(zone.day(at: date)) }

    static func source(_ source: Answer.Source) -> String {
        switch source {
        case .device: localized("this server")
        case .plantNet: "Pl@ntNet"
        case .cache: localized("an earlier answer")
        }
    }

    /// Returns for example "today at 14:00".
    static func time(_ date: Date, from now: Date) -> String {
        let (day, time) = zone.clock(at: date)
        let clock = clock(time)
        switch zone.day(at: now).days(until: day) {
        case 0: return localized("today at \(clock, "time")")
        case 1: return localized("tomorrow at \(clock, "time")")
        default: return localized("\(shortDate(day), "date"), \(clock, "time")")
        }
    }

    static func link(_ link: Reachability.Link?) -> String {
        switch link {
        case .wifi: localized("online by Wi-Fi")
        case .ethernet: localized("online by cable")
        case .other: localized("online")
        case nil: localized("offline")
        }
    }

    /// Returns for example "a", "a and b" or "a, b and c".
    static func list(_ items: [String]) -> String { LocalList.and(items) }
}
