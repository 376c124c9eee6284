import Foundation
import Household
import Logging
import MQTT
import Recognition
import ServiceLifecycle
import Synchronization

/// Publishes the tasks and plants of the household to an MQTT broker, in the form that Home Assistant discovers, and performs
/// what its buttons ask for. Only what has changed is published; after a new connection everything is.
struct HomeAutomationJob: Service {
    let household: Household
    let server: MQTTServer
    let options: HomeAutomation.Options
    let logger: Logger

    /// The longest time without a look at the household: the day can change without a signal.
    private static let longest = Duration.seconds(60)
    /// Changes within this duration are published together.
    private static let burst = Duration.milliseconds(250)
    /// At most one part in this many of a processor's time is used.
    private static let share = 20
    /// After this time without a connection a new client is made: libmosquitto gives up after some errors.
    private static let patience = Duration.seconds(180)
    /// How long Home Assistant may need to remove an entity without a description.
    private static let removal = Duration.seconds(3)

    /// What the broker is known to have.
    private struct State {
        var isConnected = false
        /// Counts the connections, so that what was published on an earlier one is not taken for published.
        var connection = 0
        /// Why the last connection failed; a repetition is not logged.
        var failure: String?
        /// Payloads by topic.
        var published: [String: String] = [:]
        /// Topics of this program that the broker keeps, also from earlier.
        var kept: Set<String> = []
        /// States of removed entities, and when they are emptied.
        var leaving: [String: Duration] = [:]
        /// When the last description was removed, also on an earlier connection.
        var lastRemoval: Duration?
    }

    private final class SharedState: Sendable {
        private let state = Mutex(State())

        func withLock<Value>(_ body: (inout State) -> Value) -> Value { state.withLock { body(&$0) } }
    }

    func run() async throws {
        logger.info("connecting to the MQTT broker", metadata: ["host": "\(server.host)", "port": "\(server.port)"])
        while !Task.isShuttingDownGracefully {
            guard let client = client() else {
                // The server is useful without a broker.
                try? await gracefulShutdown()
                return
            }
            client.start()
            let state = SharedState()
            let signals = household.signals.listener()
            await withGracefulShutdownHandler {
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { await receive(client, state, signals) }
                    await publish(client, state, signals)
                    // It is sent before messages that still wait; after a disconnection the broker publishes nothing.
                    try? client.publish(household.homeAutomation.availability, "offline", isLast: true)
                    await client.stop()
                    group.cancelAll()
                }
            } onGracefulShutdown: {
                signals.ring()
            }
        }
    }

    private func client() -> MQTTClient? {
        do {
            return try MQTTClient(
                server, clientID: "stillroom-\(household.id.rawValue)",
                will: (household.homeAutomation.availability, "offline"))
        } catch {
            let reason = error.kind == .libraryMissing ? "libmosquitto.so.1 is missing (libmosquitto1)" : error.text
            logger.error("no connection to the MQTT broker", metadata: ["reason": "\(reason)"])
            return nil
        }
    }

    // MARK: Receiving

    private func receive(_ client: MQTTClient, _ state: SharedState, _ signals: ChangeListener) async {
        let home = household.homeAutomation
        for await event in client.events {
            switch event {
            case .connected:
                logger.info("connected to the MQTT broker", metadata: ["host": "\(server.host)"])
                state.withLock {
                    $0 = State(isConnected: true, connection: $0.connection + 1, lastRemoval: $0.lastRemoval)
                }
                do {
                    for topic in [home.presses, home.plantPresses, home.descriptions(options)] + home.states {
                        try client.subscribe(topic)
                    }
                } catch {
                    logger.warning("the MQTT broker refuses a subscription", metadata: ["reason": "\(error.text)"])
                }
                signals.ring()
            case .disconnected(let reason):
                let isNew = state.withLock { state in
                    defer { (state.isConnected, state.failure) = (false, reason) }
                    return state.isConnected || state.failure == nil
                }
                if isNew { logger.warning("no connection to the MQTT broker", metadata: ["reason": "\(reason)"]) }
            case .message(let message):
                let payload = String(decoding: message.payload, as: UTF8.self)
                if home.isOwn(message.topic) {
                    let isUnknown = state.withLock { state in
                        if payload.isEmpty {
                            state.kept.remove(message.topic)
                            return false
                        }
                        state.kept.insert(message.topic)
                        return state.published[message.topic] == nil
                    }
                    // It may be from a plant that was removed while the broker or this program was away.
                    if isUnknown { signals.ring() }
                } else if !message.isRetained, let press = home.press(message.topic, payload) {
                    // A kept press is old, and would be performed after each start.
                    await perform(press)
                }
            }
        }
    }

    private func perform(_ press: HomeAutomation.Press) async {
        do {
            try await household.homeAutomation.perform(press)
            logger.info("a button of the home automation was pressed")
        } catch {
            logger.warning("a button could not be performed", metadata: ["type": "\(type(of: error))"])
        }
    }

    // MARK: Publishing

    /// Returns at shutdown, or if there was no connection for too long.
    private func publish(_ client: MQTTClient, _ state: SharedState, _ signals: ChangeListener) async {
        var connectedAt = household.steady()
        while !Task.isCancelled, !Task.isShuttingDownGracefully {
            let began = household.steady()
            var next: Duration?
            if state.withLock({ $0.isConnected }) {
                connectedAt = began
                do {
                    try await publishChanges(client, state)
                    next = state.withLock { $0.leaving.values.min() }.map { max(.zero, $0 - household.steady()) }
                } catch {
                    logger.warning("the states are not published", metadata: ["type": "\(type(of: error))"])
                }
            } else if began - connectedAt > Self.patience {
                return
            }
            // With thousands of plants the messages take long to make, and each change of a row asks for them.
            let pause = max(Self.burst, (household.steady() - began) * Self.share)
            await signals.wait(atMost: min(Self.longest, next ?? Self.longest)) { try await household.pause(for: $0) }
            guard !Task.isShuttingDownGracefully else { return }
            await signals.wait(for: [], atMost: pause) { try await household.pause(for: $0) }
        }
    }

    private func publishChanges(_ client: MQTTClient, _ state: SharedState) async throws {
        let home = household.homeAutomation
        var messages = try await home.messages(options)
        messages[home.availability] = "online"
        let now = household.steady()
        let known = state.withLock { $0 }
        // A removed plant, also one that was removed while the broker or this program was away.
        let removed = Set(known.published.keys).union(known.kept).union(known.leaving.keys).subtracting(messages.keys)
        let gone = removed.filter(home.isDescription)
        // Descriptions first: Home Assistant ignores a state without one. A broker keeps the order of a connection.
        let order = gone.union(messages.keys).sorted {
            (home.isDescription($0) ? 0 : 1, $0) < (home.isDescription($1) ? 0 : 1, $1)
        }
        for topic in order where gone.contains(topic) || known.published[topic] != messages[topic] {
            try client.publish(topic, messages[topic] ?? "")
        }
        // Home Assistant removes an entity some time after its description, and complains about an empty state until then.
        let lastRemoval = gone.isEmpty ? known.lastRemoval : now
        let end = lastRemoval.map { max(now, $0 + Self.removal) } ?? now
        var leaving: [String: Duration] = [:]
        for topic in removed.subtracting(gone) { leaving[topic] = known.leaving[topic] ?? end }
        for (topic, end) in leaving.sorted(by: { $0.key < $1.key }) where end <= now {
            try client.publish(topic, "")
            leaving[topic] = nil
        }
        state.withLock { [messages, leaving] state in
            state.lastRemoval = lastRemoval
            // A broker that came back meanwhile has nothing of this.
            guard state.isConnected, state.connection == known.connection else { return }
            state.published = messages
            state.leaving = leaving
            state.kept.subtract(removed)
        }
    }
}
