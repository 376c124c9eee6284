import Glibc

/// Reads the complete network state from the kernel.
struct NetworkSurvey: Sendable {
    /// Subscribes to no group, so that only answers arrive on this socket.
    private let socket: NetlinkSocket
    private var sequence: UInt32 = 0
    /// The kernel sends at most 32 KiB at once.
    private var buffer = [UInt8](repeating: 0, count: 64 << 10)

    /// The maximum number of readings while the network is changing.
    private static let attempts = 8

    init(socket: NetlinkSocket) {
        self.socket = socket
    }

    mutating func link() throws(ConnectivityError) -> Link? {
        for _ in 0..<Self.attempts {
            if let network = try network() { return network.link(isWireless: Self.isWireless) }
        }
        throw ConnectivityError(
            .interrupted, during: "netlink reply", "The network changes too fast to be read at the moment.")
    }

    /// Returns nil if the network changed during the reading.
    private mutating func network() throws(ConnectivityError) -> Network? {
        var network = Network()
        for kind in [NetlinkSocket.Kind.links, .routes] {
            discardLeftovers()
            sequence &+= 1
            try socket.ask(for: kind, sequence: sequence)
            var isDone = false
            var isInterrupted = false
            while !isDone {
                let count: Int
                switch socket.receive(into: &buffer, waits: true) {
                case .datagram(let length): count = length
                case .overflow: return nil
                case .nothing: throw ConnectivityError(number: ETIMEDOUT, during: "netlink reply")
                case .failure(let number): throw ConnectivityError(number: number, during: "netlink reply")
                }
                let reply = try NetlinkReply(parsing: buffer[..<count], sequence: sequence)
                if let number = reply.refusal { throw ConnectivityError(number: number, during: "netlink \(kind)") }
                network.interfaces += reply.interfaces
                network.routes += reply.routes
                isDone = reply.isDone
                isInterrupted = isInterrupted || reply.isInterrupted
            }
            if isInterrupted { return nil }
        }
        return network
    }

    /// Reads the rest of an abandoned answer, because the kernel accepts no new request before that.
    private mutating func discardLeftovers() {
        while true {
            switch socket.receive(into: &buffer, waits: false) {
            case .datagram, .overflow: continue
            case .nothing, .failure: return
            }
        }
    }

    /// Old and new drivers show it in one of these two places.
    private static func isWireless(_ name: String) -> Bool {
        ["wireless", "phy80211"].contains { access("/sys/class/net/\(name)/\($0)", F_OK) == 0 }
    }
}
