import Foundation
import Household
import Larder
import Messages

/// Texts about products, questions and answers.
extension Wording {
    /// Returns for example "just now", "5 minutes ago", "3 days ago" or "2 months ago".
    static func ago(_ seconds: Double) -> String {
        let minutes = Int(max(0, min(seconds, 1e10)) / 60)
        switch minutes {
        case ..<1: return localized("just now")
        case ..<60: return localized(minutes, one: "1 minute ago", other: "\(minutes, "count") minutes ago")
        case ..<1440:
            let hours = minutes / 60
            return localized(hours, one: "1 hour ago", other: "\(hours, "count") hours ago")
        case ..<(1440 * 60):
            let days = minutes / 1440
            return localized(days, one: "1 day ago", other: "\(days, "count") days ago")
        case ..<(1440 * 730):
            let months = minutes / 1440 / 30
            return localized(months, one: "1 month ago", other: "\(months, "count") months ago")
        default:
            let years = minutes / 1440 / 365
            return localized(years, one: "1 year ago", other: "\(years, "count") years ago")
        }
    }

    /// Returns for example "1 day" or "3 days".
    static func counted(_ count: Int, _ noun: String) -> String { count == 1 ? "1 \(noun)" : "\(count) \(noun)s" }

    /// Returns for example "in 40 seconds" for up to two minutes, otherwise "at 14:00".
    static func soon(_ date: Date, by clock: WallClock) -> String {
        let seconds = Int(date.timeIntervalSince(clock.instant).rounded(.up))
        if seconds > 120 { return moment(date, by: clock) }
        return seconds > 1
            ? localized(seconds, one: "in 1 second", other: "in \(seconds, "count") seconds") : localized("at once")
    }

    /// Returns for example "539 kcal", "0.25 g" or "180 µg"; nil if the value is not plausible.
    static func amount(_ value: Double, _ unit: String?) -> String? {
        guard value.isFinite, abs(value) < 1_000_000 else { return nil }
        var (value, unit) = (value, unit ?? "")
        // Amounts of vitamins arrive in grams.
        if unit == "g", value > 0, value < 0.001 {
            (value, unit) = value < 0.000_1 ? (value * 1_000_000, "µg") : (value * 1000, "mg")
        }
        let step = abs(value) >= 100 ? 10.0 : abs(value) >= 1 ? 100 : 1000
        let rounded = (value * step).rounded() / step
        let figures = LocalNumber.decimal(
            rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded))
        return unit.isEmpty ? figures : "\(figures) \(unit)"
    }

    /// Returns "You said yes to “Organic”" and the like, as the beginning of a sentence. `value` is the proposed answer.
    static func said(_ choice: Vote.Choice, to value: String?) -> String {
        switch (choice, value) {
        case (.yes, let value?):
            localized("You said yes to “\(value, "value")”", context: "the beginning of a sentence")
        case (.yes, nil): localized("You said yes", context: "the beginning of a sentence")
        case (.no, let value?):
            localized("You said no to “\(value, "value")”", context: "the beginning of a sentence")
        case (.no, nil): localized("You said no", context: "the beginning of a sentence")
        case (.skip, _): localized("You skipped it", context: "the beginning of a sentence")
        }
    }

    /// Returns for example "Yes".
    static func word(_ choice: Vote.Choice) -> String {
        switch choice {
        case .yes: localized("Yes")
        case .no: localized("No")
        case .skip: localized("Skipped")
        }
    }

    /// Shortens text from a foreign source to `limit` characters, and removes control characters and those that change
    /// the text direction.
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

    /// Returns the address of Open Food Facts' form that edits a product.
    static func edit(_ code: String) -> String { "\(FoodCredit.link)/cgi/product.pl?type=edit&code=\(code)" }

    /// Returns the address of Open Food Facts' form that adds a product.
    static func enter(_ code: String) -> String { "\(FoodCredit.link)/cgi/product.pl?type=add&code=\(code)" }
}

/// The attribution of Open Food Facts' data with its licences.
struct FoodSource {
    /// Nil for data of several products.
    var code: String?
    /// True if there are pictures, which have a separate licence.
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
    /// The fields of food-source.mustache.
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
