/// The requested results for one picture.
package struct Preparation: Sendable, Hashable {
    /// RGB pixels for a model: eight bits per channel, row by row, in the order red, green, blue.
    package struct Pixels: Sendable, Hashable {
        package enum Resize: Sendable, Hashable {
            /// Scales the shorter side to this many pixels, then crops the centre.
            case shorterSide(Int)
            /// Scales to exactly width × height, whatever the aspect ratio.
            case exact
        }

        package enum Filter: UInt32, Sendable, CaseIterable {
            /// A triangle filter as wide as the pixels it replaces.
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

    /// A JPEG for display: upright, sRGB, without metadata, never larger than the original.
    package struct Rendition: Sendable, Hashable {
        package let longestSide: Int
        /// The JPEG quality, 1–100.
        package let quality: Int
        /// The maximum file size in bytes: the quality and then the dimensions are reduced until the file fits. 0 means
        /// no limit.
        package let byteLimit: Int

        package init(longestSide: Int, quality: Int, byteLimit: Int = 0) {
            self.longestSide = longestSide
            self.quality = quality
            self.byteLimit = byteLimit
        }

        /// The settings to try in this order until the file is small enough.
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
    /// The name of the `PictureInspector` that inspects the picture.
    package var inspector: String?
    /// The minimum of the shorter side in pixels, if it is lower than `PictureLimits.minimumSide`.
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

/// The results for one picture.
package struct Prepared: Sendable, Hashable {
    package let format: PictureFormat
    /// The width of the upright picture.
    package let width: Int
    package let height: Int
    /// The requested pixels; empty if none were requested.
    package let pixels: [UInt8]
    /// JPEG files, in the requested order.
    package let renditions: [[UInt8]]
    /// The inspector's findings in its own format; empty if no inspector was requested. Untrusted, because a child
    /// process wrote them.
    package let findings: [UInt8]
    /// The time for decoding and preparing, in milliseconds.
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
