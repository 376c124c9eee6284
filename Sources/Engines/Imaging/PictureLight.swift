internal import CVips
import Glibc

/// The luminance of an upright picture, in the variants that an inspector requests one after the other. The picture is
/// decoded once for each size that its decoder supports.
package final class PictureLight {
    /// One variant.
    package struct Look: Sendable, Hashable {
        package enum Contrast: String, Sendable, Hashable, CaseIterable {
            case plain
            /// Normalises shadows and glare: each place gets the same mean and spread.
            case even
            /// Sharpens edges, for pictures slightly out of focus.
            case sharp
        }

        /// The maximum of the longer side in pixels; a larger picture is scaled down.
        package let longestSide: Int
        package let contrast: Contrast
        /// The rotation in degrees, clockwise.
        package let turn: Int
        /// Whether a picture whose longer side is at most half of that maximum is enlarged to twice its size.
        package let enlarges: Bool

        package init(longestSide: Int, contrast: Contrast = .plain, turn: Int = 0, enlarges: Bool = false) {
            self.longestSide = longestSide
            self.contrast = contrast
            self.turn = turn
            self.enlarges = enlarges
        }
    }

    /// The width of the upright picture.
    package let width: Int
    package let height: Int
    private let source: PictureSource
    private let header: VipsHandle
    private var decoded: [Int: VipsHandle] = [:]

    init(_ source: PictureSource, header: VipsHandle) {
        self.header = header
        self.source = source
        (width, height) = header.isTurnedSideways ? (header.height, header.width) : (header.width, header.height)
    }

    /// Returns the luminance for a variant. Throws `ImagingError` if the picture is damaged.
    package func plane(_ look: Look) throws(ImagingError) -> LightPlane {
        let longest = max(width, height)
        let grown = look.enlarges && longest * 2 <= look.longestSide ? 2 : 1
        // Kept in memory, because each variant would otherwise compute parts of it repeatedly.
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
        // If the decoder's result already has almost the target size, it is used unchanged.
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

    /// Shrinking by 2, 4 or 8 is cheap for JPEG and WebP; other formats are decoded completely and then averaged.
    private func grey(shrunk factor: Int) throws(ImagingError) -> VipsHandle {
        if let image = decoded[factor] { return image }
        var image: VipsHandle
        switch source.format {
        case .jpeg: image = try source.shrunk(header, by: factor, keeping: false)
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

/// Luminance, one byte per pixel, row by row.
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

    /// Converts a box in pixels of this plane to fractions of the upright picture's width and height.
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
