import HTTPTransport
import HTTPTypes

/// A response without streaming, which should be JSON.
struct JSONReply {
    private let response: HTTPTransport.Response

    init(_ head: HTTPResponse, _ body: [UInt8]) {
        response = HTTPTransport.Response(head: head, body: body)
    }

    func read<Value: Decodable>(_ type: Value.Type = Value.self) throws(ChatCompletionsError) -> Value {
        let status = response.head.status.code
        guard !response.isBlank else {
            throw ChatCompletionsError(.noResponse, "the answer has nothing in it", status: status)
        }
        do {
            return try response.json()
        } catch {
            throw ChatCompletionsError(
                .invalidResponse,
                response.isWebPage ? "the answer is a page for browsers" : "the answer is not JSON of this kind",
                status: status)
        }
    }
}
