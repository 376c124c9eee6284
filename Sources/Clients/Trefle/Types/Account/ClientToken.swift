public import Foundation
import HTTPTransport

/// A short-lived token for a web page. It is a secret, so description and mirror hide it.
public struct ClientToken: Decodable, Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The token, used instead of the account's own.
    public let token: String
    /// When it expires, as sent: month, day, year and time of day, `12-14-2020 13:27`, without a zone.
    public let expiration: String?

    private enum CodingKeys: String, CodingKey { case token, expiration }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let token = container.text(.token), !token.isEmpty else { throw DecodingError.missing("token", decoder) }
        self.token = token
        expiration = container.text(.expiration)
    }

    /// ``expiration`` as a date, assuming UTC; nil if it cannot be read.
    public var expires: Date? {
        let numbers = (expiration ?? "").split(omittingEmptySubsequences: false) { "- :".contains($0) }
            .map { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int($0) : nil }
        guard numbers.count == 5, let month = numbers[0], let day = numbers[1], let year = numbers[2],
            let hour = numbers[3], let minute = numbers[4]
        else { return nil }
        var parts = DateComponents(year: year, month: month, day: day, hour: hour, minute: minute)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        parts.calendar = calendar
        // Refuses dates such as 31 February, which would become another day.
        return parts.isValidDate ? parts.date : nil
    }

    public var description: String { "ClientToken(••••)" }

    public var customMirror: Mirror {
        Mirror(self, children: ["expiration": expiration as Any], displayStyle: .struct)
    }
}
