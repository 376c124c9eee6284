import Glibc

/// Finds the label in a small picture: a bright area with four straight sides and a darker surrounding.
struct LabelFinder {
    private let width: Int
    private let height: Int
    private let values: [UInt8]

    init(width: Int, height: Int, values: [UInt8]) {
        self.width = width
        self.height = height
        self.values = values
    }

    /// The corners in pixels, clockwise from the top left; nil if there is no label, or if it fills the picture.
    func corners() -> [Homography.Point]? {
        guard width >= 32, height >= 32, values.count == width * height else { return nil }
        let middle = Self.otsu(values)
        var found: [(corners: [Homography.Point], score: Double)] = []
        for threshold in [middle - 36, middle - 24, middle - 12, middle, middle + 12, middle + 24] {
            guard 8...247 ~= threshold, let hull = brightest(above: threshold),
                let corners = Self.quadrilateral(around: hull.points), isPlausible(corners)
            else { continue }
            let score = min(hull.area / Self.area(corners), 1) * edge(corners)
            if score > Self.leastScore { found.append((corners, score)) }
        }
        // Among candidates of similar quality the largest is chosen, so that a part of the label in the shade is not
        // cut off.
        let best = found.map(\.score).max() ?? 0
        let largest = found.filter { $0.score > best - 0.15 }.max { Self.area($0.corners) < Self.area($1.corners) }
        return largest.map { Self.fromTopLeft($0.corners) }
    }

    private static let leastScore = 0.62

    /// The fraction of the outline at which the picture becomes darker outwards.
    private func edge(_ corners: [Homography.Point]) -> Double {
        let reach = Double(max(width, height)) / 60
        let centre = Homography.Point(
            corners.map(\.x).reduce(0, +) / 4, corners.map(\.y).reduce(0, +) / 4)
        var (seen, darker) = (0, 0)
        for (from, to) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
            let length = max(1, from.distance(to: to))
            for number in 1..<24 {
                let part = Double(number) / 24
                let (x, y) = (from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part)
                var (nx, ny) = (-(to.y - from.y) / length, (to.x - from.x) / length)
                if (x - centre.x) * nx + (y - centre.y) * ny < 0 { (nx, ny) = (-nx, -ny) }
                guard let inside = value(x - nx * reach, y - ny * reach) else { continue }
                // Points outside the picture count as darker.
                seen += 1
                guard let outside = value(x + nx * reach, y + ny * reach) else { darker += 1; continue }
                if Int(inside) > Int(outside) + 12 { darker += 1 }
            }
        }
        return seen == 0 ? 0 : Double(darker) / Double(seen)
    }

    private func value(_ x: Double, _ y: Double) -> UInt8? {
        let (column, row) = (Int(x), Int(y))
        guard x >= 0, y >= 0, column < width, row < height else { return nil }
        return values[row * width + column]
    }

    private func isPlausible(_ corners: [Homography.Point]) -> Bool {
        let area = Self.area(corners)
        guard area > 0.1 * Double(width * height), area < 0.985 * Double(width * height) else { return false }
        let reach = 0.12
        guard
            corners.allSatisfy({
                -reach * Double(width)...(1 + reach) * Double(width) ~= $0.x
                    && -reach * Double(height)...(1 + reach) * Double(height) ~= $0.y
            })
        else { return false }
        return corners.indices.allSatisfy { index in
            let (here, next, last) = (corners[index], corners[(index + 1) % 4], corners[(index + 3) % 4])
            let (ax, ay, bx, by) = (next.x - here.x, next.y - here.y, last.x - here.x, last.y - here.y)
            let cosine = (ax * bx + ay * by) / max(1e-9, hypot(ax, ay) * hypot(bx, by))
            return abs(cosine) < 0.5
        }
    }

    /// The largest connected area brighter than the threshold, as its convex hull.
    private func brightest(above threshold: Int) -> (points: [Homography.Point], area: Double)? {
        var marks = [Int32](repeating: 0, count: values.count)
        var stack: [Int] = []
        var largest: (mark: Int32, count: Int) = (0, 0)
        var mark: Int32 = 0
        func visit(_ place: Int) {
            guard marks[place] == 0, Int(values[place]) > threshold else { return }
            marks[place] = mark
            stack.append(place)
        }
        for start in values.indices where marks[start] == 0 && Int(values[start]) > threshold {
            mark += 1
            var count = 0
            visit(start)
            while let place = stack.popLast() {
                count += 1
                let (x, y) = (place % width, place / width)
                if x > 0 { visit(place - 1) }
                if x + 1 < width { visit(place + 1) }
                if y > 0 { visit(place - width) }
                if y + 1 < height { visit(place + width) }
            }
            if count > largest.count { largest = (mark, count) }
        }
        guard largest.count > values.count / 20 else { return nil }
        var outline: [Homography.Point] = []
        for row in 0..<height {
            let line = marks[row * width..<(row + 1) * width]
            guard let first = line.firstIndex(of: largest.mark), let last = line.lastIndex(of: largest.mark) else {
                continue
            }
            outline.append(.init(Double(first - row * width), Double(row)))
            outline.append(.init(Double(last - row * width), Double(row)))
        }
        let hull = Self.hull(outline)
        // Threads that extend into the surroundings make a hull with a small filled fraction.
        let area = Self.area(hull)
        return hull.count >= 4 && Double(largest.count) > 0.5 * area ? (hull, area) : nil
    }
}

// MARK: - Polygons

extension LabelFinder {
    static func area(_ points: [Homography.Point]) -> Double {
        zip(points, points.dropFirst() + points.prefix(1)).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y } / 2
    }

    /// The convex hull, clockwise with the origin at the top left.
    private static func hull(_ points: [Homography.Point]) -> [Homography.Point] {
        let sorted = points.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
        func half(_ points: some Sequence<Homography.Point>) -> [Homography.Point] {
            var chain: [Homography.Point] = []
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

    /// The smallest quadrilateral around a hull: repeatedly removes the side whose removal adds the least area until
    /// four are left.
    private static func quadrilateral(around hull: [Homography.Point]) -> [Homography.Point]? {
        var points = hull
        while points.count > 4 {
            var best: (index: Int, point: Homography.Point, cost: Double)?
            for index in points.indices {
                let count = points.count
                let (a, b) = (points[(index + count - 1) % count], points[index])
                let (c, d) = (points[(index + 1) % count], points[(index + 2) % count])
                guard let meeting = meeting(a, b, d, c) else { continue }
                let cost = abs(area([b, meeting, c]))
                if cost < best?.cost ?? .infinity { best = (index, meeting, cost) }
            }
            guard let best else { return nil }
            points[best.index] = best.point
            points.remove(at: (best.index + 1) % points.count)
        }
        return points.count == 4 && area(points) > 0 ? points : nil
    }

    /// The intersection of the line from `a` through `b` with the line from `d` through `c`, beyond both.
    private static func meeting(
        _ a: Homography.Point, _ b: Homography.Point, _ d: Homography.Point, _ c: Homography.Point
    ) -> Homography.Point? {
        let (ux, uy, vx, vy) = (b.x - a.x, b.y - a.y, c.x - d.x, c.y - d.y)
        let determinant = ux * vy - uy * vx
        guard abs(determinant) > 1e-9 else { return nil }
        let t = ((d.x - a.x) * vy - (d.y - a.y) * vx) / determinant
        let s = ((d.x - a.x) * uy - (d.y - a.y) * ux) / determinant
        guard t >= 1 - 1e-9, s >= 1 - 1e-9 else { return nil }
        return .init(a.x + ux * t, a.y + uy * t)
    }

    private static func fromTopLeft(_ corners: [Homography.Point]) -> [Homography.Point] {
        let first = corners.indices.min { corners[$0].x + corners[$0].y < corners[$1].x + corners[$1].y } ?? 0
        return Array(corners[first...] + corners[..<first])
    }

    /// Otsu's threshold: the brightness that separates the picture into two classes best.
    static func otsu(_ values: [UInt8]) -> Int {
        var counts = [Double](repeating: 0, count: 256)
        for value in values { counts[Int(value)] += 1 }
        let total = Double(values.count)
        let sum = counts.enumerated().reduce(0) { $0 + Double($1.offset) * $1.element }
        var (below, sumBelow, best, spread) = (0.0, 0.0, 127, 0.0)
        for level in 0..<256 {
            below += counts[level]
            sumBelow += Double(level) * counts[level]
            guard below > 0, below < total else { continue }
            let difference = sumBelow / below - (sum - sumBelow) / (total - below)
            let value = below * (total - below) * difference * difference
            if value > spread { (spread, best) = (value, level) }
        }
        return best
    }
}
