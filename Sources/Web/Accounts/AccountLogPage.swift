import Accounts
import Foundation
import Household
import Messages

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
            let time = Wording.time(event.at, from: now)
            return Row(
                words: Self.words(event),
                when: event.address.map { localized("\(time, "time"), from \($0, "address")") } ?? time)
        }
    }

    static func words(_ event: AccountEvent) -> String {
        let name = event.name ?? localized("An unknown name")
        let role = event.role.map(RoleWording.withArticle) ?? localized("a person")
        let by = event.by ?? name
        let known = subject(of: event)
        let subject = known ?? ""
        let personThere = known ?? localized("a person")
        let otherPerson = known ?? localized("another person")
        let data = known ?? localized("data", context: "exported")
        let count = max(1, event.count)
        return switch event.kind {
        case .setupLinkMade: localized("A set-up link was made on the machine of the server")
        case .ownerCreated: localized("\(name, "person") created the owner account")
        case .signedIn: localized("\(name, "person") signed in")
        case .signInFailed:
            localized(
                count, one: "\(name, "person"): an attempt to sign in failed",
                other: "\(name, "person"): \(count, "count") attempts to sign in failed")
        case .signedOut: localized("\(name, "person") signed out")
        case .sessionEnded: localized("\(name, "person") signed out another device")
        case .sessionsEnded: localized("\(name, "person") signed out all other devices")
        case .invited: localized("\(by, "person") made an invitation for \(role, "role")")
        case .invitationWithdrawn: localized("\(by, "person") withdrew an invitation")
        case .joined: localized("\(name, "person") joined as \(role, "role")")
        case .removed: localized("\(by, "person") removed the account of \(name, "otherPerson")")
        case .roleChanged: localized("\(by, "person") made \(name, "otherPerson") \(role, "role")")
        case .passphraseChanged: localized("\(name, "person") changed the passphrase")
        case .recovered: localized("\(name, "person") used a recovery code")
        case .resetLinkMade:
            localized("A reset link for \(name, "person") was made on the machine of the server")
        case .passphraseReset: localized("\(name, "person") set a new passphrase with a reset link")
        case .tokenMade where event.address == nil:
            localized("A token of \(name, "person") was made on the machine of the server")
        case .tokenMade: localized("\(name, "person") made a token for a program")
        case .tokenEnded:
            localized(
                count, one: "A token of \(name, "person") was ended",
                other: "\(count, "count") tokens of \(name, "person") were ended")
        case .guestLinkMade: localized("\(by, "person") made a guest link for \(name, "guest")")
        case .guestLinkEnded: localized("\(by, "person") ended the guest link of \(name, "guest")")
        case .passkeyUsed: localized("\(name, "person") signed in with a passkey")
        case .passkeyAdded: localized("\(name, "person") added a passkey")
        case .passkeyRemoved: localized("\(name, "person") removed a passkey")
        case .passkeyCopied:
            localized(
                """
                A passkey of \(name, "person") was refused: its counter went back, so a copy of it may exist
                """)
        case .passphraseRemoved:
            localized("\(name, "person") removed the passphrase and signs in only with a passkey")
        case .recoveryCodesMade: localized("\(name, "person") made new recovery codes")
        case .openIDUsed: localized("\(name, "person") signed in through the sign-in service")
        case .openIDAdded:
            localized(
                """
                \(name, "person") connected the account with the sign-in service as \(personThere, "personThere")
                """)
        case .openIDRemoved: localized("\(name, "person") disconnected the account from the sign-in service")
        case .tokenRefused:
            localized(
                count, one: "A request with an unknown token was refused",
                other: "\(count, "count") requests with an unknown token were refused")
        case .networkOpened: localized("\(name, "person") allowed devices of the home network")
        case .networkClosed: localized("\(name, "person") blocked devices of the home network")
        case .settingChanged: localized("\(name, "person") changed a setting: \(subject, "setting")")
        case .keySet: localized("\(name, "person") set a key: \(subject, "service")")
        case .keyRemoved: localized("\(name, "person") removed a key: \(subject, "service")")
        case .medicinesShared:
            localized(
                "\(name, "person") lets another person see medicines and log doses: \(subject, "otherPerson")")
        case .medicineShareEnded:
            localized(
                """
                \(by, "person") ended the share of the medicines of \(name, "owner") with \
                \(otherPerson, "otherPerson")
                """)
        case .channelAdded:
            localized("\(name, "person") added a place that gets notices: \(subject, "channel")")
        case .feedAdded: localized("\(name, "person") made a private calendar: \(subject, "calendar")")
        case .exported:
            localized(
                count, one: "\(name, "person") exported \(data, "data")",
                other: """
                    \(name, "person") exported \(data, "data"), \
                    \(count, "count") times within an hour
                    """)
        case .everythingRemoved:
            localized(
                count, one: "\(name, "person") removed everything: \(subject, "data")",
                other: """
                    \(name, "person") removed everything: \(subject, "data"), \
                    \(count, "count") times within an hour
                    """)
        case .backupRestored: localized("A backup of \(subject, "day") was restored")
        case .restoreUndone: localized("The data before a restore were brought back")
        case .plantRemoved:
            localized(
                count, one: "\(name, "person") removed the plant \(subject, "plant")",
                other: "\(name, "person") removed \(count, "count") plants with the name \(subject, "plant")")
        case .photographRemoved:
            localized(
                count, one: "\(name, "person") removed a photo of the plant \(subject, "plant")",
                other: "\(name, "person") removed \(count, "count") photos of the plant \(subject, "plant")")
        case .medicineRemoved:
            localized(
                count, one: "\(name, "person") removed a medicine with its doses",
                other: "\(name, "person") removed \(count, "count") medicines with their doses")
        case .labelRemoved:
            localized(
                count, one: "\(name, "person") removed a medicine label",
                other: "\(name, "person") removed \(count, "count") medicine labels")
        case .labelPhotographRemoved:
            localized(
                count, one: "\(name, "person") removed the photo of a medicine label",
                other: "\(name, "person") removed \(count, "count") photos of medicine labels")
        case .labelPhotographSent:
            localized(
                count, one: "\(name, "person") agreed to send the photo of a medicine label to \(subject, "service")",
                other: """
                    \(name, "person") agreed to send \(count, "count") photos of medicine labels to \(subject, "service")
                    """)
        case .labelWordsSent:
            localized(
                count, one: "\(name, "person") agreed to send words of a medicine label to \(subject, "service")",
                other: """
                    \(name, "person") agreed to send words of medicine labels to \(subject, "service"), \
                    \(count, "count") times within an hour
                    """)
        }
    }

    /// Returns the subject in the language of the reader. The log stores English words of ours, and names as people wrote
    /// them.
    private static func subject(of event: AccountEvent) -> String? {
        guard let stored = event.subject else { return nil }
        return switch event.kind {
        case .medicinesShared: shared(stored)
        case .exported where stored == AuditMiddleware.plants: localized("the plants", context: "exported")
        case .exported where stored == AuditMiddleware.allMedicines: localized("the medicines", context: "exported")
        case .exported where stored == HouseBackups.logSubject:
            localized("a backup of everything", context: "exported")
        case .everythingRemoved where stored == MedicineCabinet.logSubject:
            localized("medicines", context: "removed")
        default: stored
        }
    }

    /// Returns the subject of a share, a name with one of two endings, in the language of the reader.
    private static func shared(_ stored: String) -> String {
        if let name = stored.before(ending: ", with reminders") {
            return localized("\(name, "person"), with reminders")
        }
        if let name = stored.before(ending: ", without reminders") {
            return localized("\(name, "person"), without reminders")
        }
        return stored
    }
}

extension String {
    /// Returns the text before an ending; nil if it ends otherwise.
    fileprivate func before(ending: String) -> String? {
        hasSuffix(ending) ? String(dropLast(ending.count)) : nil
    }
}
