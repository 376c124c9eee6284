import Foundation
import HTTPTransport

typealias Rule = TrefleError.Rule

/// Checks a request before it is sent, because the service would ignore or misunderstand it.
extension TrefleError.Rule {
    static func check(text: String) throws {
        guard !text.allSatisfy(\.isWhitespace), text.utf8.count <= 500 else {
            throw TrefleError(refusing: .text, "a search text has 1 to 500 bytes")
        }
    }

    static func check(page: Int?, limit: Int? = nil) throws {
        guard page.map({ $0 >= 1 }) ?? true else { throw TrefleError(refusing: .page, "pages are counted from 1") }
        guard limit.map({ $0 >= 1 }) ?? true else {
            throw TrefleError(refusing: .limit, "at least one result must be asked for")
        }
    }

    static func check(_ selection: TrefleSelection, for rule: FieldRule) throws {
        for (fields, allowed, purpose) in [
            (Set(selection.filter.keys), rule.filter, "filtered by"),
            (Set(selection.filterNot.keys), rule.filterNot, "filtered by what it is not"),
            (Set(selection.range.keys), rule.range, "cut by"),
            (Set(selection.order.map(\.field)), rule.order, "sorted by"),
        ] {
            guard let field = fields.subtracting(allowed).intersection(FieldRule.known).map(\.rawValue).min() else {
                continue
            }
            throw TrefleError(refusing: .field, "this list cannot be \(purpose) \(field)")
        }
        for values in selection.filter.values { try check(values: values) }
        for values in selection.filterNot.values { try check(values: values.map { $0 ?? "null" }) }
        guard selection.range.values.allSatisfy(\.isSensible) else {
            throw TrefleError(refusing: .range, "a range has a bound, and something below it")
        }
    }

    private static func check(values: [String]) throws {
        guard !values.isEmpty, values.allSatisfy({ !$0.isEmpty && !$0.contains(",") }) else {
            throw TrefleError(refusing: .value, "a filter has at least one value, and no comma in it")
        }
    }

    /// The token is sent to the target of a link, so a link may only lead to paths that this client requests itself.
    static func check(link: String) throws {
        let isPlain = link.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        let path = link.prefix { $0 != "?" }.lowercased().replacing("%2e", with: ".").replacing("%2f", with: "/")
        let hasDots = path.split(separator: "/").contains { [".", ".."].contains($0) }
        guard isPlain, link.hasPrefix("/api/v1/"), !hasDots, !link.contains("#") else {
            throw TrefleError(refusing: .link, "the link leads to no page of Trefle's")
        }
    }

    static func check(_ draft: CorrectionDraft) throws {
        guard !draft.scientificName.allSatisfy(\.isWhitespace), !draft.fields.isEmpty else {
            throw TrefleError(refusing: .correction, "a correction has a scientific name and something to correct")
        }
        guard draft.origin != .external || draft.sourceReference?.isEmpty == false else {
            throw TrefleError(refusing: .correction, "an external correction says where it comes from")
        }
    }

    static func check(origin: URL) throws {
        guard origin.isWebAddress else {
            throw TrefleError(refusing: .origin, "an origin is the address of a web page")
        }
    }
}
