/// Why an answer ended, in the service's own word; services know more words than these, and some send an empty one.
public struct FinishReason: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The word.
    public let rawValue: String

    /// A reason of this word.
    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// The answer is complete.
    public static let stop = FinishReason(rawValue: "stop")
    /// The token limit or the context limit: the answer is cut off.
    public static let length = FinishReason(rawValue: "length")
    /// The service has kept the rest of the answer back.
    public static let contentFilter = FinishReason(rawValue: "content_filter")
    /// The model wants a tool to be used.
    public static let toolCalls = FinishReason(rawValue: "tool_calls")
    /// Something failed while the answer was made (OpenRouter).
    public static let error = FinishReason(rawValue: "error")
}
