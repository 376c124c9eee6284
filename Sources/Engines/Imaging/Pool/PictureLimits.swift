/// What a picture may cost before anybody looks at its pixels.
package struct PictureLimits: Sendable, Hashable {
    package var bytes = 20 << 20
    package var pixels = 50_000_000
    /// Longest side, pixels.
    package var side = 16_384
    /// Shortest side, pixels: below this no plant can be told from another.
    package var minimumSide = 32
    /// Passes over the picture times its pixels: a progressive JPEG may ask for hundreds of passes.
    package var scannedPixels = 1_000_000_000
    /// Blocks of metadata beside the picture.
    package var blocks = 512

    package init() {}
}
