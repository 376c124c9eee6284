import Glibc
import Synchronization

/// Both services of a `FoodStub` on separate ports, like hosts. Each port can be closed and then refuses connections,
/// while the stub keeps its state.
///
///     let doors = try FoodStubPorts(stub)
///     doors.url(of: .robotoff)
///     try doors.shut([.robotoff])
package final class FoodStubPorts: Sendable {
    package let stub: FoodStub
    private let address: String
    private let urls: [FoodStub.Service: String]
    private let ports: [FoodStub.Service: UInt16]
    private let open: Mutex<[FoodStub.Service: StubServer]>
    /// Sockets that keep the ports of closed services.
    private let kept = Mutex<[FoodStub.Service: Int32]>([:])

    package init(_ stub: FoodStub, address: String = "127.0.0.1") throws {
        var servers: [FoodStub.Service: StubServer] = [:]
        for service in FoodStub.Service.allCases { servers[service] = try Self.serve(service, stub, address, port: 0) }
        self.stub = stub
        self.address = address
        urls = servers.mapValues(\.url)
        ports = servers.mapValues(\.port)
        open = Mutex(servers)
    }

    /// The URL, as "http://127.0.0.1:41235", whether the port is open or closed.
    package func url(of service: FoodStub.Service) -> String { urls[service] ?? "" }

    /// Closes the ports of these services and opens the others; running requests are cut.
    package func shut(_ services: Set<FoodStub.Service>) throws {
        // Removed before stopping, because stopping waits for the server's threads, and this must not hold the lock.
        let stopped = open.withLock { open in
            services.compactMap { service in open.removeValue(forKey: service).map { (service, $0) } }
        }
        for (service, server) in stopped {
            server.stop()
            let socket = try StubSocket.bind(address: address, port: server.port).descriptor
            kept.withLock { $0[service] = socket }
        }
        for service in FoodStub.Service.allCases where !services.contains(service) {
            try open.withLock { open in
                guard open[service] == nil, let port = ports[service] else { return }
                if let socket = kept.withLock({ $0.removeValue(forKey: service) }) { close(socket) }
                open[service] = try Self.serve(service, stub, address, port: port)
            }
        }
    }

    package func stop() {
        let servers = open.withLock { open in
            defer { open = [:] }
            return Array(open.values)
        }
        for server in servers { server.stop() }
        let sockets = kept.withLock { kept in
            defer { kept = [:] }
            return Array(kept.values)
        }
        for socket in sockets { close(socket) }
    }

    private static func serve(
        _ service: FoodStub.Service, _ stub: FoodStub, _ address: String, port: UInt16
    ) throws -> StubServer {
        try StubServer(address: address, port: port, records: false) { stub.reply(to: $0, as: service) }
    }

    // MARK: - Control

    /// The stub's control interface, extended by the word "down".
    package func control(_ request: StubRequest) -> StubReply {
        stub.control(request) { word in
            if let word { try self.obey(word) }
            let open = self.open.withLock { Set($0.keys) }
            let urls = Dictionary(self.urls.map { ($0.key.rawValue, StubJSON.string($0.value)) }) { $1 }
            let down = FoodStub.Service.allCases.filter { !open.contains($0) }
            return ["urls": .object(urls), "down": .array(down.map { .string($0.rawValue) })]
        }
    }

    private func obey(_ word: StubJSON) throws {
        switch word {
        case .bool(let isDown): try shut(isDown ? Set(FoodStub.Service.allCases) : [])
        case .array(let names):
            let services = names.compactMap { $0.string.flatMap { FoodStub.Service(rawValue: $0) } }
            guard services.count == names.count else { throw FoodStub.Unknown(text: "down with \(word)") }
            try shut(Set(services))
        default: throw FoodStub.Unknown(text: "down with \(word)")
        }
    }
}
