import HTTPTransport

typealias Rule = OpenFoodFactsError.Rule

/// Checks a request before it is sent, because the service would ignore, refuse or misunderstand it.
extension OpenFoodFactsError.Rule {
    /// A slash or a dot segment would lead to another address, even if it is escaped.
    static func segment(_ text: String, _ rule: Rule, limit: Int = 200) throws -> String {
        guard let segment = QueryItems.pathSegment(text, limit: limit) else {
            throw OpenFoodFactsError(refusing: rule, "what stands in an address is one segment of it")
        }
        return segment
    }

    static func check(count: Int?, page: Int? = nil, limit: Int = .max) throws {
        guard count.map({ (1...limit).contains($0) }) ?? true, page.map({ $0 >= 1 }) ?? true else {
            throw OpenFoodFactsError(refusing: .count, "pages and counts start at 1, and some counts end")
        }
    }

    static func check(values: [String]) throws {
        guard values.allSatisfy({ !$0.isEmpty && !$0.contains(",") }) else {
            throw OpenFoodFactsError(refusing: .value, "a value of a list is not empty, and has no comma in it")
        }
    }

    static func check(text: String, limit: Int = 100_000) throws {
        guard !text.allSatisfy(\.isWhitespace), text.utf8.count <= limit else {
            throw OpenFoodFactsError(refusing: .text, "a text has something in it")
        }
    }

    static func check(threshold: Double?) throws {
        guard threshold.map({ (0...1).contains($0) }) ?? true else {
            throw OpenFoodFactsError(refusing: .threshold, "a threshold is from 0 to 1")
        }
    }
}
