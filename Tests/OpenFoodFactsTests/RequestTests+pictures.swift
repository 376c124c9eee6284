import Foundation
import HTTPTransport
import OpenFoodFacts
import Testing

extension RequestTests {
    static let pictureAddress = "https://images.openfoodfacts.org/images/products/020/000/000/0011/1.jpg"

    static func picture(_ end: String = "jpg") throws -> URL {
        try #require(URL(string: pictureAddress.dropLast(3) + end))
    }

    static let moreLines: [Line] = [
        Line(
            "GET /api/v1/predict/ocr_prediction?ocr_url=\(pictureAddress.dropLast(3))json&prediction_types=label,brand&server_type=off",
            { _ = try await $0.predict(ocr: picture("json"), types: [.label, .brand], serverType: .food) },
            {
                _ = try await $0.predict(
                    ocrURL: pictureAddress.dropLast(3) + "json", predictionTypes: "label,brand", serverType: "off")
            }),
        Line(
            "GET /api/v1/predict/nutrition?image_url=\(pictureAddress)&ocr_url=\(pictureAddress.dropLast(3))json",
            { _ = try await $0.predictNutrition(image: picture(), ocr: picture("json")) },
            {
                _ = try await $0.predictNutrition(
                    imageURL: pictureAddress, ocrURL: pictureAddress.dropLast(3) + "json")
            }),
        Line(
            "GET /api/v1/predict/ingredient_list?ocr_url=\(pictureAddress.dropLast(3))json&aggregation_strategy=FIRST&model_version=1",
            { _ = try await $0.predictIngredientLists(ocr: picture("json"), aggregation: .first, modelVersion: "1") },
            {
                _ = try await $0.predictIngredientLists(
                    ocrURL: pictureAddress.dropLast(3) + "json", aggregationStrategy: "FIRST", modelVersion: "1")
            }),
        Line(
            "GET /api/v1/predict/lang?text=a%20%26%20%C3%BC%2Bb&k=3&threshold=0.25",
            { _ = try await $0.predictLanguages(of: "a & ü+b", count: 3, threshold: 0.25) },
            { _ = try await $0.predictLanguages(text: "a & ü+b", k: 3, threshold: 0.25) }),
        Line(
            "GET /api/v1/predict/lang/product?barcode=0200000000011&server_type=obf",
            { _ = try await $0.predictLanguages(ofProduct: code(), serverType: .beauty) },
            { _ = try await $0.predictLanguages(barcode: "0200000000011", serverType: "obf") }),
        Line(
            "GET /api/v1/predictions?barcode=0200000000011&types=nutrient&value_tag=v&count=4&page=2&server_type=off",
            {
                _ = try await $0.predictions(
                    of: code(), types: [.nutrient], valueTag: "v", page: 2, count: 4, serverType: .food)
            },
            {
                _ = try await $0.predictions(
                    barcode: "0200000000011", types: "nutrient", valueTag: "v", count: 4, page: 2, serverType: "off")
            }),
        Line(
            "GET /api/v1/images?barcode=0200000000011&with_predictions=true&count=4&page=2&server_type=off",
            { _ = try await $0.images(of: code(), withPredictions: true, page: 2, count: 4, serverType: .food) },
            {
                _ = try await $0.images(
                    barcode: "0200000000011", withPredictions: true, count: 4, page: 2, serverType: "off")
            }),
        Line(
            "GET /api/v1/image_predictions?barcode=0200000000011&type=object_detection&model_name=nutrition_table"
                + "&model_version=m&image_id=3&min_confidence=0.5&with_logo=true&count=4&page=2&server_type=off",
            {
                _ = try await $0.imagePredictions(
                    of: code(),
                    where: .init(
                        type: "object_detection", model: .nutritionTable, modelVersion: "m", imageID: "3",
                        minConfidence: 0.5, withLogo: true, serverType: .food),
                    page: 2, count: 4)
            },
            {
                _ = try await $0.imagePredictions(
                    barcode: "0200000000011", type: "object_detection", modelName: "nutrition_table",
                    modelVersion: "m", imageID: "3", minConfidence: 0.5, withLogo: true, count: 4, page: 2,
                    serverType: "off")
            }),
        Line(
            "GET /api/v1/images/predict?image_url=\(pictureAddress)&models=nutriscore,price_tag_detection&threshold=1&nms=true"
                + "&nms_threshold=0.7&nms_eta=0.9",
            {
                _ = try await $0.findings(
                    on: picture(), models: [.nutriScore, .priceTagDetection], threshold: 1,
                    suppression: .init(threshold: 0.7, eta: 0.9))
            },
            {
                _ = try await $0.findings(
                    imageURL: pictureAddress, models: "nutriscore,price_tag_detection", threshold: 1, nms: true,
                    nmsThreshold: 0.7, nmsEta: 0.9)
            }),
        Line(
            "GET /api/v1/images/predict?image_url=\(pictureAddress)&models=nutriscore&threshold=0.5&output_image=true",
            { _ = try await $0.picture(of: picture(), model: .nutriScore, threshold: 0.5) },
            { _ = try await $0.picture(imageURL: pictureAddress, model: "nutriscore", threshold: 0.5) }),
        Line(
            "GET /api/v1/images/crop?image_url=\(pictureAddress)&y_min=0&x_min=0.25&y_max=1&x_max=0.75",
            { _ = try await $0.crop(picture(), to: .init(yMin: 0, xMin: 0.25, yMax: 1, xMax: 0.75)) },
            { _ = try await $0.crop(imageURL: pictureAddress, yMin: 0, xMin: 0.25, yMax: 1, xMax: 0.75) }),
        Line(
            "GET /api/v1/images/logos?logo_ids=1,2", { _ = try await $0.logos([1, 2]) },
            { _ = try await $0.logos(ids: "1,2") }),
        Line(
            "GET /api/v1/images/logos/search?type=brand&value=x&barcode=0200000000011&min_confidence=0.5&random=true"
                + "&annotated=false&count=2000&server_type=off",
            {
                _ = try await $0.searchLogos(
                    where: .init(
                        type: .brand, value: "x", barcode: code(), minConfidence: 0.5, isAnnotated: false,
                        isRandom: true, serverType: .food),
                    count: 2_000)
            },
            {
                _ = try await $0.searchLogos(
                    type: "brand", value: "x", barcode: "0200000000011", minConfidence: 0.5, random: true,
                    annotated: false, count: 2_000, serverType: "off")
            }),
        Line(
            "GET /api/v1/images/logos/4711", { _ = try await $0.logo(4711) }, { _ = try await $0.logo(id: 4711) }),
        Line(
            "GET /api/v1/annotation/collection?barcode=0200000000011&value_tag=v&types=label,no_logo&count=4&page=2&server_type=off",
            {
                _ = try await $0.annotatedLogos(
                    of: code(), types: [.label, .noLogo], valueTag: "v", page: 2, count: 4, serverType: .food)
            },
            {
                _ = try await $0.annotatedLogos(
                    barcode: "0200000000011", valueTag: "v", types: "label,no_logo", count: 4, page: 2,
                    serverType: "off")
            }),
        Line(
            "GET /api/v1/ann/search?count=500", { _ = try await $0.nearestLogos(count: 500) },
            { _ = try await $0.nearestLogos(count: 500) }),
        Line(
            "GET /api/v1/ann/search/4711?count=3&server_type=off",
            { _ = try await $0.nearestLogos(to: 4711, count: 3, serverType: .food) },
            { _ = try await $0.nearestLogos(id: 4711, count: 3, serverType: "off") }),
        Line(
            "GET /api/v1/users/statistics/alice", { _ = try await $0.answers(by: "alice") },
            { _ = try await $0.call("GET", "/users/statistics/alice") }),
        Line("GET /api/v1/status", { _ = try await $0.status() }, { _ = try await $0.call("GET", "/status") }),
        Line("GET /api/v1/health", { _ = try await $0.health() }, { _ = try await $0.call("GET", "/health") }),
        Line(
            "GET /api/v1/products/dataset", { _ = try await $0.datasetETag() },
            { _ = try await $0.call("GET", "/products/dataset") }),
    ]
}
