package import Hummingbird

/// What goes with one request.
package struct HouseContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// Bytes of a body: a photograph of 20 MiB and what a form puts around it.
    package var maxUploadSize: Int { Limits.body }

    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
    }
}

/// What one request may cost; Docs/settings.md lists them.
enum Limits {
    static let picture = 20 << 20
    static let body = picture + (64 << 10)
    /// A body that is refused is read a little further, so that the client can read the answer, and then cut off.
    static let swallowedBody = body + (4 << 20)
    static let form = 64 << 10
    /// Photographs whose bodies are in memory at once.
    static let uploads = 24
    static let headerBytes = 32 << 10
    static let headerCount = 100
    static let headSeconds = 20
    static let bodySeconds = 120
    static let idleSeconds = 30
}
