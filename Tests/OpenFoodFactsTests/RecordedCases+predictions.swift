import Foundation
import HTTPTransport
import OpenFoodFacts
import Testing

extension RecordedCases {
    private static func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    static let predictions: [String: RecordedCase] = [
        "cat-barcode": .gives { client in
            let value = try await client.predictCategories(of: Barcode(nutella)).value
            return value.neural.map(\.valueTag) == ["en:spreads", "en:sweet-spreads", "en:hazelnut-spreads"]
                && value.modelName == "keras-image-embeddings-3.0" && value.threshold == 0.5 && value.matcher.isEmpty
        },
        "cat-product": .gives { client in
            let product: JSONValue = .object([
                "product_name": .text("Nutella"), "ingredients_tags": .list([.text("en:sugar")]), "ocr": .list([]),
                "image_embeddings": .list([]),
            ])
            let value = try await client.basic.predictCategories(product: product, deepestOnly: true).value
            return value.neural.map(\.valueTag) == ["en:hazelnut-spreads"]
        },
        "cat-unknown": .fails(.productUnknown) { try await $0.predictCategories(of: Barcode("1234567890128")) },
        "cat-predictors": .fails(.bodyRefused) { client in
            try await client.predictCategories(of: Barcode(nutella), predictors: [.neural])
        },
        "cat-get": .fails(.methodNotAllowed) { client in
            try await client.basic.call("GET", "/predict/category", query: ["barcode": nutella])
        },
        "cat-obf": .fails(.invalidParameter, "server_type") { client in
            try await client.basic.call(
                "POST", "/predict/category", query: ["server_type": "obf"], json: .object(["barcode": .text(nutella)]))
        },
        "ocr": .gives { client in
            let list = try await client.predict(ocr: url(ocr)).value
            return list.unreadableItems == 0
                && list.items.prefix(5).map(\.type)
                    == [.label, .label, .packagerCode, .productWeight, .brand]
                && list.items[0].predictor == .regex
        },
        "ocr-missing": .fails(.missingParameter, "ocr_url") {
            try await $0.basic.call("GET", "/predict/ocr_prediction")
        },
        "ocr-badurl": .fails(.invalidParameter, "ocr_url") { client in
            try await client.predict(ocr: url("http://images.openfoodfacts.org/x.json"))
        },
        "ocr-404": .gives { client in
            let address = try url("http://images.openfoodfacts.org/404/301/762/042/2003/5.json")
            return try await client.predict(ocr: address).value.items.isEmpty
        },
        "lang": .gives { client in
            let list = try await client.predictLanguages(of: "hello world").value
            return list.items.map(\.language) == [.english, .french] && list.items.map(\.confidence) == [0.95, 0.03]
        },
        "lang-bad": .fails(.invalidParameter, "k") { client in
            try await client.basic.predictLanguages(text: "x", k: 0, threshold: 2)
        },
        "lang-product": .gives { client in
            let value = try await client.predictLanguages(ofProduct: Barcode(nutella)).value
            return value.counts == [.french: 60, .english: 20] && value.percents == [.french: 75, .english: 25]
                && value.imageIDs == ["5"]
        },
        "lang-product-none": .fails(.serverError) { try await $0.basic.predictLanguages(barcode: "1") },
        "nutrition": .gives { client in
            let table = try await client.predictNutrition(image: url(picture), ocr: url(ocr)).value.items.first
            return table?.nutrients.count == 4 && table?.nutrients["fat_100g"]?.amount == 30.9
                && table?.nutrients["serving_size"]?.amount == nil && table?.nutrients["serving_size"]?.value == "15 g"
        },
        "nutrition-404": .fails(.imageUnavailable) { client in
            try await client.predictNutrition(image: url("http://images.openfoodfacts.org/404.jpg"), ocr: url(ocr))
        },
        "ingredient-list": .gives { client in
            let value = try await client.predictIngredientLists(ocr: url(ocr)).value
            return value.lists.map(\.text) == ["sucre, huile de palme"] && value.lists[0].language?.language == .french
                && value.lists[0].boundingBox?.yMax == 30
        },
        "ingredient-list-404": .fails(.imageUnavailable) { client in
            try await client.predictIngredientLists(ocr: url("http://images.openfoodfacts.org/404/1.json"))
        },
        "predictions": .gives { client in
            let list = try await client.predictions(of: Barcode(nutella)).value
            return list.items.map(\.type) == [.imageLanguage, .category] && list.count == 2
        },
        "predictions-none": .gives { client in
            let list = try await client.basic.predictions(barcode: "1").value
            return list.items.isEmpty && list.status == "no_predictions"
        },
    ]

    static let pictures: [String: RecordedCase] = [
        "images": .gives { client in
            let list = try await client.images(of: Barcode(nutella)).value
            return list.items.map(\.imageID) == ["6"] && list.items[0].width == 800
        },
        "image-predict": .gives { client in
            let value = try await client.findings(on: url(picture), models: [.nutriScore, .universalLogoDetector]).value
            return value.byModel[.nutriScore]?.first?.label == "nutriscore-a"
                && value.byModel[.universalLogoDetector]?.first?.boundingBox?.isRelative == true
        },
        "image-predict-clf": .gives { client in
            let models: [ImageModel] = [.frontImageClassification, .priceProofClassification]
            let value = try await client.findings(on: url(picture), models: models).value
            return value.byModel.mapValues(\.count) == [models[0]: 2, models[1]: 6]
                && value.byModel[models[0]]?.first?.boundingBox == nil
        },
        "image-predict-badmodel": .fails(.invalidParameter, "models") { client in
            try await client.findings(on: url(picture), models: [.other("nope")])
        },
        "image-predictions-logo": .gives { client in
            let list = try await client.imagePredictions(of: Barcode(nutella), where: .init(withLogo: true)).value
            return list.items.map(\.model) == [.universalLogoDetector] && list.items[0].findings.count == 1
                && list.items[0].image?.height == 1600
        },
        "logos": .gives { client in
            let list = try await client.logos([11, 12]).value
            return Set(list.items.map(\.id)) == [11, 12] && list.count == 2
        },
        "logos-search": .gives { client in
            let filter = RobotoffClient.LogoFilter(type: .label, taxonomyValue: "en:organic")
            let logo = try await client.searchLogos(where: filter).value.items.first
            return logo?.type == .label && logo?.nearest.map(\.id) == [12, 13] && logo?.username == "carol"
        },
        "logos-search-bad": .fails(.missingParameter, "type") { try await $0.basic.searchLogos(value: "x") },
        "logo-detail": .gives { client in
            let logo = try await client.logo(11).value
            return logo.taxonomyValue == "en:organic" && logo.score == 0.9 && logo.image?.width == 1200
        },
        "logo-annotate-anon": .fails(.authenticationRequired) { client in
            try await client.annotate([LogoAnnotation(logoID: 12, type: .label, value: "en:organic")])
        },
        "logo-annotate": .gives { client in
            try await client.annotate([LogoAnnotation(logoID: 12, type: .label, value: "en:organic")]).value == 1
        },
        "logo-put": .gives { client in
            try await client.annotate(LogoAnnotation(logoID: 12, type: .label, value: "en:vegan")).status == 204
        },
        "logo-collection": .gives { client in
            let list = try await client.annotatedLogos(of: Barcode(nutella)).value
            return list.items.map(\.id) == [11, 12] && list.items.map(\.type) == [.label, nil]
                && list.items[1].image?.imageID == "5"
        },
        "ann-search": .gives { client in
            let value = try await client.nearestLogos().value
            return value.results.isEmpty && value.count == 0 && value.queryLogoID == nil
        },
        "crop-domain": .fails(.invalidParameter, "image_url") { client in
            try await client.crop(url("http://evil.example/1.jpg"), to: .init(yMin: 0, xMin: 0, yMax: 1, xMax: 1))
        },
    ]
}
