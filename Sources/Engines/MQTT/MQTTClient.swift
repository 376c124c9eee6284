import CMosquitto
import Foundation
import Synchronization

/// A connection to an MQTT 3.1.1 broker by libmosquitto, which has a thread of its own and connects again after a break.
///
/// `@unchecked Sendable`: after `init` the properties do not change, and libmosquitto's functions are thread-safe once its loop
/// has a thread.
package final class MQTTClient: @unchecked Sendable {
    /// What happens at the connection, in its order.
    package enum Event: Sendable, Hashable {
        /// Connected, for the first time or again. Subscriptions must be made again.
        case connected
        /// The broker refused the connection, or it broke; libmosquitto tries again.
        case disconnected(String)
        case message(Message)
    }

    package struct Message: Sendable, Hashable {
        package let topic: String
        package let payload: [UInt8]
        /// Whether the broker kept it from before the subscription.
        package let isRetained: Bool
    }

    /// The events; ends with `stop`.
    package let events: AsyncStream<Event>

    private let library: UnsafePointer<stillroom_libmosquitto>
    private let connection: OpaquePointer
    private let receiver: Receiver
    private let server: MQTTServer
    /// Once it is true, libmosquitto's thread is not started any more.
    private let isStopped = Mutex(false)

    /// What the callbacks get. libmosquitto holds an unretained pointer to it, so it lives as long as the client.
    private final class Receiver: Sendable {
        let events: AsyncStream<Event>.Continuation
        /// The words for a code of a refused connection.
        let reason: @Sendable (Int32) -> String

        init(_ events: AsyncStream<Event>.Continuation, _ reason: @escaping @Sendable (Int32) -> String) {
            (self.events, self.reason) = (events, reason)
        }
    }

    /// The longest wait before another attempt to connect, in seconds. It doubles from one second.
    private static let longestDelay: UInt32 = 60
    /// The interval of the pings that find a broken connection, in seconds.
    private static let keepAlive: Int32 = 30
    /// A topic or payload beyond these is no message for this program.
    private static let payloadLimit = 64 << 10

    /// Prepares a connection. The broker publishes `will`, retained, when this program disappears.
    package init(
        _ server: MQTTServer, clientID: String, will: (topic: String, payload: String)
    ) throws(MQTTFailure) {
        guard let library = stillroom_libmosquitto_open() else { throw MQTTFailure(.libraryMissing) }
        let (events, continuation) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .unbounded)
        let receiver = Receiver(continuation) { code in
            stillroom_libmosquitto_open().map { Self.text($0.pointee.connack_string(code)) } ?? ""
        }
        let pointer = Unmanaged.passUnretained(receiver).toOpaque()
        guard let connection = library.pointee.create(clientID, true, pointer) else {
            throw MQTTFailure(.refused, "mosquitto_new failed")
        }
        self.library = library
        self.connection = connection
        self.events = events
        self.receiver = receiver
        self.server = server
        library.pointee.connect_callback_set(connection) { _, pointer, code in
            guard let receiver = MQTTClient.receiver(pointer) else { return }
            receiver.events.yield(code == 0 ? .connected : .disconnected(receiver.reason(code)))
        }
        library.pointee.disconnect_callback_set(connection) { _, pointer, code in
            guard code != 0 else { return }
            MQTTClient.receiver(pointer)?.events.yield(.disconnected("the connection broke"))
        }
        library.pointee.message_callback_set(connection) { _, pointer, message in
            guard let message = message?.pointee, let topic = message.topic else { return }
            guard message.payloadlen <= MQTTClient.payloadLimit else { return }
            let payload = UnsafeRawBufferPointer(start: message.payload, count: Int(message.payloadlen))
            MQTTClient.receiver(pointer)?.events.yield(
                .message(
                    Message(topic: String(cString: topic), payload: Array(payload), isRetained: message.retain)))
        }
        try check(
            will.payload.withCString {
                library.pointee.will_set(connection, will.topic, Int32(will.payload.utf8.count), $0, 1, true)
            })
        try check(library.pointee.reconnect_delay_set(connection, 1, Self.longestDelay, true))
        if let name = server.username {
            try check(library.pointee.username_pw_set(connection, name, server.password))
        }
        if server.isSecure {
            let folder = server.certificateFile == nil ? MQTTServer.systemCertificates : nil
            try check(library.pointee.tls_set(connection, server.certificateFile, folder, nil, nil, nil))
        }
    }

    /// libmosquitto's thread has ended then: `start` and `stop` keep the client as long as they need it.
    deinit {
        library.pointee.destroy(connection)
        receiver.events.finish()
    }

    private static func receiver(_ pointer: UnsafeMutableRawPointer?) -> Receiver? {
        pointer.map { Unmanaged<Receiver>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Begins to connect, and goes on until `stop`. An unreachable broker is not an error: libmosquitto tries again. Its
    /// thread ends after some errors, such as a certificate that is refused; then no event follows.
    package func start() {
        // The name of the host is looked up here, which can take long.
        Thread.detachNewThread { [self] in
            _ = library.pointee.connect_async(connection, server.host, Int32(server.port), Self.keepAlive)
            isStopped.withLock { isStopped in
                if !isStopped { _ = library.pointee.loop_start(connection) }
            }
        }
    }

    package func subscribe(_ topic: String) throws(MQTTFailure) {
        try check(library.pointee.subscribe(connection, nil, topic, 1))
    }

    /// Publishes a message that the broker keeps for later subscribers, at least once. An empty one removes the kept one.
    /// `isLast` sends it at once and without a confirmation, before messages that wait.
    package func publish(_ topic: String, _ payload: String, isLast: Bool = false) throws(MQTTFailure) {
        try check(
            payload.withCString {
                library.pointee.publish(
                    connection, nil, topic, Int32(payload.utf8.count), $0, isLast ? 0 : 1, true)
            })
    }

    /// Disconnects, and ends `events`. Returns when libmosquitto's thread has ended, or after `limit`: the thread may be
    /// connecting to a host that does not answer, and cannot be interrupted then.
    package func stop(within limit: Duration = .seconds(3)) async {
        isStopped.withLock { $0 = true }
        _ = library.pointee.disconnect(connection)
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        // It keeps the client until libmosquitto's thread has ended.
        Thread.detachNewThread { [self] in
            _ = library.pointee.loop_stop(connection, false)
            end.finish()
        }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in ended {} }
            group.addTask { try? await Task.sleep(for: limit) }
            await group.next()
            group.cancelAll()
        }
        receiver.events.finish()
    }

    private static func text(_ text: UnsafePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "" }

    private func check(_ code: Int32) throws(MQTTFailure) {
        guard code != Int32(MOSQ_ERR_SUCCESS.rawValue) else { return }
        throw MQTTFailure(.refused, Self.text(library.pointee.strerror(code)))
    }
}

/// A broker, and how to sign in.
package struct MQTTServer: Sendable, Hashable {
    package let host: String
    package let port: Int
    /// Whether the connection is encrypted, and the broker's certificate is checked.
    package let isSecure: Bool
    package var username: String?
    package var password: String?
    /// The authority (PEM) of the broker's certificate; nil for those of the system.
    package var certificateFile: String?

    static let systemCertificates = "/etc/ssl/certs"

    package init(host: String, port: Int, isSecure: Bool) {
        self.host = host
        self.port = port
        self.isSecure = isSecure
    }
}

/// Why a connection cannot be made or used.
package struct MQTTFailure: Error, Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// libmosquitto.so.1 cannot be opened (Debian: libmosquitto1).
        case libraryMissing
        case refused
    }

    package let kind: Kind
    /// libmosquitto's words.
    package let text: String

    init(_ kind: Kind, _ text: String = "") { (self.kind, self.text) = (kind, text) }
}
