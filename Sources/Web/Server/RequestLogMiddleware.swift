import HTTPTypes
import Hummingbird
import Logging
import Metrics

/// One line in the log and one count a request: the route, never the address as typed, never a body.
struct RequestLogMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: AppRequestContext,
        next: @concurrent (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        let began = ContinuousClock.now
        let response = try await next(request, context)
        let seconds = (ContinuousClock.now - began) / .seconds(1)
        let route = context.endpointPath ?? "unknown"
        let dimensions = [
            ("http_request_method", request.method.rawValue), ("http_route", route),
            ("http_response_status_code", String(response.status.code)),
        ]
        Counter(label: "http_server_requests_total", dimensions: dimensions).increment()
        // An open page waits for the state to change; how long says nothing about this server.
        if route != Site.state {
            Timer(label: "http_server_request_duration_seconds", dimensions: [("http_route", route)])
                .recordSeconds(seconds)
        }
        context.logger.log(
            level: route == Site.state ? .debug : .info,
            "request",
            metadata: [
                "method": "\(request.method.rawValue)", "route": "\(route)", "status": "\(response.status.code)",
                "ms": "\(Int(seconds * 1000))",
            ])
        return response
    }
}
