import Foundation
import Recognition
import Support
import Testing

@testable import Plants

@Suite("The names of the care table", .tags(.small))
struct SpeciesIndexTests {
    private static let small: Result<SpeciesIndex, any Error> = Result {
        SpeciesIndex(
            try CareTable(
                """
                rank\tname\tsynonyms\tcommon\tgerman\tfrench\tfamily
                species\tMonstera deliciosa\tPhilodendron pertusum\tSwiss cheese plant\tFensterblatt\tFaux philodendron\tAraceae
                species\tPhalaenopsis amabilis\t\tMoth orchid\t\t\tOrchidaceae
                species\tPhalaenopsis aphrodite\t\tMoth orchid\t\t\tOrchidaceae
                species\tDracaena trifasciata\tSansevieria trifasciata\tSnake plant;Mother-in-law's tongue\tBogenhanf\tLangue de belle-mère\tAsparagaceae
                species\tPelargonium peltatum\t\tIvy geranium\t\t\tGeraniaceae
                species\tOcimum basilicum\t\tBasil\tBasilikum\tBasilic\tLamiaceae
                species\tChlorophytum comosum\t\tSpider plant\tGrünlilie\t\tAsparagaceae
                genus\tMonstera\t\tSwiss cheese plants\t\t\tAraceae
                genus\tDracaena\t\tDragon trees;Snake plants\t\t\tAsparagaceae
                genus\tPhalaenopsis\t\tMoth orchid\t\t\tOrchidaceae
                genus\tGeranium\t\tCranesbill\t\t\tGeraniaceae
                genus\tPelargonium\t\tGeranium\t\t\tGeraniaceae
                genus\tRosa\t\tRose\tRose;Rosen\tRosier\tRosaceae
                family\tCactaceae\t\tCactus\tKaktus\t\tCactaceae
                family\tOrchidaceae\t\tOrchid\tOrchidee\t\tOrchidaceae
                form\tfern\t\tFern\t\t\t
                """))
    }

    private var index: SpeciesIndex { get throws { try Self.small.get() } }

    @Test(
        "A name that one taxon has resolves by itself, in any case, number, language and spelling of the same letters",
        arguments: [
            ("Monstera deliciosa", "Monstera deliciosa"), ("monstera deliciosa LIEBM.", "Monstera deliciosa"),
            ("Philodendron pertusum", "Monstera deliciosa"), ("swiss cheese plant", "Monstera deliciosa"),
            ("Swiss-Cheese Plants", "Monstera deliciosa"), ("fensterblatt", "Monstera deliciosa"),
            ("snake plant", "Dracaena trifasciata"), ("Snakeplant", "Dracaena trifasciata"),
            ("mother in laws tongue", "Dracaena trifasciata"), ("langue de belle mere", "Dracaena trifasciata"),
            ("BOGENHANF", "Dracaena trifasciata"), ("Grunlilie", "Chlorophytum comosum"),
            ("spider", "?"), ("cactus", "Cactaceae"), ("cacti", "Cactaceae"), ("Orchids", "Orchidaceae"),
            ("rose", "Rosa"), ("Roses", "Rosa"), ("Monstera", "Monstera"), ("Monstera plant", "Monstera"),
            ("basil plant", "Ocimum basilicum"), ("moth orchid", "Phalaenopsis"), ("Rosa sp.", "Rosa"),
            ("genus:Geranium", "Geranium"), ("species:Ocimum basilicum", "Ocimum basilicum"),
        ])
    func clearNames(name: String, expected: String) throws {
        let resolution = try index.resolve(name)
        guard expected != "?" else {
            #expect(resolution.choices.map(\.taxon.scientificName) == ["Chlorophytum comosum"])
            return
        }
        guard case .known(let taxon) = resolution else {
            Issue.record("\(name) is \(resolution)")
            return
        }
        #expect(taxon.scientificName == expected)
    }

    @Test(
        "A name of several taxa, a part of a name and a misspelt name give choices, the best first",
        arguments: [
            ("geranium", ["Geranium", "Pelargonium"]), ("pelargoniums of mine", ["Pelargonium"]),
            ("swiss", ["Monstera deliciosa"]), ("cheese pl", ["Monstera deliciosa"]), ("basill", ["Ocimum basilicum"]),
            ("Monstera delicosa", ["Monstera deliciosa"]), ("Kitchen basil", ["Ocimum basilicum"]),
            ("orhcid", ["Orchidaceae"]),
        ])
    func unclearNames(name: String, expected: [String]) throws {
        let found = try index.resolve(name).choices.map(\.taxon.scientificName)
        #expect(Array(found.prefix(expected.count)) == expected, "\(found)")
        #expect(Set(found).count == found.count)
    }

    @Test("A Latin name of an unknown species has the care of its genus, and keeps its name")
    func members() throws {
        let expected = SpeciesResolution.member(
            taxon: Taxon(scientificName: "Rosa incognita", family: "Rosaceae"), genus: "Rosa")
        #expect(try index.resolve("Rosa incognita") == expected)
        #expect(try index.resolve("Rosa 'Peace'").taxon?.scientificName == "Rosa 'Peace'")
        #expect(try index.resolve("rosa incognita").taxon == nil)
    }

    @Test(
        "Other texts mean no plant",
        arguments: ["", "  ", "x", "×", "Xyzzy", "Ignota ignota", "🌳", "🌳🌳", "species:", "genus:Nowhere"])
    func others(text: String) throws {
        #expect(try index.resolve(text) == .unknown, "\(text)")
    }
}

extension SpeciesIndexTests {
    @Test("A very long text is refused, or is compared in bounded time")
    func longTexts() throws {
        #expect(try index.search(String(repeating: "rose ", count: 1_000)).isEmpty)
        #expect(try index.resolve(String(repeating: "q", count: 100_000)) == .unknown)
    }

    @Test("A person's own name is not completed to another word")
    func ownNames() throws {
        #expect(try index.resolve(ownName: "Mons") == .unknown)
        #expect(try index.resolve("Mons").choices.isEmpty == false)
        #expect(try index.resolve(ownName: "Kitchen basil").choices.map(\.taxon.scientificName) == ["Ocimum basilicum"])
        #expect(try index.resolve(ownName: "rose").taxon?.scientificName == "Rosa")
    }

    @Test("A search ranks the whole name, its beginning, the beginnings of its words, and misspelt names")
    func ranking() throws {
        #expect(try index.search("monstera").map(\.quality) == [.exact, .beginning])
        #expect(try index.search("orchid").map(\.quality) == [.exact, .wordBeginning, .wordBeginning, .wordBeginning])
        #expect(try index.search("bsil").map(\.quality) == [.typo])
        #expect(try index.search("o", limit: 2).count == 2)
        #expect(try index.search("monstera", limit: 0).isEmpty)
        let match = try #require(try index.search("bogen").first)
        #expect((match.name, match.taxon.scientificName) == ("Bogenhanf", "Dracaena trifasciata"))
    }

    @Test(
        "Names that people use find a plant of the program's own table",
        arguments: [
            ("pothos", "Epipremnum aureum"), ("snake plant", "Dracaena trifasciata"), ("cactus", "Cactaceae"),
            ("orchid", "Orchidaceae"), ("rose", "Rosa"), ("spider plant", "Chlorophytum comosum"),
            ("swiss cheese plant", "Monstera deliciosa"), ("Efeutute", "Epipremnum aureum"),
            ("Bogenhanf", "Dracaena trifasciata"), ("Monstera", "Monstera"), ("peace lily", "Spathiphyllum wallisii"),
            ("aloe", "Aloe"), ("Aloe vera", "Aloe vera"), ("tomatoes", "Solanum lycopersicum"),
            ("Usambaraveilchen", "Streptocarpus ionanthus"), ("fern", "?"), ("geranium", "?"),
        ])
    func bundled(name: String, expected: String) throws {
        guard let index = Self.program else { return }
        let resolution = index.resolve(name)
        if expected == "?" {
            #expect(resolution.choices.count > 1)
        } else {
            #expect(resolution.taxon?.scientificName == expected)
        }
    }

    /// The index of the program's table; nil where the sources are not beside the test.
    private static let program: SpeciesIndex? = {
        let path = Fixture.root + "Sources/Adapters/LocalRecognition/Catalogues/care.tsv"
        guard let data = try? Data(contentsOf: URL(filePath: path)) else { return nil }
        return (try? CareTable(String(decoding: data, as: UTF8.self), isChecked: true)).map { SpeciesIndex($0) }
    }()

    @Test("Every scientific name of the program's table resolves to itself, or is a name of another plant, too")
    func everyName() throws {
        guard let index = Self.program else { return }
        for taxon in index.taxa {
            #expect(index.resolve(taxon.typedName).taxon == taxon, "\(taxon.typedName)")
            if taxon.rank == .species {
                #expect(index.clear(taxon.scientificName).taxon == taxon, "\(taxon.scientificName)")
            }
        }
    }
}

extension SpeciesIndexTests {
    @Test(
        "The distance counts letters that are omitted, inserted, replaced or exchanged",
        arguments: [
            ("rose", "rose", 0), ("rose", "ros", 1), ("rose", "roes", 1), ("rose", "rise", 1),
            ("rose", "arise", 2), ("rose", "tulip", nil),
        ] as [(String, String, Int?)])
    func distances(left: String, right: String, expected: Int?) {
        #expect(NameKey.distance(Array(left.utf8), Array(right.utf8), atMost: 2) == expected)
    }
}
