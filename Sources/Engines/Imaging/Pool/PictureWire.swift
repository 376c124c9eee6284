/// Writes the protocol between the pool and its child processes: little-endian 32-bit numbers and runs of bytes.
struct WireWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write(_ number: Int) {
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: number).littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func write(_ run: [UInt8]) {
        write(run.count)
        bytes.append(contentsOf: run)
    }

    mutating func write(_ text: String) { write(Array(text.utf8)) }
}

/// Reads the output of `WireWriter`. A child's answer is untrusted, so every length is checked.
struct WireReader {
    struct Malformed: Error {}

    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func number() throws(Malformed) -> Int {
        guard index + 4 <= bytes.count else { throw Malformed() }
        defer { index += 4 }
        return (0..<4).reduce(0) { $0 | Int(bytes[index + $1]) << (8 * $1) }
    }

    mutating func run() throws(Malformed) -> [UInt8] {
        let count = try number()
        guard count <= bytes.count - index else { throw Malformed() }
        defer { index += count }
        return Array(bytes[index..<index + count])
    }

    /// A run of bytes without a copy.
    mutating func slice() throws(Malformed) -> ArraySlice<UInt8> {
        let count = try number()
        guard count <= bytes.count - index else { throw Malformed() }
        defer { index += count }
        return bytes[index..<index + count]
    }

    mutating func text() throws(Malformed) -> String { String(decoding: try run(), as: UTF8.self) }
}

/// One order to a child: the requested results and the limits; the picture follows.
struct PictureOrder: Equatable {
    var picture: ArraySlice<UInt8>
    var preparation: Preparation
    var limits: PictureLimits
    /// The limit of processor time in seconds.
    var processorSeconds: Int

    /// The bytes before the picture; the picture itself follows unchanged.
    var head: [UInt8] {
        var writer = WireWriter()
        writer.write(processorSeconds)
        for number in [
            limits.bytes, limits.pixels, limits.side, limits.minimumSide, limits.scannedPixels, limits.blocks,
        ] { writer.write(number) }
        if let pixels = preparation.pixels {
            writer.write(1)
            writer.write(pixels.width)
            writer.write(pixels.height)
            writer.write(Int(pixels.filter.rawValue))
            if case .shorterSide(let side) = pixels.resize { writer.write(side) } else { writer.write(0) }
        } else {
            writer.write(0)
        }
        writer.write(preparation.renditions.count)
        for rendition in preparation.renditions {
            writer.write(rendition.longestSide)
            writer.write(rendition.quality)
            writer.write(rendition.byteLimit)
        }
        writer.write(preparation.inspector ?? "")
        writer.write(preparation.minimumSide ?? 0)
        writer.write(picture.count)
        return writer.bytes
    }

    var encoded: [UInt8] { head + picture }

    init(picture: ArraySlice<UInt8>, preparation: Preparation, limits: PictureLimits, processorSeconds: Int) {
        self.picture = picture
        self.preparation = preparation
        self.limits = limits
        self.processorSeconds = processorSeconds
    }

    /// With `isAttached` the picture is not in the message; `picture` is then empty.
    init(decoding bytes: [UInt8], isAttached: Bool = false) throws(WireReader.Malformed) {
        var reader = WireReader(bytes)
        processorSeconds = try reader.number()
        limits = PictureLimits()
        limits.bytes = try reader.number()
        limits.pixels = try reader.number()
        limits.side = try reader.number()
        limits.minimumSide = try reader.number()
        limits.scannedPixels = try reader.number()
        limits.blocks = try reader.number()
        preparation = Preparation()
        if try reader.number() == 1 {
            let (width, height) = (try reader.number(), try reader.number())
            guard let filter = Preparation.Pixels.Filter(rawValue: UInt32(try reader.number())) else {
                throw WireReader.Malformed()
            }
            let side = try reader.number()
            preparation.pixels = .init(
                width: width, height: height, resize: side == 0 ? .exact : .shorterSide(side), filter: filter)
        }
        for _ in 0..<(try reader.number()) {
            preparation.renditions.append(
                .init(
                    longestSide: try reader.number(), quality: try reader.number(), byteLimit: try reader.number()))
        }
        let inspector = try reader.text()
        preparation.inspector = inspector.isEmpty ? nil : inspector
        let minimumSide = try reader.number()
        preparation.minimumSide = minimumSide == 0 ? nil : minimumSide
        picture = isAttached ? [] : try reader.slice()
    }
}

/// The result of an order.
enum PictureReply {
    static func encoded(_ result: Result<Prepared, ImagingError>) -> [UInt8] {
        var writer = WireWriter()
        switch result {
        case .success(let prepared):
            writer.write(1)
            writer.write(Int(prepared.format.rawValue))
            writer.write(prepared.width)
            writer.write(prepared.height)
            writer.write(Int(prepared.milliseconds * 1000))
            writer.write(prepared.pixels)
            writer.write(prepared.renditions.count)
            for rendition in prepared.renditions { writer.write(rendition) }
            writer.write(prepared.findings)
        case .failure(let error):
            writer.write(0)
            writer.write(error.code.rawValue)
            writer.write(error.operation)
            writer.write(error.message)
            writer.write(error.numbers.count)
            for number in error.numbers { writer.write(number) }
        }
        return writer.bytes
    }

    static func decode(_ bytes: [UInt8]) throws(WireReader.Malformed) -> Result<Prepared, ImagingError> {
        var reader = WireReader(bytes)
        guard try reader.number() == 1 else {
            let (code, operation, message) = (try reader.text(), try reader.text(), try reader.text())
            var numbers: [Int] = []
            for _ in 0..<(try reader.number()) { numbers.append(try reader.number()) }
            return .failure(ImagingError(.init(rawValue: code), during: operation, message, numbers: numbers))
        }
        guard let format = PictureFormat(rawValue: UInt8(truncatingIfNeeded: try reader.number())) else {
            throw WireReader.Malformed()
        }
        let (width, height) = (try reader.number(), try reader.number())
        let microseconds = try reader.number()
        let pixels = try reader.run()
        var renditions: [[UInt8]] = []
        for _ in 0..<(try reader.number()) { renditions.append(try reader.run()) }
        let findings = try reader.run()
        return .success(
            Prepared(
                format: format, width: width, height: height, pixels: pixels, renditions: renditions,
                findings: findings, milliseconds: Double(microseconds) / 1000))
    }
}
