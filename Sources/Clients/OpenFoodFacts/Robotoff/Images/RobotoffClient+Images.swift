public import Foundation

extension RobotoffClient {
    /// Pictures of a product. `GET /images`.
    ///
    /// - Parameters:
    ///   - barcode: the product's; of all products by default.
    ///   - withPredictions: whether those with logos are among them; not, by default.
    ///   - page: from 1.
    ///   - count: how many on a page; 25 by default.
    ///   - serverType: the project; food by default.
    /// - Returns: pictures.
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
        /// As `object_detection`.
        public var type: String?
        /// Seen by this model.
        public var model: ImageModel?
        /// In this version.
        public var modelVersion: String?
        /// On the picture of this number among the product's.
        public var imageID: String?
        /// At least so sure, 0 to 1.
        public var minConfidence: Double?
        /// Whether those that have logos are among them. **They are left out by default.**
        public var withLogo: Bool?
        /// Only of this project; food by default.
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

    /// The stored predictions for a product's pictures. `GET /image_predictions`.
    ///
    /// - Parameters:
    ///   - barcode: the product's; of all products by default.
    ///   - filter: which of it.
    ///   - page: from 1.
    ///   - count: how many on a page; 25 by default.
    /// - Returns: predictions.
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

    /// How boxes that lie over one another are thinned out (non-maximum suppression).
    public struct Suppression: Sendable, Hashable {
        /// How much two boxes may overlap, 0 to 1.
        public var threshold: Double?
        /// By how much that sinks from box to box.
        public var eta: Double?

        /// A rule; the service's own values by default.
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
    ///   - threshold: how sure they must be, 0 to 1; 0.5 by default.
    ///   - suppression: how boxes are thinned out; nil for the service's choice.
    /// - Returns: the findings by model.
    /// - Throws: ``OpenFoodFactsError``: among them ``OpenFoodFactsError/Code/invalidParameter`` of a host that is not
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

    /// As ``findings(on:models:threshold:suppression:)``, of one model that gives boxes, drawn on the picture.
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

    /// A part of a picture. `GET /images/crop`.
    ///
    /// - Parameters:
    ///   - image: the picture's address, on a host of Open Food Facts.
    ///   - box: which part, in shares.
    /// - Returns: a JPEG.
    /// - Throws: ``OpenFoodFactsError``: among them ``OpenFoodFactsError/Code/invalidParameter`` of a host that is not
    ///   allowed.
    public func crop(_ image: URL, to box: BoundingBox) async throws -> OpenFoodFactsReply<Data> {
        guard box.isRelative else { throw OpenFoodFactsError(refusing: .box, "a part of a picture is from 0 to 1") }
        return try await basic.crop(
            imageURL: image.absoluteString, yMin: box.yMin, xMin: box.xMin, yMax: box.yMax, xMax: box.xMax)
    }
}
