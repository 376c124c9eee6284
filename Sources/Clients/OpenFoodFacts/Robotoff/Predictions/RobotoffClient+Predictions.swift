public import Foundation

extension RobotoffClient {
    /// Categories that a product of Open Food Facts may belong to. `POST /predict/category`.
    ///
    /// - Parameters:
    ///   - barcode: the product's; only of food.
    ///   - deepestOnly: without categories that other ones lie in.
    ///   - threshold: how sure the network must be, 0 to 1; 0.5 by default.
    ///   - model: the network's name; nil for the service's choice.
    ///   - predictors: of services before 1.35 (September 2023); today's refuses it
    ///     (``OpenFoodFactsError/Code/bodyRefused``).
    /// - Returns: categories.
    /// - Throws: ``OpenFoodFactsError``: among them ``OpenFoodFactsError/Code/productUnknown``.
    public func predictCategories(
        of barcode: Barcode, deepestOnly: Bool? = nil, threshold: Double? = nil, model: String? = nil,
        predictors: [Predictor]? = nil
    ) async throws -> OpenFoodFactsReply<CategoryPrediction> {
        try Rule.check(threshold: threshold)
        return try await basic.predictCategories(
            barcode: barcode.digits, deepestOnly: deepestOnly, threshold: threshold, neuralModelName: model,
            predictors: predictors?.map(\.rawValue))
    }

    /// As ``predictCategories(of:deepestOnly:threshold:model:predictors:)``, of a product that need not be known.
    public func predictCategories(
        of product: ProductDescription, deepestOnly: Bool? = nil, threshold: Double? = nil, model: String? = nil
    ) async throws -> OpenFoodFactsReply<CategoryPrediction> {
        try Rule.check(threshold: threshold)
        return try await basic.predictCategories(
            product: product.json, deepestOnly: deepestOnly, threshold: threshold, neuralModelName: model)
    }

    /// Predictions from the text of a picture. `GET /predict/ocr_prediction`.
    ///
    /// - Parameters:
    ///   - ocr: the address of the text: ``ImageAddress/text(ofSourceImage:root:)``. It must contain the barcode.
    ///   - types: the types of insight; all if empty.
    ///   - serverType: the product's project; food by default.
    /// - Returns: predictions; none if there is no such text.
    /// - Throws: ``OpenFoodFactsError``: among them ``OpenFoodFactsError/Code/imageUnavailable``.
    public func predict(
        ocr: URL, types: [InsightType] = [], serverType: ServerType? = nil
    ) async throws -> OpenFoodFactsReply<RobotoffList<Prediction>> {
        try Rule.check(values: types.map(\.rawValue))
        return try await basic.predict(
            ocrURL: ocr.absoluteString, predictionTypes: types.joined, serverType: serverType?.rawValue)
    }

    /// Nutrition read from a picture. `GET /predict/nutrition`.
    ///
    /// - Parameters:
    ///   - image: the picture's address.
    ///   - ocr: the address of its text.
    /// - Returns: tables, mostly one.
    /// - Throws: ``OpenFoodFactsError``: among them ``OpenFoodFactsError/Code/imageUnavailable``.
    public func predictNutrition(
        image: URL, ocr: URL
    ) async throws -> OpenFoodFactsReply<RobotoffList<NutritionPrediction>> {
        try await basic.predictNutrition(imageURL: image.absoluteString, ocrURL: ocr.absoluteString)
    }

    /// Lists of ingredients in the text of a picture. `GET /predict/ingredient_list`.
    ///
    /// - Parameters:
    ///   - ocr: the address of the text.
    ///   - aggregation: how words become lists; one that the service does not know ends in
    ///     ``OpenFoodFactsError/Code/serverError``.
    ///   - modelVersion: as `1`.
    /// - Returns: lists.
    /// - Throws: ``OpenFoodFactsError``: among them ``OpenFoodFactsError/Code/imageUnavailable``.
    public func predictIngredientLists(
        ocr: URL, aggregation: AggregationStrategy? = nil, modelVersion: String? = nil
    ) async throws -> OpenFoodFactsReply<IngredientListPrediction> {
        try await basic.predictIngredientLists(
            ocrURL: ocr.absoluteString, aggregationStrategy: aggregation?.rawValue, modelVersion: modelVersion)
    }

    /// The languages of a text. `GET /predict/lang`; `POST` for a long one.
    ///
    /// - Parameters:
    ///   - text: some words.
    ///   - count: how many languages at most; 10 by default.
    ///   - threshold: how sure the model must be, 0 to 1; 0.01 by default.
    /// - Returns: languages, the surest first.
    /// - Throws: ``OpenFoodFactsError``.
    public func predictLanguages(
        of text: String, count: Int? = nil, threshold: Double? = nil
    ) async throws -> OpenFoodFactsReply<RobotoffList<LanguagePrediction>> {
        try Rule.check(text: text)
        try Rule.check(count: count)
        try Rule.check(threshold: threshold)
        return try await basic.predictLanguages(text: text, k: count, threshold: threshold)
    }

    /// The languages on a product's pictures. `GET /predict/lang/product`.
    ///
    /// - Parameters:
    ///   - barcode: the product's barcode. One that the service does not know ends in
    ///     ``OpenFoodFactsError/Code/serverError``.
    ///   - serverType: the product's project; food by default.
    /// - Returns: languages.
    /// - Throws: ``OpenFoodFactsError``.
    public func predictLanguages(
        ofProduct barcode: Barcode, serverType: ServerType? = nil
    ) async throws -> OpenFoodFactsReply<ProductLanguages> {
        try await basic.predictLanguages(barcode: barcode.digits, serverType: serverType?.rawValue)
    }

    /// The stored predictions about a product. `GET /predictions`.
    ///
    /// - Parameters:
    ///   - barcode: the product's; all by default.
    ///   - types: the types of insight; all if empty.
    ///   - valueTag: about this value.
    ///   - page: from 1.
    ///   - count: how many on a page; 25 by default.
    ///   - serverType: the project; food by default.
    /// - Returns: predictions.
    /// - Throws: ``OpenFoodFactsError``.
    public func predictions(
        of barcode: Barcode? = nil, types: [InsightType] = [], valueTag: String? = nil, page: Int? = nil,
        count: Int? = nil, serverType: ServerType? = nil
    ) async throws -> OpenFoodFactsReply<RobotoffList<Prediction>> {
        try Rule.check(count: count, page: page)
        try Rule.check(values: types.map(\.rawValue))
        return try await basic.predictions(
            barcode: barcode?.digits, types: types.joined, valueTag: valueTag, count: count, page: page,
            serverType: serverType?.rawValue)
    }
}
