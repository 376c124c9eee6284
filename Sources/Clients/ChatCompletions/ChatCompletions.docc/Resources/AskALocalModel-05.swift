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

    /// Shows the answer to a question while it is written, and returns it when it is complete.
    func answer(to question: String, show: (String) -> Void) async throws -> String {
        let request = ChatRequest(
            model: model, messages: [ChatMessage(.system, "Answer in two sentences."), ChatMessage(.user, question)])
        var answer: ChatCompletion?
        for try await event in client.stream(request) {
            switch event {
            case .text(let part): show(part)
            case .finished(let completion): answer = completion
            case .reasoning, .refusal: break
            }
        }
        return try answer?.checked().text ?? ""
    }

    /// Returns a sentence for the person.
    static func sentence(for error: ChatCompletionsError) -> String {
        switch error.code {
        case .refusal, .contentFiltered: "The model does not answer this question."
        case .cutOff where error.finishReason == .length: "The answer was too long, and its end is missing."
        case .contextExceeded: "The question is too long for this model."
        case .notFound: "Check the address of the service and the name of the model."
        case .notReady: "The service is still loading the model. Wait a minute."
        case .noNetwork, .connection, .timedOut: "The service cannot be reached. Is it running?"
        default: "There is no answer: \(error.message)."
        }
    }
}
