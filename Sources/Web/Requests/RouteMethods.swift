import HTTPTypes
import Hummingbird
import Messages
import Synchronization

/// The methods of each address of a router.
final class RouteMethods: Sendable {
    private struct Address {
        /// The parts of the path; nil for a parameter.
        let parts: [String?]
        /// Whether any parts may follow.
        let isOpen: Bool
        var methods: Set<HTTPRequest.Method>

        /// The earlier a part differs from a parameter, the more specific is the address.
        func isMoreSpecific(than other: Address) -> Bool {
            for (mine, others) in zip(parts, other.parts) where (mine == nil) != (others == nil) { return mine != nil }
            return !isOpen && other.isOpen
        }

        func contains(_ path: [Substring]) -> Bool {
            (isOpen ? path.count > parts.count : path.count == parts.count)
                && zip(parts, path).allSatisfy { part, text in part.map { $0 == text } ?? true }
        }
    }

    private let addresses = Mutex<[Address]>([])

    /// Learns the routes of the router; to be called when all are added.
    func learn<Context>(from router: Router<Context>) {
        var found: [String: Address] = [:]
        for route in router.routes {
            let texts = route.path.description.split(separator: "/")
            let parts = texts.filter { $0 != "**" }.map { part in
                part.hasPrefix(":") || part.hasPrefix("{") || part == "*" ? nil : String(part)
            }
            found[
                route.path.description, default: Address(parts: parts, isOpen: texts.last == "**", methods: [])
            ].methods.insert(route.method)
        }
        addresses.withLock { $0 = Array(found.values) }
    }

    /// Returns the methods of the address, with HEAD for each GET and with OPTIONS; nil if the router does not have the
    /// address.
    func methods(at path: String) -> [HTTPRequest.Method]? {
        let path = path.split(separator: "/")
        let best = addresses.withLock { addresses in
            addresses.filter { $0.contains(path) }.reduce(into: Address?.none) { best, address in
                if best.map(address.isMoreSpecific) ?? true { best = address }
            }
        }
        guard var methods = best?.methods else { return nil }
        if methods.contains(.get) { methods.insert(.head) }
        methods.insert(.options)
        return methods.sorted { $0.rawValue < $1.rawValue }
    }
}

/// Answers a request whose address exists for other methods only: OPTIONS with the methods, any other with 405.
struct MethodMiddleware: RouterMiddleware {
    let methods: RouteMethods

    func handle(
        _ request: Request, context: AppRequestContext,
        next: @concurrent (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        guard context.endpointPath == nil, let allowed = methods.methods(at: request.uri.path),
            request.method == .options || !allowed.contains(request.method)
        else { return try await next(request, context) }
        let names = allowed.map(\.rawValue).joined(separator: ", ")
        if request.method == .options { return Response(status: .noContent, headers: [.allow: names]) }
        let method = request.method.rawValue
        var problem = Problem(
            .methodNotAllowed, code: "method-not-allowed", title: localized("This method is not allowed"),
            detail: localized("This address does not accept \(method, "method")."),
            hint: localized("It accepts \(names, "methods")."))
        problem.allow = names
        throw problem
    }
}
