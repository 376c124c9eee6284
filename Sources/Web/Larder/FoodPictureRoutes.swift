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
        router.get("/larder/products/:code/pictures/:file") { _, context in
            let code = try context.parameters.require("code")
            let name = try context.parameters.require("file")
            guard name.hasSuffix(".jpg"), let kind = Product.Picture(rawValue: String(name.dropLast(4))) else {
                throw HTTPError(.notFound)
            }
            return try await answer { try await household.larder.picture(kind, of: code, mayAsk: false) }
        }
        router.get("/larder/questions/:id/picture.jpg") { request, context in
            let id: FoodQuestion.ID = try context.identifier("id")
            let isWhole = try LarderAPI.flag("whole", Upload.query(request))
            return try await answer { try await household.larder.picture(of: id, isWhole: isWhole, mayAsk: false) }
        }
        router.get("/larder/questions/:id/reference.jpg") { _, context in
            let id: FoodQuestion.ID = try context.identifier("id")
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
