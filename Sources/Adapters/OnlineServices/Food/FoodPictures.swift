import Foundation
import HTTPTransport
import HTTPTypes
import Household
import Larder
import Messages
import OpenFoodFacts

/// The allowed hosts of product pictures. The addresses were entered by unknown users, and a server that fetches
/// arbitrary addresses could reach internal services (SSRF).
struct FoodPictureHosts: Sendable {
    private let own: [RemoteAddress]

    private static let family = ["openfoodfacts", "openbeautyfacts", "openpetfoodfacts", "openproductsfacts"]
        .flatMap { ["\($0).org", "\($0).net"] }

    /// `own` are configured addresses, such as stubs and mirrors.
    init(own: [URL]) { self.own = own.compactMap { RemoteAddress($0.absoluteString) } }

    func contains(_ place: RemoteAddress) -> Bool {
        if own.contains(where: { $0.host == place.host && Self.port($0) == Self.port(place) }) { return true }
        return place.port == nil && Self.family.contains { place.host == $0 || place.host.hasSuffix("." + $0) }
    }

    private static func port(_ place: RemoteAddress) -> Int { place.port ?? (place.scheme == "https" ? 443 : 80) }

    /// Whether the bytes begin like JPEG, PNG or WebP.
    static func isPicture(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0xFF, 0xD8, 0xFF])
            || bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
            || (bytes.starts(with: Array("RIFF".utf8)) && bytes.dropFirst(8).starts(with: Array("WEBP".utf8)))
    }
}

extension OpenFoodFactsLarder {
    static let pictureLimit = 8 * 1024 * 1024
    /// The limit for both attempts: `partLimit` for a crop, and the rest for the whole picture if the crop fails.
    private static let timeLimit: Duration = .seconds(10)
    private static let partLimit: Duration = .seconds(4)

    func picture(at address: String, _ box: FoodQuestion.Box?) async throws -> [UInt8] {
        guard let place = RemoteAddress(address), pictureHosts.contains(place) else {
            throw FoodService.Failure(
                HouseholdError(
                    .valueRefused, localized("Pictures are fetched from Open Food Facts only."), detail: "picture"))
        }
        guard let box, let url = URL(string: place.origin + place.path) else {
            return try await whole(place, within: Self.timeLimit)
        }
        do {
            let wire = drawing.timingOut(after: Self.partLimit, clock: clock)
            let edges = BoundingBox(yMin: box.top, xMin: box.left, yMax: box.bottom, xMax: box.right)
            // A small part of the 400-pixel picture is unreadable, so the crop is made from the uploaded original.
            return try await robotoff(as: .anonymous, over: wire).crop(ImageAddress.full(of: url), to: edges).body
        } catch is OpenFoodFactsError {
            return try await whole(place, within: Self.timeLimit - Self.partLimit)
        }
    }

    private func whole(_ place: RemoteAddress, within limit: Duration) async throws -> [UInt8] {
        var fields = HTTPFields()
        fields[.accept] = "image/jpeg, image/png, image/webp"
        fields[.userAgent] = agent.text
        let head = HTTPRequest(
            method: .get, scheme: place.scheme, authority: place.authority, path: place.path, headerFields: fields)
        let wire = drawing.followingOnce { [pictureHosts] in pictureHosts.contains($0) }
            .timingOut(after: limit, clock: clock)
        let response: HTTPTransport.Response
        do {
            response = try await wire.send(.init(head: head, responseLimit: Self.pictureLimit))
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            try Task.checkCancellation()
            throw Self.failure(error as? HTTPTransportError)
        }
        guard response.head.status.code == 200 else { throw failure(response.head) }
        guard FoodPictureHosts.isPicture(response.body) else {
            throw FoodService.Failure(
                HouseholdError(
                    .serviceUnreadable, localized("What Open Food Facts sent is no picture that can be shown.")))
        }
        return response.body
    }

    private static func failure(_ error: HTTPTransportError?) -> FoodService.Failure {
        let (code, message): (HouseholdError.Code, String) =
            switch error?.code {
            case .noNetwork?: (.serviceOffline, localized("The picture cannot be fetched: there is no network."))
            case .connectionFailed?: (.serviceOffline, localized("The picture's server cannot be reached."))
            case .timedOut?: (.serviceTimedOut, localized("The picture did not come in time."))
            case .tooLarge?:
                (.serviceUnreadable, localized("The picture is larger than \(pictureLimit >> 20, "size") MiB."))
            case .invalidResponse?:
                (.serviceUnreadable, localized("What the picture's server answered cannot be read."))
            default: (.serviceFailed, localized("The picture could not be fetched."))
            }
        return .init(HouseholdError(code, message, detail: error?.code.rawValue, cause: error))
    }

    private func failure(_ head: HTTPResponse) -> FoodService.Failure {
        let status = head.status.code
        let (code, message): (HouseholdError.Code, String) =
            switch status {
            case 404, 410: (.notFound, localized("Open Food Facts does not have the picture any more."))
            case 429: (.serviceQuotaUsed, localized("Open Food Facts asks Stillroom to wait for a while."))
            case 503: (.servicePaused, localized("Open Food Facts is overloaded at the moment."))
            default: (.serviceFailed, localized("Open Food Facts does not send the picture (\(status, "status"))."))
            }
        return .init(
            HouseholdError(code, message), retryAfter: Self.seconds(RetryAfter(head.headerFields), from: now()))
    }
}
