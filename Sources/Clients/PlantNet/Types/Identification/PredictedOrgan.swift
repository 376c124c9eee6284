import HTTPTransport

/// The organ that the service recognises on a photograph.
public struct PredictedOrgan: Codable, Sendable, Hashable {
    /// The image's name in ``IdentificationQuery/images``.
    public let image: String?
    /// The uploaded file's name: `image-1.jpg` for the first.
    public let filename: String?
    /// The organ.
    public let organ: Organ?
    /// The confidence of the service, 0–1.
    public let score: Double?

    private enum CodingKeys: String, CodingKey { case image, filename, organ, score }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        image = container.text(.image)
        filename = container.text(.filename)
        organ = container.text(.organ).map(Organ.init(rawValue:))
        score = container.number(.score)
    }
}
