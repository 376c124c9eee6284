import HTTPTypes
import Household
import Hummingbird
import Messages
import NIOCore
import Synchronization

/// Changes that depend on the version of what they change: `If-Match` (RFC 9110, section 13.1.1).
///
/// The version is the `ETag` of GET at the same address, without a query. The change is made only if it is still that one,
/// also if other requests, other nodes or the background work change the household at the same time.
final class ConditionalRequests: Sendable {
    typealias Handler = @Sendable (Request, AppRequestContext) async throws -> Response

    private let household: Household
    private let readers = Mutex<[String: Handler]>([:])

    init(household: Household) { self.household = household }

    /// Remembers what answers GET at an address.
    func learn(_ pattern: String, _ reader: @escaping Handler) {
        readers.withLock { $0[Self.key(pattern)] = reader }
    }

    /// The methods that change what GET at the same address answers. POST makes something else, or asks a service before it
    /// changes anything, so it must not be tried again.
    static let methods: Set<HTTPRequest.Method> = [.put, .patch, .delete]

    /// Performs a change, with `If-Match` only if its version is the present one. Otherwise throws a 412 problem. The body
    /// of a request with `If-Match` has the limit of a form.
    func perform(
        _ request: Request, _ context: AppRequestContext, _ change: Handler
    ) async throws -> Response {
        guard let field = request.headers[.ifMatch] else { return try await change(request, context) }
        guard Self.methods.contains(request.method), let route = context.endpointPath,
            let reader = readers.withLock({ $0[Self.key(route)] })
        else { throw Problem.versionMissing }
        // Whether the version is the one that was guessed tells something of what only a reader may know.
        if let person = context.person, case .permission(let permission)? = Access(to: route, .get) {
            guard person.permits(permission) else { throw Access.refusal(of: person, permission) }
        }
        // The change can be tried several times, and the body of a request can be read once.
        let body = ByteBuffer(bytes: try await Upload.bytes(request, upTo: Limits.form))
        var head = request.head
        head.method = .get
        head.path = request.uri.path
        let look = Request(head: head, body: RequestBody(buffer: .init()))
        let response = try await household.requests.changing {
            guard let tag = try await reader(look, context).headers[.eTag] else { return false }
            return EntityTag(field: tag).isMatched(field)
        } _: {
            var request = request
            request.body = RequestBody(buffer: body)
            return try await change(request, context)
        }
        guard let response else { throw Problem.versionChanged }
        return response
    }

    private static func key(_ pattern: String) -> String { Access.parts(pattern).joined(separator: "/") }
}

extension Problem {
    static var versionChanged: Problem {
        Problem(
            .preconditionFailed, code: "version-changed", title: localized("This was changed meanwhile"),
            detail: localized("It does not have the version that If-Match names. Nothing was changed."),
            hint: localized("Read it again, and decide again."))
    }

    static var versionMissing: Problem {
        Problem(
            .preconditionFailed, code: "version-missing", title: localized("There is no version here"),
            detail: localized("The request has If-Match, but nothing here has a version. Nothing was changed."),
            hint: localized("Send the request without If-Match."))
    }
}
