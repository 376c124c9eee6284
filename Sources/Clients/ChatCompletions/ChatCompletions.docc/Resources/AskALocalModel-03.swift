import ChatCompletions
import Foundation
import URLSessionTransport

/// Asks a language model.
struct LocalModel {
    let client: ChatCompletionsClient
    let model: String

    /// `address` is that of the service with its version, for Ollama `http://127.0.0.1:11434/v1`.
    init(address: URL, model: String) {
        client = ChatCompletionsClient(baseURL: address, transport: URLSessionTransport().streaming)
        self.model = model
    }

    /// Shows the answer to a question while it is written.
    func answer(to question: String, show: (String) -> Void) async throws {
        let request = ChatRequest(
            model: model, messages: [ChatMessage(.system, "Answer in two sentences."), ChatMessage(.user, question)])
        for try await event in client.stream(request) {
            switch event {
            case .text(let part): show(part)
            case .reasoning, .refusal, .finished: break
            }
        }
    }
}
