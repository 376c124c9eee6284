import Foundation
import HTTPTransport
import HTTPTypes
import OpenFoodFacts
import Support
import Testing

/// Tests open sets, tables and addresses.
@Suite("Open sets, tables and addresses", .tags(.small))
struct WordTests {
    private func survives<Word: OpenWord>(_ type: Word.Type, _ count: Int, unknown: String = "brand-new") throws {
        #expect(Word.known.count == count && Set(Word.known.map(\.rawValue)).count == count)
        for word in Word.known + [Word(rawValue: unknown)] {
            #expect(Word(rawValue: word.rawValue) == word && word.description == word.rawValue)
            #expect(try JSONDecoder().decode([Word].self, from: JSONEncoder().encode([word])) == [word])
        }
        #expect(Word(rawValue: unknown) == .other(unknown) && Word(rawValue: unknown).rawValue == unknown)
    }

    @Test("Every word comes back as it went, unknown ones too")
    func words() throws {
        try survives(InsightType.self, 22)
        try survives(ServerType.self, 5)
        try survives(Predictor.self, 12)
        try survives(QuestionOrder.self, 3)
        try survives(InsightOrder.self, 2)
        try survives(LogoType.self, 9)
        try survives(ImageModel.self, 6)
        try survives(AggregationStrategy.self, 4)
        try survives(NutriScore.self, 7)
        try survives(GreenScore.self, 9)
        try survives(NovaGroup.self, 6)
        try survives(Ingredient.Answer.self, 3)
        try survives(Language.self, 184)
        try survives(Country.self, 251)
        for number in -3...4 { #expect(Annotation(rawValue: number).rawValue == number) }
    }

    @Test("All 17 types of the seed and the five since are known")
    func types() {
        let seed = [
            "brand", "category", "expiration_date", "image_orientation", "ingredient_spellcheck", "image_flag",
            "image_lang", "label", "location", "nutrient", "nutrient_mention", "nutrition_image",
            "nutrition_table_structure", "packaging", "product_weight", "store", "trace",
        ]
        let since = ["is_upc_image", "ingredient_detection", "nutrient_extraction", "packager_code", "packaging_text"]
        for name in seed + since { #expect(InsightType.known.contains(InsightType(rawValue: name))) }
        #expect(
            InsightType.asked.allSatisfy { $0.takesVotes == true } && InsightType.nutrientExtraction.takesVotes == false
        )
        #expect(InsightType.imageFlag.takesVotes == nil && InsightType.other("x").takesVotes == nil)
    }

    @Test("The United Kingdom is uk, and a language has two letters")
    func codes() {
        #expect(Country(rawValue: "gb") == .unitedKingdom && Country(rawValue: "GB").rawValue == "uk")
        #expect(Country(rawValue: "FR") == .france && Country(rawValue: "en:france") == .other("en:france"))
        #expect(Country(rawValue: "world") == .world)
        for (tag, code) in [("pt-BR", "pt"), ("pt_BR.UTF-8", "pt"), ("DE", "de"), ("en", "en"), ("zh-Hant-TW", "zh")] {
            #expect(Language(tag: tag)?.rawValue == code)
        }
        for tag in ["", "C", "haw", "x-klingon", "-de"] { #expect(Language(tag: tag) == nil) }
    }

    @Test("Times with and without a fraction are UTC")
    func times() throws {
        func time(_ text: String) throws -> Date? {
            try Insight(
                .object(["id": .text("a"), "barcode": .text("1"), "type": .text("b"), "timestamp": .text(text)])
            )
            .timestamp
        }
        let whole = Date(timeIntervalSince1970: 1_767_323_045)
        #expect(try time("2026-01-02T03:04:05") == whole)
        #expect(try time("2026-01-02T03:04:05Z") == whole)
        #expect(try time("2026-01-02T05:04:05+02:00") == whole)
        #expect(try time("2026-01-02T03:04:05.5") == whole.addingTimeInterval(0.5))
        let micro = try #require(try time("2026-01-02T03:04:05.912665"))
        #expect(abs(micro.timeIntervalSince(whole) - 0.912665) < 0.000_001)
        for odd in ["", "yesterday", "2026-01-02", "2026-01-02T03:04:05.", "2026-01-02T03:04:05.x"] {
            #expect(try time(odd) == nil, "\(odd)")
        }
    }
}

extension WordTests {
    @Test("Pictures have addresses")
    func pictures() {
        let root = "https://images.openfoodfacts.org/images/products"
        #expect(
            ImageAddress.url(ofSourceImage: "/020/000/000/0011/5.jpg")?.absoluteString
                == root + "/020/000/000/0011/5.jpg")
        #expect(
            ImageAddress.url(ofSourceImage: "/020/000/000/0011/5.jpg", size: .display)?.absoluteString
                == root + "/020/000/000/0011/5.400.jpg")
        #expect(
            ImageAddress.text(ofSourceImage: "/020/000/000/0011/5.jpg", root: "http://x.test/p")?.absoluteString
                == "http://x.test/p/020/000/000/0011/5.json")
        #expect(
            ImageAddress.url(barcode: "0200000000011", name: "front_fr.12", size: .full)?.absoluteString
                == root + "/020/000/000/0011/front_fr.12.full.jpg")
        #expect(
            ImageAddress.url(barcode: "96385074", name: "1", size: .thumbnail)?.absoluteString
                == root + "/000/009/638/5074/1.100.jpg")
        #expect(ImageAddress.url(barcode: "96385074", name: "1")?.absoluteString == root + "/000/009/638/5074/1.jpg")
        for odd in ["", "5.jpg", "/../5.jpg", "/a/5.png", "//evil.test/5.jpg?x", "/a b.jpg", "/5.jpg#x"] {
            #expect(ImageAddress.url(ofSourceImage: odd) == nil, "\(odd)")
        }
        #expect(ImageAddress.url(barcode: "a", name: "1") == nil && ImageAddress.url(barcode: "1", name: "a/b") == nil)
    }

    @Test("A table may have quotes, commas and line ends in its fields, and may be empty")
    func dump() async throws {
        let text = "id,data,value\r\na,\"{'x': \"\"y\"\", 'z': 1}\",\"two\nlines\"\r\nb,,\n"
        let table = try await Service(200, text).robotoff.insightDump().value
        #expect(table.columns == ["id", "data", "value"] && table.rows.count == 2)
        #expect(table[column: "data"] == [#"{'x': "y", 'z': 1}"#, ""] && table[column: "value"] == ["two\nlines", ""])
        #expect(table[column: "none"].isEmpty)
        #expect(try await Service(204, "").robotoff.insightDump().value.rows.isEmpty)
        #expect(try await Service(200, "id,type\n").robotoff.insightDump().value.rows.isEmpty)
        for (body, code) in [("", OpenFoodFactsError.Code.noBody), ("<html>", .dataCorrupted), ("a,b\n", .keyNotFound)]
        {
            #expect(await failure { try await Service(200, body).robotoff.insightDump() }?.code == code)
        }
    }

    @Test("A picture is returned unchanged")
    func jpeg() async throws {
        let bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 1, 2]
        let service = Service(bytes: bytes)
        let reply = try await service.robotoff.crop(
            RequestTests.picture(), to: .init(yMin: 0, xMin: 0, yMax: 1, xMax: 1))
        #expect(reply.value == Data(bytes) && reply.raw == nil && reply.body == bytes)
        #expect(service.asked.first?.head.headerFields[.accept] == "image/jpeg")
        #expect(
            await failure {
                try await Service(bytes: []).robotoff.picture(of: RequestTests.picture(), model: .nutriScore)
            }?.code == .noBody)
    }

    @Test("A failing service reports its state, and an unreachable one is an error")
    func health() async throws {
        let body = #"{"status": "failure", "results": [{"checker": "redis", "passed": false, "output": "no"}]}"#
        let reply = try await Service(500, body).robotoff.health()
        #expect(
            reply.status == 500 && reply.value.checks.map(\.passed) == [false] && reply.value.checks[0].name == "redis")
        #expect(await failure { try await Service(500, "").robotoff.health() }?.code == .serverError)
        #expect(await failure { try await Service(200, "{}").robotoff.health() }?.code == .keyNotFound)
        #expect(try await Service(200, #"{"etag": "abc"}"#).robotoff.datasetETag().value == "abc")
        #expect(try await Service(200, #"{"count": {"annotations": 0}}"#).robotoff.answers(by: "x").value == 0)
    }

    @Test("The attribution names source and licences")
    func attribution() {
        for name in ["Open Food Facts", "Open Database License", "CC BY-SA", "Database Contents License"] {
            #expect(OpenFoodFactsAttribution.text.contains(name))
        }
        for licence in [
            OpenFoodFactsAttribution.databaseLicence, OpenFoodFactsAttribution.contentsLicence,
            OpenFoodFactsAttribution.pictureLicence,
        ] {
            #expect(URL(string: licence.link)?.scheme == "https" && !licence.identifier.isEmpty)
        }
    }
}
