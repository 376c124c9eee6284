internal import CVips
import Glibc

/// The sheet on which a photograph's text stands, found and laid flat: a label with its perspective and its bend undone,
/// or all of the picture where no label is to be seen.
package final class TextSheet {
    /// How one wants to see it.
    package struct Look: Sendable, Hashable {
        package enum Light: Sendable, Hashable {
            /// As it is.
            case plain
            /// The paper white everywhere, and the ink so many times as far from it.
            case whitened(contrast: Double)
        }

        /// Pixels of the height that capital letters of small print have.
        package let letterHeight: Double
        package let light: Light
        /// How far the picture is put out of focus, in pixels, against grain.
        package let softness: Double
        /// How much wider than they are the letters are shown.
        package let stretch: Double
        /// How much of its surroundings is shown on every side, in parts of the sheet; with none, what lies beyond the
        /// label is white.
        package let surroundings: Double
        /// Quarter turns beyond those that the sheet has: the way up may have been guessed wrong.
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

    /// More pixels are not given to a reader: its time grows with them.
    package static let mostPixels = 3_600_000.0
    /// Nor taken of a photograph.
    static let mostPixelsTaken = 2_500_000.0
    /// So many are enough to look for lines.
    private static let analysisPixels = 360_000.0
    /// A little more than the label is shown, because its corners are not found to the pixel.
    private static let margin = 0.012
    /// And a little less of it is believed to be the label.
    private static let inset = 0.008

    /// Whether a label was seen; without one the sheet is all of the picture.
    package let hasLabel: Bool
    /// Quarter turns clockwise that make its lines level.
    package private(set) var turns = 0

    private let base: VipsHandle
    /// Of the base's pixels, clockwise from the top left of the sheet as it lies there.
    private var corners: [Homography.Point]
    private var bend = SheetBend.flat
    /// Of the small print's capitals, in parts of the sheet's height once its lines are level.
    private var letterHeight = 0.03

    init(_ light: PictureLight) throws(ImagingError) {
        let (width, height) = (Double(light.width), Double(light.height))
        let scale = min(1, (Self.mostPixelsTaken / (width * height)).squareRoot())
        base = try light.scaled(to: max(1, Int(max(width, height) * scale))).inMemory()
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
            // One turn first, so that the letters stand upright; what is left is bend.
            let tilt = turns == 0 ? levelFinding.bend.terms[0] : uprightFinding.bend.terms[0]
            let size = size(turns: turns)
            turn(by: atan(tilt * size.height / size.width))
            if let again = try self.finder(turns: turns) { finder = again }
        }
        bend = finder.bent(near: 0, widest: hasLabel ? 0.14 : 0.06).bend
        if let height = finder.lineHeight(bend) { letterHeight = height / Double(Self.rows) }
    }

    private static let rows = 480

    /// Of the sheet, in pixels of the base, seen with so many turns.
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
        let values = try warped(map, width: width, height: height).bytes()
        let finder = LineFinder(
            ink: Self.ink(values, width: width, height: height), width: width, height: height, rows: Self.rows)
        return finder.isEmpty ? nil : finder
    }

    /// Pixels that are darker than their neighbourhood.
    private static func ink(_ values: [UInt8], width: Int, height: Int) -> [(x: Int, y: Int)] {
        var sums = [Int32](repeating: 0, count: (width + 1) * (height + 1))
        for y in 0..<height {
            var row: Int32 = 0
            for x in 0..<width {
                row += Int32(values[y * width + x])
                sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1] + row
            }
        }
        let reach = 12
        // What is dark all around is no paper: its grain is no ink.
        let dark = 0.6 * Double(brightQuarter(values))
        var ink: [(x: Int, y: Int)] = []
        for y in 0..<height {
            let (top, bottom) = (max(0, y - reach), min(height, y + reach + 1))
            for x in 0..<width {
                let (left, right) = (max(0, x - reach), min(width, x + reach + 1))
                let sum =
                    sums[bottom * (width + 1) + right] - sums[top * (width + 1) + right]
                    - sums[bottom * (width + 1) + left] + sums[top * (width + 1) + left]
                let mean = Double(sum) / Double((bottom - top) * (right - left))
                if mean > dark, Double(values[y * width + x]) < mean * 0.88 - 2 { ink.append((x, y)) }
            }
        }
        return ink
    }

    /// What a quarter of the pixels are brighter than.
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

    /// Which place of the base lies at a place of the sheet as it is shown, of which both sides are 1.
    private func mapping(
        turns: Int, bend: SheetBend, frame: Frame
    ) -> ((Double, Double) -> Homography.Point)? {
        // The text's own top left is the corner that the turns bring there.
        let first = (4 - turns % 4) % 4
        guard let flat = Homography(corners: (0..<4).map { corners[(first + $0) % 4] }) else { return nil }
        return { x, y in
            let (across, down) = (frame.across(x), frame.down(y))
            return flat((across + 1) / 2, (bend.bent(across, down) + 1) / 2)
        }
    }

    /// How much of the sheet is shown, in places from -1 to 1: all of it, also where level lines need more room.
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

        /// Of parts of the frame.
        func across(_ x: Double) -> Double { left + x * width }
        func down(_ y: Double) -> Double { top + y * height }
    }

    private static let meshStep = 16

    private func warped(
        _ map: (Double, Double) -> Homography.Point, width: Int, height: Int
    ) throws(ImagingError) -> VipsHandle {
        let step = Self.meshStep
        let (columns, rows) = (width / step + 3, height / step + 3)
        var mesh: [Float] = []
        mesh.reserveCapacity(columns * rows * 2)
        for row in 0..<rows {
            for column in 0..<columns {
                let place = map(
                    (Double(column * step) + 0.5) / Double(width), (Double(row * step) + 0.5) / Double(height))
                mesh.append(Float(place.x))
                mesh.append(Float(place.y))
            }
        }
        guard let numbers = stillroom_numbers(mesh, Int32(columns), Int32(rows), 2) else {
            throw Vips.failure(during: "mesh")
        }
        let index = VipsHandle(numbers)
        return try base.applying("warp") {
            stillroom_warp($0, $1, index.pointer, Int32(step), Int32(width), Int32(height))
        }
    }

    /// Throws `ImagingError` where the picture cannot be worked on.
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
        var image = try warped(map, width: width, height: height)
        if look.softness > 0 { image = try image.applying("soften") { stillroom_soften($0, $1, look.softness) } }
        if case .whitened(let contrast) = look.light {
            image = try image.inMemory().applying("whiten") { stillroom_whiten($0, $1, contrast) }
        }
        var values = try image.bytes()
        if hasLabel, look.surroundings == 0 { Self.clear(&values, width: width, height: height, around: bend, frame) }
        let (across, down) = (Double(base.width), Double(base.height))
        return TextPlane(
            width: width, height: height, values: values,
            photograph: { x, y in
                let place = map(x, y)
                return ((place.x + 0.5) / across, (place.y + 0.5) / down)
            }, sheet: { (frame.across($0) * shape, frame.down($1)) })
    }

    /// Makes white what lies beyond the label.
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
        // Seen from the other side, x and y change their signs.
        if turned { bend.terms = [bend.terms[0], -bend.terms[1], -bend.terms[2], bend.terms[3], bend.terms[4]] }
        return bend
    }
}

extension PictureLight {
    /// Looks for the text's sheet, once.
    package func sheet() throws(ImagingError) -> TextSheet { try TextSheet(self) }
}
