import Accounts
import Foundation
import HTTPTypes
import Household
import Hummingbird
import Messages

/// The pages on which the people of the household make and end links for guests.
struct GuestLinkPages {
    let household: Household
    let renderer: PageRenderer

    func add(to router: Router<AppRequestContext>) {
        router.on(.get, Site.guestLinks) { request, context in
            // Without accounts everything is open on this machine, and a link would have no maker.
            guard let person = context.person else { return Response.seeOther(Site.settings) }
            let isEnded = Upload.query(request)["note"] == "ended"
            return try await page(person, note: isEnded ? WordsFields(words: localized("The link has ended.")) : nil)
        }
        router.on(.post, Site.guestLinks) { request, context in try await make(request, context) }
        router.on(.post, Site.endGuestLink) { _, context in
            try await household.guests.end(Site.endGuestLink.read(context), by: context.signedIn())
            return Response.seeOther(Site.guestLinks.with(["note": "ended"]))
        }
    }

    private func make(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let person = try context.signedIn()
        let form = GuestLinkForm(try await Upload.form(request))
        do {
            let made = try await household.guests.makeLink(
                named: form.name, rooms: form.rooms, days: Int(form.days) ?? 0, by: person, on: context.device(request))
            let services = household.reminders(for: context.viewer).services
            // The answer to the form itself, so that the link is at no address. A damaged certificate does not lose it.
            var response = renderer.page(
                NewGuestLinkPage(
                    made, outside: services.showsPages ? nil : services.publicAddress(),
                    links: try? household.network.links(), origin: context.connection.origin,
                    qrCode: household.network.services.qrCode),
                title: localized("New guest link"), tab: .none, household: household)
            response.headers[.cacheControl] = "no-store"
            return response
        } catch let error as HouseholdError where error.code == .valueRefused && request.wantsPage {
            return try await page(person, form: form, problem: Problem(error))
        } catch let error as HouseholdError where error.code == .signInAgain && request.wantsPage {
            return Response.seeOther(Site.confirmPerson.with(["return": Site.guestLinks]))
        }
    }

    private func page(
        _ person: SignedIn, form: GuestLinkForm = GuestLinkForm(), note: WordsFields? = nil, problem: Problem? = nil
    ) async throws -> Response {
        let rooms = try await household.collection.rooms()
        let inRooms = rooms.reduce(0) { $0 + $1.plants }
        return renderer.page(
            GuestLinksPage(
                try await household.guests.links(by: person), person: person, rooms: rooms.map(\.name),
                hasRoomless: try await household.collection.plantCount() > inRooms, form: form, now: household.now(),
                note: note, problem: problem),
            title: localized("Guest links"), tab: .none, household: household, status: problem?.status ?? .ok)
    }
}

/// What a person typed into the form of a new guest link. The boxes of rooms are `room-0`, `room-1` … with the name of
/// the room as value, which is empty for the plants in no room.
struct GuestLinkForm {
    var name = ""
    var days = "\(GuestLink.usualDays)"
    var isAll = true
    var chosen: Set<String> = []

    var rooms: GuestLink.Rooms { isAll ? .all : .chosen(chosen) }

    init() {}

    init(_ form: [String: String]) {
        name = form["name"] ?? ""
        days = form["days"] ?? ""
        chosen = Set(form.filter { $0.key.hasPrefix(Self.prefix) }.values)
        isAll = form["rooms"] == "all" || form["rooms"] == nil && chosen.isEmpty
    }

    /// The name of the box of a room.
    static func field(_ place: Int) -> String { prefix + String(place) }

    private static let prefix = "room-"
}

/// The list of guest links, and the form of a new one.
struct GuestLinksPage: PageFields {
    struct Row: TemplateFields {
        let name: String
        let words: String
        let end: String
    }

    struct Choice: TemplateFields {
        let field: String
        let value: String
        let word: String
        let chosen: Bool
    }

    static let template = "guest-links"

    let links: [Row]
    let hasLinks: Bool
    let name: String
    let days: String
    let mostDays: Int
    let isAll: Bool
    let isChosen: Bool
    let hasRooms: Bool
    let rooms: [Choice]
    let note: WordsFields?
    let problem: RefusalFields?

    init(
        _ links: [(link: GuestLink, maker: AccountName)], person: SignedIn, rooms: [String], hasRoomless: Bool,
        form: GuestLinkForm, now: Date, note: WordsFields?, problem: Problem?
    ) {
        self.links = links.map { link, maker in
            let words = Self.words(link, now: now)
            let isOwn = link.account == person.account.id
            return Row(
                name: link.name,
                words: isOwn ? words : words + " " + localized("Made by \(maker.text, "person")."),
                end: Site.endGuestLink(link.id))
        }
        hasLinks = !links.isEmpty
        (name, days, mostDays) = (form.name, form.days, GuestLink.days.upperBound)
        let names = rooms + (hasRoomless ? [""] : [])
        // One room alone is no choice.
        hasRooms = names.count > 1
        isAll = form.isAll
        isChosen = !form.isAll
        self.rooms = names.enumerated().map { place, room in
            Choice(
                field: GuestLinkForm.field(place), value: room,
                word: room.isEmpty ? localized("Plants in no room") : room,
                chosen: form.chosen.contains(room))
        }
        self.note = note
        self.problem = problem.map(RefusalFields.init)
    }

    private static func words(_ link: GuestLink, now: Date) -> String {
        let (rooms, end) = (words(link.rooms), Wording.time(link.expires, from: now))
        guard let use = link.lastUse else {
            return localized("\(rooms, "rooms"). Until \(end, "time"), not used yet.")
        }
        let time = Wording.time(use, from: now)
        return localized("\(rooms, "rooms"). Until \(end, "time"), last used \(time, "lastUse").")
    }

    static func words(_ rooms: GuestLink.Rooms) -> String {
        switch rooms {
        case .all: localized("All rooms")
        case .chosen(let rooms): Wording.list(rooms.sorted().map { $0.isEmpty ? localized("plants in no room") : $0 })
        }
    }
}

/// The page with a new guest link, which is shown once.
struct NewGuestLinkPage: PageFields {
    static let template = "new-guest-link"

    let name: String
    let words: String
    let link: String
    let code: QRCodeFields?
    /// The link works under the public name.
    let isOutside: Bool
    /// The link works in the home network.
    let isHome: Bool
    /// Where a device that does not trust this house begins.
    let start: String?
    /// The link works on the machine of the server only.
    let isNear: Bool

    /// `outside` is the public address of the house, `origin` where the person uses this server.
    init(
        _ made: NewGuestLink, outside: String?, links: NetworkLinks?, origin: String,
        qrCode: (String) throws -> QRCode
    ) {
        let house = outside ?? links?.app()
        name = made.link.name
        let (rooms, end) = (GuestLinksPage.words(made.link.rooms), Wording.shortDay(made.link.expires))
        words = localized("\(rooms, "rooms"), until \(end, "day").")
        link = (house ?? origin) + Site.guest(made.secret.text)
        let text = link
        code = house == nil ? nil : (try? qrCode(text)).map { QRCodeFields($0, text: text) }
        isOutside = outside != nil
        isHome = outside == nil && links != nil
        let isPrepared = links.map { !$0.needsTrust || $0.ports.wayIn == nil } ?? true
        start = outside != nil || isPrepared ? nil : links.flatMap { links in links.hosts.first.map(links.start) }
        isNear = house == nil && origin.hasPrefix("http://")
    }
}
