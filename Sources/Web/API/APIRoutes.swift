import Foundation
import HTTPTypes
import Household
import Hummingbird

/// A path of `Site`, with or without parameters.
protocol RouteAddress {
    /// As the router reads it.
    var pattern: String { get }
    /// The names and schemas of the parameters in the path, in its order.
    var pathParameters: [(name: String, schema: SchemaValue)] { get }
}

extension String: RouteAddress {
    var pattern: String { self }
    var pathParameters: [(name: String, schema: SchemaValue)] { [] }
}

/// The routes of the API. Each is added with its declaration, so that the router answers no route that the OpenAPI
/// document does not contain.
final class APIRoutes {
    /// A declared route.
    struct Route: Sendable {
        let method: HTTPRequest.Method
        let pattern: String
        let pathParameters: [(name: String, schema: SchemaValue)]
        let operation: APIOperation
        /// The statuses of an answer that is no error.
        let statuses: [HTTPResponse.Status]
        /// The schema of an answer that is JSON; nil if it is a file or has no body.
        let answer: SchemaValue?
        /// The part of the API to which it belongs.
        let area: String
    }

    /// The codes of errors that any request can have, below 500. `value-refused` is that of a text with a zero byte.
    static let commonCodes = [
        "bad-wish", "request-too-old", "idempotency-key-refused", "token-refused", "signed-out", "not-permitted",
        "scope-missing", "foreign-origin", "not-found", "method-not-allowed", "upload-too-slow", "other-account",
        "request-under-way", "answer-lost", "too-large", "unknown-host", "idempotency-key-reused", "value-refused",
        "too-many-attempts", "version-changed", "version-missing", "performed-already",
    ]

    let router: Router<AppRequestContext>
    private(set) var routes: [Route] = []
    private var area = ""
    private let conditions: ConditionalRequests

    init(_ router: Router<AppRequestContext>, household: Household) {
        self.router = router
        conditions = ConditionalRequests(household: household)
    }

    /// The routes that are added next belong to this part of the API.
    func begin(_ area: String) { self.area = area }

    /// Adds a route that answers with a document, whose type is that of the handler's answer. To GET it has an `ETag`, and a
    /// client that has this version already gets 304.
    func on<Document: Encodable & Sendable, Address: RouteAddress>(
        _ method: HTTPRequest.Method, _ address: Address, _ operation: APIOperation,
        use handler: @escaping @Sendable (Request, AppRequestContext) async throws -> APIAnswer<Document>
    ) {
        guard method == .get else {
            return add(method, address, operation, answer: .schema(of: Document.self)) { request, context in
                try await handler(request, context).response
            }
        }
        conditions.learn(address.pattern) { request, context in
            try await handler(request, context).response(knowing: nil)
        }
        add(method, address, operation, answer: .schema(of: Document.self)) { request, context in
            try await handler(request, context).response(knowing: request.headers[.ifNoneMatch])
        }
    }

    /// Adds a route that answers without a body.
    func empty<Address: RouteAddress>(
        _ method: HTTPRequest.Method, _ address: Address, _ operation: APIOperation,
        use handler: @escaping @Sendable (Request, AppRequestContext) async throws -> Void
    ) {
        let status = operation.statuses?.first ?? .noContent
        add(method, address, operation, statuses: [status], answer: nil) { request, context in
            try await handler(request, context)
            return Response(status: status)
        }
    }

    /// Adds a route that answers with a file, of one of the declared media types.
    func file<Address: RouteAddress>(
        _ method: HTTPRequest.Method, _ address: Address, _ operation: APIOperation,
        use handler: @escaping @Sendable (Request, AppRequestContext) async throws -> Response
    ) {
        add(method, address, operation, answer: nil, use: handler)
    }

    private func add<Address: RouteAddress>(
        _ method: HTTPRequest.Method, _ address: Address, _ operation: APIOperation,
        statuses: [HTTPResponse.Status]? = nil, answer: SchemaValue?,
        use handler: @escaping @Sendable (Request, AppRequestContext) async throws -> Response
    ) {
        let route = Route(
            method: method, pattern: address.pattern, pathParameters: address.pathParameters, operation: operation,
            statuses: statuses ?? operation.statuses ?? [.ok], answer: answer, area: area)
        routes.append(route)
        router.on(RouterPath(address.pattern), method: method) { [conditions] request, context in
            func answer() async throws -> Response {
                guard method != .get else { return try await handler(request, context) }
                return try await conditions.perform(request, context, handler)
            }
            #if DEBUG
                return try await route.checked { try await answer() }
            #else
                return try await answer()
            #endif
        }
    }
}

extension [APIRoutes.Route] {
    /// The parts of the API, in their order.
    var areas: [String] { reduce(into: []) { if !$0.contains($1.area) { $0.append($1.area) } } }
}

extension APIRoutes.Route {
    /// The path as OpenAPI writes it: "/api/plants/{id}".
    var path: String {
        pattern.split(separator: "/").reduce(into: "") { path, part in
            path += "/" + (part.hasPrefix(":") ? "{\(part.dropFirst())}" : String(part))
        }
    }

    /// Whether the answer has an `ETag`, so that it can be 304.
    var hasTag: Bool { method == .get && answer != nil }

    /// Whether the change can depend on a version, by `If-Match`.
    func takesVersion(among routes: [Self]) -> Bool {
        ConditionalRequests.methods.contains(method) && routes.contains { $0.pattern == pattern && $0.hasTag }
    }

    /// Whether a repetition of the request with its Idempotency-Key has no second effect.
    var takesKey: Bool {
        IdempotencyMiddleware.routes.contains { $0.method == method && $0.path == pattern }
    }
}

#if DEBUG
    extension APIRoutes.Route {
        /// The codes that any route can give.
        private static let common = Set(APIRoutes.commonCodes + ["storage-full", "data-in-use"])

        /// In a debug build, an answer that the declaration does not contain is an error, so that each test of the API is
        /// also a test of its description.
        func checked(_ work: () async throws -> Response) async throws -> Response {
            let response: Response
            do { response = try await work() } catch let problem as Problem {
                try check(problem)
                throw problem
            } catch let error as HouseholdError {
                try check(Problem(error))
                throw error
            }
            let isUnchanged = response.status == .notModified && hasTag
            guard statuses.contains(response.status) || isUnchanged else {
                throw undeclared("\(response.status.code)")
            }
            return response
        }

        private func check(_ problem: Problem) throws {
            let isDeclared = operation.problems[problem.status.code]?.contains(problem.code) ?? false
            let isAnywhere = Self.common.contains(problem.code) || problem.status.code == 500
            // An identifier in the path may be that of nothing.
            let isMissing = problem.code == "not-found" && !pathParameters.isEmpty
            guard isDeclared || isAnywhere || isMissing else {
                throw undeclared("\(problem.status.code) \(problem.code)")
            }
        }

        private func undeclared(_ what: String) -> Problem {
            Problem(
                .notImplemented, code: "undeclared-answer", title: what,
                detail: "The declaration of \(operation.id) does not contain \(what).")
        }
    }
#endif
