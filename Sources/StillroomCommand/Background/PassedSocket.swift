import Foundation
import Glibc
import Messages

/// A listening socket that the service manager opened and passed on (sd_listen_fds(3), systemd.socket(5)). While the server
/// restarts, connections wait in it and none is refused.
struct PassedSocket: Sendable, Hashable {
    /// The number under which the service manager passes it on. It stays open for a restart of the program.
    static let descriptor: CInt = 3

    /// A copy, which the server closes.
    let copy: CInt
    /// The address of the socket: "127.0.0.1", "::1".
    let host: String

    /// Returns nil if no socket was passed on to this process. Throws `CommandFailure` (configuration) if it is not one
    /// TCP socket that listens on the loopback.
    init?(
        environment: [String: String] = ProcessInfo.processInfo.environment, process: pid_t = getpid(),
        descriptor: CInt = Self.descriptor
    ) throws(CommandFailure) {
        let count = Self.count(in: environment, for: process)
        guard count > 0 else { return nil }
        guard count == 1 else {
            throw Self.refused(localized("The service manager passes on \(count, "count") sockets."))
        }
        guard Self.listens(descriptor) else {
            throw Self.refused(localized("What the service manager passes on is no TCP socket that listens."))
        }
        guard let host = Self.loopback(descriptor) else {
            throw Self.refused(localized("The socket of the service manager is not on the loopback of this machine."))
        }
        self.host = host
        // Decoders must not inherit it.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 4)
        guard copy >= 0 else { throw Self.refused(unsafe String(cString: strerror(errno))) }
    }

    /// The number of sockets that are passed on to a process. The variables are inherited, so they can be meant for its
    /// parent.
    static func count(
        in environment: [String: String] = ProcessInfo.processInfo.environment, for process: pid_t = getpid()
    ) -> Int {
        guard environment["LISTEN_PID"] == String(process) else { return 0 }
        return environment["LISTEN_FDS"].flatMap { Int($0) } ?? 0
    }

    private static func refused(_ reason: String) -> CommandFailure {
        CommandFailure(
            .configuration, reason,
            hint: localized(
                "Use one ListenStream= with an address such as 127.0.0.1:8180; Docs/guide.md has an example."))
    }

    private static func listens(_ descriptor: CInt) -> Bool {
        var (value, size) = (CInt(0), socklen_t(MemoryLayout<CInt>.size))
        guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &value, &size) == 0, value == 1 else {
            return false
        }
        return unsafe getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &value, &size) == 0
            && value == CInt(SOCK_STREAM.rawValue)
    }

    /// Returns the address of a socket on the loopback; nil for any other.
    private static func loopback(_ descriptor: CInt) -> String? {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return unsafe withUnsafeMutablePointer(to: &storage) { pointer in
            let address = UnsafeMutableRawPointer(pointer)
            guard unsafe getsockname(descriptor, address.assumingMemoryBound(to: sockaddr.self), &size) == 0 else {
                return nil
            }
            switch unsafe Int32(pointer.pointee.ss_family) {
            case AF_INET:
                let number = unsafe address.assumingMemoryBound(to: sockaddr_in.self).pointee.sin_addr.s_addr
                let bytes = [24, 16, 8, 0].map { UInt32(bigEndian: number) >> $0 & 0xFF }
                return bytes[0] == 127 ? bytes.map(String.init).joined(separator: ".") : nil
            case AF_INET6:
                let bytes = unsafe withUnsafeBytes(
                    of: address.assumingMemoryBound(to: sockaddr_in6.self).pointee.sin6_addr
                ) { unsafe Array($0) }
                return bytes == Array(repeating: 0, count: 15) + [1] ? "::1" : nil
            default: return nil
            }
        }
    }
}
