import Accounts
import Foundation
import HTTPTypes
import Household
import Hummingbird
import Messages

/// The page of the people of the household: accounts, roles and invitations. Only owners use it.
struct PeoplePages {
    let household: Household
    let renderer: PageRenderer

    private var accounts: AccountDirectory { household.accounts }

    func add(to router: Router<AppRequestContext>) {
        router.on(.get, Site.people) { request, context in
            guard let person = context.person else { return Response.seeOther(Site.settings) }
            return try await page(person, note: Self.note(Upload.query(request)["note"]))
        }
        router.on(.get, Site.accountLog) { request, context in
            guard let person = context.person else { return Response.seeOther(Site.settings) }
            let number = Upload.query(request)["before"].flatMap(Int.init)
            let page = try await accounts.events(before: number, by: person)
            return renderer.page(
                AccountLogPage(page, isLatest: number == nil, now: household.now()),
                title: localized("Log of accounts"),
                tab: .none, household: household)
        }
        // The page with a new link has this path. A later GET request for it leads to the people.
        router.on(.get, Site.invitations) { _, _ in Response.seeOther(Site.people) }
        router.on(.post, Site.invitations) { request, context in try await invite(request, context) }
        router.on(.post, Site.withdrawInvitation) { _, context in
            try await accounts.withdraw(Site.withdrawInvitation.read(context), by: context.signedIn())
            return Response.seeOther(Site.people.with(["note": "withdrawn"]))
        }
        router.on(.post, Site.changeRole) { request, context in
            let form = try await Upload.form(request)
            return try await changing(request, context, note: "role") { person, id in
                try await accounts.change(role: Self.role(form), of: id, by: person)
            }
        }
        router.on(.post, Site.removePerson) { request, context in
            try await changing(request, context, note: "removed") { person, id in
                try await accounts.remove(id, by: person)
            }
        }
    }

    /// The roles in the order of the form.
    static let offered: [Role] = [.member, .guest, .owner]

    /// Throws `valueRefused` if the form has no role.
    private static func role(_ form: [String: String]) throws -> Role {
        guard let role = form["role"].flatMap(Role.init(rawValue:)) else {
            throw HouseholdError(
                .valueRefused, localized("The role must be member, guest or owner."),
                hint: localized("Choose a role."))
        }
        return role
    }

    private func invite(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let person = try context.signedIn()
        let form = try await Upload.form(request)
        let role = try Self.role(form)
        let secret: Secret
        do {
            secret = try await accounts.invite(as: role, by: person)
        } catch let error as HouseholdError where error.code == .signInAgain && request.wantsPage {
            return Self.confirming
        }
        // A damaged certificate does not lose the invitation.
        let links = try? household.network.links()
        let path = Site.invitation(secret.text)
        // The answer to the form itself, so that the link is at no address.
        var response = renderer.page(
            InvitationPage(
                path: path, role: role, links: links, origin: context.connection.origin,
                isWelcome: form["next"] == "welcome",
                qrCode: household.network.services.qrCode),
            title: localized("Invitation link"), tab: .none, household: household)
        response.headers[.cacheControl] = "no-store"
        return response
    }

    /// Leads to the page on which the person confirms who it is, and from there back.
    private static var confirming: Response {
        Response.seeOther(Site.confirmPerson.with(["return": Site.people]))
    }

    private func changing(
        _ request: Request, _ context: AppRequestContext, note: String,
        _ change: (SignedIn, Account.ID) async throws -> Void
    ) async throws -> Response {
        let person = try context.signedIn()
        let id = try Site.changeRole.read(context)
        do {
            try await change(person, id)
        } catch let error as HouseholdError where [.lastOwner, .valueRefused].contains(error.code) && request.wantsPage
        {
            return try await page(person, problem: Problem(error))
        } catch let error as HouseholdError where error.code == .signInAgain && request.wantsPage {
            return Self.confirming
        }
        // A person who removed the own account has no session any more.
        return Response.seeOther(Site.people.with(["note": note]))
    }

    private func page(_ person: SignedIn, note: WordsFields? = nil, problem: Problem? = nil) async throws -> Response {
        renderer.page(
            PeoplePage(
                try await accounts.people(), belongings: try await accounts.belongings(by: person),
                invitations: try await accounts.invitations(by: person), viewer: person,
                now: household.now(), note: note, problem: problem),
            title: localized("People"), tab: .none, household: household, status: problem?.status ?? .ok)
    }

    private static func note(_ name: String?) -> WordsFields? {
        switch name {
        case "role": WordsFields(words: localized("The role is changed."))
        case "withdrawn": WordsFields(words: localized("The invitation is withdrawn."))
        case "removed":
            WordsFields(
                words:
                    localized(
                        "The account is removed, with the medicines, labels, devices and calendars of this person."))
        default: nil
        }
    }
}

/// The people of the household.
struct PeoplePage: PageFields {
    struct OtherRole: TemplateFields {
        let role: String
        let changeWords: String

        init(_ role: Role) {
            self.role = role.rawValue
            changeWords = RoleWording.make(role)
        }
    }

    struct Changes: TemplateFields {
        let changeRole: String
        let otherRoles: [OtherRole]
        /// Asked before the person becomes a guest; nil for a guest.
        let guest: OtherRole?
        let remove: String
        /// What is removed with the account.
        let removeWords: String
    }

    struct Row: TemplateFields {
        let name: String
        let words: String
        let isSelf: Bool
        let changes: Changes?
    }

    struct Choice: TemplateFields {
        let value: String
        let word: String
        let about: String
        let chosen: Bool
    }

    struct Open: TemplateFields {
        let title: String
        let words: String
        let withdraw: String
    }

    static let template = "people"

    let people: [Row]
    let hasOpen: Bool
    let open: [Open]
    let roles: [Choice]
    let note: WordsFields?
    let problem: RefusalFields?

    init(
        _ accounts: [Account], belongings: [Account.ID: Belongings], invitations: [Invitation], viewer: SignedIn,
        now: Date, note: WordsFields?,
        problem: Problem?
    ) {
        people = accounts.map { account in
            let isSelf = account.id == viewer.account.id
            return Row(
                name: account.name.text,
                words: RoleWording.since(Wording.shortDay(account.createdAt), account.role), isSelf: isSelf,
                changes: isSelf
                    ? nil
                    : Changes(
                        changeRole: Site.changeRole(account.id),
                        otherRoles: [Role.member, .owner].filter { $0 != account.role }.map(OtherRole.init),
                        guest: account.role == .guest ? nil : OtherRole(.guest), remove: Site.removePerson(account.id),
                        removeWords: belongings[account.id].map(Self.words) ?? ""))
        }
        hasOpen = !invitations.isEmpty
        open = invitations.map { invitation in
            let end = Wording.time(invitation.expires, from: now)
            return Open(
                title: RoleWording.invitation(invitation.role),
                words: localized("From \(invitation.from.text, "person"), valid until \(end, "time")"),
                withdraw: Site.withdrawInvitation(invitation.id))
        }
        roles = PeoplePages.offered.map { role in
            Choice(
                value: role.rawValue, word: RoleWording.word(role), about: RoleWording.about(role),
                chosen: role == .member)
        }
        self.note = note
        self.problem = problem.map(RefusalFields.init)
    }

    /// "Removed with the account: 2 medicines and 1 calendar, and the log of their doses."
    static func words(_ belongings: Belongings) -> String {
        let (medicines, labels) = (belongings.medicines, belongings.labels)
        let (channels, calendars) = (belongings.channels, belongings.calendars)
        let parts = [
            (medicines, localized(medicines, one: "1 medicine", other: "\(medicines, "count") medicines")),
            (labels, localized(labels, one: "1 label", other: "\(labels, "count") labels")),
            (channels, localized(channels, one: "1 way of reminding", other: "\(channels, "count") ways of reminding")),
            (calendars, localized(calendars, one: "1 calendar", other: "\(calendars, "count") calendars")),
        ].filter { $0.0 > 0 }.map(\.1)
        return parts.isEmpty
            ? localized("No medicines, devices or calendars belong to this account.")
            : localized("Removed with the account: \(Wording.list(parts), "items"), and the log of their doses.")
    }
}

/// The page with an invitation link, which is shown once. While the server listens in the home network, the link is
/// one for the devices there, and the page also shows QR codes.
struct InvitationPage: PageFields {
    /// Where a device that does not trust this house begins.
    struct Start: TemplateFields {
        let address: String
        /// Nil if the text does not fit into a code.
        let startCode: QRCodeFields?
    }

    static let template = "invitation-link"

    let link: String
    let words: String
    let start: Start?
    let code: QRCodeFields?
    /// The link works on the machine of the server only.
    let isNear: Bool
    /// The link was made in the steps after the first account.
    let isWelcome: Bool

    /// `origin` is where the owner uses this server: "http://localhost:8180".
    init(
        path: String, role: Role, links: NetworkLinks?, origin: String, isWelcome: Bool = false,
        qrCode: (String) throws -> QRCode
    ) {
        self.isWelcome = isWelcome
        func drawn(_ text: String) -> QRCodeFields? { (try? qrCode(text)).map { QRCodeFields($0, text: text) } }
        let house = links?.app()
        link = (house ?? origin) + path
        words = RoleWording.joins(role)
        // A device with the operator's own certificate needs no preparation.
        let isPrepared = links.map { !$0.needsTrust || $0.ports.wayIn == nil } ?? true
        start =
            isPrepared
            ? nil
            : links.flatMap { links in links.hosts.first.map(links.start) }.map {
                Start(address: $0, startCode: drawn($0))
            }
        code = house == nil ? nil : drawn(link)
        isNear = house == nil && origin.hasPrefix("http://")
    }
}
