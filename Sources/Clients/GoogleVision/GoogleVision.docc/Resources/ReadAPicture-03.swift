import GoogleVision
import URLSessionTransport

/// Reads the text of pictures with Google Vision.
struct PictureText {
    let client: GoogleVisionClient

    /// `key` is a key of the paying project; read it from the environment or from a store of secrets.
    init(key: String) {
        client = GoogleVisionClient(
            credential: .key(key), transport: URLSessionTransport().transport.timingOut(after: .seconds(30)))
    }

    /// Returns the text of an upright JPEG without EXIF; nil if there is none on it.
    func text(on jpeg: [UInt8]) async throws -> FullText? {
        try await client.document(.bytes(jpeg)).value.fullTextAnnotation
    }

    /// Returns the words of a text in reading order.
    static func words(of text: FullText) -> [FullText.Word] {
        text.pages.flatMap(\.blocks).flatMap(\.paragraphs).flatMap(\.words)
    }
}
