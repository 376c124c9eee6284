import Foundation
import HTTPTransport
import HTTPTypes

/// What calls to Open Food Facts and Robotoff need of the wire beyond what every client needs.
extension HTTPTransport {
    /// Sends what only reads once more where the connection was cut. Not after a refusal, an overload or a time-out: both
    /// services lock out who asks too often.
    func repeatingCutReads() -> HTTPTransport {
        HTTPTransport { request in
            do {
                return try await self.send(request)
            } catch let error as HTTPTransportError where error.code == .cutOff && request.isRepeatable {
                try Task.checkCancellation()
                return try await self.send(request)
            }
        }
    }

    /// Takes no answer larger than this, whatever the client would.
    func capped(to limit: Int) -> HTTPTransport {
        HTTPTransport { request in
            var request = request
            request.responseLimit = min(request.responseLimit, limit)
            return try await self.send(request)
        }
    }

    /// Goes where it is sent once, as long as `isAllowed` says so; any other answer is handed on as it came.
    func followingOnce(where isAllowed: @escaping @Sendable (RemoteAddress) -> Bool) -> HTTPTransport {
        HTTPTransport { request in
            let response = try await self.send(request)
            guard (300..<400).contains(response.head.status.code),
                let location = response.head.headerFields[.location],
                let base = URL(string: Self.address(request.head)),
                let target = URL(string: location, relativeTo: base).flatMap({ RemoteAddress($0.absoluteString) }),
                target.scheme == "https" || target.scheme == request.head.scheme, isAllowed(target)
            else { return response }
            var next = request
            next.head.scheme = target.scheme
            next.head.authority = target.authority
            next.head.path = target.path
            return try await self.send(next)
        }
    }

    private static func address(_ head: HTTPRequest) -> String {
        "\(head.scheme ?? "")://\(head.authority ?? "")\(head.path ?? "/")"
    }

    /// One line a request, without the values that tell who asks.
    func loggingFood(clock: any Clock<Duration>, _ log: @escaping @Sendable (String) -> Void) -> HTTPTransport {
        let shown: Set = ["lang", "lc", "cc", "order_by", "page", "count", "countries", "insight_types"]
        return HTTPTransport { request in
            // The line is written of a copy; what is sent is the request itself.
            var copy = request
            copy.head = FoodCalls.masked(request.head)
            return try await HTTPTransport { _ in try await self.send(request) }
                .logging(showing: shown, clock: clock, log).send(copy)
        }
    }
}
