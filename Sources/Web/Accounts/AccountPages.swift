import Accounts
import Foundation
import HTTPTypes
import Household
import Hummingbird
import Messages

/// The pages of the signed-in person: account, passphrase, devices. In a household without an owner they lead to the
/// settings.
struct AccountPages {
    let sessions: SessionResponses

    private var household: Household { sessions.household }
    private var accounts: AccountDirectory { household.accounts }

    func add(to router: Router<AppRequestContext>) {
        router.on(.get, Site.account) { request, context in
            guard let person = context.person else { return Response.seeOther(Site.settings) }
            let devices = try await accounts.sessions(of: person.account.id)
            let tokens = try await accounts.tokens(of: person.account.id).filter { $0.isValid(at: household.now()) }
            return page(
                AccountPage(
                    person, deviceCount: devices.count, tokenCount: tokens.count,
                    passkeyCount: try await accounts.passkeys(of: person.account.id).count,
                    identities: try await accounts.identities(of: person.account.id),
                    service: accounts.openIDName,
                    usesService: try await accounts.canUseOpenID(person.account.id),
                    hasPassphrase: try await accounts.hasPassphrase(person.account.id),
                    codeCount: try await accounts.recoveryCodeCount(of: person.account.id),
                    network: household.network.status,
                    note: Self.note(Upload.query(request)["note"], tokenCount: tokens.count)),
                title: localized("Your account"))
        }
        router.on(.get, Site.passphrase) { _, context in
            guard let person = context.person else { return Response.seeOther(Site.settings) }
            let hasPassphrase = try await accounts.hasPassphrase(person.account.id)
            guard hasPassphrase || accounts.isFresh(person) else { return Self.confirmFirst }
            return page(PassphrasePage(person, hasPassphrase: hasPassphrase))
        }
        router.on(.post, Site.passphrase) { request, context in try await changePassphrase(request, context) }
        router.on(.get, Site.devices) { request, context in
            guard let person = context.person else { return Response.seeOther(Site.settings) }
            let devices = try await accounts.sessions(of: person.account.id)
            return page(
                DevicesPage(
                    devices, here: person.session, now: household.now(),
                    note: Self.note(Upload.query(request)["note"])),
                title: localized("Devices"))
        }
        router.on(.post, Site.endDevice) { _, context in
            let person = try context.signedIn()
            let session = try Site.endDevice.read(context)
            try await accounts.end(session, of: person.account.id)
            return session == person.session ? sessions.ended(context) : Self.back("ended")
        }
        router.on(.post, Site.endOtherDevices) { _, context in
            let person = try context.signedIn()
            try await accounts.endAll(of: person.account.id, except: person.session)
            return Self.back("others-ended")
        }
        router.on(.post, Site.endAllDevices) { _, context in
            try await accounts.endAll(of: context.signedIn().account.id, except: nil)
            return sessions.ended(context)
        }
    }

    private func changePassphrase(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let person = try context.signedIn()
        let form = try await Upload.form(request)
        let hasPassphrase = try await accounts.hasPassphrase(person.account.id)
        if !hasPassphrase, !accounts.isFresh(person), request.wantsPage { return Self.confirmFirst }
        return try await sessions.refusing(request) { problem in
            page(
                PassphrasePage(person, hasPassphrase: hasPassphrase, problem: RefusalFields(problem)),
                status: problem.status)
        } _: {
            let new = try AccountDirectory.passphrase(form["passphrase"] ?? "")
            let device = context.device(request)
            let session =
                hasPassphrase
                ? try await accounts.changePassphrase(from: form["current"] ?? "", to: new, by: person, on: device)
                : try await accounts.setPassphrase(new, by: person, on: device)
            return try await sessions.begin(
                session, in: context, Response.seeOther(Site.account.with(["note": "passphrase"])))
        }
    }

    private static var confirmFirst: Response {
        Response.seeOther(Site.confirmPerson.with(["return": Site.passphrase]))
    }

    private func page(_ page: PassphrasePage, status: HTTPResponse.Status = .ok) -> Response {
        self.page(page, title: page.heading, status: status)
    }

    private func page(_ page: some PageFields, title: String, status: HTTPResponse.Status = .ok) -> Response {
        sessions.renderer.page(page, title: title, tab: .none, household: household, status: status)
    }

    private static func back(_ note: String) -> Response { Response.seeOther(Site.devices.with(["note": note])) }

    private static var remaining: String {
        localized("Reminders still go to a device until you remove it under Settings, Reminders.")
    }

    private static func note(_ name: String?, tokenCount: Int = 0) -> WordsFields? {
        switch name {
        case "recovered":
            WordsFields(
                words: localized(
                    """
                    The passphrase is set. All other devices are signed out. Passkeys, tokens, guest links and connections \
                    with the sign-in service have ended. If another person used your account, look at three things: who \
                    sees your medicines, which devices and calendars are under Reminders, and your recovery codes.
                    """))
        case "passphrase" where tokenCount > 0:
            WordsFields(
                words: localized(
                    """
                    The passphrase is set. All other devices are signed out. Tokens of programs stay valid, and so do \
                    passkeys and recovery codes: end those that are not yours.
                    """))
        case "passphrase":
            WordsFields(
                words: localized(
                    """
                    The passphrase is set. All other devices are signed out. Passkeys and recovery codes stay valid.
                    """))
        case "ended": WordsFields(words: localized("The device is signed out.") + " " + remaining)
        case "others-ended": WordsFields(words: localized("All other devices are signed out.") + " " + remaining)
        default: nil
        }
    }
}

/// The page of the signed-in person's account.
struct AccountPage: PageFields {
    static let template = "account"

    let name: String
    let role: String
    let devicesWords: String
    let tokensWords: String
    let passkeysWords: String
    /// With whom the account is connected at the sign-in service; nil if there is no service.
    let identitiesWords: String?
    let identitiesHeading: String
    let hasPassphrase: Bool
    /// What a person without a passphrase signs in with.
    let noPassphraseWords: String
    let codesWords: String
    let mayChangeSettings: Bool
    let mayChangePeople: Bool
    let mayMakeGuestLinks: Bool
    /// Whether the server listens in the home network; nil for a person who may not change that.
    let networkWords: String?
    /// True for a person who cannot reach the reminders over the settings page.
    let leadsToReminders: Bool
    let note: WordsFields?

    init(
        _ person: SignedIn, deviceCount: Int, tokenCount: Int, passkeyCount: Int, identities: [OpenIDIdentity],
        service: String?, usesService: Bool, hasPassphrase: Bool, codeCount: Int, network: NetworkStatus,
        note: WordsFields?
    ) {
        name = person.account.name.text
        role = RoleWording.withArticle(person.account.role)
        devicesWords = localized(
            deviceCount, one: "You are signed in on this device only.",
            other: "You are signed in on \(deviceCount, "count") devices.")
        tokensWords =
            tokenCount == 0
            ? localized("No program uses the API in your name.")
            : localized(
                tokenCount, one: "One program has a token for the API.",
                other: "\(tokenCount, "count") programs have tokens for the API.")
        passkeysWords =
            passkeyCount == 0
            ? localized("Sign in with a finger, a face or a PIN of your device instead of the passphrase.")
            : localized(
                passkeyCount, one: "You have one passkey.", other: "You have \(passkeyCount, "count") passkeys.")
        identitiesHeading = service ?? localized("Sign-in service")
        identitiesWords = Self.words(identities, service: service)
        self.hasPassphrase = hasPassphrase
        let ways = SignInWording.onlyWays(hasPasskeys: passkeyCount > 0, service: usesService ? service : nil)
        noPassphraseWords = localized("You have none and sign in \(ways, "ways").")
        codesWords = RecoveryWording.count(codeCount)
        mayChangeSettings = person.permits(.settings)
        mayChangePeople = person.permits(.people)
        mayMakeGuestLinks = person.permits(.change)
        networkWords = mayChangeSettings ? NetworkWording.words(network) : nil
        leadsToReminders = !mayChangeSettings && person.permits(.change)
        self.note = note
    }

    private static func words(_ identities: [OpenIDIdentity], service: String?) -> String? {
        if identities.isEmpty {
            return service.map { _ in localized("Sign in through the sign-in service of your home instead.") }
        }
        let names = identities.map(\.name).joined(separator: ", ")
        return localized("Your account is connected with \(names, "persons").")
    }
}

/// The form to change the passphrase.
struct PassphrasePage: PageFields {
    static let template = "passphrase"

    let heading: String
    /// The name for password managers, in a hidden field.
    let name: String
    /// False if the person signs in only with a passkey or through the sign-in service.
    let hasPassphrase: Bool
    let problem: RefusalFields?

    init(_ person: SignedIn, hasPassphrase: Bool, problem: RefusalFields? = nil) {
        heading = hasPassphrase ? localized("Change the passphrase") : localized("Set a passphrase")
        name = person.account.name.text
        self.hasPassphrase = hasPassphrase
        self.problem = problem
    }
}

/// The list of the devices on which a person is signed in.
struct DevicesPage: PageFields {
    struct Row: TemplateFields {
        let name: String
        /// The name, and whether it is this device, for a button that a screen reader announces.
        let whole: String
        let words: String
        let end: String
        let isHere: Bool
    }

    static let template = "devices"

    let devices: [Row]
    let hasOthers: Bool
    let note: WordsFields?

    /// `here` is the session of this request.
    init(_ sessions: [Session], here: Session.ID?, now: Date, note: WordsFields?) {
        devices = sessions.map { session in
            let name = DeviceName.text(session.device.userAgent)
            let isHere = session.id == here
            return Row(
                name: name, whole: isHere ? localized("\(name, "device"), this device") : name,
                words: Self.words(session, now: now), end: Site.endDevice(session.id), isHere: isHere)
        }
        hasOthers = sessions.contains { $0.id != here }
        self.note = note
    }

    private static func words(_ session: Session, now: Date) -> String {
        let start = Wording.time(session.createdAt, from: now)
        let use = Wording.time(session.lastUsedAt, from: now)
        return switch session.device.place {
        case .thisMachine:
            localized("Signed in \(start, "time"), last used \(use, "lastUse"), on the machine of the server.")
        case .localNetwork: localized("Signed in \(start, "time"), last used \(use, "lastUse"), in the home network.")
        case .internet: localized("Signed in \(start, "time"), last used \(use, "lastUse"), over the internet.")
        case .unknown: localized("Signed in \(start, "time"), last used \(use, "lastUse").")
        }
    }
}

/// The account section of the settings page.
struct AccountSummary: TemplateFields {
    let name: String
    let mayChangePeople: Bool

    init(_ person: SignedIn) {
        name = person.account.name.text
        mayChangePeople = person.permits(.people)
    }
}

/// Texts for roles.
enum RoleWording {
    static func withArticle(_ role: Role) -> String {
        switch role {
        case .owner: localized("an owner")
        case .member: localized("a member")
        case .guest: localized("a guest")
        }
    }

    static func word(_ role: Role) -> String {
        switch role {
        case .owner: localized("Owner")
        case .member: localized("Member")
        case .guest: localized("Guest")
        }
    }

    static func invites(_ person: String, _ role: Role) -> String {
        switch role {
        case .owner: localized("\(person, "person") invites you to become an owner.")
        case .member: localized("\(person, "person") invites you to become a member.")
        case .guest: localized("\(person, "person") invites you to become a guest.")
        }
    }

    /// What an invitation link does.
    static func joins(_ role: Role) -> String {
        switch role {
        case .owner: localized("The person who opens it makes an account and becomes an owner.")
        case .member: localized("The person who opens it makes an account and becomes a member.")
        case .guest: localized("The person who opens it makes an account and becomes a guest.")
        }
    }

    /// The words of a button that gives a role.
    static func make(_ role: Role) -> String {
        switch role {
        case .owner: localized("Make an owner")
        case .member: localized("Make a member")
        case .guest: localized("Make a guest")
        }
    }

    static func invitation(_ role: Role) -> String {
        switch role {
        case .owner: localized("Invitation of an owner")
        case .member: localized("Invitation of a member")
        case .guest: localized("Invitation of a guest")
        }
    }

    static func since(_ day: String, _ role: Role) -> String {
        switch role {
        case .owner: localized("Owner since \(day, "day")")
        case .member: localized("Member since \(day, "day")")
        case .guest: localized("Guest since \(day, "day")")
        }
    }

    static func about(_ role: Role) -> String {
        switch role {
        case .owner: localized("Everything, and also settings, keys of services, and people.")
        case .member: localized("Plants, larder, medicines and reminders, but no settings of the household.")
        case .guest:
            localized(
                "Sees plants, tasks and the larder, and takes photos. Changes nothing else, and sees no medicines.")
        }
    }
}
