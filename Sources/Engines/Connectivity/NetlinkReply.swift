internal import CLinux
import Glibc

/// What one datagram of the kernel's answer says. Pure: bytes in, values out; no byte outside the datagram is read,
/// whatever its lengths claim.
struct NetlinkReply: Sendable, Hashable {
    var interfaces: [Network.Interface] = []
    var routes: [Network.Route] = []
    /// The answer ends here.
    var isDone = false
    /// Something changed while the kernel was answering: what was heard may hold together or not.
    var isInterrupted = false
    /// The errno with which the kernel refused.
    var refusal: Int32?

    /// Messages of other requests than the one numbered `sequence`, and of kinds not asked for, are passed over.
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
                // Zero would be a mere acknowledgement, which nobody asked for.
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
        // A bridge's ports can be listed under the bridge as well; the machine's own list has no family.
        guard head.ifi_family == UInt8(AF_UNSPEC), let name, !name.isEmpty else { return nil }
        return Network.Interface(index: head.ifi_index, name: name, flags: head.ifi_flags, hardware: head.ifi_type)
    }

    /// Nothing for a route that is not a default route of ordinary traffic.
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
        // The length alone tells a default route. One that holds for some sources only (`from …`) is one too: it is
        // all that some routers hand out for IPv6. One for a type of service, or a remembered single path, is not.
        guard head.rtm_dst_len == 0, head.rtm_tos == 0, Int(head.rtm_type) == RTN_UNICAST,
            head.rtm_flags & UInt32(RTM_F_CLONED) == 0, table == UInt32(RT_TABLE_MAIN.rawValue), !interfaces.isEmpty
        else { return nil }
        return Network.Route(family: family, metric: metric, interfaces: interfaces)
    }

    /// The interfaces of a route with several ways; a way the kernel has given up is left out.
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
