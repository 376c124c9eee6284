import Accounts
import HTTPTypes
import Household
import Hummingbird
import Messages

/// The pages of the one-time links: set-up of the owner account, invitation, and new passphrase.
struct LinkedAccountPages {
    let sessions: SessionResponses

    private var accounts: AccountDirectory { sessions.household.accounts }

    func add(to router: Router<AppRequestContext>) {
        router.on(.get, Site.setup) { _, context in
            let secret = try Site.setup.read(context)
            guard try await accounts.isSetupLink(secret) else { throw Self.spent }
            return page(.owner(secret))
        }
        router.on(.post, Site.setup) { request, context in try await setUp(request, context) }
        router.on(.get, Site.invitation) { _, context in
            let secret = try Site.invitation.read(context)
            guard let invitation = try await accounts.invitation(secret) else { throw Self.spent }
            return page(.invited(secret, invitation, openID: openIDWay(secret)))
        }
        router.on(.post, Site.invitation) { request, context in try await accept(request, context) }
        router.on(.get, Site.reset) { _, context in
            let secret = try Site.reset.read(context)
            guard try await accounts.isResetLink(secret) else { throw Self.spent }
            return sessions.renderer.doorPage(
                ResetPage(action: Site.reset(secret)), title: localized("Set a new passphrase"))
        }
        router.on(.post, Site.reset) { request, context in try await reset(request, context) }
    }

    /// The reason why a link shows no form. The hint names the commands that make a new one.
    private static var spent: HouseholdError {
        HouseholdError(
            .linkRefused, localized("This link was used already, or it is too old."), detail: "account",
            hint: localized(
                """
                Ask for a new link. On the machine of the server, “stillroom setup-link” prints one as long as there is no \
                owner, and “stillroom accounts reset NAME” prints one that sets a new passphrase.
                """))
    }

    private func setUp(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let secret = try Site.setup.read(context)
        let form = try await Upload.form(request)
        return try await sessions.refusing(request) {
            page(.owner(secret, form["name"] ?? "", $0), status: $0.status)
        } _: {
            let (session, codes) = try await accounts.createOwner(
                secret, name: AccountDirectory.name(form["name"] ?? ""),
                passphrase: AccountDirectory.passphrase(form["passphrase"] ?? ""),
                on: context.device(request))
            // The answer to the form itself, so that the codes are at no address.
            return try await sessions.begin(
                session, in: context,
                sessions.renderer.doorPage(
                    RecoveryCodesPage(codes: codes.map(\.text), offersPasskey: context.passkeySite != nil),
                    title: localized("Recovery codes")))
        }
    }

    private func accept(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let secret = try Site.invitation.read(context)
        let form = try await Upload.form(request)
        guard let invitation = try await accounts.invitation(secret) else { throw Self.spent }
        return try await sessions.refusing(request) {
            page(
                .invited(secret, invitation, form["name"] ?? "", $0, openID: openIDWay(secret)), status: $0.status)
        } _: {
            let (session, codes) = try await accounts.accept(
                secret, name: AccountDirectory.name(form["name"] ?? ""),
                passphrase: AccountDirectory.passphrase(form["passphrase"] ?? ""),
                on: context.device(request))
            return try await sessions.begin(
                session, in: context,
                sessions.renderer.doorPage(
                    NewRecoveryCodesPage(
                        codes: codes.map(\.text), offersPasskey: context.passkeySite != nil, next: Site.today,
                        nextWords: localized("Open Stillroom")),
                    title: localized("Recovery codes")))
        }
    }

    private func reset(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let secret = try Site.reset.read(context)
        let form = try await Upload.form(request)
        return try await sessions.refusing(request) { problem in
            sessions.renderer.doorPage(
                ResetPage(action: Site.reset(secret), problem: RefusalFields(problem)),
                title: localized("Set a new passphrase"),
                status: problem.status)
        } _: {
            let session = try await accounts.reset(
                secret, passphrase: AccountDirectory.passphrase(form["passphrase"] ?? ""), on: context.device(request))
            return try await sessions.begin(
                session, in: context, Response.seeOther(Site.account.with(["note": "recovered"])))
        }
    }

    /// The page of an invitation with the reason why the sign-in service was refused; nil if the link is not valid.
    func invitation(_ secret: String, _ problem: Problem) async throws -> Response? {
        guard let invitation = try await accounts.invitation(secret) else { return nil }
        return page(.invited(secret, invitation, "", problem, openID: openIDWay(secret)), status: problem.status)
    }

    private func openIDWay(_ secret: String) -> OpenIDWay? {
        sessions.openIDWay(Site.openIDInvitation(secret)) { localized("Join with \($0, "service")") }
    }

    private func page(_ page: NewAccountPage, status: HTTPResponse.Status = .ok) -> Response {
        sessions.renderer.doorPage(page, title: page.heading, status: status)
    }
}

/// The form of a new account: of the owner, or of an invited person.
struct NewAccountPage: PageFields {
    static let template = "new-account"

    let heading: String
    let words: String
    let action: String
    let button: String
    let name: String
    /// The form that leads to the sign-in service instead; nil for the owner, and if the household has none.
    let openID: OpenIDWay?
    /// Where the owner restores a backup instead; nil for the others.
    var restore: String?
    let problem: RefusalFields?

    static func owner(_ secret: String, _ name: String = "", _ problem: Problem? = nil) -> Self {
        Self(
            heading: localized("Create the owner account"),
            words: localized(
                "From then on, everyone who uses this household signs in. The owner invites the other people."),
            action: Site.setup(secret), button: localized("Create the account"), name: name,
            openID: nil, restore: Site.setupRestore(secret), problem: problem.map(RefusalFields.init))
    }

    static func invited(
        _ secret: String, _ invitation: Invitation, _ name: String = "", _ problem: Problem? = nil,
        openID: OpenIDWay? = nil
    ) -> Self {
        Self(
            heading: localized("Join the household"),
            words: RoleWording.invites(invitation.from.text, invitation.role),
            action: Site.invitation(secret), button: localized("Join the household"),
            name: name, openID: openID, problem: problem.map(RefusalFields.init))
    }
}

/// The page with the recovery codes of a new owner, which is shown once.
struct RecoveryCodesPage: PageFields {
    static let template = "recovery-codes"

    let codes: [String]
    let offersPasskey: Bool
}

/// The page of a link that sets a new passphrase.
struct ResetPage: PageFields {
    static let template = "reset-passphrase"

    let action: String
    var problem: RefusalFields?
}
