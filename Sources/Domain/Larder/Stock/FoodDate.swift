package import Calendar
import Messages

/// The date on a package of food.
///
/// The two kinds mean different things (Regulation (EU) No 1169/2011, Articles 2 (2) (r) and 24): after "best before" the
/// food may have lost quality, and after "use by" it is deemed unsafe. The day itself is included in both.
package struct FoodDate: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case bestBefore = "best-before"
        case useBy = "use-by"

        /// "Best before".
        package var words: String { self == .bestBefore ? localized("Best before") : localized("Use by") }
    }

    package let kind: Kind
    package let day: LocalDay

    package init(_ kind: Kind, _ day: LocalDay) {
        self.kind = kind
        self.day = day
    }

    /// Reads typed texts. Without a day there is no date; without a kind the date is a best before date, as most are.
    package static func read(kind: String, day: String) throws(StockError) -> FoodDate? {
        if day.isEmpty { return nil }
        guard let day = LocalDay(day) else { throw .date }
        guard let kind = kind.isEmpty ? .bestBefore : Kind(rawValue: kind) else { throw .dateKind }
        return FoodDate(kind, day)
    }

    /// True after the end of the day.
    package func isOver(on today: LocalDay) -> Bool { day < today }
}

/// How many days before its date a food is to be used soon, for each kind of date; nil if never.
package struct UseSoonRule: Sendable, Hashable {
    package var bestBeforeDays: Int?
    package var useByDays: Int?

    package init(bestBeforeDays: Int? = 3, useByDays: Int? = 1) {
        self.bestBeforeDays = bestBeforeDays
        self.useByDays = useByDays
    }

    package static let daysAllowed = 0...30

    /// Returns the days on which food with this date is to be used soon; nil if there are none.
    package func days(for date: FoodDate) -> ClosedRange<LocalDay>? {
        guard let days = date.kind == .bestBefore ? bestBeforeDays : useByDays else { return nil }
        let allowed = Self.daysAllowed
        return date.day.adding(days: -min(max(days, allowed.lowerBound), allowed.upperBound))...date.day
    }
}
