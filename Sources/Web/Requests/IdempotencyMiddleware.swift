import Accounts
import HTTPTypes
import Household
import Hummingbird
import Messages
import NIOCore
import Recognition
import Synchronization

/// Performs a request with an `Idempotency-Key` once for each account and route, and gives its first answer again, as
/// the IETF's draft "The Idempotency-Key HTTP Header Field" describes it. Requests without a key, and routes that are
/// not in `routes`, are passed on unchanged.
///
/// Only answers without an error are stored: an error had no effect, so the request is performed again. Also refuses a
/// request that names another account than the one it comes from.
struct IdempotencyMiddleware: RouterMiddleware {
    let household: Household

    /// A write that a client may have to repeat.
    struct Route {
        let method = HTTPRequest.Method.post
        let path: String
        /// Whether the body can be a photograph.
        var isPhotograph = false
        /// Whether the answer is stored. One with a secret, or with what a label says, is not: it would outlive its source.
        var storesAnswer = true
    }

    static let routes: [Route] =
        [
            Site.choreDone.pattern, Site.choreSkip.pattern, Site.choreSnooze.pattern, Site.waterAll, Site.undo,
            Site.newChore, Site.plantNotes.pattern, Site.dose.pattern, Site.takeMedicine.pattern,
            Site.undoEvent.pattern, Site.answerQuestion.pattern,
            Site.stock, Site.openStock.pattern, Site.useUpStock.pattern, Site.putBackStock.pattern,
            Site.buyStock.pattern, Site.shopping, Site.tickShopping.pattern, Site.untickShopping.pattern,
            Site.clearShopping,
            Site.API.stock, Site.API.openStock.pattern, Site.API.useUpStock.pattern, Site.API.putBackStock.pattern,
            Site.API.buyStock.pattern, Site.API.shopping, Site.API.clearShopping,
            Site.API.choreDone.pattern, Site.API.choreSkip.pattern, Site.API.choreSnooze.pattern, Site.API.waterAll,
            Site.API.undo, Site.API.chores, Site.API.plantNotes.pattern, Site.API.plantPhotographs.pattern,
            Site.API.identifications, Site.API.photographIdentifications.pattern, Site.API.dose.pattern,
            Site.API.takeClause.pattern, Site.API.answerQuestion.pattern, Site.API.plants,
            Site.API.identifiedPlant.pattern,
        ].map { Route(path: $0) }
        + [
            Site.photographs, Site.share, Site.angles.pattern, Site.plantPhotographs.pattern, Site.API.photographs,
        ].map { Route(path: $0, isPhotograph: true) }
        + [
            Route(path: Site.API.labels, isPhotograph: true, storesAnswer: false),
            Route(path: Site.API.medicines, storesAnswer: false),
            Route(path: Site.API.channels, storesAnswer: false),
            Route(path: Site.API.feeds, storesAnswer: false),
        ]

    private static let table = routes.map { (route: $0, parts: Access.parts($0.path)) }

    func handle(
        _ request: Request, context: AppRequestContext,
        next: @concurrent (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        let account = context.person?.account.id.rawValue
        if let name = HTTPField.Name.account, let named = request.headers[name], named != account ?? Self.noAccount {
            throw Problem.otherAccount
        }
        guard let route = context.endpointPath, let name = HTTPField.Name.idempotencyKey,
            let field = request.headers[name],
            let kind = Self.table.first(where: {
                $0.route.method == request.method && $0.parts == Access.parts(route)
            })?.route
        else { return try await next(request, context) }
        guard let key = RequestKey(field: field) else { throw Problem.keyRefused }
        let body = RequestFingerprint(household.requests.fingerprint(of: request.uri.description))
        var request = request
        if kind.isPhotograph {
            // A photograph is not held in memory here: its fingerprint is made while it passes.
            request.body = RequestBody(asyncSequence: FingerprintedBody(base: request.body, fingerprint: body))
        } else {
            let whole = ByteBuffer(bytes: try await Upload.bytes(request, upTo: Limits.form))
            body.add(whole)
            request.body = RequestBody(buffer: whole)
        }
        let (claim, state) = try await household.requests.begin(
            account: account ?? "", route: "\(request.method.rawValue) \(route)", key: key.text)
        switch state {
        case .claimed: break
        case .underWay: throw Self.underWay
        case .performed(let answer, let known):
            for try await _ in request.body {}
            if let known, known != body.text { throw Problem.keyReused }
            guard let answer else { throw Problem.answerLost }
            guard kind.storesAnswer else { throw Problem.performedAlready(answer.location) }
            return Self.response(answer)
        }
        return try await perform(claim, of: kind, body) { try await next(request, context) }
    }

    /// The account of a household without accounts.
    static let noAccount = "none"

    private func perform(
        _ claim: RequestClaim, of route: Route, _ body: RequestFingerprint, _ work: () async throws -> Response
    ) async throws -> Response {
        do {
            var response = try await RequestClaim.$current.withValue(claim, operation: work)
            guard response.status.code < 400 else {
                try await household.requests.release(claim)
                return response
            }
            let bytes = route.storesAnswer ? try await Self.bytes(of: &response) : []
            try await household.requests.settle(
                claim, fingerprint: body.text,
                answer: StoredAnswer(
                    status: response.status.code, location: response.headers[.location],
                    type: response.headers[.contentType], body: bytes))
            return response
        } catch {
            // If this fails, the key is free after the lease, and the error of the request is the one to report.
            try? await household.requests.release(claim)
            throw error
        }
    }

    private static var underWay: Problem {
        var problem = Problem(
            HouseholdError(
                .requestUnderWay, localized("The first request with this key is still being performed."),
                hint: localized("Send it again in some seconds."), retryAfter: 5))
        problem.retryAfter = 5
        return problem
    }

    /// Reads the body of a response, and puts it back.
    static func bytes(of response: inout Response) async throws -> [UInt8] {
        let writer = CollectingWriter()
        try await response.body.write(writer)
        let bytes = writer.storage.all
        response.body = .init(byteBuffer: ByteBuffer(bytes: bytes))
        return bytes
    }

    private static func response(_ answer: StoredAnswer) -> Response {
        var headers = HTTPFields()
        headers[.location] = answer.location
        headers[.contentType] = answer.type
        if let name = HTTPField.Name.idempotentReplay { headers[name] = "?1" }
        return Response(
            status: .init(code: answer.status), headers: headers,
            body: answer.body.isEmpty ? .init() : .init(byteBuffer: ByteBuffer(bytes: answer.body)))
    }
}

/// Collects the body of a response.
private struct CollectingWriter: ResponseBodyWriter {
    final class Storage: Sendable {
        private let bytes = Mutex<[UInt8]>([])

        func append(_ part: ByteBuffer) { bytes.withLock { $0.append(contentsOf: part.readableBytesView) } }

        var all: [UInt8] { bytes.withLock { $0 } }
    }

    let storage = Storage()

    mutating func write(_ part: ByteBuffer) async throws { storage.append(part) }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

/// The fingerprint of a body, which grows while the body is read.
final class RequestFingerprint: Sendable {
    private let value: Mutex<RepeatedRequests.Fingerprint>

    init(_ value: RepeatedRequests.Fingerprint) { self.value = Mutex(value) }

    func add(_ buffer: ByteBuffer) { value.withLock { $0.add(buffer.readableBytesView) } }

    var text: String { value.withLock { $0.text } }
}

/// A body whose parts are added to a fingerprint when they are read.
private struct FingerprintedBody: AsyncSequence, Sendable {
    typealias Element = ByteBuffer

    let base: RequestBody
    let fingerprint: RequestFingerprint

    struct AsyncIterator: AsyncIteratorProtocol {
        var base: RequestBody.AsyncIterator
        let fingerprint: RequestFingerprint

        @concurrent mutating func next() async throws -> ByteBuffer? {
            guard let buffer = try await base.next() else { return nil }
            fingerprint.add(buffer)
            return buffer
        }
    }

    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(base: base.makeAsyncIterator(), fingerprint: fingerprint)
    }
}
