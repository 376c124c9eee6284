public import Foundation
public import HTTPTypes

/// The `Retry-After` header field (RFC 9110 §10.2.3): so many seconds, or a moment.
public enum RetryAfter: Sendable, Hashable {
    /// So many seconds after the answer.
    case seconds(Int)
    /// At this moment, by the server's clock.
    case date(Date)

    /// Nil where the text is neither a number of seconds nor an HTTP-date.
    public init?(_ text: String) {
        let text = text.drop { $0 == " " }
        if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            // More digits than fit are a very long time, not a mistake.
            self = .seconds(Int(text) ?? .max)
        } else if let date = HTTPDate.date(String(text)) {
            self = .date(date)
        } else {
            return nil
        }
    }

    /// The one of an answer; nil where it has none that can be read.
    public init?(_ fields: HTTPFields) {
        guard let text = fields[.retryAfter] else { return nil }
        self.init(text)
    }

    /// How long that is from now, in seconds; 0 for what is past.
    public func seconds(from now: Date) -> Double {
        switch self {
        case .seconds(let seconds): Double(seconds)
        case .date(let date): max(0, date.timeIntervalSince(now))
        }
    }
}
