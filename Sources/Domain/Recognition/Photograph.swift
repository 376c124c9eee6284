public import Foundation

/// The data of a photograph that are known without its pixels.
public struct Photograph: Sendable, Hashable, Identifiable {
    /// The identifier of a photograph.
    public typealias ID = Identifier<Photograph>

    /// The identifier.
    public let id: ID
    /// SHA-256 of the bytes as received.
    public let digest: Digest
    /// The format of the file.
    public let format: Format
    /// In pixels, of the upright picture.
    public let width: Int
    /// Pixels from top to bottom, as the photograph is shown upright.
    public let height: Int
    /// The size of the file in bytes.
    public let byteCount: Int
    /// When the photograph was received.
    public let capturedAt: Date

    public init(
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
    public enum Format: String, Sendable, CaseIterable {
        case jpeg, png, webp, tiff, heic, avif
    }
}

/// A SHA-256 digest as 64 lower-case hexadecimal digits.
public struct Digest: Sendable, Hashable, CustomStringConvertible {
    /// 64 hexadecimal digits in lower case.
    public let hexadecimal: String

    /// Returns nil unless the text has 64 hexadecimal digits in lower case.
    public init?(_ hexadecimal: String) {
        guard hexadecimal.utf8.count == 64,
            hexadecimal.utf8.allSatisfy({ ("0123456789abcdef").utf8.contains($0) })
        else { return nil }
        self.hexadecimal = hexadecimal
    }

    /// Returns two lower-case digits per byte.
    public static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    public var description: String { hexadecimal }
}
