import Documents
import Foundation
import HTTPTypes
import Household
import Hummingbird
import Logging
import NIOCore

/// An error response as specified by RFC 9457, with a stable `code` and a `hint` for the user.
struct Problem: Error {
    let status: HTTPResponse.Status
    let code: String
    let title: String
    let detail: String
    let hint: String?
    /// The names of the confirmations with which the request would be accepted; nil if no confirmation helps.
    var sure: [String]?
    /// The seconds after which the request can succeed; nil if that is unknown.
    var retryAfter: Int?
    /// The scope that a token needs; nil if the token is not the reason.
    var scope: String?
    /// The plants that a typed species may mean; nil if that is not the reason.
    var choices: [SpeciesDocument]?

    init(_ status: HTTPResponse.Status, code: String, title: String, detail: String, hint: String? = nil) {
        self.status = status
        self.code = code
        self.title = title
        self.detail = detail
        self.hint = hint
    }

    init(_ error: HouseholdError) {
        let (status, title) = Self.face(of: error)
        self.init(
            status, code: error.code == .photographRefused ? error.detail ?? error.code.rawValue : error.code.rawValue,
            title: title, detail: error.message, hint: error.hint)
        retryAfter = error.retryAfter
        if error.code == .scopeMissing { scope = error.detail }
        if error.code == .speciesUnclear { choices = error.choices.map(SpeciesDocument.init) }
        if error.code == .doseUnusual { sure = error.detail?.split(separator: ",").map(String.init) }
    }

    private static func face(of error: HouseholdError) -> (HTTPResponse.Status, String) {
        switch error.code {
        case .photographRefused:
            switch error.detail {
            case "too-large": (.contentTooLarge, "The file is too large")
            case "not-an-image", "unsupported-format": (.unsupportedMediaType, "This type of file is not supported")
            default: (.unprocessableContent, "This photo cannot be used")
            }
        case .notFound: (.notFound, "Not found")
        case .alreadyKept: (.conflict, "Already added")
        case .tooManyPhotographs, .noSuchCandidate, .nameMissing: (.unprocessableContent, "This is not possible")
        case .serviceNotConfigured: (.conflict, "This service is not set up")
        case .serviceKeyRefused: (.badGateway, "The key was refused")
        case .serviceQuotaUsed: (.serviceUnavailable, "No requests are left today")
        case .serviceOffline, .servicePaused: (.serviceUnavailable, "The service is not available now")
        case .serviceTimedOut: (.gatewayTimeout, "The service took too long")
        case .serviceFailed, .serviceUnreadable, .serviceRefusedUpload, .unknownProject, .nobodyAnswered:
            (.badGateway, "The service could not answer")
        case .uploadTooLarge: (.contentTooLarge, "The photos are too large for the service")
        case .settingRefused: (.unprocessableContent, "This setting is not valid")
        case .dayRefused, .rangeRefused: (.unprocessableContent, "These days are not valid")
        case .choreRefused: (.unprocessableContent, "This task is not valid")
        case .valueRefused: (.unprocessableContent, "This value is not valid")
        case .speciesUnclear: (.unprocessableContent, "Which plant do you mean?")
        case .collectionRefused: (.unprocessableContent, "This list cannot be read")
        case .reminderPast: (.unprocessableContent, "This time is in the past")
        case .channelRefused: (.unprocessableContent, "This channel is not valid")
        case .stockRefused: (.unprocessableContent, "This cannot be saved")
        case .barcodeRefused: (.unprocessableContent, "This is not a product number")
        case .alreadyAnswered: (.conflict, "This question is already answered")
        case .voteSent: (.conflict, "It is too late to undo this")
        case .outcomeUnknown: (.conflict, "An answer is still being sent")
        case .textMissing: (.unprocessableContent, "There is no text in this photo")
        case .readingFailed: (.unprocessableContent, "The text in this photo could not be read")
        case .consentMissing: (.conflict, "Your consent is needed")
        case .medicineRefused: (.unprocessableContent, "This medicine is not valid")
        case .doseRefused: (.unprocessableContent, "This dose cannot be logged")
        case .doseUnusual: (.conflict, "Unusual dose")
        case .answeredSince: (.conflict, "This dose was logged meanwhile")
        case .promptTooLong: (.unprocessableContent, "The text is too long for the model")
        case .accountRefused: (.unprocessableContent, "Name and password cannot be used")
        case .signInRefused, .signedOut: (.unauthorized, "Not signed in")
        case .tokenRefused: (.unauthorized, "This token is not valid")
        case .scopeMissing: (.forbidden, "The token does not allow this")
        case .tooManyAttempts: (.tooManyRequests, "Too many attempts")
        case .signInAgain: (.forbidden, "Confirm that it is you")
        case .passkeyRefused: (.unprocessableContent, "This passkey cannot be used")
        case .openIDRefused: (.forbidden, "The sign-in service cannot be used so")
        case .openIDUnavailable: (.serviceUnavailable, "The sign-in service cannot be used now")
        case .nameTaken: (.conflict, "This name is taken")
        case .passphraseRefused: (.unprocessableContent, "This passphrase cannot be used")
        case .notPermitted: (.forbidden, "Not allowed")
        case .lastOwner: (.conflict, "A household needs an owner")
        case .linkRefused: (error.detail == nil ? .notFound : .gone, "This link is no longer valid")
        case .networkUnavailable: (.serviceUnavailable, "Other devices cannot connect")
        case .certificateUnusable: (.internalServerError, "The certificate cannot be used")
        case .backupRefused: (.unprocessableContent, "This backup cannot be used")
        case .examplesRefused: (.conflict, "Your household has data of its own")
        case .dataInUse: (.serviceUnavailable, "The data are in use")
        case .modelUnavailable: (.serviceUnavailable, "No model is available")
        case .darkroomUnavailable: (.serviceUnavailable, "Photos cannot be read")
        case .recognitionTimedOut: (.gatewayTimeout, "It took too long")
        case .requestUnderWay: (.conflict, "This is being done already")
        case .storageFull: (.init(code: 507, reasonPhrase: "Insufficient Storage"), "The disk is full")
        default: (.internalServerError, "Something went wrong")
        }
    }

    private struct Document: Encodable {
        let type: String
        let title: String
        let status: Int
        let detail: String
        let code: String
        let hint: String?
        let sure: [String]?
        let scope: String?
        let choices: [SpeciesDocument]?
        let instance: String
    }

    func json(instance: String) -> Response {
        let document = Document(
            type: Site.problem(code), title: title, status: status.code, detail: detail, code: code, hint: hint,
            sure: sure, scope: scope, choices: choices, instance: instance)
        let body = (try? JSONEncoder.documents.encode(document)) ?? Data()
        return Response(
            status: status, headers: [.contentType: "application/problem+json"],
            body: .init(byteBuffer: ByteBuffer(bytes: body)))
    }
}

extension Problem {
    /// Adds the header fields that belong to the status.
    func addFields(to response: inout Response) {
        response.headers[.retryAfter] = retryAfter.map(String.init)
        if let scope {
            response.headers[.wwwAuthenticate] = BearerToken.challenge("insufficient_scope", scope: scope)
        } else if code == HouseholdError.Code.tokenRefused.rawValue {
            response.headers[.wwwAuthenticate] = BearerToken.challenge("invalid_token")
        } else if status == .unauthorized {
            response.headers[.wwwAuthenticate] = #"Cookie realm="Stillroom", form-action="\#(Site.signIn)""#
        }
    }

    /// A body is larger than `limit`, which is one of `Limits`.
    static func bodyTooLarge(_ limit: Int) -> Problem {
        switch limit {
        case Limits.photographs, Limits.photographForm:
            Problem(
                .contentTooLarge, code: "form-too-large", title: "The form is too large",
                detail: "All photographs of one form together may have up to \(Limits.photographs >> 20) MiB, "
                    + "and each of them up to \(Limits.picture >> 20) MiB.",
                hint: "Send fewer photographs, or smaller ones.")
        case Limits.form:
            Problem(
                .contentTooLarge, code: "too-large", title: "The form is too large",
                detail: "A form may have up to \(limit >> 10) KiB.")
        default:
            Problem(
                .contentTooLarge, code: "too-large", title: "The file is too large",
                detail: "A photograph or a list may have up to \(Limits.picture >> 20) MiB.")
        }
    }

    /// A part of a form exceeds its limit, or the form is damaged.
    init(_ failure: MultipartReader.Failure) {
        switch failure {
        case .damaged:
            self.init(
                .badRequest, code: "bad-form", title: "The form is damaged",
                detail: "The form could not be read.")
        case .partTooLarge("image", let number):
            self.init(
                .contentTooLarge, code: "too-large", title: "The photo is too large",
                detail: "Each photograph may have up to \(Limits.picture >> 20) MiB; "
                    + "number \(number) of this form has more.",
                hint: "Make it smaller, or send the others without it.")
        case .partTooLarge(let name, _):
            self.init(
                .contentTooLarge, code: "too-large", title: "A field of the form is too large",
                detail: "The field \(name.prefix(40)) may have up to \(Limits.form >> 10) KiB.")
        }
    }
}

/// JSON of the API. Equal values result in equal bytes.
enum JSON {
    static func response(_ value: some Encodable, status: HTTPResponse.Status = .ok, location: String? = nil) throws
        -> Response
    {
        var headers: HTTPFields = [.contentType: "application/json"]
        headers[.location] = location
        return Response(
            status: status, headers: headers,
            body: .init(byteBuffer: ByteBuffer(bytes: try JSONEncoder.documents.encode(value))))
    }
}

/// Turns every error into a response: a page if the client accepts HTML, otherwise problem+json.
struct ProblemMiddleware: RouterMiddleware {
    let renderer: PageRenderer
    let household: Household

    func handle(
        _ request: Request, context: AppRequestContext,
        next: @concurrent (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        let problem: Problem
        do {
            return try await next(request, context)
        } catch let error as Problem {
            problem = error
        } catch let error as HouseholdError {
            problem = Problem(error)
            if problem.status.code >= 500 {
                context.logger.error(
                    "request failed",
                    metadata: [
                        "code": "\(error.code.rawValue)", "cause": "\(error.cause.map { "\(type(of: $0))" } ?? "none")",
                    ])
            }
        } catch let error as any HTTPResponseError {
            problem = Self.translated(error.status)
        } catch is CancellationError {
            problem = Problem(
                .serviceUnavailable, code: "stopping", title: "The server is stopping",
                detail: "Please try again in a moment.")
        } catch {
            context.logger.error("request failed", metadata: ["type": "\(type(of: error))"])
            problem = Problem(
                .internalServerError, code: "internal-fault", title: "Something went wrong",
                detail: "This is an error of the server. The log of the server has the details.", hint: "Try again.")
        }
        // A request for a foreign host gets JSON, so that it receives neither data nor the layout of this site.
        let isForeign = problem.status == .misdirectedRequest
        var response: Response
        if request.wantsPage, !isForeign {
            response = page(problem, request, isSignedOut: await isSignedOut(context))
        } else {
            response = problem.json(instance: request.uri.path)
        }
        problem.addFields(to: &response)
        if OriginMiddleware.carriesSecret(request.uri.path) { OriginMiddleware.open(&response, at: request.uri.path) }
        OriginMiddleware.harden(&response)
        if request.method != .get, problem.status.code == 413 { response.headers[.connection] = "close" }
        return response
    }

    /// Whether the client must not see the state of the household. Also true if that is unknown.
    private func isSignedOut(_ context: AppRequestContext) async -> Bool {
        guard context.person == nil else { return false }
        return (try? await household.accounts.hasOwner()) ?? true
    }

    private static func translated(_ status: HTTPResponse.Status) -> Problem {
        switch status {
        case .notFound:
            Problem(.notFound, code: "not-found", title: "Not found", detail: "There is nothing at this address.")
        case .contentTooLarge: Problem.bodyTooLarge(Limits.body)
        default:
            Problem(status, code: "bad-request", title: "This request is not valid", detail: status.reasonPhrase)
        }
    }

    private func page(_ problem: Problem, _ request: Request, isSignedOut: Bool) -> Response {
        if OriginMiddleware.carriesSecret(request.uri.path) {
            // A client with a secret path receives no other data of the household.
            return renderer.lonePage(ProblemPage(problem), title: problem.title, status: problem.status)
        }
        if isSignedOut {
            return renderer.doorPage(
                ProblemPage(problem, retry: .init(href: Site.signIn, label: "Sign in")), title: problem.title,
                status: problem.status)
        }
        let isUpload = request.method == .post && request.uri.path.hasSuffix(Site.photographs)
        return renderer.page(
            ProblemPage(
                problem,
                retry: .init(
                    href: isUpload ? Site.photograph : Site.today,
                    label: isUpload ? "Choose another photo" : "Back to Today")),
            title: problem.title, tab: .none, household: household, status: problem.status)
    }
}
