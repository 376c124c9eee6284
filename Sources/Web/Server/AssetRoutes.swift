import HTTPTypes
import Hummingbird
import Messages
import NIOCore

/// The routes of the style sheet, the scripts and the icons, which are served from memory.
struct AssetRoutes {
    let renderer: PageRenderer
    let compressed: CompressedAssets

    func add(to router: Router<AppRequestContext>) {
        router.on(.get, Site.asset) { request, context in
            let name = context.parameters.getCatchAll().joined(separator: "/")
            // A request for a file of another release gets the file of this release, without permission to cache it.
            let isCurrent = try Site.assets + "/" + Site.asset.read(context) == renderer.prefix
            return try answer(request, name, cache: isCurrent ? "public, max-age=31536000, immutable" : "no-cache")
        }
        router.on(.get, Site.manifest) { request, _ in try answer(request, "manifest.webmanifest", cache: "no-cache") }
        router.on(.get, Site.serviceWorker) { request, _ in try answer(request, "sw.js", cache: "no-cache") }
        router.on(.get, Site.favicon) { request, _ in
            try answer(request, "icon-192.png", cache: "public, max-age=86400")
        }
    }

    private func answer(_ request: Request, _ name: String, cache: String) throws -> Response {
        guard var asset = renderer.assets[name] else { throw HTTPError(.notFound) }
        var headers: HTTPFields = [.contentType: asset.type, .cacheControl: cache]
        var form = name
        if AssetTexts.names.contains(name) {
            asset = PageRenderer.Asset(
                type: asset.type, bytes: Array(AssetTexts.fill(String(decoding: asset.bytes, as: UTF8.self)).utf8))
            form += " " + Localization.current.language.rawValue
        }
        var bytes = asset.bytes
        if let form = compressed.form(of: asset, named: form) {
            AcceptedCodings.addVary(to: &headers)
            // An asset contains nothing about a person, so it is compressed for every request.
            if AcceptedCodings.acceptsGzip(request.headers) {
                headers[.contentEncoding] = "gzip"
                bytes = form
            }
        }
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
