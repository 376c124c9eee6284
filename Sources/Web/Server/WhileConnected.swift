import Hummingbird

extension Request {
    /// Work that is cancelled when whoever asked has gone: a long answer for nobody holds up the next one. The connection
    /// ends with the answer.
    func whileConnected(_ work: @Sendable (Request) async throws -> Response) async throws -> Response {
        try await body.consumeWithCancellationOnInboundClose { body in
            var request = self
            request.body = body
            return try await work(request)
        }
    }
}
