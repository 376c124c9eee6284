extension RobotoffClient {
    /// Returns logos by their ids. `GET /images/logos`.
    ///
    /// - Parameter ids: 1 to 500 ids.
    /// - Returns: the existing logos, in the service's order.
    /// - Throws: ``OpenFoodFactsError``.
    public func logos(_ ids: [Int]) async throws -> OpenFoodFactsReply<RobotoffList<Logo>> {
        try Rule.check(count: ids.count, limit: 500)
        return try await basic.logos(ids: ids.map(String.init).joined(separator: ","))
    }

    /// A filter for logos.
    public struct LogoFilter: Sendable, Hashable {
        /// Its type.
        public var type: LogoType?
        /// The value as entered; requires the type.
        public var value: String?
        /// The value as a tag of the taxonomy; requires the type. Labels have only this form.
        public var taxonomyValue: String?
        /// The product.
        public var barcode: Barcode?
        /// The minimum confidence that it is a logo, 0–1.
        public var minConfidence: Double?
        /// Whether it has been annotated.
        public var isAnnotated: Bool?
        /// Random order.
        public var isRandom: Bool?
        /// The project; food by default.
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

    /// Searches logos. `GET /images/logos/search`.
    ///
    /// - Parameters:
    ///   - filter: the filter.
    ///   - count: 1 to 2,000; 25 by default.
    /// - Returns: the logos.
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

    /// Returns one logo. `GET /images/logos/{id}`.
    ///
    /// - Parameter id: its number.
    /// - Returns: the logo.
    /// - Throws: ``OpenFoodFactsError``, for example ``OpenFoodFactsError/Code/logoUnknown``.
    public func logo(_ id: Int) async throws -> OpenFoodFactsReply<Logo> { try await basic.logo(id: id) }

    /// Annotates logos. `POST /images/logos/annotate`. Needs an account; transports do not repeat it.
    ///
    /// - Parameters:
    ///   - annotations: at least one.
    ///   - serverType: the project; food by default.
    /// - Returns: the number of accepted annotations.
    /// - Throws: ``OpenFoodFactsError``, for example ``OpenFoodFactsError/Code/authenticationRequired``.
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
    /// - Throws: ``OpenFoodFactsError``, for example ``OpenFoodFactsError/Code/logoUnknown``.
    public func annotate(_ annotation: LogoAnnotation) async throws -> OpenFoodFactsReply<Void> {
        try await basic.setLogo(id: annotation.logoID, type: annotation.type.rawValue, value: annotation.value)
    }

    /// Removes the annotation of a logo. `POST /images/logos/{id}/reset`. Transports do not repeat it.
    ///
    /// - Parameter id: its number.
    /// - Returns: the response.
    /// - Throws: ``OpenFoodFactsError``, for example ``OpenFoodFactsError/Code/logoUnknown``.
    public func resetLogo(_ id: Int) async throws -> OpenFoodFactsReply<Void> { try await basic.resetLogo(id: id) }

    /// Returns logos with their annotations. `GET /annotation/collection`.
    ///
    /// - Parameters:
    ///   - barcode: the product's barcode; all products by default.
    ///   - types: the types of logo.
    ///   - valueTag: only this value.
    ///   - page: the page number, from 1.
    ///   - count: the number of elements per page; 25 by default.
    ///   - serverType: the project; food by default.
    /// - Returns: logos, including those without an annotation.
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

    /// Returns similar logos. `GET /ann/search/{id}`, and without an id `GET /ann/search`.
    ///
    /// - Parameters:
    ///   - id: a logo's id; nil for the service's choice.
    ///   - count: 1 to 500; 100 by default.
    ///   - serverType: the project; food by default.
    /// - Returns: logos with their distance.
    /// - Throws: ``OpenFoodFactsError``, for example ``OpenFoodFactsError/Code/logoUnknown``.
    public func nearestLogos(
        to id: Int? = nil, count: Int? = nil, serverType: ServerType? = nil
    ) async throws -> OpenFoodFactsReply<NearestLogos> {
        try Rule.check(count: count, limit: 500)
        return try await basic.nearestLogos(id: id, count: count, serverType: serverType?.rawValue)
    }
}
