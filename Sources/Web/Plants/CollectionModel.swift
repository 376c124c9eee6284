import Agenda
import Calendar
import Foundation
import Household
import Messages
import Plants
import Recognition

/// The fields of the collection page; pure.
struct CollectionModel {
    /// The query of the collection page. Unknown values are ignored.
    struct Query {
        /// The number of plants on a page.
        static let size = 60

        var query = PlantQuery(limit: size)
        var isList = false

        init(text: String = "", order: PlantQuery.Order = .newest, isList: Bool = false) {
            query = PlantQuery(text: text, order: order, limit: Self.size)
            self.isList = isList
        }

        init(_ parameters: [String: String]) {
            query.text = String((parameters["q"] ?? "").prefix(100))
            query.order = parameters["sort"].flatMap { .init(rawValue: $0) } ?? .newest
            query.room = parameters["room"].flatMap { Plant.tidy(String($0.prefix(200))) }
            query.isArchived = parameters["archived"] == "yes"
            isList = parameters["view"] == "list"
            if let page = parameters["page"].flatMap({ Int($0) }), (1...1_000_000).contains(page) { self.page = page }
        }

        /// The number of the page, from 1.
        var page: Int {
            get { query.offset / Self.size + 1 }
            set { query.offset = (newValue - 1) * Self.size }
        }

        /// Returns the query with the last page if there is no such page among so many plants.
        func within(_ found: Int) -> Query {
            with { $0.page = min(page, max(1, (found + Self.size - 1) / Self.size)) }
        }

        var isArchived: Bool { query.isArchived == true }
        var isNarrow: Bool { !query.text.isEmpty || query.room != nil }

        var address: String {
            Site.plants.with([
                "q": query.text.isEmpty ? nil : query.text, "room": query.room,
                "sort": query.order == .name ? "name" : nil, "view": isList ? "list" : nil,
                "archived": isArchived ? "yes" : nil, "page": page == 1 ? nil : String(page),
            ])
        }

        func with(_ change: (inout Query) -> Void) -> Query {
            var changed = self
            change(&changed)
            return changed
        }
    }

    let pageQuery: Query
    /// The plants of the page.
    let plants: [Plant]
    /// The number of plants that the query fits.
    let found: Int
    /// The number of plants that are not archived.
    let total: Int
    var rooms: [Room] = []
    var hasArchived = false
    /// The next chore of each plant.
    var next: [Plant.ID: AgendaItem] = [:]
    var clock: WallClock?
    /// The removed plants that can be restored, the last one first.
    var removed: [RemovedPlant] = []
    /// The identifier of the plant that was just removed.
    var justRemoved: String?

    var context: Page {
        Page(
            count: String(pageQuery.isArchived ? found : total),
            isEmpty: total == 0 && !pageQuery.isArchived && !hasArchived,
            nothingFound: plants.isEmpty && pageQuery.isNarrow,
            noneLeft: plants.isEmpty && !pageQuery.isNarrow && !pageQuery.isArchived && hasArchived,
            noneArchived: plants.isEmpty && !pageQuery.isNarrow && pageQuery.isArchived,
            grid: !pageQuery.isList, list: pageQuery.isList, query: pageQuery.query.text,
            hasQuery: !pageQuery.query.text.isEmpty,
            gridHref: pageQuery.with { $0.isList = false }.address,
            listHref: pageQuery.with { $0.isList = true }.address,
            sortNewestHref: sorted(.newest), sortNameHref: sorted(.name),
            sortedByNewest: pageQuery.query.order == .newest, sortedByName: pageQuery.query.order == .name,
            hasRooms: !rooms.isEmpty, archived: pageQuery.isArchived,
            offersArchived: hasArchived && !pageQuery.isArchived,
            rooms: rooms.map {
                RoomChoice(room: $0.name, roomCount: String($0.plants), chosen: $0.name == pageQuery.query.room)
            },
            archivedHref: Site.plants.with(["archived": "yes"]), newHref: Site.newPlant, plants: plants.map(row),
            parts: parts, undo: removed.first { $0.id.rawValue == justRemoved }.map(Self.undo),
            hasRemoved: !removed.isEmpty, removedCount: String(removed.count), removed: removed.map(removedRow))
    }

    private func sorted(_ order: PlantQuery.Order) -> String {
        pageQuery.with {
            $0.query.order = order
            $0.page = 1
        }.address
    }

    /// The links to other parts of a long list; nil if it has one part.
    private var parts: Parts? {
        guard found > Query.size else { return nil }
        let (first, last) = (pageQuery.query.offset + 1, pageQuery.query.offset + plants.count)
        func link(_ page: Int) -> String? {
            (1...((found + Query.size - 1) / Query.size)).contains(page)
                ? pageQuery.with { $0.page = page }.address : nil
        }
        return Parts(
            shown: localized("\(first, "first") to \(last, "last") of \(found, "count") plants"),
            previous: link(pageQuery.page - 1).map { Part(href: $0) },
            next: link(pageQuery.page + 1).map { Part(href: $0) })
    }

    private static func undo(_ plant: RemovedPlant) -> UndoRemoval {
        let name = plant.name
        return UndoRemoval(
            text: localized("\(name, "plant") was removed."), undoAction: Site.restorePlant(plant.id))
    }

    private func removedRow(_ plant: RemovedPlant) -> RemovedRow {
        func day(_ time: Date) -> String {
            clock.map { Wording.date($0.zone.day(at: time)) } ?? Wording.shortDay(time)
        }
        let (removed, end) = (day(plant.removedAt), day(plant.until))
        return RemovedRow(
            removedName: plant.name,
            removedWhen: localized("Removed on \(removed, "day"). You can restore it until \(end, "lastDay")."),
            restoreAction: Site.restorePlant(plant.id))
    }

    private func row(_ plant: Plant) -> Row {
        Row(
            href: Site.plant(plant.id), thumbnail: plant.photographs.first.map(Site.thumbnail) ?? "",
            hasPicture: !plant.photographs.isEmpty, name: plant.name, latin: plant.taxon?.scientificName ?? "",
            family: plant.taxon?.family ?? "", roomName: plant.room ?? "", next: nextWords(plant),
            isLate: next[plant.id]?.status == .overdue,
            added: clock.map { Wording.shortDate($0.zone.day(at: plant.addedAt)) } ?? Wording.shortDay(plant.addedAt),
            drawn: PlantDrawing(of: plant.name, plant.taxon))
    }

    /// Returns a text such as "Water in 3 days" or "Water, 2 days overdue", or the reason of an archived plant.
    private func nextWords(_ plant: Plant) -> String {
        if let archive = plant.archive { return Wording.archived(archive) }
        guard let item = next[plant.id], let today = clock?.day else { return "" }
        let verb = Wording.verb(item.chore.kind, item.chore.title)
        if item.status == .overdue {
            let overdue = Wording.overdue(item.daysOverdue)
            return localized("\(verb, "task"), \(overdue, "overdue")")
        }
        let day = Wording.distance(item.day, from: today)
        return localized("\(verb, "task") \(day, "when")")
    }
}

extension Wording {
    static func word(_ reason: Plant.Archive.Reason) -> String {
        switch reason {
        case .died: localized("Died", context: "why a plant is archived")
        case .sold: localized("Sold", context: "why a plant is archived")
        case .givenAway: localized("Given away", context: "why a plant is archived")
        case .other: localized("Other reason")
        }
    }

    /// Returns a text such as "Given away on 3 May 2026", or "Archived on 3 May 2026" for another reason.
    static func archived(_ archive: Plant.Archive) -> String {
        let day = date(archive.day)
        return switch archive.reason {
        case .died: localized("Died on \(day, "day")")
        case .sold: localized("Sold on \(day, "day")")
        case .givenAway: localized("Given away on \(day, "day")")
        case .other: localized("Archived on \(day, "day")")
        }
    }
}

extension CollectionModel {
    struct RoomChoice: TemplateFields {
        let room: String
        let roomCount: String
        let chosen: Bool
    }

    /// The fields of plants.mustache.
    struct Page: PageFields {
        static let template = "plants"

        let count: String
        let isEmpty: Bool
        let nothingFound: Bool
        let noneLeft: Bool
        let noneArchived: Bool
        let grid: Bool
        let list: Bool
        let query: String
        let hasQuery: Bool
        let gridHref: String
        let listHref: String
        let sortNewestHref: String
        let sortNameHref: String
        let sortedByNewest: Bool
        let sortedByName: Bool
        let hasRooms: Bool
        let archived: Bool
        let offersArchived: Bool
        let rooms: [RoomChoice]
        let archivedHref: String
        let newHref: String
        let plants: [Row]
        let parts: Parts?
        let undo: UndoRemoval?
        let hasRemoved: Bool
        let removedCount: String
        let removed: [RemovedRow]
    }

    struct Parts: TemplateFields {
        let shown: String
        let previous: Part?
        let next: Part?
    }

    struct Part: TemplateFields {
        let href: String
    }

    /// The message about a plant that was just removed.
    struct UndoRemoval: TemplateFields {
        let text: String
        let undoAction: String
    }

    struct RemovedRow: TemplateFields {
        let removedName: String
        let removedWhen: String
        let restoreAction: String
    }

    struct Row: TemplateFields {
        let href: String
        let thumbnail: String
        let hasPicture: Bool
        let name: String
        let latin: String
        let family: String
        let roomName: String
        let next: String
        let isLate: Bool
        let added: String
        let drawn: PlantDrawing
    }
}
