import Foundation
import Glibc

/// The service manager that started this process, if it wants to know the state of it: systemd with `Type=notify`.
///
/// A state is one datagram to the socket that the environment names (sd_notify(3)). A message that cannot be sent is
/// dropped: the service manager has its own time limits.
struct ServiceNotifier: Sendable, Hashable {
    enum State: String {
        /// The server answers.
        case ready = "READY=1"
        /// The services end.
        case stopping = "STOPPING=1"
        /// The process is replaced by another program with the same number, which reports that it is ready.
        case reloading = "RELOADING=1"
        /// The server still answers.
        case alive = "WATCHDOG=1"
    }

    /// The address of the socket: a path, or an abstract name, which begins with "@".
    let socket: String
    /// The longest time between two reports that the server is alive; nil if they are not expected.
    let watchdog: Duration?

    /// Returns nil if no service manager waits for messages, or if its address is not a socket of this machine.
    init?(environment: [String: String], process: pid_t = getpid()) {
        guard let socket = environment["NOTIFY_SOCKET"], socket.hasPrefix("/") || socket.hasPrefix("@"),
            (2..<Self.longest).contains(socket.utf8.count)
        else { return nil }
        self.socket = socket
        // The variables are inherited, so they can be meant for the parent.
        let isForThis = environment["WATCHDOG_PID"].map { $0 == String(process) } ?? true
        watchdog = environment["WATCHDOG_USEC"].flatMap(Int64.init)
            .flatMap { isForThis && $0 > 0 ? .microseconds($0) : nil }
    }

    /// The length of `sun_path` (unix(7)).
    private static let longest = 108

    func report(_ state: State) {
        let text = ([state.rawValue] + additions(to: state)).joined(separator: "\n")
        let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { place in
            unsafe place.copyBytes(from: socket.utf8)
            // An abstract name begins with a zero byte instead.
            if socket.hasPrefix("@") { unsafe place[0] = 0 }
        }
        // An abstract name ends with the address, a path with a zero byte.
        let header = MemoryLayout<sockaddr_un>.size - Self.longest
        let length = socklen_t(header + socket.utf8.count + (socket.hasPrefix("@") ? 0 : 1))
        let bytes = Array(text.utf8)
        _ = unsafe withUnsafePointer(to: &address) { place in
            unsafe place.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                unsafe sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), place, length)
            }
        }
    }

    /// A restart may restore a backup and bring a database up to date, which takes longer than the time limit of the watchdog
    /// allows; the limit holds again when the server is ready.
    private func additions(to state: State) -> [String] {
        func limit(_ duration: Duration) -> String { "WATCHDOG_USEC=\(Int64(duration / .microseconds(1)))" }
        switch state {
        case .ready: return watchdog.map { [limit($0)] } ?? []
        case .reloading:
            let others = watchdog == nil ? [] : [State.alive.rawValue, limit(Self.restart)]
            return ["MONOTONIC_USEC=\(Self.monotonic())"] + others
        case .stopping, .alive: return []
        }
    }

    /// The longest restart: the limit of a start in the unit.
    private static let restart = Duration.seconds(600)

    /// Returns the time of the clock that does not jump, in microseconds, as the service manager compares it.
    private static func monotonic() -> Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}
