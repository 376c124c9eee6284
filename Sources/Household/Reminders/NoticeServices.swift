package import FoundationEssentials
package import Reminders

/// What a household sends notices with.
package struct NoticeServices: Sendable {
    package let noticeTransports: [Channel.Kind: NoticeTransport]
    package let secretBox: SecretBox
    /// The address under which a person's devices reach this house, without a slash at its end; nothing where nobody
    /// said it. Devices of this very machine know their own.
    package let publicAddress: @Sendable () -> String?
    /// Whether the whole app answers there, because it is an address of this machine; else only what is a secret itself.
    package let showsPages: Bool
    /// Seconds for which a notice that is being sent is nobody else's: how long a dead worker is waited for.
    package let leaseSeconds: Double
    /// Whether anything may be sent there at all: not to whatever a stranger names.
    package let accepts: @Sendable (_ address: Channel.Address) -> Bool

    package init(
        noticeTransports: [NoticeTransport], secretBox: SecretBox, leaseSeconds: Double = 60, showsPages: Bool = false,
        accepts: @escaping @Sendable (_ address: Channel.Address) -> Bool,
        publicAddress: @escaping @Sendable () -> String?
    ) {
        self.noticeTransports = Dictionary(noticeTransports.map { ($0.kind, $0) }) { $1 }
        self.secretBox = secretBox
        self.leaseSeconds = leaseSeconds
        self.showsPages = showsPages
        self.accepts = accepts
        self.publicAddress = publicAddress
    }
}

/// Sends notices over one kind of channel: a closure made by an adapter.
package struct NoticeTransport: Sendable {
    package enum Failure: Error, Sendable, Hashable {
        /// There is no such channel any more; it is forgotten.
        case gone(String)
        /// It will not be taken however often it is tried.
        case refused(String)
        /// Worth another try; after so many seconds where it said so. It is in doubt where nobody answered: what was
        /// sent may have arrived.
        case later(String, retryAfter: Double?, isInDoubt: Bool = false)
    }

    package let kind: Channel.Kind
    /// Sends one notice and returns when the other side has taken it. `identity` is the household's private key for
    /// signing its pushes. Throws `Failure`, or `CancellationError`. What its texts say is shown to people and logged.
    package let deliver:
        @Sendable (_ message: NoticeMessage, _ address: Channel.Address, _ identity: [UInt8]) async throws -> Void

    package init(
        kind: Channel.Kind,
        deliver:
            @escaping @Sendable (_ message: NoticeMessage, _ address: Channel.Address, _ identity: [UInt8]) async throws
            -> Void
    ) {
        self.kind = kind
        self.deliver = deliver
    }
}

/// A notice in words, as a carrier is handed it.
package struct NoticeMessage: Sendable, Hashable {
    /// What can be done from the notice itself.
    package struct Action: Sendable, Hashable {
        package let verb: NoticeVerb
        /// "Done".
        package let title: String
        /// On this house: "/n/…", good for one use, to be posted to without a body.
        package let path: String

        package init(verb: NoticeVerb, title: String, path: String) {
            self.verb = verb
            self.title = title
            self.path = path
        }
    }

    /// The same for every sending of the same notice: up to 32 letters, digits, hyphens and underscores. A later one
    /// takes the place of an earlier one.
    package let tag: String
    package let sort: Reminder.Sort
    package let title: String
    package let body: String
    /// On this house: what is opened when it is tapped.
    package let path: String
    /// As `NoticeServices.publicAddress`, so that others can open `path` and the actions.
    package let publicAddress: String?
    /// What is opened there: `path`, or where pages do not answer outside, a page that holds nothing but this notice;
    /// nothing where there is none.
    package let outsidePath: String?
    package let actions: [Action]
    package let at: Date
    /// From then on it is worth nothing.
    package let until: Date
    /// Seconds until then, now.
    package let secondsLeft: Int
    package let isSilent: Bool
    /// A dose, which is worth waking a sleeping device for.
    package let isUrgent: Bool
    /// Overdue chores.
    package let badge: Int
    /// Now, by the household's clock.
    package let sentAt: Date

    package init(
        tag: String, sort: Reminder.Sort, title: String, body: String, path: String, publicAddress: String?,
        outsidePath: String?, actions: [Action], at: Date, until: Date, secondsLeft: Int, isSilent: Bool,
        isUrgent: Bool, badge: Int,
        sentAt: Date
    ) {
        self.tag = tag
        self.sort = sort
        self.title = title
        self.body = body
        self.path = path
        self.publicAddress = publicAddress
        self.outsidePath = outsidePath
        self.actions = actions
        self.at = at
        self.until = until
        self.secondsLeft = secondsLeft
        self.isSilent = isSilent
        self.isUrgent = isUrgent
        self.badge = badge
        self.sentAt = sentAt
    }
}

/// What can be done from a notice.
package enum NoticeVerb: String, Sendable, CaseIterable {
    case done
    /// Told again in an hour.
    case snooze
}

/// What must not lie open, and what must not be forged. Its own key never leaves the adapter.
package struct SecretBox: Sendable {
    /// Nobody without the key can read or change it; `context` says what it is, and must be the same to open it.
    package let seal: @Sendable (_ bytes: [UInt8], _ context: String) throws -> [UInt8]
    /// Throws `HouseholdError` (`storageFailed`) where it was sealed with another key or for another context.
    package let open: @Sendable (_ sealed: [UInt8], _ context: String) throws -> [UInt8]
    package let random: @Sendable (_ count: Int) -> [UInt8]
    /// HMAC-SHA-256: 32 bytes.
    package let authenticate: @Sendable (_ message: [UInt8], _ key: [UInt8]) -> [UInt8]
    /// SHA-256: 32 bytes.
    package let digest: @Sendable (_ bytes: [UInt8]) -> [UInt8]
    /// A private key on P-256: 32 bytes.
    package let newSigningKey: @Sendable () -> [UInt8]
    /// Its public half: 65 bytes, uncompressed.
    package let publicKey: @Sendable (_ signingKey: [UInt8]) throws -> [UInt8]

    package init(
        seal: @escaping @Sendable (_ bytes: [UInt8], _ context: String) throws -> [UInt8],
        open: @escaping @Sendable (_ sealed: [UInt8], _ context: String) throws -> [UInt8],
        random: @escaping @Sendable (_ count: Int) -> [UInt8],
        authenticate: @escaping @Sendable (_ message: [UInt8], _ key: [UInt8]) -> [UInt8],
        digest: @escaping @Sendable (_ bytes: [UInt8]) -> [UInt8], newSigningKey: @escaping @Sendable () -> [UInt8],
        publicKey: @escaping @Sendable (_ signingKey: [UInt8]) throws -> [UInt8]
    ) {
        self.seal = seal
        self.open = open
        self.random = random
        self.authenticate = authenticate
        self.digest = digest
        self.newSigningKey = newSigningKey
        self.publicKey = publicKey
    }
}
