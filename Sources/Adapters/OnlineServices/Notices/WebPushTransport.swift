import Crypto
package import Foundation
package import HTTPTransport
import HTTPTypes
package import Household
import Messages
import Reminders

/// Sends notices to browsers through their push services (RFC 8030).
package struct WebPushTransport: Sendable {
    private let wire: NoticeHTTP
    private let vapid: VAPID
    private let services: [String]

    /// The push services of the known browsers: Chrome and its derivatives, Firefox, Safari, Edge.
    package static let usualServices = [
        "fcm.googleapis.com", "android.googleapis.com", "push.services.mozilla.com", "push.apple.com",
        "notify.windows.com",
    ]

    /// - `transport` must not log, because a subscription's address is a secret.
    /// - `contact` is the operator's address for services: "mailto:…" or "https://…".
    /// - `services` are the allowed hosts with their subdomains, over https on the default port; or complete origins
    ///   such as "http://127.0.0.1:9123", which are matched exactly.
    package init(
        transport: HTTPTransport, contact: String, services: [String] = usualServices,
        now: @escaping @Sendable () -> Date, clock: any Clock<Duration> = ContinuousClock()
    ) {
        wire = NoticeHTTP(.pushService, transport: transport, now: now, clock: clock)
        vapid = VAPID(contact: contact, now: now)
        self.services = services
    }

    package var noticeTransport: NoticeTransport {
        NoticeTransport(kind: .webPush) { message, address, identity in
            guard case .webPush(let device) = address else {
                throw storedText { NoticeTransport.Failure.refused(localized("This is no browser's subscription.")) }
            }
            try await deliver(message, to: device, identity: identity)
        }
    }

    /// Whether notices may be sent to this address. A subscription contains an address chosen by the client, which
    /// could otherwise make the server send requests into its own network (SSRF).
    package func isAllowed(_ endpoint: String) -> Bool { RemoteAddress(endpoint).map(isAllowed) ?? false }

    /// Whether the address is allowed and the device's key is valid.
    package func accepts(_ device: WebPushSubscription) -> Bool {
        isAllowed(device.endpoint) && (try? P256.KeyAgreement.PublicKey(x963Representation: device.publicKey)) != nil
    }

    private func isAllowed(_ address: RemoteAddress) -> Bool {
        services.contains { service in
            if service.contains("://") { return RemoteAddress(service)?.origin == address.origin }
            let service = service.lowercased()
            guard !service.isEmpty, address.scheme == "https", address.port == nil else { return false }
            return address.host == service || address.host.hasSuffix("." + service)
        }
    }

    private func deliver(_ message: NoticeMessage, to device: WebPushSubscription, identity: [UInt8]) async throws {
        guard let address = RemoteAddress(device.endpoint), isAllowed(address) else {
            throw storedText {
                NoticeTransport.Failure.refused(
                    localized("The push service of this device is not on the list of allowed services."))
            }
        }
        var response = try await send(try Self.payload(message), message, to: device, at: address, identity)
        if response.status == .contentTooLarge {
            let short = try NoticeEncoding.json(Payload(message, letters: Self.shortest))
            response = try await send(short, message, to: device, at: address, identity)
        }
        guard response.isSuccess else { throw storedText { failure(response) } }
    }

    private func send(
        _ payload: [UInt8], _ message: NoticeMessage, to device: WebPushSubscription, at address: RemoteAddress,
        _ identity: [UInt8]
    ) async throws -> HTTPResponse {
        let sealed: [UInt8]
        do {
            sealed = try WebPushSealing.seal(payload, for: device)
        } catch is WebPushSealing.TooLarge {
            throw storedText {
                NoticeTransport.Failure.refused(localized("The notice is too large for a push service."))
            }
        } catch {
            throw storedText {
                NoticeTransport.Failure.refused(
                    localized(
                        """
                        This device's keys cannot be used. Turn notifications off and on again on that device.
                        """))
            }
        }
        guard let authorization = try? vapid.authorization(for: address, signingKey: identity) else {
            throw storedText {
                NoticeTransport.Failure.refused(localized("The house's key for signing its pushes is damaged."))
            }
        }
        return try await wire.post(
            sealed, to: address,
            headers: [
                ("Authorization", authorization), ("Content-Encoding", "aes128gcm"),
                ("Content-Type", "application/octet-stream"), ("TTL", String(Self.life(of: message))),
                ("Urgency", message.isUrgent ? "high" : "normal"), ("Topic", message.tag),
            ])
    }

    /// No service keeps a message for longer than four weeks.
    private static func life(of message: NoticeMessage) -> Int { min(max(0, message.secondsLeft), 28 * 86_400) }

    private func failure(_ response: HTTPResponse) -> NoticeTransport.Failure {
        switch response.status.code {
        case 404, 410: .gone(localized("The browser has given up its notifications."))
        case 413: .refused(localized("The push service finds the notice too large (413)."))
        case 400:
            .refused(
                localized(
                    """
                    The push service cannot make sense of the notice (400). Turn notifications off and on again on that \
                    device.
                    """))
        case 401, 403:
            // Usually the subscription was made with another key; Apple also returns this if it does not accept the
            // contact.
            .refused(
                localized(
                    """
                    The push service does not take this house's signature (\(response.status.code, "status")). Turn \
                    notifications off and on again on that device. If that does not help, look at the contact address in \
                    the settings.
                    """))
        default: wire.failure(response)
        }
    }
}

// MARK: - Payload for the service worker

extension WebPushTransport {
    /// The length of title and body in the last attempt, in letters.
    private static let shortest = 60

    /// The payload with as much of the text as one record can hold.
    private static func payload(_ message: NoticeMessage) throws -> [UInt8] {
        var bytes: [UInt8] = []
        for letters in [.max, 1000, 400, 150, shortest] {
            bytes = try NoticeEncoding.json(Payload(message, letters: letters))
            if bytes.count <= WebPushSealing.largest { break }
        }
        return bytes
    }

    private struct Payload: Encodable {
        struct Action: Encodable {
            let verb: String
            let title: String
            let path: String
        }

        let title: String
        let body: String
        let tag: String
        let path: String
        let actions: [Action]
        let silent: Bool
        let badge: Int
        let at: String
        let sort: String
        let urgent: Bool

        init(_ message: NoticeMessage, letters: Int) {
            title = NoticeEncoding.cut(message.title, letters: letters)
            body = NoticeEncoding.cut(message.body, letters: letters)
            tag = message.tag
            path = message.path
            actions = message.actions.map { .init(verb: $0.verb.rawValue, title: $0.title, path: $0.path) }
            silent = message.isSilent
            badge = message.badge
            at = NoticeEncoding.moment(message.at)
            sort = message.sort.rawValue
            urgent = message.isUrgent
        }
    }
}
