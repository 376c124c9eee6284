internal import CVips

/// The luminance of an upright picture or of a part of it, in which text is found and from which single lines are cut.
package final class TextCanvas {
    /// A part of an upright photograph, in fractions of its width and height.
    private struct Part {
        var left = 0.0
        var top = 0.0
        var width = 1.0
        var height = 1.0
    }

    /// The maximum number of pixels of a canvas.
    static let mostPixels = 2_500_000.0
    /// The maximum number of pixels of the photograph from which a part is taken.
    private static let mostPixelsDecoded = 16_000_000.0

    let base: VipsHandle
    /// The clockwise quarter turns from the upright picture to this canvas.
    package let turns: Int
    /// Whether the photograph was taken in poor light; then its grain is strong.
    package let isDark: Bool
    private let part: Part
    private let light: PictureLight

    package var width: Int { base.width }
    package var height: Int { base.height }

    convenience init(_ light: PictureLight) throws(ImagingError) {
        try self.init(light, part: Part())
    }

    private init(_ light: PictureLight, part: Part) throws(ImagingError) {
        let (width, height) = (Double(light.width), Double(light.height))
        let scale = min(
            1, (Self.mostPixels / (width * part.width * height * part.height)).squareRoot(),
            (Self.mostPixelsDecoded / (width * height)).squareRoot())
        var image = try light.scaled(to: max(1, Int(max(width, height) * scale)))
        let (across, down) = (Double(image.width), Double(image.height))
        let (left, top) = (Int(part.left * across), Int(part.top * down))
        let right = min(image.width, max(left + 1, Int((part.left + part.width) * across)))
        let bottom = min(image.height, max(top + 1, Int((part.top + part.height) * down)))
        if right - left < image.width || bottom - top < image.height {
            image = try image.applying("crop") {
                stillroom_crop($0, $1, Int32(left), Int32(top), Int32(right - left), Int32(bottom - top))
            }
        }
        (base, isDark) = try Self.stretched(try image.inMemory())
        turns = 0
        self.part = Part(
            left: Double(left) / across, top: Double(top) / down, width: Double(right - left) / across,
            height: Double(bottom - top) / down)
        self.light = light
    }

    private init(base: VipsHandle, turns: Int, of canvas: TextCanvas) {
        (self.base, self.turns, part, light) = (base, turns, canvas.part, canvas.light)
        isDark = canvas.isDark
    }

    /// A picture whose brightest areas are below this was taken in poor light.
    private static let poorLight = 140
    private static let mostStretched = 3.0

    /// The picture with paper as bright as paper, if it was taken in poor light.
    private static func stretched(_ image: VipsHandle) throws(ImagingError) -> (VipsHandle, isDark: Bool) {
        let factor = max(1, min(Double(max(image.width, image.height)) / 200, Double(min(image.width, image.height))))
        let values = try image.applying("shrink") { stillroom_shrink($0, $1, factor) }.bytes().sorted()
        guard let bright = values.isEmpty ? nil : Int(values[values.count * 99 / 100]), bright < poorLight else {
            return (image, false)
        }
        let stretched = try image.applying("stretch") {
            stillroom_stretch($0, $1, min(mostStretched, 240 / Double(max(1, bright))), 0)
        }
        return (try stretched.inMemory(), true)
    }

    /// The canvas after further clockwise quarter turns.
    package func turned(by quarters: Int) throws(ImagingError) -> TextCanvas {
        let quarters = ((quarters % 4) + 4) % 4
        guard quarters != 0 else { return self }
        let turned = try base.applying("turn") { stillroom_turn($0, $1, Double(quarters) * 90) }
        return TextCanvas(base: try turned.inMemory(), turns: (turns + quarters) % 4, of: self)
    }

    /// A part of the photograph around points of this canvas and `rim` pixels more, with as many pixels as a canvas may
    /// have; upright as the photograph.
    package func part(around points: [(x: Double, y: Double)], rim: Double) throws(ImagingError) -> TextCanvas {
        let places = points.map { photograph($0.x, $0.y) }
        let (left, right) = (places.map(\.x).min() ?? 0, places.map(\.x).max() ?? 1)
        let (top, bottom) = (places.map(\.y).min() ?? 0, places.map(\.y).max() ?? 1)
        let turned = !turns.isMultiple(of: 2)
        let across = rim / Double(turned ? height : width) * part.width
        let down = rim / Double(turned ? width : height) * part.height
        var part = Part(left: min(max(0, left - across), 0.99), top: min(max(0, top - down), 0.99))
        part.width = max(0.01, min(1, right + across) - part.left)
        part.height = max(0.01, min(1, bottom + down) - part.top)
        return try TextCanvas(light, part: part)
    }

    /// Converts a place of this canvas, in pixels, to fractions of the upright photograph's width and height.
    package func photograph(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
        let (across, down) = ((x + 0.5) / Double(width), (y + 0.5) / Double(height))
        let place: (x: Double, y: Double) =
            switch turns {
            case 1: (down, 1 - across)
            case 2: (1 - across, 1 - down)
            case 3: (1 - down, across)
            default: (across, down)
            }
        return (part.left + place.x * part.width, part.top + place.y * part.height)
    }

    /// Whether a point of this canvas, before it was turned, is at a side at which the photograph continues.
    package func isCutOff(_ x: Double, _ y: Double, rim: Double) -> Bool {
        let inside = 1e-3
        return x < rim && part.left > inside || x > Double(width) - 1 - rim && part.left + part.width < 1 - inside
            || y < rim && part.top > inside || y > Double(height) - 1 - rim && part.top + part.height < 1 - inside
    }

    /// Converts a place in fractions of the upright photograph to pixels of this canvas, before it was turned.
    func upright(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
        let (across, down) = turns.isMultiple(of: 2) ? (width, height) : (height, width)
        return (
            (x - part.left) / part.width * Double(across) - 0.5, (y - part.top) / part.height * Double(down) - 0.5
        )
    }

    /// The canvas in another size: luminance, one byte per pixel, row by row.
    package func values(width: Int, height: Int) throws(ImagingError) -> [UInt8] {
        let (across, down) = (Double(width) / Double(base.width), Double(height) / Double(base.height))
        let image = try base.applying("resize") {
            max(across, down) > 1
                ? stillroom_enlarge($0, $1, Int32(width), Int32(height), "bilinear")
                : stillroom_resize($0, $1, across, down, Int32(VIPS_KERNEL_LINEAR.rawValue), 0)
        }
        guard image.width == width, image.height == height else { throw Vips.failure(during: "resize") }
        return try image.bytes()
    }

    /// A strip cut out along a line: luminance, one byte per pixel, row by row. `place` converts fractions of the strip's
    /// width and height to a place of this canvas in pixels.
    package func strip(
        width: Int, height: Int, place: (Double, Double) -> (x: Double, y: Double)
    ) throws(ImagingError) -> [UInt8] {
        try base.warped(width: width, height: height, place: place).bytes()
    }

    /// The sheet with the text.
    package func sheet() throws(ImagingError) -> TextSheet { try TextSheet(self) }
}

extension PictureLight {
    /// The picture as a canvas for reading text.
    package func canvas() throws(ImagingError) -> TextCanvas { try TextCanvas(self) }
}

extension VipsHandle {
    /// The distance in pixels of the places of a mesh; places between them are interpolated.
    private static let meshStep = 16

    /// The picture seen through a mapping from fractions of the result's width and height to pixels of this picture.
    func warped(
        width: Int, height: Int, place: (Double, Double) -> (x: Double, y: Double)
    ) throws(ImagingError) -> VipsHandle {
        let step = Self.meshStep
        let (columns, rows) = (width / step + 3, height / step + 3)
        var mesh: [Float] = []
        mesh.reserveCapacity(columns * rows * 2)
        for row in 0..<rows {
            for column in 0..<columns {
                let place = place(
                    (Double(column * step) + 0.5) / Double(width), (Double(row * step) + 0.5) / Double(height))
                mesh.append(Float(place.x))
                mesh.append(Float(place.y))
            }
        }
        guard let numbers = stillroom_numbers(mesh, Int32(columns), Int32(rows), 2) else {
            throw Vips.failure(during: "mesh")
        }
        let index = VipsHandle(numbers)
        return try applying("warp") {
            stillroom_warp($0, $1, index.pointer, Int32(step), Int32(width), Int32(height))
        }
    }
}
