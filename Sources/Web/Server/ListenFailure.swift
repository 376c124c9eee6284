import Foundation
import NIOCore

/// The reason why a server cannot listen at its address, from the system's error number.
package enum ListenFailure: Sendable, Hashable {
    /// Another program listens at this address and port.
    case addressInUse
    /// Only an administrator may use this port.
    case permissionDenied
    /// This machine does not have this address.
    case addressNotAvailable

    /// Returns nil if `error` has another cause.
    package init?(_ error: any Error) {
        switch (error as? IOError)?.errnoCode {
        case EADDRINUSE: self = .addressInUse
        case EACCES: self = .permissionDenied
        case EADDRNOTAVAIL: self = .addressNotAvailable
        default: return nil
        }
    }
}
