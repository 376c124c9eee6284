import Foundation
import Plants

/// The page to which a form returns. It is always a page of this site.
struct ReturnAddress: Equatable {
    /// Path and query, without the message parameters of an earlier form.
    private let address: String

    /// `text` is the value from a form. A value that is not a path of this site is replaced by `home`.
    init(_ text: String?, or home: String = Site.today) {
        let isOwn =
            text.map { text in
                // Browsers interpret "//elsewhere" and "/\\elsewhere" as other hosts.
                text.hasPrefix("/") && !text.hasPrefix("//") && text.utf8.count <= 1_000
                    && text.unicodeScalars.allSatisfy { (0x21...0x7E).contains($0.value) && $0 != "\\" }
            } ?? false
        address = Self.plain(isOwn ? text ?? home : home)
    }

    var text: String { address }

    /// Returns the address with a message parameter added.
    func adding(_ name: String, _ value: String) -> String {
        let (path, fragment) = Self.cut(address, at: "#")
        return path.with([name: value], at: fragment.isEmpty ? nil : fragment)
    }

    private static let messageParameters = ["did", "undone", "note"]

    private static func plain(_ address: String) -> String {
        let (whole, fragment) = cut(address, at: "#")
        let (path, question) = cut(whole, at: "?")
        let kept = question.split(separator: "&").filter { part in
            !messageParameters.contains { part == $0 || part.hasPrefix($0 + "=") }
        }
        return path + (kept.isEmpty ? "" : "?" + kept.joined(separator: "&")) + (fragment.isEmpty ? "" : "#" + fragment)
    }

    private static func cut(_ text: String, at mark: Character) -> (String, String) {
        guard let place = text.firstIndex(of: mark) else { return (text, "") }
        return (String(text[..<place]), String(text[text.index(after: place)...]))
    }
}

/// The numbers of log entries in a URL, with consecutive numbers as ranges: "3,7-40".
struct EntryList: Equatable {
    let numbers: [Int]

    init(_ numbers: some Sequence<Int>) { self.numbers = Set(numbers).sorted() }

    /// Returns nil if the text is not such a list, or has more than ten thousand entries.
    init?(_ text: String) {
        var numbers: [Int] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
            guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1], first > 0,
                first <= last, last - first < Self.limit, numbers.count + (last - first) < Self.limit
            else { return nil }
            numbers += first...last
        }
        self.init(numbers)
    }

    private static let limit = 10_000

    var text: String {
        var runs: [ClosedRange<Int>] = []
        for number in numbers {
            if let last = runs.last, last.upperBound == number - 1 {
                runs[runs.count - 1] = last.lowerBound...number
            } else {
                runs.append(number...number)
            }
        }
        return runs.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
            .joined(separator: ",")
    }
}
