/// Joins pieces of lines to the rows of a page, which may be bent: two pieces belong to one row if the end of the one,
/// continued along its course, meets the beginning of the other.
package struct TextRows {
    /// The indexes of the curves, row by row from top to bottom, each from left to right.
    package let rows: [[Int]]

    package init(_ curves: [LineCurve]) {
        let long = curves.filter(Self.isLong)
        let leading = long.isEmpty ? curves : long
        rows = Self.sorted(Self.chains(curves.count, Self.links(curves, leading)), curves, leading)
    }

    /// Only a piece of some length has a course of its own.
    private static func isLong(_ curve: LineCurve) -> Bool { curve.right.x - curve.left.x > 6 * curve.fullHeight }

    private struct Link {
        let from: Int
        let to: Int
        /// The distance from the continued course, in heights.
        let miss: Double
    }

    private static func links(_ curves: [LineCurve], _ long: [LineCurve]) -> [Link] {
        var links: [Link] = []
        let slopes = curves.map { curve in
            isLong(curve)
                ? (left: curve.leftSlope, right: curve.rightSlope)
                : (left: slope(near: curve, at: curve.left.x, long), right: slope(near: curve, at: curve.right.x, long))
        }
        for (from, left) in curves.enumerated() {
            for (to, right) in curves.enumerated() where from != to {
                let gap = right.left.x - left.right.x
                guard gap >= -0.6 * min(left.fullHeight, right.fullHeight) else { continue }
                let slope = (slopes[from].right + slopes[to].left) / 2
                let miss = abs(left.right.y + slope * gap - right.left.y) / max(left.fullHeight, right.fullHeight)
                guard miss < 0.5 else { continue }
                links.append(Link(from: from, to: to, miss: miss + 0.001 * max(gap, 0) / left.fullHeight))
            }
        }
        return direct(links, count: curves.count).sorted { ($0.miss, $0.from, $0.to) < ($1.miss, $1.from, $1.to) }
    }

    /// The links without those that pass over a piece between: a row of a table has all its cells.
    private static func direct(_ links: [Link], count: Int) -> [Link] {
        var targets = [Set<Int>](repeating: [], count: count)
        for link in links { targets[link.from].insert(link.to) }
        return links.filter { link in !targets[link.from].contains { targets[$0].contains(link.to) } }
    }

    /// The slope of the nearest long piece.
    private static func slope(near curve: LineCurve, at x: Double, _ long: [LineCurve]) -> Double {
        let y = (curve.left.y + curve.right.y) / 2
        func distance(_ other: LineCurve) -> Double {
            let beside = max(0, other.left.x - x, x - other.right.x)
            return (abs((other.left.y + other.right.y) / 2 - y) + 0.3 * beside) / other.fullHeight
        }
        return long.min { distance($0) < distance($1) }?.slope(near: x) ?? 0
    }

    /// The best links first; each piece has at most one at each side.
    private static func chains(_ count: Int, _ links: [Link]) -> [[Int]] {
        var next = [Int?](repeating: nil, count: count)
        var previous = next
        for link in links where next[link.from] == nil && previous[link.to] == nil {
            // Not a circle.
            var end: Int? = link.to
            while let place = end, place != link.from { end = next[place] }
            guard end == nil else { continue }
            next[link.from] = link.to
            previous[link.to] = link.from
        }
        return (0..<count).filter { previous[$0] == nil }.map { first in
            Array(sequence(first: first) { next[$0] })
        }
    }

    private static func sorted(_ rows: [[Int]], _ curves: [LineCurve], _ long: [LineCurve]) -> [[Int]] {
        let tilts = long.map { ($0.right.y - $0.left.y) / max(1, $0.right.x - $0.left.x) }.sorted()
        let tilt = tilts.isEmpty ? 0 : tilts[tilts.count / 2]
        func height(_ row: [Int]) -> Double {
            row.first.map { curves[$0].left.y - tilt * curves[$0].left.x } ?? 0
        }
        return rows.sorted { height($0) < height($1) }
    }
}
