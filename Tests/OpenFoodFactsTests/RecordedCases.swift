import Foundation
import HTTPTransport
import OpenFoodFacts
import Testing

/// The call of a recorded exchange and its expected result: true, or an error with this code.
struct RecordedCase: Sendable {
    let check: @Sendable (RobotoffClient) async throws -> Bool
    var fails: OpenFoodFactsError.Code?
    var field: String?

    /// A call that succeeds, with a check of its value.
    static func gives(_ check: @escaping @Sendable (RobotoffClient) async throws -> Bool) -> RecordedCase {
        RecordedCase(check: check)
    }

    /// A call that fails.
    static func fails<Value>(
        _ code: OpenFoodFactsError.Code, _ field: String? = nil,
        _ call: @escaping @Sendable (RobotoffClient) async throws -> Value
    ) -> RecordedCase {
        RecordedCase(
            check: { client in
                _ = try await call(client); return true
            }, fails: code, field: field)
    }
}

enum RecordedCases {
    static let nutella = "3017620422003"
    static let picture = "http://images.openfoodfacts.org/images/products/301/762/042/2003/5.jpg"
    static let ocr = "http://images.openfoodfacts.org/images/products/301/762/042/2003/5.json"

    static func insight(_ end: String) -> String { "a0000000-0000-4000-8000-0000000000" + end }

    static let all: [String: RecordedCase] =
        questions.merging(insights) { first, _ in first }.merging(annotations) { first, _ in first }
        .merging(predictions) { first, _ in first }.merging(pictures) { first, _ in first }
        .merging(service) { first, _ in first }

    static let service: [String: RecordedCase] = [
        "status": .gives { try await $0.status().value == "running" },
        "users-statistics": .gives { try await $0.answers(by: "alice").value == 1 },
        "unknown-route": .fails(.notFound) { try await $0.basic.call("GET", "/nope") },
    ]

    static let questions: [String: RecordedCase] = [
        "q-barcode": .gives { client in
            let list = try await client.questions(of: Barcode(nutella), language: .french).value
            let types: [InsightType?] = [.category, .label, .brand, .productWeight, .packaging]
            return list.items.map(\.insightType) == types && list.count == nil && list.status == "found"
                && list.items[0].value == "Pâtes à tartiner aux noisettes" && list.items[3].valueTag == nil
        },
        "q-barcode-count1": .gives { client in
            let list = try await client.questions(of: Barcode(nutella), count: 1).value
            return list.items.map(\.value) == ["Jar, Glass, Recycle"] && list.items[0].valueIsTag == false
        },
        "q-barcode-none": .gives { client in
            let list = try await client.questions(of: Barcode("00000000")).value
            return list.items.isEmpty && list.status == "no_questions"
        },
        "q-barcode-count0": .fails(.invalidParameter, "count") { client in
            try await client.basic.questions(barcode: nutella, count: 0)
        },
        "q-barcode-countx": .fails(.invalidParameter, "count") { client in
            try await client.basic.call("GET", "/questions/" + nutella, query: ["count": "abc"])
        },
        "q-barcode-lang-unknown": .gives { client in
            let list = try await client.questions(of: Barcode(nutella), count: 1, language: .other("zz")).value
            return list.items.map(\.valueIsTag) == [true]
        },
        "q-barcode-types-extra": .gives { client in
            let types: [InsightType] = [.nutritionImage, .isUPCImage, .imageOrientation]
            let list = try await client.questions(of: Barcode(nutella), types: types).value
            return list.items.map(\.insightType) == types && list.items.map(\.value) == ["fr", nil, "right"]
        },
        "q-barcode-servertype": .gives { client in
            let list = try await client.questions(of: Barcode("3600523417346"), serverType: .beauty).value
            return list.items.map(\.serverType) == [.beauty] && list.items[0].sourceImageURL == nil
        },
        "q-barcode-servertype-bad": .fails(.invalidParameter, "server_type") { client in
            try await client.questions(of: Barcode(nutella), serverType: .other("xxx"))
        },
        "q-barcode-padded": .gives { client in
            let list = try await client.basic.questions(barcode: "0" + nutella).value
            return list.items.count == 5 && list.items.allSatisfy { $0.barcode == nutella && $0.serverType == .food }
        },
        "q-questions_count=3": .gives { client in
            let list = try await client.questions(count: 3).value
            return list.items.count == 3 && list.count == 100
        },
        "q-order-confidence": .gives { client in
            try await client.questions(order: .confidence, count: 2).value.items.map(\.valueTag)
                == ["en:vegetarian", "en:vegetarian"]
        },
        "q-order-bad": .fails(.invalidParameter, "order_by") { try await $0.questions(order: .other("x")) },
        "q-countries-uk": .gives { client in
            let filter = QuestionFilter(countries: [Country(rawValue: "gb")])
            return try await client.questions(where: filter, count: 1).value.items.count == 1
        },
        "q-countries-gb": .fails(.invalidParameter, "countries") { try await $0.basic.questions(countries: "gb") },
        "q-page-far": .gives { client in
            let list = try await client.questions(page: 999).value
            return list.items.isEmpty && list.count == 100 && list.status == "no_questions"
        },
        "q-page0": .fails(.invalidParameter, "page") { try await $0.basic.questions(page: 0) },
        "q-bool-bad": .fails(.invalidParameter, "with_image") { client in
            try await client.basic.call("GET", "/questions", query: ["with_image": "maybe"])
        },
        "q-campaign": .gives { client in
            let list = try await client.questions(where: .init(campaigns: ["agribalyse-category"])).value
            return list.items.map(\.barcode) == ["0000000000017"] && list.count == 1
        },
        "unanswered": .gives { client in
            let list = try await client.unansweredQuestions(count: 3).value
            return list.items.map(\.valueTag) == ["en:vegetarian", nil, "fr"]
                && list.items.map(\.count) == [130, 5, 3] && list.count == 148
        },
        "unanswered-none": .gives { client in
            try await client.unansweredQuestions(type: .other("zzz")).value.items.isEmpty
        },
    ]

    static let insights: [String: RecordedCase] = [
        "i-barcode": .gives { client in
            let list = try await client.insights(of: Barcode(nutella)).value
            let types = Set(list.items.map(\.type))
            return list.unreadableItems == 0 && types.isSuperset(of: [.category, .label, .brand, .ingredientDetection])
                && list.items.allSatisfy { $0.isOpen && $0.timestamp != nil && $0.votes == 0 }
        },
        "i-barcode-none": .gives { try await $0.insights(of: Barcode("00000000")).value.items.isEmpty },
        "i-random": .gives { client in
            let list = try await client.randomInsights(count: 1).value
            return list.count == 150 && list.items.map(\.countries) == [["en:united-kingdom"]]
        },
        "i-random-none": .gives { client in
            let list = try await client.randomInsights(type: .other("zzz")).value
            return list.items.isEmpty && list.count == 0 && list.status == "no_insights"
        },
        "i-detail": .gives { client in
            let value = try await client.insight(insight("02")).value
            return value.type == .label && value.boundingBox == BoundingBox(yMin: 0.1, xMin: 0.2, yMax: 0.3, xMax: 0.4)
                && value.predictor == .universalLogoDetector && value.confidence == 0.71
                && value.data["logo_id"] == .number(11) && value.uniqueScans == 900
        },
        "i-detail-404": .fails(.insightUnknown) { try await $0.insight(insight("ff")) },
        "i-detail-after-conflict": .gives { client in
            let value = try await client.insight(insight("33")).value
            let completed = Date(timeIntervalSince1970: 1_795_225_419.912665)
            return value.annotation == .skip && !value.isOpen && value.annotatedResult == 1 && value.votes == 4
                && value.completedAt.map { abs($0.timeIntervalSince(completed)) < 0.001 } == true
        },
        "i-list-annotated": .gives { client in
            let list = try await client.insights(where: .init(isAnnotated: true)).value
            return list.items.map(\.annotation) == [.no, .yes] && list.items.map(\.username) == ["bob", "alice"]
                && list.items.map(\.annotatedResult) == [1, 2]
        },
        "i-list-lc": .gives { client in
            let list = try await client.insights(where: .init(languages: [.french])).value
            return list.items.map(\.type) == [.ingredientSpellcheck, .ingredientDetection, .nutrientExtraction]
                && list.items[0].languages == [.french] && list.items[1].data["lang"]?["lang"] == .text("fr")
        },
        "i-dump": .gives { client in
            let table = try await client.insightDump(types: [.brand], barcode: Barcode(nutella)).value
            return table.columns.count == 27 && table.rows.count == 1
                && table[column: "data"] == ["{'text': 'Nutella'}"]
                && table[column: "countries"] == ["['en:france']"]
        },
        "i-dump-empty": .gives { client in
            let table = try await client.basic.insightDump(barcode: "1", annotated: false).value
            return table.columns.isEmpty && table.rows.isEmpty
        },
    ]
}
