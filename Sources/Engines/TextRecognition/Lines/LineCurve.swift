import Foundation

/// The course of a line of text in a picture: a centre that may be curved, and a height that may grow along it. All
/// lengths are in pixels of the picture.
package struct LineCurve: Sendable {
    package typealias Point = (x: Double, y: Double)

    /// The direction of reading, of length 1, and the direction across it, to the right of it: downwards for a line that
    /// runs to the right.
    private let along: Point
    private let across: Point
    /// The beginning and the end, measured along the direction of reading, with the margin.
    package let start: Double
    package let end: Double
    /// The centre, measured across, and the height of the letters, as polynomials of `part`.
    private let centre: Polynomial
    private let height: Polynomial
    private let middle: Double
    private let reach: Double
    /// The parts at which the polynomials were fitted; the centre continues straight beyond them.
    private let fitted: ClosedRange<Double>
    /// The median height of the letters, without the margin.
    package let letterHeight: Double
    /// The margin at each side.
    package let margin: Double

    /// Fits the curve to the edge of an area. `step` is the distance of neighbouring places. Returns nil if the area is too
    /// small for text.
    package init?(edge: [Point], step: Double) {
        guard edge.count >= 4, let box = NarrowestBox(edge), box.width >= 2 * step else { return nil }
        let u = Self.readingDirection(box)
        (along, across) = (u, (-u.y, u.x))
        let places = edge.map { (a: $0.x * u.x + $0.y * u.y, d: $0.y * u.x - $0.x * u.y) }
        let (first, last) = (places.map(\.a).min() ?? 0, places.map(\.a).max() ?? 0)
        let columns = Self.columns(places, first: first, last: last, width: max(4, 1.5 * step))
        let heights = columns.map { $0.bottom - $0.top }.sorted()
        guard let median = heights.isEmpty ? nil : heights[heights.count / 2], median > 0 else { return nil }
        // Thin columns are the ends of the area or a gap between two words.
        var good = columns.filter { $0.bottom - $0.top > 0.6 * median }
        if good.count < 4 { good = columns }
        let length = last - first
        middle = (first + last) / 2
        reach = max(1, length / 2)
        let degree =
            if good.count >= 8, length > 4 * median {
                length > 10 * median ? 3 : 2
            } else {
                good.count >= 4 && length > 2 * median ? 1 : 0
            }
        let parts = good.map { [middle, reach] in ($0.place - middle) / reach }
        guard
            let centre = Polynomial(degree: degree, at: parts, values: good.map { ($0.top + $0.bottom) / 2 }),
            let height = Polynomial(degree: degree >= 2 ? 1 : 0, at: parts, values: good.map { $0.bottom - $0.top })
        else { return nil }
        self.centre = centre
        self.height = height
        let all = columns.map { [middle, reach] in ($0.place - middle) / reach }
        fitted = (all.min() ?? 0)...(all.max() ?? 0)
        letterHeight = median
        // Detection finds the core of a line; its letters reach beyond by a part of area to outline (DB, Liao et al. 2020).
        margin = length * median * 1.6 / (2 * (length + median))
        start = first - margin
        end = last + margin
    }

    /// The height with the margins.
    package var fullHeight: Double { letterHeight + 2 * margin }
    package var length: Double { end - start }
    /// Whether the line runs rather from side to side than from top to bottom.
    package var isLevel: Bool { abs(along.x) >= 0.5.squareRoot() }

    /// The place at a fraction of the length and at a fraction of the height, both 0…1, from the top left of the text.
    package func place(_ fraction: Double, _ down: Double) -> Point {
        let a = start + fraction * length
        let part = min(max((a - middle) / reach, fitted.lowerBound), fitted.upperBound)
        let letters = min(max(height(part), 0.7 * letterHeight), 1.4 * letterHeight)
        return point(a, centre(at: a) + (down - 0.5) * (letters + 2 * margin))
    }

    /// The corners of a part of the line without its margin above and below, clockwise from the top left.
    package func corners(from first: Double, to last: Double) -> [Point] {
        let rim = margin / fullHeight
        return [place(first, rim), place(last, rim), place(last, 1 - rim), place(first, 1 - rim)]
    }

    /// Whether a part of the line, with its margin and one step of the reader, reaches the edge of a picture of this size,
    /// so that something of it may be missing.
    package func mayBeCut(from first: Double, to last: Double, width: Int, height: Int) -> Bool {
        let step = Self.readerStep * fullHeight / max(length, 1e-9)
        // The margin at both ends belongs to the first and the last word.
        let rim = 1.5 * margin / max(length, 1e-9)
        let (left, right) = (first - step < rim ? 0 : first - step, last + step > 1 - rim ? 1 : last + step)
        let (widest, lowest) = (Double(width) - 1, Double(height) - 1)
        for corner in [place(left, 0), place(right, 0), place(right, 1), place(left, 1)] {
            let isInside = corner.x >= 0 && corner.x <= widest && corner.y >= 0 && corner.y <= lowest
            if !isInside { return true }
        }
        return false
    }

    /// One step of text recognition, in heights: 8 of 48 pixels.
    private static let readerStep = 1.0 / 6

    /// The centre of the beginning and of the end.
    package var left: Point { point(start, centre(at: start)) }
    package var right: Point { point(end, centre(at: end)) }
    /// How far the line falls for each pixel to the right, at its beginning and its end.
    package var leftSlope: Double { slope(at: fitted.lowerBound) }
    package var rightSlope: Double { slope(at: fitted.upperBound) }

    /// How far the line falls for each pixel to the right, near a horizontal place of the picture.
    package func slope(near x: Double) -> Double {
        let part = (x / max(1e-3, along.x) - middle) / reach
        return slope(at: min(max(part, -1), 1))
    }

    /// How far the centre moves across for each pixel along.
    private func rise(at part: Double) -> Double { centre.slope(part) / reach }

    private func slope(at part: Double) -> Double {
        let rise = rise(at: part)
        return (along.y + rise * across.y) / max(1e-3, along.x + rise * across.x)
    }

    private func centre(at a: Double) -> Double {
        let part = (a - middle) / reach
        let near = min(max(part, fitted.lowerBound), fitted.upperBound)
        return centre(near) + centre.slope(near) * (part - near)
    }

    private func point(_ a: Double, _ d: Double) -> Point {
        (along.x * a + across.x * d, along.y * a + across.y * d)
    }

    /// The direction of the longer side, to the right, or downwards if the line is rather upright. An almost square area is
    /// read from side to side.
    private static func readingDirection(_ box: NarrowestBox) -> Point {
        var u = box.direction
        if box.length < 1.5 * box.width, abs(u.x) < abs(u.y) { u = (-u.y, u.x) }
        let isLevel = abs(u.x) >= 0.5.squareRoot()
        return (isLevel ? u.x : u.y) < 0 ? (-u.x, -u.y) : u
    }

    private struct Column {
        let place: Double
        var top = Double.infinity
        var bottom = -Double.infinity
    }

    /// The top and the bottom of the area in columns of equal width; columns with only one of both are left out.
    private static func columns(
        _ places: [(a: Double, d: Double)], first: Double, last: Double, width: Double
    ) -> [Column] {
        let count = max(8, Int((last - first) / width))
        let each = max(1e-9, (last - first) / Double(count))
        var columns = (0..<count).map { Column(place: first + (Double($0) + 0.5) * each) }
        for place in places {
            let index = min(max(0, Int((place.a - first) / each)), count - 1)
            columns[index].top = min(columns[index].top, place.d)
            columns[index].bottom = max(columns[index].bottom, place.d)
        }
        return columns.filter { $0.bottom > $0.top }
    }
}

extension LineCurve {
    /// The curves of areas with these edges. Areas that are so close that their letters would be read twice become one.
    package static func joined(_ edges: [[Point]], step: Double) -> [LineCurve] {
        var pieces = edges.compactMap { edge in
            LineCurve(edge: edge, step: step).map { (edge: edge, curve: $0, isJoined: false) }
        }
        var first = 0
        while first < pieces.count {
            let left = pieces[first]
            let next = pieces.indices.first { second in
                second != first && !pieces[second].isJoined && left.curve.runsInto(pieces[second].curve)
            }
            // The joined line may reach into another one, so it is looked at again.
            if !left.isJoined, let next, let both = LineCurve(edge: left.edge + pieces[next].edge, step: step) {
                pieces[first] = (left.edge + pieces[next].edge, both, false)
                pieces[next].isJoined = true
            } else {
                first += 1
            }
        }
        return pieces.filter { !$0.isJoined }.map(\.curve)
    }

    /// Whether this line, with its margin, reaches into another that continues it.
    private func runsInto(_ next: LineCurve) -> Bool {
        guard isLevel == next.isLevel, 0.6...1.6 ~= letterHeight / next.letterHeight else { return false }
        let (end, start) = (right, next.left)
        let (dx, dy) = (start.x - end.x, start.y - end.y)
        // Measured in the direction of reading: the margins overlap, but the areas do not lie beside each other.
        let gap = dx * along.x + dy * along.y
        let miss = dx * across.x + dy * across.y - gap * (rise(at: fitted.upperBound))
        return gap < 0 && gap > -(margin + next.margin + letterHeight) && abs(miss) < 0.3 * letterHeight
    }
}

/// The rectangle with the smallest area around points.
private struct NarrowestBox {
    /// The direction of the longer side, of length 1.
    let direction: LineCurve.Point
    let length: Double
    let width: Double

    init?(_ points: [LineCurve.Point]) {
        let hull = Self.hull(points)
        guard hull.count >= 3 else { return nil }
        var best: (area: Double, direction: LineCurve.Point, length: Double, width: Double)?
        for (from, to) in zip(hull, hull.dropFirst() + hull.prefix(1)) {
            let side = hypot(to.x - from.x, to.y - from.y)
            guard side > 1e-9 else { continue }
            let (x, y) = ((to.x - from.x) / side, (to.y - from.y) / side)
            let alongs = hull.map { $0.x * x + $0.y * y }
            let acrosses = hull.map { $0.y * x - $0.x * y }
            let length = (alongs.max() ?? 0) - (alongs.min() ?? 0)
            let width = (acrosses.max() ?? 0) - (acrosses.min() ?? 0)
            if length * width < best?.area ?? .infinity {
                best =
                    length >= width ? (length * width, (x, y), length, width) : (length * width, (-y, x), width, length)
            }
        }
        guard let best else { return nil }
        (direction, length, width) = (best.direction, best.length, best.width)
    }

    /// The convex hull.
    private static func hull(_ points: [LineCurve.Point]) -> [LineCurve.Point] {
        let sorted = points.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
        func half(_ points: [LineCurve.Point]) -> [LineCurve.Point] {
            var chain: [LineCurve.Point] = []
            for point in points {
                while chain.count > 1 {
                    let (a, b) = (chain[chain.count - 2], chain[chain.count - 1])
                    if (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) > 0 { break }
                    chain.removeLast()
                }
                chain.append(point)
            }
            return chain.dropLast()
        }
        return half(sorted) + half(sorted.reversed())
    }
}

/// A polynomial, fitted by least squares.
private struct Polynomial {
    /// The coefficients, that of the lowest power first.
    private let terms: [Double]

    /// Returns nil if the places do not determine the polynomial.
    init?(degree: Int, at places: [Double], values: [Double]) {
        let count = degree + 1
        var rows = [[Double]](repeating: [Double](repeating: 0, count: count + 1), count: count)
        for (place, value) in zip(places, values) {
            let powers = (0..<count).map { power in (0..<power).reduce(1.0) { product, _ in product * place } }
            for row in 0..<count {
                for column in 0..<count { rows[row][column] += powers[row] * powers[column] }
                rows[row][count] += powers[row] * value
            }
        }
        // Gaussian elimination with pivots.
        for column in 0..<count {
            guard let pivot = (column..<count).max(by: { abs(rows[$0][column]) < abs(rows[$1][column]) }),
                abs(rows[pivot][column]) > 1e-9
            else { return nil }
            rows.swapAt(column, pivot)
            for row in 0..<count where row != column {
                let factor = rows[row][column] / rows[column][column]
                for place in column...count { rows[row][place] -= factor * rows[column][place] }
            }
        }
        terms = (0..<count).map { rows[$0][count] / rows[$0][$0] }
    }

    func callAsFunction(_ place: Double) -> Double { terms.reversed().reduce(0) { $0 * place + $1 } }

    func slope(_ place: Double) -> Double {
        terms.indices.dropFirst().reversed().reduce(0) { $0 * place + Double($1) * terms[$1] }
    }
}
