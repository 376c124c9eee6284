/// The edit distance of two words: letters omitted, inserted, replaced, or two letters exchanged.
package enum EditDistance {
    /// Returns true if the distance is at most one. Faster than `between`, for many words.
    static func isWithinOne(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        let (short, long) = left.count <= right.count ? (left, right) : (right, left)
        guard long.count - short.count <= 1 else { return false }
        var at = 0
        while at < short.count, short[at] == long[at] { at += 1 }
        if at == short.count { return true }
        if short.count < long.count { return short[at...].elementsEqual(long[(at + 1)...]) }
        if short[(at + 1)...].elementsEqual(long[(at + 1)...]) { return true }
        return at + 1 < short.count && short[at] == long[at + 1] && short[at + 1] == long[at]
            && short[(at + 2)...].elementsEqual(long[(at + 2)...])
    }

    /// Returns the distance; nil if it is more than `limit`.
    package static func between(_ left: [UInt8], _ right: [UInt8], atMost limit: Int) -> Int? {
        guard abs(left.count - right.count) <= limit else { return nil }
        var before: [Int] = []
        var last = Array(0...right.count)
        for (row, letter) in left.enumerated() {
            var next = [row + 1]
            next.reserveCapacity(right.count + 1)
            for (column, other) in right.enumerated() {
                var best = min(last[column + 1] + 1, next[column] + 1, last[column] + (letter == other ? 0 : 1))
                if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
                    best = min(best, before[column - 1] + 1)
                }
                next.append(best)
            }
            if (next.min() ?? 0) > limit { return nil }
            before = last
            last = next
        }
        return last[right.count] <= limit ? last[right.count] : nil
    }
}
