package import Foundation
import GoogleVision
package import HTTPTransport
package import Household
import Labels
import Messages

/// Google Vision as a second reader of the text on a photograph. Description and mirror do not show the key, and text
/// from pictures is never logged.
///
/// Consent and quota are the household's task. The service cannot distinguish handwriting from print, so a comparison
/// must use the other reading's value for that.
package struct VisionText: Sendable, CustomStringConvertible, CustomReflectable {
    private let key: KeyFile
    private let baseURL: URL
    private let transport: HTTPTransport
    let now: @Sendable () -> Date

    /// `log` receives one line per request, without key and picture. `clock` measures the pauses, and `random` draws
    /// the pause before a retry, which may cost a second unit.
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

    /// The location of the key, for the settings page.
    package var ring: KeyRing { key.ring }

    /// Set `isOwn` if the service runs on this machine, as a stub does.
    package func service(isOwn: Bool) -> TextService {
        TextService(name: "Google Vision", host: baseURL.host() ?? "?", isOwn: isOwn) { try await read($0) }
    }

    private func read(_ jpeg: [UInt8]) async throws -> RecognisedText {
        let head = JPEGHead(jpeg)
        // Only the picture may be sent, without metadata about place, time and author, because the user consented to no
        // more.
        guard !head.tellsMore else {
            throw HouseholdError(
                .serviceRefusedUpload,
                localized("The photograph still says where or how it was taken, so it was not sent."),
                detail: "metadata")
        }
        let client = GoogleVisionClient(
            baseURL: baseURL, credential: .key(key.key() ?? ""), transport: transport)
        do {
            // Uses the picture's own size, because a recorded response has coordinates beyond its stated page width.
            return try Self.text(of: await client.document(.bytes(jpeg)).value, size: head.size)
        } catch let error as GoogleVisionError {
            throw failure(error)
        } catch let error as HouseholdError {
            throw error
        } catch let error as CancellationError {
            throw error
        } catch {
            // The error's text is from a third party, so it is not kept.
            throw HouseholdError(.serviceFailed, localized("Google Vision could not be asked."))
        }
    }

    /// Throws `textMissing` if the service finds no text, so that an empty reading does not replace another one.
    static func text(of response: AnnotateImageResponse, size: PixelSize?) throws -> RecognisedText {
        let text = response.fullTextAnnotation.map { VisionTextLines($0, size: size).text }
        if let text, !text.lines.isEmpty { return text }
        // A response with words but without lines is refused, because their order would be a guess.
        guard response.textAnnotations.isEmpty, response.fullTextAnnotation?.text.isEmpty ?? true else {
            throw HouseholdError(.serviceUnreadable, localized("What Google Vision answered cannot be read."))
        }
        throw HouseholdError(.textMissing, localized("Google Vision sees no text on this photograph."))
    }
}
