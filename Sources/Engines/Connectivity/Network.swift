internal import CLinux
import Glibc

/// The interfaces and default routes at one point in time.
struct Network: Sendable, Hashable {
    struct Interface: Sendable, Hashable {
        var index: Int32
        var name: String
        var flags: UInt32
        /// The hardware type (`ARPHRD_…`).
        var hardware: UInt16

        /// Whether the interface is enabled and connected (cable, access point or tunnel) and ready for traffic.
        var carries: Bool {
            let needed = UInt32(IFF_UP | IFF_RUNNING | STILLROOM_IFF_LOWER_UP)
            return flags & needed == needed && flags & UInt32(IFF_LOOPBACK) == 0
        }
    }

    struct Route: Sendable, Hashable {
        enum Family: Int, Sendable {
            case ipv4, ipv6
        }

        var family: Family
        /// The priority; the smallest value is preferred.
        var metric: UInt32
        /// Indices of interfaces: one, or several that share the traffic.
        var interfaces: [Int32]
    }

    var interfaces: [Interface] = []
    /// Default routes only.
    var routes: [Route] = []

    /// Returns nil if no default route uses an interface that is up. Among routes with the same metric IPv4 is
    /// preferred; within a family the first one that the kernel lists, because the kernel uses that one.
    func link(isWireless: (String) -> Bool) -> Link? {
        let carrying = Dictionary(interfaces.lazy.filter(\.carries).map { ($0.index, $0) }) { first, _ in first }
        let usable = routes.compactMap { route in
            route.interfaces.lazy.compactMap { carrying[$0] }.first.map { (route, $0) }
        }
        let best = usable.min { ($0.0.metric, $0.0.family.rawValue) < ($1.0.metric, $1.0.family.rawValue) }
        return best.map { _, interface in
            let kind: Link.Kind =
                if isWireless(interface.name) {
                    .wifi
                } else if interface.hardware == UInt16(ARPHRD_ETHER) {
                    .ethernet
                } else {
                    .other
                }
            return Link(kind: kind, name: interface.name)
        }
    }
}
