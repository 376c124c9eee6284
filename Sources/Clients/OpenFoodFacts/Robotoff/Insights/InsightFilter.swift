/// Which insights.
public struct InsightFilter: Sendable, Hashable {
    /// About what; all where it is empty.
    public var types: [InsightType]
    /// Of this product.
    public var barcode: Barcode?
    /// Answered or not; both where nothing is said.
    public var isAnnotated: Bool?
    /// Answered with this.
    public var annotation: Annotation?
    /// About this value, as `en:organic`.
    public var valueTag: String?
    /// Of products of these brands.
    public var brands: [String]
    /// Of products sold in one of these countries.
    public var countries: [Country]
    /// Found by this.
    public var predictor: Predictor?
    /// Belonging to all of these campaigns.
    public var campaigns: [String]
    /// In one of these languages.
    public var languages: [Language]
    /// Of this project; of food where nothing is said.
    public var serverType: ServerType?

    /// A filter; nothing said takes all.
    public init(
        types: [InsightType] = [], barcode: Barcode? = nil, isAnnotated: Bool? = nil, annotation: Annotation? = nil,
        valueTag: String? = nil, brands: [String] = [], countries: [Country] = [], predictor: Predictor? = nil,
        campaigns: [String] = [], languages: [Language] = [], serverType: ServerType? = nil
    ) {
        self.types = types
        self.barcode = barcode
        self.isAnnotated = isAnnotated
        self.annotation = annotation
        self.valueTag = valueTag
        self.brands = brands
        self.countries = countries
        self.predictor = predictor
        self.campaigns = campaigns
        self.languages = languages
        self.serverType = serverType
    }
}
