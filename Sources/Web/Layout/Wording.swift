import Foundation
import Household
import Recognition

/// Texts for values on pages.
enum Wording {
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
        case .likely: "Likely"
        case .unsure: "Unsure"
        case .doubtful: "Doubtful"
        }
    }

    static func day(_ date: Date) -> String {
        date.formatted(.dateTime.day().month(.wide).year().locale(Locale(identifier: "en_GB")))
    }

    static func shortDay(_ date: Date) -> String {
        date.formatted(.dateTime.day().month(.abbreviated).year().locale(Locale(identifier: "en_GB")))
    }

    static func weekday(_ date: Date) -> String {
        date.formatted(.dateTime.weekday(.wide).day().month(.wide).locale(Locale(identifier: "en_GB")))
    }

    static func source(_ source: Answer.Source) -> String {
        switch source {
        case .device: "this server"
        case .plantNet: "Pl@ntNet"
        case .cache: "an earlier answer"
        }
    }

    /// Returns for example "today at 14:00", in the time zone of the machine.
    static func time(_ date: Date, from now: Date) -> String {
        let clock = date.formatted(.dateTime.hour().minute().locale(Locale(identifier: "en_GB")))
        if Calendar.current.isDate(date, inSameDayAs: now) { return "today at \(clock)" }
        let tomorrow = now.addingTimeInterval(86_400)
        return Calendar.current.isDate(date, inSameDayAs: tomorrow)
            ? "tomorrow at \(clock)" : "\(shortDay(date)), \(clock)"
    }

    static func link(_ link: Reachability.Link?) -> String {
        switch link {
        case .wifi: "online by Wi-Fi"
        case .ethernet: "online by cable"
        case .other: "online"
        case nil: "offline"
        }
    }

    /// Returns for example "a", "a and b" or "a, b and c".
    static func list(_ items: [String]) -> String {
        guard let last = items.last else { return "" }
        return items.count == 1 ? last : items.dropLast().joined(separator: ", ") + " and " + last
    }
}
