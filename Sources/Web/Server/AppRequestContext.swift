package import Hummingbird

/// What goes with one request.
package struct AppRequestContext: RequestContext {
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
    static let body = picture + form
    /// All photographs of one form together.
    static let photographs = 64 << 20
    /// The body of a form with several photographs.
    static let photographForm = photographs + form
    /// A body that is refused is read a little further, so that the client can read the answer, and then cut off.
    static let swallowed = 4 << 20
    /// A form without a picture, and what a form with pictures puts around them.
    static let form = 64 << 10
    static let formParts = 20
    /// The head of one part of a form.
    static let partHead = 16 << 10
    /// Photographs whose bodies are in memory at once.
    static let uploads = 24
    /// Bytes of all photographs that are in memory at once.
    static let uploadBytes = uploads * picture
    static let headerBytes = 32 << 10
    static let headerCount = 100
    static let headSeconds = 20
    static let bodySeconds = 120
    static let idleSeconds = 30

    /// Bytes of a body that is sent to this path. Only one form takes several photographs.
    static func body(to path: String) -> Int { path == Site.photographs ? photographForm : body }
}
