import FoundationEssentials
import Support
import Testing

@testable import Calendar

@Suite("Time zone files", .tags(.small))
struct ZoneFileTests {
    private static let summers = ZoneBytes(
        transitions: [(-1_000_000_000, 1), (0, 2), (1_000_000_000, 1)], offsets: [3921, 3600, 7200],
        footer: "CET-1CEST,M3.5.0,M10.5.0/3")

    private func refusal(_ bytes: [UInt8]) -> String? {
        do {
            _ = try Zone(name: "Test/Zone", tzif: bytes)
            return nil
        } catch {
            return error.description
        }
    }

    @Test(
        "A TZif file gives the same zone in every version, slim and fat, with and without indicators",
        arguments: [(2, false, 0), (2, true, 0), (3, false, 3), (4, true, 3), (7, false, 0)])
    func versions(version: Int, isFat: Bool, indicators: Int) throws {
        var file = Self.summers
        file.version = UInt8(48 + version)
        file.isFat = isFat
        file.indicators = indicators
        let zone = try Zone(name: "Test/Zone", tzif: file.bytes)
        #expect(zone == (try Zone(name: "Test/Zone", tzif: Self.summers.bytes)))
        let times: [(at: Double, offset: Int)] = [
            (-1e10, 3921), (-1_000_000_001, 3921), (-1e9, 3600), (-1, 3600), (0, 7200), (999_999_999, 7200),
            (1e9, 7200), (1_700_000_000, 3600), (1_720_000_000, 7200), (2e9, 7200), (4_070_908_800, 3600),
        ]
        for (at, offset) in times { #expect(zone.offset(at: Date(timeIntervalSince1970: at)) == offset, "\(at)") }
    }

    @Test("A TZif file of version 1 keeps its last offset")
    func first() throws {
        var file = Self.summers
        file.version = 0
        let zone = try Zone(name: "Test/Zone", tzif: file.bytes)
        #expect(zone.offset(at: Date(timeIntervalSince1970: 1_720_000_000)) == 3600)
        #expect(zone.offset(at: Date(timeIntervalSince1970: -1e10)) == 3921)
    }

    @Test("Leap seconds are skipped in the unused block and refused in the used one")
    func leapSeconds() throws {
        var file = Self.summers
        file.leapSeconds = [(78_796_800, 1), (94_694_401, 2)]
        file.isFat = true
        #expect(refusal(file.bytes) == "Test/Zone: it counts leap seconds")
        file.onlyOldLeap = true
        #expect(try Zone(name: "Test/Zone", tzif: file.bytes) == Zone(name: "Test/Zone", tzif: Self.summers.bytes))
    }

    @Test("Bytes that are no time zone are refused with a reason")
    func refused() {
        var file = Self.summers
        #expect(refusal([]) == "Test/Zone: the file ends too early")
        #expect(refusal(Array("TZif".utf8)) == "Test/Zone: the file ends too early")
        #expect(refusal([UInt8](repeating: 0x20, count: 500)) == "Test/Zone: no file of a time zone")
        #expect(refusal([UInt8](repeating: 0, count: 70_000)) == "Test/Zone: the file is too large for a time zone")
        file.version = UInt8(ascii: "1")
        #expect(refusal(file.bytes) == "Test/Zone: a version that does not exist")
        file.version = 0xFF
        #expect(refusal(file.bytes) == "Test/Zone: a version that does not exist")
        file = Self.summers
        file.transitions[1].at = -1_000_000_000
        #expect(refusal(file.bytes) == "Test/Zone: its changes are not in the order of time")
        file.transitions = [(0, 3)]
        #expect(refusal(file.bytes) == "Test/Zone: a change to an offset that is not there")
        file.transitions = []
        file.offsets = [93_600]
        #expect(refusal(file.bytes) == "Test/Zone: an offset of more than a day")
        file.offsets = [Int(Int32.min)]
        #expect(refusal(file.bytes) == "Test/Zone: an offset of more than a day")
        file = Self.summers
        file.footer = nil
        #expect(refusal(file.bytes) == "Test/Zone: the file ends too early")
        file.footer = "CET-1CEST"
        #expect(refusal(file.bytes) == "Test/Zone: in the rule at its end, it does not say when clocks are changed")
    }

    @Test(
        "A TZif file with impossible counts is refused", arguments: 0..<6,
        [1, 2, 5, 1000, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF])
    func counts(place: Int, count: Int) {
        var file = Self.summers
        file.counts = [place: count]
        #expect(refusal(file.bytes) != nil)
        file.version = 0
        file.footer = nil
        // Without a footer, extra bytes at the end are not checked.
        if count > 5 { #expect(refusal(file.bytes) != nil) }
    }

    @Test("A TZif file without offsets is refused")
    func noOffset() {
        var file = ZoneBytes(footer: "")
        file.counts = [4: 0]
        #expect(refusal(file.bytes) == "Test/Zone: it has 0 offsets")
    }

    @Test("A TZif file with a footer that is no text is refused")
    func footer() {
        var bytes = ZoneBytes.kathmandu
        let place = bytes.count - 5
        bytes[place] = 0xFF
        #expect(refusal(bytes) != nil)
        bytes[place] = 0
        #expect(refusal(bytes) != nil)
    }

    @Test("A TZif file with extreme times is read", arguments: [Int.min, .max])
    func farTimes(time: Int) throws {
        let file = ZoneBytes(transitions: [(time, 1)], offsets: [0, 93_599], footer: "AAA-24BBB,J1,J365")
        let zone = try Zone(name: "Test/Zone", tzif: file.bytes)
        ask(zone)
    }

    @Test(
        "A TZif file cut anywhere or with any changed byte causes no trap",
        arguments: [ZoneBytes.kathmandu, ZoneBytes.old, summers.bytes])
    func mutations(bytes: [UInt8]) {
        for count in bytes.indices { #expect(refusal(Array(bytes[..<count])) != nil, "cut at \(count)") }
        for place in bytes.indices {
            let values = (0..<8).map { bytes[place] ^ (1 << $0) } + [0, 0x0A, 0x2D, 0x30, 0x39, 0x7F, 0x80, 0xFF]
            for value in values {
                var changed = bytes
                changed[place] = value
                if let zone = try? Zone(name: "Test/Zone", tzif: changed) { ask(zone) }
            }
            if let zone = try? Zone(name: "Test/Zone", tzif: Array(bytes[..<place] + bytes[(place + 1)...])) {
                ask(zone)
            }
        }
    }

    /// Every zone must give an answer, and its answers must be consistent.
    private func ask(_ zone: Zone) {
        for number in [LocalDay.earliest.number, -50_000, 0, 10_957, 20_778, 60_000, LocalDay.latest.number] {
            let day = LocalDay(number: number)
            let instant = zone.instant(of: day, at: LocalTime(ofDay: 43_200))
            let local = number * 86_400 + 43_200
            #expect(Zone.offsets.contains(zone.offset(at: instant)))
            #expect(Zone.offsets.contains(local - Int(instant.timeIntervalSince1970)))
            #expect(zone.day(at: instant).days(until: day) <= 2)
        }
    }
}
