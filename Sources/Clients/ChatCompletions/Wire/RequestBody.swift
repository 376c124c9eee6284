import Foundation
import HTTPTransport

/// Writes a request as JSON.
enum RequestBody {
    static func bytes(
        of request: ChatRequest, _ adaptation: Adaptation, streams: Bool
    ) throws(ChatCompletionsError) -> [UInt8] {
        do {
            // The keys are sorted, so that equal requests have equal bytes and the request that was shown to the user
            // is the one that is sent.
            return try [UInt8](json: json(of: request, adaptation, streams: streams))
        } catch {
            // A number is not finite. The error must not contain the request's data.
            throw ChatCompletionsError(refusing: .extra, "a value cannot be written as JSON")
        }
    }

    static func json(of request: ChatRequest, _ adaptation: Adaptation, streams: Bool) -> JSONValue {
        var fields = request.extra
        fields["model"] = .text(request.model)
        fields["stream"] = .flag(streams)
        if streams { fields["stream_options"] = .object(["include_usage": .flag(true)]) }
        if let limit = request.tokenLimit { fields[adaptation.tokenField.rawValue] = .number(Double(limit)) }
        if let temperature = request.temperature { fields["temperature"] = .number(temperature) }
        let rung = adaptation.rung(of: request)
        fields["response_format"] = rung.flatMap { format(request.format, $0) }
        for name in adaptation.leftOut { fields[name] = nil }
        fields["messages"] = .list(
            messages(of: request, rung).map { .object(["role": .text($0.role.rawValue), "content": .text($0.text)]) })
        return .object(fields)
    }

    private static func format(_ format: AnswerFormat, _ rung: FormatRung) -> JSONValue? {
        switch (format, rung) {
        case (.jsonSchema(let schema), .jsonSchema):
            .object([
                "type": .text("json_schema"),
                "json_schema": .object([
                    "name": .text(schema.name), "schema": schema.schema, "strict": .flag(schema.isStrict),
                ]),
            ])
        case (.text, _), (_, .promptOnly): nil
        default: .object(["type": .text("json_object")])
        }
    }

    /// If no field requests the format, a text requests it. The text is appended to the first system message, because
    /// many templates allow only one system message, at the beginning.
    private static func messages(of request: ChatRequest, _ rung: FormatRung?) -> [ChatMessage] {
        guard let rung, let words = words(request, rung) else { return request.messages }
        var messages = request.messages
        if let place = messages.firstIndex(where: { $0.role == .system }) {
            messages[place].text += "\n\n" + words
        } else {
            messages.insert(ChatMessage(.system, words), at: 0)
        }
        return messages
    }

    private static func words(_ request: ChatRequest, _ rung: FormatRung) -> String? {
        let plain = "Answer with one JSON object and nothing else, without a code fence."
        switch request.format {
        case .text: return nil
        case .jsonObject:
            // Some services require the word JSON in a message.
            let saysSo = request.messages.contains { $0.text.lowercased().contains("json") }
            return rung == .jsonObject && saysSo ? nil : plain
        case .jsonSchema(let schema):
            guard rung > .jsonSchema else { return nil }
            let text = (try? [UInt8](json: schema.schema)).map { String(decoding: $0, as: UTF8.self) }
            return plain + (text.map { " It must match this JSON Schema: \($0)" } ?? "")
        }
    }
}
