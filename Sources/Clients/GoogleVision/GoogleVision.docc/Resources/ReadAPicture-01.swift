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
}
