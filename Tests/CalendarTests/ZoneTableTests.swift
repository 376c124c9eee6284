import Foundation
import Support
import Testing

@testable import Calendar

/// Compares this machine's zone files with the results of another program for the same files.
@Suite(
    "Time zones of this machine", .tags(.medium),
    .enabled(if: FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Europe/Vienna")))
struct ZoneTableTests {
    /// A zone with its local times.
    struct Row: Sendable, CustomTestStringConvertible {
        let zone: String
        let clocks: [Substring]

        var testDescription: String { zone }
    }

    static let rows: [Row] = {
        var rows: [Row] = []
        for line in zoneTable.split(separator: "\n") {
            if line.hasPrefix(" ") {
                guard let last = rows.popLast() else { continue }
                rows.append(Row(zone: last.zone, clocks: last.clocks + line.split(separator: " ")))
            } else {
                rows.append(Row(zone: String(line), clocks: []))
            }
        }
        return rows
    }()

    private func zone(_ name: String) throws -> Zone {
        let bytes = try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/\(name)"))
        return try Zone(name: name, tzif: [UInt8](bytes))
    }

    /// Returns "+05:45" or "-00:44:30" in seconds.
    private func seconds(_ text: Substring) throws -> Int {
        let size = try zip(text.dropFirst().split(separator: ":"), [3600, 60, 1])
            .map { try #require(Int($0)) * $1 }.reduce(0, +)
        return text.hasPrefix("-") ? -size : size
    }

    @Test("Local times have the same instants as with Python's zoneinfo", arguments: rows)
    func table(row: Row) throws {
        let zone = try zone(row.zone)
        #expect(!row.clocks.isEmpty)
        for clock in row.clocks {
            let parts = clock.split(separator: "/")
            let place = try #require(parts.first?.dropFirst(11).firstIndex { $0 == "+" || $0 == "-" })
            let counted = try seconds(clock[place...].prefix { $0 != "/" })
            let shown = parts.count == 2 ? try seconds(parts[1]) : counted
            let day = try #require(LocalDay(String(clock.prefix(10))))
            let time = try #require(LocalTime(String(clock[..<place].dropFirst(11))))
            let expected = day.number * 86_400 + time.second - counted
            let instant = zone.instant(of: day, at: time)
            #expect(Int(instant.timeIntervalSince1970) == expected, "\(clock)")
            #expect(zone.offset(at: instant) == shown, "\(clock)")
            let back = zone.clock(at: instant)
            #expect(back.day.number * 86_400 + back.time.second == expected + shown, "\(clock)")
        }
    }

    @Test("All zones of this machine are readable and keep eight o'clock on each day of a year")
    func all() throws {
        let eight = try #require(LocalTime("08:00"))
        let first = try #require(LocalDay("2026-01-01"))
        let folder = "/usr/share/zoneinfo"
        for name in try #require(FileManager.default.subpaths(atPath: folder)) where Zone.isName(name) {
            guard !name.hasPrefix("right/"), let bytes = FileManager.default.contents(atPath: "\(folder)/\(name)"),
                bytes.starts(with: Array("TZif".utf8))
            else { continue }
            let zone = try Zone(name: name, tzif: [UInt8](bytes))
            let days = (first...first.adding(days: 364)).filter { day in
                let clock = zone.clock(at: zone.instant(of: day, at: eight))
                return clock.day == day && clock.time == eight
            }
            #expect(days.count == 365, "\(name)")
        }
    }

    @Test(
        "Zone files that count leap seconds are refused",
        .enabled(if: FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/right/Europe/Vienna")))
    func right() {
        #expect(throws: ZoneError.self) { try zone("right/Europe/Vienna") }
    }
}
