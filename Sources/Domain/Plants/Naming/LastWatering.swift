public import Calendar

/// What a person knows of the last watering of a plant that is added.
public enum LastWatering: Sendable, Hashable {
    case unknown
    case on(LocalDay)
    /// A guess, in days before today.
    case about(daysAgo: Int)

    /// Reads "today", "yesterday", "few-days", "week", "unknown" or a day such as 2026-11-21; nil for another text.
    public init?(_ text: String, today: LocalDay) {
        switch text.lowercased() {
        case "unknown", "": self = .unknown
        case "today": self = .on(today)
        case "yesterday": self = .on(today.adding(days: -1))
        case "few-days": self = .about(daysAgo: 3)
        case "week": self = .about(daysAgo: 7)
        default:
            guard let day = LocalDay(text) else { return nil }
            self = .on(day)
        }
    }

    /// The words that are not days, in the order of a form.
    public static let words = ["today", "yesterday", "few-days", "week", "unknown"]
}
