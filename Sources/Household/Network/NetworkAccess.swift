import Accounts
import Messages
import Synchronization

/// Lets the devices of the home network reach this household, and says how.
///
/// `NetworkServer` listens; this capability stores whether it should, and what became of it.
package struct NetworkAccess: Sendable {
    let records: any SettingsRecords
    let accounts: AccountDirectory
    package let services: NetworkServices
    let environment: Household.Environment
    let board = NetworkBoard()

    /// The name of the choice in the store; it is stored while the owner lets devices in.
    package static let choice = "network.open"
    /// How long `open` and `close` wait for the listener.
    private static let patience = Duration.seconds(5)

    init(
        records: any SettingsRecords, accounts: AccountDirectory, services: NetworkServices,
        environment: Household.Environment
    ) {
        self.records = records
        self.accounts = accounts
        self.services = services
        self.environment = environment
    }
}

/// Whether the server listens in the home network.
package enum NetworkStatus: Sendable, Hashable {
    case closed
    /// It should listen, and has not begun yet.
    case opening
    case open(NetworkPorts)
    case failed(NetworkFailure)
}

/// The reason why the server cannot listen. Its texts are in the language of the task that reads them, because a page shows
/// them long after the listener has failed.
package struct NetworkFailure: Sendable, Hashable, CustomStringConvertible {
    private let texts: @Sendable () -> (message: String, hint: String?)

    package var message: String { texts().message }
    package var hint: String? { texts().hint }

    package init(
        _ message: @escaping @autoclosure @Sendable () -> String,
        hint: @escaping @autoclosure @Sendable () -> String?
    ) {
        texts = { (message(), hint()) }
    }

    package static func == (one: Self, other: Self) -> Bool { one.texts() == other.texts() }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(message)
        hasher.combine(hint)
    }

    package var description: String { "NetworkFailure(\(message))" }
}

package struct NetworkPorts: Sendable, Hashable {
    /// The port of the app, with TLS.
    package let https: Int
    /// The port of the page that explains how a device gets in, without TLS; nil if the page is not served.
    package let wayIn: Int?

    package init(https: Int, wayIn: Int?) {
        self.https = https
        self.wayIn = wayIn
    }
}

extension NetworkAccess {
    /// Returns whether the server should listen in the home network. Never without an owner.
    package func isWanted() async throws -> Bool {
        guard try await accounts.hasOwner() else { return false }
        if services.isRequired { return true }
        return try await records.choices()[Self.choice] != nil
    }

    package var status: NetworkStatus { board.status }

    /// Lets the devices of the home network in, and waits until the server listens or has failed. Idempotent. Throws
    /// `notPermitted` without the permission to change settings, and `networkUnavailable` if the server cannot listen.
    package func open(by person: SignedIn) async throws {
        try accounts.require(.settings, of: person)
        let wasOpen = try await isWanted()
        try await records.choose([Self.choice: "yes"])
        if !wasOpen { SensitiveActs.report(.networkOpened) }
        board.request(open: true)
        try await settle { status in if case .open = status { true } else { false } }
        if case .failed(let failure) = status {
            throw HouseholdError(.networkUnavailable, failure.message, hint: failure.hint)
        }
    }

    /// Keeps all other devices out again, and waits until the connections are closed. Idempotent. Throws `notPermitted`
    /// without the permission to change settings, and `settingRefused` if a setting requires that the server listens.
    package func close(by person: SignedIn) async throws {
        try accounts.require(.settings, of: person)
        guard !services.isRequired else {
            throw HouseholdError(
                .settingRefused, localized("The server is started with an address in the network."),
                detail: "server.host",
                hint: localized("Start it with --host 127.0.0.1."))
        }
        let wasOpen = try await isWanted()
        try await records.choose([Self.choice: nil])
        if wasOpen { SensitiveActs.report(.networkClosed) }
        board.request(open: false)
        try await settle { $0 == .closed }
    }

    /// Waits until the status is final, for a limited time.
    private func settle(_ isDone: (NetworkStatus) -> Bool) async throws {
        let changes = board.changes.listener()
        while !isDone(status) {
            if case .failed = status { return }
            let arrived = await changes.wait(for: [.activity], atMost: Self.patience) {
                try await environment.pause($0)
            }
            try Task.checkCancellation()
            if arrived.isEmpty { return }
        }
    }

    // MARK: - For the listener

    /// What `open` and `close` asked for, latest only. One listener at a time.
    package func openRequests() -> AsyncStream<Bool> { board.openRequests() }

    /// Reports what became of listening.
    package func report(_ status: NetworkStatus) { board.set(status) }

    // MARK: - Host names

    /// Returns whether the server answers under this host of a request, without its port. Every IP address is accepted:
    /// a page of another site can point its own name to this machine, but not an address.
    package func accepts(host: String) -> Bool {
        let name = host.lowercased()
        let bare = name.hasPrefix("[") && name.hasSuffix("]") ? String(name.dropFirst().dropLast()) : name
        if NetworkAddress(bare) != nil { return true }
        return name == "localhost" || services.machine().names.contains(name)
    }

    /// The hosts under which a device should try to reach this machine, best first: names that work, then addresses.
    package func hosts() -> [String] {
        let machine = services.machine()
        return machine.names.prefix(machine.settled)
            + machine.addresses.map { $0.contains(":") ? "[\($0)]" : $0 }
    }
}

/// The state of the listener, shared by the pages and the listener.
final class NetworkBoard: Sendable {
    private struct State {
        var status = NetworkStatus.closed
        var listener: AsyncStream<Bool>.Continuation?
    }

    private let state = Mutex(State())
    /// Posts `activity` at each new status.
    let changes = ChangeSignals()

    var status: NetworkStatus { state.withLock { $0.status } }

    func set(_ status: NetworkStatus) {
        state.withLock { $0.status = status }
        changes.post(.activity)
    }

    /// Passes the request on. While the listener has something to do, the status is not final.
    func request(open isOpen: Bool) {
        state.withLock { state in
            switch (isOpen, state.status) {
            case (true, .closed), (true, .failed): state.status = .opening
            case (false, .failed), (false, .opening): state.status = .closed
            default: break
            }
            state.listener?.yield(isOpen)
        }
    }

    func openRequests() -> AsyncStream<Bool> {
        let (stream, continuation) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingNewest(1))
        state.withLock { state in
            state.listener?.finish()
            state.listener = continuation
        }
        return stream
    }
}

extension NetworkAccess: CustomStringConvertible, CustomReflectable {
    /// Without the services, which contain a private key.
    package var description: String { "NetworkAccess(\(status))" }
    package var customMirror: Mirror { Mirror(self, children: ["status": status], displayStyle: .struct) }
}
