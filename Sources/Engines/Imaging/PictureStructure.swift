import Glibc

/// What the containers say of themselves, read without any codec: cheap, bounded, and enough to refuse the bombs
/// whose cost hides behind a small header.
struct PictureStructure: Equatable {
    var frames = 1
    /// Passes over the picture.
    var scans = 1
    /// Blocks of metadata.
    var blocks = 0
    /// What PNG and WebP say at a fixed place; their decoders reserve memory for it as soon as they are opened.
    var width: Int?
    var height: Int?

    init(of slice: ArraySlice<UInt8>, format: PictureFormat) {
        switch format {
        case .jpeg: readJPEG(slice)
        case .png: readPNG(Array(slice))
        case .webp: readWebP(Array(slice))
        case .tiff, .heic: break  // libvips counts their pages from the header
        }
    }

    private mutating func readJPEG(_ bytes: ArraySlice<UInt8>) {
        scans = 0
        bytes.withUnsafeBufferPointer { bytes in
            var index = 2
            while index + 3 < bytes.count {
                if bytes[index] != 0xFF {
                    // Almost all of a photograph is coded pixels: the next marker is looked for as fast as can be.
                    guard let base = bytes.baseAddress, let next = memchr(base + index, 0xFF, bytes.count - index)
                    else {
                        return
                    }
                    index = UnsafeRawPointer(base).distance(to: next)
                    continue
                }
                let marker = bytes[index + 1]
                switch marker {
                case 0x00, 0x01, 0xFF, 0xD0...0xD8:
                    index += marker == 0xFF ? 1 : 2
                case 0xD9:  // the end; what follows is not of the picture
                    return
                default:
                    if marker == 0xDA { scans += 1 }
                    if (0xE0...0xEF).contains(marker) || marker == 0xFE { blocks += 1 }
                    index += 2 + (Int(bytes[index + 2]) << 8 | Int(bytes[index + 3]))
                }
            }
        }
    }

    private mutating func readPNG(_ bytes: [UInt8]) {
        if bytes.count >= 24 { (width, height) = (Self.bigEndian(bytes, 16), Self.bigEndian(bytes, 20)) }
        var index = 8
        while index + 8 <= bytes.count {
            let length = Self.bigEndian(bytes, index)
            switch String(decoding: bytes[index + 4..<index + 8], as: UTF8.self) {
            case "acTL": frames = index + 12 <= bytes.count ? max(2, Self.bigEndian(bytes, index + 8)) : 2
            case "IDAT": break
            case "IEND": return
            default: blocks += 1
            }
            index += 12 + length
        }
    }

    private mutating func readWebP(_ bytes: [UInt8]) {
        var index = 12
        while index + 8 <= bytes.count {
            let length =
                Int(bytes[index + 4]) | Int(bytes[index + 5]) << 8 | Int(bytes[index + 6]) << 16
                | Int(bytes[index + 7]) << 24
            switch String(decoding: bytes[index..<index + 4], as: UTF8.self) {
            case "ANIM", "ANMF": frames = max(2, frames + 1)
            case "VP8X" where index + 18 <= bytes.count:
                width = 1 + Self.littleEndian(bytes, index + 12, 3)
                height = 1 + Self.littleEndian(bytes, index + 15, 3)
            case "VP8L" where index + 13 <= bytes.count && width == nil:
                let bits = Self.littleEndian(bytes, index + 9, 4)
                (width, height) = (1 + (bits & 0x3FFF), 1 + ((bits >> 14) & 0x3FFF))
            case "VP8 " where index + 18 <= bytes.count && width == nil:
                width = Self.littleEndian(bytes, index + 14, 2) & 0x3FFF
                height = Self.littleEndian(bytes, index + 16, 2) & 0x3FFF
            case "VP8 ", "VP8L", "ALPH", "VP8X": break
            default: blocks += 1
            }
            index += 8 + length + length % 2
        }
    }

    private static func littleEndian(_ bytes: [UInt8], _ index: Int, _ count: Int) -> Int {
        (0..<count).reduce(0) { $0 | Int(bytes[index + $1]) << (8 * $1) }
    }

    private static func bigEndian(_ bytes: [UInt8], _ index: Int) -> Int {
        Int(bytes[index]) << 24 | Int(bytes[index + 1]) << 16 | Int(bytes[index + 2]) << 8 | Int(bytes[index + 3])
    }
}
