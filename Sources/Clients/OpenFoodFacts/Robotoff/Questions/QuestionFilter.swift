/// Which questions across products.
public struct QuestionFilter: Sendable, Hashable {
    /// The types of insight; the five of ``InsightType/asked`` if empty.
    public var types: [InsightType]
    /// About this value, as `en:organic`.
    public var valueTag: String?
    /// Only of products of these brands, as `ferrero`; the service looks at the first ten.
    public var brands: [String]
    /// Only of products sold in one of these countries.
    public var countries: [Country]
    /// Whether codes of a shop's own are among them; not, by default.
    public var reservedBarcode: Bool?
    /// Belonging to all of these campaigns.
    public var campaigns: [String]
    /// Found by this.
    public var predictor: Predictor?
    /// Whether there must be a picture, or must not.
    public var withImage: Bool?
    /// Only of this project; food by default.
    public var serverType: ServerType?

    /// A filter; by default it takes everything.
    public init(
        types: [InsightType] = [], valueTag: String? = nil, brands: [String] = [], countries: [Country] = [],
        reservedBarcode: Bool? = nil, campaigns: [String] = [], predictor: Predictor? = nil, withImage: Bool? = nil,
        serverType: ServerType? = nil
    ) {
        self.types = types
        self.valueTag = valueTag
        self.brands = brands
        self.countries = countries
        self.reservedBarcode = reservedBarcode
        self.campaigns = campaigns
        self.predictor = predictor
        self.withImage = withImage
        self.serverType = serverType
    }

    func check() throws {
        try Rule.check(values: types.map(\.rawValue) + brands + countries.map(\.rawValue) + campaigns)
    }

    var brandList: String? { brands.isEmpty ? nil : brands.joined(separator: ",") }
    var campaignList: String? { campaigns.isEmpty ? nil : campaigns.joined(separator: ",") }
}
