/// What of a request was really sent, after the service had its say.
public struct SentForm: Sendable, Hashable {
    /// By which means the form was asked for; nil where plain text was wanted.
    public var rung: FormatRung?
    /// `max_completion_tokens` or `max_tokens`; nil where there is no limit.
    public var tokenLimitField: String?
    /// The fields that the service refused and that were left out therefore, in alphabetical order.
    public var leftOut: [String]

    /// A form.
    public init(rung: FormatRung? = nil, tokenLimitField: String? = nil, leftOut: [String] = []) {
        self.rung = rung
        self.tokenLimitField = tokenLimitField
        self.leftOut = leftOut
    }
}
