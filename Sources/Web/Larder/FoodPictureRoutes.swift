import HTTPTypes
import Household
import Hummingbird
import Larder
import NIOCore
import Recognition

/// The routes of pictures of products and questions. They serve stored pictures and send no request to a service; a
/// picture that is not stored is a 404.
struct FoodPictureRoutes {
    let household: Household

    func add(to router: Router<AppRequestContext>) {
        router.on(.get, Site.productPicture) { _, context in
            let (code, file) = try Site.productPicture.read(context)
            return try await answer { try await household.larder.picture(file.kind, of: code, mayAsk: false) }
        }
        router.on(.get, Site.questionPicture) { request, context in
            let id = try Site.questionPicture.read(context)
            let isWhole = try QueryValue.flag("whole", Upload.query(request))
            return try await answer { try await household.larder.picture(of: id, isWhole: isWhole, mayAsk: false) }
        }
        router.on(.get, Site.referencePicture) { _, context in
            let id = try Site.referencePicture.read(context)
            return try await answer { try await household.larder.referencePicture(of: id, mayAsk: false) }
        }
    }

    private func answer(_ read: () async throws -> [UInt8]?) async throws -> Response {
        do {
            guard let bytes = try await read() else { return Response(status: .notFound) }
            return Response(
                status: .ok, headers: [.contentType: "image/jpeg", .cacheControl: "private, max-age=86400"],
                body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
        } catch is HouseholdError {
            return Response(status: .notFound)
        }
    }
}
