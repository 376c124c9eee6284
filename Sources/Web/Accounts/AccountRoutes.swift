import Accounts
import HTTPTypes
import Household
import Hummingbird

/// The routes of accounts: before a session, of the signed-in person, and of the people of the household.
struct AccountRoutes {
    let household: Household
    let renderer: PageRenderer

    func add(to router: Router<AppRequestContext>) {
        let sessions = SessionResponses(household: household, renderer: renderer)
        SignInPages(sessions: sessions).add(to: router)
        LinkedAccountPages(sessions: sessions).add(to: router)
        AccountPages(sessions: sessions).add(to: router)
        TokenPages(sessions: sessions).add(to: router)
        PasskeyPages(sessions: sessions).add(to: router)
        ConfirmPages(sessions: sessions).add(to: router)
        OpenIDPages(sessions: sessions).add(to: router)
        RegionPages(household: household, renderer: renderer).add(to: router)
        PeoplePages(household: household, renderer: renderer).add(to: router)
    }
}

/// What the pages of accounts share: the begin and the end of a session.
struct SessionResponses {
    let household: Household
    let renderer: PageRenderer

    /// Adds the cookie of a new session to an answer. The session that this browser had before ends, so that its cookie
    /// is worth nothing any more.
    func begin(_ session: NewSession, in context: AppRequestContext, _ response: Response) async throws -> Response {
        if let earlier = context.person?.session { try await household.accounts.signOut(earlier) }
        var response = response
        response.headers[.setCookie] = SessionCookie.set(
            session.secret.text, expires: session.expires, now: household.now(), on: context.connection)
        return response
    }

    /// The answer after a session has ended: the browser forgets the cookie and everything that it kept of this site.
    func ended(_ context: AppRequestContext) -> Response {
        var response = Response.seeOther(Site.signIn.with(["note": "signed-out"]))
        response.headers[.setCookie] = SessionCookie.removal(on: context.connection)
        if let name = HTTPField.Name("Clear-Site-Data") { response.headers[name] = "\"cache\", \"storage\"" }
        return response
    }

    /// The form that sends a browser to the sign-in service; nil if the household has none. `words` returns the text of its
    /// button for the name of the service.
    func openIDWay(_ action: String, back: String = "", words: (_ service: String) -> String) -> OpenIDWay? {
        household.accounts.openIDName.map {
            OpenIDWay(action: action, words: words($0), returnAddress: back)
        }
    }

    /// Performs a form. If it is refused for a reason that a person can correct, a client that shows pages gets `page`
    /// with the reason.
    func refusing(
        _ request: Request, page: (Problem) -> Response, _ perform: () async throws -> Response
    ) async throws -> Response {
        do {
            return try await perform()
        } catch let error as HouseholdError where Self.correctable.contains(error.code) && request.wantsPage {
            let problem = Problem(error)
            var response = page(problem)
            problem.addFields(to: &response)
            return response
        }
    }

    private static let correctable: Set<HouseholdError.Code> = [
        .signInRefused, .tooManyAttempts, .nameTaken, .valueRefused, .passphraseRefused,
    ]
}
