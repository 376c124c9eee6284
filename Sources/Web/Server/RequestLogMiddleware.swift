import HTTPTypes
import Hummingbird
import Logging
import Metrics

/// Writes one log line and updates the metrics for each request. Only the route is recorded, never the requested path
/// or a body.
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
        // An open page waits on this route for a state change (long polling), so its duration is no measure of this
        // server.
        if route != Site.API.state {
            Timer(label: "http_server_request_duration_seconds", dimensions: [("http_route", route)])
                .recordSeconds(seconds)
        }
        context.logger.log(
            level: route == Site.API.state ? .debug : .info,
            "request",
            metadata: [
                "method": "\(request.method.rawValue)", "route": "\(route)", "status": "\(response.status.code)",
                "ms": "\(Int(seconds * 1000))",
            ])
        return response
    }
}
