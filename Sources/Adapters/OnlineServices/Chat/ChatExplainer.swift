package import ChatCompletions
import Explaining
package import Foundation
package import HTTPTransport
package import Household
import Messages
import Synchronization

/// Explains a label with a model behind an OpenAI-compatible API. The domain checks the answers; neither requests nor
/// answers are logged.
package final class ChatExplainer: Sendable {
    private let key: KeyFile
    private let baseURL: URL
    private let model: String
    private let transport: StreamingTransport
    private let timeouts: ChatTimeouts
    private let now: @Sendable () -> Date
    /// Kept while the key is the same, because the client remembers which fields the service supports.
    private let client = Mutex<(key: String?, client: ChatCompletionsClient)?>(nil)

    package init(
        key: KeyFile, baseURL: URL, model: String, transport: StreamingTransport, timeouts: ChatTimeouts = .init(),
        now: @escaping @Sendable () -> Date
    ) {
        self.key = key
        self.baseURL = baseURL
        self.model = model
        self.transport = transport
        self.timeouts = timeouts
        self.now = now
    }

    /// Set `isOwn` if the model runs on this machine.
    package func service(isOwn: Bool, tokenLimit: Int, temperature: Double) -> ExplainerService {
        ExplainerService(
            model: model, host: baseURL.host() ?? "?", isOwn: isOwn, tokenLimit: tokenLimit, temperature: temperature
        ) { [self] in try await complete($0) }
    }

    private func complete(_ prompt: ExplainerPrompt) async throws -> String {
        let key = key.key()
        let client = client.withLock { kept in
            if let kept, kept.key == key { return kept.client }
            let fresh = ChatCompletionsClient(
                baseURL: baseURL, apiKey: key, timeouts: timeouts, transport: transport, now: now)
            kept = (key, fresh)
            return fresh
        }
        do {
            // Streams, because a slow local model sends its first word long before its last one.
            let completion = try await client.stream(try request(prompt)).completion().checked()
            return AnswerText.withoutFence(AnswerText.withoutThinking(completion.text ?? ""))
        } catch let error as ChatCompletionsError {
            throw failure(error)
        }
    }

    private func request(_ prompt: ExplainerPrompt) throws -> ChatRequest {
        guard let schema = try? JSONDecoder().decode(JSONValue.self, from: Data(prompt.schema.utf8)) else {
            throw HouseholdError(.internalFault, localized("The form of the answer is no JSON."))
        }
        return ChatRequest(
            model: model,
            messages: prompt.messages.map { message in
                ChatMessage(message.role == .system ? .system : .user, message.content)
            }, tokenLimit: prompt.limits.tokens, temperature: prompt.limits.temperature,
            format: .jsonSchema(AnswerSchema(name: prompt.schemaName, schema: schema)))
    }

    private func failure(_ error: ChatCompletionsError) -> HouseholdError {
        let wait = error.retryAfter.map { Self.wait($0) }
        let host = baseURL.host() ?? "?"
        return switch error.code {
        case .noNetwork: HouseholdError(.serviceOffline, localized("There is no network connection."), cause: error)
        case .connection:
            HouseholdError(
                .serviceOffline, localized("The model cannot be reached."),
                hint: localized("Is it running at \(host, "host")?"), cause: error)
        case .timedOut: HouseholdError(.serviceTimedOut, localized("The model took too long."), cause: error)
        case .authentication:
            HouseholdError(
                .serviceKeyRefused, localized("The model’s service does not take the key."),
                hint: localized("The setting chat.api-key-file names its file."), cause: error)
        case .quota:
            HouseholdError(
                .serviceQuotaUsed, localized("What was paid for at the model’s service is used up."), cause: error)
        case .rateLimited:
            HouseholdError(
                .servicePaused, localized("The model’s service was asked too often."), hint: wait, cause: error)
        case .notReady:
            HouseholdError(
                .servicePaused, localized("The model is still being loaded."),
                hint: localized("Try again in a minute."), cause: error)
        case .notFound:
            HouseholdError(
                .serviceFailed, localized("There is no such model there."),
                hint: localized("The settings chat.base-url and chat.model say which."),
                cause: error)
        case .cutOff:
            HouseholdError(
                .serviceUnreadable, localized("The model’s answer was cut off."),
                hint: error.isMidStream
                    ? localized("Try again.") : localized("The setting chat.max-tokens allows more."), cause: error)
        case .contextExceeded:
            HouseholdError(
                .promptTooLong, localized("The label and the question are longer than the model can read at once."),
                hint: localized(
                    """
                    Start the model with a longer context: llama-server -c, OLLAMA_CONTEXT_LENGTH, or vllm \
                    --max-model-len. A smaller chat.max-tokens leaves more of it, too.
                    """),
                cause: error)
        case .refusal, .contentFiltered:
            HouseholdError(.serviceFailed, localized("The model would not answer."), cause: error)
        case .noResponse, .invalidResponse, .redirected:
            HouseholdError(
                .serviceUnreadable, localized("What the model’s service answered cannot be read."), cause: error)
        default: HouseholdError(.serviceFailed, localized("The model’s service could not be asked."), cause: error)
        }
    }

    private static func wait(_ duration: Duration) -> String {
        let seconds = Int((duration / .seconds(1)).rounded(.up))
        let minutes = (seconds + 59) / 60
        return seconds < 120
            ? localized(
                seconds, one: "It asks Stillroom to wait for 1 second.",
                other: "It asks Stillroom to wait for \(seconds, "count") seconds.")
            : localized(
                minutes, one: "It asks Stillroom to wait for 1 minute.",
                other: "It asks Stillroom to wait for \(minutes, "count") minutes.")
    }
}
