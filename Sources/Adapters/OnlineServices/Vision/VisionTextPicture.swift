/// Width and height in pixels.
struct PixelSize: Sendable, Hashable {
    let width: Int
    let height: Int
}

/// The segments of a JPEG before its pixels.
struct JPEGHead: Sendable, Hashable {
    /// The size in its frame header; nil if the file is not a JPEG or ends before the frame header.
    private(set) var size: PixelSize?
    /// Whether the file contains EXIF, XMP, IPTC or a comment: place, time, author and camera.
    private(set) var tellsMore = false

    init(_ bytes: [UInt8]) {
        guard bytes.starts(with: [0xFF, 0xD8]) else { return }
        var place = 2
        while place + 4 <= bytes.count, bytes[place] == 0xFF {
            let marker = bytes[place + 1]
            if marker == 0xFF {
                // A fill byte.
                place += 1
                continue
            }
            if marker == 0x01 || (0xD0...0xD8).contains(marker) {
                // A marker without a length.
                place += 2
                continue
            }
            // The start of the pixels, or the end.
            if marker == 0xDA || marker == 0xD9 { return }
            if Self.telling.contains(marker) { tellsMore = true }
            if Self.frames.contains(marker), place + 9 <= bytes.count {
                let height = Int(bytes[place + 5]) << 8 | Int(bytes[place + 6])
                let width = Int(bytes[place + 7]) << 8 | Int(bytes[place + 8])
                if width > 0, height > 0 { size = PixelSize(width: width, height: height) }
            }
            place += 2 + max(2, Int(bytes[place + 2]) << 8 | Int(bytes[place + 3]))
        }
    }

    /// The markers of EXIF and XMP, IPTC, and comments.
    private static let telling: Set<UInt8> = [0xE1, 0xED, 0xFE]
    private static let frames = Set<UInt8>(0xC0...0xCF).subtracting([0xC4, 0xC8, 0xCC])
}
