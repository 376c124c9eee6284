internal import CVips
import Glibc

/// The sheet with the text in a photograph, rectified: a label with corrected perspective and bend, or the whole
/// picture if no label is found.
package final class TextSheet {
    /// The options of a view.
    package struct Look: Sendable, Hashable {
        package enum Light: Sendable, Hashable {
            /// Unchanged.
            case plain
            /// Makes the paper uniformly white and increases the ink's contrast by this factor.
            case whitened(contrast: Double)
        }

        /// The target height of small print's capital letters in pixels.
        package let letterHeight: Double
        package let light: Light
        /// The blur radius in pixels, against grain.
        package let softness: Double
        /// The horizontal stretch factor.
        package let stretch: Double
        /// The margin shown on every side, as a fraction of the sheet; with 0 the surroundings of the label are white.
        package let surroundings: Double
        /// Quarter turns in addition to the sheet's own, in case the upright direction was guessed wrong.
        package var turns: Int

        package init(
            letterHeight: Double, light: Light, softness: Double = 0, stretch: Double = 1,
            surroundings: Double = 0, turns: Int = 0
        ) {
            self.letterHeight = letterHeight
            self.light = light
            self.softness = softness
            self.stretch = stretch
            self.surroundings = surroundings
            self.turns = turns
        }
    }

    /// The maximum number of pixels for a text reader, because its time grows with them.
    package static let mostPixels = 3_600_000.0
    /// The number of pixels used to find lines.
    private static let analysisPixels = 360_000.0
    /// The view extends a little beyond the label, because its corners are not found exactly.
    private static let margin = 0.012
    /// The area assumed to be paper is a little smaller than the label.
    private static let inset = 0.008

    /// Whether a label was found; otherwise the sheet is the whole picture.
    package let hasLabel: Bool
    /// Whether the photograph was taken in poor light.
    package var isDark: Bool { canvas.isDark }
    /// The clockwise quarter turns that make the lines horizontal.
    package private(set) var turns = 0

    /// The corners of the label in pixels of the canvas; nil if none was found.
    package var labelCorners: [(x: Double, y: Double)]? { hasLabel ? corners.map { ($0.x, $0.y) } : nil }
    private let canvas: TextCanvas
    private let base: VipsHandle
    /// The corners in pixels of the base, clockwise from the sheet's top left before rotation.
    private var corners: [Homography.Point]
    private var bend = SheetBend.flat
    /// The height of small print's capitals as a fraction of the levelled sheet's height.
    private var letterHeight = 0.03

    init(_ canvas: TextCanvas) throws(ImagingError) {
        self.canvas = canvas
        base = canvas.base
        let (across, down) = (Double(base.width), Double(base.height))
        let whole = [
            Homography.Point(-0.5, -0.5), .init(across - 0.5, -0.5), .init(across - 0.5, down - 0.5),
            .init(-0.5, down - 0.5),
        ]
        let found = try Self.label(in: base)
        hasLabel = found != nil
        corners = found ?? whole
        try findLines()
    }

    private static func label(in base: VipsHandle) throws(ImagingError) -> [Homography.Point]? {
        let factor = max(1, Double(max(base.width, base.height)) / 420)
        let small = try base.applying("shrink") { stillroom_shrink($0, $1, factor) }
        let found = LabelFinder(width: small.width, height: small.height, values: try small.bytes()).corners()
        return found.map { $0.map { .init(($0.x + 0.5) * factor - 0.5, ($0.y + 0.5) * factor - 0.5) } }
    }

    // MARK: Lines

    private func findLines() throws(ImagingError) {
        guard let level = try finder(turns: 0), let upright = try finder(turns: 1) else { return }
        let widest = hasLabel ? 0.09 : 0.5
        let (levelFinding, uprightFinding) = (level.tilted(widest: widest), upright.tilted(widest: widest))
        turns = uprightFinding.unevenness > levelFinding.unevenness * 1.1 ? 1 : 0
        var finder = turns == 0 ? level : upright
        if !hasLabel {
            // Turns first, so that the letters are upright; the rest is bend.
            let tilt = turns == 0 ? levelFinding.bend.terms[0] : uprightFinding.bend.terms[0]
            let size = size(turns: turns)
            turn(by: atan(tilt * size.height / size.width))
            if let again = try self.finder(turns: turns) { finder = again }
        }
        bend = finder.bent(near: 0, widest: hasLabel ? 0.14 : 0.06).bend
        if let height = finder.lineHeight(bend) { letterHeight = height / Double(Self.rows) }
    }

    private static let rows = 480

    /// The size of the sheet in pixels of the base, after this many turns.
    private func size(turns: Int) -> (width: Double, height: Double) {
        let width = (corners[0].distance(to: corners[1]) + corners[3].distance(to: corners[2])) / 2
        let height = (corners[0].distance(to: corners[3]) + corners[1].distance(to: corners[2])) / 2
        return turns.isMultiple(of: 2) ? (width, height) : (height, width)
    }

    private func turn(by angle: Double) {
        let centre = Homography.Point(
            corners.map(\.x).reduce(0, +) / 4, corners.map(\.y).reduce(0, +) / 4)
        corners = corners.map { corner in
            let (x, y) = (corner.x - centre.x, corner.y - centre.y)
            return .init(
                centre.x + x * cos(angle) - y * sin(angle), centre.y + x * sin(angle) + y * cos(angle))
        }
    }

    private func finder(turns: Int) throws(ImagingError) -> LineFinder? {
        let size = size(turns: turns)
        let scale = (Self.analysisPixels / max(1, size.width * size.height)).squareRoot()
        let (width, height) = (Int(size.width * scale), Int(size.height * scale))
        guard width >= 16, height >= 16,
            let map = mapping(turns: turns, bend: .flat, frame: Frame(bend: .flat, margin: -0.01))
        else { return nil }
        let values = try base.warped(width: width, height: height, place: unpacked(map)).bytes()
        let finder = LineFinder(
            ink: Self.ink(values, width: width, height: height), width: width, height: height, rows: Self.rows)
        return finder.isEmpty ? nil : finder
    }

    /// The pixels that are darker than their neighbourhood.
    private static func ink(_ values: [UInt8], width: Int, height: Int) -> [(x: Int, y: Int)] {
        var sums = [Int32](repeating: 0, count: (width + 1) * (height + 1))
        // Inner loops with an index: an iterator takes most of the time in a debug build.
        for y in 0..<height {
            var (row, x) = (Int32(0), 0)
            while x < width {
                row += Int32(values[y * width + x])
                sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1] + row
                x += 1
            }
        }
        let reach = 12
        // A dark neighbourhood is not paper, so its grain is not ink.
        let dark = 0.6 * Double(brightQuarter(values))
        var ink: [(x: Int, y: Int)] = []
        for y in 0..<height {
            let (top, bottom) = (max(0, y - reach), min(height, y + reach + 1))
            var x = 0
            while x < width {
                let (left, right) = (max(0, x - reach), min(width, x + reach + 1))
                let sum =
                    sums[bottom * (width + 1) + right] - sums[top * (width + 1) + right]
                    - sums[bottom * (width + 1) + left] + sums[top * (width + 1) + left]
                let mean = Double(sum) / Double((bottom - top) * (right - left))
                if mean > dark, Double(values[y * width + x]) < mean * 0.88 - 2 { ink.append((x, y)) }
                x += 1
            }
        }
        return ink
    }

    /// The upper quartile of the brightness.
    private static func brightQuarter(_ values: [UInt8]) -> Int {
        var counts = [Int](repeating: 0, count: 256)
        for value in values { counts[Int(value)] += 1 }
        var brighter = 0
        return (0..<256).last { level in
            brighter += counts[level]
            return brighter * 4 >= values.count
        } ?? 0
    }

    // MARK: Views

    /// The mapping from places of the view, with both sides of length 1, to pixels of the base.
    private func mapping(
        turns: Int, bend: SheetBend, frame: Frame
    ) -> ((Double, Double) -> Homography.Point)? {
        guard let flat = homography(turns: turns) else { return nil }
        return { x, y in
            let (across, down) = (frame.across(x), frame.down(y))
            return flat((across + 1) / 2, (bend.bent(across, down) + 1) / 2)
        }
    }

    /// The visible part of the sheet, in coordinates from -1 to 1: the whole sheet, and more if levelled lines need it.
    private struct Frame {
        let left: Double
        let top: Double
        let width: Double
        let height: Double

        init(bend: SheetBend, margin: Double) {
            let places = (0...20).map { Double($0) / 10 - 1 }
            let top = places.map { bend.levelled($0, -1) }.min() ?? -1
            let bottom = places.map { bend.levelled($0, 1) }.max() ?? 1
            left = -1 - 2 * margin
            width = 2 + 4 * margin
            self.top = top - 2 * margin
            height = bottom - top + 4 * margin
        }

        /// Converts a horizontal fraction of the frame to a coordinate.
        func across(_ x: Double) -> Double { left + x * width }
        func down(_ y: Double) -> Double { top + y * height }
    }

    private func unpacked(
        _ map: @escaping (Double, Double) -> Homography.Point
    ) -> (Double, Double) -> (x: Double, y: Double) {
        { x, y in
            let place = map(x, y)
            return (place.x, place.y)
        }
    }

    /// Converts a place in fractions of the upright photograph's width and height to the levelled sheet, in the unit of
    /// `TextPlane.level`. `turns` are quarter turns in addition to the sheet's own.
    package func level(_ x: Double, _ y: Double, turns: Int) -> (x: Double, y: Double) {
        let all = self.turns + turns
        let bend = turns.isMultiple(of: 2) ? bend(turned: turns % 4 == 2) : .flat
        guard let flat = homography(turns: all) else { return (x, y) }
        let pixel = canvas.upright(x, y)
        let place = flat.inverse(.init(pixel.x, pixel.y))
        let size = size(turns: all)
        let across = 2 * place.x - 1
        return (across * size.width / max(1, size.height), bend.levelled(across, 2 * place.y - 1))
    }

    /// The transform from the flat sheet, after this many turns, to pixels of the base.
    private func homography(turns: Int) -> Homography? {
        // The turns determine which corner is the text's top left.
        let first = (4 - turns % 4) % 4
        return Homography(corners: (0..<4).map { corners[(first + $0) % 4] })
    }

    /// Renders a view. Throws `ImagingError` if the picture cannot be processed.
    package func plane(_ look: Look) throws(ImagingError) -> TextPlane {
        let all = turns + look.turns
        let bend = look.turns.isMultiple(of: 2) ? bend(turned: look.turns % 4 == 2) : .flat
        let frame = Frame(bend: bend, margin: hasLabel ? max(Self.margin, look.surroundings) : 0)
        var size = size(turns: all)
        let shape = size.width / max(1, size.height)
        var scale = look.letterHeight / max(1, letterHeight * size.height)
        size = (size.width * frame.width / 2, size.height * frame.height / 2)
        scale = min(max(scale, 0.7), 3)
        scale = min(scale, (Self.mostPixels / (size.width * size.height)).squareRoot())
        let (width, height) = (max(8, Int(size.width * scale * look.stretch)), max(8, Int(size.height * scale)))
        guard let map = mapping(turns: all, bend: bend, frame: frame) else {
            throw ImagingError(.corrupt, during: "warp", "The picture is damaged or cut off.")
        }
        var image = try base.warped(width: width, height: height, place: unpacked(map))
        if look.softness > 0 { image = try image.applying("soften") { stillroom_soften($0, $1, look.softness) } }
        if case .whitened(let contrast) = look.light {
            image = try image.inMemory().applying("whiten") { stillroom_whiten($0, $1, contrast) }
        }
        var values = try image.bytes()
        if hasLabel, look.surroundings == 0 { Self.clear(&values, width: width, height: height, around: bend, frame) }
        return TextPlane(
            width: width, height: height, values: values,
            photograph: { [canvas] x, y in
                let place = map(x, y)
                return canvas.photograph(place.x, place.y)
            }, sheet: { (frame.across($0) * shape, frame.down($1)) })
    }

    /// Makes the area outside the label white.
    private static func clear(
        _ values: inout [UInt8], width: Int, height: Int, around bend: SheetBend, _ frame: Frame
    ) {
        let edge = 1 - 2 * inset
        for x in 0..<width {
            let across = frame.across((Double(x) + 0.5) / Double(width))
            func row(_ y: Double) -> Int {
                min(max(0, Int((bend.levelled(across, y) - frame.top) / frame.height * Double(height))), height)
            }
            let label = abs(across) > edge ? 0..<0 : row(-edge)..<max(row(-edge), row(edge))
            for y in 0..<label.lowerBound { values[y * width + x] = 250 }
            for y in label.upperBound..<height { values[y * width + x] = 250 }
        }
    }

    private func bend(turned: Bool) -> SheetBend {
        var bend = bend
        // A rotation by 180° changes the signs of x and y.
        if turned { bend.terms = [bend.terms[0], -bend.terms[1], -bend.terms[2], bend.terms[3], bend.terms[4]] }
        return bend
    }
}
