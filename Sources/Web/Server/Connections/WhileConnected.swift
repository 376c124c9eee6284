import Hummingbird

extension Request {
    /// Performs `work`, which is cancelled if the client disconnects, so that no work continues without a recipient.
    /// The connection is closed after the response.
    func whileConnected<Answer: Sendable>(_ work: @Sendable (Request) async throws -> Answer) async throws -> Answer {
        try await body.consumeWithCancellationOnInboundClose { body in
            var request = self
            request.body = body
            return try await work(request)
        }
    }
}
