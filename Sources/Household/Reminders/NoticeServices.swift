package import FoundationEssentials
package import Reminders

/// The services with which a household sends notices.
package struct NoticeServices: Sendable {
    package let noticeTransports: [Channel.Kind: NoticeTransport]
    package let secretBox: SecretBox
    /// The address of this house for the devices of a person, without a slash at its end; nil if it is not configured.
    /// Devices on this machine use their own.
    package let publicAddress: @Sendable () -> String?
    /// True if the whole app is available at that address, because it is an address of this machine; otherwise only
    /// secret links are.
    package let showsPages: Bool
    /// The duration of a lease in seconds: when it ends, another worker may send the notice again.
    package let leaseSeconds: Double
    /// Returns true if notices may be sent to the address. Addresses that a stranger could choose are refused.
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
        /// The channel no longer exists; it is removed.
        case gone(String)
        /// The notice will not be accepted in later attempts either.
        case refused(String)
        /// To be tried again, after `retryAfter` seconds if requested. It is in doubt if there was no reply, because
        /// the notice may have arrived.
        case later(String, retryAfter: Double?, isInDoubt: Bool = false)
    }

    package let kind: Channel.Kind
    /// Sends one notice and returns when the other side has accepted it. `identity` is the household's private key for
    /// signing its pushes. Throws `Failure`, or `CancellationError`. The texts of a failure are shown to people and
    /// logged.
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

/// The content of a notice, as passed to a transport.
package struct NoticeMessage: Sendable, Hashable {
    /// An action in the notice.
    package struct Action: Sendable, Hashable {
        package let verb: NoticeVerb
        /// "Done".
        package let title: String
        /// A path on this house: "/n/…", valid for one use. The request is a POST without a body.
        package let path: String

        package init(verb: NoticeVerb, title: String, path: String) {
            self.verb = verb
            self.title = title
            self.path = path
        }
    }

    /// The same for every delivery of the same notice: up to 32 letters, digits, hyphens and underscores. A later
    /// delivery replaces an earlier one.
    package let tag: String
    package let sort: Reminder.Sort
    package let title: String
    package let body: String
    /// The page on this house that a tap opens.
    package let path: String
    /// The value of `NoticeServices.publicAddress`, with which others can open `path` and the actions.
    package let publicAddress: String?
    /// The path to open at the public address: `path`, or a page with only this notice if pages are not available
    /// there; nil if there is none.
    package let outsidePath: String?
    package let actions: [Action]
    package let at: Date
    /// The time from which the notice is no longer useful.
    package let until: Date
    /// The seconds until that time, from now.
    package let secondsLeft: Int
    package let isSilent: Bool
    /// True for a dose, which may wake a sleeping device.
    package let isUrgent: Bool
    /// The number of overdue chores.
    package let badge: Int
    /// The current time by the household's clock.
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

/// The actions of a notice.
package enum NoticeVerb: String, Sendable, CaseIterable {
    case done
    /// Repeats the reminder in an hour.
    case snooze
}

/// Encrypts and authenticates secrets. Its own key never leaves the adapter.
package struct SecretBox: Sendable {
    /// Encrypts the bytes with authentication. `context` names their purpose; opening needs the same value.
    package let seal: @Sendable (_ bytes: [UInt8], _ context: String) throws -> [UInt8]
    /// Throws `HouseholdError` (`storageFailed`) if the bytes were sealed with another key or for another context.
    package let open: @Sendable (_ sealed: [UInt8], _ context: String) throws -> [UInt8]
    package let random: @Sendable (_ count: Int) -> [UInt8]
    /// HMAC-SHA-256: 32 bytes.
    package let authenticate: @Sendable (_ message: [UInt8], _ key: [UInt8]) -> [UInt8]
    /// SHA-256: 32 bytes.
    package let digest: @Sendable (_ bytes: [UInt8]) -> [UInt8]
    /// A private key on P-256: 32 bytes.
    package let newSigningKey: @Sendable () -> [UInt8]
    /// The public key of it: 65 bytes, uncompressed.
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
