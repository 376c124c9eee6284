import Foundation
import HTTPTransport
import HTTPTypes
import OpenFoodFacts
import Support
import Testing

@Suite("Products", .tags(.small))
struct ProductTests {
    static let found =
        #"{"code": "0200000000011", "status": "success", "result": {"id": "product_found"}, "product": {}}"#
    static let absent = #"""
        {"code": "0200000000011", "status": "failure", "result": {"id": "product_not_found"},
         "errors": [{"message": {"id": "product_not_found"}, "field": {"id": "code", "value": "1"}}]}
        """#

    private func product(_ text: String) throws -> Product { try Product(try json(text)) }

    @Test("A product is requested in one line")
    func line() async throws {
        let service = Service(200, Self.found)
        _ = try await service.products.product(
            code(), fields: ["code", "product_name_fr"], language: .french, country: .unitedKingdom)
        #expect(
            service.line
                == "GET /api/v3.6/product/0200000000011?fields=code,product_name_fr&lc=fr&cc=uk&product_type=all")
        let head = try #require(service.asked.first?.head)
        #expect(head.scheme == "https" && head.authority == "world.openfoodfacts.org")
        #expect(head.headerFields[.userAgent] == "Test/1.0 (test@example.org)")
        #expect(head.headerFields[.accept] == "application/json" && service.asked[0].isRepeatable)
        _ = try await service.products.product(code: "4006381333931", tagsLC: "fr", api: .v2)
        #expect(service.line == "GET /api/v2/product/4006381333931?tags_lc=fr&product_type=all")
        _ = try await service.products.product(code())
        let fields: [String] = ProductField.page.map(\.rawValue)
        #expect(service.line?.contains("fields=" + fields.joined(separator: ",")) == true)
        #expect(Set(fields).count == fields.count)
        #expect(Set(ProductField.page(in: .german)).isSuperset(of: ["product_name_de", "ingredients_text_de", "code"]))
    }

    @Test("A missing product is a valid result, in every version and with every status")
    func absence() async throws {
        for (status, body) in [
            (404, Self.absent), (200, Self.absent), (404, #"{"status": 0, "status_verbose": "product not found"}"#),
            (200, #"{"code": "1", "status": "0"}"#),
            (404, #"{"status": "failure", "result": {"id": "product_not_found"}}"#),
        ] {
            let service = Service(status, body)
            let reply = try await service.products.product(code())
            #expect(reply.value.product == nil && reply.status == status && service.asked.count == 1)
            #expect(reply.value.otherProductType == nil)
        }
        let elsewhere = #"""
            {"status": "failure", "result": {"id": "product_found_with_a_different_product_type"},
             "errors": [{"message": {"id": "product_found_with_a_different_product_type"},
                         "field": {"id": "product_type", "value": "beauty"}}]}
            """#
        let answer = try await Service(404, elsewhere).products.product(code()).value
        #expect(answer.product == nil && answer.otherProductType == "beauty")
    }

    @Test("An older service is asked once more with its own version")
    func fallback() async throws {
        let old = Service.answer(200, #"{"code": "1", "status": 1, "product": {"product_name": "a"}}"#)
        let page = headers([("Content-Type", "text/html")])
        for unknown in [
            Service.answer(404, "<html>", page), Service.answer(404, "{}"), Service.answer(405, ""),
            Service.answer(410, ""), Service.answer(501, ""), Service.answer(200, "<html>", page),
            Service.answer(200, "{}"), Service.answer(200, #"{"status": "success"}"#),
        ] {
            let service = Service(answers: [unknown, old])
            #expect(try await service.products.product(code()).value.product?.name == "a")
            #expect(service.asked.count == 2 && service.line?.hasPrefix("GET /api/v2/product/") == true)
            let both = Service(answers: [unknown])
            #expect(await failure { try await both.products.product(code()) } != nil)
            #expect(both.asked.count == 2)
            let one = Service(answers: [unknown, old])
            #expect(await failure { try await one.products.product(code: "1", api: .v3) } != nil)
            #expect(one.asked.count == 1)
        }
    }

    @Test("A busy or broken service is not asked again", arguments: [400, 401, 403, 429, 500, 502, 503])
    func noFallback(status: Int) async {
        let service = Service(status, "<html>")
        #expect(await failure { try await service.products.product(code()) }?.status == status)
        #expect(service.asked.count == 1)
    }
}

extension ProductTests {
    @Test(
        "A redirect is followed to the family's hosts, and nowhere else",
        arguments: [
            ("https://world.openbeautyfacts.org/api/v3.6/product/1?fields=a", true),
            ("https://world.openpetfoodfacts.org/api/v2/product/1", true),
            ("https://world-fr.openproductsfacts.org/api/v3/product/1", true), ("/api/v3.6/product/2", true),
            ("https://evil.test/api/v3/product/1", false), ("http://world.openbeautyfacts.org/api/v3/product/1", false),
            ("https://world.openbeautyfacts.org.evil.test/api/v3/product/1", false),
            ("https://evilopenbeautyfacts.org/api/v3/product/1", false),
            ("https://world.openbeautyfacts.org:444/api/v3/product/1", false),
            ("https://a@world.openbeautyfacts.org/api/v3/product/1", false),
            ("https://world.openbeautyfacts.org/product/1", false), ("", false),
        ])
    func redirects(location: String, isFollowed: Bool) async throws {
        let service = Service(answers: [
            Service.answer(302, "", headers([("Location", location)])), Service.answer(200, Self.found),
        ])
        if isFollowed {
            let answer = try await service.products.product(code(), fields: ["a"]).value
            #expect(answer.product != nil && service.asked.count == 2)
            let head = service.asked[1].head
            let whole = "\(head.scheme ?? "")://\(head.authority ?? "")\(head.path ?? "")"
            #expect(whole.hasSuffix(location) && whole.hasPrefix("https://"))
            #expect(head.headerFields[.userAgent] == "Test/1.0 (test@example.org)")
        } else {
            let error = await failure { try await service.products.product(code()) }
            #expect(error?.code == .unsupportedSuccessResponse && error?.status == 302)
            #expect(service.asked.count == 1)
        }
    }

    @Test("An account is sent to the service itself over TLS, and not to the target of a redirect")
    func account() async throws {
        let beauty = headers([("Location", "https://world.openbeautyfacts.net/api/v3/product/1")])
        let service = Service(answers: [Service.answer(302, "", beauty), Service.answer(200, Self.found)])
        let client = OpenFoodFactsClient(
            baseURL: OpenFoodFactsClient.staging, userAgent: try agent(), account: invented,
            transport: service.transport)
        _ = try await client.product(code())
        #expect(service.asked[0].head.authority == "world.openfoodfacts.net")
        #expect(service.asked[0].head.headerFields[.authorization] == "Basic U0VDUkVUbmFtZTpTRUNSRVR3b3Jk")
        #expect(service.asked[1].head.headerFields[.authorization] == nil)
        var written = "\(client)\(String(reflecting: client))"
        dump(client, to: &written)
        let refused = Service(401, #"{"title": "no SECRETword"}"#)
        let open = OpenFoodFactsClient(userAgent: try agent(), account: invented, transport: refused.transport)
        let error = await failure { try await open.product(code()) }
        #expect(error?.code == .authenticationRequired)
        written += "\(error as Any)" + (error?.serviceMessage ?? "")
        #expect(!written.contains("SECRET") && !written.contains("U0VDUkVU"))
        let base = try #require(URL(string: "http://world.test"))
        let plain = OpenFoodFactsClient(
            baseURL: base, userAgent: try agent(), account: invented, transport: service.transport)
        #expect(await failure { try await plain.product(code()) }?.rule == .tls)
    }

    @Test("At most two redirects are followed")
    func circles() async {
        let circle = headers([("Location", "https://world.openbeautyfacts.org/api/v3/product/1")])
        let service = Service(302, "", fields: circle)
        #expect(await failure { try await service.products.product(code()) }?.status == 302)
        #expect(service.asked.count == 3)
    }
}

extension ProductTests {
    @Test("Searches and suggestions are one line each")
    func searches() async throws {
        let service = Service(
            200, #"{"count": "2", "page": 1, "products": [{"code": 7}, null, 3], "suggestions": ["a", 1]}"#)
        let page = try await service.products.search(
            "oat & milk", fields: ["code"], language: .german, country: .germany, page: 2, pageSize: 50
        ).value
        #expect(
            service.line == "GET /cgi/search.pl?search_terms=oat%20%26%20milk&search_simple=1&action=process&json=1"
                + "&fields=code&lc=de&cc=de&page=2&page_size=50")
        #expect(page.count == 2 && page.products.map(\.code) == ["7"])
        _ = try await service.products.search(
            tags: ["labels": ["en:organic", "en:vegan"], "brands": ["x"]], fields: [])
        #expect(service.line == "GET /api/v2/search?brands_tags=x&labels_tags=en:organic,en:vegan")
        let words = try await service.products.suggestions(
            for: "cho", in: "categories", language: .french, country: .france, limit: 5
        ).value
        #expect(service.line == "GET /api/v3/taxonomy_suggestions?tagtype=categories&string=cho&lc=fr&cc=fr&limit=5")
        #expect(words.words == ["a", "1"])
    }

    @Test(
        "An empty list of allergens means unknown, unless the ingredients are complete",
        arguments: [
            (nil, nil, AllergenStatement.notKnown), ([], nil, .notKnown), ([], [], .notKnown),
            (nil, ["en:ingredients-completed"], .notKnown), ([], ["en:ingredients-completed"], .none),
            ([], ["en:ingredients-to-be-completed"], .notKnown),
            ([], ["en:ingredients-completed", "en:ingredients-to-be-completed"], .notKnown),
            (["en:none"], nil, .none), (["", "en:none"], ["en:ingredients-to-be-completed"], .none),
            (["en:milk"], nil, .listed(["en:milk"])),
            (["en:milk", "en:none"], ["en:ingredients-completed"], .listed(["en:milk"])),
        ] as [([String]?, [String]?, AllergenStatement)])
    func allergens(tags: [String]?, states: [String]?, statement: AllergenStatement) throws {
        #expect(AllergenStatement(tags: tags, states: states) == statement)
        var members: [String: JSONValue] = [:]
        members["allergens_tags"] = tags.map { .list($0.map { .text($0) }) }
        members["states_tags"] = states.map { .list($0.map { .text($0) }) }
        #expect(try Product(.object(members)).allergens == statement)
    }

    @Test("A missing value is neither zero nor unknown")
    func missing() throws {
        let nothing = try product("{}")
        #expect(nothing.nutriScore == nil && nothing.novaGroup == nil && nothing.greenScore == nil)
        #expect(nothing.nutriments.isEmpty && nothing.ingredients == nil && nothing.additives == nil)
        #expect(nothing.completeness == nil && nothing.hasAllIngredients == nil && !nothing.hasNoNutritionData)
        #expect(nothing.allergens == .notKnown && nothing.traces == .notKnown && nothing.name == nil)
        let unknown = try product(
            #"""
            {"nutriscore_grade": "unknown", "nova_groups_tags": ["not-applicable"], "ecoscore_grade": "not-applicable",
             "nutriments": {"fat_100g": 0, "salt_100g": "", "sugars_100g": "0", "energy-kcal_unit": "kcal"},
             "no_nutrition_data": "on", "ingredients": [], "additives_tags": [], "product_name": " "}
            """#)
        #expect(
            unknown.nutriScore == .unknown && unknown.novaGroup == .notApplicable
                && unknown.greenScore == .notApplicable)
        #expect(unknown.nutriments == ["fat": zero, "sugars": zero] && unknown.ingredients?.isEmpty == true)
        #expect(unknown.hasNoNutritionData && unknown.additives == [] && unknown.name == nil)
        #expect(try product(#"{"nova_group": "4"}"#).novaGroup == .ultraProcessed)
        #expect(try product(#"{"nova_groups_tags": ["en:2-x"]}"#).novaGroup == .culinaryIngredient)
    }

    private var zero: Nutriment { Nutriment(per100g: .init(0, "g")) }
}

extension ProductTests {
    @Test("Both structures of nutrition give the same values")
    func nutrition() throws {
        let flat = try product(
            #"""
            {"nutriments": {"energy_100g": 1611, "energy_unit": "kcal", "energy_value": 385, "sodium_100g": "0.3",
             "sodium_unit": "mg", "sodium_value": "300", "sodium_modifier": "<", "alcohol_100g": 5, "alcohol_unit": "% vol",
             "fat_prepared_100g": 2, "fat_prepared_serving": 1, "fat_serving": 3.5, "nutrition-score-fr_100g": -2}}
            """#
        ).nutriments
        #expect(flat["energy"]?.per100g == .init(1611, "kJ") && flat["energy"]?.entered == .init(385, "kcal"))
        #expect(flat["sodium"]?.per100g == .init(0.3, "g", modifier: "<"))
        #expect(flat["sodium"]?.entered == .init(300, "mg", modifier: "<"))
        #expect(flat["alcohol"]?.per100g == .init(5, "% vol") && flat["nutrition-score-fr"]?.per100g == .init(-2, nil))
        #expect(flat["fat"]?.preparedPer100g == .init(2, "g") && flat["fat"]?.preparedPerServing == .init(1, "g"))
        #expect(flat["fat"]?.perServing == .init(3.5, "g") && flat["fat"]?.per100g == nil && flat.count == 5)
        func set(_ preparation: String, _ per: String) throws -> Nutriment? {
            try product(
                #"""
                {"nutrition": {"aggregated_set": {"preparation": "\#(preparation)", "per": "\#(per)",
                 "nutrients": {"fat": {"value": 2, "unit": "g", "modifier": "~"}, "x": {"unit": "g"}, "y": 3}}}}
                """#
            ).nutriments["fat"]
        }
        let amount = Nutriment.Amount(2, "g", modifier: "~")
        #expect(try set("as_sold", "100g")?.per100g == amount && set("as_sold", "100ml")?.per100g == amount)
        #expect(
            try set("as_sold", "serving")?.perServing == amount && set("prepared", "100g")?.preparedPer100g == amount)
        #expect(try set("prepared", "serving")?.preparedPerServing == amount)
    }

    @Test("Pictures and their purposes are read from both structures")
    func pictures() throws {
        let old = try product(
            #"""
            {"lang": "fr", "image_front_url": "https://x.test/front_fr.3.400.jpg", "image_front_small_url": "https://x.test/s.jpg",
             "selected_images": {"nutrition": {"display": {"fr": "https://x.test/n.400.jpg"}, "small": {"de": "https://x.test/d"}}},
             "images": {"1": {"uploader": "u", "uploaded_t": "1700000000", "sizes": {"full": {"w": 3, "h": "4"}}},
                        "front_fr": {"imgid": 1, "rev": "3"}, "odd": 7}}
            """#)
        #expect(old.pictureURL(.front)?.lastPathComponent == "front_fr.3.400.jpg")
        #expect(old.smallPictureURL(.front)?.lastPathComponent == "s.jpg")
        #expect(old.pictureURL(.nutrition)?.lastPathComponent == "n.400.jpg")
        #expect(old.smallPictureURL(.nutrition) == nil && old.pictureURL(.ingredients) == nil)
        #expect(Set(old.pictures.keys) == ["1", "front_fr"])
        #expect(old.pictures["1"]?.uploader == "u" && old.pictures["1"]?.fullSize.map { $0 == (3, 4) } == true)
        #expect(old.pictures["1"]?.uploaded == Date(timeIntervalSince1970: 1_700_000_000))
        #expect(old.pictures["front_fr"]?.uploadID == "1" && old.pictures["front_fr"]?.revision == 3)
        let new = try product(
            #"{"images": {"uploaded": {"1": {"uploader": "u"}}, "selected": {"front": {"fr": {"imgid": "1", "rev": 3}}, "x": 1}}}"#
        )
        #expect(Set(new.pictures.keys) == ["1", "front_fr"] && new.pictures["front_fr"]?.revision == 3)
    }
}
