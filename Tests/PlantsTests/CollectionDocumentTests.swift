import Agenda
import Calendar
import Plants
import Support
import Testing

@Suite("Collections in JSON", .tags(.small))
struct CollectionDocumentTests {
    private static let head = #"{"stillroom":"collection","version":1,"madeOn":"2026-05-01","plants":["#

    @Test("The JSON of a collection names its format and has sorted keys")
    func shape() {
        var entry = CollectionEntry(name: "Monty", addedOn: collectionDay)
        entry.notes = [.init(day: collectionDay, text: "a/b")]
        entry.log = [.init(kind: .pestControl, action: .skipped, day: collectionDay)]
        entry.chores = [.init(kind: .own, title: "Sing", recurrence: "once", start: collectionDay)]
        entry.archived = Plant.Archive(.sold, on: collectionDay)
        entry.potDiameter = .infinity
        #expect(
            CollectionFile(entries: [entry], madeOn: collectionDay).text(as: .json) == """
                {"madeOn":"2024-10-04","plants":[{"addedOn":"2024-10-04","archived":{"day":"2024-10-04","reason":"sold"},\
                "chores":[{"kind":"own","recurrence":"once","standing":"active","start":"2024-10-04","title":"Sing"}],\
                "commonNames":[],"followsSeason":true,"hasGrowLamp":false,"isInGround":false,"log":[{"action":"skipped",\
                "day":"2024-10-04","kind":"pest-control"}],"name":"Monty","notes":[{"day":"2024-10-04","text":"a/b"}],\
                "overruled":{}}],"stillroom":"collection","version":1}

                """)
    }

    @Test("Unknown fields are ignored, and missing fields have defaults")
    func lenient() throws {
        let text = Self.head + #"{"addedOn":"2026-05-01","scientificName":" Rosa ","room":null,"zodiac":[1]}]}"#
        var expected = CollectionEntry(name: "Rosa", addedOn: try #require(LocalDay("2026-05-01")))
        expected.scientificName = "Rosa"
        #expect(try collection(text).entries == [expected])
    }

    @Test("Of two values for the same field one is kept")
    func repeatedField() throws {
        let text = Self.head + #"{"addedOn":"2026-05-01","name":"A","overruled":{"light":"5","light":"7"}}]}"#
        let entry = try #require(try collection(text).entries.first)
        #expect(entry.overruled.count == 1)
        #expect(["5", "7"].contains(entry.overruled["light"]))
    }

    @Test("A log is sorted and a note is tidied")
    func tidied() throws {
        let notes = #"[{"day":"2026-05-01","text":"\n a\u0000  b\r\n\nc \n"}]"#
        let log = [("misting", 2), ("watering", 1), ("rotation", 2)].map {
            #"{"kind":"\#($0)","action":"done","day":"2026-05-0\#($1)"}"#
        }.joined(separator: ",")
        let text = Self.head + #"{"addedOn":"2026-05-01","name":"A","notes":\#(notes),"log":[\#(log)]}]}"#
        let entry = try #require(try collection(text).entries.first)
        #expect(entry.notes.map(\.text) == ["a b\n\nc"] && entry.log.map(\.kind) == [.watering, .misting, .rotation])
    }

    @Test(
        "JSON that is no collection is refused",
        arguments: [
            (#"{"version":1}"#, CollectionError.Code.notCollection), ("[]", .notCollection), ("{}", .notCollection),
            (#"{"stillroom":"plant","version":1}"#, .notCollection), (#"{"stillroom":"collection"}"#, .notCollection),
            (#"{"stillroom":"collection","version":2,"plants":"new"}"#, .newerVersion),
            (#"{"stillroom":"collection","version":1.5}"#, .newerVersion),
            (#"{"stillroom":"collection","version":-1}"#, .notCollection),
            (#"{"stillroom":"collection","version":1,"madeOn":"soon","plants":[]}"#, .value),
            (#"{"stillroom":"collection","version":1,"madeOn":"2026-05-01"}"#, .notCollection),
            (#"{"stillroom":"collection","version":1,"madeOn":"2026-05-01","plants":{}}"#, .notCollection),
            ("name\nA", .malformed),
        ])
    func stranger(text: String, code: CollectionError.Code) {
        let error = #expect(throws: CollectionError.self) { try collection(text, as: .json) }
        #expect(error?.code == code, "\(String(describing: error))")
    }

    @Test(
        "Truncated JSON is refused with its position",
        arguments: [
            ("{\n\"a\": nope}", 2), ("{", 1), ("{\"a\":1\n\"b\":2}", 2), ("{\"a\":1}\n\nx", 3), ("[1,2\n3]", 2),
            ("{\"a\n\":1}", 1), ("{\"a\":[true,\n\n+1]}", 3), ("{\"a\":tru}", 1),
            ("\n{\"a\" 1}", 2), ("{\"a\":\"\\\"}", 1),
        ])
    func malformed(text: String, line: Int) {
        let error = #expect(throws: CollectionError.self) { try collection(text, as: .json) }
        #expect(error?.code == .malformed && error?.line == line, "\(String(describing: error))")
    }

    @Test(
        "A wrong value is refused with its plant and field",
        arguments: [
            (#""isInGround":1"#, "isInGround", "true or false"), (#""potDiameter":0.5"#, "potDiameter", "1 to 200"),
            (#""id":"a/b""#, "id", "hyphens"), (#""id":"a""#, "id", "plant 1"), (#""room":["x"]"#, "room", "a text"),
            (#""archived":{"reason":"lost","day":"2026-05-01"}"#, "archived.reason", "sold"),
            (#""log":[{"kind":"x","action":"done","day":"2026-05-01"}]"#, "log.1.kind", "watering"),
            (#""log":[{"kind":"own","action":"done","day":"2026-05-01"}]"#, "log", "title"),
            (#""notes":[{"day":"2026-05-01","text":" "}]"#, "notes", "2000"), (#""notes":{}"#, "notes", "a list"),
            (#""chores":[{"kind":"misting","recurrence":"daily","start":"2026-05-01"}]"#, "chores", "days 7"),
            (#""overruled":{"":"x"}"#, "overruled", "at most 64"),
            (#""preferredTime":"24:00""#, "preferredTime", "07:30"),
            (#""preferredTime":"07:30:10""#, "preferredTime", "07:30"),
            (#""choreNotes":{"watering":" "}"#, "choreNotes", "300"),
        ])
    func wrong(value: String, field: String, expected: String) {
        whole(plant: #"{"addedOn":"2026-05-01","name":"B","# + value + "}", field: field, expected: expected)
    }

    @Test(
        "A plant that is not an object is refused with its position",
        arguments: [
            (#"{"name":"B"}"#, "addedOn", "missing"), (#"{"name":"B","addedOn":null}"#, "addedOn", "expected a value"),
            (#"{"name":"B","addedOn":"2026-5-1"}"#, "addedOn", "2026-05-01"), ("7", "name", "an object"),
            (#"{"addedOn":"2026-05-01"}"#, "name", "scientific name"),
            (#"{"addedOn":"2026-05-01","name":5}"#, "name", "a text"),
        ])
    func whole(plant: String, field: String, expected: String) {
        let text = Self.head + #"{"id":"a","name":"A","addedOn":"2026-05-01"},"# + plant + "]}"
        let error = #expect(throws: CollectionError.self) { try collection(text) }
        #expect(error?.plant == 2 && error?.column == field, "\(String(describing: error))")
        #expect(error?.message.contains(expected) == true, "\(String(describing: error))")
    }
}
