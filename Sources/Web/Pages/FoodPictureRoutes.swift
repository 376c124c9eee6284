import HTTPTypes
import Household
import Hummingbird
import Larder
import NIOCore
import Recognition

/// Pictures of products and of what is asked about them, as this house has them. Where there is none, or nobody can be
/// asked for it, a page does as well without.
struct FoodPictureRoutes {
    let household: Household

    func add(to router: Router<HouseContext>) {
        router.get("/larder/products/:code/pictures/:file") { _, context in
            let code = try context.parameters.require("code")
            let name = try context.parameters.require("file")
            guard name.hasSuffix(".jpg"), let kind = Product.Picture(rawValue: String(name.dropLast(4))) else {
                throw HTTPError(.notFound)
            }
            return try await answer { try await household.picture(kind, of: code) }
        }
        router.get("/larder/questions/:id/picture.jpg") { request, context in
            let id: FoodQuestion.ID = try context.identifier("id")
            let isWhole = try LarderAPI.flag("whole", Upload.query(request))
            return try await answer { try await household.picture(of: id, isWhole: isWhole) }
        }
        router.get("/larder/questions/:id/reference.jpg") { _, context in
            let id: FoodQuestion.ID = try context.identifier("id")
            return try await answer { try await household.referencePicture(of: id) }
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
