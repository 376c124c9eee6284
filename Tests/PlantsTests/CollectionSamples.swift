import Agenda
import Calendar
import Plants
import Support

/// Random plants, the same in each run.
struct CollectionSamples {
    private var numbers: SplitMix64

    init(seed: UInt64) { numbers = SplitMix64(seed) }

    private mutating func number(below limit: Int) -> Int { Int(numbers.next() % UInt64(limit)) }

    private mutating func isSo() -> Bool { number(below: 2) == 0 }

    private static let pieces = [
        "=SUM(A1)", "+1", "-x", "@me", "'x", "'-x", "''=1", "\"quoted\"", "a,b", "a;b", "a|b", "a \\| b", "\\", "|",
        "＝1", "Ström", "e\u{301}", "👨‍👩‍👧‍👦", "🇦🇹", "日本語", "x", "Auntie's rose", "2026-05-01: x", "null", "{}", "<b>", "yes",
        "'", "%2e", "stillroom", "#1",
    ]

    private mutating func text(words: Int = 3) -> String {
        (0...number(below: words)).map { _ in Self.pieces[number(below: Self.pieces.count)] }.joined(separator: " ")
    }

    private mutating func note() -> String {
        (0...number(below: 4)).map { place in place > 0 && isSo() ? "" : text() }.joined(separator: "\n") + "\nend"
    }

    private mutating func day() -> LocalDay { LocalDay(number: number(below: 30_000) - 500) }

    private mutating func maybe<Value>(_ make: (inout Self) -> Value) -> Value? { isSo() ? make(&self) : nil }

    private mutating func one<Value>(of values: [Value]) -> Value { values[number(below: values.count)] }

    private mutating func list<Value>(_ make: (inout Self) -> Value) -> [Value] {
        (0..<number(below: 4)).map { _ in make(&self) }
    }

    mutating func entry(_ number: Int) -> CollectionEntry {
        var entry = CollectionEntry(name: text(), addedOn: day())
        entry.id = maybe { $0.one(of: ["-", "_", "plant-", "0"]) + "\(number)" }
        entry.scientificName = maybe { $0.one(of: ["Monstera deliciosa", "Rosa", "× Fatshedera lizei", "Araceae"]) }
        entry.taxonRank = maybe { $0.one(of: ["species", "genus", "family"]) }
        entry.family = maybe { $0.text() }
        entry.commonNames = list { $0.text() }
        entry.powo = maybe { $0.one(of: ["87478-1", "254151-1"]) }
        entry.gbif = maybe { "\($0.number(below: 9_000_000))" }
        entry.room = maybe { $0.text() }
        entry.place = maybe { $0.one(of: Situation.Place.allCases).rawValue }
        entry.potDiameter = maybe { Double($0.number(below: 1990) + 10) / 10 }
        entry.material = maybe { $0.one(of: Situation.Material.allCases).rawValue }
        entry.isInGround = isSo()
        entry.spot = maybe { $0.one(of: Situation.Spot.allCases).rawValue }
        entry.hasGrowLamp = isSo()
        entry.followsSeason = isSo()
        entry.repotted = maybe { $0.day() }
        for _ in 0..<self.number(below: 3) { entry.overruled[text(words: 1)] = text(words: 1) }
        entry.archived = maybe { Plant.Archive($0.one(of: Plant.Archive.Reason.allCases), on: $0.day()) }
        entry.notes = list { .init(day: $0.day(), text: $0.note()) }
        entry.log = list {
            .init(
                kind: $0.one(of: Chore.Kind.allCases), title: $0.text(),
                action: $0.one(of: CollectionEntry.LogLine.Action.allCases), day: $0.day())
        }.sorted { $0.day < $1.day }
        entry.chores = list {
            .init(
                kind: $0.one(of: Chore.Kind.allCases), title: $0.text(),
                recurrence: $0.one(of: ["once", "days 7", "days 7,7,7,14,14,0,0,0,14,7,7,7", "months 1 on 31"]),
                start: $0.day(), state: $0.one(of: Chore.State.allCases), note: $0.maybe { $0.text() })
        }
        entry.preferredTime = maybe { LocalTime(hour: $0.number(below: 24), minute: $0.number(below: 60)) } ?? nil
        for kind in Chore.Kind.allCases where self.number(below: 5) == 0 { entry.choreNotes[kind.rawValue] = text() }
        return entry
    }

    static func file(seed: UInt64, plants: Int) -> CollectionFile {
        var samples = CollectionSamples(seed: seed)
        return CollectionFile(
            entries: (0..<plants).map { samples.entry($0) }, madeOn: LocalDay(number: 20_000 + plants))
    }

    /// Bytes that begin like a file and are damaged at a random place.
    static func broken(seed: UInt64, from text: String) -> [UInt8] {
        var samples = CollectionSamples(seed: seed)
        var bytes = Array(text.utf8)
        for _ in 0...samples.number(below: 6) where !bytes.isEmpty {
            let place = samples.number(below: bytes.count)
            switch samples.number(below: 4) {
            case 0: bytes.remove(at: place)
            case 1: bytes[place] = Array("\",;\n\r\t{}[]:'\\=0e-\0\u{FF}".utf8)[samples.number(below: 20)]
            case 2: bytes.insert(UInt8(samples.number(below: 256)), at: place)
            default: bytes.removeSubrange(place..<min(bytes.count, place + samples.number(below: 40)))
            }
        }
        return bytes
    }
}
