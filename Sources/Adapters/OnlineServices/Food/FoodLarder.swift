package import Foundation
package import HTTPTransport
package import Household
import Larder
import Messages
import OpenFoodFacts

/// Open Food Facts and Robotoff as the household's food service. Description and mirror show only the hosts.
package struct OpenFoodFactsLarder: Sendable, CustomStringConvertible, CustomReflectable {
    let productURL: URL
    let robotoffURL: URL
    let agent: UserAgent
    /// For requests that only read: repeats a request once after a cut connection, because the server may have closed a
    /// kept-alive connection a moment before.
    let reading: HTTPTransport
    /// For votes: sends each vote once, because every vote that arrives counts.
    let voting: HTTPTransport
    /// For pictures: with a size limit, and without a time limit of its own.
    let drawing: HTTPTransport
    let pictureHosts: FoodPictureHosts
    let clock: any Clock<Duration>
    let now: @Sendable () -> Date
    let log: @Sendable (String) -> Void
    private let calls = FoodCalls()

    /// - `pictureURL`: the host of pictures, if it differs from the two services.
    /// - `contact`: a mail address or a page of the operator; both services request it.
    /// - `log`: receives one line per request, without user names.
    /// - `clock`: measures the time limits.
    ///
    /// Throws `HouseholdError` with `settingRefused` if version or contact is not allowed in a header.
    package init(
        productURL: URL = productService, robotoffURL: URL = robotoffService, pictureURL: URL? = nil,
        app: String = "Stillroom", version: String, contact: String, transport: HTTPTransport,
        now: @escaping @Sendable () -> Date, clock: any Clock<Duration> = ContinuousClock(),
        log: @escaping @Sendable (String) -> Void
    ) throws {
        do {
            agent = try UserAgent(app: app, version: version, contact: contact)
        } catch {
            throw HouseholdError(
                .settingRefused, localized("The contact for Open Food Facts is no mail address or web page."),
                cause: error)
        }
        self.productURL = productURL
        self.robotoffURL = robotoffURL
        self.clock = clock
        self.now = now
        self.log = log
        pictureHosts = FoodPictureHosts(own: [productURL, robotoffURL, pictureURL].compactMap(\.self))
        let wire = transport.noting(in: calls, now: now, clock: clock).loggingFood(clock: clock, log)
        reading = wire.repeatingCutReads().timingOut(after: .seconds(15), clock: clock)
        voting = wire.timingOut(after: .seconds(30), clock: clock)
        drawing = wire.capped(to: Self.pictureLimit)
    }

    package static var productService: URL { OpenFoodFactsClient.service }
    package static var robotoffService: URL { RobotoffClient.service }

    package var description: String {
        "OpenFoodFactsLarder(\(productURL.host() ?? "?"), \(robotoffURL.host() ?? "?"))"
    }

    package var customMirror: Mirror {
        Mirror(
            self, children: ["products": productURL.host() ?? "?", "robotoff": robotoffURL.host() ?? "?"],
            displayStyle: .struct)
    }

    /// Set `isOwn` if both services run on this machine.
    package func service(isOwn: Bool) -> FoodService {
        FoodService(
            readers: .init(
                product: { try await product($0, language: $1, country: $2) },
                questions: { try await questions($0, of: $1) },
                // Insights are the same for all users, so no credential is sent.
                insight: { question, _ in try await insight(question) },
                answers: { try await answers(by: $0) },
                picture: { try await picture(at: $0, $1) },
                explore: { try await explore($0, sent: $1) }),
            isOwn: isOwn, takesAccounts: Self.isConfidential(robotoffURL), calls: { [calls] in calls.latestFirst },
            vote: { try await vote($0, $1, as: $2) })
    }

    /// Whether the URL uses TLS or this machine: the same rule as the client's, which sends no password elsewhere.
    private static func isConfidential(_ url: URL) -> Bool {
        url.scheme?.lowercased() == "https"
            || ["localhost", "127.0.0.1", "::1", "[::1]"].contains(url.host()?.lowercased() ?? "")
    }
}

// MARK: - Products and accounts

extension OpenFoodFactsLarder {
    private func product(
        _ code: String, language: String, country: String
    ) async throws -> FoodService.Report<Larder.Product?> {
        guard OpenFoodFactsCode.isStorable(code) else {
            throw FoodService.Failure(
                HouseholdError(.barcodeRefused, localized("Open Food Facts keeps no such number.")))
        }
        let language = Language(tag: language)
        let client = OpenFoodFactsClient(baseURL: productURL, userAgent: agent, transport: reading)
        return try await asking(.products) {
            let fields = Self.fields(in: language)
            let reply = try await client.product(
                code: code, fields: fields.map(\.rawValue).joined(separator: ","), lc: language?.rawValue,
                cc: country.isEmpty ? nil : Country(rawValue: country).rawValue)
            let product = reply.value.product.map { found in
                let kept = [found.code, reply.value.code].compactMap(\.self).first(where: OpenFoodFactsCode.isStorable)
                return Larder.Product(found, code: kept ?? code, language: language)
            }
            return .init(product, raw: reply.body)
        }
    }

    /// Requests the ingredients in all supported languages, because a warning may exist in one of them only.
    private static func fields(in language: Language?) -> [ProductField] {
        var fields = language.map { ProductField.page(in: $0) } ?? ProductField.page
        for code in Allergen.languages.sorted() {
            let field = ProductField(rawValue: "ingredients_text_\(code)")
            if !fields.contains(field) { fields.append(field) }
        }
        return fields
    }

    private func answers(by name: String) async throws -> FoodService.Report<Int> {
        try await asking(.robotoff) {
            let reply = try await robotoff(as: .anonymous, over: reading).answers(by: name)
            return .init(max(0, reply.value), raw: reply.body)
        }
    }

    func robotoff(as identity: RobotoffIdentity, over transport: HTTPTransport) -> RobotoffClient {
        RobotoffClient(baseURL: robotoffURL, userAgent: agent, identity: identity, transport: transport)
    }
}
