package import Foundation
import HTTPTypes
import Household
import Hummingbird
import Messages
import NIOCore

/// The Model Context Protocol over HTTP, if `mcp.enabled` says so: each message is a POST request with a JSON answer. There
/// are no sessions and no streams, because the server asks an assistant nothing.
struct MCPRoutes {
    let household: Household
    /// Nil if the tools are switched off.
    let server: MCPServer?

    func add(to router: Router<AppRequestContext>) {
        router.on(.post, Site.mcp) { request, context in
            guard let server else {
                throw HouseholdError(
                    .notFound, localized("Tools for assistants are switched off."),
                    hint: localized("The setting mcp.enabled switches them on."))
            }
            // A session of a browser has every permission of its person; an assistant gets a token with scopes.
            if try await household.accounts.hasOwner(), context.person?.token == nil {
                throw Problem.tokenNeeded
            }
            if let name = HTTPField.Name("MCP-Protocol-Version"), let version = request.headers[name],
                !MCPServer.versions.contains(version)
            {
                throw Problem.badRequest(
                    localized("Unknown version"),
                    localized("This version of the Model Context Protocol is not supported."))
            }
            let message = Data(try await Upload.bytes(request, upTo: Limits.form))
            let answer = await server.answer(message, context)
            guard let data = answer.data else { return Response(status: .accepted) }
            var status = HTTPResponse.Status.ok
            if case .unreadable = answer { status = .badRequest }
            return Response(
                status: status, headers: [.contentType: "application/json"],
                body: .init(byteBuffer: ByteBuffer(bytes: data)))
        }
    }
}

extension Problem {
    /// Only a program with a token may use the address.
    static var tokenNeeded: Problem {
        var problem = Problem(
            HouseholdError(
                .signedOut, localized("An assistant needs a token."),
                hint: localized("Make one under Account › Access for programs.")))
        problem.needsToken = true
        return problem
    }
}

extension WebServer {
    /// A server of the Model Context Protocol for this household. `isGuarded` is false where no person signs in: who
    /// may start a command has access to the household's data.
    func mcpServer(limits: MCPServer.Limits, isGuarded: Bool) throws -> MCPServer {
        let router = Router(context: AppRequestContext.self)
        router.addMiddleware { ProblemMiddleware(renderer: renderer, household: household) }
        if isGuarded {
            router.addMiddleware {
                AccessMiddleware(household: household)
                AuditMiddleware(household: household)
            }
        }
        let routes = api(of: router)
        return MCPServer(
            routes: routes, responder: router.buildResponder(), schemas: try description.schemas(),
            version: renderer.version, limits: limits)
    }

    /// Returns what answers the messages of an assistant that has started this program; nil is the answer to a notification.
    package func assistant(limits: MCPServer.Limits) throws -> @Sendable (Data) async -> Data? {
        let server = try mcpServer(limits: limits, isGuarded: false)
        return { [logger] message in await server.answer(message, AppRequestContext(logger: logger)).data }
    }
}
