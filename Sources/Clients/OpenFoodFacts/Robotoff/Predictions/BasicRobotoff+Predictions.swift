public import HTTPTransport
import HTTPTypes

extension RobotoffClient.Basic {
    /// The same as ``RobotoffClient/predictCategories(of:deepestOnly:threshold:model:predictors:)``.
    /// `POST /predict/category`.
    ///
    /// - Parameters:
    ///   - barcode: the barcode of a product of Open Food Facts; or
    ///   - product: its description, in the form of ``ProductDescription/json``. Exactly one of the two.
    ///   - deepestOnly: leaves out categories that contain another returned category.
    ///   - threshold: the minimum confidence, 0–1.
    ///   - neuralModelName: for example `keras_image_embeddings_3_0`.
    ///   - predictors: only for Robotoff before 1.35; later versions refuse it.
    /// - Returns: the categories.
    /// - Throws: ``OpenFoodFactsError``.
    public func predictCategories(
        barcode: String? = nil, product: JSONValue? = nil, deepestOnly: Bool? = nil, threshold: Double? = nil,
        neuralModelName: String? = nil, predictors: [String]? = nil
    ) async throws -> OpenFoodFactsReply<CategoryPrediction> {
        var members: [String: JSONValue] = [:]
        members["barcode"] = barcode.map { .text($0) }
        members["product"] = product
        members["deepest_only"] = deepestOnly.map { .flag($0) }
        members["threshold"] = threshold.map { .number($0) }
        members["neural_model_name"] = neuralModelName.map { .text($0) }
        members["predictors"] = predictors.map { .list($0.map { .text($0) }) }
        var call = write(.post, "/predict/category", about: .prediction, .json(.object(members)))
        call.isRepeatable = true
        return try await wire.send(call)
    }

    /// The same as ``RobotoffClient/predict(ocr:types:serverType:)``. `GET /predict/ocr_prediction`.
    public func predict(
        ocrURL: String, predictionTypes: String? = nil, serverType: String? = nil
    ) async throws -> OpenFoodFactsReply<RobotoffList<Prediction>> {
        let call = get("/predict/ocr_prediction", about: .prediction) { query in
            query.add("ocr_url", ocrURL)
            query.add("prediction_types", predictionTypes)
            query.add("server_type", serverType)
        }
        return try await wire.send(call) { try RobotoffList($0, under: "predictions") }
    }

    /// The same as ``RobotoffClient/predictNutrition(image:ocr:)``. `GET /predict/nutrition`.
    public func predictNutrition(
        imageURL: String, ocrURL: String
    ) async throws -> OpenFoodFactsReply<RobotoffList<NutritionPrediction>> {
        let call = get("/predict/nutrition", about: .prediction) { query in
            query.add("image_url", imageURL)
            query.add("ocr_url", ocrURL)
        }
        return try await wire.send(call) { try RobotoffList($0, under: "predictions") }
    }

    /// The same as ``RobotoffClient/predictIngredientLists(ocr:aggregation:modelVersion:)``.
    /// `GET /predict/ingredient_list`.
    public func predictIngredientLists(
        ocrURL: String, aggregationStrategy: String? = nil, modelVersion: String? = nil
    ) async throws -> OpenFoodFactsReply<IngredientListPrediction> {
        let call = get("/predict/ingredient_list", about: .prediction) { query in
            query.add("ocr_url", ocrURL)
            query.add("aggregation_strategy", aggregationStrategy)
            query.add("model_version", modelVersion)
        }
        return try await wire.send(call)
    }

    /// The same as ``RobotoffClient/predictLanguages(of:count:threshold:)``. `GET /predict/lang`, and `POST` for texts
    /// above 1,000 bytes, because they do not fit into an address.
    public func predictLanguages(
        text: String, k: Int? = nil, threshold: Double? = nil
    ) async throws -> OpenFoodFactsReply<RobotoffList<LanguagePrediction>> {
        var fields = QueryItems()
        fields.add("text", text)
        fields.add("k", k)
        fields.add("threshold", threshold)
        var call = get("/predict/lang", about: .prediction)
        if text.utf8.count <= 1_000 {
            call.query = fields
        } else {
            call.method = .post
            call.body = .form(fields)
        }
        return try await wire.send(call) { try RobotoffList($0, under: "predictions") }
    }

    /// The same as ``RobotoffClient/predictLanguages(ofProduct:serverType:)``. `GET /predict/lang/product`.
    public func predictLanguages(
        barcode: String, serverType: String? = nil
    ) async throws -> OpenFoodFactsReply<ProductLanguages> {
        let call = get("/predict/lang/product", about: .prediction) { query in
            query.add("barcode", barcode)
            query.add("server_type", serverType)
        }
        return try await wire.send(call)
    }

    /// The same as ``RobotoffClient/predictions(of:types:valueTag:page:count:serverType:)``. `GET /predictions`.
    public func predictions(
        barcode: String? = nil, types: String? = nil, valueTag: String? = nil, count: Int? = nil, page: Int? = nil,
        serverType: String? = nil
    ) async throws -> OpenFoodFactsReply<RobotoffList<Prediction>> {
        let call = get("/predictions") { query in
            query.add("barcode", barcode)
            query.add("types", types)
            query.add("value_tag", valueTag)
            query.add("count", count)
            query.add("page", page)
            query.add("server_type", serverType)
        }
        return try await wire.send(call) { try RobotoffList($0, under: "predictions") }
    }
}
