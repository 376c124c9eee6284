internal import CVips

/// Bytes of a known format, to be opened as often as needed, each time at the size that is cheapest.
struct PictureSource {
    let bytes: PictureBytes
    let format: PictureFormat
    /// Only a JPEG that was surveyed and found whole is opened with more than none.
    var tolerance = STILLROOM_JPEG_STRICT

    init(_ bytes: PictureBytes, format: PictureFormat) {
        self.bytes = bytes
        self.format = format
    }

    func open(shrink: Int = 1, scale: Double = 1) throws(ImagingError) -> VipsHandle {
        let buffer = bytes.buffer
        let image =
            switch format {
            case .jpeg: stillroom_load_jpeg(buffer.baseAddress, buffer.count, Int32(shrink), tolerance)
            case .png: stillroom_load_png(buffer.baseAddress, buffer.count)
            case .webp: stillroom_load_webp(buffer.baseAddress, buffer.count, scale)
            case .tiff: stillroom_load_tiff(buffer.baseAddress, buffer.count)
            case .heic, .avif: stillroom_load_heif(buffer.baseAddress, buffer.count)
            }
        guard let image else { throw Vips.failure(during: "open \(format)") }
        return VipsHandle(image)
    }

    /// As small as the decoder can hand it out cheaply, and still larger than wanted.
    func opened(for header: VipsHandle, width: Int, height: Int) throws(ImagingError) -> VipsHandle {
        let spare = min(Double(header.width) / Double(width), Double(header.height) / Double(height))
        switch format {
        case .jpeg:
            let shrink = [8, 4, 2].first { Double($0) * Picture.shrinkMargin <= spare } ?? 1
            return try open(shrink: shrink)
        case .webp where spare > 4:
            return try open(scale: 2 / spare)
        default:
            return try open()
        }
    }

    func readThrough() throws(ImagingError) {
        let image = try open()
        var average = 0.0
        guard stillroom_average(image.pointer, &average) == 0 else { throw Vips.failure(during: "read") }
    }
}

/// The file's bytes at an address that stays: libvips reads them while the images made of them are worked on, so
/// `Picture.prepare` holds them to its end.
final class PictureBytes {
    let buffer: UnsafeRawBufferPointer

    init(_ bytes: ArraySlice<UInt8>) {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
        copy.copyBytes(from: bytes)
        buffer = UnsafeRawBufferPointer(copy)
    }

    deinit {
        buffer.deallocate()
    }
}
