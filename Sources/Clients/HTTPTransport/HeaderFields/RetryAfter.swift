public import Foundation
public import HTTPTypes

/// The `Retry-After` header field (RFC 9110 §10.2.3): a number of seconds, or a date.
public enum RetryAfter: Sendable, Hashable {
    /// This many seconds after the response.
    case seconds(Int)
    /// At this date, according to the server's clock.
    case date(Date)

    /// Returns nil if the text is neither a number of seconds nor an HTTP-date.
    public init?(_ text: String) {
        let text = text.drop { $0 == " " }
        if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            // A number too large for `Int` means a very long time; it is not an error.
            self = .seconds(Int(text) ?? .max)
        } else if let date = HTTPDate.date(String(text)) {
            self = .date(date)
        } else {
            return nil
        }
    }

    /// The field of a response; nil if the field is missing or malformed.
    public init?(_ fields: HTTPFields) {
        guard let text = fields[.retryAfter] else { return nil }
        self.init(text)
    }

    /// The time from `now` in seconds; 0 if the date has passed.
    public func seconds(from now: Date) -> Double {
        switch self {
        case .seconds(let seconds): Double(seconds)
        case .date(let date): max(0, date.timeIntervalSince(now))
        }
    }
}
