/// The limits on a picture's cost, checked before its pixels are decoded.
package struct PictureLimits: Sendable, Hashable {
    package var bytes = 20 << 20
    package var pixels = 50_000_000
    /// The maximum of the longer side in pixels.
    package var side = 16_384
    /// The minimum of the shorter side in pixels; below it plants cannot be distinguished.
    package var minimumSide = 32
    /// The maximum of scans times pixels: a progressive JPEG may require hundreds of passes.
    package var scannedPixels = 1_000_000_000
    /// The maximum number of metadata blocks.
    package var blocks = 512

    package init() {}
}
