import Accounts
import Documents
import Foundation
import HTTPTypes
import Household
import Hummingbird
import Messages
import NIOCore
import Synchronization

/// The description of the API: as an OpenAPI document for programs, and as a page for people.
struct APIReferencePages {
    let routes: [APIRoutes.Route]
    let household: Household
    let renderer: PageRenderer
    let document: SharedDocument

    /// The encoded document. It is made for the first request, and is then the same for all.
    final class SharedDocument: Sendable {
        private let folder: String
        private let bytes = Mutex<Data?>(nil)

        /// `folder` contains `Schemas`.
        init(folder: String) { self.folder = folder }

        /// The schemas that Scripts/api-schemas writes.
        func schemas() throws -> SchemaValue {
            let file = try Data(contentsOf: URL(filePath: folder + "/Schemas/schemas.json"))
            return try JSONDecoder().decode(SchemaValue.self, from: file)
        }

        func bytes(of routes: [APIRoutes.Route], version: String) throws -> Data {
            try bytes.withLock { bytes in
                if let bytes { return bytes }
                let document = OpenAPIDocument(routes: routes, schemas: try schemas(), version: version)
                let made = try JSONEncoder.documents.encode(document.value)
                bytes = made
                return made
            }
        }
    }

    func add(to router: Router<AppRequestContext>) {
        router.on(.get, Site.openAPI) { request, _ in
            let bytes = try document.bytes(of: routes, version: renderer.version)
            let tag = EntityTag(of: bytes)
            let headers: HTTPFields = [.cacheControl: "no-cache", .eTag: tag.text]
            if tag.isKnown(request.headers[.ifNoneMatch]) { return Response(status: .notModified, headers: headers) }
            var response = Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
            response.headers[.contentType] = "application/json"
            return response
        }
        router.on(.get, Site.apiReference) { _, _ in
            renderer.page(
                APIReferencePage(routes, schemas: try document.schemas()), title: localized("The API"), tab: .none,
                household: household)
        }
    }
}

/// Every route of the API, by its parts, and every schema. The declarations are in English, like the names of fields.
struct APIReferencePage: PageFields {
    struct Area: TemplateFields {
        let name: String
        let anchor: String
        let operations: [Operation]
    }

    struct Operation: TemplateFields {
        let method: String
        let path: String
        let summary: String
        let id: String
        let parameters: [Parameter]
        let body: Content?
        let answer: Content
        let problems: String?
        let scopes: String?
    }

    struct Parameter: TemplateFields {
        let name: String
        let facts: String
        let meaning: String?
    }

    /// What is sent, with the anchor of its schema.
    struct Content: TemplateFields {
        let text: String
        let schema: String?
    }

    struct Schema: TemplateFields {
        let name: String
        let summary: String?
        let fields: [Field]
    }

    struct Field: TemplateFields {
        let name: String
        let facts: String
        let schema: String?
        let meaning: String?
    }

    static let template = "api-reference"

    let description: String
    let areas: [Area]
    let schemas: [Schema]

    init(_ routes: [APIRoutes.Route], schemas: SchemaValue) {
        description = Site.openAPI
        areas = routes.areas.map { name in
            Area(
                name: name, anchor: name.lowercased().replacing(" ", with: "-"),
                operations: routes.filter { $0.area == name }.map(Operation.init))
        }
        self.schemas = (schemas.fields ?? [:]).sorted { $0.key < $1.key }.map { name, schema in
            let required = Set((schema["required"]?.elements ?? []).compactMap(\.text))
            return Schema(
                name: name, summary: schema["description"]?.text,
                fields: (schema["properties"]?.fields ?? [:]).sorted { $0.key < $1.key }.map { field, schema in
                    Field(
                        name: field, facts: schema.typeText + (required.contains(field) ? "" : ", optional"),
                        schema: schema.schemaName, meaning: schema["description"]?.text)
                })
        }
    }
}

extension APIReferencePage.Operation {
    init(_ route: APIRoutes.Route) {
        let declared = route.operation
        method = route.method.rawValue
        path = route.path
        summary = declared.summary
        id = declared.id
        let inPath = route.pathParameters.map { name, schema in
            let known = declared.path.first { $0.name == name }
            return APIReferencePage.Parameter(
                name: name, facts: (known?.schema ?? schema).typeText + ", in the path", meaning: known?.meaning)
        }
        parameters =
            inPath
            + declared.query.map {
                .init(
                    name: $0.name, facts: $0.schema.typeText + ($0.isRequired ? "" : ", optional"), meaning: $0.meaning
                )
            }
        body = declared.body.map(Self.content)
        let status = route.statuses.map { String($0.code) }.joined(separator: ", ")
        let type = route.answer?.typeText ?? declared.files.joined(separator: ", ")
        answer = .init(text: type.isEmpty ? status : "\(status) \(type)", schema: route.answer?.schemaName)
        let codes = declared.problems.sorted { $0.key < $1.key }.map { status, codes in
            "\(status) \(codes.joined(separator: ", "))"
        }
        problems = codes.isEmpty ? nil : codes.joined(separator: "; ")
        let needed = OpenAPIDocument.scopes(of: route).map(\.rawValue).joined(separator: ", ")
        scopes = needed.isEmpty ? nil : needed
    }

    private static func content(_ body: APIBody) -> APIReferencePage.Content {
        var kinds: [String] = []
        if body.isPicture { kinds.append("image/*, multipart/form-data") }
        if let json = body.json { kinds.append(json.typeText) }
        if body.file != nil { kinds.append("application/octet-stream") }
        return .init(
            text: kinds.joined(separator: ", ") + (body.isRequired ? "" : ", optional"), schema: body.json?.schemaName)
    }
}

extension SchemaValue {
    /// The name of the schema that this is, or whose list or dictionary it is; nil if there is none.
    fileprivate var schemaName: String? {
        if let reference = self["$ref"]?.text { return reference.split(separator: "/").last.map(String.init) }
        if let choices = self["anyOf"]?.elements { return choices.lazy.compactMap(\.schemaName).first }
        return self["items"]?.schemaName ?? self["additionalProperties"]?.schemaName
    }

    /// The type in words: "integer, 1 to 366, by default 30".
    fileprivate var typeText: String {
        if self["$ref"] != nil { return schemaName ?? "" }
        if let choices = self["anyOf"]?.elements { return choices.map(\.typeText).joined(separator: " or ") }
        if let words = self["enum"]?.elements {
            return words.map { $0.text ?? "null" }.joined(separator: " | ")
        }
        if let element = self["items"], self["type"] == "array" { return "array of \(element.typeText)" }
        if let value = self["additionalProperties"], self["properties"] == nil { return "object of \(value.typeText)" }
        let types = self["type"].map { $0.elements?.compactMap(\.text) ?? [$0.text ?? ""] } ?? []
        var parts = [types.joined(separator: " or ")]
        switch self["format"]?.text {
        case "date-time": parts = ["time"] + types.filter { $0 == "null" }
        case "date": parts = ["date"]
        default: break
        }
        if let least = self["minimum"]?.numberText, let most = self["maximum"]?.numberText {
            parts.append("\(least) to \(most)")
        }
        if let usual = self["default"]?.numberText { parts.append("by default \(usual)") }
        return parts.joined(separator: ", ")
    }

    private var numberText: String? {
        switch self {
        case .integer(let number): String(number)
        case .number(let number): number.formatted(.number.locale(Locale(identifier: "en")))
        default: nil
        }
    }
}
