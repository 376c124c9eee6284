import Synchronization

/// The form of requests to one model, as learnt from its refusals.
struct Adaptation: Sendable, Hashable {
    enum TokenField: String, Sendable {
        case new = "max_completion_tokens"
        case old = "max_tokens"

        var other: TokenField { self == .new ? .old : .new }
    }

    var tokenField: TokenField
    var hasSwapped = false
    var leftOut: Set<String> = []
    /// The strictest format that may be tried.
    var rung = FormatRung.jsonSchema

    /// OpenAI has deprecated `max_tokens`, and its reasoning models refuse it; Ollama silently ignores the new field.
    init(isOpenAI: Bool) { tokenField = isOpenAI ? .new : .old }

    /// The format rung of a request; nil for plain text.
    func rung(of request: ChatRequest) -> FormatRung? {
        switch request.format {
        case .text: nil
        case .jsonObject: max(rung, .jsonObject)
        case .jsonSchema: rung
        }
    }

    func form(of request: ChatRequest, streams: Bool) -> SentForm {
        var fields = Set(request.extra.keys)
        if request.temperature != nil { fields.insert("temperature") }
        if streams { fields.insert("stream_options") }
        return SentForm(
            rung: rung(of: request), tokenLimitField: request.tokenLimit.map { _ in tokenField.rawValue },
            leftOut: leftOut.intersection(fields).sorted())
    }

    /// Changes only the refused field. Returns false if there is nothing to change.
    mutating func adapt(to refusal: ChatCompletionsError, of request: ChatRequest, streams: Bool) -> Bool {
        // A request that is too long is too long in any form.
        guard refusal.code != .contextExceeded, refusal.status == 400 || refusal.status == 422 else { return false }
        let field = refusal.parameter.map { String($0.prefix { $0 != "." && $0 != "[" }) }
        if let type = refusal.serviceCode, Self.unsupported.contains(type), let field, field != "response_format" {
            return give(up: field, because: type, of: request, streams: streams)
        }
        guard let rung = rung(of: request), let next = FormatRung(rawValue: rung.rawValue + 1),
            field == nil || field == "response_format",
            refusal.serviceCode.map({ !Self.otherReasons.contains($0) }) ?? true
        else { return false }
        self.rung = next
        return true
    }

    private mutating func give(up field: String, because type: String, of request: ChatRequest, streams: Bool) -> Bool {
        if field == tokenField.rawValue, request.tokenLimit != nil {
            // Only tries the field's other name, and only once: a request without a token limit would be a different
            // request.
            guard type == "unsupported_parameter", !hasSwapped else { return false }
            hasSwapped = true
            tokenField = tokenField.other
            return true
        }
        let isSent =
            (field == "temperature" && request.temperature != nil) || (field == "stream_options" && streams)
            || request.extra[field] != nil
        return isSent && leftOut.insert(field).inserted
    }

    private static let unsupported: Set = ["unsupported_parameter", "unsupported_value"]
    /// Refusals for which another form of the request does not help.
    private static let otherReasons: Set = [
        "context_length_exceeded", "string_above_max_length", "content_policy_violation", "content_filter",
        "invalid_prompt", "model_not_found", "invalid_api_key", "unsupported_parameter", "rate_limit_exceeded",
    ]
}

/// The adaptations by model, shared by all copies of a client.
final class Adaptations: Sendable {
    private let byModel = Mutex<[String: Adaptation]>([:])

    func adaptation(to model: String, isOpenAI: Bool) -> Adaptation {
        byModel.withLock { $0[model] } ?? Adaptation(isOpenAI: isOpenAI)
    }

    func keep(_ adaptation: Adaptation, for model: String) {
        byModel.withLock { $0[model] = adaptation }
    }
}
