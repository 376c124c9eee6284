import Accounts
import HTTPTypes
import Household
import Hummingbird
import Messages

/// The pages to sign in, with a passphrase or a recovery code, and the form to sign out.
struct SignInPages {
    let sessions: SessionResponses

    private var accounts: AccountDirectory { sessions.household.accounts }

    func add(to router: Router<AppRequestContext>) {
        router.on(.get, Site.signIn) { request, context in
            let query = Upload.query(request)
            let back = ReturnAddress(query["return"]).text
            guard context.person == nil, try await accounts.hasOwner() else { return Response.seeOther(back) }
            return page(
                SignInPage(
                    returnAddress: back, offersPasskeys: try await offersPasskeys(context), openID: openIDWay(back),
                    note: Self.note(query["note"])))
        }
        router.on(.post, Site.signIn) { request, context in try await signIn(request, context) }
        router.on(.post, Site.passkeySignInOptions) { _, context in
            let site = try context.neededPasskeySite()
            guard try await accounts.hasOwner() else { throw HouseholdError.signedOut }
            return try JSON.response(PasskeyRequestDocument(await accounts.passkeyRequest(at: site)))
        }
        router.on(.post, Site.passkeySignIn) { request, context in
            let site = try context.neededPasskeySite()
            let sent = try await Upload.json(UsedPasskeyDocument.self, request)
            let session = try await accounts.signIn(passkey: sent.assertion, at: site, on: context.device(request))
            // The address is checked again: a request can be made by hand.
            let back = ReturnAddress(sent.return).text
            return try await sessions.begin(session, in: context, JSON.response(PasskeyDone(location: back)))
        }
        router.on(.post, Site.signOut) { _, context in
            if let session = context.person?.session { try await accounts.signOut(session) }
            return sessions.ended(context)
        }
        router.on(.get, Site.recovery) { _, context in
            guard context.person == nil, try await accounts.hasOwner() else { return Response.seeOther(Site.today) }
            return sessions.renderer.doorPage(RecoveryPage(), title: localized("Recover your account"))
        }
        router.on(.post, Site.recovery) { request, context in try await recover(request, context) }
    }

    private func signIn(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let form = try await Upload.form(request)
        let name = form["name"] ?? ""
        // The address is checked again: a form can be made by hand.
        let back = ReturnAddress(form["return"]).text
        let offersPasskeys = try await offersPasskeys(context)
        return try await sessions.refusing(request) { problem in
            page(
                SignInPage(
                    returnAddress: back, offersPasskeys: offersPasskeys, openID: openIDWay(back), name: name,
                    problem: RefusalFields(problem)),
                status: problem.status)
        } _: {
            let session = try await accounts.signIn(
                name: name, passphrase: form["passphrase"] ?? "", on: context.device(request))
            return try await sessions.begin(session, in: context, Response.seeOther(back))
        }
    }

    /// The page to sign in with the reason why another way was refused.
    func page(back: String, _ context: AppRequestContext, _ problem: Problem) async throws -> Response {
        page(
            SignInPage(
                returnAddress: back, offersPasskeys: try await offersPasskeys(context), openID: openIDWay(back),
                problem: RefusalFields(problem)),
            status: problem.status)
    }

    private func openIDWay(_ back: String) -> OpenIDWay? {
        sessions.openIDWay(Site.openIDSignIn, back: back) { localized("Sign in with \($0, "service")") }
    }

    /// Whether any person can sign in with a passkey under the name of this page.
    private func offersPasskeys(_ context: AppRequestContext) async throws -> Bool {
        guard let site = context.passkeySite else { return false }
        return try await accounts.hasPasskeys(at: site)
    }

    private func recover(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let form = try await Upload.form(request)
        let name = form["name"] ?? ""
        return try await sessions.refusing(request) { problem in
            sessions.renderer.doorPage(
                RecoveryPage(name: name, problem: RefusalFields(problem)), title: localized("Recover your account"),
                status: problem.status)
        } _: {
            let session = try await accounts.recover(
                name: name, code: form["code"] ?? "", passphrase: AccountDirectory.passphrase(form["passphrase"] ?? ""),
                on: context.device(request))
            return try await sessions.begin(
                session, in: context, Response.seeOther(Site.account.with(["note": "recovered"])))
        }
    }

    private func page(_ page: SignInPage, status: HTTPResponse.Status = .ok) -> Response {
        sessions.renderer.doorPage(page, title: localized("Sign in"), status: status)
    }

    private static func note(_ name: String?) -> WordsFields? {
        name == "signed-out" ? WordsFields(words: localized("You are signed out.")) : nil
    }
}

/// The page to sign in.
struct SignInPage: PageFields {
    static let template = "sign-in"

    let returnAddress: String
    let offersPasskeys: Bool
    let openID: OpenIDWay?
    var name = ""
    var note: WordsFields?
    var problem: RefusalFields?
}

/// The page to sign in with a recovery code.
struct RecoveryPage: PageFields {
    static let template = "recovery"

    var name = ""
    var problem: RefusalFields?
}
