import Hummingbird

extension WebServer {
    /// Returns the router of the page that explains how a device gets in.
    func wayInRouter(httpsPort: @escaping @Sendable () -> Int?) -> Router<AppRequestContext> {
        Router(context: AppRequestContext.self)
    }
}
