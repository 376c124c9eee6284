internal import CLinux
import Glibc

/// A netlink socket to the kernel's routing subsystem, in the network namespace of the thread that created it.
///
/// Sendable, because the descriptor never changes.
final class NetlinkSocket: Sendable {
    let descriptor: Int32

    /// All groups whose events can change whether this machine is online.
    static let everyChange =
        UInt32(RTMGRP_LINK) | UInt32(RTMGRP_IPV4_IFADDR) | UInt32(RTMGRP_IPV6_IFADDR) | UInt32(RTMGRP_IPV4_ROUTE)
        | UInt32(RTMGRP_IPV6_ROUTE)

    init(groups: UInt32 = 0) throws(ConnectivityError) {
        descriptor = stillroom_netlink_open(groups)
        guard descriptor >= 0 else { throw ConnectivityError(number: -descriptor, during: "netlink socket") }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    enum Kind {
        case links, routes

        fileprivate var request: UInt16 {
            switch self {
            case .links: UInt16(RTM_GETLINK)
            case .routes: UInt16(RTM_GETROUTE)
            }
        }
    }

    func ask(for kind: Kind, sequence: UInt32) throws(ConnectivityError) {
        let status = stillroom_netlink_ask(descriptor, kind.request, sequence)
        guard status == 0 else { throw ConnectivityError(number: -status, during: "netlink request") }
    }

    enum Received: Equatable {
        /// A datagram of this many bytes is in `buffer`.
        case datagram(Int)
        /// The socket's buffer overflowed: notifications are lost.
        case overflow
        case nothing
        case failure(Int32)
    }

    /// Returns the kernel's next datagram. Waits for it only if `waits` is true, at most one second.
    func receive(into buffer: inout [UInt8], waits: Bool) -> Received {
        while true {
            let count = buffer.withUnsafeMutableBytes {
                stillroom_netlink_receive(descriptor, $0.baseAddress, $0.count, waits ? 1 : 0)
            }
            switch Int32(clamping: -count) {
            case EINTR, 0: continue
            case EAGAIN: return .nothing
            case ENOBUFS: return .overflow
            case let number where number > 0: return .failure(number)
            default: return count > buffer.count ? .overflow : .datagram(count)
            }
        }
    }
}
