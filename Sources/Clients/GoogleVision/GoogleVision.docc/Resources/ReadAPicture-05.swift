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

    /// Returns the words that a person must compare with the picture.
    static func doubtfulWords(of text: FullText, below threshold: Double = 0.9) -> [String] {
        words(of: text).filter { word in
            guard let confidence = word.confidence else { return true }
            return confidence < threshold
        }.map(\.text)
    }

    /// Returns a sentence for the person.
    static func sentence(for error: GoogleVisionError) -> String {
        if error.isOfSettings { return "Check the key and the project at Google." }
        return switch error.code {
        case .badImage: "Google cannot read this picture. Take another one, or save it again as JPEG."
        case .tooLarge: "The picture is too large."
        case .rateLimited, .unavailable: "Google is busy. Wait a minute."
        case .noNetwork, .connectionFailed, .timedOut, .cutOff: "Google cannot be reached. Try again later."
        default: "Google gave no answer: \(error.message)."
        }
    }
}
