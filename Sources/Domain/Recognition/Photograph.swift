package import FoundationEssentials

/// The data of a photograph that are known without its pixels.
package struct Photograph: Sendable, Hashable, Identifiable {
    package typealias ID = Identifier<Photograph>

    package let id: ID
    /// SHA-256 of the bytes as received.
    package let digest: Digest
    package let format: Format
    /// In pixels, of the upright picture.
    package let width: Int
    package let height: Int
    package let byteCount: Int
    package let capturedAt: Date

    package init(
        id: ID, digest: Digest, format: Format, width: Int, height: Int, byteCount: Int, capturedAt: Date
    ) {
        self.id = id
        self.digest = digest
        self.format = format
        self.width = width
        self.height = height
        self.byteCount = byteCount
        self.capturedAt = capturedAt
    }

    /// The picture format by its first bytes; the file name is ignored.
    package enum Format: String, Sendable, CaseIterable {
        case jpeg, png, webp, tiff, heic, avif
    }
}

/// A SHA-256 digest as 64 lower-case hexadecimal digits.
package struct Digest: Sendable, Hashable, CustomStringConvertible {
    package let hexadecimal: String

    package init?(_ hexadecimal: String) {
        guard hexadecimal.utf8.count == 64,
            hexadecimal.utf8.allSatisfy({ ("0123456789abcdef").utf8.contains($0) })
        else { return nil }
        self.hexadecimal = hexadecimal
    }

    /// Returns two lower-case digits per byte.
    package static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    package var description: String { hexadecimal }
}
