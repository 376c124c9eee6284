import HTTPTypes
import Hummingbird
import NIOCore

/// The routes of the style sheet, the scripts and the icons, which are served from memory.
struct AssetRoutes {
    let renderer: PageRenderer

    func add(to router: Router<AppRequestContext>) {
        router.on(.get, Site.asset) { _, context in
            let name = context.parameters.getCatchAll().joined(separator: "/")
            // A request for a file of another release gets the file of this release, without permission to cache it.
            let isCurrent = try Site.assets + "/" + Site.asset.read(context) == renderer.prefix
            return try answer(name, cache: isCurrent ? "public, max-age=31536000, immutable" : "no-cache")
        }
        router.on(.get, Site.manifest) { _, _ in try answer("manifest.webmanifest", cache: "no-cache") }
        router.on(.get, Site.serviceWorker) { _, _ in try answer("sw.js", cache: "no-cache") }
        router.on(.get, Site.favicon) { _, _ in try answer("icon-192.png", cache: "public, max-age=86400") }
    }

    private func answer(_ name: String, cache: String) throws -> Response {
        guard let asset = renderer.assets[name] else { throw HTTPError(.notFound) }
        return Response(
            status: .ok, headers: [.contentType: asset.type, .cacheControl: cache],
            body: .init(byteBuffer: ByteBuffer(bytes: asset.bytes)))
    }
}
