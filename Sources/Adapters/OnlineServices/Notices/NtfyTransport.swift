package import Foundation
package import HTTPTransport
import HTTPTypes
package import Household
import Messages
import Reminders

/// Sends notices to a topic of an ntfy server, as JSON to its root.
///
/// On an open server, the topic's name is enough to read its messages. A server from version 2.16 replaces an earlier
/// notice with the same sequence identifier; an older one ignores the identifier, so a notice that is sent twice may be
/// shown twice.
package struct NtfyTransport: Sendable {
    private let wire: NoticeHTTP
    private let isInHomeNetwork: @Sendable (_ server: String) -> Bool

    /// `transport` must not log. `isInHomeNetwork` returns whether a server is in the household's own network.
    package init(
        transport: HTTPTransport, isInHomeNetwork: @escaping @Sendable (_ server: String) -> Bool,
        now: @escaping @Sendable () -> Date, clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.isInHomeNetwork = isInHomeNetwork
        wire = NoticeHTTP(.ntfyServer, transport: transport, now: now, clock: clock)
    }

    package var noticeTransport: NoticeTransport {
        NoticeTransport(kind: .ntfy) { message, address, _ in
            guard case .ntfy(let server, let topic, let token) = address else {
                throw storedText { NoticeTransport.Failure.refused(localized("This is no topic of ntfy.")) }
            }
            try await deliver(message, to: server, topic: topic, token: token)
        }
    }

    private func deliver(_ message: NoticeMessage, to server: String, topic: String, token: String?) async throws {
        guard let place = RemoteAddress(server), !place.isForbidden else {
            throw storedText {
                NoticeTransport.Failure.refused(localized("The address of the ntfy server cannot be used."))
            }
        }
        var headers = [(name: "Content-Type", value: "application/json")]
        if let token, !token.isEmpty {
            guard token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
                throw storedText {
                    NoticeTransport.Failure.refused(localized("The token for the ntfy server does not look like one."))
                }
            }
            headers.append(("Authorization", "Bearer \(token)"))
        }
        // Without a token on a public server the message contains no plant names and no action buttons, because anyone
        // may read it.
        let message = token == nil && !isInHomeNetwork(server) ? message.guarded : message
        let root = place.path.split(separator: "?", omittingEmptySubsequences: false).first.map(String.init) ?? ""
        let address = place.with(path: root.hasSuffix("/") ? root : root + "/")
        var response = try await wire.post(try Self.publication(message, topic: topic), to: address, headers: headers)
        if response.status == .contentTooLarge {
            let short = try NoticeEncoding.json(Publication(message, topic: topic, bytes: Self.shortest))
            response = try await wire.post(short, to: address, headers: headers)
        }
        guard response.isSuccess else { throw storedText { failure(response) } }
    }

    private func failure(_ response: HTTPResponse) -> NoticeTransport.Failure {
        switch response.status.code {
        case 401, 403:
            .refused(
                localized(
                    """
                    The ntfy server does not let us write to this topic (\(response.status.code, "status")). Look at the \
                    token.
                    """))
        case 404: .refused(localized("There is no ntfy server at this address (404)."))
        case 413: .refused(localized("The ntfy server finds the notice too large (413)."))
        default: wire.failure(response)
        }
    }
}

// MARK: - Message format of ntfy

extension NtfyTransport {
    /// The maximum size of a message in bytes; ntfy converts a longer one to a file for download, or refuses it.
    private static let messageLimit = 4096
    /// The maximum size of the whole request in bytes; ntfy allows twice the message size.
    private static let limit = 8192
    private static let shortest = 120

    private static func publication(_ message: NoticeMessage, topic: String) throws -> [UInt8] {
        var bytes: [UInt8] = []
        for length in [messageLimit, 2048, 512, shortest] {
            bytes = try NoticeEncoding.json(Publication(message, topic: topic, bytes: length))
            if bytes.count <= limit { break }
        }
        return bytes
    }

    private struct Publication: Encodable {
        struct Action: Encodable {
            let action = "http"
            let label: String
            let url: String
            let method = "POST"
            /// Removes the notice after the household has answered.
            let clear = true
        }

        let topic: String
        let title: String
        let message: String
        let priority: Int
        let tags: [String]
        let click: String?
        let actions: [Action]?
        let sequenceID: String

        enum CodingKeys: String, CodingKey {
            case topic, title, message, priority, tags, click, actions
            case sequenceID = "sequence_id"
        }

        init(_ message: NoticeMessage, topic: String, bytes: Int) {
            self.topic = topic
            title = NoticeEncoding.cut(message.title, bytes: min(bytes, 512))
            // ntfy replaces an empty message with a text of its own.
            self.message = NoticeEncoding.cut(message.body.isEmpty ? message.title : message.body, bytes: bytes)
            priority = message.isSilent ? 2 : message.isUrgent ? 5 : 3
            tags = [Self.picture(message.sort)]
            sequenceID = message.tag
            click = message.publicAddress.flatMap { house in message.outsidePath.map { house + $0 } }
            actions = message.publicAddress.map { house in
                message.actions.map { Action(label: $0.title, url: house + $0.path) }
            }
        }

        /// ntfy's name of the emoji.
        private static func picture(_ sort: Reminder.Sort) -> String {
            switch sort {
            case .chores: "seedling"
            case .food: "shallow_pan_of_food"
            case .dose: "pill"
            case .missed: "warning"
            case .test: "bell"
            }
        }
    }
}

extension NoticeMessage {
    /// A version for public servers: it says that a notice exists, without its content.
    fileprivate var guarded: NoticeMessage {
        guard sort != .test else { return self }
        return NoticeMessage(
            tag: tag, sort: sort, title: localized("You have something to do"),
            body: localized("Open Stillroom to see it."), path: path,
            publicAddress: nil, outsidePath: nil, actions: [], at: at, until: until, secondsLeft: secondsLeft,
            isSilent: isSilent, isUrgent: isUrgent, badge: badge, sentAt: sentAt)
    }
}
