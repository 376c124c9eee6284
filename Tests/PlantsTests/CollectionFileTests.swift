import Agenda
import Calendar
import FoundationEssentials
import Plants
import Recognition
import Support
import Testing

let collectionDay = LocalDay(number: 20_000)

func collection(_ text: String, as format: CollectionFormat? = nil) throws(CollectionError) -> CollectionFile {
    try CollectionFile.parse(Array(text.utf8), as: format, today: collectionDay)
}

@Suite("Files of a collection", .tags(.small))
struct CollectionFileTests {
    @Test("A collection is restored from JSON without loss", arguments: UInt64(1)...20)
    func everything(seed: UInt64) throws {
        let file = CollectionSamples.file(seed: seed, plants: 25)
        #expect(try collection(file.text(as: .json)) == file)
        #expect(try collection("\u{FEFF}\n" + file.text(as: .json), as: .json) == file)
    }

    @Test(
        "A collection is restored from a spreadsheet without diary and log, except the last watering",
        arguments: UInt64(1)...20)
    func sheet(seed: UInt64) throws {
        let file = CollectionSamples.file(seed: seed, plants: 25)
        let read = try collection(file.text(as: .csv))
        for (entry, got) in zip(file.entries, read.entries) {
            var expected = entry
            expected.notes = []
            expected.choreNotes = [:]
            let watered = entry.log.last { $0.kind == .watering && $0.action == .done }
            expected.log = watered.map { [.init(kind: .watering, action: .done, day: $0.day)] } ?? []
            #expect(got == expected)
        }
        #expect(read.entries.count == 25)
        #expect(read.madeOn == collectionDay)
    }

    @Test("A collection is restored from Darwin Core with its diary, without log and chores", arguments: UInt64(1)...20)
    func occurrences(seed: UInt64) throws {
        let file = CollectionSamples.file(seed: seed, plants: 25)
        let read = try collection(file.text(as: .darwinCore))
        for (entry, got) in zip(file.entries, read.entries) {
            var expected = entry
            expected.log = []
            expected.chores = []
            #expect(got == expected)
        }
        #expect(read.entries.count == 25)
    }

    @Test("An empty collection has a valid file", arguments: CollectionFormat.allCases)
    func nothing(format: CollectionFormat) throws {
        let file = CollectionFile(entries: [], madeOn: collectionDay, isTable: format != .json)
        #expect(try collection(file.text(as: format)) == file)
        #expect(!format.fileExtension.isEmpty && format.mediaType.contains("/"))
    }

    @Test("A plant is converted to an entry and back")
    func plant() throws {
        var plant = Plant(
            id: try #require(Plant.ID("p-1")), name: "Monty",
            taxon: Taxon(
                scientificName: "Monstera", commonNames: ["Swiss cheese plant"], family: "Araceae", rank: .genus,
                powo: "87478-1", gbif: "2868241"),
            photographs: [], identification: nil, addedAt: .distantPast)
        plant.room = "Kitchen"
        plant.situation = Situation(
            place: .balcony, potDiameter: 12.5, material: .clay, isInGround: true, spot: .bright, hasGrowLamp: true,
            repotted: collectionDay, followsSeason: false)
        plant.overruled = [.light: "5"]
        plant.archive = Plant.Archive(.givenAway, on: collectionDay)
        let entry = CollectionEntry(plant, addedOn: collectionDay)
        #expect(entry.id == "p-1" && entry.name == "Monty" && entry.overruled == ["light": "5"])
        #expect(entry.taxon == plant.taxon && entry.situation == plant.situation && entry.archived == plant.archive)
        let file = CollectionFile(entries: [entry], madeOn: collectionDay)
        for format in CollectionFormat.allCases { #expect(try collection(file.text(as: format)).entries == [entry]) }
    }

    @Test(
        "A missing rank follows from the form of the name",
        arguments: [
            ("Rosa", Taxon.Rank.genus), ("Rosaceae", .family), ("× Fatshedera", .genus), ("Rosa canina", .species),
        ])
    func rank(name: String, rank: Taxon.Rank) {
        var entry = CollectionEntry(name: "x", addedOn: collectionDay)
        #expect(entry.taxon == nil)
        entry.scientificName = name
        #expect(entry.taxon?.rank == rank)
    }

    @Test("Damaged bytes are refused or read, and cause no trap", arguments: CollectionFormat.allCases)
    func broken(format: CollectionFormat) {
        let text = CollectionSamples.file(seed: 7, plants: 3).text(as: format)
        var refused = 0
        for seed in UInt64(0)..<300 {
            let bytes = CollectionSamples.broken(seed: seed, from: text)
            for given in [format, nil] {
                do throws(CollectionError) {
                    let file = try CollectionFile.parse(bytes, as: given, today: collectionDay)
                    // A collection that was read can be written and read again.
                    // What is not a part of a plant, such as unknown columns, is not written.
                    let again = try? collection(file.text(as: .json))
                    #expect(again?.entries == file.entries && again?.madeOn == file.madeOn)
                } catch {
                    refused += 1
                    #expect(!error.description.isEmpty && !error.description.contains { $0.isNewline })
                }
            }
        }
        #expect(refused > 0)
    }

    @Test(
        "The format of a file is recognised by its content",
        arguments: [
            ("name\nA", "A"), ("\u{FEFF}Name;Room\r\nA;B", "A"), ("sep=\t\r\nname\troom\r\nA\tB", "A"),
            ("vernacularName,eventDate\nA,2026", "A"), ("dwc:vernacularName\teventDate\nA\t2026", "A"),
            (
                #" {"stillroom":"collection","version":1,"madeOn":"2026-05-01","plants":"#
                    + #"[{"name":"A","addedOn":"2026-05-01"}]}"#, "A"
            ),
        ])
    func recognised(text: String, name: String) throws {
        #expect(try collection(text).entries.map(\.name) == [name])
    }
}

@Suite("A collection's limits", .tags(.small))
struct CollectionLimitTests {
    private func code(_ bytes: [UInt8], as format: CollectionFormat? = nil) -> CollectionError.Code? {
        do throws(CollectionError) {
            _ = try CollectionFile.parse(bytes, as: format, today: collectionDay)
            return nil
        } catch {
            return error.code
        }
    }

    @Test("A collection has at most 20,000 plants in each format")
    func plants() {
        let rows = String(repeating: "A\n", count: 20_000)
        #expect(code(Array(("name\n" + rows).utf8)) == nil)
        #expect(code(Array(("name\n" + rows + "B").utf8)) == .tooLarge)
        #expect(code(Array(("vernacularName\n" + rows + "B").utf8)) == .tooLarge)
        let json = #"{"stillroom":"collection","version":1,"madeOn":"2026-05-01","plants":["#
        #expect(code(Array((json + String(repeating: "1,", count: 20_000) + "1]}").utf8)) == .tooLarge)
    }

    @Test("A file has at most 20 MiB")
    func size() {
        #expect(code(Array(repeating: 0x41, count: CollectionFile.sizeLimit + 1)) == .tooLarge)
    }

    @Test("A table has at most a thousand columns")
    func columns() {
        #expect(code(Array(("name" + String(repeating: ",", count: 999) + "\nA").utf8)) == nil)
        #expect(code(Array(("name" + String(repeating: ",", count: 1_000) + "\nA").utf8), as: .csv) == .malformed)
    }

    @Test(
        "Lists without an end are refused", arguments: ["[", "{\"a\":", "{\"plants\":[[", "\"", ",", "\n\"", "'", "\0"])
    func endless(piece: String) {
        let bytes = Array(String(repeating: piece, count: 200_000).utf8)
        for format in CollectionFormat.allCases { #expect(code(bytes, as: format) != nil) }
    }

    @Test("Long names are cut", .timeLimit(.minutes(10)))
    func names() throws {
        let long = "e" + String(repeating: "\u{301}", count: 100) + String(repeating: "x ", count: 500_000)
        let entry = try #require(try collection("name,room,family\n\(long),\(long),\(long)").entries.first)
        for name in [entry.name, entry.room, entry.family] { #expect(try #require(name).unicodeScalars.count <= 120) }
        #expect(Plant.tidy(entry.name) == entry.name)
    }

    @Test(
        "Bytes that are not UTF-8 text are refused",
        arguments: [[0xFF, 0xFE, 0x41, 0x00], [0xFE, 0xFF, 0x00, 0x41], [0x50, 0x4B, 0x03, 0x04], [0xC3, 0x28]])
    func encodings(bytes: [UInt8]) { #expect(code(bytes) == .notText) }

    @Test("A line that is not UTF-8 is named")
    func line() {
        let error = #expect(throws: CollectionError.self) {
            try CollectionFile.parse(Array("name\nA\nStr".utf8) + [0xF6, 0x6D], today: collectionDay)
        }
        #expect(error?.line == 3 && error?.code == .notText)
    }
}
