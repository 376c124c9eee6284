/// What is wanted of a picture.
package struct Preparation: Sendable, Hashable {
    /// RGB pixels for a model: eight bits a channel, row by row, red green blue.
    package struct Pixels: Sendable, Hashable {
        package enum Resize: Sendable, Hashable {
            /// The shorter side becomes this many pixels, then the centre is cut out.
            case shorterSide(Int)
            /// Straight to width × height, whatever the shape was.
            case exact
        }

        package enum Filter: UInt32, Sendable, CaseIterable {
            /// A triangle as wide as the pixels it replaces.
            case bilinear = 1
            case bicubic, lanczos
        }

        package let width: Int
        package let height: Int
        package let resize: Resize
        package let filter: Filter

        package init(width: Int, height: Int, resize: Resize, filter: Filter) {
            self.width = width
            self.height = height
            self.resize = resize
            self.filter = filter
        }
    }

    /// A JPEG to look at: upright, sRGB, without metadata, never larger than the original.
    package struct Rendition: Sendable, Hashable {
        package let longestSide: Int
        /// 1–100.
        package let quality: Int
        /// The file's size at most: quality, then size are lowered until it holds. 0 for any size.
        package let byteLimit: Int

        package init(longestSide: Int, quality: Int, byteLimit: Int = 0) {
            self.longestSide = longestSide
            self.quality = quality
            self.byteLimit = byteLimit
        }

        /// Worth trying, in this order, until the file is small enough.
        var attempts: [Rendition] {
            guard byteLimit > 0 else { return [self] }
            let lower = stride(from: quality - 10, through: 50, by: -10).map { (longestSide, $0) }
            let smaller = [3, 2].map { (longestSide * $0 / 4, 50) }
            return [self]
                + (lower + smaller).map { Rendition(longestSide: $0.0, quality: $0.1, byteLimit: byteLimit) }
        }
    }

    package var pixels: Pixels?
    package var renditions: [Rendition]
    /// The name of the `PictureInspector` that is to look at it.
    package var inspector: String?
    /// Pixels that the shorter side must have, where it may have fewer than `PictureLimits.minimumSide`.
    package var minimumSide: Int?

    package init(
        pixels: Pixels? = nil, renditions: [Rendition] = [], inspector: String? = nil, minimumSide: Int? = nil
    ) {
        self.pixels = pixels
        self.renditions = renditions
        self.inspector = inspector
        self.minimumSide = minimumSide
    }
}

/// A picture, read.
package struct Prepared: Sendable, Hashable {
    package let format: PictureFormat
    /// Of the upright picture.
    package let width: Int
    package let height: Int
    /// As asked; empty where none were.
    package let pixels: [UInt8]
    /// JPEG files, in the order asked.
    package let renditions: [[UInt8]]
    /// What the inspector found, in its own words; empty where none was asked. A child wrote this: it is not trusted.
    package let findings: [UInt8]
    /// Milliseconds of decoding and preparing.
    package let milliseconds: Double

    init(
        format: PictureFormat, width: Int, height: Int, pixels: [UInt8], renditions: [[UInt8]],
        findings: [UInt8] = [], milliseconds: Double
    ) {
        self.format = format
        self.width = width
        self.height = height
        self.pixels = pixels
        self.renditions = renditions
        self.findings = findings
        self.milliseconds = milliseconds
    }
}
