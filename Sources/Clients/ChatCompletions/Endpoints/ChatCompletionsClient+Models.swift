import Foundation
import HTTPTransport
import HTTPTypes

/// A model of a service.
public struct ChatModel: Sendable, Hashable, Decodable {
    /// The name used in requests. With llama.cpp it may be a file path.
    public var id: String
    /// The model's owner, if the service names it.
    public var owner: String?

    /// A model.
    public init(id: String, owner: String? = nil) {
        self.id = id
        self.owner = owner
    }

    private enum CodingKeys: String, CodingKey {
        case id
        case owner = "owned_by"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let id = container.text(.id), !id.isEmpty else { throw DecodingError.missing("id", decoder) }
        self.init(id: id, owner: container.text(.owner))
    }
}

extension ChatCompletionsClient {
    private struct ModelList: Decodable {
        let data: LossyList<ChatModel>
    }

    /// Returns the models of the service, in the service's order.
    ///
    /// Source: `GET /v1/models`.
    public func models() async throws -> [ChatModel] {
        let call = try request(.get, "/models")
        return try await inTime { patience in
            try await send(call, patience) {
                Reception(streams: false, limit: Self.largestAnswer, key: apiKey)
            } reading: { (reception) throws(Setback) in
                let (head, body) = try reception.success(now: now())
                do throws(ChatCompletionsError) {
                    let list: ModelList = try JSONReply(head, body).read()
                    if list.data.isUnreadable {
                        throw ChatCompletionsError(.invalidResponse, "no model of the list can be read", status: 200)
                    }
                    return list.data.elements
                } catch {
                    throw Setback(error: error)
                }
            }
        }
    }
}
