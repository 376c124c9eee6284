extension RobotoffClient {
    /// Logos by their numbers. `GET /images/logos`.
    ///
    /// - Parameter ids: 1 to 500.
    /// - Returns: those that there are, in an order of the service's own.
    /// - Throws: ``OpenFoodFactsError``.
    public func logos(_ ids: [Int]) async throws -> OpenFoodFactsReply<RobotoffList<Logo>> {
        try Rule.check(count: ids.count, limit: 500)
        return try await basic.logos(ids: ids.map(String.init).joined(separator: ","))
    }

    /// Which logos.
    public struct LogoFilter: Sendable, Hashable {
        /// Its type.
        public var type: LogoType?
        /// The value, as typed; needs the type.
        public var value: String?
        /// The value, as a tag of the taxonomy; needs the type. Labels have only this form.
        public var taxonomyValue: String?
        /// On a product's pictures.
        public var barcode: Barcode?
        /// At least so sure to be a logo, 0 to 1.
        public var minConfidence: Double?
        /// Whether it has been annotated.
        public var isAnnotated: Bool?
        /// Shuffled.
        public var isRandom: Bool?
        /// Only of this project; food by default.
        public var serverType: ServerType?

        /// A filter; by default it takes everything.
        public init(
            type: LogoType? = nil, value: String? = nil, taxonomyValue: String? = nil, barcode: Barcode? = nil,
            minConfidence: Double? = nil, isAnnotated: Bool? = nil, isRandom: Bool? = nil,
            serverType: ServerType? = nil
        ) {
            self.type = type
            self.value = value
            self.taxonomyValue = taxonomyValue
            self.barcode = barcode
            self.minConfidence = minConfidence
            self.isAnnotated = isAnnotated
            self.isRandom = isRandom
            self.serverType = serverType
        }
    }

    /// Logos. `GET /images/logos/search`.
    ///
    /// - Parameters:
    ///   - filter: which questions.
    ///   - count: 1 to 2,000; 25 by default.
    /// - Returns: logos.
    /// - Throws: ``OpenFoodFactsError``.
    public func searchLogos(
        where filter: LogoFilter, count: Int? = nil
    ) async throws -> OpenFoodFactsReply<RobotoffList<Logo>> {
        try Rule.check(count: count, limit: 2_000)
        try Rule.check(threshold: filter.minConfidence)
        let hasType = filter.type != nil || filter.value == nil && filter.taxonomyValue == nil
        guard hasType, filter.type != .label || filter.value == nil else {
            throw OpenFoodFactsError(refusing: .logo, "a value needs its type, and a label's is one of the taxonomy")
        }
        return try await basic.searchLogos(
            type: filter.type?.rawValue, value: filter.value, taxonomyValue: filter.taxonomyValue,
            barcode: filter.barcode?.digits, minConfidence: filter.minConfidence, random: filter.isRandom,
            annotated: filter.isAnnotated, count: count, serverType: filter.serverType?.rawValue)
    }

    /// One logo. `GET /images/logos/{id}`.
    ///
    /// - Parameter id: its number.
    /// - Returns: the logo.
    /// - Throws: ``OpenFoodFactsError``: among them ``OpenFoodFactsError/Code/logoUnknown``.
    public func logo(_ id: Int) async throws -> OpenFoodFactsReply<Logo> { try await basic.logo(id: id) }

    /// Annotates logos. `POST /images/logos/annotate`. Needs an account; transports do not repeat it.
    ///
    /// - Parameters:
    ///   - annotations: at least one.
    ///   - serverType: the project; food by default.
    /// - Returns: how many were taken.
    /// - Throws: ``OpenFoodFactsError``: among them ``OpenFoodFactsError/Code/authenticationRequired``.
    public func annotate(
        _ annotations: [LogoAnnotation], serverType: ServerType? = nil
    ) async throws -> OpenFoodFactsReply<Int> {
        try Rule.check(count: annotations.count)
        return try await basic.annotateLogos(
            annotations.map { ($0.logoID, $0.type.rawValue, $0.value) }, serverType: serverType?.rawValue)
    }

    /// Annotates one logo, or replaces its annotation. `PUT /images/logos/{id}`. Needs an account; transports do not
    /// repeat it.
    ///
    /// - Parameter annotation: the annotation.
    /// - Returns: the response.
    /// - Throws: ``OpenFoodFactsError``: among them ``OpenFoodFactsError/Code/logoUnknown``.
    public func annotate(_ annotation: LogoAnnotation) async throws -> OpenFoodFactsReply<Void> {
        try await basic.setLogo(id: annotation.logoID, type: annotation.type.rawValue, value: annotation.value)
    }

    /// Removes the annotation of a logo. `POST /images/logos/{id}/reset`. Transports do not repeat it.
    ///
    /// - Parameter id: its number.
    /// - Returns: the response.
    /// - Throws: ``OpenFoodFactsError``: among them ``OpenFoodFactsError/Code/logoUnknown``.
    public func resetLogo(_ id: Int) async throws -> OpenFoodFactsReply<Void> { try await basic.resetLogo(id: id) }

    /// Logos with their annotations. `GET /annotation/collection`.
    ///
    /// - Parameters:
    ///   - barcode: of this product; of all products by default.
    ///   - types: standing for one of these.
    ///   - valueTag: of this value.
    ///   - page: from 1.
    ///   - count: how many on a page; 25 by default.
    ///   - serverType: the project; food by default.
    /// - Returns: logos, also those without an annotation.
    /// - Throws: ``OpenFoodFactsError``.
    public func annotatedLogos(
        of barcode: Barcode? = nil, types: [LogoType] = [], valueTag: String? = nil, page: Int? = nil,
        count: Int? = nil, serverType: ServerType? = nil
    ) async throws -> OpenFoodFactsReply<RobotoffList<Logo>> {
        try Rule.check(count: count, page: page)
        try Rule.check(values: types.map(\.rawValue))
        return try await basic.annotatedLogos(
            barcode: barcode?.digits, valueTag: valueTag, types: types.joined, count: count, page: page,
            serverType: serverType?.rawValue)
    }

    /// Logos that look alike. `GET /ann/search/{id}`, and without a number `GET /ann/search`.
    ///
    /// - Parameters:
    ///   - id: a logo's number; one of nil for the service's choice.
    ///   - count: 1 to 500; 100 by default.
    ///   - serverType: the project; food by default.
    /// - Returns: logos with their distance.
    /// - Throws: ``OpenFoodFactsError``: among them ``OpenFoodFactsError/Code/logoUnknown``.
    public func nearestLogos(
        to id: Int? = nil, count: Int? = nil, serverType: ServerType? = nil
    ) async throws -> OpenFoodFactsReply<NearestLogos> {
        try Rule.check(count: count, limit: 500)
        return try await basic.nearestLogos(id: id, count: count, serverType: serverType?.rawValue)
    }
}
