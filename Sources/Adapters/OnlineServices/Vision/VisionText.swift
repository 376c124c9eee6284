package import Foundation
import GoogleVision
package import HTTPTransport
package import Household
import Labels

/// Google Vision as a second reader of what is written on a photograph. Neither its description nor its mirror shows
/// the key, and no log gets a word of a picture.
///
/// It asks for nobody's consent and counts nothing: both are the household's. It cannot tell handwriting from print, so
/// whoever compares its reading with another one keeps what that one said of it.
package struct VisionText: Sendable, CustomStringConvertible, CustomReflectable {
    private let key: KeyFile
    private let baseURL: URL
    private let transport: HTTPTransport
    let now: @Sendable () -> Date

    /// `log` gets one line a request, without key and picture. `clock` is what is waited on, and `random` draws the
    /// pause before a request is sent once more: that may cost a second unit, and comes to the same place.
    package init(
        key: KeyFile, baseURL: URL, transport: HTTPTransport, now: @escaping @Sendable () -> Date,
        clock: any Clock<Duration> = ContinuousClock(),
        random: @escaping @Sendable (ClosedRange<Double>) -> Double = { Double.random(in: $0) },
        log: @escaping @Sendable (String) -> Void
    ) {
        self.key = key
        self.baseURL = baseURL
        self.now = now
        self.transport = transport.logging(clock: clock, log)
            .timingOut(after: .seconds(30), clock: clock)
            .retrying(.once, clock: clock, now: now, random: random)
            .timingOut(after: .seconds(60), clock: clock)
    }

    package static var service: URL { GoogleVisionClient.service }

    package var description: String { "VisionText(\(baseURL.host() ?? "?"))" }

    package var customMirror: Mirror { Mirror(self, children: ["host": baseURL.host() ?? "?"], displayStyle: .struct) }

    /// Where the key lies, for the page that asks for it.
    package var ring: KeyRing { key.ring }

    /// `isOwn` where it is on this machine, as a stand-in is.
    package func service(isOwn: Bool) -> TextService {
        TextService(name: "Google Vision", host: baseURL.host() ?? "?", isOwn: isOwn) { try await read($0) }
    }

    private func read(_ jpeg: [UInt8]) async throws -> RecognisedText {
        let head = JPEGHead(jpeg)
        // What leaves the house is what was agreed to: the picture, not where and by whom it was taken.
        guard !head.tellsMore else {
            throw HouseholdError(
                .serviceRefusedUpload, "The photograph still says where or how it was taken, so it was not sent.",
                detail: "metadata")
        }
        let client = GoogleVisionClient(
            baseURL: baseURL, credential: .key(key.key() ?? ""), transport: transport)
        do {
            // The picture's own size: a recorded answer has places beyond what it says of the page's width.
            return try Self.text(of: await client.document(.bytes(jpeg)).value, size: head.size)
        } catch let error as GoogleVisionError {
            throw failure(error)
        } catch let error as HouseholdError {
            throw error
        } catch let error as CancellationError {
            throw error
        } catch {
            // Its words are not ours, so they are not kept.
            throw HouseholdError(.serviceFailed, "Google Vision could not be asked.")
        }
    }

    /// Throws `textMissing` where the service sees no text, so that no empty reading takes the place of another one.
    static func text(of response: AnnotateImageResponse, size: PixelSize?) throws -> RecognisedText {
        let text = response.fullTextAnnotation.map { VisionTextLines($0, size: size).text }
        if let text, !text.lines.isEmpty { return text }
        // Words without their lines are not put in order by guessing.
        guard response.textAnnotations.isEmpty, response.fullTextAnnotation?.text.isEmpty ?? true else {
            throw HouseholdError(.serviceUnreadable, "What Google Vision answered cannot be read.")
        }
        throw HouseholdError(.textMissing, "Google Vision sees no text on this photograph.")
    }
}
