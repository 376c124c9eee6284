package import Calendar

/// What a remote service said about the care of a species, as it is remembered; every value may be missing.
///
/// Scales run from 0 to 10 as Trefle has them, temperatures are °C, rain is mm a year, months are those of the northern
/// hemisphere.
package struct ReportedFacts: Sendable, Hashable, Codable {
    /// As the service writes it; it may be the accepted name of another that was asked for.
    package var scientificName: String
    package var link: String?
    package var light: Int?
    package var soilHumidity: Int?
    package var airHumidity: Int?
    package var nutriments: Int?
    /// Hardiness, not comfort.
    package var minimum: Int?
    package var maximum: Int?
    package var rainLow: Int?
    package var rainHigh: Int?
    package var acidityLow: Double?
    package var acidityHigh: Double?
    package var growthMonths: [Int]?
    package var bloomMonths: [Int]?
    /// "slow", "moderate" or "rapid".
    package var growthRate: String?
    /// "none", "low", "medium" or "high"; Trefle does not say to whom.
    package var toxicity: String?
    package var form: String?
    package var notes: String?

    /// An earlier release kept this as the link, which is not the species' own page.
    private static let frontPage = "https://trefle.io"

    package init(scientificName: String) { self.scientificName = scientificName }

    /// Whether it says anything that a care plan can use.
    package var isEmpty: Bool {
        var bare = ReportedFacts(scientificName: scientificName)
        bare.link = link
        return self == bare
    }

    /// As facts of Trefle, fetched on that day. What is out of its scale counts as not said.
    package func facts(on day: LocalDay?) -> CareFacts {
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
        // To whom is not said: a warning holds for all, an all-clear for nobody.
        let harm = toxicity.flatMap(Toxicity.init).flatMap { $0 == .none ? nil : $0 }
        facts.people = sourced(harm)
        facts.pets = sourced(harm)
        facts.form = sourced(form.flatMap(GrowthForm.init))
        facts.notes = sourced(notes.flatMap { $0.isEmpty ? nil : $0 })
        facts.link = sourced(page)
        return facts
    }
}
