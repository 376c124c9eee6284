import Foundation
import HTTPTransport
import HTTPTypes

/// Requirements of Open Food Facts and Robotoff on the transport.
extension HTTPTransport {
    /// Repeats a reading request once after a cut connection. Does not repeat after a refusal, an overload or a
    /// time-out, because both services block clients that send too many requests.
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

    /// Limits the size of answers, independently of the client's own limit.
    func capped(to limit: Int) -> HTTPTransport {
        HTTPTransport { request in
            var request = request
            request.responseLimit = min(request.responseLimit, limit)
            return try await self.send(request)
        }
    }

    /// Follows one redirect if `isAllowed` returns true for its target; returns any other answer unchanged.
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

    /// Writes one line per request, without the values that identify the user.
    func loggingFood(clock: any Clock<Duration>, _ log: @escaping @Sendable (String) -> Void) -> HTTPTransport {
        let shown: Set = ["lang", "lc", "cc", "order_by", "page", "count", "countries", "insight_types"]
        return HTTPTransport { request in
            // Masks a copy for the log; the sent request is unchanged.
            var copy = request
            copy.head = FoodCalls.masked(request.head)
            return try await HTTPTransport { _ in try await self.send(request) }
                .logging(showing: shown, clock: clock, log).send(copy)
        }
    }
}
