import Agenda
import Calendar
import Foundation
import Household
import Plants

/// The fields of the agenda page; pure.
struct AgendaModel {
    /// The query of the agenda page. Unknown values are ignored.
    struct Query: Equatable {
        enum Show: String, CaseIterable {
            case all, watering, fertilising, overdue, today

            var word: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
        }

        var show = Show.all
        var room: String?
        var from: LocalDay?

        init(show: Show = .all, room: String? = nil, from: LocalDay? = nil) {
            self.show = show
            self.room = room
            self.from = from
        }

        init(_ query: [String: String]) {
            show = query["show"].flatMap(Show.init) ?? .all
            room = query["room"].flatMap { Plant.tidy(String($0.prefix(200))) }
            from = query["from"].flatMap { LocalDay($0) }
        }

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
            Site.agenda.with(["show": show == .all ? nil : show.rawValue, "room": room, "from": from?.description])
        }

        func with(_ change: (inout Query) -> Void) -> Query {
            var wish = self
            change(&wish)
            return wish
        }
    }

    let wish: Query
    let view: AgendaView
    let rooms: [Room]
    let hasPlants: Bool

    /// A page adds whole days until it has about this number of rows. The rows of one day are limited to `rowsOfDay`.
    static let rows = 80
    static let rowsOfDay = 150

    private struct Day {
        let heading: String
        let id: String
        let day: LocalDay
        var items: [AgendaItem]
    }

    private var days: [Day] {
        var days: [Day] = []
        for item in view.items {
            let isLate = item.status == .overdue
            let day = item.status == .snoozed ? view.clock.day : item.day
            let id = isLate ? "overdue" : "day-\(day)"
            if days.last?.id == id {
                days[days.count - 1].items.append(item)
            } else if let place = days.firstIndex(where: { $0.id == id }) {
                days[place].items.append(item)
            } else {
                days.append(
                    Day(
                        heading: isLate ? "Overdue" : heading(day), id: id, day: isLate ? view.clock.day : day,
                        items: [item]))
            }
        }
        return days
    }

    private func heading(_ day: LocalDay) -> String {
        let words = Wording.weekday(day, from: view.clock.day)
        switch view.clock.day.days(until: day) {
        case 0: return "Today, \(words)"
        case 1: return "Tomorrow, \(words)"
        default: return words
        }
    }

    /// The days on the page, and the first day that is not on it.
    private var page: (days: [Day], next: LocalDay?) {
        var shown: [Day] = []
        var rows = 0
        for day in days {
            if rows >= Self.rows { return (shown, day.day) }
            rows += day.items.count
            shown.append(day)
        }
        return (shown, nil)
    }

    var context: Page {
        let (days, next) = page
        // The button logs the due waterings of the room, so it is not on a list of something else.
        let isOfWaterings = wish.from == nil && [.all, .watering].contains(wish.show)
        let thirsty = isOfWaterings ? view.waterings(in: wish.room).count : 0
        var context = Page(
            shows: Query.Show.allCases.map { show in
                Show(
                    word: show.word,
                    href: wish.with {
                        $0.show = show; $0.from = nil
                    }.address,
                    chosen: show == wish.show)
            },
            show: wish.show.rawValue, isFiltered: wish.show != .all || wish.room != nil,
            hasRooms: !rooms.isEmpty,
            rooms: rooms.map { RoomChoice(room: $0.name, chosen: $0.name == wish.room) },
            days: days.map { day in
                ChoreGroupFields(
                    groupId: day.id, heading: day.heading, groupCount: String(day.items.count),
                    isMore: day.items.count > Self.rowsOfDay, moreCount: String(day.items.count - Self.rowsOfDay),
                    chores: day.items.prefix(Self.rowsOfDay).map {
                        ChoreRow(item: $0, clock: view.clock, back: wish.address).context
                    })
            },
            isEmpty: days.isEmpty, hasPlants: hasPlants, monthHref: Site.month, newHref: Site.newChore,
            through: Wording.weekday(view.through, from: view.clock.day), back: wish.address)
        if thirsty > 1 {
            context.waterAll = WaterAllFields(count: String(thirsty), action: Site.waterAll, inRoom: wish.room ?? "")
        }
        let later = next ?? (days.isEmpty ? nil : view.through.adding(days: 1))
        if let later, wish.show != .overdue, wish.show != .today {
            context.later = Later(href: wish.with { $0.from = later }.address, day: Wording.weekday(later))
        }
        if wish.from != nil { context.first = First(href: wish.with { $0.from = nil }.address) }
        context.pause = PauseModel(view).context
        return context
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
        var first: First?
        var pause: PauseModel.Fields?
        var did: DidModel.Fields?
        var note: String?
    }

    struct Later: TemplateFields {
        let href: String
        let day: String
    }

    struct First: TemplateFields {
        let href: String
    }
}
