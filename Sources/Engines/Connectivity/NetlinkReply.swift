internal import CLinux
import Glibc

/// The contents of one datagram of the kernel's answer. Pure: bytes in, values out; bytes outside the datagram are
/// never read, even if a length field points to them.
struct NetlinkReply: Sendable, Hashable {
    var interfaces: [Network.Interface] = []
    var routes: [Network.Route] = []
    /// Whether this is the end of the answer.
    var isDone = false
    /// Whether something changed while the kernel was answering; the answer may then be inconsistent.
    var isInterrupted = false
    /// The errno if the kernel refused the request.
    var refusal: Int32?

    /// Ignores messages of requests with a `sequence` other than this one, and messages of other types.
    init(parsing datagram: ArraySlice<UInt8>, sequence: UInt32) throws(ConnectivityError) {
        var rest = NetlinkBytes(datagram)
        while !rest.isEmpty, !isDone, refusal == nil {
            let header = try rest.value(nlmsghdr.self, "header")
            let message = try rest.take(Int(header.nlmsg_len), "message")
            guard header.nlmsg_seq == sequence else { continue }
            if Int32(header.nlmsg_flags) & NLM_F_DUMP_INTR != 0 { isInterrupted = true }
            let body = message.dropping(MemoryLayout<nlmsghdr>.size)
            switch Int(header.nlmsg_type) {
            case Int(NLMSG_ERROR):
                // Zero is an acknowledgement, which was not requested.
                refusal = Self.errno(try body.value(Int32.self, "error"))
            case Int(NLMSG_DONE):
                isDone = true
                if !body.isEmpty { refusal = Self.errno(try body.value(Int32.self, "end")) }
            case Int(NLMSG_OVERRUN): isInterrupted = true
            case RTM_NEWLINK:
                if let interface = try Self.interface(body) { interfaces.append(interface) }
            case RTM_NEWROUTE:
                if let route = try Self.route(body) { routes.append(route) }
            default: break
            }
        }
    }

    private static func errno(_ status: Int32) -> Int32? {
        status == 0 ? nil : Int32(clamping: status.magnitude)
    }

    private static func interface(_ body: NetlinkBytes) throws(ConnectivityError) -> Network.Interface? {
        let head = try body.value(ifinfomsg.self, "link")
        var name: String?
        try body.dropping(MemoryLayout<ifinfomsg>.size).forEachAttribute { type, value throws(ConnectivityError) in
            if type == IFLA_IFNAME { name = value.text }
        }
        // A bridge's ports can also be listed under the bridge; entries of the machine's own list have no family.
        guard head.ifi_family == UInt8(AF_UNSPEC), let name, !name.isEmpty else { return nil }
        return Network.Interface(index: head.ifi_index, name: name, flags: head.ifi_flags, hardware: head.ifi_type)
    }

    /// Returns nil for a route that is not a default route of ordinary traffic.
    private static func route(_ body: NetlinkBytes) throws(ConnectivityError) -> Network.Route? {
        let head = try body.value(rtmsg.self, "route")
        let family: Network.Route.Family
        switch Int32(head.rtm_family) {
        case AF_INET: family = .ipv4
        case AF_INET6: family = .ipv6
        default: return nil
        }
        var table = UInt32(head.rtm_table)
        var metric: UInt32 = 0
        var interfaces: [Int32] = []
        try body.dropping(MemoryLayout<rtmsg>.size).forEachAttribute { type, value throws(ConnectivityError) in
            switch type {
            case Int(RTA_TABLE.rawValue): table = try value.value(UInt32.self, "table")
            case Int(RTA_PRIORITY.rawValue): metric = try value.value(UInt32.self, "metric")
            case Int(RTA_OIF.rawValue): interfaces.append(try value.value(Int32.self, "interface"))
            case Int(RTA_MULTIPATH.rawValue): interfaces += try hops(value)
            default: break
            }
        }
        // A route with prefix length 0 is a default route. This includes a route for some sources only (`from …`),
        // because some routers announce only such routes for IPv6. Routes for a type of service and cached routes are
        // excluded.
        guard head.rtm_dst_len == 0, head.rtm_tos == 0, Int(head.rtm_type) == RTN_UNICAST,
            head.rtm_flags & UInt32(RTM_F_CLONED) == 0, table == UInt32(RT_TABLE_MAIN.rawValue), !interfaces.isEmpty
        else { return nil }
        return Network.Route(family: family, metric: metric, interfaces: interfaces)
    }

    /// The interfaces of a route with several next hops; next hops that the kernel marks as dead are left out.
    private static func hops(_ value: NetlinkBytes) throws(ConnectivityError) -> [Int32] {
        var interfaces: [Int32] = []
        var rest = value
        while !rest.isEmpty {
            let hop = try rest.value(rtnexthop.self, "hop")
            _ = try rest.take(Int(hop.rtnh_len), atLeast: MemoryLayout<rtnexthop>.size, "hop")
            if Int32(hop.rtnh_flags) & (RTNH_F_DEAD | RTNH_F_LINKDOWN) == 0 { interfaces.append(hop.rtnh_ifindex) }
        }
        return interfaces
    }
}
