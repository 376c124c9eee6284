/// A filter for insights.
public struct InsightFilter: Sendable, Hashable {
    /// The types of insight; all if empty.
    public var types: [InsightType]
    /// The product.
    public var barcode: Barcode?
    /// Whether insights are answered; nil for both.
    public var isAnnotated: Bool?
    /// The answer.
    public var annotation: Annotation?
    /// Only this value, for example `en:organic`.
    public var valueTag: String?
    /// Brands of the products.
    public var brands: [String]
    /// Countries; the product is sold in at least one of them.
    public var countries: [Country]
    /// The predictor.
    public var predictor: Predictor?
    /// Campaigns; the insight belongs to all of them.
    public var campaigns: [String]
    /// Languages; the insight has one of them.
    public var languages: [Language]
    /// The project; food by default.
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
