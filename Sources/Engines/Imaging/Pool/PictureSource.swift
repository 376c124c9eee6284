internal import CVips

/// The bytes of a file with a known format. They can be opened repeatedly, each time at the cheapest size.
struct PictureSource {
    let bytes: PictureBytes
    let format: PictureFormat
    /// Only a JPEG that the survey found complete is opened with a higher tolerance.
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

    /// Opens the picture at the smallest size that the decoder produces cheaply and that is larger than the target.
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

/// The file's bytes at a stable address: libvips reads them while its images are in use, so `Picture.prepare` keeps
/// them until it returns.
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
