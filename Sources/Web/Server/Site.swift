/// Every address of the site, written down once: the router registers routes from it, and links are made from it.
/// Each tab declares its part in a file of its own folder. A fixed address is a text, an address with parameters is
/// an `Address`.
enum Site {
    static let offline = "/offline"
    /// What this device has not sent yet.
    static let outbox = "/outbox"
    static let manifest = "/manifest.webmanifest"
    static let serviceWorker = "/sw.js"
    static let favicon = "/favicon.ico"
    static let live = "/health/live"
    static let ready = "/health/ready"
    static let metrics = "/metrics"
    /// The folder of the assets. Below it stands a folder a release.
    static let assets = "/assets"
    /// One file of the assets of a release.
    static let asset = Address<String>("/assets/:release/**")
    /// The code of an error.
    static let problem = Address<String>("/problems/:code")

    /// The addresses of the API.
    enum API {
        static let root = "/api"
    }
}
