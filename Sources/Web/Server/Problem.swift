import Documents
import Foundation
import HTTPTypes
import Household
import Hummingbird
import Logging
import Messages
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
    /// The name of the form field whose value was refused; nil if that is not the reason.
    var field: String?
    /// The methods of the address; nil if the method is not the reason.
    var allow: String?
    /// The address of what an earlier attempt made; nil if there is none.
    var location: String?
    /// Whether only a token opens the address.
    var needsToken = false
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
        if error.code == .settingRefused { field = error.detail }
        if error.code == .speciesUnclear { choices = error.choices.map(SpeciesDocument.init) }
        if error.code == .doseUnusual { sure = error.detail?.split(separator: ",").map(String.init) }
    }

    private static func face(of error: HouseholdError) -> (HTTPResponse.Status, String) {
        switch error.code {
        case .photographRefused:
            switch error.detail {
            case "too-large": (.contentTooLarge, localized("The file is too large"))
            case "not-an-image", "unsupported-format":
                (.unsupportedMediaType, localized("This type of file is not supported"))
            default: (.unprocessableContent, localized("This photo cannot be used"))
            }
        case .notFound: (.notFound, localized("Not found"))
        case .alreadyKept: (.conflict, localized("Already added"))
        case .tooManyPhotographs, .noSuchCandidate, .nameMissing:
            (.unprocessableContent, localized("This is not possible"))
        case .serviceNotConfigured: (.conflict, localized("This service is not set up"))
        case .serviceKeyRefused: (.badGateway, localized("The key was refused"))
        case .serviceQuotaUsed: (.serviceUnavailable, localized("No requests are left today"))
        case .serviceOffline, .servicePaused: (.serviceUnavailable, localized("The service is not available now"))
        case .serviceTimedOut: (.gatewayTimeout, localized("The service took too long"))
        case .serviceFailed, .serviceUnreadable, .serviceRefusedUpload, .unknownProject, .noAnswer:
            (.badGateway, localized("The service could not answer"))
        case .uploadTooLarge: (.contentTooLarge, localized("The photos are too large for the service"))
        case .settingRefused: (.unprocessableContent, localized("This setting is not valid"))
        case .dayRefused, .rangeRefused: (.unprocessableContent, localized("These days are not valid"))
        case .choreRefused: (.unprocessableContent, localized("This task is not valid"))
        case .valueRefused: (.unprocessableContent, localized("This value is not valid"))
        case .speciesUnclear: (.unprocessableContent, localized("Which plant do you mean?"))
        case .collectionRefused: (.unprocessableContent, localized("This list cannot be read"))
        case .reminderPast: (.unprocessableContent, localized("This time is in the past"))
        case .channelRefused: (.unprocessableContent, localized("This channel is not valid"))
        case .stockRefused: (.unprocessableContent, localized("This cannot be saved"))
        case .barcodeRefused: (.unprocessableContent, localized("This is not a product number"))
        case .alreadyAnswered: (.conflict, localized("This question is already answered"))
        case .voteSent: (.conflict, localized("It is too late to undo this"))
        case .outcomeUnknown: (.conflict, localized("An answer is still being sent"))
        case .textMissing: (.unprocessableContent, localized("There is no text in this photo"))
        case .readingFailed: (.unprocessableContent, localized("The text in this photo could not be read"))
        case .consentMissing: (.conflict, localized("Your consent is needed"))
        case .medicineRefused: (.unprocessableContent, localized("This medicine is not valid"))
        case .doseRefused: (.unprocessableContent, localized("This dose cannot be logged"))
        case .doseUnusual: (.conflict, localized("Unusual dose"))
        case .answeredSince: (.conflict, localized("This dose was logged meanwhile"))
        case .promptTooLong: (.unprocessableContent, localized("The text is too long for the model"))
        case .accountRefused: (.unprocessableContent, localized("Name and password cannot be used"))
        case .signInRefused, .signedOut: (.unauthorized, localized("Not signed in"))
        case .tokenRefused: (.unauthorized, localized("This token is not valid"))
        case .scopeMissing: (.forbidden, localized("The token does not allow this"))
        case .tooManyAttempts: (.tooManyRequests, localized("Too many attempts"))
        case .signInAgain: (.forbidden, localized("Confirm that it is you"))
        case .passkeyRefused: (.unprocessableContent, localized("This passkey cannot be used"))
        case .openIDRefused: (.forbidden, localized("The sign-in service cannot be used so"))
        case .openIDUnavailable: (.serviceUnavailable, localized("The sign-in service cannot be used now"))
        case .nameTaken: (.conflict, localized("This name is taken"))
        case .passphraseRefused: (.unprocessableContent, localized("This passphrase cannot be used"))
        case .notPermitted: (.forbidden, localized("Not allowed"))
        case .lastOwner: (.conflict, localized("A household needs an owner"))
        case .linkRefused: (error.detail == nil ? .notFound : .gone, localized("This link is no longer valid"))
        case .networkUnavailable: (.serviceUnavailable, localized("Other devices cannot connect"))
        case .certificateUnusable: (.internalServerError, localized("The certificate cannot be used"))
        case .backupRefused: (.unprocessableContent, localized("This backup cannot be used"))
        case .examplesRefused: (.conflict, localized("Your household has data of its own"))
        case .dataInUse: (.serviceUnavailable, localized("The data are in use"))
        case .modelUnavailable: (.serviceUnavailable, localized("No model is available"))
        case .pictureProcessorUnavailable: (.serviceUnavailable, localized("Photos cannot be read"))
        case .recognitionTimedOut: (.gatewayTimeout, localized("It took too long"))
        case .requestUnderWay: (.conflict, localized("This is being done already"))
        case .storageFull: (.init(code: 507, reasonPhrase: "Insufficient Storage"), localized("The disk is full"))
        default: (.internalServerError, localized("Something went wrong"))
        }
    }

    private struct ProblemDocument: Encodable {
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
        let document = ProblemDocument(
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
        response.headers[.allow] = allow
        response.headers[.location] = location
        if needsToken {
            response.headers[.wwwAuthenticate] = BearerToken.challenge("invalid_token")
        } else if let scope {
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
                .contentTooLarge, code: "form-too-large", title: localized("The form is too large"),
                detail: localized(
                    """
                    All photographs of one form together may have up to \(Limits.photographs >> 20, "total") MiB, and \
                    each of them up to \(Limits.picture >> 20, "each") MiB.
                    """),
                hint: localized("Send fewer photographs, or smaller ones."))
        case Limits.form:
            Problem(
                .contentTooLarge, code: "too-large", title: localized("The form is too large"),
                detail: localized("A form may have up to \(limit >> 10, "number") KiB."))
        default:
            Problem(
                .contentTooLarge, code: "too-large", title: localized("The file is too large"),
                detail: localized("A photograph or a list may have up to \(Limits.picture >> 20, "number") MiB."))
        }
    }

    /// A part of a form exceeds its limit, or the form is damaged.
    init(_ failure: MultipartReader.Failure) {
        switch failure {
        case .damaged:
            self.init(
                .badRequest, code: "bad-form", title: localized("The form is damaged"),
                detail: localized("The form could not be read."))
        case .partTooLarge("image", let number):
            self.init(
                .contentTooLarge, code: "too-large", title: localized("The photo is too large"),
                detail: localized(
                    """
                    Each photograph may have up to \(Limits.picture >> 20, "limit") MiB; number \(number, "number") of \
                    this form has more.
                    """),
                hint: localized("Make it smaller, or send the others without it."))
        case .partTooLarge(let name, _):
            self.init(
                .contentTooLarge, code: "too-large", title: localized("A field of the form is too large"),
                detail: localized(
                    "The field \(name.prefix(40), "field") may have up to \(Limits.form >> 10, "number") KiB."))
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
                .serviceUnavailable, code: "stopping", title: localized("The server is stopping"),
                detail: localized("Please try again in a moment."))
        } catch {
            context.logger.error("request failed", metadata: ["type": "\(type(of: error))"])
            problem = Problem(
                .internalServerError, code: "internal-fault", title: localized("Something went wrong"),
                detail: localized("This is an error of the server. The log of the server has the details."),
                hint: localized("Try again."))
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
            Problem(
                .notFound, code: "not-found", title: localized("Not found"),
                detail: localized("There is nothing at this address."))
        case .contentTooLarge: Problem.bodyTooLarge(Limits.body)
        default:
            Problem(
                status, code: "bad-request", title: localized("This request is not valid"), detail: status.reasonPhrase)
        }
    }

    private func page(_ problem: Problem, _ request: Request, isSignedOut: Bool) -> Response {
        if OriginMiddleware.carriesSecret(request.uri.path) {
            // A client with a secret path receives no other data of the household.
            return renderer.lonePage(ProblemPage(problem), title: problem.title, status: problem.status)
        }
        if isSignedOut {
            return renderer.doorPage(
                ProblemPage(problem, retry: .init(href: Site.signIn, label: localized("Sign in"))),
                title: problem.title,
                status: problem.status)
        }
        let isUpload = request.method == .post && request.uri.path.hasSuffix(Site.photographs)
        return renderer.page(
            ProblemPage(
                problem,
                retry: .init(
                    href: isUpload ? Site.photograph : Site.today,
                    label: isUpload ? localized("Choose another photo") : localized("Back to Today"))),
            title: problem.title, tab: .none, household: household, status: problem.status)
    }
}
