import Glibc

/// A perspective transform from a flat sheet, with both sides of length 1, to the picture.
struct Homography: Sendable, Hashable {
    struct Point: Sendable, Hashable {
        var x: Double
        var y: Double

        init(_ x: Double, _ y: Double) {
            self.x = x
            self.y = y
        }
    }

    private let a, b, c, d, e, f, g, h: Double

    /// `corners` are in clockwise order from the sheet's top left. Returns nil if they lie on a line.
    init?(corners: [Point]) {
        guard corners.count == 4 else { return nil }
        let (p, q, r, s) = (corners[0], corners[1], corners[2], corners[3])
        let (dx1, dx2, sx) = (q.x - r.x, s.x - r.x, p.x - q.x + r.x - s.x)
        let (dy1, dy2, sy) = (q.y - r.y, s.y - r.y, p.y - q.y + r.y - s.y)
        let determinant = dx1 * dy2 - dx2 * dy1
        guard abs(determinant) > 1e-9 else { return nil }
        g = (sx * dy2 - dx2 * sy) / determinant
        h = (dx1 * sy - sx * dy1) / determinant
        (a, b, c) = (q.x - p.x + g * q.x, s.x - p.x + h * s.x, p.x)
        (d, e, f) = (q.y - p.y + g * q.y, s.y - p.y + h * s.y, p.y)
    }

    func callAsFunction(_ x: Double, _ y: Double) -> Point {
        let depth = max(g * x + h * y + 1, 1e-6)
        return Point((a * x + b * y + c) / depth, (d * x + e * y + f) / depth)
    }

    /// The place of the sheet that a place of the picture shows.
    func inverse(_ place: Point) -> Point {
        let (p, q, r, s) = (a - g * place.x, b - h * place.x, d - g * place.y, e - h * place.y)
        let determinant = p * s - q * r
        guard abs(determinant) > 1e-12 else { return Point(0, 0) }
        let (x, y) = (place.x - c, place.y - f)
        return Point((x * s - q * y) / determinant, (p * y - x * r) / determinant)
    }
}

extension Homography.Point {
    func distance(to other: Self) -> Double { hypot(x - other.x, y - other.y) }
}
