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
            var headers: HTTPFields = [.cacheControl: "private, max-age=31536000, immutable", .eTag: tag]
            if request.headers[.ifNoneMatch] == tag { return Response(status: .notModified, headers: headers) }
            let bytes = try await household.photographs(for: context.viewer).picture(id, kind: kind)
            if kind == .original {
                // The original file is not re-encoded, so browsers must not execute its content.
                headers[.contentType] = "application/octet-stream"
                headers[.contentDisposition] = "attachment; filename=\"\(id).\(photograph.format.rawValue)\""
                headers[.contentSecurityPolicy] = "sandbox"
            } else {
                headers[.contentType] = "image/jpeg"
            }
            return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
        }
    }
}

extension PictureRoutes {
    /// Adds the routes of label pictures. Clients cache them for ten minutes only, so that a deleted picture disappears
    /// soon.
    private func addLabels(to router: Router<AppRequestContext>) {
        router.on(.get, Site.labelPicture) { _, context in
            let kind: PhotographArchive.Kind? =
                switch Site.labelPicture.parse(context).1 {
                case .display: .display
                case .thumbnail: .thumbnail
                default: nil
                }
            let label = try await household.medicines(for: context.viewer).label(
                try Site.label.read(context, or: MedicineAPI.noLabel)
            ).label
            guard let kind, let photograph = label?.photograph else { throw HTTPError(.notFound) }
            return Response(
                status: .ok, headers: [.contentType: "image/jpeg", .cacheControl: "private, max-age=600"],
                body: .init(
                    byteBuffer: ByteBuffer(
                        bytes: try await household.photographs(for: context.viewer).picture(photograph, kind: kind))))
        }
    }
}
