import Contracts
import Foundation
import Household
import Larder
import Recognition
import SQLRecords
import Synchronization

@testable import Web

/// Products and questions for the larder's pages, and a service that has them.
struct LarderSample {
    struct Missing: Error {}

    static let code = "3560070169443"
    static let bare = "1990000000027"
    static let absent = "1990000000119"

    /// A name with markup in it, because anyone can edit the data.
    static var spread: Product {
        var product = Product(code: code)
        product.name = "Spread <script>alert(1)</script>"
        product.brands = "Good \"Larder\""
        product.quantity = "400 g"
        product.servingSize = "15 g"
        product.pictures = [.front: "https://pictures.test/front.jpg", .nutrition: "https://pictures.test/gone.jpg"]
        product.nutriScore = .grade("e", points: 26)
        product.greenScore = .notApplicable
        product.ingredientsText = "Sugar, hazelnuts 13 %, <b>milk</b> powder"
        product.ingredients = [.init(tag: "en:milk-powder", text: "milk powder")]
        product.hasAllIngredients = true
        product.allergens = .stated(["en:milk", "en:nuts"])
        product.nutrients = [
            .init(name: "energy-kcal", per100: 539, perServing: 80.85, unit: "kcal"),
            .init(name: "fat", per100: 30.9, perServing: nil, unit: "g"),
            .init(name: "salt", per100: 0, perServing: 0, unit: "g"),
        ]
        product.labels = ["en:organic"]
        product.texts = []
        return product
    }

    static func question(_ number: Int, _ value: String = "Organic", of code: String = code) throws -> FoodQuestion {
        guard let id = FoodQuestion.ID("f00d0000-0000-4000-8000-00000000000\(number)") else { throw Missing() }
        return FoodQuestion(
            id: id, code: code, kind: "label", text: "Does the product have this <i>label</i>?", value: value,
            pictureAddress: "https://pictures.test/clue.jpg", referenceAddress: "https://pictures.test/logo.jpg",
            box: .init(left: 0.1, top: 0.1, right: 0.9, bottom: 0.5))
    }
}

/// A service in memory that records its requests.
final class FoodHouse: Sendable {
    struct State {
        var products: [String] = []
        var queries: [QuestionQuery] = []
        var explored: [RobotoffRequest] = []
        var isDown = false
        var isCounting = true
    }

    let state = Mutex(State())
    private let questions: [FoodQuestion]
    private let takesAccounts: Bool
    private let pictures: MemoryPictures
    private let isOwn: Bool
    /// Delays pictures until it is open.
    private let gate: Gate?

    init(
        questions: [FoodQuestion] = [], takesAccounts: Bool = true, isOwn: Bool = true,
        pictures: MemoryPictures = MemoryPictures(), gate: Gate? = nil
    ) {
        self.questions = questions
        self.pictures = pictures
        self.gate = gate
        self.takesAccounts = takesAccounts
        self.isOwn = isOwn
    }

    var asked: [String] { state.withLock { $0.products } }
    var queries: [QuestionQuery] { state.withLock { $0.queries } }
    var explored: [RobotoffRequest] { state.withLock { $0.explored } }
    func goDown() { state.withLock { $0.isDown = true } }

    private func answering<Value: Sendable>(_ note: (inout State) -> Void, _ value: Value) throws
        -> FoodService.Report<Value>
    {
        let isDown = state.withLock { state in
            note(&state)
            return state.isDown
        }
        guard !isDown else {
            throw FoodService.Failure(
                HouseholdError(.servicePaused, "Open Food Facts asked to be left alone."), retryAfter: 45)
        }
        return .init(value, raw: Array(#"{"raw":"<b>\#u{1}"}"#.utf8))
    }

    var service: FoodService {
        FoodService(
            readers: .init(
                product: { code, _, _ in
                    var bare = Product(code: LarderSample.bare)
                    bare.texts = []
                    let known = [LarderSample.spread, bare].first { $0.code == code }
                    return try self.answering({ $0.products.append(code) }, known)
                },
                questions: { query, _ in
                    let found = self.questions.filter { query.code == nil || $0.code == query.code }
                    return try self.answering({ $0.queries.append(query) }, found)
                },
                insight: { _, _ in
                    try self.answering({ _ in }, .init(decision: nil, isDecided: false, username: nil, box: nil))
                },
                answers: { _ in try self.answering({ _ in }, 1234) },
                picture: { address, _ in
                    await self.gate?.untilOpen()
                    guard !address.hasSuffix("gone.jpg") else {
                        throw FoodService.Failure(HouseholdError(.serviceOffline, "Gone."))
                    }
                    return Array("photo of \(address)".utf8)
                },
                explore: { request, sent in
                    sent(7)
                    return try self.answering({ $0.explored.append(request) }, ())
                }),
            isOwn: isOwn, takesAccounts: takesAccounts,
            calls: {
                [
                    .init(
                        number: 7, at: Sample().time(0), method: "GET", address: "food.test/api?<x>", status: 200,
                        milliseconds: 12, body: Array("{\"a\":\"<b>\u{1}\"}".utf8), isCut: false)
                ]
            }, vote: { _, _, _ in .init(.counted, raw: []) })
    }

    /// Reads the codes after "photo" in the bytes, each with one reader and one more for each plus sign behind it.
    private static let reader = BarcodeReader { photograph in
        let words = String(decoding: photograph, as: UTF8.self).split(separator: " ").dropFirst()
        let sightings = words.enumerated().flatMap { place, word in
            let code = word.prefix { $0 != "+" }
            return (0...(word.count - code.count)).map { reader in
                BarcodeScan.Sighting(
                    reader: "reader \(reader)", pass: "pass \(reader)", text: String(code), symbology: .ean13,
                    box: .init(x: Double(place) * 0.3, y: 0.1, width: 0.1, height: 0.1))
            }
        }
        return BarcodeScan(sightings: sightings)
    }

    func household(
        records: any Records = SQLRecords.inMemory(), given: [Home.Setting: String] = [:],
        reachability: Reachability = .assumed, environment: Household.Environment = .still
    ) -> Household {
        .drawn(
            records: records, reachability: reachability, careServices: .drawn(given: given),
            foodServices: FoodServices(service: service, reader: Self.reader, pictures: pictures.shelf),
            environment: environment)
    }
}

/// A network link that a test can cut.
final class SettableLink: Sendable {
    private let isThere = Mutex(true)

    func cut() { isThere.withLock { $0 = false } }

    var reachability: Reachability {
        Reachability(
            link: { self.isThere.withLock { $0 } ? .ethernet : nil }, changes: { AsyncStream { $0.finish() } })
    }
}
