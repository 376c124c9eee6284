import Calendar
import Plants
import Support
import Testing

@Suite("Collections in Darwin Core", .tags(.small))
struct CollectionOccurrencesTests {
    private func row(_ entry: CollectionEntry) -> String {
        CollectionFile(entries: [entry], madeOn: collectionDay).text(as: .darwinCore)
    }

    @Test("Darwin Core files have the standard's terms and never a place or a person")
    func terms() {
        var entry = CollectionEntry(name: "Monty", addedOn: collectionDay)
        entry.id = "p1"
        entry.scientificName = "Monstera deliciosa"
        entry.taxonRank = "species"
        entry.family = "Araceae"
        entry.commonNames = ["Swiss cheese plant", "Monstera"]
        entry.powo = "87478-1"
        entry.gbif = "2868241"
        entry.room = "Hall"
        entry.notes = [.init(day: collectionDay, text: "new leaf\nbig")]
        #expect(
            row(entry) == """
                occurrenceID,basisOfRecord,occurrenceStatus,eventDate,kingdom,family,genus,scientificName,taxonRank,\
                taxonID,vernacularName,degreeOfEstablishment,recordedBy,identificationRemarks,occurrenceRemarks,\
                dynamicProperties\r
                p1,LivingSpecimen,present,2024-10-04,Plantae,Araceae,Monstera,Monstera deliciosa,species,\
                https://powo.science.kew.org/taxon/urn:lsid:ipni.org:names:87478-1,Swiss cheese plant,cultivated,,\
                "named by its keeper; no specimen was examined","2024-10-04: new leaf
                 big","{""commonNames"":[""Swiss cheese plant"",""Monstera""],""followsSeason"":true,""gbif"":\
                ""2868241"",""hasGrowLamp"":false,""isInGround"":false,""name"":""Monty"",""overruled"":{},\
                ""powo"":""87478-1"",""room"":""Hall"",""stillroom"":""plant""}"\r

                """)
    }

    @Test("A plant without a scientific name has only a vernacular name")
    func unnamed() throws {
        let entry = CollectionEntry(name: "Gift of Erna", addedOn: collectionDay)
        #expect(row(entry).contains(",Plantae,,,,,,Gift of Erna,cultivated,,,,"))
        #expect(try collection(row(entry)).entries == [entry])
    }

    @Test(
        "Of a range of days the first is read",
        arguments: [
            ("2026-05", "2026-05-01"), ("2026", "2026-01-01"), ("2026-05-01/2026-05-03", "2026-05-01"),
            ("2026-05-02T10:30Z", "2026-05-02"), ("2026-05/2026-06", "2026-05-01"), ("2026-05-01/03", "2026-05-01"),
            ("", "2024-10-04"),
        ])
    func days(text: String, day: String) throws {
        let file = try collection("scientificName,eventDate\nRosa,\(text)")
        #expect(file.entries.map(\.addedOn.description) == [day])
    }

    @Test("Darwin Core files of other tools are read")
    func foreign() throws {
        let rows = [
            "gbifID|occurrenceID|scientificName|taxonRank|vernacularName|eventDate|decimalLatitude|occurrenceRemarks"
                + "|dynamicProperties|taxonID",
            "1|https://www.inaturalist.org/observations/1|Rosa canina L.|SUBSPECIES||2026-05-01|48.2|in flower|sex=f"
                + "|https://www.gbif.org/species/8395064",
            "2|obs-2|Rosales|order|Rose|2026-05-02|48.2|2026-04-01: cut|{\"room\":3}|",
        ]
        let text = rows.joined(separator: "\n").split(separator: "|", omittingEmptySubsequences: false)
            .joined(separator: "\t")
        let entries = try collection(text).entries
        #expect(entries.map(\.name) == ["Rosa canina L.", "Rose"])
        #expect(entries.map(\.id) == [nil, "obs-2"])
        #expect(entries.map(\.taxonRank) == ["species", nil])
        #expect(entries.map(\.gbif) == ["8395064", nil])
        #expect(entries.map(\.commonNames) == [[], ["Rose"]])
        let days = [LocalDay("2026-05-01"), LocalDay("2026-04-01")]
        #expect(entries.flatMap(\.notes).map(\.text) == ["in flower", "cut"])
        #expect(entries.flatMap(\.notes).map(\.day) == days)
    }

    @Test(
        "A wrong value is refused with its line and term",
        arguments: [
            ("scientificName,eventDate\nRosa,May", 2, "eventDate"),
            ("vernacularName,room\nA,\n,x", 3, "vernacularName"),
            (#"vernacularName;dynamicProperties\#nA;{"stillroom":"plant","room":3}"#, 2, "dynamicProperties"),
            (#"vernacularName;dynamicProperties\#nA;{"stillroom":"plant","spot":"dark"}"#, 2, "dynamicProperties"),
            ("occurrenceID,vernacularName\na,A\na,B", 3, "occurrenceID"), ("eventDate,basisOfRecord\n2026,x", 1, nil),
        ])
    func wrong(text: String, line: Int, term: String?) {
        let error = #expect(throws: CollectionError.self) { try collection(text, as: .darwinCore) }
        #expect(error?.line == line && error?.column == term)
    }
}
