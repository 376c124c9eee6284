public import Foundation

extension RobotoffClient {
    /// Returns the pictures of a product. `GET /images`.
    ///
    /// - Parameters:
    ///   - barcode: the product's barcode; all products by default.
    ///   - withPredictions: whether pictures with logos are included; by default they are not.
    ///   - page: the page number, from 1.
    ///   - count: the number of elements per page; 25 by default.
    ///   - serverType: the project; food by default.
    /// - Returns: the pictures.
    /// - Throws: ``OpenFoodFactsError``.
    public func images(
        of barcode: Barcode? = nil, withPredictions: Bool? = nil, page: Int? = nil, count: Int? = nil,
        serverType: ServerType? = nil
    ) async throws -> OpenFoodFactsReply<RobotoffList<RobotoffImage>> {
        try Rule.check(count: count, page: page)
        return try await basic.images(
            barcode: barcode?.digits, withPredictions: withPredictions, count: count, page: page,
            serverType: serverType?.rawValue)
    }

    /// A filter for image predictions.
    public struct ImagePredictionFilter: Sendable, Hashable {
        /// For example `object_detection`.
        public var type: String?
        /// The model.
        public var model: ImageModel?
        /// In this version.
        public var modelVersion: String?
        /// The number of the picture among the product's pictures.
        public var imageID: String?
        /// The minimum confidence, 0–1.
        public var minConfidence: Double?
        /// Whether predictions with logos are included. **By default they are not.**
        public var withLogo: Bool?
        /// The project; food by default.
        public var serverType: ServerType?

        /// A filter; by default it takes all predictions without logos.
        public init(
            type: String? = nil, model: ImageModel? = nil, modelVersion: String? = nil, imageID: String? = nil,
            minConfidence: Double? = nil, withLogo: Bool? = nil, serverType: ServerType? = nil
        ) {
            self.type = type
            self.model = model
            self.modelVersion = modelVersion
            self.imageID = imageID
            self.minConfidence = minConfidence
            self.withLogo = withLogo
            self.serverType = serverType
        }
    }

    /// Returns the stored predictions for a product's pictures. `GET /image_predictions`.
    ///
    /// - Parameters:
    ///   - barcode: the product's barcode; all products by default.
    ///   - filter: the filter.
    ///   - page: the page number, from 1.
    ///   - count: the number of elements per page; 25 by default.
    /// - Returns: the predictions.
    /// - Throws: ``OpenFoodFactsError``.
    public func imagePredictions(
        of barcode: Barcode? = nil, where filter: ImagePredictionFilter = .init(), page: Int? = nil, count: Int? = nil
    ) async throws -> OpenFoodFactsReply<RobotoffList<ImagePrediction>> {
        try Rule.check(count: count, page: page)
        try Rule.check(threshold: filter.minConfidence)
        return try await basic.imagePredictions(
            barcode: barcode?.digits, type: filter.type, modelName: filter.model?.rawValue,
            modelVersion: filter.modelVersion, imageID: filter.imageID, minConfidence: filter.minConfidence,
            withLogo: filter.withLogo, count: count, page: page, serverType: filter.serverType?.rawValue)
    }

    /// The parameters of non-maximum suppression, which removes overlapping boxes.
    public struct Suppression: Sendable, Hashable {
        /// The allowed overlap of two boxes, 0–1.
        public var threshold: Double?
        /// The factor by which the threshold decreases from box to box.
        public var eta: Double?

        /// Parameters; by default the service's own.
        public init(threshold: Double? = nil, eta: Double? = nil) {
            self.threshold = threshold
            self.eta = eta
        }
    }

    /// Runs models on a picture. `GET /images/predict`.
    ///
    /// - Parameters:
    ///   - image: the picture's address, on a host of Open Food Facts.
    ///   - models: at least one.
    ///   - threshold: the minimum confidence, 0–1; 0.5 by default.
    ///   - suppression: the suppression of overlapping boxes; nil for the service's choice.
    /// - Returns: the findings by model.
    /// - Throws: ``OpenFoodFactsError``, for example ``OpenFoodFactsError/Code/invalidParameter`` if the host is not
    ///   allowed.
    public func findings(
        on image: URL, models: [ImageModel], threshold: Double? = nil, suppression: Suppression? = nil
    ) async throws -> OpenFoodFactsReply<ImageFindings> {
        guard let names = models.joined else {
            throw OpenFoodFactsError(refusing: .value, "at least one model is asked")
        }
        try Rule.check(values: models.map(\.rawValue))
        try Rule.check(threshold: threshold)
        return try await basic.findings(
            imageURL: image.absoluteString, models: names, threshold: threshold, nms: suppression.map { _ in true },
            nmsThreshold: suppression?.threshold, nmsEta: suppression?.eta)
    }

    /// Runs one model that returns boxes, and draws them on the picture; otherwise as
    /// ``findings(on:models:threshold:suppression:)``.
    ///
    /// - Returns: a JPEG.
    public func picture(
        of image: URL, model: ImageModel, threshold: Double? = nil, suppression: Suppression? = nil
    ) async throws -> OpenFoodFactsReply<Data> {
        try Rule.check(threshold: threshold)
        return try await basic.picture(
            imageURL: image.absoluteString, model: model.rawValue, threshold: threshold,
            nms: suppression.map { _ in true }, nmsThreshold: suppression?.threshold, nmsEta: suppression?.eta)
    }

    /// Returns a part of a picture. `GET /images/crop`.
    ///
    /// - Parameters:
    ///   - image: the picture's address, on a host of Open Food Facts.
    ///   - box: the part, as fractions.
    /// - Returns: a JPEG.
    /// - Throws: ``OpenFoodFactsError``, for example ``OpenFoodFactsError/Code/invalidParameter`` if the host is not
    ///   allowed.
    public func crop(_ image: URL, to box: BoundingBox) async throws -> OpenFoodFactsReply<Data> {
        guard box.isRelative else { throw OpenFoodFactsError(refusing: .box, "a part of a picture is from 0 to 1") }
        return try await basic.crop(
            imageURL: image.absoluteString, yMin: box.yMin, xMin: box.xMin, yMax: box.yMax, xMax: box.xMax)
    }
}
