internal import CVips

/// Reads one picture in this process. Untrusted files are read with `PicturePool`, which runs this code in a child
/// process with limits.
package enum Picture {
    /// A JPEG decoder can return a half, a quarter or an eighth of the size at a fraction of the cost. Its result must
    /// still be larger than the target by this factor, so that the model's own filter determines the final pixels.
    static let shrinkMargin = 1.5

    package static var libraryVersion: String { Vips.version }

    /// Reads `bytes` and produces the results that `preparation` requests; it may name one of `inspectors`.
    package static func prepare(
        _ bytes: ArraySlice<UInt8>, as preparation: Preparation, within limits: PictureLimits,
        inspectors: [PictureInspector] = []
    ) throws(ImagingError) -> Prepared {
        try prepare(PictureBytes(bytes), as: preparation, within: limits, inspectors: inspectors)
    }

    static func prepare(
        _ file: PictureBytes, as preparation: Preparation, within limits: PictureLimits,
        inspectors: [PictureInspector] = []
    ) throws(ImagingError) -> Prepared {
        try Vips.start.get()
        let began = ContinuousClock.now
        let bytes = file.buffer
        guard bytes.count <= limits.bytes else {
            throw ImagingError(
                .tooManyBytes, during: "limits", "The file is larger than \(limits.bytes >> 20) MiB.",
                numbers: [limits.bytes >> 20])
        }
        let clearing = Vips.clearMessages()
        var source = PictureSource(file, format: try PictureFormat(sniffing: bytes))
        defer { withExtendedLifetime(source) {} }
        let structure = PictureStructure(of: bytes, format: source.format)
        let shortest = preparation.minimumSide ?? limits.minimumSide
        if let width = structure.width, let height = structure.height {
            try check(width: width, height: height, within: limits, shortest: shortest)
        }
        let header = try source.open(shrink: 1)
        try check(width: header.width, height: header.height, within: limits, shortest: shortest)
        try check(header, structure: structure, format: source.format, within: limits)
        let strict = Result { () throws(ImagingError) in
            try prepare(source, header: header, as: preparation, inspectors: inspectors, began: began)
        }
        switch strict {
        // libvips ignores libjpeg's messages about the last rows.
        case .success(let prepared) where source.format != .jpeg || !Vips.mayHaveMessages(since: clearing):
            return prepared
        case .failure(let error) where source.format == .avif && isMissingCodec(error):
            throw ImagingError(
                .unsupportedFormat, during: error.operation,
                "AVIF is not read on this machine. Please use JPEG, PNG, WebP, TIFF or HEIC.")
        case .failure(let error) where source.format != .jpeg || error.code != .corrupt: throw error
        default: break
        }
        source.tolerance = try tolerance(of: source)
        if case .success(let prepared) = strict { return prepared }
        return try prepare(
            source, header: try source.open(shrink: 1), as: preparation, inspectors: inspectors, began: began)
    }

    /// Whether libheif was built without a decoder for the file's codec.
    static func isMissingCodec(_ error: ImagingError) -> Bool {
        error.code == .corrupt && error.operation.contains("Unsupported codec")
    }

    /// The mode for opening a JPEG with libjpeg warnings. Throws `corrupt` if pixels are missing.
    private static func tolerance(of source: PictureSource) throws(ImagingError) -> StillroomJPEGTolerance {
        let survey = JPEGSurvey(of: source.bytes.buffer)
        guard survey.isWhole else {
            throw ImagingError(
                .corrupt, during: "survey, \(survey.soundRows) of \(survey.height) rows: \(survey.damage ?? "")",
                "The picture is damaged or cut off.")
        }
        return survey.hasEnd ? STILLROOM_JPEG_ODD : STILLROOM_JPEG_ENDLESS
    }

    private static func prepare(
        _ source: PictureSource, header: VipsHandle, as preparation: Preparation, inspectors: [PictureInspector],
        began: ContinuousClock.Instant
    ) throws(ImagingError) -> Prepared {
        let sideways = header.isTurnedSideways
        let (width, height) = sideways ? (header.height, header.width) : (header.width, header.height)
        var pixels: [UInt8] = []
        if let plan = preparation.pixels {
            pixels = try self.pixels(of: source, header: header, plan: plan)
        }
        var renditions: [[UInt8]] = []
        for rendition in preparation.renditions {
            renditions.append(try self.smallEnough(of: source, header: header, rendition))
        }
        var findings: [UInt8] = []
        if let name = preparation.inspector {
            findings = try inspector(name, of: inspectors).inspect(PictureLight(source, header: header))
        }
        if preparation.pixels == nil, preparation.renditions.isEmpty, preparation.inspector == nil {
            try source.readThrough()
        }
        return Prepared(
            format: source.format, width: width, height: height, pixels: pixels, renditions: renditions,
            findings: findings, milliseconds: began.duration(to: .now) / .milliseconds(1))
    }

    /// As the other function, for an array.
    package static func prepare(
        _ bytes: [UInt8], as preparation: Preparation, within limits: PictureLimits,
        inspectors: [PictureInspector] = []
    ) throws(ImagingError) -> Prepared {
        try prepare(bytes[...], as: preparation, within: limits, inspectors: inspectors)
    }

    private static func inspector(
        _ name: String, of inspectors: [PictureInspector]
    ) throws(ImagingError) -> PictureInspector {
        guard let inspector = inspectors.first(where: { $0.name == name }) else {
            throw ImagingError(
                .unavailable, during: "inspect", "Pictures cannot be looked at for \(name) at the moment.")
        }
        return inspector
    }

    private static func check(
        width: Int, height: Int, within limits: PictureLimits, shortest: Int
    ) throws(ImagingError) {
        guard width > 0, height > 0 else {
            throw ImagingError(.corrupt, during: "limits", "The picture is damaged or cut off.")
        }
        guard max(width, height) <= limits.side else {
            throw ImagingError(
                .sideTooLong, during: "limits",
                "The picture is \(width) × \(height) pixels; no side may be longer than \(limits.side).",
                numbers: [width, height, limits.side])
        }
        guard width * height <= limits.pixels else {
            throw ImagingError(
                .tooManyPixels, during: "limits",
                "The picture has \(width) × \(height) pixels, more than the \(limits.pixels / 1_000_000) million allowed.",
                numbers: [width, height, limits.pixels / 1_000_000])
        }
        guard min(width, height) >= shortest, max(width, height) >= limits.minimumSide else {
            throw ImagingError(
                .tooSmall, during: "limits",
                "The picture is only \(width) × \(height) pixels; at least \(limits.minimumSide) a side are needed.",
                numbers: [width, height, limits.minimumSide])
        }
    }

    private static func check(
        _ header: VipsHandle, structure: PictureStructure, format: PictureFormat, within limits: PictureLimits
    ) throws(ImagingError) {
        // A HEIC or AVIF collection names its primary picture, and libvips opens that one.
        guard structure.frames == 1, header.frames - structure.thumbnails <= 1 || format.namesPrimary else {
            throw ImagingError(.severalFrames, during: "limits", "The file holds several pictures; please send one.")
        }
        guard structure.hasEveryComponent else {
            throw ImagingError(
                .corrupt, during: "limits: a component has no scan", "The picture is damaged or cut off.")
        }
        guard structure.scans * header.width * header.height <= limits.scannedPixels, structure.blocks <= limits.blocks,
            header.frames <= limits.blocks
        else {
            throw ImagingError(.tooComplex, during: "limits", "The file is built to be slow to read, so it is refused.")
        }
    }

    private static func pixels(
        of source: PictureSource, header: VipsHandle, plan: Preparation.Pixels
    ) throws(ImagingError) -> [UInt8] {
        let sideways = header.isTurnedSideways
        // Dimensions as stored in the file: the picture is rotated after it has been scaled down.
        let (across, down) = sideways ? (plan.height, plan.width) : (plan.width, plan.height)
        let (width, height): (Int, Int)
        switch plan.resize {
        case .shorterSide(let side):
            let scale = Double(side) / Double(min(header.width, header.height))
            width = max(across, Int((Double(header.width) * scale).rounded()))
            height = max(down, Int((Double(header.height) * scale).rounded()))
        case .exact:
            (width, height) = (across, down)
        }
        // Very small results are not made from the decoder's own reduced picture, because its positions depend on the
        // file's size.
        let upright = try source.opened(for: header, width: max(width, 128), height: max(height, 128))
            .resized(width: width, height: height, filter: plan.filter)
            .inSRGB().upright()
        let left = (upright.width - plan.width) / 2
        let top = (upright.height - plan.height) / 2
        return try upright.cropped(left: left, top: top, width: plan.width, height: plan.height).bytes()
    }

    private static func smallEnough(
        of source: PictureSource, header: VipsHandle, _ rendition: Preparation.Rendition
    ) throws(ImagingError) -> [UInt8] {
        for attempt in rendition.attempts {
            let file = try self.rendition(of: source, header: header, attempt)
            if rendition.byteLimit == 0 || file.count <= rendition.byteLimit { return file }
        }
        throw ImagingError(
            .tooComplex, during: "write JPEG", "The picture cannot be made small enough to be sent.")
    }

    private static func rendition(
        of source: PictureSource, header: VipsHandle, _ rendition: Preparation.Rendition
    ) throws(ImagingError) -> [UInt8] {
        let scale = min(1, Double(rendition.longestSide) / Double(max(header.width, header.height)))
        let width = max(1, Int((Double(header.width) * scale).rounded()))
        let height = max(1, Int((Double(header.height) * scale).rounded()))
        return try source.opened(for: header, width: width, height: height, sharing: true)
            // libvips averages large pictures first, which is slower for one in memory than its filter alone.
            .resized(width: width, height: height, filter: .lanczos, averages: source.format != .jpeg)
            .inSRGB().upright()
            .jpeg(quality: rendition.quality)
    }
}

extension VipsHandle {
    fileprivate func resized(
        width: Int, height: Int, filter: Preparation.Pixels.Filter, averages: Bool? = nil
    ) throws(ImagingError) -> VipsHandle {
        // Colours of transparent pixels must not affect their neighbours.
        let opaque = hasAlpha ? try applying("flatten") { stillroom_flatten_white($0, $1) } : self
        if filter == .bilinear { return try opaque.resampled(width: width, height: height) }
        // Shrinks first and enlarges afterwards; only a change of the aspect ratio needs both.
        let (across, down) = (min(width, opaque.width), min(height, opaque.height))
        let reduced =
            (across, down) == (opaque.width, opaque.height)
            ? opaque
            : try opaque.reduced(
                width: across, height: down, filter: filter, averages: averages ?? (filter == .lanczos))
        guard (across, down) != (width, height) else { return reduced }
        return try reduced.applying("enlarge") {
            stillroom_enlarge($0, $1, Int32(width), Int32(height), "bicubic")
        }
    }

    /// Resamples as Pillow does, after the conversion of colours.
    private func resampled(width: Int, height: Int) throws(ImagingError) -> VipsHandle {
        let image = try inSRGB()
        var count = 0
        guard let memory = vips_image_write_to_memory(image.pointer, &count) else { throw Vips.failure(during: "read") }
        defer { g_free(memory) }
        guard count == image.width * image.height * image.bands else { throw Vips.failure(during: "read") }
        let bytes = Resampler.resize(
            UnsafeRawBufferPointer(start: memory, count: count), width: image.width, height: image.height,
            bands: image.bands, to: width, height)
        guard
            let result = stillroom_image_like(
                image.pointer, bytes, bytes.count, Int32(width), Int32(height))
        else { throw Vips.failure(during: "resize") }
        return VipsHandle(result)
    }

    private func reduced(
        width: Int, height: Int, filter: Preparation.Pixels.Filter, averages: Bool
    ) throws(ImagingError) -> VipsHandle {
        let kernel =
            switch filter {
            case .bilinear: VIPS_KERNEL_LINEAR
            case .bicubic: VIPS_KERNEL_CUBIC
            case .lanczos: VIPS_KERNEL_LANCZOS3
            }
        return try applying("reduce") {
            stillroom_resize(
                $0, $1, Double(width) / Double(self.width), Double(height) / Double(self.height),
                Int32(kernel.rawValue), averages ? 0 : 1)
        }
    }

    /// Three bands of eight bits in sRGB, for any input.
    fileprivate func inSRGB() throws(ImagingError) -> VipsHandle {
        var image = self
        let isCMYK = image.interpretation == VIPS_INTERPRETATION_CMYK
        if image.hasProfile || isCMYK {
            let fallback = isCMYK ? "cmyk" : "srgb"
            if let converted = try? image.applying("icc", { stillroom_to_srgb_by_profile($0, $1, fallback) }) {
                image = converted
            } else {
                // Broken colour profiles are common and no reason to refuse the picture: its values are used unchanged.
                image = try image.applying("colourspace") { stillroom_to_srgb($0, $1) }
            }
        } else if image.interpretation != VIPS_INTERPRETATION_sRGB {
            image = try image.applying("colourspace") { stillroom_to_srgb($0, $1) }
        }
        if image.bands > 3 { image = try image.applying("bands") { stillroom_first_band($0, $1, 3) } }
        if image.bands < 3 {
            image = try image.applying("bands") { stillroom_first_band($0, $1, 1) }
            image = try image.applying("grey") { stillroom_grey_to_rgb($0, $1) }
        }
        return try image.applying("cast") { stillroom_cast_byte($0, $1) }
    }

    /// One band of eight bits.
    func grey() throws(ImagingError) -> VipsHandle {
        let opaque = hasAlpha ? try applying("flatten") { stillroom_flatten_white($0, $1) } : self
        if opaque.interpretation == VIPS_INTERPRETATION_sRGB, opaque.bands == 3, opaque.isByte {
            return try opaque.applying("grey") { stillroom_brightness($0, $1) }
        }
        return try opaque.applying("grey") { stillroom_to_grey($0, $1) }
            .applying("bands") { stillroom_first_band($0, $1, 1) }
            .applying("cast") { stillroom_cast_byte($0, $1) }
    }

    fileprivate func upright() throws(ImagingError) -> VipsHandle {
        guard orientation != 1 else { return self }
        // Rotation needs all rows at once; at this point the picture is small.
        return try inMemory().applying("turn") { stillroom_upright($0, $1) }
    }

    fileprivate func cropped(left: Int, top: Int, width: Int, height: Int) throws(ImagingError) -> VipsHandle {
        guard left >= 0, top >= 0, (left, top) != (0, 0) || self.width != width || self.height != height else {
            return self
        }
        return try applying("crop") {
            stillroom_crop($0, $1, Int32(left), Int32(top), Int32(width), Int32(height))
        }
    }

    func bytes() throws(ImagingError) -> [UInt8] {
        var count = 0
        guard let memory = vips_image_write_to_memory(pointer, &count) else { throw Vips.failure(during: "read") }
        defer { g_free(memory) }
        return [UInt8](UnsafeRawBufferPointer(start: memory, count: count))
    }

    fileprivate func jpeg(quality: Int) throws(ImagingError) -> [UInt8] {
        var memory: UnsafeMutableRawPointer?
        var count = 0
        guard stillroom_save_jpeg(pointer, &memory, &count, Int32(quality)) == 0, let memory else {
            throw Vips.failure(during: "write JPEG")
        }
        defer { g_free(memory) }
        return [UInt8](UnsafeRawBufferPointer(start: memory, count: count))
    }
}
