import Glibc

/// The reason why the network of this machine cannot be watched.
package struct ConnectivityError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A code that stays the same in all releases.
    package struct Code: RawRepresentable, Sendable, Hashable {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }

        /// A sandbox, a container or the kernel hides the network's state from this process: continue without it.
        package static let notPermitted = Self(rawValue: "network-not-shown")
        /// The request to the kernel failed, or the kernel did not answer.
        package static let unavailable = Self(rawValue: "network-watch-unavailable")
        /// The network changed during every attempt to read it.
        package static let interrupted = Self(rawValue: "network-unsteady")
        /// The kernel's answer is malformed.
        package static let unreadable = Self(rawValue: "network-reply-unreadable")
    }

    package let code: Code
    /// The system call or message that failed, for logs.
    package let operation: String
    /// A sentence for the user.
    package let message: String

    package init(_ code: Code, during operation: String, _ message: String) {
        self.code = code
        self.operation = operation
        self.message = message
    }

    /// The only place that converts an errno into an error.
    init(number: Int32, during operation: String) {
        let reason = String(cString: strerror(number))
        switch number {
        // Sandboxes return any of these errors: seccomp the first two, systemd's RestrictAddressFamilies the third,
        // kernels without netlink the others.
        case EPERM, EACCES, EAFNOSUPPORT, EPROTONOSUPPORT, ENOSYS, EOPNOTSUPP:
            self.init(
                .notPermitted, during: "\(operation): \(reason)",
                "This system does not show Stillroom when the network comes and goes (\(reason)).")
        default:
            self.init(
                .unavailable, during: "\(operation): \(reason)", "The network cannot be watched (\(reason)).")
        }
    }

    package var description: String { message }
}
