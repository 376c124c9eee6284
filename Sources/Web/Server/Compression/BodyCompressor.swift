import Synchronization

/// Compresses bodies in the gzip format. The program gives one that uses zlib, because pages import no engine.
package struct BodyCompressor: Sendable {
    /// What follows a part of a body.
    package enum Flush: Sendable {
        /// More parts.
        case none
        /// More parts, but everything so far is to be readable now.
        case readable
        /// Nothing: the part is the last one.
        case end
    }

    /// Returns the compressed bytes that are available after a part. Used by one task at a time.
    package typealias Body = @Sendable (_ part: [UInt8], _ flush: Flush) throws -> [UInt8]

    /// Starts a body. `level` is 1 (fastest) to 9 (smallest).
    let start: @Sendable (_ level: Int) throws -> Body

    package init(start: @escaping @Sendable (_ level: Int) throws -> Body) { self.start = start }
}

/// The number of bodies that are compressed at the same time. What is above it is sent as it is, so that compression
/// never takes more of the processors than this, and never makes an answer wait.
final class CompressionSlots: Sendable {
    /// One compressed body. It ends when the value is released, also if the client went away.
    final class Slot: Sendable {
        private let slots: CompressionSlots
        fileprivate init(_ slots: CompressionSlots) { self.slots = slots }
        deinit { slots.used.withLock { $0 -= 1 } }
    }

    private let limit: Int
    private let used = Mutex(0)

    init(limit: Int = 8) { self.limit = limit }

    /// Returns nil if all are in use.
    func take() -> Slot? {
        let isFree = used.withLock { used in
            guard used < limit else { return false }
            used += 1
            return true
        }
        return isFree ? Slot(self) : nil
    }
}

/// Assets in their compressed form. Each is compressed once, at the smallest size, when it is first asked for; the
/// addresses of assets contain a checksum of their contents, so a form never becomes old.
final class CompressedAssets: Sendable {
    private let compressor: BodyCompressor?
    private let forms = Mutex<[String: [UInt8]]>([:])

    init(_ compressor: BodyCompressor?) { self.compressor = compressor }

    /// Returns nil if the asset is not to be compressed: a picture, a small one, or one that becomes no smaller.
    func form(of asset: PageRenderer.Asset, named name: String) -> [UInt8]? {
        guard let compressor, CompressionMiddleware.isCompressible(asset.type),
            asset.bytes.count >= CompressionMiddleware.smallest
        else { return nil }
        return forms.withLock { forms in
            if let known = forms[name] { return known.isEmpty ? nil : known }
            let form = (try? compressor.start(9)(asset.bytes, .end)) ?? []
            forms[name] = form.count < asset.bytes.count ? form : []
            return forms[name].flatMap { $0.isEmpty ? nil : $0 }
        }
    }
}
