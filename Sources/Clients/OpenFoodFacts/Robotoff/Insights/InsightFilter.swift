/// Which insights.
public struct InsightFilter: Sendable, Hashable {
    /// The types of insight; all if empty.
    public var types: [InsightType]
    /// Only of this product.
    public var barcode: Barcode?
    /// Answered or not; nil for both.
    public var isAnnotated: Bool?
    /// Answered with this.
    public var annotation: Annotation?
    /// About this value, as `en:organic`.
    public var valueTag: String?
    /// Only of products of these brands.
    public var brands: [String]
    /// Only of products sold in one of these countries.
    public var countries: [Country]
    /// Found by this.
    public var predictor: Predictor?
    /// Belonging to all of these campaigns.
    public var campaigns: [String]
    /// In one of these languages.
    public var languages: [Language]
    /// Only of this project; food by default.
    public var serverType: ServerType?

    /// A filter; by default it takes everything.
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
