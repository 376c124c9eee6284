import Glibc

/// Metadata of the container formats, read without a codec. Cheap and bounded; it is enough to refuse decompression
/// bombs whose cost is not visible in the header.
struct PictureStructure: Equatable {
    var frames = 1
    /// The number of scans (passes over the picture).
    var scans = 1
    /// The number of metadata blocks.
    var blocks = 0
    /// The dimensions that PNG and WebP state at a fixed place; their decoders reserve memory for them as soon as they
    /// open the file.
    var width: Int?
    var height: Int?
    /// Whether every component of a JPEG has a scan. A picture that was cut off between two scans lacks its colours.
    var hasEveryComponent = true
    /// The number of TIFF pages after the first that are declared as reduced-size images or masks.
    var thumbnails = 0

    init(of file: UnsafeRawBufferPointer, format: PictureFormat) {
        switch format {
        case .jpeg: readJPEG(file.bindMemory(to: UInt8.self))
        case .png: readPNG(Array(file))
        case .webp: readWebP(Array(file))
        case .tiff: readTIFF(Array(file))
        case .heic, .avif: break  // libvips counts their pages from the header
        }
    }

    private mutating func readJPEG(_ bytes: UnsafeBufferPointer<UInt8>) {
        scans = 0
        var components: [UInt8] = []
        var scanned: Set<UInt8> = []
        defer {
            // Two components with the same id are distinguished by their order, which this code does not track.
            if scans > 0, Set(components).count == components.count {
                hasEveryComponent = components.allSatisfy(scanned.contains)
            }
        }
        var index = 2
        while index + 3 < bytes.count {
            if bytes[index] != 0xFF {
                // Almost all bytes of a photograph are coded pixels, so `memchr` finds the next marker quickly.
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
            case 0xD9:  // the end; later bytes do not belong to the picture
                return
            default:
                if marker == 0xDA {
                    scans += 1
                    scanned.formUnion(Self.names(in: bytes, at: index + 4, stride: 2))
                } else if Self.isFrame(marker), components.isEmpty {
                    components = Self.names(in: bytes, at: index + 9, stride: 3)
                }
                if (0xE0...0xEF).contains(marker) || marker == 0xFE { blocks += 1 }
                index += 2 + (Int(bytes[index + 2]) << 8 | Int(bytes[index + 3]))
            }
        }
    }

    private static func isFrame(_ marker: UInt8) -> Bool {
        (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
    }

    /// The component ids listed by a frame or a scan: a count, then `stride` bytes for each.
    private static func names(in bytes: UnsafeBufferPointer<UInt8>, at place: Int, stride: Int) -> [UInt8] {
        guard place < bytes.count else { return [] }
        return (0..<min(4, Int(bytes[place]))).map { place + 1 + stride * $0 }.filter { $0 < bytes.count }
            .map { bytes[$0] }
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

    private mutating func readTIFF(_ bytes: [UInt8]) {
        let isLittle = bytes.first == 0x49
        func number(_ index: Int, _ count: Int) -> Int {
            isLittle
                ? Self.littleEndian(bytes, index, count)
                : (0..<count).reduce(0) { $0 << 8 | Int(bytes[index + $1]) }
        }
        guard bytes.count >= 8 else { return }
        var directory = number(4, 4)
        var seen: [Int] = []
        while directory >= 8, directory + 2 <= bytes.count, seen.count < 64, !seen.contains(directory) {
            let end = directory + 2 + 12 * number(directory, 2)
            guard end + 4 <= bytes.count else { return }
            let kinds = stride(from: directory + 2, to: end, by: 12).filter { number($0, 2) == 254 }.map {
                number($0 + 8, number($0 + 2, 2) == 3 ? 2 : 4)
            }
            // Bit 0: reduced size; bit 2: mask.
            if !seen.isEmpty, kinds.contains(where: { $0 & 5 != 0 }) { thumbnails += 1 }
            seen.append(directory)
            directory = number(end, 4)
        }
    }

    private static func littleEndian(_ bytes: [UInt8], _ index: Int, _ count: Int) -> Int {
        (0..<count).reduce(0) { $0 | Int(bytes[index + $1]) << (8 * $1) }
    }

    private static func bigEndian(_ bytes: [UInt8], _ index: Int) -> Int {
        Int(bytes[index]) << 24 | Int(bytes[index + 1]) << 16 | Int(bytes[index + 2]) << 8 | Int(bytes[index + 3])
    }
}
