package import FoundationEssentials

/// A sensitive act, for the log that an owner reads.
package struct AccountEvent: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case setupLinkMade = "setup-link-made"
        case ownerCreated = "owner-created"
        case signedIn = "signed-in"
        /// A wrong passphrase, code or name; `count` of them at this address within an hour.
        case signInFailed = "sign-in-failed"
        case signedOut = "signed-out"
        /// A device was signed out by another one of the same account.
        case sessionEnded = "session-ended"
        /// All other devices were signed out.
        case sessionsEnded = "sessions-ended"
        case invited
        case invitationWithdrawn = "invitation-withdrawn"
        /// An invitation was accepted.
        case joined
        case removed
        case roleChanged = "role-changed"
        case passphraseChanged = "passphrase-changed"
        /// A recovery code was used.
        case recovered
        case resetLinkMade = "reset-link-made"
        case passphraseReset = "passphrase-reset"
        /// A token for a program was made: by the command if there is no address.
        case tokenMade = "token-made"
        /// Tokens were ended; `count` of them.
        case tokenEnded = "token-ended"
        /// A link for a guest was made; `name` is that of the guest.
        case guestLinkMade = "guest-link-made"
        case guestLinkEnded = "guest-link-ended"
        /// A session began with a passkey.
        case passkeyUsed = "passkey-used"
        case passkeyAdded = "passkey-added"
        case passkeyRemoved = "passkey-removed"
        /// The signature counter of a passkey went back: a copy of its key may exist.
        case passkeyCopied = "passkey-copied"
        /// From now on the person signs in only with a passkey.
        case passphraseRemoved = "passphrase-removed"
        case recoveryCodesMade = "recovery-codes-made"
        /// A session began through the sign-in service (OpenID Connect).
        case openIDUsed = "openid-used"
        /// The account was connected with the sign-in service; `subject` has the name of the person there.
        case openIDAdded = "openid-added"
        case openIDRemoved = "openid-removed"
        /// An unknown token, or one that is over; `count` of them at this address within an hour.
        case tokenRefused = "token-refused"
        /// Devices of the home network were let in.
        case networkOpened = "network-opened"
        case networkClosed = "network-closed"
        /// A setting about what leaves the house was changed; `subject` has its key and its new value.
        case settingChanged = "setting-changed"
        /// The key or the account of a service was set; `subject` names the service.
        case keySet = "key-set"
        case keyRemoved = "key-removed"
        /// A person lets another one see medicines and log doses; `subject` names the other one.
        case medicinesShared = "medicines-shared"
        /// `by` is the other person if that one ended it.
        case medicineShareEnded = "medicine-share-ended"
        /// Notices go to another place from now on; `subject` names it.
        case channelAdded = "channel-added"
        /// A calendar got a secret address; `subject` names it.
        case feedAdded = "feed-added"
        /// `subject` says what.
        case exported
        /// Everything of a kind was removed; `subject` says what.
        case everythingRemoved = "everything-removed"
        /// A backup replaced the data; `subject` is the day on which it was made. There is no name: the accounts are those
        /// of the backup.
        case backupRestored = "backup-restored"
        /// The data before a restore are back.
        case restoreUndone = "restore-undone"
        /// A plant was removed, or one of its photographs; `subject` is the name of the plant.
        case plantRemoved = "plant-removed"
        case photographRemoved = "photograph-removed"
        /// A medicine with its doses was removed. Its name is not in the log, because it can be private.
        case medicineRemoved = "medicine-removed"
        /// A label of a medicine was removed, or its photograph.
        case labelRemoved = "label-removed"
        case labelPhotographRemoved = "label-photograph-removed"
        /// The photograph of a label was sent, after a person agreed to it; `subject` names the service.
        case labelPhotographSent = "label-photograph-sent"
        /// Words of a label, or a question about it, were sent to a model; `subject` is its host.
        case labelWordsSent = "label-words-sent"
    }

    package let at: Date
    package let kind: Kind
    /// The name of the account or of the guest that the event is about; nil if there is none, or if the name that was typed is unknown.
    package let name: String?
    /// The name of the person who did it, if that is another one.
    package let by: String?
    package let role: Role?
    package let address: String?
    package let count: Int
    /// What was changed or exported, as text for people: the name of a service or of a setting; nil for other kinds.
    package let subject: String?

    package init(
        at: Date, kind: Kind, name: String?, by: String? = nil, role: Role? = nil, address: String? = nil,
        count: Int = 1, subject: String? = nil
    ) {
        self.at = at
        self.kind = kind
        self.name = name
        self.by = by
        self.role = role
        self.address = address
        self.count = count
        self.subject = subject
    }
}
