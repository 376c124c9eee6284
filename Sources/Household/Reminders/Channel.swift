package import Accounts
package import FoundationEssentials
import Messages
package import Recognition

/// A way to send notices to a person: the browser of a device, a topic of ntfy, a webhook, or the pages of the app.
package struct Channel: Sendable, Hashable {
    package typealias ID = Identifier<Channel>

    package enum Kind: String, Sendable, Codable, CaseIterable {
        case webPush = "web-push"
        case ntfy
        case webhook
        /// The open pages of the app; this channel always exists.
        case page

        /// The maximum number of waiting notices for one such channel, soonest first. Push services store a bounded
        /// number for a device that is switched off and discard the rest without a report.
        package var pendingLimit: Int? {
            switch self {
            case .webPush: 64
            case .ntfy, .webhook, .page: nil
            }
        }

        /// True if notices are sent over it; pages read theirs.
        package var isSent: Bool { self != .page }
    }

    /// The address of a channel. It is stored sealed, because anyone who has it can send notices to the person.
    package enum Address: Sendable, Hashable, Codable {
        case webPush(WebPushSubscription)
        /// `server` is an address such as https://ntfy.sh.
        case ntfy(server: String, topic: String, token: String?)
        case webhook(url: String, secret: [UInt8])
        case page

        package var kind: Kind {
            switch self {
            case .webPush: .webPush
            case .ntfy: .ntfy
            case .webhook: .webhook
            case .page: .page
            }
        }

        /// The same address without a slash at the end of the server.
        var tidied: Address {
            guard case .ntfy(var server, let topic, let token) = self else { return self }
            while server.hasSuffix("/") { server.removeLast() }
            return .ntfy(server: server, topic: topic, token: token)
        }

        static func identity(ofBrowser endpoint: String) -> String { "web-push \(endpoint)" }

        /// Equal for addresses of the same channel, whatever their keys.
        var identity: String {
            switch self {
            case .webPush(let subscription): Self.identity(ofBrowser: subscription.endpoint)
            case .ntfy(let server, let topic, _): "ntfy \(server) \(topic)"
            case .webhook(let url, _): "webhook \(url)"
            case .page: "page"
            }
        }
    }

    package let id: ID
    package let kind: Kind
    /// The name that the person gave it: "Kitchen tablet".
    package let name: String
    package let isOn: Bool
    package let addedAt: Date
    /// When a notice was last sent over it.
    package let lastSentAt: Date?
    /// Why the last attempt failed; nil if it did not.
    package let failure: String?
    /// Who gets its notices; nil for the household. It carries doses that this account sees.
    package let account: Account.ID?

    package init(
        id: ID, kind: Kind, name: String, isOn: Bool = true, addedAt: Date, lastSentAt: Date? = nil,
        failure: String? = nil, account: Account.ID? = nil
    ) {
        self.id = id
        self.kind = kind
        self.name = name
        self.isOn = isOn
        self.addedAt = addedAt
        self.lastSentAt = lastSentAt
        self.failure = failure
        self.account = account
    }

    /// The name for people: that of the pages in the language of the current task, because its stored one is English.
    package var shownName: String { kind == .page && name == Self.pageName ? kind.words : name }

    /// The stored name of the pages.
    private static let pageName = "In the app"

    package static let nameLimit = 80
    /// The maximum number of channels of a household; each one has a cost with every change.
    package static let limit = 32
}

/// The subscription that a browser returns for push messages (Push API, RFC 8291 §2).
package struct WebPushSubscription: Sendable, Hashable, Codable {
    /// An https address of the push service; a secret of the device.
    package let endpoint: String
    /// The device's public key on P-256: 65 bytes, uncompressed.
    package let publicKey: [UInt8]
    /// 16 bytes shared with the device.
    package let authentication: [UInt8]

    package init(endpoint: String, publicKey: [UInt8], authentication: [UInt8]) {
        self.endpoint = endpoint
        self.publicKey = publicKey
        self.authentication = authentication
    }
}

/// A channel as stored: its address is sealed.
package struct StoredChannel: Sendable, Hashable {
    package let channel: Channel
    package let sealedAddress: [UInt8]
    /// The fingerprint of the address, so that a device is not added twice.
    package let fingerprint: String

    package init(_ channel: Channel, sealedAddress: [UInt8], fingerprint: String) {
        self.channel = channel
        self.sealedAddress = sealedAddress
        self.fingerprint = fingerprint
    }
}

/// A private calendar that a phone reads periodically.
package struct FeedSubscription: Sendable, Hashable {
    package typealias ID = Identifier<FeedSubscription>

    package let id: ID
    /// The name of its user or device: "Anna's phone".
    package let name: String
    /// The digest of the secret in its address; the secret itself is shown once and not stored.
    package let secret: String
    package let hidesMedicines: Bool
    package let addedAt: Date
    package let fetchedAt: Date?
    /// Whose doses it contains; nil for those of the household.
    package let account: Account.ID?

    package init(
        id: ID, name: String, secret: String, hidesMedicines: Bool, addedAt: Date, fetchedAt: Date? = nil,
        account: Account.ID? = nil
    ) {
        self.id = id
        self.name = name
        self.secret = secret
        self.hidesMedicines = hidesMedicines
        self.addedAt = addedAt
        self.fetchedAt = fetchedAt
        self.account = account
    }
}

extension HouseholdError {
    /// The error of a store if a channel would exceed the limit.
    package static func tooManyChannels(_ limit: Int) -> HouseholdError {
        HouseholdError(
            .channelRefused, localized("A household has at most \(limit, "limit") channels."),
            hint: localized("Remove one first."))
    }
}
