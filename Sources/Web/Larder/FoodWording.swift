import Foundation
import Household
import Larder

/// How products, questions and answers read.
extension Wording {
    /// "just now", "5 minutes ago", "3 days ago", "2 months ago".
    static func ago(_ seconds: Double) -> String {
        let minutes = Int(max(0, min(seconds, 1e10)) / 60)
        switch minutes {
        case ..<1: return "just now"
        case ..<60: return "\(counted(minutes, "minute")) ago"
        case ..<1440: return "\(counted(minutes / 60, "hour")) ago"
        case ..<(1440 * 60): return "\(counted(minutes / 1440, "day")) ago"
        case ..<(1440 * 730): return "\(minutes / 1440 / 30) months ago"
        default: return "\(minutes / 1440 / 365) years ago"
        }
    }

    /// "1 day", "3 days".
    static func counted(_ count: Int, _ noun: String) -> String { count == 1 ? "1 \(noun)" : "\(count) \(noun)s" }

    /// "in 40 seconds", "at 14:00": nobody looks at a clock for less than two minutes.
    static func soon(_ date: Date, by clock: WallClock) -> String {
        let seconds = Int(date.timeIntervalSince(clock.instant).rounded(.up))
        return seconds > 120 ? moment(date, by: clock) : seconds > 1 ? "in \(seconds) seconds" : "at once"
    }

    /// "539 kcal", "0.25 g", "180 µg"; nothing for what no packet can hold.
    static func amount(_ value: Double, _ unit: String?) -> String? {
        guard value.isFinite, abs(value) < 1_000_000 else { return nil }
        var (value, unit) = (value, unit ?? "")
        // Vitamins are told in grams.
        if unit == "g", value > 0, value < 0.001 {
            (value, unit) = value < 0.000_1 ? (value * 1_000_000, "µg") : (value * 1000, "mg")
        }
        let step = abs(value) >= 100 ? 10.0 : abs(value) >= 1 ? 100 : 1000
        let rounded = (value * step).rounded() / step
        let figures = rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
        return unit.isEmpty ? figures : "\(figures) \(unit)"
    }

    /// "You said yes", as a beginning.
    static func said(_ choice: Vote.Choice) -> String {
        switch choice {
        case .yes: "You said yes"
        case .no: "You said no"
        case .skip: "You skipped it"
        }
    }

    /// "Yes".
    static func word(_ choice: Vote.Choice) -> String {
        switch choice {
        case .yes: "Yes"
        case .no: "No"
        case .skip: "Skipped"
        }
    }

    /// What strangers typed, cut where it would fill a page, and without what turns the direction of others' words.
    static func short(_ text: String, _ limit: Int = 160) -> String {
        let kept = String(
            String.UnicodeScalarView(
                text.unicodeScalars.prefix(limit * 4).filter {
                    !turns.contains($0.value) && !controls.contains($0.value)
                }))
        return kept.count <= limit ? kept : kept.prefix(limit - 1) + "…"
    }

    private static let turns = [0x202A...0x202E, 0x2066...0x2069].reduce(into: Set<UInt32>()) { $0.formUnion($1) }
    private static let controls = Set<UInt32>(0...31).union(0x7F...0x9F).subtracting([9, 10])

    /// Of Open Food Facts' own site: where somebody with an account enters what is missing.
    static func edit(_ code: String) -> String { "\(FoodCredit.link)/cgi/product.pl?type=edit&code=\(code)" }

    /// Where a product is begun that nobody has entered.
    static func enter(_ code: String) -> String { "\(FoodCredit.link)/cgi/product.pl?type=add&code=\(code)" }
}

/// What is said wherever the data is shown: from whom it is, and under which licences.
struct FoodSource {
    /// Nothing for data of many products.
    var code: String?
    /// Whether there are pictures, which have a licence of their own.
    var hasPictures = true

    var context: Fields {
        Fields(
            sourceName: FoodCredit.name, sourceLink: code.map(FoodCredit.page) ?? FoodCredit.link,
            database: FoodCredit.database, databaseLink: FoodCredit.databaseLink,
            contents: FoodCredit.contents, contentsLink: FoodCredit.contentsLink, hasPictures: hasPictures,
            pictures: FoodCredit.pictures, picturesLink: FoodCredit.picturesLink)
    }
}

extension FoodSource {
    /// What food-source.mustache shows.
    struct Fields: TemplateFields {
        let sourceName: String
        let sourceLink: String
        let database: String
        let databaseLink: String
        let contents: String
        let contentsLink: String
        let hasPictures: Bool
        let pictures: String
        let picturesLink: String
    }
}
