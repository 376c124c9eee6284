import Accounts
import Foundation
import HTTPTypes
import Household
import Hummingbird
import Messages

/// The page of the tokens of the signed-in person, with which programs use the API.
struct TokenPages {
    let sessions: SessionResponses

    private var household: Household { sessions.household }
    private var accounts: AccountDirectory { household.accounts }

    func add(to router: Router<AppRequestContext>) {
        router.on(.get, Site.tokens) { request, context in
            guard let person = context.person else { return Response.seeOther(Site.settings) }
            return try await page(person, note: Self.note(Upload.query(request)["note"]))
        }
        router.on(.post, Site.tokens) { request, context in try await make(request, context) }
        router.on(.post, Site.endToken) { _, context in
            try await accounts.end(Site.endToken.read(context), of: context.signedIn().account.id)
            return Response.seeOther(Site.tokens.with(["note": "ended"]))
        }
        router.on(.post, Site.endAllTokens) { _, context in
            try await accounts.endTokens(of: context.signedIn().account.id)
            return Response.seeOther(Site.tokens.with(["note": "all-ended"]))
        }
    }

    private func make(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let person = try context.signedIn()
        let form = TokenForm(try await Upload.form(request))
        do {
            let made = try await accounts.makeToken(
                named: form.name, scopes: form.scopes, days: Int(form.days) ?? 0, by: person,
                on: context.device(request))
            // The answer to the form itself, so that the secret is at no address.
            var response = sessions.renderer.page(
                NewTokenPage(made), title: localized("New token"), tab: .none, household: household)
            response.headers[.cacheControl] = "no-store"
            return response
        } catch let error as HouseholdError where error.code == .valueRefused && request.wantsPage {
            return try await page(person, form: form, problem: Problem(error))
        } catch let error as HouseholdError where error.code == .signInAgain && request.wantsPage {
            return Response.seeOther(Site.confirmPerson.with(["return": Site.tokens]))
        }
    }

    private func page(
        _ person: SignedIn, form: TokenForm = TokenForm(), note: WordsFields? = nil, problem: Problem? = nil
    ) async throws -> Response {
        sessions.renderer.page(
            TokensPage(
                try await accounts.tokens(of: person.account.id), role: person.account.role, form: form,
                now: household.now(), note: note, problem: problem),
            title: localized("Access for programs"), tab: .none, household: household, status: problem?.status ?? .ok)
    }

    private static func note(_ name: String?) -> WordsFields? {
        switch name {
        case "ended": WordsFields(words: localized("The token is not valid any more."))
        case "all-ended": WordsFields(words: localized("No token is valid any more."))
        default: nil
        }
    }
}

/// What a person typed into the form of a new token.
struct TokenForm {
    var name = ""
    var days = "\(AccessToken.usualDays)"
    var scopes: Set<TokenScope> = [.read]

    init() {}

    init(_ form: [String: String]) {
        name = form["name"] ?? ""
        days = form["days"] ?? ""
        scopes = Set(TokenScope.allCases.filter { form[Self.field($0)] != nil })
    }

    /// The name of the box of a scope.
    static func field(_ scope: TokenScope) -> String { "scope-\(scope.rawValue)" }
}

/// The list of tokens, and the form of a new one.
struct TokensPage: PageFields {
    struct Row: TemplateFields {
        let name: String
        let words: String
        let end: String
        let isOver: Bool
    }

    struct Choice: TemplateFields {
        let field: String
        let word: String
        let about: String
        /// The name of the scope in the list, in the API and in the command.
        let scope: String
        let chosen: Bool
    }

    static let template = "tokens"

    let tokens: [Row]
    let hasTokens: Bool
    let hasSeveral: Bool
    let scopes: [Choice]
    let name: String
    let days: String
    let mostDays: Int
    let note: WordsFields?
    let problem: RefusalFields?

    init(
        _ tokens: [AccessToken], role: Role, form: TokenForm, now: Date, note: WordsFields?, problem: Problem?
    ) {
        self.tokens = tokens.map { token in
            Row(
                name: token.name, words: Self.words(token, now: now), end: Site.endToken(token.id),
                isOver: !token.isValid(at: now))
        }
        hasTokens = !tokens.isEmpty
        hasSeveral = tokens.count > 1
        scopes = TokenScope.useful(to: role).map { scope in
            Choice(
                field: TokenForm.field(scope), word: ScopeWording.word(scope), about: ScopeWording.about(scope, role),
                scope: scope.rawValue, chosen: form.scopes.contains(scope))
        }
        (name, days, mostDays) = (form.name, form.days, AccessToken.days.upperBound)
        self.note = note
        self.problem = problem.map(RefusalFields.init)
    }

    private static func words(_ token: AccessToken, now: Date) -> String {
        let scopes = ScopeWording.list(TokenScope.allCases.filter(token.scopes.contains).map(\.rawValue))
        let (day, end) = (Wording.shortDay(token.createdAt), Wording.shortDay(token.expires))
        let use = token.lastUse.map { Wording.time($0, from: now) }
        return switch (token.isValid(at: now), use) {
        case (true, let use?):
            localized(
                "\(scopes, "scopes"). Made \(day, "day"), last used \(use, "lastUse"), valid until \(end, "lastDay").")
        case (true, nil):
            localized("\(scopes, "scopes"). Made \(day, "day"), never used, valid until \(end, "lastDay").")
        case (false, let use?):
            localized(
                """
                \(scopes, "scopes"). Made \(day, "day"), last used \(use, "lastUse"), was valid until \(end, "lastDay").
                """)
        case (false, nil):
            localized("\(scopes, "scopes"). Made \(day, "day"), never used, was valid until \(end, "lastDay").")
        }
    }
}

/// The page with the secret of a new token, which is shown once.
struct NewTokenPage: PageFields {
    static let template = "new-token"

    let name: String
    let secret: String
    let words: String

    init(_ made: NewToken) {
        name = made.token.name
        secret = made.secret.text
        let scopes = TokenScope.allCases.filter(made.token.scopes.contains).map(\.rawValue)
        let (list, day) = (ScopeWording.list(scopes), Wording.shortDay(made.token.expires))
        words = localized("\(list, "scopes"), until \(day, "day").")
    }
}

/// Texts for scopes.
enum ScopeWording {
    static func word(_ scope: TokenScope) -> String {
        switch scope {
        case .read: localized("Read", context: "scope of a token")
        case .write: localized("Change", context: "scope of a token")
        case .photographs: localized("Photograph", context: "scope of a token")
        case .medicines: localized("Medicines")
        case .admin: localized("Administer", context: "scope of a token")
        }
    }

    static func about(_ scope: TokenScope, _ role: Role) -> String {
        switch scope {
        case .read: localized("Plants, tasks, larder and photos, but no medicines.")
        case .write: localized("Plants, tasks and larder; with Medicines also reminders and calendars.")
        case .photographs: localized("Upload photos and identify plants.")
        case .medicines: localized("Read and change medicines, and log doses.")
        case .admin where role == .owner: localized("Settings, keys of services, exports and metrics. Never people.")
        case .admin: localized("Exports.")
        }
    }

    /// "Scopes: read, write".
    static func list(_ scopes: [String]) -> String {
        let names = scopes.joined(separator: ", ")
        return localized(scopes.count, one: "Scope: \(names, "scopes")", other: "Scopes: \(names, "scopes")")
    }
}
