internal import CVips
import Synchronization

/// Owns one libvips image.
final class VipsHandle {
    let pointer: UnsafeMutablePointer<VipsImage>

    init(_ pointer: UnsafeMutablePointer<VipsImage>) {
        self.pointer = pointer
    }

    deinit {
        stillroom_unref(pointer)
    }

    var width: Int { Int(vips_image_get_width(pointer)) }
    var height: Int { Int(vips_image_get_height(pointer)) }
    var bands: Int { Int(vips_image_get_bands(pointer)) }
    var isByte: Bool { vips_image_get_format(pointer) == VIPS_FORMAT_UCHAR }
    var frames: Int { Int(vips_image_get_n_pages(pointer)) }
    var hasAlpha: Bool { vips_image_hasalpha(pointer) != 0 }
    var hasProfile: Bool { stillroom_has_profile(pointer) != 0 }
    var interpretation: VipsInterpretation { vips_image_get_interpretation(pointer) }
    /// The EXIF orientation, 1–8; any other value counts as upright.
    var orientation: Int { Int(vips_image_get_orientation(pointer)) }
    var isTurnedSideways: Bool { vips_image_get_orientation_swap(pointer) != 0 }

    /// Computes the pixels once and keeps them in memory.
    func inMemory() throws(ImagingError) -> VipsHandle {
        guard let memory = vips_image_copy_memory(pointer) else { throw Vips.failure(during: "copy") }
        return VipsHandle(memory)
    }

    /// The only place that converts a libvips status into an error. Empties the library's error buffer.
    func applying(
        _ operation: String,
        _ body: (UnsafeMutablePointer<VipsImage>, UnsafeMutablePointer<UnsafeMutablePointer<VipsImage>?>) -> Int32
    ) throws(ImagingError) -> VipsHandle {
        var result: UnsafeMutablePointer<VipsImage>?
        guard body(pointer, &result) == 0, let result else { throw Vips.failure(during: operation) }
        return VipsHandle(result)
    }
}

enum Vips {
    /// Starts libvips once per process, at the first use: without a cache (every picture is new), with one thread per
    /// picture (the pool has one process per core), and without the loaders that their authors call unsafe for
    /// untrusted files.
    static let start: Result<Void, ImagingError> = {
        guard vips_init("stillroom") == 0 else { return .failure(failure(during: "vips_init")) }
        vips_block_untrusted_set(1)
        vips_concurrency_set(1)
        vips_cache_set_max(0)
        return .success(())
    }()

    static var version: String { String(cString: vips_version_string()) }

    /// libvips collects the messages of all threads until they are cleared; this counts the clearings.
    private static let clearings = Atomic(0)

    /// Clears the messages. Returns a value for `mayHaveMessages`.
    static func clearMessages() -> Int {
        vips_error_clear()
        return clearings.add(1, ordering: .sequentiallyConsistent).newValue
    }

    /// Whether a codec may have written a message since `clearing`: a message exists, or the messages were cleared
    /// meanwhile.
    static func mayHaveMessages(since clearing: Int) -> Bool {
        vips_error_buffer().pointee != 0 || clearings.load(ordering: .sequentiallyConsistent) != clearing
    }

    static func failure(during operation: String) -> ImagingError {
        let text = String(cString: vips_error_buffer())
        _ = clearMessages()
        let line = text.split(separator: "\n").first.map(String.init) ?? "no reason given"
        return ImagingError(.corrupt, during: "\(operation): \(line)", "The picture is damaged or cut off.")
    }
}
