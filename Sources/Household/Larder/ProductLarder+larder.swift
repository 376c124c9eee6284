import Calendar
import FoundationEssentials
package import Larder
import Logging
import Recognition

extension ProductLarder {
    /// Reads the barcodes of a photograph. Throws `photographRefused`, `darkroomUnavailable`.
    package func scan(_ photograph: [UInt8]) async throws -> BarcodeScan {
        try await services.reader.scan(photograph)
    }

    /// The product of a number, a GS1 code or a Digital Link: what is remembered while it is fresh, else what the service
    /// says, else what is remembered with its age. It is in the larder from then on.
    ///
    /// Throws `barcodeRefused`. That nobody could be asked is no error: the view says it.
    package func lookUp(_ text: String, isFresh: Bool = false) async throws -> ProductView {
        let reading = try Self.reading(text)
        let view = try await product(reading, isFresh: isFresh, mayAsk: true)
        if view.isAbsent { return view }
        let now = environment.now()
        // Dates on packets tell two digits of a year, so that it matters which year it is.
        let year = try settings.clock(of: try await settings.home()).day.year
        let item = LarderItem(
            code: view.code, firstAt: now, lastAt: now,
            expiry: reading.elements.flatMap { $0.expiry(in: year) ?? $0.bestBefore(in: year) }?.description,
            lot: reading.elements?.lot.map { String($0.prefix(40)) })
        try await records.note(item, for: id)
        return try await product(reading, isFresh: false, mayAsk: false, as: view)
    }

    /// The same without putting it into the larder. Throws `barcodeRefused`.
    package func product(_ text: String, isFresh: Bool = false, mayAsk: Bool = true) async throws -> ProductView {
        try await product(try Self.reading(text), isFresh: isFresh, mayAsk: mayAsk)
    }

    /// Latest first.
    package func contents(limit: Int = 200) async throws -> [LarderLine] {
        try await records.larder(in: try await settings.home().larder.language, limit: limit, of: id)
    }

    /// Throws `notFound`.
    package func removeFromLarder(_ code: String) async throws { try await records.removeFromLarder(code, for: id) }

    /// The last calls to the services, latest first, with what they answered.
    package func foodCalls() -> [FoodService.Call] { services.service.calls() }

    /// A picture of a product that is remembered: JPEG, 1280 pixels at most. Returns nil if the product has none, and
    /// without `mayAsk` if the picture was not fetched before.
    package func picture(_ kind: Product.Picture, of code: String, mayAsk: Bool = true) async throws -> [UInt8]? {
        let language = try await settings.home().larder.language
        guard let address = try await records.product(code, in: language, of: id)?.product?.pictures[kind] else {
            return nil
        }
        return mayAsk ? try await picture(at: address, box: nil) : await keptPicture(at: address, box: nil)
    }

    /// Fetches the pictures of a product that are not kept yet, so that a page can show them. A picture that cannot be
    /// had is left out.
    package func fetchPictures(of code: String) async {
        await withDiscardingTaskGroup { group in
            for kind in Product.Picture.allCases {
                group.addTask { _ = try? await picture(kind, of: code) }
            }
        }
    }

    /// A picture that was fetched before.
    func keptPicture(at address: String, box: FoodQuestion.Box?) async -> [UInt8]? {
        await services.pictures.read(pictureName(address, box))
    }

    private func pictureName(_ address: String, _ box: FoodQuestion.Box?) -> String {
        let part = box.map { "full \($0.left) \($0.top) \($0.right) \($0.bottom)" } ?? ""
        return Base64URL.text(secrets.secretBox.digest(Array("\(address) \(part)".utf8)))
    }

    /// Of that address, or the part of it, from the shelf or the service.
    func picture(at address: String, box: FoodQuestion.Box?) async throws -> [UInt8] {
        if let bytes = await keptPicture(at: address, box: box) { return bytes }
        let name = pictureName(address, box)
        guard isFoodReachable else { throw HouseholdError(.serviceOffline, "There is no network.") }
        return try await services.desk.merged("picture \(name)") { [services, pictureProcessor] in
            do {
                // What comes from outside is decoded where it can do no harm, and shown as our own picture.
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
                .barcodeRefused, reading.sentence ?? "This is no product's number.",
                detail: reading.error?.rawValue, hint: "Look at the digits under the bars.")
        }
        return reading
    }
}

// MARK: - Asking

extension ProductLarder {
    private func product(
        _ reading: BarcodeReading, isFresh: Bool, mayAsk: Bool, as before: ProductView? = nil
    ) async throws -> ProductView {
        let home = try await settings.home()
        let wishes = home.larder
        let code = reading.offCode
        var remembered = try await records.product(code, in: wishes.language, of: id)
        var obstacle: ServiceObstacle?
        if mayAsk, isFresh || !isStillGood(remembered) {
            do {
                remembered = try await services.desk.merged("product \(code) \(wishes.language)") {
                    try await fetch(code, wishes)
                }
            } catch let found as ServiceObstacle { obstacle = found }
        }
        let diet = home.diet
        return ProductView(
            reading: reading, code: code, remembered: remembered, problem: obstacle?.error.code ?? before?.problem,
            remark: obstacle?.error.message ?? before?.remark, notBefore: obstacle?.notBefore ?? before?.notBefore,
            item: try await records.larderItem(code, of: id),
            diet: diet.isEmpty ? nil : remembered?.product.map { DietReport(of: $0, for: diet) }, at: environment.now())
    }

    private func isStillGood(_ remembered: RememberedProduct?) -> Bool {
        guard let remembered else { return false }
        // An earlier release did not ask for all texts in which an allergen may be named.
        if let product = remembered.product, product.texts == nil { return false }
        // One that a clock wrote which has been put back since is as good as one that is as old.
        let age = abs(environment.now().timeIntervalSince(remembered.fetchedAt))
        return age < (remembered.product == nil ? FoodServices.absenceFresh : FoodServices.productFresh)
    }

    private func fetch(_ code: String, _ wishes: LarderPreferences) async throws -> RememberedProduct {
        let report = try await read(services.products) { [services] in
            try await services.service.readers.product(code, wishes.language, wishes.country)
        }
        let remembered = RememberedProduct(
            code: code, language: wishes.language, product: report.value, raw: report.raw, fetchedAt: environment.now())
        try await records.remember(remembered, for: id)
        return remembered
    }

    /// One read of a service, if it may be asked now. Throws `ServiceObstacle`.
    func read<Value: Sendable>(
        _ pace: RateLimit, _ ask: @Sendable () async throws -> FoodService.Report<Value>
    ) async throws -> FoodService.Report<Value> {
        guard isFoodReachable else {
            throw ServiceObstacle(HouseholdError(.serviceOffline, "There is no network."), notBefore: nil)
        }
        let now = environment.now()
        if let next = try await records.acquireRead(of: pace.service, limit: pace.limit, seconds: pace.seconds, at: now)
        {
            let isPaused = try await records.readPause(of: pace.service, at: now) != nil
            throw ServiceObstacle(
                isPaused
                    ? HouseholdError(.servicePaused, "\(pace.name) asked to be left alone for a while.")
                    : HouseholdError(
                        .serviceQuotaUsed,
                        "\(pace.name) was asked \(pace.limit) times in the last minute: as often as a house should."),
                notBefore: next)
        }
        do { return try await ask() } catch let failure as FoodService.Failure {
            throw ServiceObstacle(failure.error, notBefore: try await heed(failure, of: pace))
        }
    }

    /// Whether the services can be reached at all, as far as this machine knows.
    package var isFoodReachable: Bool { services.service.isOwn || inquirer.reachability.link() != nil }

    /// A service that wants to be left alone is; until when.
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

/// Why a service was not asked, or did not answer.
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
