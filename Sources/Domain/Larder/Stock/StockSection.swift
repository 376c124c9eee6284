package import Calendar
import Recognition

/// A part of the list of the stock, by date.
package enum StockSection: String, Sendable, Hashable, CaseIterable {
    /// The date is over.
    case over
    /// Today and the next six days.
    case thisWeek = "this-week"
    case later
    case noDate = "no-date"

    package init(_ date: FoodDate?, on today: LocalDay) {
        guard let date else {
            self = .noDate
            return
        }
        self = date.isOver(on: today) ? .over : today.days(until: date.day) < 7 ? .thisWeek : .later
    }
}

extension StockItem {
    /// The order of the list: soonest date first, items without a date last; then by name.
    package static func precedes(_ left: StockItem, _ right: StockItem) -> Bool {
        let days = (left.content.date?.day ?? .latest, right.content.date?.day ?? .latest)
        if days.0 != days.1 { return days.0 < days.1 }
        // "Use by" is the stricter date.
        let kinds = (left.content.date?.kind == .useBy, right.content.date?.kind == .useBy)
        if kinds.0 != kinds.1 { return kinds.0 }
        let names = (left.content.name.lowercased(), right.content.name.lowercased())
        return names.0 == names.1 ? left.id.rawValue < right.id.rawValue : names.0 < names.1
    }

    /// Returns the items in sections, in the order of the list, without empty sections.
    package static func sections(
        of items: [StockItem], on today: LocalDay
    ) -> [(section: StockSection, items: [StockItem])] {
        let sorted = Dictionary(grouping: items.sorted(by: precedes)) { StockSection($0.content.date, on: today) }
        return StockSection.allCases.compactMap { section in sorted[section].map { (section, $0) } }
    }
}
