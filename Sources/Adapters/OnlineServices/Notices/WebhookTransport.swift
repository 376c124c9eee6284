import Crypto
package import Foundation
package import HTTPTransport
import HTTPTypes
package import Household
import Messages
import Reminders

/// Sends notices to a webhook of the user, signed according to Standard Webhooks, so that the receiver can verify the
/// sender and recognise repetitions.
package struct WebhookTransport: Sendable {
    private let wire: NoticeHTTP

    /// `transport` must not log.
    package init(
        transport: HTTPTransport, now: @escaping @Sendable () -> Date, clock: any Clock<Duration> = ContinuousClock()
    ) {
        wire = NoticeHTTP(.webhook, transport: transport, now: now, clock: clock)
    }

    package var noticeTransport: NoticeTransport {
        NoticeTransport(kind: .webhook) { message, address, _ in
            guard case .webhook(let url, let secret) = address else {
                throw storedText { NoticeTransport.Failure.refused(localized("This is no webhook.")) }
            }
            try await deliver(message, to: url, secret: secret)
        }
    }

    private func deliver(_ message: NoticeMessage, to url: String, secret: [UInt8]) async throws {
        guard let address = RemoteAddress(url), !address.isForbidden else {
            throw storedText {
                NoticeTransport.Failure.refused(localized("The webhook has an address that cannot be used."))
            }
        }
        let body = try NoticeEncoding.json(Event(message))
        let seconds = String(Int(message.sentAt.timeIntervalSince1970.rounded(.down)))
        let signature = HMAC<SHA256>.authenticationCode(
            for: Array("\(message.tag).\(seconds).".utf8) + body, using: SymmetricKey(data: secret))
        let response = try await wire.post(
            body, to: address,
            headers: [
                ("Content-Type", "application/json"), ("Idempotency-Key", message.tag), ("webhook-id", message.tag),
                ("webhook-timestamp", seconds),
                ("webhook-signature", "v1,\(Data(signature).base64EncodedString())"),
            ])
        guard response.isSuccess else { throw storedText { failure(response) } }
    }

    private func failure(_ response: HTTPResponse) -> NoticeTransport.Failure {
        switch response.status.code {
        case 410: .gone(localized("The webhook does not accept notices any more (410)."))
        case 401, 403:
            .refused(
                localized(
                    "The webhook does not let us in (\(response.status.code, "status")). Does it have the secret?"))
        case 404: .refused(localized("There is no webhook at this address (404)."))
        default: wire.failure(response)
        }
    }
}

// MARK: - Payload

extension WebhookTransport {
    private struct Event: Encodable {
        let type = "reminder"
        let timestamp: String
        let data: Notice

        init(_ message: NoticeMessage) {
            timestamp = NoticeEncoding.moment(message.sentAt)
            data = Notice(message)
        }
    }

    private struct Notice: Encodable {
        struct Action: Encodable {
            let verb: String
            let title: String
            /// The whole URL if the server knows its own address, otherwise only the path.
            let url: String?
            let path: String?
        }

        let tag: String
        let sort: String
        let title: String
        let body: String
        let url: String?
        let actions: [Action]
        let at: String
        let until: String
        let urgent: Bool
        let silent: Bool
        let overdue: Int

        init(_ message: NoticeMessage) {
            tag = message.tag
            sort = message.sort.rawValue
            title = message.title
            body = message.body
            url = message.publicAddress.flatMap { house in message.outsidePath.map { house + $0 } }
            actions = message.actions.map { action in
                let house = message.publicAddress
                return Action(
                    verb: action.verb.rawValue, title: action.title, url: house.map { $0 + action.path },
                    path: house == nil ? action.path : nil)
            }
            at = NoticeEncoding.moment(message.at)
            until = NoticeEncoding.moment(message.until)
            urgent = message.isUrgent
            silent = message.isSilent
            overdue = message.badge
        }
    }
}
