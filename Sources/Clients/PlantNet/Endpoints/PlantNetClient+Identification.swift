import Foundation
import HTTPTransport
import HTTPTypes

extension PlantNetClient {
    /// Identifies the plant on one to five photographs of the same individual. Costs one credit for all photographs
    /// together.
    ///
    /// `POST /v2/identify/{project}`.
    ///
    /// - Parameters:
    ///   - images: the photographs, at most 52,428,800 bytes together, including the form.
    ///   - project: the flora's id; `all` lets the service choose (``Identification/preferedReferential``).
    ///   - options: language, number of results and more.
    ///   - repeatable: whether the transport may send the request again after a failure, which may cost another credit.
    /// - Returns: the species, most likely first, and the remaining quota.
    /// - Throws: ``PlantNetError``, for example ``PlantNetError/Code/nothingFound`` if the service finds no plant and
    ///   ``PlantNetError/Code/invalidRequest`` if the request was not sent.
    public func identify(
        _ images: [PlantNetImage], in project: String = "all", options: IdentificationOptions = .init(),
        repeatable: Bool = false
    ) async throws -> PlantNetReply<Identification> {
        try Rule.check(project: project)
        return try await send(upload(images, to: "/v2/identify/\(project)", options: options, repeatable: repeatable))
    }

    /// Identifies the plant on photographs on the web; otherwise as ``identify(_:in:options:repeatable:)``. Costs one
    /// credit.
    ///
    /// `GET /v2/identify/{project}`.
    ///
    /// - Parameters:
    ///   - links: one to five photographs of the same individual.
    ///   - project: the flora's id.
    ///   - options: language, number of results and more.
    ///   - repeatable: whether the transport may send the request again after a failure, which may cost another credit.
    /// - Returns: the species, most likely first, and the remaining quota.
    /// - Throws: ``PlantNetError``, for example ``PlantNetError/Code/addressTooLong``.
    public func identify(
        at links: [PlantNetImageLink], in project: String = "all", options: IdentificationOptions = .init(),
        repeatable: Bool = false
    ) async throws -> PlantNetReply<Identification> {
        try Rule.check(project: project)
        try Rule.check(links: links)
        var query = try options.query()
        for link in links { query.add("images", link.url.absoluteString) }
        for link in links { query.add("organs", link.organ?.rawValue) }
        return try await send(APICall(path: "/v2/identify/\(project)", query: query, isRepeatable: repeatable))
    }

    /// An upload of images. Images and organs are parts of the form; all options are in the query, because the service
    /// silently ignores them in the form.
    func upload(
        _ images: [PlantNetImage], to path: String, options: IdentificationOptions, repeatable: Bool
    ) throws -> APICall {
        try Rule.check(images: images)
        let query = try options.query()
        var form = MultipartForm(limit: PlantNetError.sizeLimit)
        for (place, image) in images.enumerated() {
            form.add(
                file: image.bytes, as: "images", fileName: "image-\(place + 1).\(image.type.fileExtension)",
                contentType: image.type.rawValue)
        }
        for image in images {
            if let organ = image.organ { form.add(field: "organs", organ.rawValue) }
        }
        do {
            return APICall(
                method: .post, path: path, query: query, body: .multipart(try form.encoded()),
                isRepeatable: repeatable)
        } catch let error as HTTPTransportError where error.code == .tooLarge {
            throw PlantNetError(
                .tooLarge, "the images are larger than Pl@ntNet takes", rule: .size, limit: PlantNetError.sizeLimit,
                cause: error)
        }
    }
}
