internal import CVips
import Glibc

/// A picture's brightness, upright, in the preparations that a reader of signs wants one after the other. The picture
/// is decoded once for each size that its decoder hands out.
package final class PictureLight {
    /// One way to look at it.
    package struct Look: Sendable, Hashable {
        package enum Contrast: String, Sendable, Hashable, CaseIterable {
            case plain
            /// Shadows and glare evened out: every place is stretched to the same mean and spread.
            case even
            /// Edges drawn after, for what is a little out of focus.
            case sharp
        }

        /// Pixels of the longer side; a picture that is larger is made smaller.
        package let longestSide: Int
        package let contrast: Contrast
        /// Degrees, clockwise.
        package let turn: Int
        /// Whether a picture whose longer side has no more than half of those pixels is made twice as large.
        package let enlarges: Bool

        package init(longestSide: Int, contrast: Contrast = .plain, turn: Int = 0, enlarges: Bool = false) {
            self.longestSide = longestSide
            self.contrast = contrast
            self.turn = turn
            self.enlarges = enlarges
        }
    }

    /// Of the upright picture.
    package let width: Int
    package let height: Int
    private let source: PictureSource
    private var decoded: [Int: VipsHandle] = [:]

    init(_ source: PictureSource, header: VipsHandle) {
        self.source = source
        (width, height) = header.isTurnedSideways ? (header.height, header.width) : (header.width, header.height)
    }

    /// Throws `ImagingError` where the picture turns out to be damaged.
    package func plane(_ look: Look) throws(ImagingError) -> LightPlane {
        let longest = max(width, height)
        let grown = look.enlarges && longest * 2 <= look.longestSide ? 2 : 1
        // In memory, or each preparation would have parts of it computed over and over.
        var image = try scaled(to: min(longest * grown, max(1, look.longestSide))).inMemory()
        switch look.contrast {
        case .plain: break
        case .even: image = try image.applying("even out") { stillroom_even_out($0, $1) }
        case .sharp: image = try image.applying("sharpen") { stillroom_sharpen($0, $1) }
        }
        let (across, down) = (image.width, image.height)
        if look.turn % 360 != 0 {
            image = try image.applying("turn") { stillroom_turn($0, $1, Double(look.turn)) }
        }
        return LightPlane(
            width: image.width, height: image.height, values: try image.bytes(), turn: look.turn,
            uprightWidth: across, uprightHeight: down)
    }

    func scaled(to longestSide: Int) throws(ImagingError) -> VipsHandle {
        let longest = max(width, height)
        let image = try grey(shrunk: [8, 4, 2].first { longestSide * $0 <= longest } ?? 1)
        let scale = Double(longestSide) / Double(max(image.width, image.height))
        // What the decoder hands out is taken as it is where it is nearly of the size wanted.
        if 0.98...1.02 ~= scale { return image }
        if scale > 1 {
            return try image.applying("enlarge") {
                stillroom_enlarge(
                    $0, $1, Int32(Double(image.width) * scale), Int32(Double(image.height) * scale), "bicubic")
            }
        }
        return try image.applying("reduce") {
            stillroom_resize($0, $1, scale, scale, Int32(VIPS_KERNEL_LINEAR.rawValue), 0)
        }
    }

    /// A half, a quarter or an eighth is cheap with JPEG and WebP; other formats are read whole and then averaged.
    private func grey(shrunk factor: Int) throws(ImagingError) -> VipsHandle {
        if let image = decoded[factor] { return image }
        var image: VipsHandle
        switch source.format {
        case .jpeg: image = try source.open(shrink: factor)
        case .webp where factor > 1: image = try source.open(scale: 1 / Double(factor))
        default:
            image = try source.open()
            if factor > 1 {
                let whole = image
                image = try whole.applying("reduce") { stillroom_shrink($0, $1, Double(factor)) }
            }
        }
        image = try image.grey().inMemory()
        if image.orientation != 1 { image = try image.applying("turn") { stillroom_upright($0, $1) } }
        decoded[factor] = image
        return image
    }
}

/// Brightness, one byte a pixel, row by row.
package struct LightPlane: Sendable, Hashable {
    package let width: Int
    package let height: Int
    package let values: [UInt8]
    private let turn: Int
    private let uprightWidth: Int
    private let uprightHeight: Int

    init(width: Int, height: Int, values: [UInt8], turn: Int, uprightWidth: Int, uprightHeight: Int) {
        self.width = width
        self.height = height
        self.values = values
        self.turn = turn
        self.uprightWidth = uprightWidth
        self.uprightHeight = uprightHeight
    }

    /// Where a box of this plane's pixels lies in the upright picture, in parts of its width and height.
    package func parts(
        left: Int, top: Int, right: Int, bottom: Int
    ) -> (x: Double, y: Double, width: Double, height: Double) {
        let angle = Double(turn) * .pi / 180
        let corners = [(left, top), (right, top), (left, bottom), (right, bottom)].map { corner in
            let (x, y) = (Double(corner.0) - Double(width) / 2, Double(corner.1) - Double(height) / 2)
            return (
                x: (x * cos(angle) + y * sin(angle)) / Double(uprightWidth) + 0.5,
                y: (y * cos(angle) - x * sin(angle)) / Double(uprightHeight) + 0.5
            )
        }
        let (xs, ys) = (corners.map(\.x), corners.map(\.y))
        let (x, y) = (xs.min() ?? 0, ys.min() ?? 0)
        return (x, y, (xs.max() ?? x) - x, (ys.max() ?? y) - y)
    }
}
