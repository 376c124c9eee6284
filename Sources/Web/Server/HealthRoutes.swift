import Household
import Hummingbird
import Logging
import NIOCore

/// The routes of the liveness check, the readiness check and the metrics.
struct HealthRoutes {
    let household: Household
    let metrics: PrometheusRegistry

    func add(to router: Router<AppRequestContext>) {
        router.on(.get, Site.live) { _, _ in text("ok\n") }
        router.on(.get, Site.ready) { _, context in
            do {
                try await household.checkReadiness()
                return text("ready\n")
            } catch {
                context.logger.warning("not ready", metadata: ["reason": "\(error)"])
                return text("not ready: \(error)\n", status: .serviceUnavailable)
            }
        }
        router.on(.get, Site.metrics) { _, _ in
            text(metrics.text, type: "text/plain; version=0.0.4; charset=utf-8")
        }
    }

    private func text(_ text: String, status: HTTPResponse.Status = .ok, type: String = "text/plain; charset=utf-8")
        -> Response
    {
        Response(status: status, headers: [.contentType: type], body: .init(byteBuffer: ByteBuffer(string: text)))
    }
}
