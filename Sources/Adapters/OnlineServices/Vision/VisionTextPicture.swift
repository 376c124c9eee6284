/// Width and height in pixels.
struct PixelSize: Sendable, Hashable {
    let width: Int
    let height: Int
}

/// What stands in a JPEG before its pixels.
struct JPEGHead: Sendable, Hashable {
    /// As its frame says; nothing for what is no JPEG, or is cut before its frame.
    private(set) var size: PixelSize?
    /// Whether EXIF, XMP, IPTC or a comment is there: where, when, by whom and with what it was taken.
    private(set) var tellsMore = false

    init(_ bytes: [UInt8]) {
        guard bytes.starts(with: [0xFF, 0xD8]) else { return }
        var place = 2
        while place + 4 <= bytes.count, bytes[place] == 0xFF {
            let marker = bytes[place + 1]
            if marker == 0xFF {
                // Fills.
                place += 1
                continue
            }
            if marker == 0x01 || (0xD0...0xD8).contains(marker) {
                // Has no length.
                place += 2
                continue
            }
            // Pixels, or the end.
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

    /// EXIF and XMP, IPTC, a comment.
    private static let telling: Set<UInt8> = [0xE1, 0xED, 0xFE]
    private static let frames = Set<UInt8>(0xC0...0xCF).subtracting([0xC4, 0xC8, 0xCC])
}
