import Accounts
import Agenda
import Calendar
import Foundation
import Household
import Messages
import Plants
import Recognition

/// The fields of the page of a guest; pure.
struct GuestModel {
    let secret: String
    let link: GuestLink
    let day: GuestVisit.Day
    var units = Units.metric
    /// The plant that the guest wants to photograph.
    var plant: Plant.ID?
    var note: String?
    var problem: Problem?

    var headline: String {
        let count = day.items.count
        return count == 0
            ? localized("No tasks left today")
            : localized(count, one: "1 task to do", other: "\(count, "count") tasks to do")
    }

    var context: Page {
        let chosen = day.plants.first { $0.id == plant }
        let last = Wording.date(day.clock.zone.day(at: link.expires))
        return Page(
            date: Wording.weekday(day.clock.day), headline: headline,
            welcome: localized("Hello \(link.name, "guest"), and thank you. Press Done for each task that you did."),
            until: localized("This link works until \(last, "day")."),
            hasChores: !day.items.isEmpty, chores: day.items.map(chore), hasDone: !day.done.isEmpty,
            done: day.done.map(entry), hasPlants: !day.plants.isEmpty, plants: day.plants.map(choice),
            picture: chosen.map { Picture(name: $0.name, action: Site.guestPhotographs(secret, $0.id)) },
            note: Self.words(note, chosen).map(WordsFields.init), problem: problem.map(RefusalFields.init))
    }

    private func chore(_ item: AgendaItem) -> Chore {
        let why = day.plans[item.chore.id]?.reason(for: item.chore.kind, in: units).map {
            Wording.capitalised($0) + "."
        }
        return Chore(
            what: Wording.verb(item.chore.kind, item.chore.title), icon: item.chore.kind.icon,
            choreNote: item.chore.note, name: item.plant?.name ?? "", room: item.plant?.room ?? "",
            stand: item.status == .overdue ? Wording.overdue(item.daysOverdue) : "",
            isOverdue: item.status == .overdue,
            thumbnail: item.plant?.photograph.map { Site.guestPicture(secret, $0) }, why: why,
            due: item.due.description, action: Site.guestDone(secret, item.chore.id),
            photograph: item.plant.map { photograph($0.id) } ?? "")
    }

    private func entry(_ line: LogLine) -> Entry {
        let what = Wording.past(line.kind, line.title)
        return Entry(
            text: line.plantName.map { localized("\(what, "whatWasDone"): \($0, "plant")") } ?? what,
            icon: line.kind.icon,
            undo: Site.guestUndo(secret, line.entry.number))
    }

    private func choice(_ plant: Plant) -> Choice {
        Choice(name: plant.name, room: plant.room ?? "", href: photograph(plant.id))
    }

    private func photograph(_ plant: Plant.ID) -> String {
        Site.guest(secret).with(["plant": plant.rawValue], at: "photograph")
    }

    private static func words(_ note: String?, _ plant: Plant?) -> String? {
        switch note {
        case "done": localized("Saved. Thank you.")
        case "nothing": localized("This task is already done.")
        case "undone": localized("Undone.")
        case "photographed":
            plant.map { localized("The photo is added to \($0.name, "plant").") } ?? localized("The photo is added.")
        default: nil
        }
    }
}

extension GuestModel {
    /// The fields of guest.mustache.
    struct Page: PageFields {
        static let template = "guest"

        let date: String
        let headline: String
        let welcome: String
        let until: String
        let hasChores: Bool
        let chores: [Chore]
        let hasDone: Bool
        let done: [Entry]
        let hasPlants: Bool
        let plants: [Choice]
        let picture: Picture?
        let note: WordsFields?
        let problem: RefusalFields?
    }

    struct Chore: TemplateFields {
        let what: String
        let icon: String
        let choreNote: String?
        let name: String
        let room: String
        let stand: String
        let isOverdue: Bool
        let thumbnail: String?
        let why: String?
        let due: String
        let action: String
        let photograph: String
    }

    struct Entry: TemplateFields {
        let text: String
        let icon: String
        let undo: String
    }

    struct Choice: TemplateFields {
        let name: String
        let room: String
        let href: String
    }

    struct Picture: TemplateFields {
        let name: String
        let action: String
    }
}
