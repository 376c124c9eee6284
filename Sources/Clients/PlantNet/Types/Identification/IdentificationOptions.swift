import HTTPTransport

/// Options of an identification. An option that is nil is not sent, and the service uses its default.
public struct IdentificationOptions: Sendable, Hashable {
    /// The language of the common names: two or three letters, optionally with a region (default `en`).
    public var language: String?
    /// The maximum number of results, from 1 (default 10).
    public var resultCount: Int?
    /// Whether images that show no plant are identified too, instead of throwing ``PlantNetError/Code/nothingFound``
    /// (default false).
    public var noReject: Bool?
    /// Whether each result contains similar photographs (default false). An application that shows them must name their
    /// authors.
    public var includeRelatedImages: Bool?
    /// The generation of floras (default ``ProjectType/kt``). Must be nil for diseases.
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
