import Accounts
import Foundation
import Household

/// The log of sensitive acts, for owners.
struct AccountLogPage: PageFields {
    struct Row: TemplateFields {
        let words: String
        let when: String
    }

    static let template = "account-log"

    let events: [Row]
    let isLatest: Bool
    /// The address of the next older events; nil if there are none.
    let older: String?

    init(_ page: AccountEventPage, isLatest: Bool, now: Date) {
        self.isLatest = isLatest
        older = page.next.map { Site.accountLog.with(["before": String($0)]) }
        events = page.events.map { event in
            Row(
                words: Self.words(event),
                when: Wording.time(event.at, from: now) + (event.address.map { ", from \($0)" } ?? ""))
        }
    }

    static func words(_ event: AccountEvent) -> String {
        let name = event.name ?? "An unknown name"
        let role = event.role.map(RoleWording.withArticle) ?? "a person"
        let by = event.by ?? name
        return switch event.kind {
        case .setupLinkMade: "A set-up link was made on the machine of the server"
        case .ownerCreated: "\(name) created the owner account"
        case .signedIn: "\(name) signed in"
        case .signInFailed where event.count > 1: "\(name): \(event.count) attempts to sign in failed"
        case .signInFailed: "\(name): an attempt to sign in failed"
        case .signedOut: "\(name) signed out"
        case .sessionEnded: "\(name) signed out another device"
        case .sessionsEnded: "\(name) signed out all other devices"
        case .invited: "\(by) made an invitation for \(role)"
        case .invitationWithdrawn: "\(by) withdrew an invitation"
        case .joined: "\(name) joined as \(role)"
        case .removed: "\(by) removed the account of \(name)"
        case .roleChanged: "\(by) made \(name) \(role)"
        case .passphraseChanged: "\(name) changed the passphrase"
        case .recovered: "\(name) used a recovery code"
        case .resetLinkMade: "A reset link for \(name) was made on the machine of the server"
        case .passphraseReset: "\(name) set a new passphrase with a reset link"
        case .tokenMade where event.address == nil: "A token of \(name) was made on the machine of the server"
        case .tokenMade: "\(name) made a token for a program"
        case .tokenEnded where event.count > 1: "\(event.count) tokens of \(name) were ended"
        case .tokenEnded: "A token of \(name) was ended"
        case .guestLinkMade: "\(by) made a guest link for \(name)"
        case .guestLinkEnded: "\(by) ended the guest link of \(name)"
        case .passkeyUsed: "\(name) signed in with a passkey"
        case .passkeyAdded: "\(name) added a passkey"
        case .passkeyRemoved: "\(name) removed a passkey"
        case .passkeyCopied: "A passkey of \(name) was refused: its counter went back, so a copy of it may exist"
        case .passphraseRemoved: "\(name) removed the passphrase and signs in only with a passkey"
        case .recoveryCodesMade: "\(name) made new recovery codes"
        case .openIDUsed: "\(name) signed in through the sign-in service"
        case .openIDAdded: "\(name) connected the account with the sign-in service as \(event.subject ?? "a person")"
        case .openIDRemoved: "\(name) disconnected the account from the sign-in service"
        case .tokenRefused where event.count > 1: "\(event.count) requests with an unknown token were refused"
        case .tokenRefused: "A request with an unknown token was refused"
        case .networkOpened: "\(name) allowed devices of the home network"
        case .networkClosed: "\(name) blocked devices of the home network"
        case .settingChanged: "\(name) changed a setting: \(event.subject ?? "")"
        case .keySet: "\(name) set a key: \(event.subject ?? "")"
        case .keyRemoved: "\(name) removed a key: \(event.subject ?? "")"
        case .medicinesShared: "\(name) lets another person see medicines and log doses: \(event.subject ?? "")"
        case .medicineShareEnded:
            "\(by) ended the share of the medicines of \(name) with \(event.subject ?? "another person")"
        case .channelAdded: "\(name) added a place that gets notices: \(event.subject ?? "")"
        case .feedAdded: "\(name) made a private calendar: \(event.subject ?? "")"
        case .exported where event.count > 1:
            "\(name) exported \(event.subject ?? "data"), \(event.count) times within an hour"
        case .exported: "\(name) exported \(event.subject ?? "data")"
        case .everythingRemoved where event.count > 1:
            "\(name) removed everything: \(event.subject ?? ""), \(event.count) times within an hour"
        case .everythingRemoved: "\(name) removed everything: \(event.subject ?? "")"
        }
    }
}
