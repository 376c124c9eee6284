/// The reason why a call got no response, as input for a client's error.
package struct TransportFailure: Sendable {
    /// The kinds of failure that a caller can act on. The raw value is the usual name of the error code.
    package enum Kind: String, Sendable {
        /// This machine is offline.
        case noNetwork
        /// The connection to the service failed.
        case connectionFailed
        /// No response in time.
        case timedOut
        /// The connection ended before the response did.
        case cutOff
        /// The response is too large, or is not HTTP.
        case unreadable
        /// Any other failure.
        case transportFailed
    }

    package let kind: Kind
    /// Whether the request had a body.
    package let hadBody: Bool
    /// The transport's error; nil if its text contains a secret.
    package let cause: (any Error)?
    private let isTooLarge: Bool

    package init(_ error: any Error, hadBody: Bool, hiding secrets: SecretScrubber) {
        let code = (error as? HTTPTransportError)?.code
        kind =
            switch code {
            case .noNetwork?: .noNetwork
            case .connectionFailed?: .connectionFailed
            case .timedOut?: .timedOut
            case .cutOff?: .cutOff
            case .tooLarge?, .invalidResponse?: .unreadable
            default: .transportFailed
            }
        isTooLarge = code == .tooLarge
        self.hadBody = hadBody
        cause = secrets.safe(error)
    }

    /// One sentence for the client's error.
    ///
    /// - Parameter service: the service's name, which begins the sentence.
    /// - Returns: the sentence, without a full stop.
    package func message(of service: String) -> String {
        switch kind {
        case .noNetwork: "there is no network"
        case .connectionFailed: "\(service) cannot be reached"
        case .timedOut: "\(service) did not answer in time"
        case .cutOff: "the connection ended before the answer did"
        case .unreadable: isTooLarge ? "the answer is larger than any that is awaited" : "what came is not HTTP"
        case .transportFailed: "the transport failed"
        }
    }
}
