import Foundation
import Household
import Larder
import OnlineServices
import Support
import Testing

@Suite("Free texts of Open Food Facts", .tags(.small))
struct FoodTextsTests {
    /// A product with complete ingredients and without any warning, except for `more`.
    private static func product(_ more: String) throws -> Product {
        let json = """
            {"code": "0200000000011", "status": "success", "product": {"code": "0200000000011", "lang": "en",
            "product_name": "Bar", "ingredients_text": "Sugar", "ingredients_text_en": "Sugar",
            "allergens_tags": [], "traces_tags": ["en:celery"],
            "states_tags": ["en:ingredients-completed"]\(more.isEmpty ? "" : ", " + more)}}
            """
        return try FoodFile.product(Array(json.utf8))
    }

    private static func answer(_ more: String, _ allergen: Allergen = .nuts) throws -> DietReport.Answer {
        var diet = Diet()
        diet.allergens = [allergen]
        return DietReport(of: try product(more), for: diet).answer
    }

    @Test("Without a further text the diet report says yes, so that the following cases show their effect")
    func nothing() throws {
        #expect(try Self.answer("") == .yes)
        #expect(try Self.answer("", .celery) == .careful)
    }

    @Test(
        "An allergen that is named in only one text is found",
        arguments: [
            (#""traces": "en:nuts,en:celery""#, DietReport.Answer.careful),
            (#""traces_from_user": "(en) en:celery, hazelnuts""#, .careful),
            (#""traces_from_ingredients": "Haselnüsse""#, .careful),
            (#""traces": ["en:celery", "en:nuts"]"#, .careful),
            (#""allergens": "en:nuts""#, .no), (#""allergens_from_user": "(fr) fruits à coque""#, .no),
            (#""allergens_from_ingredients": "noisettes""#, .no),
            (#""allergens_from_user": "may contain nuts""#, .careful),
            (#""ingredients_text_de": "Zucker. Kann Spuren von Schalenfrüchten enthalten.""#, .careful),
            (#""ingredients_text_fr": "Sucre, noisettes""#, .no),
            (#""warning": "Produced in a factory which also handles nuts.""#, .careful),
            (#""warning_de": "Kann Nüsse enthalten""#, .careful), (#""other_information": "Contains nuts.""#, .no),
            (#""labels": "Organic, May contain nuts""#, .careful),
            (#""labels_tags": ["en:may-contain-nuts"]"#, .careful),
            (#""labels_tags": ["en:contains-nuts"]"#, .no), (#""product_name_fr": "Barre aux noisettes""#, .cannotTell),
            (#""generic_name": "Bar; may contain nuts""#, .careful), (#""generic_name_de": "Nussriegel""#, .cannotTell),
            (#""traces_from_user": "(hu) mogyoró""#, .cannotTell), (#""allergens": "en:mystery""#, .cannotTell),
            (#""traces": "none""#, .yes), (#""allergens_from_user": "(en) ""#, .yes), (#""labels": "Nut-free""#, .yes),
        ])
    func found(more: String, expected: DietReport.Answer) throws {
        #expect(try Self.answer(more) == expected, "\(more)")
    }

    @Test(
        "A text that is not a product's JSON is refused", arguments: ["", "[]", "nonsense", "42", "{\"product\": 3}"])
    func noProduct(text: String) {
        #expect(throws: HouseholdError.self) { try FoodFile.product(Array(text.utf8)) }
    }
}
