import Foundation

extension FoodStub {
    /// An insight of Robotoff and the answers to it.
    struct Insight: Sendable {
        let id: String
        let barcode: String
        let type: String
        var valueTag: String?
        var value: String?
        var data: StubJSON = [:]
        var countries = ["en:france"]
        var brands: [String] = []
        var scans = 10
        var predictor: String?
        var confidence: Double?
        /// The path below `/images/products`.
        var sourceImage: String?
        var box: [Double]?
        var languages: [String]?
        var isAutomatic = false
        var campaigns: [String] = []
        var serverType = "off"
        /// The outcome code of a yes at Open Food Facts.
        var trouble: Int?
        var annotation: Int?
        var annotatedResult: Int?
        var votes = 0
        var name: String?
        var completed: Date?

        /// Whether the barcode is reserved for shops.
        var isReserved: Bool { barcode.count == 13 && (barcode.hasPrefix("2") || barcode.hasPrefix("02")) }

        var takesVotes: Bool { type != "nutrient_extraction" && type != "ingredient_detection" }

        mutating func close(with value: Int, by name: String?, at now: Date) {
            annotation = value
            self.name = name
            completed = now
        }

        /// Replaces the category by an own value.
        mutating func becomes(_ tag: String) {
            data = ["original_value_tag": valueTag.map { .string($0) } ?? .null, "user_input": true]
            (valueTag, value) = (tag, nil)
        }

        /// The fault of an own value; nil if it is valid. Unknown keys are refused.
        func fault(of own: StubJSON) -> String? {
            let (needed, allowed): (String, Set<String>) =
                switch type {
                case "category": ("value_tag", [])
                case "ingredient_spellcheck", "ingredient_detection": ("annotation", ["rotation", "bounding_box"])
                case "nutrient_extraction": ("nutrients", ["serving_size"])
                default: ("", [])
                }
            guard !needed.isEmpty else { return nil }
            guard case .object(let members) = own else { return "1 validation error: not an object" }
            let faults =
                (members[needed] == nil ? ["\(needed): Field required"] : [])
                + members.keys.filter { $0 != needed && !allowed.contains($0) }.sorted()
                .map { "\($0): Extra inputs are not permitted" }
            return faults.isEmpty ? nil : "\(faults.count) validation errors: " + faults.joined(separator: ", ")
        }

        /// The insight as JSON with all 27 keys.
        var json: StubJSON {
            func text(_ text: String?) -> StubJSON { text.map { .string($0) } ?? .null }
            func number(_ number: Int?) -> StubJSON { number.map { .int($0) } ?? .null }
            func texts(_ texts: [String]) -> StubJSON { .array(texts.map { .string($0) }) }
            return [
                "id": .string(id), "barcode": .string(barcode), "type": .string(type), "data": data,
                "timestamp": "2026-01-02T03:04:05", "completed_at": text(completed.map(Self.time)),
                "annotation": number(annotation), "annotated_result": number(annotatedResult),
                "n_votes": .int(votes), "username": text(name), "countries": texts(countries), "brands": texts(brands),
                "process_after": nil, "value_tag": text(valueTag), "value": text(value),
                "source_image": text(sourceImage), "automatic_processing": .bool(isAutomatic),
                "server_type": .string(serverType), "unique_scans_n": .int(scans),
                "reserved_barcode": .bool(isReserved), "predictor": text(predictor), "predictor_version": nil,
                "campaign": texts(campaigns), "confidence": confidence.map { .double($0) } ?? .null,
                "bounding_box": box.map { .array($0.map { .double($0) }) } ?? .null,
                "lc": languages.map { texts($0) } ?? .null, "with_image": true,
            ]
        }

        /// A time without a zone, which means UTC.
        private static func time(_ date: Date) -> String {
            let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
            return String(date.formatted(style).prefix { character in character != "Z" })
        }
    }
}

extension FoodStub.Insight {
    /// "f00d0000-0000-4000-8000-000000000001".
    static func id(_ number: Int) -> String {
        let digits = String(number)
        return "f00d0000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
    }

    private static let spread = "3560070169443"
    private static let biscuits = "5010477348678"
    private static let soup = "8413000065504"
    private static let fizz = "0049000006346"

    /// In the order of the service's table, not by importance: a count of 1 returns the packaging of the spread.
    static let all: [Self] = [
        .init(
            id: id(1), barcode: spread, type: "packaging", value: nil,
            data: [
                "element": ["shape": ["value_tag": "en:jar"], "material": ["value_tag": "en:glass"]], "lang": "en",
            ], scans: 900, predictor: "grammar", sourceImage: "/356/007/016/9443/2.jpg"),
        .init(
            id: id(2), barcode: spread, type: "product_weight", value: "350 g",
            data: ["raw": "e 350 g", "value": "350", "unit": "g"], scans: 900, predictor: "regex",
            sourceImage: "/356/007/016/9443/1.jpg"),
        .init(
            id: id(3), barcode: spread, type: "brand", valueTag: "nordlicht", value: "Nordlicht",
            data: ["text": "NORDLICHT"], brands: ["nordlicht"], scans: 900, predictor: "curated-list",
            sourceImage: "/356/007/016/9443/1.jpg"),
        .init(
            id: id(4), barcode: spread, type: "label", valueTag: "en:organic",
            data: ["logo_id": 11, "bounding_box": [0.1, 0.2, 0.3, 0.4]], countries: ["en:france", "en:germany"],
            brands: ["nordlicht"], scans: 900, predictor: "universal-logo-detector", confidence: 0.71,
            sourceImage: "/356/007/016/9443/1.jpg", box: [0.1, 0.2, 0.3, 0.4]),
        .init(
            id: id(5), barcode: spread, type: "category", valueTag: "en:hazelnut-spreads",
            countries: ["en:france", "en:germany"], brands: ["nordlicht"], scans: 900, predictor: "neural",
            confidence: 0.93),
        .init(
            id: id(6), barcode: biscuits, type: "label", valueTag: "en:vegan", countries: ["en:united-kingdom"],
            brands: ["field-and-mill"], scans: 300, predictor: "neural", confidence: 0.8,
            sourceImage: "/501/047/734/8678/1.jpg", campaigns: ["agribalyse-category"]),
        .init(
            id: id(7), barcode: biscuits, type: "category", valueTag: "en:oat-biscuits",
            countries: ["en:united-kingdom"], brands: ["field-and-mill"], scans: 300, predictor: "neural",
            confidence: 0.6),
        .init(
            id: id(8), barcode: biscuits, type: "category", valueTag: "en:biscuits", scans: 300, predictor: "neural",
            confidence: 0.99, isAutomatic: true),
        .init(
            id: id(9), barcode: soup, type: "ingredient_spellcheck", valueTag: "fr",
            data: [
                "original": "eau, lentiles", "correction": "eau, lentilles", "lang": "fr", "lang_confidence": 0.99,
            ], languages: ["fr"]),
        .init(
            id: id(10), barcode: soup, type: "ingredient_detection", valueTag: "fr",
            data: [
                "text": "eau, lentilles, sel", "start": 0, "end": 19, "raw_end": 19, "score": 0.98,
                "lang": ["lang": "fr", "confidence": 0.97], "rotation": 0, "bounding_box": [0.1, 0.1, 0.5, 0.9],
            ], sourceImage: "/841/300/006/5504/3.jpg", languages: ["fr"]),
        .init(
            id: id(11), barcode: soup, type: "nutrient_extraction",
            data: [
                "nutrients": ["fat_100g": ["entity": "fat_100g", "value": "1.2", "unit": "g", "score": 0.9]],
                "entities": ["postprocessed": []],
            ], predictor: "nutrition_extractor", sourceImage: "/841/300/006/5504/4.jpg"),
        .init(
            id: id(12), barcode: fizz, type: "nutrition_image", valueTag: "en", data: ["priority": 1],
            countries: ["en:united-states"], sourceImage: "/004/900/000/6346/2.jpg"),
        .init(
            id: id(13), barcode: fizz, type: "is_upc_image", countries: ["en:united-states"],
            sourceImage: "/004/900/000/6346/3.jpg", trouble: 10),
        .init(
            id: id(14), barcode: fizz, type: "image_orientation", valueTag: "right", value: "right",
            data: ["orientation": "right", "rotation": 270], countries: ["en:united-states"],
            sourceImage: "/004/900/000/6346/1.jpg", trouble: 4),
        .init(
            id: id(15), barcode: fizz, type: "category", valueTag: "en:lemon-sodas", countries: ["en:united-states"],
            scans: 700, predictor: "neural", confidence: 0.5, sourceImage: "/004/900/000/6346/1.jpg"),
        .init(id: id(16), barcode: "2041813002834", type: "label", valueTag: "en:organic", scans: 5),
        .init(
            id: id(17), barcode: "1990000000034", type: "brand", valueTag: "sal-et-luz", value: "Sal et Luz",
            serverType: "obf"),
        // An insight of a product that was deleted later.
        .init(id: id(18), barcode: "1990000000119", type: "label", valueTag: "en:organic", scans: 2),
    ]
}
