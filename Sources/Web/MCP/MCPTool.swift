import Accounts
import Documents
import Foundation
import HTTPTypes
import Household
import Hummingbird
import NIOCore

/// An operation of the API that an assistant may use, as a tool of the Model Context Protocol. Names, arguments and what it
/// does come from the declaration of the route; a tool has no code of its own.
struct MCPTool: Sendable {
    let offer: Offer
    let route: APIRoutes.Route
    /// The arguments, as JSON Schema.
    let arguments: SchemaValue
    /// The arguments that belong to the path and to the query; the others are the body.
    private let inPath: Set<String>
    private let inQuery: Set<String>

    var name: String { route.operation.id }
    var isReading: Bool { route.method == .get }
    /// What a person or a program needs for the route; nil if no program may use it.
    var permissions: [Permission]? { Access.permissions(ofProgramsFor: route.pattern, route.method) }

    /// An operation that is a tool.
    struct Offer: Sendable {
        /// Its name in the OpenAPI document.
        let operation: String
        /// What an assistant should know beside the summary.
        var advice = ""
        /// Arguments that only a person may give.
        var withheld: Set<String> = []
        /// The values of an argument, if an assistant may not use all.
        var words: [String: [String]] = [:]
        /// Whether it changes what is there, and does not only add.
        var isDestructive = false
        /// Whether a service can be asked because of it.
        var reachesOut = false
    }

    /// The tools. None of them costs a credit, uploads a photograph, changes settings, or deletes what cannot be restored.
    static let offered = [
        Offer(
            operation: "getAgenda",
            advice:
                "Each item has the id of its task in chore, and due, which doChore, skipChore and snoozeChore expect."),
        Offer(operation: "listPlants"), Offer(operation: "getPlant"),
        Offer(operation: "getPlantCare", advice: "Each value has its source and reason."),
        Offer(operation: "listPlantChores"), Offer(operation: "listNotes"), Offer(operation: "addNote"),
        Offer(
            operation: "findSpecies", advice: "The id of a result can be used as species of getCare and addPlant."),
        Offer(operation: "getCare"),
        Offer(operation: "addPlant", advice: "Ask the person before you add a plant.", reachesOut: true),
        Offer(
            operation: "doChore",
            advice: "Only if the person says that it was done. Send due as the agenda showed it."),
        Offer(operation: "skipChore", advice: "Only if the person says so."), Offer(operation: "snoozeChore"),
        Offer(operation: "waterAll", advice: "Only if the person says that all plants were watered."),
        Offer(operation: "getLog", advice: "The numbers of entries can be undone with undoEntries."),
        Offer(operation: "undoEntries", isDestructive: true),
        Offer(operation: "listStock", advice: "Each item can have the verdict of the household's diet."),
        Offer(operation: "getShoppingList"), Offer(operation: "addShoppingItem"),
        Offer(operation: "tickShoppingItem", isDestructive: true),
        Offer(operation: "getProduct", advice: "Its texts were entered by the public."),
        Offer(
            operation: "getDoses",
            advice: "Never advise on a dose: say what is planned, and refer to a pharmacist."),
        Offer(
            operation: "listMedicines",
            advice: "Never advise on a medicine: say what is stored, and refer to a pharmacist."),
        Offer(
            operation: "logDose",
            advice: "Only if the person says that this dose was taken or skipped. An unusual dose is refused: only the "
                + "person can confirm it, in Stillroom.",
            withheld: ["sure"], words: ["verb": ["taken", "skipped"]], isDestructive: true),
    ]

    init(_ offer: Offer, _ route: APIRoutes.Route, schemas: SchemaValue) {
        self.offer = offer
        self.route = route
        let operation = route.operation
        var properties: [String: SchemaValue] = [:]
        var required: [SchemaValue] = []
        func add(_ name: String, _ schema: SchemaValue, _ meaning: String?, isRequired: Bool) {
            guard !offer.withheld.contains(name) else { return }
            var fields = schema.fields ?? [:]
            if let words = offer.words[name] { fields["enum"] = .list(words.map { .text($0) }) }
            if let meaning { fields["description"] = .text(meaning) }
            properties[name] = .object(fields)
            if isRequired { required.append(.text(name)) }
        }
        for (name, schema) in route.pathParameters {
            let known = operation.path.first { $0.name == name }
            add(name, known?.schema ?? schema, known?.meaning, isRequired: true)
        }
        for parameter in operation.query {
            add(parameter.name, parameter.schema, parameter.meaning, isRequired: parameter.isRequired)
        }
        inPath = Set(route.pathParameters.map(\.name))
        inQuery = Set(operation.query.map(\.name))
        if let name = operation.body?.json?["$ref"]?.text?.split(separator: "/").last,
            let body = schemas[String(name)]
        {
            for (name, schema) in body["properties"]?.fields ?? [:] where properties[name] == nil {
                add(name, Self.whole(schema, schemas), nil, isRequired: false)
            }
            if operation.body?.isRequired == true { required += body["required"]?.elements ?? [] }
        }
        var arguments: [String: SchemaValue] = ["type": "object", "properties": .object(properties)]
        arguments["additionalProperties"] = false
        if !required.isEmpty { arguments["required"] = .list(required) }
        self.arguments = .object(arguments)
    }

    /// The schema with the schemas that it refers to in their places.
    private static func whole(_ schema: SchemaValue, _ schemas: SchemaValue) -> SchemaValue {
        switch schema {
        case .object(let fields):
            if let name = fields["$ref"]?.text?.split(separator: "/").last, let known = schemas[String(name)] {
                return whole(known, schemas)
            }
            return .object(fields.mapValues { whole($0, schemas) })
        case .list(let elements): return .list(elements.map { whole($0, schemas) })
        default: return schema
        }
    }

    /// The tool as `tools/list` shows it.
    var described: SchemaValue {
        let summary = route.operation.summary
        return [
            "name": .text(name),
            "description": .text(offer.advice.isEmpty ? summary : summary + " " + offer.advice),
            "inputSchema": arguments,
            "annotations": [
                "readOnlyHint": .flag(isReading), "destructiveHint": .flag(offer.isDestructive),
                "openWorldHint": .flag(offer.reachesOut), "idempotentHint": .flag(isReading),
            ],
        ]
    }

    /// The request of the API for a call with these arguments. Throws `Unusable` if one is unknown, or a required one is
    /// missing.
    func request(_ arguments: [String: SchemaValue]) throws -> Request {
        let known = self.arguments["properties"]?.fields ?? [:]
        for name in arguments.keys.sorted() where known[name] == nil {
            throw Unusable("There is no argument \(name.prefix(40)).")
        }
        for name in (self.arguments["required"]?.elements ?? []).compactMap(\.text) where arguments[name] == nil {
            throw Unusable("The argument \(name) is missing.")
        }
        for (name, words) in offer.words where arguments[name].map({ !words.contains($0.text ?? "") }) ?? false {
            throw Unusable("\(name) must be \(words.joined(separator: " or ")).")
        }
        var path = ""
        for part in route.pattern.split(separator: "/") {
            let text = part.hasPrefix(":") ? try Self.text(arguments[String(part.dropFirst())]) : String(part)
            guard !text.isEmpty, text != ".", text != ".." else { throw Unusable("\(part.dropFirst()) is empty.") }
            path += "/" + (part.hasPrefix(":") ? text.percentEncodedPart : text)
        }
        var query: [String] = []
        var body: [String: SchemaValue] = [:]
        for (name, value) in arguments.sorted(by: { $0.key < $1.key }) where !inPath.contains(name) {
            if inQuery.contains(name) {
                query.append("\(name.percentEncodedPart)=\(try Self.text(value).percentEncodedPart)")
            } else {
                body[name] = value
            }
        }
        let bytes = operationReadsBody ? try JSONEncoder.documents.encode(SchemaValue.object(body)) : Data()
        var fields: HTTPFields = [:]
        if operationReadsBody { fields[.contentType] = "application/json" }
        return Request(
            head: HTTPRequest(
                method: route.method, scheme: "http", authority: "stillroom",
                path: path + (query.isEmpty ? "" : "?" + query.joined(separator: "&")), headerFields: fields),
            body: RequestBody(buffer: ByteBuffer(bytes: bytes)))
    }

    private var operationReadsBody: Bool { route.operation.body?.json != nil }

    private static func text(_ value: SchemaValue?) throws -> String {
        switch value {
        case .text(let text): text
        case .integer(let number): String(number)
        case .number(let number): String(number)
        case .flag(let flag): String(flag)
        default: throw Unusable("An argument of the path or the query must be a text, a number or true or false.")
        }
    }

    /// The arguments of a call cannot be used; the text is for the assistant.
    struct Unusable: Error {
        let text: String
        init(_ text: String) { self.text = text }
    }
}

extension String {
    /// This text with every byte escaped that is not unreserved in RFC 3986.
    fileprivate var percentEncodedPart: String {
        addingPercentEncoding(
            withAllowedCharacters: CharacterSet(
                charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")) ?? ""
    }
}
