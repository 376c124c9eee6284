public import Calendar

/// What a remote service reported about the care of a species, as stored. Every value may be missing.
///
/// Scales run from 0 to 10 as in Trefle, temperatures are in °C, rain is in mm a year, months are those of the northern
/// hemisphere.
public struct ReportedFacts: Sendable, Hashable, Codable {
    /// The name used by the service; it may be the accepted name of a requested synonym.
    public var scientificName: String
    /// A web page about the species: for Trefle that of Kew or GBIF, not of the service; nil if none is known.
    public var link: String?
    /// Light, 0 to 10.
    public var light: Int?
    /// Humidity of the soil, 0 to 10.
    public var soilHumidity: Int?
    /// Humidity of the air, 0 to 10.
    public var airHumidity: Int?
    /// Nutrients of the soil, 0 to 10.
    public var nutriments: Int?
    /// Lowest temperature survived, not comfort.
    public var minimum: Int?
    /// Highest temperature that it tolerates, in °C.
    public var maximum: Int?
    /// Least rain, in mm a year.
    public var rainLow: Int?
    /// Most rain, in mm a year.
    public var rainHigh: Int?
    /// Lowest pH of the soil.
    public var acidityLow: Double?
    /// Highest pH of the soil.
    public var acidityHigh: Double?
    /// The months in which it grows, 1 to 12.
    public var growthMonths: [Int]?
    /// The months in which it blooms, 1 to 12.
    public var bloomMonths: [Int]?
    /// "slow", "moderate" or "rapid".
    public var growthRate: String?
    /// "none", "low", "medium" or "high"; Trefle does not state for whom.
    public var toxicity: String?
    /// The growth form in the words of the care table.
    public var form: String?
    /// What else was reported, as text.
    public var notes: String?

    /// An earlier release stored this link, which is not the species' own page.
    private static let frontPage = "https://trefle.io"

    public init(scientificName: String) { self.scientificName = scientificName }

    /// True if no value is useful for a care plan.
    public var isEmpty: Bool {
        var bare = ReportedFacts(scientificName: scientificName)
        bare.link = link
        return self == bare
    }

    /// Returns the facts with Trefle as their source, fetched on the given day. Values outside their scale are ignored.
    public func facts(on day: LocalDay?) -> CareFacts {
        let page = link == Self.frontPage ? nil : link
        let source = CareSource(.trefle, name: scientificName, origin: "Trefle", date: day, link: page)
        func sourced<Value>(_ value: Value?) -> Sourced<Value>? { value.map { Sourced($0, from: source) } }
        func scale(_ value: Int?) -> Sourced<Int>? { sourced(value.flatMap { (0...10).contains($0) ? $0 : nil }) }
        func months(_ numbers: [Int]?) -> Sourced<Months>? {
            let months = Months((numbers ?? []).filter { (1...12).contains($0) })
            return sourced(months.isEmpty ? nil : months)
        }
        func degrees(_ value: Int?) -> Sourced<Int>? { sourced(value.flatMap { (-70...70).contains($0) ? $0 : nil }) }
        var facts = CareFacts()
        facts.light = scale(light)
        facts.soilHumidity = scale(soilHumidity)
        facts.airHumidity = scale(airHumidity)
        facts.nutriments = scale(nutriments)
        facts.survival = degrees(minimum)
        facts.maximum = degrees(maximum)
        if let low = rainLow ?? rainHigh, let high = rainHigh ?? rainLow, 0 <= low, low <= high {
            facts.rain = sourced(low...high)
        }
        if let low = acidityLow ?? acidityHigh, let high = acidityHigh ?? acidityLow, 0 < low, low <= high, high <= 14 {
            facts.acidity = sourced(low...high)
        }
        facts.growthMonths = months(growthMonths)
        facts.bloomMonths = months(bloomMonths)
        facts.growthRate = sourced(growthRate.flatMap(GrowthRate.init))
        // It is not stated for whom: a warning applies to everyone, "none" is ignored.
        let harm = toxicity.flatMap(Toxicity.init).flatMap { $0 == .none ? nil : $0 }
        facts.people = sourced(harm)
        facts.pets = sourced(harm)
        facts.form = sourced(form.flatMap(GrowthForm.init))
        facts.notes = sourced(notes.flatMap { $0.isEmpty ? nil : $0 })
        facts.link = sourced(page)
        return facts
    }
}
