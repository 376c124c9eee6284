import Glibc

/// Why the network of this machine cannot be watched.
package struct ConnectivityError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A word that stays the same from release to release.
    package struct Code: RawRepresentable, Sendable, Hashable {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }

        /// A sandbox, a container or the kernel keeps the network's state from this process: go on without.
        package static let notPermitted = Self(rawValue: "network-not-shown")
        /// The kernel could not be asked, or did not answer.
        package static let unavailable = Self(rawValue: "network-watch-unavailable")
        /// The network changed each time while it was read.
        package static let interrupted = Self(rawValue: "network-unsteady")
        /// The kernel's answer does not hold together.
        package static let unreadable = Self(rawValue: "network-reply-unreadable")
    }

    package let code: Code
    /// The system call or message that failed, for logs.
    package let operation: String
    /// A sentence for a person.
    package let message: String

    package init(_ code: Code, during operation: String, _ message: String) {
        self.code = code
        self.operation = operation
        self.message = message
    }

    /// The one place where the kernel's number becomes an error.
    init(number: Int32, during operation: String) {
        let reason = String(cString: strerror(number))
        switch number {
        // Sandboxes answer with any of these: seccomp with the first two, systemd's RestrictAddressFamilies with the
        // third, kernels without netlink with the others.
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
