import HTTPTransport

/// The request as the service understood it.
public struct IdentificationQuery: Codable, Sendable, Hashable {
    /// The flora that was asked for.
    public let project: String?
    /// The service's name for each image, or the addresses of the request.
    public let images: [String]
    /// For each image.
    public let organs: [Organ]
    /// Whether similar photographs were asked for.
    public let includeRelatedImages: Bool?
    /// Whether the request allowed images that show no plant.
    public let noReject: Bool?
    /// The generation of floras.
    public let type: ProjectType?

    private enum CodingKeys: String, CodingKey { case project, images, organs, includeRelatedImages, noReject, type }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        project = container.text(.project)
        images = container.texts(.images)
        organs = container.texts(.organs).map(Organ.init(rawValue:))
        includeRelatedImages = container.flag(.includeRelatedImages)
        noReject = container.flag(.noReject)
        type = container.text(.type).map(ProjectType.init(rawValue:))
    }
}
