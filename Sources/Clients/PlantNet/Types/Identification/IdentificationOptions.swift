import HTTPTransport

/// How to identify; what is nil is not sent, and the service takes its default.
public struct IdentificationOptions: Sendable, Hashable {
    /// Of the common names: two or three letters, perhaps a region (default `en`).
    public var language: String?
    /// How many results at most, from 1 (default 10).
    public var resultCount: Int?
    /// Identify also what the service takes for no plant, instead of ``PlantNetError/Code/nothingFound`` (default false).
    public var noReject: Bool?
    /// Bring similar photographs with each result (default false). Their authors must be named where they are shown.
    public var includeRelatedImages: Bool?
    /// Which generation of floras (default ``ProjectType/kt``). Not for diseases.
    public var type: ProjectType?

    /// Options; the service's defaults where nothing is said.
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
