/// The six supported formats, recognised by their first bytes.
package enum PictureFormat: UInt8, Sendable, CaseIterable {
    case jpeg = 1, png, webp, tiff, heic, avif

    /// Throws `unsupportedFormat` for an image of another format, `notAnImage` for any other file.
    package init(sniffing file: some Collection<UInt8>) throws(ImagingError) {
        let bytes = Array(file.prefix(64))
        guard !bytes.isEmpty else { throw ImagingError(.empty, during: "sniff", "The file is empty.") }
        func starts(_ prefix: [UInt8], at offset: Int = 0) -> Bool {
            bytes.count >= offset + prefix.count && bytes[offset..<offset + prefix.count].elementsEqual(prefix)
        }
        func starts(_ text: String, at offset: Int = 0) -> Bool { starts(Array(text.utf8), at: offset) }

        if starts([0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if starts([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if starts("RIFF"), starts("WEBP", at: 8) {
            self = .webp
        } else if starts([0x49, 0x49, 0x2A, 0x00]) || starts([0x4D, 0x4D, 0x00, 0x2A]) {
            self = .tiff
        } else if starts("ftyp", at: 4), starts("avif", at: 8) || starts("mif1", at: 8) && Self.isAVIF(bytes) {
            self = .avif
        } else if starts("ftyp", at: 4), Self.heifBrands.contains(where: { starts($0, at: 8) }) {
            self = .heic
        } else if starts([0xFF, 0x0A]) || Self.others.contains(where: { starts($0) }) || starts("ftyp", at: 4) {
            throw ImagingError(
                .unsupportedFormat, during: "sniff",
                "This kind of file is not read. Please use JPEG, PNG, WebP, AVIF, TIFF or HEIC.")
        } else {
            throw ImagingError(.notAnImage, during: "sniff", "This is not a picture.")
        }
    }

    /// Whether a file with several pictures names its primary picture.
    var namesPrimary: Bool { self == .heic || self == .avif }

    /// Whether a file with the general brand declares compatibility with AVIF but not with HEIC.
    private static func isAVIF(_ bytes: [UInt8]) -> Bool {
        let length = min(bytes.count, bytes[..<4].reduce(0) { $0 << 8 | Int($1) })
        let brands = stride(from: 16, to: max(16, length - 3), by: 4).map { Array(bytes[$0..<$0 + 4]) }
        return brands.contains(Array("avif".utf8)) && !brands.contains(Array("heic".utf8))
    }

    private static let heifBrands = ["heic", "heix", "heim", "heis", "mif1"]
    private static let others = [
        "GIF8", "BM", "%PDF", "%!PS", "<svg", "<?xml", "II+\0", "8BPS", "P5", "P6", "#?RADIANCE", "v/1\u{01}",
        "\0\0\u{01}\0",
        "\0\0\0\u{0C}jP  ", "\0\0\0\u{0C}JXL ",
    ]
}
