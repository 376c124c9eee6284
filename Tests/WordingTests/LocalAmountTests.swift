import Directions
import Messages
import Support
import Testing
import Wording

@Suite("Amounts and names in the language of the task", .tags(.small))
struct LocalAmountTests {
    @Test(
        "An amount has the words and the decimal sign of the language",
        arguments: [
            (1, 1, "tablet", "1 tablet", "1 Tablette", "1 comprimé"),
            (0.5, 0.5, "tablet", "half a tablet (½)", "½ Tablette", "½ comprimé"),
            (1, 2, "patch", "1 to 2 patches", "1 bis 2 Wirkstoffpflaster", "1 à 2 patchs"),
            (nil, 5, "puff", "up to 5 puffs", "bis zu 5 Hübe", "jusqu’à 5 bouffées"),
            (1000, 1000, "mg", "1,000 mg", "1\u{202F}000 mg", "1\u{202F}000 mg"),
            (2.5, 2.5, "mL", "2.5 mL", "2,5 ml", "2,5 ml"), (1.5, 1.5, "scoop", "1½ scoops", "1½ scoops", "1½ scoops"),
            (1, 2, "scoop", "1 to 2 scoops", "1 bis 2 scoops", "1 à 2 scoops"), (2, 2, nil, "2", "2", "2"),
        ] as [(Double?, Double?, String?, String, String, String)])
    func words(low: Double?, high: Double?, unit: String?, english: String, german: String, french: String) {
        let amount = Direction.Amount(low: low, high: high, unit: unit)
        #expect(LocalAmount.words(amount) == english)
        #expect(Self.inGerman { LocalAmount.words(amount) } == german)
        #expect(Self.inFrench { LocalAmount.words(amount) } == french)
    }

    @Test("Sums and numbers have the decimal sign of the language")
    func numbers() {
        #expect(LocalAmount.counted(0, "tablet") == "0 tablets" && LocalAmount.number(1250.5) == "1,250.5")
        #expect(Self.inGerman { LocalAmount.counted(0, "tablet") } == "0 Tabletten")
        #expect(Self.inFrench { LocalAmount.counted(0, "tablet") } == "0 comprimé")
        #expect(Self.inGerman { LocalAmount.counted(0, nil) } == "0")
        #expect(Self.inGerman { LocalAmount.number(1250.5) } == "1\u{202F}250,5")
        #expect(Self.inGerman { LocalAmount.unit("tablet") } == "Tabletten" && LocalAmount.unit("tablet") == "tablet")
        #expect(Self.inFrench { LocalAmount.unit("scoop") } == "scoop")
    }

    @Test("The sentences that stand for the label are English in every language", arguments: PlainCases.single)
    func label(_ example: PlainCases.Example) {
        let reading = DirectionsReading(text: example.label, status: .ok, clauses: [example.direction])
        for localization in [Localization.pseudo, Localization(language: .german, catalogue: nil)] {
            Localization.$current.withValue(localization) {
                #expect(PlainDirections(reading).directionsText == example.plain)
            }
        }
    }

    @Test("Our remarks are in the language of the task")
    func remarks() {
        let reading = DirectionsReading(text: "1 tablet", status: .refuse, clauses: [])
        let english = PlainDirections(reading).text
        let pseudo = Localization.$current.withValue(.pseudo) { PlainDirections(reading).text }
        #expect(english != pseudo && english.count == pseudo.count)
    }

    @Test("The name of each country in the table is its English name")
    func countries() {
        for country in EmergencyNumbers.countries { #expect(country.name == country.englishName) }
        let pseudo = Localization.$current.withValue(.pseudo) { EmergencyNumbers.countries.map(\.name) }
        #expect(zip(pseudo, EmergencyNumbers.countries).allSatisfy { $0 != $1.englishName })
    }

    private static func inGerman<Value>(_ work: () -> Value) -> Value {
        Localization.$current.withValue(Localization(language: .german, catalogue: nil), operation: work)
    }

    private static func inFrench<Value>(_ work: () -> Value) -> Value {
        Localization.$current.withValue(Localization(language: .french, catalogue: nil), operation: work)
    }
}
