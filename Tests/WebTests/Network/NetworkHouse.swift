import Accounts
import AsyncHTTPClient
import Contracts
import Foundation
import HTTPTypes
import Household
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import ServiceLifecycle
import Support
import Synchronization
import Testing

@testable import Web

/// A household with an owner whose server listens in the network at free ports of this machine.
struct NetworkHouse {
    /// The certificates of Tests/Fixtures/Network. Their keys are no secrets: no device trusts their authority.
    enum Certificate: String { case first, second }

    let household: Household
    let owner: SignedIn
    let secret: String
    private let server: WebServer
    private let chosen = ChosenCertificate()

    init(
        isRequired: Bool = false, httpsPort: Int = 0, wayInPort: Int? = 0, usesOwnCertificate: Bool = false
    ) async throws {
        let chosen = chosen
        let services = NetworkServices.drawn(
            isRequired: isRequired, names: ["kitchen.local"],
            identity: {
                guard let certificate = chosen.value else {
                    throw HouseholdError(.certificateUnusable, "There is no certificate.", hint: "Make one.")
                }
                return try Self.identity(certificate)
            })
        let still = Household.Environment.still
        household = .drawn(
            networkServices: services,
            environment: .init(
                now: still.now, steady: still.steady, uniqueName: still.uniqueName,
                // The listeners need real time.
                pause: { duration in
                    try await MultiThreadedEventLoopGroup.singleton.next()
                        .scheduleTask(in: TimeAmount(duration)) {}.futureResult.get()
                }, chance: still.chance))
        let link = try await household.accounts.makeSetupLink()
        let (session, _) = try await household.accounts.createOwner(
            link.text, name: try AccountName("Ada"), passphrase: try Passphrase("a quiet still"),
            on: Device(userAgent: "", address: ""))
        owner = session.person
        secret = session.secret.text
        server = try WebServer(
            household,
            settings: .init(
                version: "test",
                network: .init(host: "127.0.0.1", httpsPort: httpsPort, wayInPort: wayInPort),
                usesOwnCertificate: usesOwnCertificate),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    /// The certificate of connections from now on; nil: there is none.
    func use(_ certificate: Certificate?) { chosen.value = certificate }

    static func identity(_ certificate: Certificate) throws -> ServerIdentity {
        ServerIdentity(
            chain: [try Fixture.bytes("Network/\(certificate).der")],
            key: try Fixture.bytes("Network/\(certificate).key.der"), names: ["localhost"],
            expires: Date(timeIntervalSince1970: 4e9))
    }

    /// Runs the service of the network while `body` runs, and shuts it down gracefully. `body` gets the ports, each time
    /// that the server has begun to listen.
    func serving(_ body: @Sendable (AsyncStream<NetworkPorts>) async throws -> Void) async throws {
        let (ports, found) = AsyncStream.makeStream(of: NetworkPorts.self)
        let group = ServiceGroup(
            configuration: .init(
                services: [.init(service: server.networkServer { found.yield($0) })],
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            do { try await body(ports) } catch {
                tasks.cancelAll()
                throw error
            }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    /// Calls `body` with a browser that trusts the authority of the fixtures.
    static func browsing<Result: Sendable>(
        onlyHTTP1: Bool = false, _ body: @Sendable (HTTPClient) async throws -> Result
    ) async throws -> Result {
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        configuration.httpVersion = onlyHTTP1 ? .http1Only : .automatic
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.trustRoots = .file(Fixture.path("Network/authority.pem"))
        configuration.tlsConfiguration = tls
        configuration.timeout.connect = .seconds(5)
        let client = HTTPClient(configuration: configuration)
        do {
            let result = try await body(client)
            try await client.shutdown()
            return result
        } catch {
            try? await client.shutdown()
            throw error
        }
    }
}

/// The certificate of new connections.
private final class ChosenCertificate: Sendable {
    private let state = Mutex<NetworkHouse.Certificate?>(.first)

    var value: NetworkHouse.Certificate? {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}

extension AsyncStream {
    /// Waits for the next element.
    func next() async -> Element? {
        for await element in self { return element }
        return nil
    }
}

extension HTTPClient {
    struct Answer {
        let response: HTTPClientResponse
        let text: String

        subscript(_ name: String) -> [String] { response.headers[name] }
        var status: UInt { response.status.code }
    }

    func ask(
        _ url: String, _ method: String = "GET", _ fields: [(String, String)] = [], body: String? = nil
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: url)
        request.method = .init(rawValue: method)
        for (name, value) in fields { request.headers.add(name: name, value: value) }
        if let body { request.body = .bytes(ByteBuffer(string: body)) }
        let response = try await execute(request, timeout: .seconds(20))
        return Answer(response: response, text: String(buffer: try await response.body.collect(upTo: 1 << 22)))
    }
}
