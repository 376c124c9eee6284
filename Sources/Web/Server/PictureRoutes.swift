import HTTPTypes
import Household
import Hummingbird
import NIOCore
import Recognition

/// Photographs to look at. What an address shows never changes, so it may be kept for ever.
struct PictureRoutes {
    let household: Household

    func add(to router: Router<AppRequestContext>) {
        addLabels(to: router)
        router.get("/photographs/:id/:file") { request, context in
            let id: Photograph.ID = try context.identifier("id")
            let file = try context.parameters.require("file")
            let kind: PhotographArchive.Kind? =
                switch file {
                case "display.jpg": .display
                case "thumbnail.jpg": .thumbnail
                case "original": .original
                default: nil
                }
            guard let kind else { throw HTTPError(.notFound) }
            let photograph = try await household.photographs.photograph(id)
            let tag = "\"\(photograph.digest.hexadecimal.prefix(20))-\(kind.rawValue)\""
            var headers: HTTPFields = [.cacheControl: "private, max-age=31536000, immutable", .eTag: tag]
            if request.headers[.ifNoneMatch] == tag { return Response(status: .notModified, headers: headers) }
            let bytes = try await household.photographs.picture(id, kind: kind)
            if kind == .original {
                // As it arrived, so nothing in it may run here.
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
    /// Pictures of labels, which no browser keeps for long: whoever deletes one here has deleted it.
    private func addLabels(to router: Router<AppRequestContext>) {
        router.get("/medicines/labels/:label/pictures/:file") { _, context in
            let kind: PhotographArchive.Kind? =
                switch try context.parameters.require("file") {
                case "display.jpg": .display
                case "thumbnail.jpg": .thumbnail
                default: nil
                }
            let label = try await household.medicines.label(try MedicineAPI.label(context)).label
            guard let kind, let photograph = label?.photograph else { throw HTTPError(.notFound) }
            return Response(
                status: .ok, headers: [.contentType: "image/jpeg", .cacheControl: "private, max-age=600"],
                body: .init(
                    byteBuffer: ByteBuffer(bytes: try await household.photographs.picture(photograph, kind: kind))))
        }
    }
}

extension AppRequestContext {
    /// A part of the address as an identifier; what is none is an address where nothing is.
    func identifier<Subject>(_ name: String) throws -> Identifier<Subject> {
        guard let identifier = Identifier<Subject>(try parameters.require(name)) else { throw HTTPError(.notFound) }
        return identifier
    }
}
