import Accounts
import Foundation
import HTTPTypes
import Household
import Hummingbird
import Messages

/// The page of the passkeys of the signed-in person, and what its script asks. In a household without an owner it leads
/// to the settings.
struct PasskeyPages {
    let sessions: SessionResponses

    private var household: Household { sessions.household }
    private var accounts: AccountDirectory { household.accounts }

    func add(to router: Router<AppRequestContext>) {
        router.on(.get, Site.passkeys) { request, context in
            guard let person = context.person else { return Response.seeOther(Site.settings) }
            return try await page(person, context, note: Self.note(Upload.query(request)["note"]))
        }
        router.on(.post, Site.passkeyOptions) { _, context in
            let site = try context.neededPasskeySite()
            let creation = try await accounts.passkeyCreation(by: context.signedIn(), at: site)
            return try JSON.response(PasskeyCreationDocument(creation))
        }
        router.on(.post, Site.passkeys) { request, context in
            let person = try context.signedIn()
            let site = try context.neededPasskeySite()
            let sent = try await Upload.json(NewPasskeyDocument.self, request)
            let device = context.device(request)
            let name = sent.name.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
            _ = try await accounts.add(
                sent.registration, named: name ?? DeviceName.text(device.userAgent), by: person, at: site, on: device)
            let location = Site.passkeys.with(["note": "added"])
            return try JSON.response(PasskeyDone(location: location), status: .created)
        }
        router.on(.post, Site.renamePasskey) { request, context in
            let person = try context.signedIn()
            let form = try await Upload.form(request)
            return try await refusing(request, context) {
                try await accounts.rename(Site.renamePasskey.read(context), to: form["name"] ?? "", by: person)
                return Response.seeOther(Site.passkeys.with(["note": "renamed"]))
            }
        }
        router.on(.post, Site.removePasskey) { request, context in
            let person = try context.signedIn()
            return try await refusing(request, context) {
                try await accounts.remove(Site.removePasskey.read(context), by: person, on: context.device(request))
                return Response.seeOther(Site.passkeys.with(["note": "removed"]))
            }
        }
        router.on(.post, Site.removePassphrase) { request, context in
            let person = try context.signedIn()
            return try await refusing(request, context) {
                let session = try await accounts.removePassphrase(
                    by: person, at: context.passkeySite, on: context.device(request))
                return try await sessions.begin(
                    session, in: context, Response.seeOther(Site.passkeys.with(["note": "only"])))
            }
        }
    }

    private func refusing(
        _ request: Request, _ context: AppRequestContext, _ perform: () async throws -> Response
    ) async throws -> Response {
        do {
            return try await perform()
        } catch let error as HouseholdError
            where [.valueRefused, .passkeyRefused].contains(error.code) && request.wantsPage
        {
            return try await page(context.signedIn(), context, problem: Problem(error))
        } catch let error as HouseholdError where error.code == .signInAgain && request.wantsPage {
            return Response.seeOther(Site.confirmPerson.with(["return": Site.passkeys]))
        }
    }

    private func page(
        _ person: SignedIn, _ context: AppRequestContext, note: WordsFields? = nil, problem: Problem? = nil
    ) async throws -> Response {
        let site = context.passkeySite
        return sessions.renderer.page(
            PasskeysPage(
                try await accounts.passkeys(of: person.account.id), at: site,
                way: site == nil ? PasskeyWay(context.connection, try? household.network.links()) : nil,
                isFresh: accounts.isFresh(person), hasPassphrase: try await accounts.hasPassphrase(person.account.id),
                service: try await accounts.canUseOpenID(person.account.id) ? accounts.openIDName : nil,
                codeCount: try await accounts.recoveryCodeCount(of: person.account.id), now: household.now(),
                note: note, problem: problem),
            title: localized("Passkeys"), tab: .none, household: household, status: problem?.status ?? .ok)
    }

    private static func note(_ name: String?) -> WordsFields? {
        switch name {
        case "added": WordsFields(words: localized("The passkey is added."))
        case "renamed": WordsFields(words: localized("The passkey has its new name."))
        case "removed":
            WordsFields(words: localized("The passkey is removed here. Delete it in the settings of the device, too."))
        case "only":
            WordsFields(
                words: localized(
                    "The passphrase is removed. You sign in only with a passkey. All other devices are signed out."))
        default: nil
        }
    }
}

/// The list of passkeys, and the form of a new one.
struct PasskeysPage: PageFields {
    struct Row: TemplateFields {
        let name: String
        let words: String
        /// Whether it works under the name of this page.
        let isElsewhere: Bool
        let rename: String
        let remove: String
        /// The identifier of the field of the name.
        let field: String
    }

    static let template = "passkeys"

    let passkeys: [Row]
    let hasPasskeys: Bool
    /// The host name for which a new one is made; nil if there is none.
    let host: String?
    /// The reason why none can be made here.
    let way: PasskeyWay?
    /// Whether one can be made now, and whether the person must confirm first.
    let mayAdd: Bool
    let mustConfirm: Bool
    let confirm: String
    /// Whether the passphrase can be removed.
    let mayRemovePassphrase: Bool
    /// What a person without a passphrase signs in with; nil for a person who has one.
    let onlyWords: String?
    let codesWords: String
    let note: WordsFields?
    let problem: RefusalFields?

    init(
        _ passkeys: [Passkey], at site: PasskeySite?, way: PasskeyWay?, isFresh: Bool, hasPassphrase: Bool,
        service: String? = nil, codeCount: Int, now: Date, note: WordsFields?, problem: Problem?
    ) {
        self.passkeys = passkeys.enumerated().map { index, passkey in
            Row(
                name: passkey.name, words: Self.words(passkey, now: now),
                isElsewhere: passkey.host != site?.host, rename: Site.renamePasskey(passkey.id),
                remove: Site.removePasskey(passkey.id), field: "name-\(index + 1)")
        }
        hasPasskeys = !passkeys.isEmpty
        host = site?.host
        self.way = way
        mayAdd = site != nil && isFresh && passkeys.count < Passkey.limit
        mustConfirm = !isFresh && (site != nil || (hasPassphrase && !passkeys.isEmpty))
        confirm = Site.confirmPerson.with(["return": Site.passkeys])
        mayRemovePassphrase = isFresh && hasPassphrase && passkeys.contains { $0.host == site?.host }
        let ways = SignInWording.onlyWays(hasPasskeys: !passkeys.isEmpty, service: service)
        onlyWords = hasPassphrase ? nil : localized("You sign in \(ways, "ways").")
        codesWords = RecoveryWording.count(codeCount)
        self.note = note
        self.problem = problem.map(RefusalFields.init)
    }

    private static func words(_ passkey: Passkey, now: Date) -> String {
        let day = Wording.shortDay(passkey.createdAt)
        let words =
            if let use = passkey.lastUse.map({ Wording.time($0, from: now) }) {
                localized("For \(passkey.host, "host"). Added \(day, "day"), last used \(use, "lastUse").")
            } else {
                localized("For \(passkey.host, "host"). Added \(day, "day"), never used.")
            }
        return passkey.isBackedUp ? words + " " + localized("Copied to your other devices by their maker.") : words
    }
}

/// Why passkeys are not offered under the address of a request, and under which one they are.
struct PasskeyWay: TemplateFields {
    let words: String
    /// The address that offers them; nil if none is known.
    let address: String?

    init(_ connection: Connection, _ links: NetworkLinks?) {
        let known = connection.authority ?? localized("an address")
        if connection.isForwarded, !connection.hasOwnPort {
            words = localized(
                "The port of \(known, "address") is not that of the setting server.public-url, so no passkey is made here."
            )
            address = nil
            return
        }
        words = localized(
            """
            Browsers keep a passkey for a name, such as “localhost” or the name of this machine, and you opened Stillroom \
            as \(known, "address").
            """)
        if Loopback.contains(connection.host) {
            let port = connection.authority.flatMap { $0.hasSuffix("]") ? nil : $0.split(separator: ":").last }
            address = "http://localhost" + (port.flatMap { UInt16($0) }.map { ":\($0)" } ?? "")
        } else {
            address = links?.app()
        }
    }
}

extension AppRequestContext {
    /// The name under which the request reached the server; nil if browsers offer no passkeys there.
    var passkeySite: PasskeySite? {
        // A page of another program at another port gets no challenge for its own origin.
        guard connection.hasOwnPort else { return nil }
        return PasskeySite(host: connection.host, origin: connection.origin, isSecure: connection.isSecure)
    }

    func neededPasskeySite() throws -> PasskeySite {
        guard let passkeySite else { throw HouseholdError(PasskeyFault.wrongHost) }
        return passkeySite
    }
}

/// Texts for recovery codes.
enum RecoveryWording {
    static func count(_ count: Int) -> String {
        count == 0
            ? localized("You have no recovery code that was not used.")
            : localized(
                count, one: "You have one recovery code that was not used.",
                other: "You have \(count, "count") recovery codes that were not used.")
    }
}
