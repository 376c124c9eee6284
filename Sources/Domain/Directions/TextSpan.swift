/// A range of a text in Unicode scalars; `end` is exclusive.
public struct TextSpan: Sendable, Hashable, Codable, Comparable {
    /// The offset of the first scalar, from 0.
    public let start: Int
    /// The offset after the last scalar; equals `start` if the span is empty.
    public let end: Int

    /// Creates a span; it is empty if `end` is before `start`. A negative offset becomes 0.
    public init(_ start: Int, _ end: Int) {
        self.start = max(0, start)
        self.end = max(self.start, end)
    }

    private enum CodingKeys: String, CodingKey {
        case start, end
    }

    /// Decodes the two offsets as `init(_:_:)` takes them.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(try container.decode(Int.self, forKey: .start), try container.decode(Int.self, forKey: .end))
    }

    /// True if the span contains no scalar.
    public var isEmpty: Bool { start == end }

    /// Returns true if each span begins before the other one ends; spans that only touch do not overlap.
    public func overlaps(_ other: Self) -> Bool { start < other.end && other.start < end }

    public static func < (left: Self, right: Self) -> Bool {
        (left.start, left.end) < (right.start, right.end)
    }

    /// Returns the part of the text; positions after the end of the text are ignored.
    public func text(of whole: String) -> String {
        String(String.UnicodeScalarView(whole.unicodeScalars.dropFirst(start).prefix(end - start)))
    }
}
