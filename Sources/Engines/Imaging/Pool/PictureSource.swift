internal import CJPEG
internal import CLinux
internal import CVips
import Glibc

/// The bytes of a file with a known format. They can be opened repeatedly, each time at the cheapest size.
struct PictureSource {
    let bytes: PictureBytes
    let format: PictureFormat
    /// Only a JPEG that the survey found complete is opened with a higher tolerance.
    var tolerance = STILLROOM_JPEG_STRICT
    private let sizes = DecodedSizes()

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
    ///
    /// With `sharing` the result may be larger, if the picture was decoded at that size already. The pixels of models and
    /// hashes do not share, because they must not depend on what else was requested.
    func opened(
        for header: VipsHandle, width: Int, height: Int, sharing: Bool = false
    ) throws(ImagingError) -> VipsHandle {
        let spare = min(Double(header.width) / Double(width), Double(header.height) / Double(height))
        switch format {
        case .jpeg:
            let shrink = [8, 4, 2].first { Double($0) * Picture.shrinkMargin <= spare } ?? 1
            return try shrunk(header, by: shrink, sharing: sharing)
        case .webp where spare > 4:
            return try open(scale: 2 / spare)
        default:
            return try open()
        }
    }

    /// Opens a JPEG at a `shrink`th of its size.
    ///
    /// With `sharing` the result may be larger. Without `keeping` it is not kept for later calls.
    func shrunk(
        _ header: VipsHandle, by shrink: Int, sharing: Bool = false, keeping: Bool = true
    ) throws(ImagingError) -> VipsHandle {
        let known = sharing ? sizes.images.filter { $0.key <= shrink }.max { $0.key < $1.key }?.value : nil
        if let image = known ?? sizes.images[shrink] { return image }
        // A file that libjpeg warned about once is not decoded in vain again.
        guard !sizes.isOdd, let image = decoded(header, shrink: shrink) else { return try open(shrink: shrink) }
        if keeping { sizes.images[shrink] = image }
        return image
    }

    /// The most pixels of a JPEG that are decoded at once into memory: 24 MiB.
    private static let pixelsAtOnce = 8 << 20

    /// Decodes a JPEG into memory, which is faster than libvips' own way. Returns nil after any warning of libjpeg, and
    /// for a picture that is large even at this size; libvips reads those row by row.
    func decoded(_ header: VipsHandle, shrink: Int) -> VipsHandle? {
        guard tolerance == STILLROOM_JPEG_STRICT,
            (header.width / shrink + 1) * (header.height / shrink + 1) <= Self.pixelsAtOnce
        else { return nil }
        var (width, height, bands): (Int32, Int32, Int32) = (0, 0, 0)
        let buffer = bytes.buffer
        guard
            let pixels = stillroom_jpeg_pixels(
                buffer.bindMemory(to: UInt8.self).baseAddress, buffer.count, Int32(shrink), &width, &height, &bands)
        else {
            sizes.isOdd = true
            return nil
        }
        guard Int(bands) == header.bands else {
            free(pixels)
            return nil
        }
        return stillroom_image_owning(
            header.pointer, pixels, Int(width) * Int(height) * Int(bands), width, height, bands,
            stillroom_free_with_image
        ).map(VipsHandle.init)
    }

    func readThrough() throws(ImagingError) {
        let image = try open()
        var average = 0.0
        guard stillroom_average(image.pointer, &average) == 0 else { throw Vips.failure(during: "read") }
    }
}

/// The pictures that were decoded into memory, by how much they were shrunk.
private final class DecodedSizes {
    var images: [Int: VipsHandle] = [:]
    /// Whether the file cannot be decoded in this way.
    var isOdd = false
}

/// The file's bytes at a stable address: libvips reads them while its images are in use, so `Picture.prepare` keeps
/// them until it returns.
final class PictureBytes {
    let buffer: UnsafeRawBufferPointer
    private let isMapped: Bool

    /// A copy.
    init(_ bytes: ArraySlice<UInt8>) {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
        copy.copyBytes(from: bytes)
        buffer = UnsafeRawBufferPointer(copy)
        isMapped = false
    }

    /// The contents of a file, without a copy. Closes the descriptor. Returns nil if it cannot be read in this way.
    init?(closing descriptor: Int32) {
        var count = 0
        guard let place = stillroom_map_file(descriptor, &count) else { return nil }
        buffer = UnsafeRawBufferPointer(start: place, count: count)
        isMapped = true
    }

    deinit {
        if isMapped {
            munmap(UnsafeMutableRawPointer(mutating: buffer.baseAddress), buffer.count)
        } else {
            buffer.deallocate()
        }
    }
}
