import Foundation
import NIOCore

/// Why a server cannot listen at its address, by the number that the system gives for it.
package enum ListenFailure: Sendable, Hashable {
    /// Another program listens there.
    case addressInUse
    /// The port belongs to the administrator.
    case permissionDenied
    /// This machine does not have the address.
    case addressNotAvailable

    /// Nil if `error` is another one.
    package init?(_ error: any Error) {
        switch (error as? IOError)?.errnoCode {
        case EADDRINUSE: self = .addressInUse
        case EACCES: self = .permissionDenied
        case EADDRNOTAVAIL: self = .addressNotAvailable
        default: return nil
        }
    }
}
