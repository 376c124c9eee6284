public import Foundation

/// A picture, or its address. Description and mirror show only its size.
///
/// The service reads JPEG, PNG, GIF, BMP, WebP, RAW, ICO, PDF and TIFF, not HEIC; 1,024 × 768 pixels or more are
/// recommended for text. Rotate the picture upright first, so that positions match the visible picture, and remove
/// EXIF, which may contain the place where it was taken.
public struct VisionImage: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    enum Source: Sendable, Hashable {
        case bytes([UInt8])
        case address(URL)
        case cloudStorage(String)
    }

    let source: Source

    /// The picture itself.
    ///
    /// - Parameter bytes: the file's bytes; at most ``GoogleVisionLimit/content`` of them in all pictures of a call.
    /// - Returns: a picture.
    public static func bytes(_ bytes: [UInt8]) -> VisionImage { VisionImage(source: .bytes(bytes)) }

    /// A picture on the web, which the service fetches itself. If that fails, the response contains an error.
    ///
    /// - Parameter url: with `http` or `https`.
    /// - Returns: a picture.
    public static func address(_ url: URL) -> VisionImage { VisionImage(source: .address(url)) }

    /// A picture in Google's Cloud Storage.
    ///
    /// - Parameter address: as `gs://bucket/object`.
    /// - Returns: a picture.
    public static func cloudStorage(_ address: String) -> VisionImage { VisionImage(source: .cloudStorage(address)) }

    public var description: String {
        switch source {
        case .bytes(let bytes): "\(bytes.count) bytes"
        case .address: "an address"
        case .cloudStorage: "an object of Cloud Storage"
        }
    }

    public var customMirror: Mirror { Mirror(self, children: ["is": description], displayStyle: .struct) }

    var size: Int { if case .bytes(let bytes) = source { bytes.count } else { 0 } }
}

/// The limits of a call.
public enum GoogleVisionLimit {
    /// The maximum number of pictures per call.
    public static let requests = 16
    /// The maximum size of one picture in bytes.
    public static let image = 20_000_000
    /// The maximum size of the request's JSON in bytes.
    public static let body = 10_000_000
    /// The maximum size of all pictures together in bytes: base 64 in the JSON makes them larger by more than a third.
    public static let content = 7_300_000
}
