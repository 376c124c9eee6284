import HTTPTransport

/// The request as the service understood it.
public struct IdentificationQuery: Codable, Sendable, Hashable {
    /// The requested flora.
    public let project: String?
    /// The service's name for each image, or the requested addresses.
    public let images: [String]
    /// The organ on each image.
    public let organs: [Organ]
    /// Whether the request asked for similar photographs.
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
