/// The error type of a client.
package protocol APIError: Error {
    /// The error for a call that got no response.
    init(_ failure: TransportFailure)
}

/// The error type of a client whose responses are decoded by ``APIClient``.
package protocol APIResponseError: APIError {
    /// The error for a response whose status is not a success.
    init(_ response: HTTPTransport.Response, hiding secrets: SecretScrubber)

    /// The error for a successful response whose body cannot be decoded.
    init(unreadable response: HTTPTransport.Response, cause: any Error, hiding secrets: SecretScrubber)
}

/// The codes of a client's error. A service may add codes.
package protocol APIErrorCode: RawRepresentable<String> {
    init(rawValue: String)
}

extension APIErrorCode {
    /// The code for a kind of failure; it has the kind's name.
    package init(_ kind: TransportFailure.Kind) { self.init(rawValue: kind.rawValue) }
}
