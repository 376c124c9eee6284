/// The reason why an answer ended, as the service sends it. Services have further values, and some send an empty one.
public struct FinishReason: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The value as the service sends it.
    public let rawValue: String

    /// A reason with this value.
    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// The answer is complete.
    public static let stop = FinishReason(rawValue: "stop")
    /// The token limit or the context limit: the answer is cut off.
    public static let length = FinishReason(rawValue: "length")
    /// The service withheld the rest of the answer.
    public static let contentFilter = FinishReason(rawValue: "content_filter")
    /// The model requests a tool call.
    public static let toolCalls = FinishReason(rawValue: "tool_calls")
    /// An error occurred while the answer was generated (OpenRouter).
    public static let error = FinishReason(rawValue: "error")
}
