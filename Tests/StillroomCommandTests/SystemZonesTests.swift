import Calendar
import Foundation
import Household
import Support
import Testing

@testable import StillroomCommand

@Suite("Time zones of the system", .tags(.medium))
struct SystemZonesTests {
    let folder: Fixture.Folder

    init() throws { folder = try Fixture.Folder() }

    @Test(
        "Coordinates in tzdata are converted to a latitude in degrees",
        arguments: [
            ("+4813+01620", 48.2), ("-3652+17446", -36.9), ("-545448+0033000", -54.9), ("+0000+00000", 0),
        ] as [(String, Double?)])
    func latitudes(text: String, degrees: Double?) { #expect(SystemZones.latitude(text) == degrees) }

    @Test("Coordinates without a valid latitude give none", arguments: ["", "4813", "+48", "north", "+9900+01620"])
    func noLatitude(text: String) { #expect(SystemZones.latitude(text) == nil) }

    @Test("The folder in TZDIR provides the zones, their version and their places")
    func folderOfOnesOwn() throws {
        try Data("# version 2099z\nR x\n".utf8).write(to: URL(filePath: folder.path + "/tzdata.zi"))
        let table = "#comment\nAT\t+4813+01620\tEurope/Vienna\nNZ,AQ\t-3652+17446\tPacific/Auckland\tmost\nbad line\n"
        try Data(table.utf8).write(to: URL(filePath: folder.path + "/zone1970.tab"))
        let zones = SystemZones.zones(environment: ["TZDIR": folder.path, "TZ": "Nowhere/Atall"])
        #expect(zones.version == "2099z")
        #expect(zones.places().map(\.zone) == ["Europe/Vienna", "Pacific/Auckland"])
        #expect(zones.places().last?.countries == ["NZ", "AQ"])
        #expect(zones.system == .utc, "a zone that is not there leaves UTC")
        #expect(zones.named("../../etc/passwd") == nil)
        #expect(zones.named("tzdata.zi") == nil)
    }

    @Test("The variable TZ names the zone of the system")
    func named() {
        #expect(SystemZones.systemName(["TZ": ":Europe/Vienna"], folder: "/nowhere") == "Europe/Vienna")
        #expect(SystemZones.systemName(["TZ": "Pacific/Auckland"], folder: "/nowhere") == "Pacific/Auckland")
    }

    @Test(
        "A machine with tzdata provides zones and places",
        .enabled(if: FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Europe/Vienna")))
    func real() throws {
        let zones = SystemZones.zones(environment: [:])
        let vienna = try #require(zones.named("Europe/Vienna"))
        let summer = try Date("2026-07-01T12:00:00Z", strategy: .iso8601)
        #expect(vienna.offset(at: summer) == 7200)
        #expect(zones.places().contains { $0.zone == "Europe/Vienna" && $0.latitude == 48.2 })
    }
}
