/// A filter for questions about all products.
public struct QuestionFilter: Sendable, Hashable {
    /// The types of insight; the five of ``InsightType/asked`` if empty.
    public var types: [InsightType]
    /// Only this value, for example `en:organic`.
    public var valueTag: String?
    /// Brands of the products, for example `ferrero`; the service uses only the first ten.
    public var brands: [String]
    /// Countries; the product is sold in at least one of them.
    public var countries: [Country]
    /// Whether barcodes reserved for shops are included; by default they are not.
    public var reservedBarcode: Bool?
    /// Campaigns; the insight belongs to all of them.
    public var campaigns: [String]
    /// The predictor.
    public var predictor: Predictor?
    /// Whether questions have a picture; nil for both.
    public var withImage: Bool?
    /// The project; food by default.
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
