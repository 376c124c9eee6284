package import FoundationEssentials
package import Recognition

/// A way to tell a person of something: the browser of a device, a topic of ntfy, a webhook, or the pages themselves.
package struct Channel: Sendable, Hashable {
    package typealias ID = Identifier<Channel>

    package enum Kind: String, Sendable, Codable, CaseIterable {
        case webPush = "web-push"
        case ntfy
        case webhook
        /// The pages of the app, where somebody has one open; always there.
        case page

        /// Notices that may wait for one such channel, soonest first. Push services keep a bounded number for a device
        /// that is switched off and throw the rest away without a word.
        package var pendingLimit: Int? {
            switch self {
            case .webPush: 64
            case .ntfy, .webhook, .page: nil
            }
        }

        /// Whether it is told by sending; the others are looked at.
        package var isSent: Bool { self != .page }
    }

    /// Where it is reached; kept sealed, because who has it can tell the person anything.
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

        /// The same server with and without a slash at its end is one.
        var tidied: Address {
            guard case .ntfy(var server, let topic, let token) = self else { return self }
            while server.hasSuffix("/") { server.removeLast() }
            return .ntfy(server: server, topic: topic, token: token)
        }

        /// What makes two addresses the same channel, whatever their keys.
        var identity: String {
            switch self {
            case .webPush(let subscription): "web-push \(subscription.endpoint)"
            case .ntfy(let server, let topic, _): "ntfy \(server) \(topic)"
            case .webhook(let url, _): "webhook \(url)"
            case .page: "page"
            }
        }
    }

    package let id: ID
    package let kind: Kind
    /// The person's own: "Kitchen tablet".
    package let name: String
    package let isOn: Bool
    package let addedAt: Date
    /// When something was last sent over it.
    package let toldAt: Date?
    /// Why the last sending failed; nothing where it did not.
    package let failure: String?

    package init(
        id: ID, kind: Kind, name: String, isOn: Bool = true, addedAt: Date, toldAt: Date? = nil,
        failure: String? = nil
    ) {
        self.id = id
        self.kind = kind
        self.name = name
        self.isOn = isOn
        self.addedAt = addedAt
        self.toldAt = toldAt
        self.failure = failure
    }

    package static let nameLimit = 80
    /// Of a household; each costs a little with every change.
    package static let limit = 32
}

/// What a browser gives whoever may push to it (Push API, RFC 8291 §2).
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

/// A channel as it is kept: its address sealed.
package struct StoredChannel: Sendable, Hashable {
    package let channel: Channel
    package let sealedAddress: [UInt8]
    /// Of the address, so that the same device is not there twice.
    package let fingerprint: String

    package init(_ channel: Channel, sealedAddress: [UInt8], fingerprint: String) {
        self.channel = channel
        self.sealedAddress = sealedAddress
        self.fingerprint = fingerprint
    }
}

/// A private calendar that a person's phone reads again and again.
package struct FeedSubscription: Sendable, Hashable {
    package typealias ID = Identifier<FeedSubscription>

    package let id: ID
    /// Whose it is: "Anna's phone".
    package let name: String
    /// The digest of the secret in its address; the secret itself is told once and not kept.
    package let secret: String
    package let hidesMedicines: Bool
    package let addedAt: Date
    package let fetchedAt: Date?

    package init(id: ID, name: String, secret: String, hidesMedicines: Bool, addedAt: Date, fetchedAt: Date? = nil) {
        self.id = id
        self.name = name
        self.secret = secret
        self.hidesMedicines = hidesMedicines
        self.addedAt = addedAt
        self.fetchedAt = fetchedAt
    }
}

extension HouseholdError {
    /// The answer of a store to one channel too many.
    package static func tooManyChannels(_ limit: Int) -> HouseholdError {
        HouseholdError(.channelRefused, "A household has at most \(limit) channels.", hint: "Remove one first.")
    }
}
