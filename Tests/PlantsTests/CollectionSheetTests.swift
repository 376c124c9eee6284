import Agenda
import Calendar
import Plants
import Support
import Testing

@Suite("Collections in a spreadsheet", .tags(.small))
struct CollectionSheetTests {
    @Test("A spreadsheet has its columns and values in their places")
    func columns() {
        var entry = CollectionEntry(name: "Monty", addedOn: collectionDay)
        entry.commonNames = ["Swiss cheese plant", "a|b"]
        entry.potDiameter = 12
        entry.log = [.init(kind: .watering, action: .done, day: collectionDay)]
        entry.overruled = ["light": "5"]
        entry.preferredTime = LocalTime(hour: 18, minute: 30)
        #expect(
            CollectionFile(entries: [entry], madeOn: collectionDay).text(as: .csv) == """
                id,name,scientific_name,taxon_rank,family,common_names,powo,gbif,room,place,pot_diameter_cm,material,\
                in_ground,spot,grow_lamp,follows_season,repotted_on,added_on,archived_reason,archived_on,last_watered,\
                overruled,chores,preferred_time\r
                ,Monty,,,,Swiss cheese plant | a\\|b,,,,,12,,no,,no,yes,,2024-10-04,,,2024-10-04,"{""light"":""5""}",,18:30\r

                """)
    }

    @Test(
        "A spreadsheet contains no executable formula and loses no apostrophe",
        arguments: [
            ("=1+1", "'=1+1"), ("+x", "'+x"), ("-x", "'-x"), ("@x", "'@x"), ("'x", "'x"), ("'-x", "''-x"),
            ("''=", "'''="), ("＝1", "'＝1"), ("'t Groene", "'t Groene"), ("x=1", "x=1"), ("-a,b", "\"'-a,b\""),
        ])
    func formulas(name: String, cell: String) throws {
        let file = CollectionFile(
            entries: [CollectionEntry(name: name, addedOn: collectionDay)], madeOn: collectionDay, isTable: true)
        for format in [CollectionFormat.csv, .darwinCore] {
            let text = file.text(as: format)
            #expect(text.contains("," + cell + ","))
            #expect(try collection(text) == file)
        }
    }

    @Test(
        "Spreadsheets of other people are read",
        arguments: [
            "Common Name,Scientific Name,Location,Date Acquired\nMonty,Monstera deliciosa,Hall,2026-05-01",
            "PLANT;SPECIES;ROOM;ADDED\r\nMonty;Monstera deliciosa;Hall;2026-05-01\r\n",
            "room\tlatin name\tnickname\tdate-added\rHall\tMonstera deliciosa\tMonty\t2026-05-01\r",
            "\u{FEFF}\"name\",\"latin\",\"room\",\"purchased\"\n \"Monty\" , \"Monstera deliciosa\",\"Hall\",\"2026-05\"\n,,,\n\n",
            "sep=;\nname;Botanical name;Room name;Planted;Price\nMonty;Monstera deliciosa;Hall;2026-05-01T09:00:00Z;=9",
            "species,name,x,location,since,\nMonstera deliciosa,Monty,\"a\nb,\"\"c\"\"\",Hall,2026-05-01/2026-05-09,",
        ])
    func foreign(text: String) throws {
        var expected = CollectionEntry(name: "Monty", addedOn: try #require(LocalDay("2026-05-01")))
        expected.scientificName = "Monstera deliciosa"
        expected.room = "Hall"
        #expect(try collection(text).entries == [expected])
    }

    @Test("Columns that are not used are named, in the order of the file, without empty and endless ones")
    func unknownColumns() throws {
        let file = try collection("name,Sun,notes,,latin,Price (€),sun\nMonty,much,x,y,Monstera deliciosa,9,more\n")
        #expect(file.unknownColumns == ["Sun", "Price (€)", "sun"])
        let many = (0..<90).map { "c\($0)" }.joined(separator: ",")
        #expect(try collection("name,\(many)\nMonty\n").unknownColumns.count == 50)
        let occurrences = try collection(
            "occurrenceID,basisOfRecord,scientificName,decimalLatitude\n,LivingSpecimen,Rosa canina,48\n",
            as: .darwinCore)
        #expect(occurrences.unknownColumns == ["decimalLatitude"])
    }

    @Test("The last watering is a day or a word, and another text is refused")
    func lastWatered() throws {
        func watered(_ text: String) throws -> LocalDay? {
            try collection("name,watered\nMonty,\(text)\n").entries.first?.log.first?.day
        }
        #expect(try watered("2026-05-01") == LocalDay("2026-05-01"))
        #expect(try watered("today") == collectionDay)
        #expect(try watered("Few-days") == collectionDay.adding(days: -3))
        #expect(try watered("unknown") == nil && watered("") == nil)
        #expect(throws: CollectionError.self) { try watered("some day") }
    }
}

extension CollectionSheetTests {
    @Test("A common name beside a name becomes a second name, and notes become a diary entry")
    func secondNames() throws {
        let entries = try collection(
            "nickname,common name,notes,id\nMonty,Swiss cheese plant,\"from Erna\nbig\",#12\n,Rose,,\n"
        ).entries
        #expect(entries.map(\.name) == ["Monty", "Rose"])
        #expect(entries.map(\.commonNames) == [["Swiss cheese plant"], ["Rose"]])
        #expect(entries.map(\.id) == [nil, nil])
        #expect(entries.map(\.notes) == [[.init(day: collectionDay, text: "from Erna\nbig")], []])
    }

    @Test("Booleans, numbers and words are read in any case")
    func values() throws {
        let text = """
            name;pot_diameter_cm;in_ground;grow_lamp;follows_season;place;archived_reason;archived_on;common_names
            A;12,5 cm;YES;x;0;Outdoor;Died;2026-05-01;a | b|c\\d
            """
        let entry = try #require(try collection(text).entries.first)
        #expect(entry.potDiameter == 12.5 && entry.isInGround && entry.hasGrowLamp && !entry.followsSeason)
        #expect(entry.place == "outdoor" && entry.archived?.reason == .died && entry.commonNames == ["a", "b", "c\\d"])
        #expect(entry.addedOn == collectionDay)
    }

    @Test("The scientific name becomes the name if there is no other")
    func nameless() throws {
        let text = "name,scientific name\n,Rosa canina\n\u{0},Rosa"
        #expect(try collection(text).entries.map(\.name) == ["Rosa canina", "Rosa"])
    }

    @Test(
        "A wrong value is refused with its line, its column and what is expected",
        arguments: [
            ("name,room\nA,B\n,C", 3, "name", "expected a name"),
            ("name,acquired\nA,05/01/2026", 2, "added_on", "2026-05-01"),
            ("name,added_on\n\n\nA,2026-02-30", 4, "added_on", "2026-05-01"),
            ("name,x\n\"A\nB\",\nC,\n,D", 5, "name", "expected a name"),
            ("name,place\nA,cellar", 2, "place", "greenhouse"), ("name,spot\nA,dark", 2, "spot", "usual"),
            ("name,taxon_rank\nA,order", 2, "taxon_rank", "genus"), ("name,material\nA,glass", 2, "material", "clay"),
            ("name,pot_diameter_cm\nA,6\"", 2, "pot_diameter_cm", "cm"),
            ("name,pot_diameter_cm\nA,nan", 2, "pot_diameter_cm", "1 to 200"),
            ("name,grow_lamp\nA,maybe", 2, "grow_lamp", "yes or no"),
            ("name,archived_on\nA,2026-05-01", 2, "archived_reason", "expected one"),
            ("name,archived_reason\nA,died", 2, "archived_on", "expected one"),
            ("name,archived_reason,archived_on\nA,eaten,2026-05-01", 2, "archived_reason", "died"),
            ("name,gbif\nA,../a b", 2, "gbif", "2868241"), ("name,overruled\nA,[1]", 2, "overruled", "an object"),
            ("name,chores\nA,\"[{\"\"kind\"\":\"\"own\"\"}]\"", 2, "chores", "recurrence"),
            ("name,id\nA,x\nB,y\nC,x", 4, "id", "line 2"),
            ("name,notes\nA,\(String(repeating: "x", count: 2001))", 2, "notes", "2000"),
        ])
    func wrong(text: String, line: Int, column: String, expected: String) {
        let error = #expect(throws: CollectionError.self) { try collection(text, as: .csv) }
        #expect(error?.line == line && error?.column == column && error?.code == .value)
        #expect(error?.message.contains(expected) == true, "\(String(describing: error))")
    }

    @Test(
        "A text that is no such table is refused",
        arguments: [
            ("", CollectionError.Code.notCollection, nil), (" \n\t", .notCollection, nil),
            ("colour,size\nred,1", .notCollection, 1), ("name,room\nA,\"B\nC", .malformed, 2),
            ("name,room\nA,\"B\"C", .malformed, 2), ("name\nA\nB,C", .malformed, 3),
            ("<html><body>", .notCollection, 1),
        ])
    func stranger(text: String, code: CollectionError.Code, line: Int?) {
        let error = #expect(throws: CollectionError.self) { try collection(text, as: .csv) }
        #expect(error?.code == code && error?.line == line)
    }
}

extension CollectionSheetTests {
    @Test("An error names the first problem and the number of other plants with errors, in one safe line")
    func others() {
        let evil = "\u{1B}[2J\u{202E}" + String(repeating: "x", count: 10_000)
        let text = "name,place\nA,\(evil)\n,\nB,y\nC,indoor\nD,z"
        let error = #expect(throws: CollectionError.self) { try collection(text) }
        #expect(error?.others == 2)
        let words = error?.description ?? ""
        #expect(words.hasPrefix("line 2, column place: “") && words.hasSuffix("(and 2 more plants have problems)"))
        #expect(
            words.count < 200 && !words.unicodeScalars.contains("\u{1B}") && !words.unicodeScalars.contains("\u{202E}"))
    }
}
