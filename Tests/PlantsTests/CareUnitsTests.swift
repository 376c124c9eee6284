import Plants
import Support
import Testing

@Suite("Units", .tags(.small))
struct CareUnitsTests {
    @Test(
        "Temperatures are shown in whole degrees",
        arguments: [
            (0.0, "0 °C", "32 °F"), (21, "21 °C", "70 °F"), (-40, "-40 °C", "-40 °F"), (-0.4, "0 °C", "31 °F"),
            (37.5, "38 °C", "100 °F"), (-17.7, "-18 °C", "0 °F"),
        ])
    func temperatures(celsius: Double, metric: String, imperial: String) {
        #expect(Units.metric.text(celsius: celsius) == metric)
        #expect(Units.imperial.text(celsius: celsius) == imperial)
    }

    @Test("Lengths, rain and volumes are shown in usual units")
    func others() {
        #expect(Units.metric.text(centimetres: 14) == "14 cm")
        #expect(Units.metric.text(centimetres: 14.25) == "14.3 cm")
        #expect(Units.imperial.text(centimetres: 14) == "5.5 in")
        #expect(Units.metric.text(millimetres: 700) == "700 mm")
        #expect(Units.imperial.text(millimetres: 700) == "27.6 in")
        #expect(Units.metric.text(litres: 1.3) == "1.3 L")
        #expect(Units.imperial.text(litres: 1.3) == "0.34 gal")
        #expect(Units.imperial.text(celsius: 18...24) == "64 to 75 °F")
    }

    @Test("Converting to other units and back gives the same value", arguments: Units.allCases)
    func roundTrip(units: Units) {
        for tenths in -900...900 {
            let number = Double(tenths) / 10
            #expect(abs(units.celsius(temperature: units.temperature(celsius: number)) - number) < 1e-9)
            #expect(abs(units.centimetres(length: units.length(centimetres: number)) - number) < 1e-9)
        }
    }

    @Test(
        "Numbers are written without needless digits",
        arguments: [
            (0.0, 1, "0"), (-0.04, 1, "0"), (2.5, 0, "3"), (-2.5, 0, "-3"), (1.05, 2, "1.05"), (1.5, 2, "1.5"),
            (-0.5, 1, "-0.5"), (100, 0, "100"),
        ])
    func numbers(number: Double, places: Int, text: String) {
        #expect(Units.text(number, places: places) == text)
        #expect(!Units.text(.nan, places: places).isEmpty)
        #expect(!Units.text(.greatestFiniteMagnitude, places: places).isEmpty)
    }
}
