import Support
import Testing
import Wording

@Suite("Emergency numbers", .tags(.small))
struct EmergencyNumberTests {
    @Test("The table has at least sixty countries, each once, with a number of two to five digits")
    func table() {
        #expect(EmergencyNumbers.countries.count >= 60)
        #expect(Set(EmergencyNumbers.countries.map(\.code)).count == EmergencyNumbers.countries.count)
        for country in EmergencyNumbers.countries {
            #expect(country.code.utf8.count == 2 && !country.name.isEmpty)
            #expect((2...5).contains(country.number.count) && country.number.allSatisfy(\.isNumber), "\(country)")
        }
    }

    @Test(
        "The emergency number of a chosen country is shown",
        arguments: [
            ("at", "112"), ("uk", "999"), ("us", "911"), ("au", "000"), ("jp", "119"), ("ch", "144"), ("br", "192"),
            ("eu", "112"), ("no", "113"), ("nz", "111"),
        ])
    func chosen(code: String, number: String) throws {
        let region = try #require(SafetyText.Region(rawValue: code))
        #expect(region.emergencyNumber == number && region.numberWords == number && !region.isGuessed)
        #expect(SafetyText.emergency(region).contains("Call \(number) now."))
    }

    @Test("A guess names the country, and all numbers of the countries of a zone")
    func guessed() throws {
        let austria = try #require(SafetyText.Region(countries: ["AT"]))
        #expect(austria.numberWords == "112 (Austria)" && austria.rawValue == "at")
        let zurich = try #require(SafetyText.Region(countries: ["CH", "DE", "LI"]))
        #expect(zurich.emergencyNumber == nil && zurich.calls.map(\.number) == ["144", "112"])
        #expect(SafetyText.crisis(zurich).contains("call 144 in Switzerland or 112 in Germany, Liechtenstein now"))
        #expect(SafetyText.Region(countries: ["NZ", "AQ"])?.emergencyNumber == "111")
    }

    @Test(
        "No number is guessed if a country of the zone is not in the table, or there are too many",
        arguments: [["RS", "BA", "HR"], ["TH", "CX", "KH", "LA", "VN"], ["AQ"], [], ["ZZ"]])
    func unknown(countries: [String]) { #expect(SafetyText.Region(countries: countries) == nil) }

    @Test("An unknown code is no region", arguments: ["", "moon", "gb", "AT", "xx"])
    func refused(code: String) { #expect(SafetyText.Region(rawValue: code) == nil) }
}
