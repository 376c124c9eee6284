import Accounts
import Foundation
import HTTPTypes
import Household
import Hummingbird

/// The pages of the signed-in person: account, passphrase, devices. In a household without an owner they lead to the
/// settings.
struct AccountPages {
    let door: Door

    private var household: Household { door.household }
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
                title: "Your account")
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
                title: "Devices")
        }
        router.on(.post, Site.endDevice) { _, context in
            let person = try context.signedIn()
            let session = try Site.endDevice.read(context)
            try await accounts.end(session, of: person.account.id)
            return session == person.session ? door.ended(context) : Self.back("ended")
        }
        router.on(.post, Site.endOtherDevices) { _, context in
            let person = try context.signedIn()
            try await accounts.endAll(of: person.account.id, except: person.session)
            return Self.back("others-ended")
        }
        router.on(.post, Site.endAllDevices) { _, context in
            try await accounts.endAll(of: context.signedIn().account.id, except: nil)
            return door.ended(context)
        }
    }

    private func changePassphrase(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let person = try context.signedIn()
        let form = try await Upload.form(request)
        let hasPassphrase = try await accounts.hasPassphrase(person.account.id)
        if !hasPassphrase, !accounts.isFresh(person), request.wantsPage { return Self.confirmFirst }
        return try await door.refusing(request) { problem in
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
            return try await door.begin(
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
        door.renderer.page(page, title: title, tab: .none, household: household, status: status)
    }

    private static func back(_ note: String) -> Response { Response.seeOther(Site.devices.with(["note": note])) }

    private static let remaining = "Reminders still go to a device until you remove it under Settings, Reminders."

    private static func note(_ name: String?, tokenCount: Int = 0) -> WordsFields? {
        switch name {
        case "recovered":
            WordsFields(
                words:
                    "The passphrase is set. All other devices are signed out. Passkeys, tokens, guest links and "
                    + "connections with the sign-in service have ended. "
                    + "If another person used your account, look at three things: who sees your medicines, which devices "
                    + "and calendars are under Reminders, and your recovery codes.")
        case "passphrase" where tokenCount > 0:
            WordsFields(
                words:
                    "The passphrase is set. All other devices are signed out. Tokens of programs stay valid, and so do "
                    + "passkeys and recovery codes: end those that are not yours.")
        case "passphrase":
            WordsFields(
                words:
                    "The passphrase is set. All other devices are signed out. Passkeys and recovery codes stay valid.")
        case "ended": WordsFields(words: "The device is signed out. " + remaining)
        case "others-ended": WordsFields(words: "All other devices are signed out. " + remaining)
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
        devicesWords =
            deviceCount == 1 ? "You are signed in on this device only." : "You are signed in on \(deviceCount) devices."
        tokensWords =
            switch tokenCount {
            case 0: "No program uses the API in your name."
            case 1: "One program has a token for the API."
            default: "\(tokenCount) programs have tokens for the API."
            }
        passkeysWords =
            switch passkeyCount {
            case 0: "Sign in with a finger, a face or a PIN of your device instead of the passphrase."
            case 1: "You have one passkey."
            default: "You have \(passkeyCount) passkeys."
            }
        identitiesHeading = service ?? "Sign-in service"
        identitiesWords =
            service == nil && identities.isEmpty
            ? nil
            : identities.isEmpty
                ? "Sign in through the sign-in service of your home instead."
                : "Your account is connected with \(identities.map(\.name).joined(separator: ", "))."
        self.hasPassphrase = hasPassphrase
        noPassphraseWords =
            "You have none and sign in "
            + SignInWording.onlyWays(hasPasskeys: passkeyCount > 0, service: usesService ? service : nil) + "."
        codesWords = RecoveryWording.count(codeCount)
        mayChangeSettings = person.permits(.settings)
        mayChangePeople = person.permits(.people)
        mayMakeGuestLinks = person.permits(.change)
        networkWords = mayChangeSettings ? NetworkWording.words(network) : nil
        leadsToReminders = !mayChangeSettings && person.permits(.change)
        self.note = note
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
        heading = hasPassphrase ? "Change the passphrase" : "Set a passphrase"
        name = person.account.name.text
        self.hasPassphrase = hasPassphrase
        self.problem = problem
    }
}

/// The list of the devices on which a person is signed in.
struct DevicesPage: PageFields {
    struct Row: TemplateFields {
        let name: String
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
            Row(
                name: DeviceName.text(session.device.userAgent),
                words: "Signed in \(Wording.time(session.createdAt, from: now)), last used "
                    + "\(Wording.time(session.lastUsedAt, from: now))\(Self.place(session.device.place)).",
                end: Site.endDevice(session.id), isHere: session.id == here)
        }
        hasOthers = sessions.contains { $0.id != here }
        self.note = note
    }

    private static func place(_ place: Device.Place) -> String {
        switch place {
        case .thisMachine: ", on the machine of the server"
        case .localNetwork: ", in the home network"
        case .internet: ", over the internet"
        case .unknown: ""
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
        case .owner: "an owner"
        case .member: "a member"
        case .guest: "a guest"
        }
    }

    static func word(_ role: Role) -> String {
        switch role {
        case .owner: "Owner"
        case .member: "Member"
        case .guest: "Guest"
        }
    }

    static func about(_ role: Role) -> String {
        switch role {
        case .owner: "Everything, and also settings, keys of services, and people."
        case .member: "Plants, larder, medicines and reminders, but no settings of the household."
        case .guest: "Plants and tasks, but no medicines."
        }
    }
}
