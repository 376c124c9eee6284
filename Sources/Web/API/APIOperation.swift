import Documents
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// One route of the API with everything that a client must know about it. It stands at the route's handler, and the
/// OpenAPI document and the reference page are made from it.
struct APIOperation: Sendable {
    /// The name of the operation in programs that are generated from the document: "listPlants".
    let id: String
    /// One sentence: what the route does.
    let summary: String
    let query: [APIParameter]
    /// The values of parameters in the path that are not any text.
    let path: [APIParameter]
    let body: APIBody?
    /// The statuses of an answer that is no error; nil for 200, or 204 without a body.
    let statuses: [HTTPResponse.Status]?
    /// The media types of an answer that is not JSON.
    let files: [String]
    /// The statuses and codes of errors beside those that any request can have.
    let problems: [Int: [String]]

    /// `problems` are texts such as "422 day-refused range-refused"; "404" is
    /// "404 not-found".
    init(
        _ id: String, _ summary: String, path: [APIParameter] = [], query: [APIParameter] = [], body: APIBody? = nil,
        statuses: [HTTPResponse.Status]? = nil, files: [String] = [], problems: [String] = []
    ) {
        self.id = id
        self.summary = summary
        self.path = path
        self.query = query
        self.body = body
        self.statuses = statuses
        self.files = files
        var codes: [Int: [String]] = [:]
        for text in problems + (body?.problems ?? []) {
            let words = text.split(separator: " ").map(String.init)
            guard let status = words.first.flatMap({ Int($0) }) else {
                assertionFailure("\(id): \(text) does not begin with a status")
                continue
            }
            for code in words.count > 1 ? Array(words.dropFirst()) : ["not-found"]
            where !codes[status, default: []].contains(code) {
                codes[status, default: []].append(code)
            }
        }
        self.problems = codes
    }
}

/// A value in the query or the path of an address.
struct APIParameter: Sendable {
    let name: String
    let meaning: String
    let schema: SchemaValue
    var isRequired = false

    static func text(_ name: String, _ meaning: String, most: Int? = nil) -> Self {
        Self(
            name: name, meaning: meaning,
            schema: most.map { ["type": "string", "maxLength": .integer($0)] } ?? ["type": "string"])
    }

    static func required(_ name: String, _ meaning: String) -> Self {
        Self(name: name, meaning: meaning, schema: ["type": "string", "minLength": 1], isRequired: true)
    }

    static func day(_ name: String, _ meaning: String, isRequired: Bool = false) -> Self {
        Self(
            name: name, meaning: meaning, schema: ["type": "string", "format": "date"], isRequired: isRequired)
    }

    static func integer(_ name: String, _ range: ClosedRange<Int>, usual: Int? = nil, _ meaning: String) -> Self {
        var schema: [String: SchemaValue] = [
            "type": "integer", "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound),
        ]
        schema["default"] = usual.map { .integer($0) }
        return Self(name: name, meaning: meaning, schema: .object(schema))
    }

    static func number(_ name: String, _ range: ClosedRange<Double>, _ meaning: String) -> Self {
        Self(
            name: name, meaning: meaning,
            schema: ["type": "number", "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound)])
    }

    static func flag(_ name: String, _ meaning: String, isRequired: Bool = false) -> Self {
        Self(name: name, meaning: meaning, schema: ["type": "boolean"], isRequired: isRequired)
    }

    static func words(_ name: String, _ words: [String], _ meaning: String) -> Self {
        Self(
            name: name, meaning: meaning,
            schema: ["type": "string", "enum": .list(words.map { .text($0) })])
    }

    static func words<Word: CaseIterable & RawRepresentable<String>>(
        _ name: String, _ type: Word.Type, _ meaning: String
    ) -> Self {
        words(name, Word.allCases.map(\.rawValue), meaning)
    }
}

/// What a route reads as the body of a request.
struct APIBody: Sendable {
    /// The schema of JSON; nil if the body is none.
    let json: SchemaValue?
    /// Whether it may be the bytes of a photograph, or a form with the field `image`.
    let isPicture: Bool
    /// What a file is, in words; nil if the body is none.
    let file: String?
    let isRequired: Bool
    /// The errors of reading it.
    let problems: [String]

    /// A value that `Upload.json` reads.
    static func json<Body: Decodable>(_: Body.Type) -> Self {
        Self(json: .schema(of: Body.self), isPicture: false, file: nil, isRequired: true, problems: ["400 bad-json"])
    }

    /// A value that `Upload.optionalJSON` reads.
    static func optionalJSON<Body: Decodable>(_: Body.Type) -> Self {
        Self(json: .schema(of: Body.self), isPicture: false, file: nil, isRequired: false, problems: ["400 bad-json"])
    }

    /// A photograph, and instead of it JSON of this type.
    static func picture<Body: Decodable>(or _: Body.Type) -> Self {
        Self(
            json: .schema(of: Body.self), isPicture: true, file: nil, isRequired: true,
            problems: pictureProblems + ["400 bad-json"])
    }

    static let picture = Self(json: nil, isPicture: true, file: nil, isRequired: true, problems: pictureProblems)

    static func file(_ meaning: String) -> Self {
        Self(
            json: nil, isPicture: false, file: meaning, isRequired: true,
            problems: ["413 too-large", "429 too-many-uploads", "503 busy"])
    }

    private static let pictureProblems = [
        "400 bad-form no-image", "413 too-large", "415 not-an-image unsupported-format",
        "422 empty truncated-or-corrupt too-many-pixels side-too-long several-frames too-complex too-small took-too-long "
            + "decoder-died", "429 too-many-uploads", "503 darkroom-unavailable busy",
    ]
}

/// An answer of the API that is JSON: the bytes of a document of the type that the route declares by its handler.
struct APIAnswer<Document: Encodable & Sendable>: Sendable {
    let status: HTTPResponse.Status
    var headers: HTTPFields
    let bytes: Data

    init(_ document: Document, status: HTTPResponse.Status = .ok, location: String? = nil) throws {
        self.status = status
        headers = [.contentType: "application/json"]
        headers[.location] = location
        bytes = try JSONEncoder.documents.encode(document)
    }

    /// Answers that the client has this version already.
    static func notModified(_ headers: HTTPFields) -> Self { Self(status: .notModified, headers: headers) }

    private init(status: HTTPResponse.Status, headers: HTTPFields) {
        self.status = status
        self.headers = headers
        bytes = Data()
    }

    /// Encoded bytes of the document.
    init(encoded bytes: Data, headers: HTTPFields) {
        status = .ok
        self.headers = headers
        self.headers[.contentType] = "application/json"
        self.bytes = bytes
    }

    /// The response with an `ETag`; 304 if the client knows this version. `known` is the field `If-None-Match`.
    func response(knowing known: String?) -> Response {
        guard status == .ok, headers[.eTag] == nil else { return response }
        let tag = EntityTag(of: bytes)
        guard !tag.isKnown(known) else { return Response(status: .notModified, headers: [.eTag: tag.text]) }
        var response = response
        response.headers[.eTag] = tag.text
        return response
    }

    var response: Response {
        Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
