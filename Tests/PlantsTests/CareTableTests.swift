import Calendar
import Foundation
import Recognition
import Support
import Testing

@testable import Plants

@Suite("The care table", .tags(.small))
struct CareTableTests {
    @Test("The table fills missing values of a species from genus, family, growth form and default, with their sources")
    func merging() throws {
        let facts = try Care.table().facts(for: Taxon(scientificName: "Monstera deliciosa"))
        #expect(facts.light?.value == 6)
        #expect(facts.light?.source.kind == .species)
        #expect(facts.water?.value == .medium)
        #expect(facts.form?.value == .aroid)
        #expect(facts.form?.source.kind == .genus)
        #expect(facts.pets?.value == .medium)
        #expect(facts.pets?.source.text == "genus Monstera, general horticultural knowledge, 2026-11-21")
        #expect(facts.repotting?.value == 2)
        #expect(facts.repotting?.source.kind == .form)
        #expect(facts.bloomMonths == nil)
    }

    @Test(
        "The table knows a species by every spelling of its names",
        arguments: [
            "Monstera deliciosa", "monstera  DELICIOSA", "Monstera deliciosa Liebm.", "Philodendron pertusum Kunth",
            "Tornelia fragrans", "Monstera deliciosa var. borsigiana",
        ])
    func spelling(name: String) throws {
        let facts = try Care.table().facts(for: Taxon(scientificName: name))
        #expect(facts.light?.value == 6)
        #expect(facts.pets?.source.name == "Monstera")
        #expect(try Care.table().species(named: name)?.scientificName == "Monstera deliciosa")
    }

    @Test(
        "The table ignores hybrid signs in names",
        arguments: ["Citrus × limon", "Citrus x limon", "Citrus ×limon (L.) Osbeck", "Citrus limon"])
    func hybrids(name: String) throws {
        #expect(try Care.table().facts(for: Taxon(scientificName: name)).moisture?.value == 4.9)
    }

    @Test("The table finds a species by a scientific name only")
    func scientificNames() throws {
        let table = try Care.table()
        for name in ["dog ROSE", "Rosa", "", "triffid"] { #expect(table.species(named: name) == nil, "\(name)") }
    }

    @Test("The nearest row is that of the species, its genus or its family, and says where the plant is usually kept")
    func nearest() throws {
        let table = try CareTable(
            """
            rank\tname\tfamily\tplace\tlight
            species\tRosa canina\tRosaceae\toutdoor\t8
            genus\tRosa\tRosaceae\t\t7
            family\tRosaceae\tRosaceae\toutdoor\t7
            species\tHoya carnosa\tApocynaceae\tindoor\t6
            """)
        func nearest(_ name: String, _ rank: Taxon.Rank = .species, family: String? = nil) -> String? {
            table.nearest(to: Taxon(scientificName: name, family: family, rank: rank))?.scientificName
        }
        #expect(nearest("Rosa canina L.") == "Rosa canina")
        #expect(nearest("Rosa incognita") == "Rosa")
        #expect(nearest("Malus incognita", family: "Rosaceae") == "Rosaceae")
        #expect(nearest("Ignota ignota") == nil)
        #expect(table.usualPlace(of: Taxon(scientificName: "Rosa incognita")) == .outdoor)
        #expect(table.usualPlace(of: Taxon(scientificName: "Hoya carnosa")) == .indoor)
        #expect(table.usualPlace(of: Taxon(scientificName: "Ignota ignota")) == .indoor)
        #expect(table.usualPlace(of: nil) == .indoor)
    }
}

extension CareTableTests {
    @Test("The table begins with the genus or the family if only that is known")
    func ranks() throws {
        let table = try Care.table()
        let genus = table.facts(for: Taxon(scientificName: "Rosa L.", rank: .genus))
        #expect(genus.light?.source.kind == .genus)
        #expect(genus.rest?.source.name == "Rosaceae")
        let unknownSpecies = table.facts(for: Taxon(scientificName: "Rosa incognita", family: "Rosaceae"))
        #expect(unknownSpecies.light?.value == 7)
        let family = table.facts(for: Taxon(scientificName: "Araceae", rank: .family))
        #expect(family.water?.value == .low)
        #expect(family.form?.value == .climber)
        let section = table.facts(for: Taxon(scientificName: "Rosa sect. Caninae"))
        #expect(section.light?.source.kind == .genus)
    }

    @Test("An unknown plant gets the values of its growth form if it is given, and otherwise the default")
    func unknown() throws {
        let table = try Care.table()
        let facts = table.facts(for: nil)
        #expect(facts.light?.source.kind == .assumed)
        #expect(facts.form == nil)
        let fern = table.facts(for: Taxon(scientificName: "Ignota"), form: Care.of(.fern, .trefle))
        #expect(fern.water?.value == .high)
        #expect(fern.water?.source.kind == .form)
        #expect(fern.form?.source.kind == .trefle)
        let monstera = table.facts(for: Taxon(scientificName: "Monstera obliqua"), form: Care.of(.fern, .trefle))
        #expect(monstera.form?.value == .aroid)
    }

    @Test("Each cell has its origin and whether it is a median")
    func sources() throws {
        let table = try Care.table()
        #expect(table.date == Care.day)
        let lemon = table.facts(for: Taxon(scientificName: "Citrus limon"))
        #expect(lemon.moisture?.source.origin == "EIVE 1.0")
        #expect(lemon.light?.source.origin == "general horticultural knowledge")
        let rose = table.facts(for: Taxon(scientificName: "Rosa canina"))
        #expect(rose.moisture?.source.origin == "EIVE 1.0, median of its members")
        #expect(rose.moisture?.source.kind == .genus)
    }

    @Test(
        "A line that cannot be read is named",
        arguments: [
            ("species\tRosa alba\t\t\t\t\televen", "light"), ("species\tRosa alba\t\t\t\t\t11", "light"),
            ("kind\tRosa", "rank"), ("species\t", "no name"), ("species\tRosa canina L.", "already on line 5"),
            ("species\tRosa alba\t\t\t\tbonsai", "form"), ("species\tRosa alba\t\t\t\t\t\tdamp", "water"),
            ("species\tRosa alba\t\t\t\t\t\t\t\t\t\t700\t300", "rain"),
            ("species\tRosa alba\t\t\t\t\t\t\t\t\t\t700", "rain"),
            ("species\tRosa alba\t\t\t\t\t\t\t\t\t\t\t\t3-13", "growth"),
            ("species\tRosa alba\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\tQ", "sources"),
            ("species\tRosa alba" + String(repeating: "\t", count: 30), "cells"),
        ])
    func faults(line: String, word: String) {
        let error = #expect(throws: CareTableError.self) { try CareTable(Care.text + line + "\n") }
        #expect(error?.line == 17)
        #expect(error?.reason.contains(word) == true)
    }

    @Test(
        "A table without column names is refused",
        arguments: ["", "# nothing", "rank\tcolour", "name\tlight", "rank\trank\tname"])
    func header(text: String) { #expect(throws: CareTableError.self) { try CareTable(text) } }
}

extension CareTableTests {
    @Test("The table reads Windows line ends and lines with missing cells")
    func endings() throws {
        let table = try CareTable("# 2026-01-02\r\nrank\tname\tlight\r\nspecies\tRosa alba\t7\r\ngenus\tRosa\r\n")
        #expect(table.count == 2)
        #expect(table.date == LocalDay("2026-01-02"))
        #expect(table.facts(for: Taxon(scientificName: "Rosa alba")).light?.value == 7)
    }

    @Test("The table of the program is readable, and each of its rows makes a plan")
    func bundled() throws {
        let path = Fixture.root + "Sources/Adapters/LocalRecognition/Catalogues/care.tsv"
        let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        let table = try CareTable(text)
        #expect(table.date != nil)
        #expect(table.facts(for: nil).water != nil)
        var species = 0
        for line in text.split(separator: "\n") where line.hasPrefix("species\t") || line.hasPrefix("genus\t") {
            let name = String(line.split(separator: "\t", maxSplits: 2)[1])
            let rank = line.hasPrefix("genus") ? Taxon.Rank.genus : .species
            let facts = table.facts(for: Taxon(scientificName: name, rank: rank))
            if rank == .species {
                species += 1
                // A row without data cannot be looked up.
                #expect(table.species(named: name) != nil, "\(name)")
                #expect(!Care.plan(facts).isMostlyAssumed, "\(name)")
            }
            CareChecks.expectValid(Care.plan(facts), name)
        }
        #expect(species > 100)
    }
}
