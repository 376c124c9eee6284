import Foundation
import Synchronization

/// The answers of Open Food Facts.
extension FoodStub {
    /// A product in the form of API v2.
    struct Product: Sendable {
        let code: String
        /// The project: food, beauty, petfood, product.
        var type = "food"
        var fields: [String: StubJSON]

        /// Applies an answer to a question.
        mutating func take(_ insight: Insight) {
            switch insight.type {
            case "category": add(insight.valueTag, to: "categories_tags")
            case "label": add(insight.valueTag, to: "labels_tags")
            case "brand":
                let brands = [fields["brands"]?.string, insight.value].compactMap(\.self).joined(separator: ",")
                fields["brands"] = .string(brands)
                add(insight.valueTag, to: "brands_tags")
            case "product_weight":
                if fields["quantity"] == nil { fields["quantity"] = insight.value.map { .string($0) } }
            default: break
            }
            fields["rev"] = .int((fields["rev"]?.int ?? 1) + 1)
        }

        private mutating func add(_ tag: String?, to name: String) {
            guard let tag, fields[name]?.elements.contains(.string(tag)) != true else { return }
            fields[name] = .array((fields[name]?.elements ?? []) + [.string(tag)])
        }
    }

    static func url(of request: StubRequest) -> String { "http://" + (request.header("host") ?? "127.0.0.1") }

    /// `/api/v3.6/product/{code}` and `/api/v2/product/{code}`.
    func product(_ request: StubRequest) -> StubReply {
        let steps = request.path.split(separator: "/").map(String.init)
        let (version, sent) = (steps[1], steps[3])
        guard request.method == "GET", version == "v2" || version.hasPrefix("v3") else { return .html(404) }
        let code = Self.normalised(sent)
        let found = state.withLock { $0.products[code] }
        let wanted = request.query("product_type") ?? "food"
        if let found, found.type != wanted {
            // The real service redirects to the sister project's host; the stub redirects to itself.
            if wanted == "all", found.type != "food" {
                let rest = request.target.replacing("product_type=all", with: "product_type=\(found.type)")
                return .redirect(to: rest)
            }
            if wanted != "all" { return Self.elsewhere(found, version) }
        }
        guard let found, (4...24).contains(code.utf8.count) else { return Self.absent(code, sent, version) }
        let product = Self.document(found, request, isNew: version != "v2")
        if version == "v2" {
            let body: StubJSON = [
                "code": .string(code), "product": product, "status": 1, "status_verbose": "product found",
            ]
            return .json(body.bytes)
        }
        let warnings = Self.warnings(code, sent)
        let body: StubJSON = [
            "code": .string(code), "errors": [], "product": product, "result": Self.message("product_found"),
            "status": .string(warnings.isEmpty ? "success" : "success_with_warnings"), "warnings": .array(warnings),
        ]
        return .json(body.bytes)
    }

    private static func message(_ id: String) -> StubJSON {
        let words = StubJSON.string(id.replacing("_", with: " ").capitalized)
        return ["id": .string(id), "name": words, "lc_name": words]
    }

    private static func trouble(_ id: String, _ field: String, _ value: String, impact: String) -> StubJSON {
        [
            "field": ["id": .string(field), "value": .string(value)], "impact": message(impact),
            "message": ["id": .string(id), "name": "", "lc_name": ""],
        ]
    }

    private static func warnings(_ code: String, _ sent: String) -> [StubJSON] {
        code == sent ? [] : [trouble("different_normalized_product_code", "code", code, impact: "none")]
    }

    private static func absent(_ code: String, _ sent: String, _ version: String) -> StubReply {
        if version == "v2" {
            let body: StubJSON = [
                "code": .string(code), "status": 0, "status_verbose": "product not found",
            ]
            return .json(body.bytes, status: 404)
        }
        let isCode = (4...24).contains(code.utf8.count)
        let error = trouble(isCode ? "product_not_found" : "invalid_code", "code", code, impact: "failure")
        let body: StubJSON = [
            "code": .string(code), "errors": [error], "result": message("product_not_found"), "status": "failure",
            "warnings": .array(warnings(code, sent)),
        ]
        return .json(body.bytes, status: 404)
    }

    private static func elsewhere(_ product: Product, _ version: String) -> StubReply {
        guard version != "v2" else { return absent(product.code, product.code, version) }
        let id = "product_found_with_a_different_product_type"
        let body: StubJSON = [
            "code": .string(product.code), "errors": [trouble(id, "product_type", product.type, impact: "failure")],
            "result": message(id), "status": "failure", "warnings": [],
        ]
        return .json(body.bytes, status: 404)
    }

    // MARK: - Report

    /// The requested fields, without missing values.
    static func document(_ product: Product, _ request: StubRequest, isNew: Bool) -> StubJSON {
        var all = product.fields
        for (name, value) in all {
            // Texts in the requested language, or in the product's own if they are missing there.
            guard let language = request.query("lc")?.split(separator: ",").first,
                ["product_name", "generic_name", "ingredients_text"].contains(name), value.string != nil
            else { continue }
            all[name] = all["\(name)_\(language)"] ?? value
        }
        all["code"] = .string(product.code)
        all["_id"] = .string(product.code)
        all["product_type"] = .string(product.type)
        addPictures(&all, product.code, at: url(of: request))
        if isNew { renew(&all) }
        guard let fields = request.query("fields"), fields != "all", !fields.isEmpty else { return .object(all) }
        let names = Set(fields.split(separator: ",").map(String.init))
        return .object(all.filter { names.contains($0.key) })
    }

    static func picturePath(_ code: String) -> String {
        let digits = String(repeating: "0", count: max(0, 13 - code.count)) + code
        let starts = [0, 3, 6, 9]
        let parts = starts.map { start in digits.dropFirst(start).prefix(start == 9 ? digits.count : 3) }
        return "/images/products/" + parts.joined(separator: "/")
    }

    /// `pictures` of the catalogue contains the kinds; the service returns an address for each.
    private static func addPictures(_ all: inout [String: StubJSON], _ code: String, at url: String) {
        let kinds = all.removeValue(forKey: "pictures")?.elements.compactMap(\.string) ?? []
        let language = all["lang"]?.string ?? "en"
        var selected: [String: StubJSON] = [:]
        for kind in kinds {
            let address = url + picturePath(code) + "/\(kind)_\(language).4"
            all["image_\(kind)_url"] = .string(address + ".400.jpg")
            all["image_\(kind)_small_url"] = .string(address + ".200.jpg")
            selected[kind] = [
                "display": .object([language: .string(address + ".400.jpg")]),
                "small": .object([language: .string(address + ".200.jpg")]),
            ]
        }
        if !selected.isEmpty { all["selected_images"] = .object(selected) }
    }

    /// Converts the members that changed in API 3: brands with a prefix, the Green-Score, nutrition.
    private static func renew(_ all: inout [String: StubJSON]) {
        if let brands = all["brands_tags"] {
            all["brands_tags"] = .array(brands.elements.map { .string("xx:" + ($0.string ?? "")) })
        }
        for suffix in ["grade", "score"] {
            all["environmental_score_" + suffix] = all.removeValue(forKey: "ecoscore_" + suffix)
        }
        all["schema_version"] = 1003
        guard case .object(let nutriments)? = all.removeValue(forKey: "nutriments") else { return }
        var nutrients: [String: StubJSON] = [:]
        for (key, value) in nutriments where key.hasSuffix("_100g") {
            let name = String(key.dropLast(5))
            nutrients[name] = ["value": value, "unit": nutriments[name + "_unit"] ?? "g"]
        }
        guard !nutrients.isEmpty else { return }
        let set: StubJSON = ["preparation": "as_sold", "per": "100g", "nutrients": .object(nutrients)]
        all["nutrition"] = ["aggregated_set": set]
    }

    // MARK: - Many products

    func search(_ request: StubRequest) throws(Refusal) -> StubReply {
        let isOld = request.path.hasPrefix("/cgi")
        let page = max(1, request.query("page").flatMap { Int($0) } ?? 1)
        let size = min(100, max(1, request.query("page_size").flatMap { Int($0) } ?? (isOld ? 20 : 24)))
        let words = (request.query("search_terms") ?? "").lowercased().split(separator: " ").map(String.init)
        let tags = request.query.filter { $0.name.hasSuffix("_tags") }
        let found = state.withLock { Array($0.products.values) }.filter { product in
            let text = ["product_name", "generic_name", "brands"].compactMap { product.fields[$0]?.string }
                .joined(separator: " ").lowercased()
            return product.type == "food" && words.allSatisfy { text.contains($0) }
                && tags.allSatisfy { tag in
                    let has = Set(product.fields[tag.name]?.elements.compactMap(\.string) ?? [])
                    return tag.value.split(separator: ",").allSatisfy { has.contains(String($0)) }
                }
        }.sorted { $0.code < $1.code }
        let products = found.dropFirst((page - 1) * size).prefix(size).map { Self.document($0, request, isNew: false) }
        // The old search returns some numbers as texts.
        let body: StubJSON = [
            "count": .int(found.count), "page": isOld ? .string(String(page)) : .int(page),
            "page_size": isOld ? .string(String(size)) : .int(size), "page_count": .int(products.count),
            "skip": .int((page - 1) * size), "products": .array(products),
        ]
        return .json(body.bytes)
    }

    // MARK: - Codes

    /// Normalises a code as the server does: GS1 first, then the digits without leading zeros, padded to 8 or 13. Does
    /// not verify check digits.
    package static func normalised(_ text: String) -> String {
        var rest = text[...]
        let marks: [Character] = ["^", "\u{1D}", "\u{241D}"]
        let isMarked = rest.first.map { marks.contains($0) } ?? false
        if isMarked { rest = rest.dropFirst() }
        if let place = rest.firstRange(of: "/01/") { return padded(String(rest[place.upperBound...].prefix(14))) }
        if rest.contains("://") { return "" }
        if rest.hasPrefix("(01)") { return padded(String(rest.dropFirst(4).prefix(14))) }
        let digits = rest.filter { "0"..."9" ~= $0 }
        if digits.hasPrefix("01"), isMarked || digits.count >= 16 {
            return padded(String(digits.dropFirst(2).prefix(14)))
        }
        return digits.isEmpty ? "" : padded(String(digits))
    }

    static func padded(_ digits: String) -> String {
        let rest = digits.drop { $0 == "0" }
        let length = rest.count <= 8 ? 8 : rest.count <= 12 ? 13 : rest.count
        return String(repeating: "0", count: length - rest.count) + rest
    }
}
