import Contracts
import Foundation
import HTTPTypes
import Household
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Support
import Testing

@testable import Web

@Suite("The OpenAPI document", .tags(.medium))
struct OpenAPITests {
    private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    /// The document as a client reads it.
    private func document(_ client: any TestClientProtocol) async throws -> SchemaValue {
        let answer = try await client.execute(uri: Site.openAPI, method: .get)
        #expect(answer.status == .ok && answer.headers[.contentType] == "application/json")
        return try JSONDecoder().decode(SchemaValue.self, from: Data(answer.body.readableBytesView))
    }

    private func document() async throws -> SchemaValue {
        let server = try WebServer(.drawn(), settings: .init(version: "1.2.3"), logger: Self.logger)
        return try await Application(router: server.router()).test(.router) { try await document($0) }
    }

    @Test("Each route below /api/ is in the document with its method, and the document contains no other route")
    func routes() async throws {
        let document = try await document()
        var described: Set<Route> = []
        for (path, methods) in try #require(document["paths"]?.fields) {
            for method in try #require(methods.fields).keys {
                described.insert(Route(method: method.uppercased(), path: path))
            }
        }
        let answered = try Route.all().filter { $0.path.hasPrefix("/api/") && $0.method != "HEAD" }
        #expect(described.count > 100)
        #expect(described.symmetricDifference(answered).isEmpty)
        #expect(document["info"]?["version"] == "1.2.3")
    }

    @Test("Each operation has a name of its own, an area and errors, and each reference has its target")
    func operations() async throws {
        let document = try await document()
        var names: [String] = []
        for (path, methods) in try #require(document["paths"]?.fields) {
            for (method, operation) in methods.fields ?? [:] {
                let what = "\(method) \(path)"
                names.append(try #require(operation["operationId"]?.text, "\(what)"))
                #expect(operation["summary"]?.text?.hasSuffix(".") == true, "\(what)")
                #expect(operation["tags"]?.elements?.first?.text?.isEmpty == false, "\(what)")
                #expect(operation["responses"]?["4XX"] != nil, "\(what)")
                #expect(operation["security"]?.elements?.isEmpty == false, "\(what) needs no permission")
                let inPath = path.matches(of: /\{(\w+)\}/).map { String($0.1) }
                let parameters = operation["parameters"]?.elements ?? []
                #expect(
                    parameters.filter { $0["in"] == "path" }.compactMap { $0["name"]?.text } == inPath, "\(what)")
            }
        }
        #expect(Set(names).count == names.count)
        for reference in SchemaCheck.references(in: document) {
            var place: SchemaValue? = document
            for part in reference.split(separator: "/").dropFirst() { place = place?[String(part)] }
            #expect(place != nil, "\(reference) does not exist")
        }
    }

    @Test("The answer to each GET request, and each error, has exactly the fields that the document describes")
    func answers() async throws {
        let house = try await FilledHousehold.furnished()
        let server = try WebServer(
            house.untouchable(), settings: .init(version: "1"), logger: Self.logger)
        try await Application(router: server.router()).test(.router) { client in
            let document = try await document(client)
            let check = SchemaCheck(document)
            var found = 0
            for route in try Route.all().sorted() where route.method == "GET" && route.path.hasPrefix("/api/") {
                let address = try #require(RouteTests.address(of: route, in: house))
                for query in [""] + (RouteTests.queries[route.path] ?? []).map({ "?" + $0 }) {
                    let answer = try await client.execute(uri: address + query, method: .get)
                    let responses = try #require(
                        document["paths"]?[route.path]?["get"]?["responses"], "\(route)")
                    let described = try #require(
                        responses[String(answer.status.code)] ?? responses["\(answer.status.code / 100)XX"],
                        "\(route)\(query): \(answer.status.code)")
                    let content =
                        described["content"] ?? document["components"]?["responses"]?["Refused"]?["content"]
                    let type = String((answer.headers[.contentType] ?? "").prefix { $0 != ";" })
                    let schema = try #require(content?[type]?["schema"], "\(route)\(query): \(type)")
                    guard type.hasSuffix("json"), schema != .object([:]) else { continue }
                    let value = try JSONDecoder().decode(SchemaValue.self, from: Data(answer.body.readableBytesView))
                    let faults = check.faults(in: value, schema)
                    #expect(faults.isEmpty, "\(route)\(query): \(faults.joined(separator: "; "))")
                    found += answer.status == .ok ? 1 : 0
                }
            }
            #expect(found > 45)
        }
    }

    @Test("A client that has the version of an answer gets 304, also if its tag is weak, until the answer changes")
    func versions() async throws {
        try await AccountHouse().visiting { visit in
            func get(_ tag: String? = nil) async throws -> TestResponse {
                try await visit.ask(Site.API.plants, token: nil, also: tag.map { [("If-None-Match", $0)] } ?? [])
            }
            let first = try await get()
            let tag = try #require(first.headers[.eTag])
            #expect(first.status == .ok)
            for known in [tag, "W/" + tag, "\"other\", \(tag)", "*"] {
                let unchanged = try await get(known)
                #expect(unchanged.status == .notModified && unchanged.text.isEmpty, "\(known)")
                #expect(unchanged.headers[.eTag] == tag)
            }
            let body = #"{"name": "Monty"}"#
            #expect(try await visit.ask(.post, Site.API.plants, token: nil, body: body).status == .created)
            let changed = try await get(tag)
            #expect(changed.status == .ok && changed.headers[.eTag] != tag)
        }
    }

    @Test("In a debug build an answer that is not declared is an error that names it, and a declared one is not")
    func undeclared() async throws {
        let router = Router(context: AppRequestContext.self)
        let server = try WebServer(.drawn(), settings: .init(version: "1"), logger: Self.logger)
        router.addMiddleware { ProblemMiddleware(renderer: server.renderer, household: server.household) }
        let api = APIRoutes(router, household: server.household)
        for (path, code) in [("/api/a", HouseholdError.Code.dayRefused), ("/api/b", .alreadyKept)] {
            api.empty(.get, path, .init("get", "A test.", problems: ["422 day-refused"])) { _, _ in
                throw HouseholdError(code, "No.")
            }
        }
        api.file(.get, "/api/c", .init("file", "A test.", files: ["text/plain"])) { _, _ in
            Response(status: .accepted)
        }
        try await Application(router: router).test(.router) { client in
            #expect(try await client.execute(uri: "/api/a", method: .get).status == .unprocessableContent)
            for (path, what) in [("/api/b", "409 already-kept"), ("/api/c", "202")] {
                let answer = try await client.execute(uri: path, method: .get)
                #expect(answer.status == .notImplemented, "\(path)")
                #expect(String(buffer: answer.body).contains(what), "\(path)")
            }
        }
    }

    @Test("Each code of an error that a route can give is in Docs/errors.md")
    func codes() async throws {
        let errors = try String(contentsOfFile: Fixture.root + "/Docs/errors.md", encoding: .utf8)
        var codes: Set<String> = []
        for methods in try #require(try await document()["paths"]?.fields).values {
            for operation in (methods.fields ?? [:]).values {
                for (status, answer) in operation["responses"]?.fields ?? [:] where status >= "4" {
                    codes.formUnion(
                        (answer["description"]?.text ?? "").matches(of: /`([a-z-]+)`/).map { String($0.1) })
                }
            }
        }
        codes.formUnion(APIRoutes.commonCodes)
        #expect(codes.count > 60)
        for code in codes { #expect(errors.contains("`\(code)`"), "\(code)") }
    }

    @Test("Programs read the document without a session; it has an ETag, and 304 answers a client that has it")
    func served() async throws {
        let house = try AccountHouse()
        _ = try await house.owned()
        try await house.visiting { visit in
            let first = try await visit.client.execute(uri: Site.openAPI, method: .get)
            #expect(first.status == .ok)
            let tag = try #require(first.headers[.eTag])
            let second = try await visit.client.execute(
                uri: Site.openAPI, method: .get, headers: [.ifNoneMatch: tag])
            #expect(second.status == .notModified && second.body.readableBytes == 0)
            #expect(try await visit.get(Site.apiReference).status == .seeOther)
        }
    }

    @Test("The page names each route with its summary, the scope that a token needs, and its errors")
    func page() async throws {
        let server = try WebServer(.drawn(), settings: .init(version: "1"), logger: Self.logger)
        try await Application(router: server.router()).test(.router) { client in
            let page = String(
                buffer: try await client.execute(
                    uri: Site.apiReference, method: .get, headers: [.accept: "text/html"]
                ).body)
            for (path, methods) in try #require(try await document(client)["paths"]?.fields) {
                #expect(page.contains("<code>\(path)</code>"))
                for operation in (methods.fields ?? [:]).values {
                    #expect(page.contains("id=\"operation-\(try #require(operation["operationId"]?.text))\""))
                }
            }
            #expect(page.contains("name-missing") && page.contains("photographs"))
        }
    }
}

@Suite("Checks of values against schemas")
struct SchemaCheckTests {
    private let check = SchemaCheck([
        "components": [
            "schemas": [
                "Pot": [
                    "type": "object", "required": ["width"],
                    "properties": [
                        "width": ["type": ["integer", "null"]], "kind": ["type": "string", "enum": ["clay"]],
                    ],
                ]
            ]
        ]
    ])

    @Test(
        "A missing field, an unknown one and a value of another type are found",
        arguments: [
            (SchemaValue.object(["width": 3]), 0), (.object(["width": .null, "kind": "clay"]), 0),
            (.object([:]), 1), (.object(["width": "3"]), 1), (.object(["width": 3, "kind": "glass"]), 1),
            (.object(["width": 3, "depth": 2]), 1), (.list([]), 1),
        ])
    func faults(value: SchemaValue, count: Int) {
        #expect(check.faults(in: value, .schema(named: "Pot")).count == count)
        #expect(check.faults(in: value, ["anyOf": [.schema(named: "Pot"), ["type": "null"]]]).count == count)
    }
}
