/// The form in which a request was sent, after adaptations to the service.
public struct SentForm: Sendable, Hashable {
    /// The means by which the format was requested; nil for plain text.
    public var rung: FormatRung?
    /// `max_completion_tokens` or `max_tokens`; nil if there is no limit.
    public var tokenLimitField: String?
    /// The fields that were left out because the service refused them, in alphabetical order.
    public var leftOut: [String]

    /// A form.
    public init(rung: FormatRung? = nil, tokenLimitField: String? = nil, leftOut: [String] = []) {
        self.rung = rung
        self.tokenLimitField = tokenLimitField
        self.leftOut = leftOut
    }
}
