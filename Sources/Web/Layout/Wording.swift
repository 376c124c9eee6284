import Foundation
import Household
import Recognition

/// How values read on a page.
enum Wording {
    /// Whole numbers; what would be rounded to nothing is "<1", to all ">99".
    static func percent(_ confidence: Confidence) -> String {
        let percent = Int((confidence.value * 100).rounded())
        if percent == 0 { return "<1" }
        return percent == 100 && confidence.value < 1 ? ">99" : String(percent)
    }

    /// For the width of a bar; a point as decimal separator, as SVG wants it.
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
        case .device: "this machine"
        case .plantNet: "Pl@ntNet"
        case .cache: "an earlier answer"
        }
    }

    /// In the machine's zone, as the owner's clock shows it.
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

    /// "a", "a and b", "a, b and c".
    static func list(_ items: [String]) -> String {
        guard let last = items.last else { return "" }
        return items.count == 1 ? last : items.dropLast().joined(separator: ", ") + " and " + last
    }
}
