import Crypto
package import Foundation
package import HTTPTransport
import HTTPTypes
package import Household
import Reminders

/// Tells browsers by way of the push services that they are with (RFC 8030).
package struct WebPushTransport: Sendable {
    private let wire: NoticeHTTP
    private let vapid: VAPID
    private let services: [String]

    /// The services of the browsers there are: Chrome and those made of it, Firefox, Safari, Edge.
    package static let usualServices = [
        "fcm.googleapis.com", "android.googleapis.com", "push.services.mozilla.com", "push.apple.com",
        "notify.windows.com",
    ]

    /// The transport is not one that logs, because what it would log is a device's secret. `contact` is whom a service can
    /// write to, "mailto:…" or "https://…". `services` are hosts that may be sent to, and what is below them, over https
    /// on its usual port; or whole origins such as "http://127.0.0.1:9123", which count as they stand.
    package init(
        transport: HTTPTransport, contact: String, services: [String] = usualServices,
        now: @escaping @Sendable () -> Date, clock: any Clock<Duration> = ContinuousClock()
    ) {
        wire = NoticeHTTP(name: "The push service", transport: transport, now: now, clock: clock)
        vapid = VAPID(contact: contact, now: now)
        self.services = services
    }

    package var noticeTransport: NoticeTransport {
        NoticeTransport(kind: .webPush) { message, address, identity in
            guard case .webPush(let device) = address else {
                throw NoticeTransport.Failure.refused("This is no browser's subscription.")
            }
            try await deliver(message, to: device, identity: identity)
        }
    }

    /// Whether notices may be sent there. Whoever subscribes names the address, and the house could otherwise be made to
    /// knock at any door in its own network.
    package func isAllowed(_ endpoint: String) -> Bool { RemoteAddress(endpoint).map(isAllowed) ?? false }

    /// Whether a browser may be told there, and its key is one that can be sealed for.
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
            throw NoticeTransport.Failure.refused(
                "This device's push service is not among those that the house sends to.")
        }
        var response = try await send(try Self.payload(message), message, to: device, at: address, identity)
        if response.status == .contentTooLarge {
            let short = try CarrierText.json(Payload(message, letters: Self.shortest))
            response = try await send(short, message, to: device, at: address, identity)
        }
        guard response.isSuccess else { throw failure(response) }
    }

    private func send(
        _ payload: [UInt8], _ message: NoticeMessage, to device: WebPushSubscription, at address: RemoteAddress,
        _ identity: [UInt8]
    ) async throws -> HTTPResponse {
        let sealed: [UInt8]
        do {
            sealed = try WebPushSealing.seal(payload, for: device)
        } catch is WebPushSealing.TooLarge {
            throw NoticeTransport.Failure.refused("The notice is too large for a push service.")
        } catch {
            throw NoticeTransport.Failure.refused("This device's keys cannot be used. \(Self.again)")
        }
        guard let authorization = try? vapid.authorization(for: address, signingKey: identity) else {
            throw NoticeTransport.Failure.refused("The house's key for signing its pushes is damaged.")
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

    private static let again = "Turn notifications off and on again on that device."

    private func failure(_ response: HTTPResponse) -> NoticeTransport.Failure {
        switch response.status.code {
        case 404, 410: .gone("The browser has given up its notifications.")
        case 413: .refused("The push service finds the notice too large (413).")
        case 400: .refused("The push service cannot make sense of the notice (400). \(Self.again)")
        case 401, 403:
            // Mostly a subscription made with another key; Apple also when it does not like the contact.
            .refused(
                """
                The push service does not take this house's signature (\(response.status.code)). \(Self.again) If that \
                does not help, look at the contact address in the settings.
                """)
        default: wire.failure(response)
        }
    }
}

// MARK: - What the page's worker reads

extension WebPushTransport {
    /// Letters of title and body in the last try.
    private static let shortest = 60

    /// As much of the words as one record holds.
    private static func payload(_ message: NoticeMessage) throws -> [UInt8] {
        var bytes: [UInt8] = []
        for letters in [.max, 1000, 400, 150, shortest] {
            bytes = try CarrierText.json(Payload(message, letters: letters))
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
            title = CarrierText.cut(message.title, letters: letters)
            body = CarrierText.cut(message.body, letters: letters)
            tag = message.tag
            path = message.path
            actions = message.actions.map { .init(verb: $0.verb.rawValue, title: $0.title, path: $0.path) }
            silent = message.isSilent
            badge = message.badge
            at = CarrierText.moment(message.at)
            sort = message.sort.rawValue
            urgent = message.isUrgent
        }
    }
}
