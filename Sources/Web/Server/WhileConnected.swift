import Hummingbird

extension Request {
    /// Performs `work`, which is cancelled if the client disconnects, so that no work continues without a recipient.
    /// The connection is closed after the response.
    func whileConnected(_ work: @Sendable (Request) async throws -> Response) async throws -> Response {
        try await body.consumeWithCancellationOnInboundClose { body in
            var request = self
            request.body = body
            return try await work(request)
        }
    }
}
