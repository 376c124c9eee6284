public import Foundation

extension RobotoffClient {
    /// Predicts the categories of a product of Open Food Facts. `POST /predict/category`.
    ///
    /// - Parameters:
    ///   - barcode: the product's barcode; food only.
    ///   - deepestOnly: leaves out categories that contain another returned category.
    ///   - threshold: the minimum confidence, 0–1; 0.5 by default.
    ///   - model: the network's name; nil for the service's choice.
    ///   - predictors: only for Robotoff before 1.35 (September 2023); later versions refuse it
    ///     (``OpenFoodFactsError/Code/bodyRefused``).
    /// - Returns: the categories.
    /// - Throws: ``OpenFoodFactsError``, for example ``OpenFoodFactsError/Code/productUnknown``.
    public func predictCategories(
        of barcode: Barcode, deepestOnly: Bool? = nil, threshold: Double? = nil, model: String? = nil,
        predictors: [Predictor]? = nil
    ) async throws -> OpenFoodFactsReply<CategoryPrediction> {
        try Rule.check(threshold: threshold)
        return try await basic.predictCategories(
            barcode: barcode.digits, deepestOnly: deepestOnly, threshold: threshold, neuralModelName: model,
            predictors: predictors?.map(\.rawValue))
    }

    /// Predicts the categories of a product that Open Food Facts need not know; otherwise as
    /// ``predictCategories(of:deepestOnly:threshold:model:predictors:)``.
    public func predictCategories(
        of product: ProductDescription, deepestOnly: Bool? = nil, threshold: Double? = nil, model: String? = nil
    ) async throws -> OpenFoodFactsReply<CategoryPrediction> {
        try Rule.check(threshold: threshold)
        return try await basic.predictCategories(
            product: product.json, deepestOnly: deepestOnly, threshold: threshold, neuralModelName: model)
    }

    /// Returns predictions from the text of a picture. `GET /predict/ocr_prediction`.
    ///
    /// - Parameters:
    ///   - ocr: the address of the text: ``ImageAddress/text(ofSourceImage:root:)``. It must contain the barcode.
    ///   - types: the types of insight; all if empty.
    ///   - serverType: the product's project; food by default.
    /// - Returns: the predictions; empty if there is no such text.
    /// - Throws: ``OpenFoodFactsError``, for example ``OpenFoodFactsError/Code/imageUnavailable``.
    public func predict(
        ocr: URL, types: [InsightType] = [], serverType: ServerType? = nil
    ) async throws -> OpenFoodFactsReply<RobotoffList<Prediction>> {
        try Rule.check(values: types.map(\.rawValue))
        return try await basic.predict(
            ocrURL: ocr.absoluteString, predictionTypes: types.joined, serverType: serverType?.rawValue)
    }

    /// Reads nutrition data from a picture. `GET /predict/nutrition`.
    ///
    /// - Parameters:
    ///   - image: the picture's address.
    ///   - ocr: the address of its text.
    /// - Returns: the tables, mostly one.
    /// - Throws: ``OpenFoodFactsError``, for example ``OpenFoodFactsError/Code/imageUnavailable``.
    public func predictNutrition(
        image: URL, ocr: URL
    ) async throws -> OpenFoodFactsReply<RobotoffList<NutritionPrediction>> {
        try await basic.predictNutrition(imageURL: image.absoluteString, ocrURL: ocr.absoluteString)
    }

    /// Finds lists of ingredients in the text of a picture. `GET /predict/ingredient_list`.
    ///
    /// - Parameters:
    ///   - ocr: the address of the text.
    ///   - aggregation: the method of joining words to lists; an unknown method causes
    ///     ``OpenFoodFactsError/Code/serverError``.
    ///   - modelVersion: for example `1`.
    /// - Returns: the lists.
    /// - Throws: ``OpenFoodFactsError``, for example ``OpenFoodFactsError/Code/imageUnavailable``.
    public func predictIngredientLists(
        ocr: URL, aggregation: AggregationStrategy? = nil, modelVersion: String? = nil
    ) async throws -> OpenFoodFactsReply<IngredientListPrediction> {
        try await basic.predictIngredientLists(
            ocrURL: ocr.absoluteString, aggregationStrategy: aggregation?.rawValue, modelVersion: modelVersion)
    }

    /// Detects the languages of a text. `GET /predict/lang`; `POST` for a long text.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - count: the maximum number of languages; 10 by default.
    ///   - threshold: the minimum confidence, 0–1; 0.01 by default.
    /// - Returns: the languages, highest confidence first.
    /// - Throws: ``OpenFoodFactsError``.
    public func predictLanguages(
        of text: String, count: Int? = nil, threshold: Double? = nil
    ) async throws -> OpenFoodFactsReply<RobotoffList<LanguagePrediction>> {
        try Rule.check(text: text)
        try Rule.check(count: count)
        try Rule.check(threshold: threshold)
        return try await basic.predictLanguages(text: text, k: count, threshold: threshold)
    }

    /// Returns the languages on a product's pictures. `GET /predict/lang/product`.
    ///
    /// - Parameters:
    ///   - barcode: the product's barcode. An unknown barcode causes ``OpenFoodFactsError/Code/serverError``.
    ///   - serverType: the product's project; food by default.
    /// - Returns: the languages.
    /// - Throws: ``OpenFoodFactsError``.
    public func predictLanguages(
        ofProduct barcode: Barcode, serverType: ServerType? = nil
    ) async throws -> OpenFoodFactsReply<ProductLanguages> {
        try await basic.predictLanguages(barcode: barcode.digits, serverType: serverType?.rawValue)
    }

    /// Returns the stored predictions about a product. `GET /predictions`.
    ///
    /// - Parameters:
    ///   - barcode: the product's barcode; all products by default.
    ///   - types: the types of insight; all if empty.
    ///   - valueTag: only this value.
    ///   - page: the page number, from 1.
    ///   - count: the number of elements per page; 25 by default.
    ///   - serverType: the project; food by default.
    /// - Returns: the predictions.
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
