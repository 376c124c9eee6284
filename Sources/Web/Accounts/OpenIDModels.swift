import Accounts
import Foundation
import Household
import Messages

/// The form that sends a browser to the sign-in service.
struct OpenIDWay: TemplateFields {
    let action: String
    let words: String
    /// The page to which the person returns; empty if the form has none.
    let returnAddress: String
}

/// The page that leads a browser to the sign-in service.
struct OpenIDLeavePage: PageFields {
    static let template = "openid-leave"

    let service: String
    let address: String
}

/// The page to which the service sends a browser back. It changes nothing: its form sends what the service gave it.
struct OpenIDReturnPage: PageFields {
    static let template = "openid-return"

    let service: String
    let code: String
    let state: String
    let error: String
    let issuer: String
}

/// The question whether the person of the service is the right one, before the account is connected.
struct OpenIDConnectPage: PageFields {
    static let template = "openid-connect"

    let service: String
    let person: String
    let name: String
    let proof: String
}

/// The form of an invited person who has signed in at the service.
struct OpenIDJoinPage: PageFields {
    static let template = "openid-join"

    let action: String
    /// The page of the invitation.
    let back: String
    let service: String
    let person: String
    let proof: String
    var name = ""
    var problem: RefusalFields?
}

/// The people of the sign-in service with whom an account is connected.
struct IdentitiesPage: PageFields {
    struct Row: TemplateFields {
        let name: String
        let words: String
        let remove: String
    }

    static let template = "identities"

    let heading: String
    let identities: [Row]
    let hasIdentities: Bool
    /// Whether one can be connected now, and whether the person must confirm first.
    let mayConnect: Bool
    let mustConfirm: Bool
    let confirm: String
    /// What people call the service; nil if the household has none.
    let service: String?
    let note: WordsFields?
    let problem: RefusalFields?

    init(
        _ identities: [OpenIDIdentity], service: String?, isFresh: Bool, now: Date, note: WordsFields? = nil,
        problem: Problem? = nil
    ) {
        heading = service ?? localized("Sign-in service")
        self.identities = identities.map { identity in
            Row(
                name: identity.name, words: Self.words(identity, now: now), remove: Site.removeIdentity(identity.id))
        }
        hasIdentities = !identities.isEmpty
        let isPossible = service != nil && identities.count < OpenIDIdentity.limit
        mayConnect = isPossible && isFresh
        mustConfirm = isPossible && !isFresh
        confirm = Site.confirmPerson.with(["return": Site.identities])
        self.service = service
        self.note = note
        self.problem = problem.map(RefusalFields.init)
    }

    private static func words(_ identity: OpenIDIdentity, now: Date) -> String {
        let day = Wording.shortDay(identity.createdAt)
        guard let use = identity.lastUse else {
            return localized("At \(identity.issuer, "service"). Connected \(day, "day"), never used.")
        }
        let time = Wording.time(use, from: now)
        return localized("At \(identity.issuer, "service"). Connected \(day, "day"), last used \(time, "lastUse").")
    }
}

/// Texts about the ways in which a person without a passphrase signs in.
enum SignInWording {
    /// Of a person without a passphrase: "only with a passkey or through Authelia". `service` is nil if the person cannot
    /// use it.
    static func onlyWays(hasPasskeys: Bool, service: String?) -> String {
        switch (hasPasskeys, service) {
        case (true, let service?): localized("only with a passkey or through \(service, "service")")
        case (true, nil): localized("only with a passkey")
        case (false, let service?): localized("only through \(service, "service")")
        case (false, nil): localized("only with a recovery code")
        }
    }

    /// Why a person cannot confirm here. `hosts` are the names for which the passkeys of the person were made.
    static func noWay(hosts: [String]) -> String {
        if hosts.isEmpty {
            return localized(
                """
                You have no passphrase, no passkey, and no sign-in service that is in use. Sign out and use a recovery code.
                """)
        }
        return localized(
            """
            You have no passphrase, and your passkeys work only under: \(hosts.joined(separator: ", "), "hosts"). Open \
            Stillroom under such a name, or sign out and use a recovery code.
            """)
    }
}
