/// A range of a text in Unicode scalars; `end` is exclusive.
package struct TextSpan: Sendable, Hashable, Codable, Comparable {
    package let start: Int
    package let end: Int

    /// Creates a span; it is empty if `end` is before `start`.
    package init(_ start: Int, _ end: Int) {
        self.start = start
        self.end = max(start, end)
    }

    package var isEmpty: Bool { start == end }

    package func overlaps(_ other: Self) -> Bool { start < other.end && other.start < end }

    package static func < (left: Self, right: Self) -> Bool {
        (left.start, left.end) < (right.start, right.end)
    }

    /// Returns the part of the text; positions after the end of the text are ignored.
    package func text(of whole: String) -> String {
        String(String.UnicodeScalarView(whole.unicodeScalars.dropFirst(start).prefix(end - start)))
    }
}
