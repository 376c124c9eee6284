import Accounts
import HTTPTypes
import Household
import Hummingbird
import Messages

/// Sign-in through the sign-in service of the household (OpenID Connect): to sign in, to confirm, to join, and to connect
/// an account.
///
/// A form sends the browser to the service. The page to which the service sends it back changes nothing, as every GET;
/// its form sends the code on, by a script where there is one.
struct OpenIDPages {
    let sessions: SessionResponses

    private var household: Household { sessions.household }
    private var accounts: AccountDirectory { household.accounts }

    func add(to router: Router<AppRequestContext>) {
        addSignIn(to: router)
        addJoin(to: router)
        addIdentities(to: router)
    }

    private func addSignIn(to router: Router<AppRequestContext>) {
        // A page that is loaded again.
        router.on(.get, Site.openIDSignIn) { _, _ in Response.seeOther(Site.signIn) }
        router.on(.get, Site.confirmOpenID) { _, _ in Response.seeOther(Site.confirmPerson) }
        router.on(.get, Site.connectIdentity) { _, _ in Response.seeOther(Site.identities) }
        for address in [Site.openIDInvitation, Site.openIDJoin] {
            router.on(.get, address) { _, context in Response.seeOther(Site.invitation(try address.read(context))) }
        }
        router.on(.post, Site.openIDSignIn) { request, context in
            let back = try await Self.back(request, or: Site.today)
            guard try await accounts.hasOwner() else { throw HouseholdError.signedOut }
            return try await leave(.signIn(back: back), request, context)
        }
        router.on(.post, Site.confirmOpenID) { request, context in
            let back = try await Self.back(request, or: Site.account)
            guard let session = try context.signedIn().session else { throw HouseholdError.notPermitted }
            return try await leave(.confirm(session, back: back), request, context)
        }
        router.on(.get, Site.openIDCallback) { request, _ in
            let query = Upload.query(request)
            guard query["state"] != nil || query["error"] != nil, let service = accounts.openIDName else {
                return Response.seeOther(Site.signIn)
            }
            return sessions.renderer.doorPage(
                OpenIDReturnPage(
                    service: service, code: query["code"] ?? "", state: query["state"] ?? "",
                    error: query["error"] ?? "",
                    issuer: query["iss"] ?? ""), title: localized("Continue"))
        }
        router.on(.post, Site.openIDCallback) { request, context in try await finish(request, context) }
    }

    private func addJoin(to router: Router<AppRequestContext>) {
        router.on(.post, Site.openIDInvitation) { request, context in
            let secret = try Site.openIDInvitation.read(context)
            return try await leave(.join(invitation: secret), request, context)
        }
        router.on(.post, Site.openIDJoin) { request, context in try await join(request, context) }
    }

    private func addIdentities(to router: Router<AppRequestContext>) {
        router.on(.get, Site.identities) { request, context in
            guard let person = context.person else { return Response.seeOther(Site.settings) }
            return try await identities(person, note: note(Upload.query(request)["note"]))
        }
        router.on(.post, Site.identities) { request, context in
            guard let session = try context.signedIn().session else { throw HouseholdError.notPermitted }
            return try await leave(.connect(session), request, context)
        }
        router.on(.post, Site.connectIdentity) { request, context in
            let person = try context.signedIn()
            let form = try await Upload.form(request)
            return try await refusing(request) { problem in
                try await identities(person, problem: problem)
            } _: {
                try await accounts.connect(form["proof"] ?? "", by: person, on: context.device(request))
                var response = Response.seeOther(Site.identities.with(["note": "connected"]))
                response.headers.append(OpenIDCookie.removal(on: context.connection))
                return response
            }
        }
        router.on(.post, Site.removeIdentity) { request, context in
            let person = try context.signedIn()
            return try await refusing(request) { problem in
                try await identities(person, problem: problem)
            } _: {
                try await accounts.remove(
                    Site.removeIdentity.read(context), by: person, at: context.passkeySite,
                    on: context.device(request))
                return Response.seeOther(Site.identities.with(["note": "disconnected"]))
            }
        }
    }

    private static func back(_ request: Request, or home: String) async throws -> String {
        ReturnAddress(try await Upload.form(request)["return"], or: home).text
    }

    // MARK: - To the service

    /// Answers with a page that leads to the service, and with the ticket. The page, and not a redirect: the Content
    /// Security Policy lets forms lead to this site only, and Chromium applies that to redirects, too.
    private func leave(
        _ purpose: OpenIDPurpose, _ request: Request, _ context: AppRequestContext
    ) async throws -> Response {
        try await refusing(request) { problem in
            try await page(problem, for: purpose, context)
        } _: {
            let (address, ticket) = try await accounts.openIDRequest(
                for: purpose, by: context.person, at: context.connection.openIDSite())
            var response = sessions.renderer.doorPage(
                OpenIDLeavePage(service: accounts.openIDName ?? "", address: address), title: localized("Continue"))
            if let name = HTTPField.Name("Refresh") { response.headers[name] = "0; url=\(address)" }
            response.headers.append(OpenIDCookie.set(ticket, on: context.connection))
            return response
        }
    }

    // MARK: - Back from the service

    private func finish(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let form = try await Upload.form(request)
        let presented = OpenIDCookie.values(request.headers, on: context.connection)
        var purpose: OpenIDPurpose?
        return try await refusing(request) { problem in
            try await page(problem, for: purpose, context)
        } _: {
            let site = try context.connection.openIDSite()
            let isError = form["error"].map { !$0.isEmpty } ?? false
            let state = form["state"] ?? ""
            let ticket = try await accounts.openIDTicket(
                presented, state: isError && state.isEmpty ? nil : state, at: site)
            purpose = ticket.purpose
            let answer = OpenIDAnswer(
                code: form["code"], isError: isError,
                issuer: form["iss"].flatMap { $0.isEmpty ? nil : $0 })
            let outcome = try await accounts.finish(
                ticket, with: answer, by: context.person, at: site, on: context.device(request))
            return try await show(outcome, context)
        }
    }

    private func show(_ outcome: OpenIDOutcome, _ context: AppRequestContext) async throws -> Response {
        let service = accounts.openIDName ?? ""
        switch outcome {
        case .signedIn(let session, let back):
            var response = try await sessions.begin(
                session, in: context, Response.seeOther(ReturnAddress(back).text))
            response.headers.append(OpenIDCookie.removal(on: context.connection))
            return response
        case .connecting(let person, let proof):
            return sessions.renderer.doorPage(
                OpenIDConnectPage(
                    service: service, person: person.name, name: try context.signedIn().account.name.text,
                    proof: proof.text), title: localized("Connect your account"))
        case .joining(let person, let proof, let invitation):
            // The cookie stays: the next form belongs to the same browser.
            return sessions.renderer.doorPage(
                joinPage(person, proof.text, invitation.text), title: localized("Join the household"))
        }
    }

    private func join(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let secret = try Site.openIDJoin.read(context)
        let form = try await Upload.form(request)
        let (name, proof) = (form["name"] ?? "", form["proof"] ?? "")
        let presented = OpenIDCookie.values(request.headers, on: context.connection)
        return try await refusing(request, also: [.nameTaken, .valueRefused]) { problem in
            guard let person = await accounts.person(proof: proof, invitation: secret, tickets: presented) else {
                return try await page(problem, for: .join(invitation: secret), context)
            }
            var page = joinPage(person, proof, secret)
            page.name = name
            page.problem = RefusalFields(problem)
            return sessions.renderer.doorPage(page, title: localized("Join the household"), status: problem.status)
        } _: {
            let (session, codes) = try await accounts.accept(
                secret, name: AccountDirectory.name(name), proof: proof, tickets: presented, by: context.person,
                on: context.device(request))
            // The answer to the form itself, so that the codes are at no address.
            var response = try await sessions.begin(
                session, in: context,
                sessions.renderer.doorPage(
                    NewRecoveryCodesPage(
                        codes: codes.map(\.text), offersPasskey: context.passkeySite != nil, next: Site.today,
                        nextWords: localized("Open Stillroom")),
                    title: localized("Recovery codes")))
            response.headers.append(OpenIDCookie.removal(on: context.connection))
            return response
        }
    }

    private func joinPage(_ person: OpenIDPerson, _ proof: String, _ invitation: String) -> OpenIDJoinPage {
        OpenIDJoinPage(
            action: Site.openIDJoin(invitation), back: Site.invitation(invitation),
            service: accounts.openIDName ?? "", person: person.name, proof: proof)
    }

    // MARK: - Refusals

    /// Performs a form. If the service or its answer is refused, a client that shows pages gets `page` with the reason, and
    /// a program the problem. Such a refusal is no fault of this server and writes no line of its own to the log.
    private func refusing(
        _ request: Request, also codes: Set<HouseholdError.Code> = [], page: (Problem) async throws -> Response,
        _ perform: () async throws -> Response
    ) async throws -> Response {
        do {
            return try await perform()
        } catch let error as HouseholdError
            where Self.refusals.contains(error.code) || (codes.contains(error.code) && request.wantsPage)
        {
            let problem = Problem(error)
            var response = request.wantsPage ? try await page(problem) : problem.json(instance: request.uri.path)
            problem.addFields(to: &response)
            return response
        } catch let error as HouseholdError where error.code == .signInAgain && request.wantsPage {
            return Response.seeOther(Site.confirmPerson.with(["return": Site.identities]))
        }
    }

    private static let refusals: Set<HouseholdError.Code> = [.openIDRefused, .openIDUnavailable, .tooManyAttempts]

    /// The page from which the person came, with the reason; `purpose` is nil if the ticket cannot be read.
    private func page(
        _ problem: Problem, for purpose: OpenIDPurpose?, _ context: AppRequestContext
    ) async throws -> Response {
        switch (purpose, context.person) {
        case (.confirm(_, let back), let person?):
            return try await ConfirmPages(sessions: sessions).page(
                person, context, ReturnAddress(back, or: Site.account), problem)
        case (.connect, let person?): return try await identities(person, problem: problem)
        case (.join(let secret), nil):
            guard let page = try await LinkedAccountPages(sessions: sessions).invitation(secret, problem) else { break }
            return page
        case (.signIn(let back), nil):
            return try await SignInPages(sessions: sessions).page(back: ReturnAddress(back).text, context, problem)
        case (nil, nil):
            return try await SignInPages(sessions: sessions).page(back: Site.today, context, problem)
        default: break
        }
        let retry =
            context.person == nil ? (Site.signIn, localized("Sign in")) : (Site.account, localized("Your account"))
        return sessions.renderer.doorPage(
            ProblemPage(problem, retry: .init(href: retry.0, label: retry.1)), title: problem.title,
            status: problem.status)
    }

    private func identities(
        _ person: SignedIn, note: WordsFields? = nil, problem: Problem? = nil
    ) async throws -> Response {
        let page = IdentitiesPage(
            try await accounts.identities(of: person.account.id), service: accounts.openIDName,
            isFresh: accounts.isFresh(person), now: household.now(), note: note, problem: problem)
        return sessions.renderer.page(
            page, title: page.heading, tab: .none, household: household, status: problem?.status ?? .ok)
    }

    private func note(_ name: String?) -> WordsFields? {
        switch name {
        case "connected": WordsFields(words: localized("Your account is connected."))
        case "disconnected":
            WordsFields(words: localized("Your account is disconnected. Devices that are signed in stay signed in."))
        default: nil
        }
    }
}

extension Connection {
    /// The place to which the sign-in service sends the browser back. Throws `openIDRefused` without TLS on another
    /// machine, and if the client wrote another port than its own: there another program could read the code.
    func openIDSite() throws -> OpenIDSite {
        guard hasOwnPort, isSecure || Loopback.contains(host) else {
            throw HouseholdError(
                .openIDRefused, localized("Under this address you cannot sign in through the sign-in service."),
                detail: "host",
                hint: localized("Open Stillroom with https, or as localhost on the machine itself."))
        }
        return OpenIDSite(origin: origin, redirect: origin + Site.openIDCallback)
    }
}
