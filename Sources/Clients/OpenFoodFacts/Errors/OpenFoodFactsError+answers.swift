package import HTTPTransport
import HTTPTypes

/// The kind of call, because the meaning of a status depends on it.
enum Subject: Sendable {
    case product, insight, logo, prediction, service
    /// An answer to an insight that is written to the product, with name and password.
    case acceptance
}

extension OpenFoodFactsError {
    /// The error for a response with a status of 400 or above.
    init(_ response: HTTPTransport.Response, about subject: Subject, hiding secrets: SecretScrubber) {
        let status = response.head.status.code
        let problem = (try? response.json(as: JSONValue.self)) ?? .null
        let (code, message) = Self.meaning(of: status, problem, about: subject)
        let words = Self.words(problem)
        self.init(
            code, message, status: status, serviceMessage: words.map { secrets.line($0, limit: 300) },
            serviceCode: Self.serviceCode(problem), field: status == 400 ? Self.parameter(in: problem) : nil,
            retryAfter: RetryAfter(response.head.headerFields))
    }

    /// The error for a response of 200 that contains an error: `{"error": …, "error_description": …}`, or
    /// `"description"`.
    init?(in answer: JSONValue, status: Int, hiding secrets: SecretScrubber) {
        guard let name = answer.words("error"), answer["predictions"] == nil else { return nil }
        let isImage = ["download_error", "ocr_input_error", "invalid_image"].contains(name)
        self.init(
            isImage ? .imageUnavailable : .unanalysed,
            isImage ? "the service could not read the picture" : "the service tells an error",
            status: status, serviceMessage: Self.words(answer).map { secrets.line($0, limit: 300) },
            serviceCode: Self.serviceCode(answer))
    }

    /// The status decides. The text is used only if a status has several meanings.
    private static func meaning(of status: Int, _ problem: JSONValue, about subject: Subject) -> (Code, String) {
        switch status {
        case 400: return badRequest(problem)
        case 401: return (.authenticationRequired, "the service wants name and password")
        case 403:
            let words = (problem.text("title") ?? "") + (problem.text("description") ?? "")
            let known = serviceCode(problem) == "invalid_user_id_and_password"
            return known || words.lowercased().contains("authentication")
                ? (.authenticationRequired, "the service wants name and password") : (.notAllowed, "not allowed")
        case 404: return absence(of: subject, problem)
        case 405: return (.methodNotAllowed, "the service does not take this method here")
        case 408: return (.timedOut, "the service did not get the whole request in time")
        case 429: return (.rateLimited, "the service was asked too often")
        case 500 where subject == .acceptance: return (.loginMaybeRefused, "name and password were most likely refused")
        case 503: return (.unavailable, "the service is overloaded")
        case 500..<600: return (.serverError, "the service failed")
        default: return (.unanalysed, "the service refused the request")
        }
    }

    private static func absence(of subject: Subject, _ problem: JSONValue) -> (Code, String) {
        switch subject {
        case .insight, .acceptance: (.insightUnknown, "there is no such insight")
        case .logo: (.logoUnknown, "there is no such logo")
        case .prediction where problem.text("description")?.hasPrefix("product ") == true:
            (.productUnknown, "there is no such product")
        default: (.notFound, "the service has no such thing")
        }
    }

    /// The message is `description` or, if that is missing, `title`.
    private static func badRequest(_ problem: JSONValue) -> (Code, String) {
        let title = problem.text("title") ?? ""
        let words = problem.text("description") ?? title
        switch title {
        case "Missing parameter": return (.missingParameter, "a parameter is missing")
        case "Invalid parameter", "invalid_model": return (.invalidParameter, "a parameter is not valid")
        case "Request data failed validation", "Invalid JSON": return (.bodyRefused, "the body is not as it must be")
        default: break
        }
        if words.contains("not authenticated") || words.contains("authentication is required") {
            return (.authenticationRequired, "the service wants name and password for this")
        }
        if words.contains("must be provided") || words.contains("is required") {
            return (.missingParameter, "a parameter is missing")
        }
        if parameter(in: problem) != nil { return (.invalidParameter, "a parameter is not valid") }
        return (.unanalysed, "the service refused the request")
    }

    /// The parameter that a message names, if this library sends a parameter with that name.
    private static func parameter(in problem: JSONValue) -> String? {
        let title = problem.text("title") ?? ""
        if title == "Domain not allowed!" { return "image_url" }
        if title == "invalid_model" { return "models" }
        if title.hasPrefix("invalid OCR URL") { return "ocr_url" }
        if title.hasPrefix("category predictor is only available") { return "server_type" }
        let words = problem.text("description") ?? title
        if words.hasPrefix("a type is required") { return "type" }
        // Parses a list of validation errors: `'loc': ('k',)`.
        if let place = words.firstRange(of: "'loc': ('") {
            let name = String(words[place.upperBound...].prefix { $0 != "'" })
            return parameters.contains(name) ? name : nil
        }
        // Names are in quotes or backquotes; otherwise `value` and `type` are ordinary words.
        let quoted = words.split(omittingEmptySubsequences: false) { $0 == "`" || $0 == "\"" }.enumerated()
        return quoted.lazy.filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
            .first { parameters.contains($0) }
    }

    private static let parameters: Set<String> = [
        "aggregation_strategy", "annotated", "annotation", "barcode", "brands", "campaigns", "count", "countries",
        "data",
        "device_id", "image_id", "image_url", "insight_id", "insight_types", "k", "lang", "lc", "logo_ids",
        "min_confidence", "model_name", "model_version", "models", "ocr_url", "order_by", "page", "predictor",
        "prediction_types", "reserved_barcode", "server_type", "taxonomy_value", "threshold", "type", "types", "update",
        "value", "value_tag", "with_image", "with_logo", "with_predictions", "x_max", "x_min", "y_max", "y_min",
    ]

    private static func serviceCode(_ problem: JSONValue) -> String? {
        let names = [
            problem.text("error"), problem.list("errors")?.first?["message"]?.text("id"), problem.text("title"),
        ]
        return names.lazy.compactMap(\.self).first { name in
            !name.isEmpty && name.utf8.count <= 60
                && name.utf8.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || $0 == UInt8(ascii: "_") }
        }
    }

    private static func words(_ problem: JSONValue) -> String? {
        for name in ["description", "error_description", "title", "error", "status_verbose"] {
            if let words = problem.words(name) { return words }
        }
        return problem.list("errors")?.first?["message"].flatMap { $0.words("lc_name") ?? $0.words("id") }
    }

}

extension OpenFoodFactsError: APIError {
    /// The error for a call without a response.
    package init(_ failure: TransportFailure) {
        let code: Code =
            switch failure.kind {
            case .connectionFailed: .connectionFailure
            case .unreadable: .dataCorrupted
            default: Code(failure.kind)
            }
        self.init(code, failure.message(of: "the service"), cause: failure.cause)
    }
}

extension OpenFoodFactsError.Code: APIErrorCode {}
