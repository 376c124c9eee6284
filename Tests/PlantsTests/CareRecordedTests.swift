import Calendar
import Foundation
import Support
import Testing

@testable import Plants

/// Growth data recorded from the real service, beside the checkout, and invented data of the same shape.
@Suite("CI-07: every recorded variation", .tags(.medium))
struct CareRecordedTests {
    private static let situations = [
        Situation(), Situation(place: .outdoor, isInGround: true), Situation(place: .balcony, potDiameter: 30),
        Situation(place: .greenhouse, material: .clay, hasGrowLamp: true), Situation(followsSeason: false),
    ]
    private static let latitudes: [Double?] = [nil, 0, 48.2, -37.8, 69]

    private func expectPlans(_ facts: CareFacts, _ name: String) {
        for situation in Self.situations {
            for latitude in Self.latitudes {
                for month in [1, 4, 7, 11] {
                    let day = LocalDay(year: 2026, month: month, day: 15) ?? .earliest
                    CareChecks.expectValid(
                        Care.plan(facts, situation, at: Whereabouts(latitude: latitude), on: day), name)
                }
            }
        }
    }

    @Test("Each row of the server's own data yields a valid plan", .needsShared)
    func rows() throws {
        #expect(try expectPlans(ofRows: #require(Fixture.shared) + "/data/plants/trefle_growth_recorded.tsv") == 7)
    }

    @Test("Each row of the project's own data yields a valid plan")
    func ownRows() throws {
        #expect(try expectPlans(ofRows: Fixture.path("Care/growth.tsv")) == 5)
    }

    /// Returns the number of rows.
    private func expectPlans(ofRows path: String) throws -> Int {
        let lines = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self).split(separator: "\n")
            .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
        let columns = try #require(lines.first)
        for line in lines.dropFirst() {
            let cells = Dictionary(zip(columns, line)) { first, _ in first }
            func int(_ column: String) -> Int? { cells[column].flatMap(Double.init).map { Int($0) } }
            var reported = ReportedFacts(scientificName: cells["scientific_name"] ?? "")
            reported.light = int("light")
            reported.airHumidity = int("atmospheric_humidity")
            reported.soilHumidity = int("ground_humidity")
            reported.nutriments = int("soil_nutriments")
            reported.acidityLow = cells["ph_minimum"].flatMap(Double.init)
            reported.acidityHigh = cells["ph_maximum"].flatMap(Double.init)
            reported.minimum = int("minimum_temperature_deg_c")
            reported.rainLow = int("minimum_precipitation_mm")
            reported.rainHigh = int("maximum_precipitation_mm")
            reported.growthRate = cells["growth_rate"]?.lowercased()
            reported.toxicity = cells["toxicity"]
            reported.growthMonths = Self.months(cells["growth_months"])
            expectPlans(reported.facts(on: Care.day), reported.scientificName)
        }
        return lines.count - 1
    }

    @Test("Each recorded answer yields a valid plan", .needsShared)
    func answers() throws {
        let shared = try #require(Fixture.shared)
        #expect(try expectPlans(ofAnswersIn: [shared + "/fixtures/trefle", shared + "/fixtures/trefle/derived"]) >= 3)
    }

    @Test("Each of the project's own answers yields a valid plan")
    func ownAnswers() throws {
        #expect(try expectPlans(ofAnswersIn: [Fixture.path("Trefle")]) >= 2)
    }

    /// Returns the number of objects with growth data.
    private func expectPlans(ofAnswersIn folders: [String]) throws -> Int {
        var found = 0
        for folder in folders {
            for file in try FileManager.default.contentsOfDirectory(atPath: folder) where file.hasSuffix(".json") {
                let data = try Data(contentsOf: URL(filePath: folder + "/" + file))
                guard let root = try? JSONSerialization.jsonObject(with: data) else { continue }
                for growth in Self.growths(in: root) {
                    found += 1
                    expectPlans(Self.reported(growth).facts(on: Care.day), file)
                }
            }
        }
        return found
    }

    @Test("Values at the ends of their scales and beyond yield a valid plan")
    func extremes() {
        for number in [-1, 0, 2, 3, 5, 8, 10, 11] {
            for months: [Int]? in [nil, [], [2, 3, 4], Array(1...12), [0, 13], [11, 12, 1]] {
                var reported = ReportedFacts(scientificName: "Planta testis")
                reported.light = number
                reported.soilHumidity = 10 - number
                reported.airHumidity = number
                reported.nutriments = number
                reported.minimum = number * 10 - 80
                reported.maximum = number * 5
                reported.rainLow = number * 500
                reported.acidityLow = Double(number)
                reported.growthMonths = months
                reported.bloomMonths = months
                reported.growthRate = "Rapid"
                reported.toxicity = "mild"
                expectPlans(reported.facts(on: Care.day), "\(number) \(months ?? [])")
            }
        }
    }

    private static func months(_ text: String?) -> [Int]? {
        let names = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        return text?.split(separator: ",").compactMap { name in names.firstIndex(of: String(name)).map { $0 + 1 } }
    }

    /// Returns all objects under a key "growth", at any depth.
    private static func growths(in value: Any) -> [[String: Any]] {
        if let list = value as? [Any] { return list.flatMap(growths) }
        guard let object = value as? [String: Any] else { return [] }
        return ((object["growth"] as? [String: Any]).map { [$0] } ?? []) + object.values.flatMap(growths)
    }

    private static func reported(_ growth: [String: Any]) -> ReportedFacts {
        func int(_ key: String, _ inner: String? = nil) -> Int? {
            (inner.map { (growth[key] as? [String: Any])?[$0] } ?? growth[key]) as? Int
        }
        var reported = ReportedFacts(scientificName: "Planta recordata")
        reported.light = int("light")
        reported.soilHumidity = int("soil_humidity")
        reported.airHumidity = int("atmospheric_humidity")
        reported.nutriments = int("soil_nutriments")
        reported.minimum = int("minimum_temperature", "deg_c")
        reported.maximum = int("maximum_temperature", "deg_c")
        reported.rainLow = int("minimum_precipitation", "mm")
        reported.rainHigh = int("maximum_precipitation", "mm")
        reported.acidityLow = growth["ph_minimum"] as? Double
        reported.acidityHigh = growth["ph_maximum"] as? Double
        reported.growthMonths = months((growth["growth_months"] as? [String])?.joined(separator: ","))
        reported.bloomMonths = months((growth["bloom_months"] as? [String])?.joined(separator: ","))
        return reported
    }
}
