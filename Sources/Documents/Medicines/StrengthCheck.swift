package import Labels

/// A `StrengthVerdict` as JSON.
package struct StrengthCheck: Encodable, Sendable {
    /// "listed", "unlisted", "tenfold", "unknown".
    package let verdict: String
    /// 0.001 to 1000; only with "tenfold".
    package let factor: Double?
    /// The nearest listed strength; only with "tenfold" and "unlisted".
    package let nearest: String?

    package init(_ verdict: StrengthVerdict) {
        switch verdict {
        case .listed: (self.verdict, factor, nearest) = ("listed", nil, nil)
        case .unlisted(let near): (self.verdict, factor, nearest) = ("unlisted", nil, near)
        case .tenfold(let times, let near): (self.verdict, factor, nearest) = ("tenfold", times, near)
        case .unknown: (self.verdict, factor, nearest) = ("unknown", nil, nil)
        }
    }
}
