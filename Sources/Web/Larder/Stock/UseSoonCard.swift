import Household
import Larder
import Messages

/// The card of Today about food that is to be used soon; pure.
struct UseSoonCard {
    let view: StockView

    init(_ view: StockView) { self.view = view }

    /// The largest number of rows.
    static let rows = 5

    /// Nil if nothing is to be used soon.
    var fields: Fields? {
        let soon = view.useSoon
        guard !soon.isEmpty else { return nil }
        let more = soon.count - Self.rows
        return Fields(
            soonRows: soon.prefix(Self.rows).map { item in
                Row(
                    soonHref: Site.stockItem(item.id), soonName: item.content.name,
                    soonDate: item.content.date.map(words) ?? "")
            },
            soonMore: more > 0
                ? localized(
                    more, one: "Show the stock, with 1 more", other: "Show the stock, with \(more, "count") more")
                : localized("Show the stock"))
    }

    private func words(_ date: FoodDate) -> String {
        let when = Wording.when(date.day, from: view.clock.day)
        return switch date.kind {
        case .useBy: localized("Use by: \(when, "when")")
        case .bestBefore: localized("Best before: \(when, "when")")
        }
    }

    struct Fields: TemplateFields {
        let soonRows: [Row]
        let soonMore: String
    }

    struct Row: TemplateFields {
        let soonHref: String
        let soonName: String
        let soonDate: String
    }
}
