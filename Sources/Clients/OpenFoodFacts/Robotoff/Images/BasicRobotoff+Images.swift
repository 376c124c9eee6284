public import Foundation
import HTTPTransport
import HTTPTypes

extension RobotoffClient.Basic {
    /// The same as ``RobotoffClient/images(of:withPredictions:page:count:serverType:)``. `GET /images`.
    public func images(
        barcode: String? = nil, withPredictions: Bool? = nil, count: Int? = nil, page: Int? = nil,
        serverType: String? = nil
    ) async throws -> OpenFoodFactsReply<RobotoffList<RobotoffImage>> {
        let call = get("/images") { query in
            query.add("barcode", barcode)
            query.add("with_predictions", withPredictions)
            query.add("count", count)
            query.add("page", page)
            query.add("server_type", serverType)
        }
        return try await wire.send(call) { try RobotoffList($0, under: "images") }
    }

    /// The same as ``RobotoffClient/imagePredictions(of:where:page:count:)``. `GET /image_predictions`.
    public func imagePredictions(
        barcode: String? = nil, type: String? = nil, modelName: String? = nil, modelVersion: String? = nil,
        imageID: String? = nil, minConfidence: Double? = nil, withLogo: Bool? = nil, count: Int? = nil,
        page: Int? = nil, serverType: String? = nil
    ) async throws -> OpenFoodFactsReply<RobotoffList<ImagePrediction>> {
        let call = get("/image_predictions") { query in
            query.add("barcode", barcode)
            query.add("type", type)
            query.add("model_name", modelName)
            query.add("model_version", modelVersion)
            query.add("image_id", imageID)
            query.add("min_confidence", minConfidence)
            query.add("with_logo", withLogo)
            query.add("count", count)
            query.add("page", page)
            query.add("server_type", serverType)
        }
        return try await wire.send(call) { try RobotoffList($0, under: "image_predictions") }
    }

    /// The same as ``RobotoffClient/findings(on:models:threshold:suppression:)``. `GET /images/predict`.
    public func findings(
        imageURL: String, models: String, threshold: Double? = nil, nms: Bool? = nil, nmsThreshold: Double? = nil,
        nmsEta: Double? = nil
    ) async throws -> OpenFoodFactsReply<ImageFindings> {
        try await wire.send(predict(imageURL, models, threshold, nms, nmsThreshold, nmsEta))
    }

    /// The same as ``RobotoffClient/picture(of:model:threshold:suppression:)``. `GET /images/predict` with
    /// `output_image`.
    public func picture(
        imageURL: String, model: String, threshold: Double? = nil, nms: Bool? = nil, nmsThreshold: Double? = nil,
        nmsEta: Double? = nil
    ) async throws -> OpenFoodFactsReply<Data> {
        var call = predict(imageURL, model, threshold, nms, nmsThreshold, nmsEta)
        call.query.add("output_image", true)
        return try await jpeg(call)
    }

    /// The same as ``RobotoffClient/crop(_:to:)``. `GET /images/crop`.
    public func crop(
        imageURL: String, yMin: Double, xMin: Double, yMax: Double, xMax: Double
    ) async throws -> OpenFoodFactsReply<Data> {
        let call = get("/images/crop", about: .prediction) { query in
            query.add("image_url", imageURL)
            query.add("y_min", yMin)
            query.add("x_min", xMin)
            query.add("y_max", yMax)
            query.add("x_max", xMax)
        }
        return try await jpeg(call)
    }

    private func predict(
        _ imageURL: String, _ models: String, _ threshold: Double?, _ nms: Bool?, _ nmsThreshold: Double?,
        _ nmsEta: Double?
    ) -> Wire.Call {
        get("/images/predict", about: .prediction) { query in
            query.add("image_url", imageURL)
            query.add("models", models)
            query.add("threshold", threshold)
            query.add("nms", nms)
            query.add("nms_threshold", nmsThreshold)
            query.add("nms_eta", nmsEta)
        }
    }

    private func jpeg(_ call: Wire.Call) async throws -> OpenFoodFactsReply<Data> {
        var call = call
        call.accept = "image/jpeg"
        call.responseLimit = 16 * 1024 * 1024
        let response = try await wire.success(call)
        let status = response.head.status.code
        guard !response.body.isEmpty else {
            throw OpenFoodFactsError(.noBody, "the answer has nothing in it", status: status)
        }
        guard response.body.starts(with: [0xFF, 0xD8, 0xFF]) else {
            // An error may have the status 200; then the body is JSON.
            _ = try wire.read(response) { $0 }
            throw OpenFoodFactsError(.typeMismatch, "the answer is no picture", status: status)
        }
        return OpenFoodFactsReply(value: Data(response.body), raw: nil, body: response.body, status: status)
    }
}
