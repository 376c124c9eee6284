import Accounts
import HTTPTypes
import Household
import Hummingbird
import Messages

/// The page on which a signed-in person gives the passphrase, uses a passkey or signs in at the service once more, before
/// acts that outlive a session; and the recovery codes, which are such an act.
struct ConfirmPages {
    let sessions: SessionResponses

    private var household: Household { sessions.household }
    private var accounts: AccountDirectory { household.accounts }

    func add(to router: Router<AppRequestContext>) {
        router.on(.get, Site.confirmPerson) { request, context in
            guard let person = context.person else { return Response.seeOther(Site.settings) }
            return try await page(person, context, ReturnAddress(Upload.query(request)["return"], or: Site.account))
        }
        router.on(.post, Site.confirmPerson) { request, context in
            let person = try context.signedIn()
            let form = try await Upload.form(request)
            let back = ReturnAddress(form["return"], or: Site.account)
            do {
                let session = try await accounts.confirm(
                    passphrase: form["passphrase"] ?? "", by: person, on: context.device(request))
                return try await sessions.begin(session, in: context, Response.seeOther(back.text))
            } catch let error as HouseholdError
                where [.signInRefused, .tooManyAttempts].contains(error.code) && request.wantsPage
            {
                let problem = Problem(error)
                var response = try await page(person, context, back, problem)
                problem.addFields(to: &response)
                return response
            }
        }
        router.on(.post, Site.confirmPasskeyOptions) { _, context in
            let site = try context.neededPasskeySite()
            let asked = try await accounts.passkeyRequest(by: context.signedIn(), at: site)
            return try JSON.response(PasskeyRequestDocument(asked))
        }
        router.on(.post, Site.confirmPasskey) { request, context in
            let person = try context.signedIn()
            let site = try context.neededPasskeySite()
            let sent = try await Upload.json(UsedPasskeyDocument.self, request)
            let session = try await accounts.confirm(
                passkey: sent.assertion, by: person, at: site, on: context.device(request))
            let back = ReturnAddress(sent.return, or: Site.account).text
            return try await sessions.begin(session, in: context, JSON.response(PasskeyDone(location: back)))
        }
        router.on(.get, Site.recoveryCodes) { _, context in
            guard let person = context.person else { return Response.seeOther(Site.settings) }
            let count = try await accounts.recoveryCodeCount(of: person.account.id)
            return sessions.renderer.page(
                RecoveryCodesStatePage(
                    words: RecoveryWording.count(count), mayMake: accounts.isFresh(person),
                    confirm: Site.confirmPerson.with(["return": Site.recoveryCodes])),
                title: localized("Recovery codes"), tab: .none, household: household)
        }
        router.on(.post, Site.recoveryCodes) { request, context in
            let person = try context.signedIn()
            do {
                let codes = try await accounts.makeRecoveryCodes(by: person, on: context.device(request))
                // The answer to the form itself, so that the codes are at no address.
                return sessions.renderer.doorPage(
                    NewRecoveryCodesPage(
                        codes: codes.map(\.text), offersPasskey: false, next: Site.account,
                        nextWords: localized("Your account")),
                    title: localized("Recovery codes"))
            } catch let error as HouseholdError where error.code == .signInAgain && request.wantsPage {
                return Response.seeOther(Site.confirmPerson.with(["return": Site.recoveryCodes]))
            }
        }
    }

    /// The page to confirm, for a return to `back`.
    func page(
        _ person: SignedIn, _ context: AppRequestContext, _ back: ReturnAddress, _ problem: Problem? = nil
    ) async throws -> Response {
        let passkeys = try await accounts.passkeys(of: person.account.id)
        let hasPassphrase = try await accounts.hasPassphrase(person.account.id)
        let isUsable = passkeys.contains { $0.host == context.passkeySite?.host }
        let isConnected = try await accounts.canUseOpenID(person.account.id)
        let noWay = SignInWording.noWay(hosts: Set(passkeys.map(\.host)).sorted())
        return sessions.renderer.page(
            ConfirmPage(
                returnAddress: back.text, name: person.account.name.text, hasPassphrase: hasPassphrase,
                offersPasskeys: isUsable,
                openID: isConnected ? openIDWay(back) : nil,
                elsewhere: hasPassphrase || isUsable || isConnected ? nil : WordsFields(words: noWay),
                problem: problem.map(RefusalFields.init)),
            title: localized("Confirm that it is you"), tab: .none, household: household,
            status: problem?.status ?? .ok)
    }

    private func openIDWay(_ back: ReturnAddress) -> OpenIDWay? {
        sessions.openIDWay(Site.confirmOpenID, back: back.text) { localized("Confirm with \($0, "service")") }
    }
}

/// The form with which a person confirms.
struct ConfirmPage: PageFields {
    static let template = "confirm-person"

    let returnAddress: String
    /// The name for password managers, in a hidden field.
    let name: String
    let hasPassphrase: Bool
    /// Whether a passkey of the person works under the name of this page.
    let offersPasskeys: Bool
    /// The form that leads to the sign-in service; nil if the person cannot use it.
    let openID: OpenIDWay?
    /// Why the person cannot confirm here, and where it is possible.
    let elsewhere: WordsFields?
    let problem: RefusalFields?
}

/// How many recovery codes are left, and the form that makes new ones.
struct RecoveryCodesStatePage: PageFields {
    static let template = "recovery-codes-state"

    let words: String
    let mayMake: Bool
    let confirm: String
}

/// The page with recovery codes that are shown once: of an invited person, and new ones.
struct NewRecoveryCodesPage: PageFields {
    static let template = "new-recovery-codes"

    let codes: [String]
    let offersPasskey: Bool
    let next: String
    let nextWords: String
}
