import HTTPTransport

/// Options of an identification. Nil is not sent: the service uses its default.
public struct IdentificationOptions: Sendable, Hashable {
    /// Of the common names: two or three letters, perhaps a region (default `en`).
    public var language: String?
    /// How many results at most, from 1 (default 10).
    public var resultCount: Int?
    /// Identify also images that the service takes for no plant, instead of throwing
    /// ``PlantNetError/Code/nothingFound`` (default false).
    public var noReject: Bool?
    /// Include similar photographs with each result (default false). An application that shows them must name their
    /// authors.
    public var includeRelatedImages: Bool?
    /// Which generation of floras (default ``ProjectType/kt``). Not for diseases.
    public var type: ProjectType?

    /// Options.
    public init(
        language: String? = nil, resultCount: Int? = nil, noReject: Bool? = nil, includeRelatedImages: Bool? = nil,
        type: ProjectType? = nil
    ) {
        self.language = language
        self.resultCount = resultCount
        self.noReject = noReject
        self.includeRelatedImages = includeRelatedImages
        self.type = type
    }

    func query() throws -> QueryItems {
        try Rule.check(language: language)
        guard resultCount.map({ $0 >= 1 }) ?? true else {
            throw PlantNetError(refusing: .resultCount, "at least one result must be asked for")
        }
        var query = QueryItems()
        query.add("include-related-images", includeRelatedImages)
        query.add("no-reject", noReject)
        query.add("nb-results", resultCount)
        query.add("lang", language)
        query.add("type", type?.rawValue)
        return query
    }
}
