import Calendar
package import Household
package import Plants
package import Recognition

extension CareServices {
    /// A table of three plants, no service, and the time zones of Vienna and Auckland.
    package static func drawn(
        service: CareService = .missing, given: [Home.Setting: String] = [:]
    ) -> CareServices {
        CareServices(table: { .drawn }, service: service, zones: .drawn, given: given)
    }
}

extension CareTable {
    package static let drawn: CareTable = {
        let text = """
            # Drawn on 2026-11-01 for tests.
            rank\tname\tsynonyms\tcommon\tfamily\tform\tlight\twater\tair\tnutriments\tfertiliser\tsurvive_c\tcomfort_low_c\tcomfort_high_c\tgrowth\tpets\ttoxin\trepot_years\tsources
            species\tMonstera deliciosa\tPhilodendron pertusum\tSwiss cheese plant\tAraceae\taroid\t5\tmedium\t7\t5\tbalanced\t10\t18\t28\t3-9\tmedium\tcalcium oxalate\t2\tH
            species\tEcheveria elegans\t\tMexican snowball\tCrassulaceae\tsucculent\t8\tvery-low\t3\t2\t\t2\t10\t27\t4-9\tnone\t\t3\tH
            genus\tRosa\t\tRose\tRosaceae\tshrub\t8\tmedium\t5\t7\tbalanced\t-20\t8\t28\t3-10\tnone\t\t\tH
            default\tdefault\t\t\t\t\t5\tmedium\t5\t4\tbalanced\t5\t15\t26\t3-10\t\t\t2\tH
            """
        guard let table = try? CareTable(text) else { preconditionFailure("a constant") }
        return table
    }()
}

extension CareService {
    package static let missing = CareService(name: "trefle", key: .missing) { _, _ in
        throw Recogniser.Untouchable()
    }

    package static func reporting(
        _ report: @escaping @Sendable (_ taxon: Taxon, _ validator: String?) async throws -> Report
    ) -> CareService {
        CareService(name: "trefle", key: .present, report: report)
    }
}

extension Zones {
    package static let drawn: Zones = {
        let all = [
            "Europe/Vienna": zone("Europe/Vienna", 3600, "CET-1CEST,M3.5.0,M10.5.0/3"),
            "Pacific/Auckland": zone("Pacific/Auckland", 43_200, "NZST-12NZDT,M9.5.0,M4.1.0/3"),
        ]
        return Zones(
            system: .utc, version: "2026x", named: { all[$0] },
            places: {
                [
                    Place(zone: "Europe/Vienna", latitude: 48.2, countries: ["AT"]),
                    Place(zone: "Pacific/Auckland", latitude: -36.9, countries: ["NZ", "AQ"]),
                ]
            })
    }()

    /// A TZif file without transitions: its last line holds the whole rule (RFC 9636 §3.3).
    private static func zone(_ name: String, _ offset: UInt32, _ rule: String) -> Zone {
        let head = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15 + 16) + [0, 0, 0, 1, 0, 0, 0, 1]
        let type = (0..<4).map { UInt8(truncatingIfNeeded: offset >> (24 - 8 * UInt32($0))) } + [0, 0, 0]
        let bytes = head + type + head + type + Array("\n\(rule)\n".utf8)
        guard let zone = try? Zone(name: name, tzif: bytes) else { preconditionFailure("a constant") }
        return zone
    }
}
