import Accounts
import Calendar
import Concurrency
import FoundationEssentials
package import Larder
import Logging
import Messages
import Recognition

extension ProductLarder {
    /// Reads the barcodes of a photograph. Throws `photographRefused`, `pictureProcessorUnavailable`.
    package func scan(_ photograph: [UInt8]) async throws -> BarcodeScan {
        try await services.reader.scan(photograph)
    }

    /// Returns the product of a number, a GS1 code or a Digital Link: stored data while it is fresh, otherwise the
    /// response of the service, otherwise stored data with its age. Adds the product to the larder.
    ///
    /// Throws `barcodeRefused`. A service that cannot be called is not an error; the view contains the reason.
    package func lookUp(_ text: String, isFresh: Bool = false) async throws -> ProductView {
        try ActingPerson.require(.change)
        let reading = try Self.reading(text)
        let view = try await product(reading, isFresh: isFresh, mayAsk: true)
        if view.isAbsent { return view }
        let now = environment.now()
        // Dates on packets have two digits for the year, so the current year is needed.
        let year = try settings.clock(of: try await settings.home()).day.year
        let item = LarderItem(
            code: view.code, firstAt: now, lastAt: now,
            expiry: reading.elements.flatMap { $0.expiry(in: year) ?? $0.bestBefore(in: year) }?.description,
            lot: reading.elements?.lot.map { String($0.prefix(40)) },
            elements: reading.elements.flatMap { $0.elements.count > 1 ? $0.description : nil })
        try await records.note(item)
        return try await product(reading, isFresh: false, mayAsk: false, as: view)
    }

    /// The same without adding it to the larder. Throws `barcodeRefused`.
    package func product(_ text: String, isFresh: Bool = false, mayAsk: Bool = true) async throws -> ProductView {
        try await product(try Self.reading(text), isFresh: isFresh, mayAsk: mayAsk)
    }

    /// Latest first.
    package func contents(limit: Int = 200) async throws -> [LarderLine] {
        try await records.larder(in: try await settings.home().larder.language, limit: limit)
    }

    /// Throws `notFound`.
    package func removeFromLarder(_ code: String) async throws {
        try ActingPerson.require(.change)
        try await records.removeFromLarder(code)
    }

    /// Returns the last calls to the services with their responses, latest first.
    package func foodCalls() -> [FoodService.Call] { services.service.calls() }

    /// Returns a picture of a stored product: JPEG, 1280 pixels at most. Returns nil if the product has none, and
    /// without `mayAsk` if the picture was not fetched before.
    package func picture(_ kind: Product.Picture, of code: String, mayAsk: Bool = true) async throws -> [UInt8]? {
        let language = try await settings.home().larder.language
        guard let address = try await records.product(code, in: language)?.product?.pictures[kind] else {
            return nil
        }
        return mayAsk ? try await picture(at: address, box: nil) : await keptPicture(at: address, box: nil)
    }

    /// Fetches the missing pictures of a product, so that a page can show them. A picture that cannot be fetched is
    /// left out.
    package func fetchPictures(of code: String) async {
        await withDiscardingTaskGroup { group in
            for kind in Product.Picture.allCases {
                group.addTask { _ = try? await picture(kind, of: code) }
            }
        }
    }

    /// Returns a picture that was fetched before.
    func keptPicture(at address: String, box: FoodQuestion.Box?) async -> [UInt8]? {
        await services.pictures.read(pictureName(address, box))
    }

    private func pictureName(_ address: String, _ box: FoodQuestion.Box?) -> String {
        let part = box.map { "full \($0.left) \($0.top) \($0.right) \($0.bottom)" } ?? ""
        return Base64URL.text(secrets.secretBox.digest(Array("\(address) \(part)".utf8)))
    }

    /// Returns the picture at that address, or a part of it, from the cache or the service.
    func picture(at address: String, box: FoodQuestion.Box?) async throws -> [UInt8] {
        if let bytes = await keptPicture(at: address, box: box) { return bytes }
        let name = pictureName(address, box)
        guard isFoodReachable else {
            throw HouseholdError(.serviceOffline, localized("There is no network connection."))
        }
        return try await services.requests.pictures.value(name) { [services, pictureProcessor] in
            do {
                // An external picture is decoded in a child process and shown as our own rendition.
                let print = try await pictureProcessor.develop(
                    try await services.service.readers.picture(address, box))
                await services.pictures.keep(name, print.display)
                return print.display
            } catch let failure as FoodService.Failure {
                throw failure.error
            }
        }
    }

    private static func reading(_ text: String) throws -> BarcodeReading {
        let reading = BarcodeReading(text)
        guard reading.isValid else {
            throw HouseholdError(
                .barcodeRefused, reading.sentence ?? localized("This is not a product number."),
                detail: reading.error?.rawValue, hint: localized("Check the digits below the barcode."))
        }
        return reading
    }
}

// MARK: - Calling the service

extension ProductLarder {
    private func product(
        _ reading: BarcodeReading, isFresh: Bool, mayAsk: Bool, as before: ProductView? = nil
    ) async throws -> ProductView {
        let home = try await settings.home()
        let preferences = home.larder
        let code = reading.offCode
        var remembered = try await records.product(code, in: preferences.language)
        if remembered == nil, reading.isDemonstration {
            remembered = try await records.product(code, in: FoodServices.demonstrationLanguage)
        }
        var obstacle: ServiceObstacle?
        if mayAsk, !reading.isDemonstration, isFresh || !isStillGood(remembered) {
            do {
                remembered = try await services.requests.products.value("\(code) \(preferences.language)") {
                    try await fetch(code, preferences)
                }
            } catch let found as ServiceObstacle { obstacle = found }
        }
        let (diet, product) = (home.householdDiet, remembered?.product)
        return ProductView(
            reading: reading, code: code, remembered: remembered, problem: obstacle?.error.code ?? before?.problem,
            remark: obstacle?.error.message ?? before?.remark, notBefore: obstacle?.notBefore ?? before?.notBefore,
            item: try await records.larderItem(code),
            diet: product.flatMap(diet.report), people: product.map(diet.personalReports) ?? [], at: environment.now())
    }

    private func isStillGood(_ remembered: RememberedProduct?) -> Bool {
        guard let remembered else { return false }
        // An earlier release did not request all texts that may name an allergen.
        if let product = remembered.product, product.texts == nil { return false }
        // The age is absolute: a time in the future was written by a clock that has been put back since.
        let age = abs(environment.now().timeIntervalSince(remembered.fetchedAt))
        return age < (remembered.product == nil ? FoodServices.absenceFresh : FoodServices.productFresh)
    }

    private func fetch(_ code: String, _ preferences: LarderPreferences) async throws -> RememberedProduct {
        let report = try await read(services.products) { [services] in
            try await services.service.readers.product(code, preferences.language, preferences.country)
        }
        let remembered = RememberedProduct(
            code: code, language: preferences.language, product: report.value, raw: report.raw,
            fetchedAt: environment.now())
        try await records.remember(remembered)
        return remembered
    }

    /// Performs one read of a service, if the rate limit allows it. Throws `ServiceObstacle`.
    func read<Value: Sendable>(
        _ pace: RateLimit, _ ask: @Sendable () async throws -> FoodService.Report<Value>
    ) async throws -> FoodService.Report<Value> {
        guard isFoodReachable else {
            throw ServiceObstacle(
                HouseholdError(.serviceOffline, localized("There is no network connection.")), notBefore: nil)
        }
        let now = environment.now()
        if let next = try await records.acquireRead(of: pace.service, limit: pace.limit, seconds: pace.seconds, at: now)
        {
            let isPaused = try await records.readPause(of: pace.service, at: now) != nil
            throw ServiceObstacle(
                isPaused
                    ? HouseholdError(
                        .servicePaused, localized("\(pace.name, "service") asked Stillroom to wait for a while."))
                    : HouseholdError(
                        .serviceQuotaUsed,
                        localized(
                            pace.limit,
                            one: "\(pace.name, "service") was asked 1 time in the last minute. This is the limit.",
                            other: """
                                \(pace.name, "service") was asked \(pace.limit, "count") times in the last minute. This is \
                                the limit.
                                """)),
                notBefore: next)
        }
        do { return try await ask() } catch let failure as FoodService.Failure {
            throw ServiceObstacle(failure.error, notBefore: try await heed(failure, of: pace))
        }
    }

    /// True if this machine can reach the services, as far as it knows.
    package var isFoodReachable: Bool { services.service.isOwn || reachability.link() != nil }

    /// Stores the pause that the service requested, and returns its end.
    func heed(_ failure: FoodService.Failure, of pace: RateLimit) async throws -> Date? {
        let wants = [HouseholdError.Code.serviceQuotaUsed, .servicePaused].contains(failure.error.code)
        guard wants || failure.retryAfter != nil else { return nil }
        let seconds = min(RateLimit.longestPause, max(failure.retryAfter ?? RateLimit.usualPause, 1))
        let until = environment.now().addingTimeInterval(seconds)
        try await records.pauseReads(of: pace.service, until: until)
        logger.notice(
            "a service is left alone", metadata: ["service": "\(pace.service)", "seconds": "\(Int(seconds))"])
        return until
    }
}

/// The reason why a service was not called, or did not answer.
struct ServiceObstacle: Error, Sendable {
    let error: HouseholdError
    let notBefore: Date?

    init(_ error: HouseholdError, notBefore: Date?) {
        self.error = error
        self.notBefore = notBefore
    }
}

extension RateLimit {
    var name: String { service == "openfoodfacts" ? "Open Food Facts" : "Robotoff" }
}
