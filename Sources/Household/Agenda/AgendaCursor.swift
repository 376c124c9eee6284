package import Agenda
package import Calendar

/// A place in the list of an agenda: its item with that day and chore, or, if that is there no more, the first one of that
/// day or later. As a text: "2026-11-25.c0ffee".
package struct AgendaCursor: Sendable, Hashable {
    package let day: LocalDay
    package let chore: Chore.ID

    package init(_ item: AgendaItem) {
        day = item.day
        chore = item.chore.id
    }

    /// Returns nil if the text is no cursor.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, let day = LocalDay(String(parts[0])), (1...64).contains(parts[1].utf8.count) else {
            return nil
        }
        self.day = day
        chore = Chore.ID(rawValue: String(parts[1]))
    }

    package var text: String { "\(day).\(chore.rawValue)" }
}

/// A part of the items of an agenda.
package struct AgendaPage: Sendable {
    package let items: [AgendaItem]
    /// The place of the next and of the previous part; nil if there is none.
    package let next: AgendaCursor?
    package let previous: AgendaCursor?
}

extension AgendaView {
    /// Returns at most `limit` items from `cursor`, or from the first one. With `isLast` it is the last part.
    package func page(from cursor: AgendaCursor? = nil, limit: Int, isLast: Bool = false) -> AgendaPage {
        var start = cursor.map(index) ?? 0
        if isLast { start = (items.count - 1) / limit * limit }
        start = max(0, start)
        let end = min(items.count, start + limit)
        return AgendaPage(
            items: Array(items[start..<end]), next: end < items.count ? AgendaCursor(items[end]) : nil,
            previous: start > 0 ? AgendaCursor(items[max(0, start - limit)]) : nil)
    }

    private func index(of cursor: AgendaCursor) -> Int {
        items.firstIndex { $0.day == cursor.day && $0.chore.id == cursor.chore }
            ?? items.firstIndex { $0.day >= cursor.day } ?? items.count
    }
}
