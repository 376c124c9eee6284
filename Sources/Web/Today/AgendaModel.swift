import Agenda
import Calendar
import Foundation
import Household
import Messages
import Plants

/// The fields of the agenda page; pure.
struct AgendaModel {
    /// The query of the agenda page. Unknown values are ignored.
    struct Query: Equatable {
        enum Show: String, CaseIterable {
            case all, watering, fertilising, overdue, today

            var word: String {
                switch self {
                case .all: localized("All", context: "tasks")
                case .watering: localized("Watering")
                case .fertilising: localized("Fertilising")
                case .overdue: localized("Overdue")
                case .today: localized("Today")
                }
            }
        }

        var show = Show.all
        var room: String?
        var from: LocalDay?
        /// The first row of the page; nil for the first page of these days.
        var at: AgendaCursor?
        /// True for the last page of these days.
        var isLast = false

        init(show: Show = .all, room: String? = nil, from: LocalDay? = nil, at: AgendaCursor? = nil) {
            self.show = show
            self.room = room
            self.from = from
            self.at = at
        }

        init(_ query: [String: String]) {
            show = query["show"].flatMap(Show.init) ?? .all
            room = query["room"].flatMap { Plant.tidy(String($0.prefix(200))) }
            from = query["from"].flatMap { LocalDay($0) }
            isLast = query["at"] == Self.last
            at = query["at"].flatMap { AgendaCursor($0) }
        }

        /// The value of `at` for the last page.
        private static let last = "end"

        var filter: AgendaQuery.Filter {
            switch show {
            case .all: .init(room: room)
            case .watering: .init(kind: .watering, room: room)
            case .fertilising: .init(kind: .fertilising, room: room)
            case .overdue: .init(status: .overdue, room: room)
            case .today: .init(status: .today, room: room)
            }
        }

        var address: String {
            Site.agenda.with([
                "show": show == .all ? nil : show.rawValue, "room": room, "from": from?.description,
                "at": isLast ? Self.last : at?.text,
            ])
        }

        func with(_ change: (inout Query) -> Void) -> Query {
            var changed = self
            change(&changed)
            return changed
        }
    }

    let query: Query
    let view: AgendaView
    let rooms: [Room]
    let hasPlants: Bool

    /// The number of rows of a page. A day with more rows continues on the next page.
    static let rows = 40
    /// The number of days of the agenda that "Later" and "Earlier" turn.
    static let daysShown = 30

    /// A section of the page: a day, or all overdue tasks.
    private enum Section: Hashable {
        case overdue
        case day(LocalDay)

        var id: String {
            switch self {
            case .overdue: "overdue"
            case .day(let day): "day-\(day)"
            }
        }
    }

    private func section(of item: AgendaItem) -> Section {
        item.status == .overdue ? .overdue : .day(item.status == .snoozed ? view.clock.day : item.day)
    }

    /// Returns the rows by section, in the order of their first rows.
    private func sections(of items: [AgendaItem]) -> [(section: Section, items: [AgendaItem])] {
        var sections: [(section: Section, items: [AgendaItem])] = []
        for item in items {
            let section = section(of: item)
            if let place = sections.lastIndex(where: { $0.section == section }) {
                sections[place].items.append(item)
            } else {
                sections.append((section, [item]))
            }
        }
        return sections
    }

    private func heading(_ section: Section) -> String {
        switch section {
        case .overdue: localized("Overdue")
        case .day(let day): heading(day)
        }
    }

    private func heading(_ day: LocalDay) -> String {
        let words = Wording.weekday(day, from: view.clock.day)
        switch view.clock.day.days(until: day) {
        case 0: return localized("Today, \(words, "day")")
        case 1: return localized("Tomorrow, \(words, "day")")
        default: return words
        }
    }

    /// The number of tasks of each section of the agenda, also of those on other pages.
    private var counts: [Section: Int] {
        view.items.reduce(into: [:]) { counts, item in counts[section(of: item), default: 0] += 1 }
    }

    var context: Page {
        let page = view.page(from: query.at, limit: Self.rows, isLast: query.isLast)
        let sections = sections(of: page.items)
        let counts = counts
        // The button logs the due waterings of the room, so it is not on a list of something else.
        let isOfWaterings = query.from == nil && page.previous == nil && [.all, .watering].contains(query.show)
        let thirsty = isOfWaterings ? view.waterings(in: query.room).count : 0
        var context = Page(
            shows: Query.Show.allCases.map { show in
                Show(
                    word: show.word,
                    href: query.with {
                        $0.show = show; $0.from = nil; $0.at = nil; $0.isLast = false
                    }.address,
                    chosen: show == query.show)
            },
            show: query.show.rawValue, filterLabel: filterLabel, isFiltered: query.show != .all || query.room != nil,
            hasRooms: !rooms.isEmpty,
            rooms: rooms.map { RoomChoice(room: $0.name, chosen: $0.name == query.room) },
            days: sections.map { section, items in
                ChoreGroupFields(
                    groupId: section.id, heading: heading(section), groupCount: String(counts[section] ?? 0),
                    isMore: false, moreCount: "0",
                    chores: items.map {
                        ChoreRow(item: $0, clock: view.clock, back: query.address).context
                    })
            },
            isEmpty: sections.isEmpty, hasPlants: hasPlants, monthHref: Site.month, newHref: Site.newChore,
            through: Wording.weekday(view.through, from: view.clock.day), back: query.address)
        if thirsty > 1 {
            context.waterAll = WaterAllFields(count: String(thirsty), action: Site.waterAll, inRoom: query.room ?? "")
        }
        turn(page, of: &context)
        context.pause = PauseModel(view).context
        return context
    }

    /// For example "Filter" or "Filter: Watering, Hall".
    private var filterLabel: String {
        let words = [query.show == .all ? nil : query.show.word, query.room].compactMap(\.self)
        guard !words.isEmpty else { return localized("Filter") }
        let filters = words.joined(separator: ", ")
        return localized("Filter: \(filters, "filters")")
    }

    /// Adds the links to the pages before and after this one: first within the days of the agenda, then to other days.
    private func turn(_ page: AgendaPage, of context: inout Page) {
        let hasOtherDays = query.show != .overdue && query.show != .today
        func link(_ change: (inout Query) -> Void) -> String {
            query.with {
                $0.at = nil; $0.isLast = false; change(&$0)
            }.address
        }
        if let next = page.next {
            context.later = Later(href: link { $0.at = next }, day: Wording.weekday(max(next.day, view.clock.day)))
        } else if hasOtherDays, !view.items.isEmpty {
            let day = view.through.adding(days: 1)
            context.later = Later(href: link { $0.from = day }, day: Wording.weekday(day))
        }
        if let previous = page.previous {
            let isFirst = AgendaCursor(view.items[0]) == previous
            context.earlier = Earlier(href: link { if !isFirst { $0.at = previous } })
        } else if let from = query.from, from > view.clock.day {
            let day = from.adding(days: -Self.daysShown)
            context.earlier = Earlier(
                href: link {
                    $0.from = day > view.clock.day ? day : nil
                    $0.isLast = true
                })
        }
        if query.from != nil || page.previous != nil { context.first = First(href: link { $0.from = nil }) }
    }
}

extension AgendaModel {
    struct Show: TemplateFields {
        let word: String
        let href: String
        let chosen: Bool
    }

    struct RoomChoice: TemplateFields {
        let room: String
        let chosen: Bool
    }

    /// The fields of agenda.mustache.
    struct Page: PageFields {
        static let template = "agenda"

        let shows: [Show]
        let show: String
        let filterLabel: String
        let isFiltered: Bool
        let hasRooms: Bool
        let rooms: [RoomChoice]
        let days: [ChoreGroupFields]
        let isEmpty: Bool
        let hasPlants: Bool
        let monthHref: String
        let newHref: String
        let through: String
        let back: String
        var waterAll: WaterAllFields?
        var later: Later?
        var earlier: Earlier?
        var first: First?
        var pause: PauseModel.Fields?
        var did: DidModel.Fields?
        var note: String?
    }

    struct Later: TemplateFields {
        let href: String
        let day: String
    }

    struct Earlier: TemplateFields {
        let href: String
    }

    struct First: TemplateFields {
        let href: String
    }
}
