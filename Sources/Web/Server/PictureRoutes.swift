import HTTPTypes
import Household
import Hummingbird
import NIOCore
import Recognition

/// The routes of photographs. The content of an address never changes, so clients may cache it without a time limit.
struct PictureRoutes {
    let household: Household

    func add(to router: Router<AppRequestContext>) {
        addLabels(to: router)
        router.on(.get, Site.picture) { request, context in
            let (id, file) = Site.picture.parse(context)
            guard let id, let file else { throw HTTPError(.notFound) }
            let kind: PhotographArchive.Kind =
                switch file {
                case .display: .display
                case .thumbnail: .thumbnail
                case .original: .original
                }
            let photograph = try await household.photographs(for: context.viewer).photograph(id)
            let tag = "\"\(photograph.digest.hexadecimal.prefix(20))-\(kind.rawValue)\""
            let headers: HTTPFields = [.cacheControl: "private, max-age=31536000, immutable", .eTag: tag]
            if request.headers[.ifNoneMatch] == tag { return Response(status: .notModified, headers: headers) }
            let bytes = try await household.photographs(for: context.viewer).picture(id, kind: kind)
            return Self.response(bytes, kind, of: photograph, headers)
        }
    }

    private static func response(
        _ bytes: [UInt8], _ kind: PhotographArchive.Kind, of photograph: Photograph, _ headers: HTTPFields
    ) -> Response {
        var headers = headers
        if kind == .original {
            // The original file is not re-encoded, so browsers must not execute its content.
            headers[.contentType] = "application/octet-stream"
            headers[.contentDisposition] = "attachment; filename=\"\(photograph.id).\(photograph.format.rawValue)\""
            headers[.contentSecurityPolicy] = "sandbox"
        } else {
            headers[.contentType] = "image/jpeg"
        }
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}

extension PictureRoutes {
    /// Adds the routes of label pictures. Clients cache them for ten minutes only, so that a deleted picture disappears
    /// soon, and another person at the same browser does not find it for long.
    private func addLabels(to router: Router<AppRequestContext>) {
        router.on(.get, Site.labelPicture) { _, context in
            let kind: PhotographArchive.Kind? =
                switch Site.labelPicture.parse(context).1 {
                case .display: .display
                case .thumbnail: .thumbnail
                case .original: .original
                case nil: nil
                }
            let label = try await household.medicines(for: context.viewer).label(
                try Site.label.read(context, or: MedicineAPI.noLabel)
            ).label
            guard let kind, let photograph = label?.photograph else { throw HTTPError(.notFound) }
            let photographs = household.photographs(for: context.viewer)
            return Self.response(
                try await photographs.picture(photograph, kind: kind), kind,
                of: try await photographs.photograph(photograph), [.cacheControl: "private, max-age=600"])
        }
    }
}
