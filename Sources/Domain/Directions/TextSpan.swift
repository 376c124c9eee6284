/// A piece of a text: from one Unicode scalar up to before another.
package struct TextSpan: Sendable, Hashable, Codable, Comparable {
    package let start: Int
    package let end: Int

    /// Throws nothing away: where `end` lies before `start` the span is empty.
    package init(_ start: Int, _ end: Int) {
        self.start = start
        self.end = max(start, end)
    }

    package var isEmpty: Bool { start == end }

    package func overlaps(_ other: Self) -> Bool { start < other.end && other.start < end }

    package static func < (left: Self, right: Self) -> Bool {
        (left.start, left.end) < (right.start, right.end)
    }

    /// The piece itself; what lies beyond the text is left out.
    package func text(of whole: String) -> String {
        String(String.UnicodeScalarView(whole.unicodeScalars.dropFirst(start).prefix(end - start)))
    }
}
