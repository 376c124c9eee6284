import Accounts
import Foundation
import HTTPTypes

/// The description of the API as OpenAPI 3.1 (https://spec.openapis.org/oas/v3.1.1.html), made from the declarations of
/// the routes and from the schemas that Scripts/api-schemas writes.
struct OpenAPIDocument {
    let routes: [APIRoutes.Route]
    let schemas: SchemaValue
    let version: String

    var value: SchemaValue {
        [
            "openapi": "3.1.0",
            "info": [
                "title": "Stillroom", "version": .text(version),
                "summary": "Plants, food and medicines of a household, on its own server.",
                "description": .text(Self.introduction),
            ],
            "servers": [["url": "/"]],
            "tags": .list(routes.areas.map { ["name": .text($0)] }),
            "paths": paths,
            "components": components,
        ]
    }

    private static let introduction = """
        JSON over HTTP. Times are RFC 3339 in UTC, days are dates in the time zone of the household. A field without a \
        value is left out, unless its schema allows null. Later releases add fields and do not remove any. Errors are \
        problem documents (RFC 9457) with a stable `code`. As soon as the household has an owner, a request needs a token \
        or a session. GET and HEAD change nothing and call no service; HEAD is answered wherever GET is.
        """

    private var paths: SchemaValue {
        var paths: [String: [String: SchemaValue]] = [:]
        for route in routes {
            paths[route.path, default: [:]][route.method.rawValue.lowercased()] = operation(route)
        }
        return .object(paths.mapValues { .object($0) })
    }

    private func operation(_ route: APIRoutes.Route) -> SchemaValue {
        let declared = route.operation
        var fields: [String: SchemaValue] = [
            "operationId": .text(declared.id), "summary": .text(declared.summary), "tags": [.text(route.area)],
            "responses": responses(to: route), "security": security(of: route),
        ]
        let parameters = parameters(of: route)
        if !parameters.isEmpty { fields["parameters"] = .list(parameters) }
        if let body = declared.body { fields["requestBody"] = Self.body(body) }
        return .object(fields)
    }

    // MARK: Requests

    private func parameters(of route: APIRoutes.Route) -> [SchemaValue] {
        func parameter(_ name: String, _ place: String, _ schema: SchemaValue, _ meaning: String?, isRequired: Bool)
            -> SchemaValue
        {
            var fields: [String: SchemaValue] = [
                "name": .text(name), "in": .text(place), "schema": schema, "required": .flag(isRequired),
            ]
            fields["description"] = meaning.map { .text($0) }
            return .object(fields)
        }
        var parameters = route.pathParameters.map { name, schema in
            let known = route.operation.path.first { $0.name == name }
            return parameter(name, "path", known?.schema ?? schema, known?.meaning, isRequired: true)
        }
        parameters += route.operation.query.map {
            parameter($0.name, "query", $0.schema, $0.meaning, isRequired: $0.isRequired)
        }
        if route.takesVersion(among: routes) { parameters.append(["$ref": "#/components/parameters/IfMatch"]) }
        if route.takesKey { parameters.append(["$ref": "#/components/parameters/IdempotencyKey"]) }
        return parameters
    }

    private static func body(_ body: APIBody) -> SchemaValue {
        var content: [String: SchemaValue] = [:]
        if let json = body.json { content["application/json"] = ["schema": json] }
        if body.isPicture {
            content["image/*"] = ["schema": .object([:])]
            content["multipart/form-data"] = [
                "schema": [
                    "type": "object", "required": ["image"],
                    "properties": ["image": ["type": "string", "contentMediaType": "application/octet-stream"]],
                ]
            ]
        }
        if body.file != nil { content["application/octet-stream"] = ["schema": .object([:])] }
        var fields: [String: SchemaValue] = ["content": .object(content), "required": .flag(body.isRequired)]
        fields["description"] = body.file.map { .text($0) }
        return .object(fields)
    }

    /// A token with the scopes that the route needs, or a session of a person.
    private func security(of route: APIRoutes.Route) -> SchemaValue {
        [["token": .list(Self.scopes(of: route).map { .text($0.rawValue) })], ["session": []]]
    }

    /// The scopes that a token needs for the route.
    static func scopes(of route: APIRoutes.Route) -> [TokenScope] {
        let needs = Access.permissions(ofProgramsFor: route.pattern, route.method) ?? []
        return TokenScope.allCases.filter { !$0.permissions.isDisjoint(with: needs) }
    }

    // MARK: Answers

    private func responses(to route: APIRoutes.Route) -> SchemaValue {
        let declared = route.operation
        var responses: [String: SchemaValue] = [:]
        for status in route.statuses {
            responses[String(status.code)] = .object(answer(of: route, status))
        }
        if route.hasTag {
            responses["304"] = ["description": "The client has this version already, as If-None-Match says."]
        }
        var problems = declared.problems
        // An identifier in the path may be that of nothing.
        if !route.pathParameters.isEmpty, problems[404] == nil { problems[404] = ["not-found"] }
        if route.takesVersion(among: routes) { problems[412, default: []].append("version-changed") }
        for (status, codes) in problems {
            responses[String(status)] = [
                "description": .text(codes.map { "`\($0)`" }.joined(separator: ", ")),
                "content": Self.problem,
            ]
        }
        responses["4XX"] = ["$ref": "#/components/responses/Refused"]
        responses["5XX"] = ["$ref": "#/components/responses/Failed"]
        return .object(responses)
    }

    private func answer(of route: APIRoutes.Route, _ status: HTTPResponse.Status) -> [String: SchemaValue] {
        var fields: [String: SchemaValue] = ["description": .text(Self.meaning(of: status))]
        if let schema = route.answer { fields["content"] = ["application/json": ["schema": schema]] }
        if !route.operation.files.isEmpty {
            // A media type in the document has no parameters.
            let types = route.operation.files.map { String($0.prefix { $0 != ";" }) }
            fields["content"] = .object(
                Dictionary(types.map { ($0, ["schema": .object([:])]) }, uniquingKeysWith: { first, _ in first }))
        }
        var headers: [String: SchemaValue] = [:]
        if status == .created, route.answer != nil {
            headers["Location"] = [
                "description": "The address of what was made, if it has one.", "schema": ["type": "string"],
            ]
        }
        if route.operation.query.contains(where: { $0.name == "cursor" }) {
            headers["Link"] = [
                "description": "The address of the next part, if there is one, with rel=\"next\".",
                "schema": ["type": "string"],
            ]
        }
        if route.hasTag {
            headers["ETag"] = ["description": "The version of the answer.", "schema": ["type": "string"]]
        }
        if !headers.isEmpty { fields["headers"] = .object(headers) }
        return fields
    }

    private static func meaning(of status: HTTPResponse.Status) -> String {
        switch status {
        case .created: "It was made."
        case .accepted: "It is being done."
        case .noContent: "It was done."
        default: "The answer."
        }
    }

    private static let problem: SchemaValue = [
        "application/problem+json": ["schema": .schema(named: "Problem")]
    ]

    // MARK: Components

    private var components: SchemaValue {
        [
            "schemas": schemas,
            "securitySchemes": [
                "token": [
                    "type": "http", "scheme": "bearer",
                    "description":
                        "A token of a person, with scopes (page “Your account”, or stillroom accounts token).",
                ],
                "session": [
                    "type": "apiKey", "in": "cookie", "name": "stillroom-session",
                    "description": "The session of a browser. Over TLS the name is __Host-stillroom-session.",
                ],
            ],
            "parameters": [
                "IdempotencyKey": [
                    "name": "Idempotency-Key", "in": "header", "required": false,
                    "description":
                        "A string in quotation marks. A repetition of the request with it has no second effect.",
                    "schema": ["type": "string", "pattern": #"^"[A-Za-z0-9_.:-]{1,255}"$"#],
                ],
                "IfMatch": [
                    "name": "If-Match", "in": "header", "required": false,
                    "description":
                        "The ETag of GET at this address. The change is made only if that is still the present one.",
                    "schema": ["type": "string"],
                ],
            ],
            "responses": [
                "Refused": [
                    "description":
                        .text(
                            "Any request can be refused: "
                                + APIRoutes.commonCodes.map { "`\($0)`" }.joined(separator: ", ") + "."),
                    "content": Self.problem,
                ],
                "Failed": [
                    "description": "The server cannot do it now, for example because its disk is full (507).",
                    "content": Self.problem,
                ],
            ],
        ]
    }
}

extension [String] {
    /// Errors of an identification.
    static var recognition: [String] {
        [
            "400 bad-wish", "404 not-found", "422 truncated-or-corrupt took-too-long decoder-died",
            "503 model-unavailable darkroom-unavailable", "504 recognition-timed-out", "502 nobody-answered",
            "409 service-not-configured", "422 photograph-refused",
        ] + plantNet
    }

    /// Errors of a call to Pl@ntNet.
    static var plantNet: [String] {
        ["413 upload-too-large", "502 service-refused-upload unknown-project"] + foodService
    }

    /// Errors of a call to Open Food Facts or Robotoff.
    static var foodService: [String] {
        [
            "502 service-failed service-unreadable service-key-refused",
            "503 service-offline service-paused service-quota-used", "504 service-timed-out",
        ]
    }

    /// Errors of a call to Google Vision or to a language model.
    static var textService: [String] { ["413 upload-too-large", "502 service-refused-upload"] + foodService }
}
