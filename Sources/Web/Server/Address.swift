import Foundation
import HTTPTypes
import Hummingbird

/// A value that stands as one part in the path of an address.
protocol AddressParameter: Sendable {
    /// Returns nil if the text of the address is not such a value.
    init?(addressText: String)
    var addressText: String { get }
    /// The schema of the text, for the OpenAPI document.
    static var schema: SchemaValue { get }
}

extension AddressParameter {
    static var schema: SchemaValue { ["type": "string"] }
}

/// A path with parameters. It stands once: the router registers a route from the pattern, a link is made by calling
/// the address with its values, and a handler reads the values back with it.
///
///     static let removeNote = Address<Plant.ID, Int>("/plants/:id/notes/:number/remove")
///
///     router.on(.post, Site.removeNote) { _, context in
///         let (plant, number) = try Site.removeNote.read(context)
///     }
///     let action = Site.removeNote(plant.id, note.number)
struct Address<each Parameter: AddressParameter>: Sendable {
    /// As the router reads it: a parameter is a part that begins with a colon.
    let pattern: String
    /// The schemas of the parameters, in their order.
    private let schemas: [SchemaValue]
    private let parts: [Substring]
    private let names: [String]

    /// The pattern has a name for each parameter, in the same order.
    init(_ pattern: String) {
        self.pattern = pattern
        parts = pattern.split(separator: "/")
        names = parts.filter { $0.hasPrefix(":") }.map { String($0.dropFirst()) }
        var schemas: [SchemaValue] = []
        func add<Value: AddressParameter>(_: Value.Type) { schemas.append(Value.schema) }
        repeat add((each Parameter).self)
        self.schemas = schemas
        assert(
            schemas.count == names.count,
            "\(pattern) has \(names.count) parameters, its declaration has \(schemas.count)")
    }

    /// The address of what belongs to this one: "/plants/:id" with "notes" is "/plants/:id/notes".
    func appending(_ path: String) -> Self { Self(pattern + "/" + path) }

    /// The part before the first parameter: "/plants/" of "/plants/:id/notes".
    var prefix: String {
        parts.prefix { !$0.hasPrefix(":") }.reduce(into: "/") { $0 += $1 + "/" }
    }

    /// The link with these values.
    func callAsFunction(_ values: repeat each Parameter) -> String {
        var texts: [String] = []
        repeat texts.append((each values).addressText.percentEncoded(.pathPart))
        var rest = texts[...]
        return parts.map { "/" + ($0.hasPrefix(":") ? rest.popFirst() ?? "" : String($0)) }.joined()
    }

    /// The values in the path of a request; nil for a text that is not such a value.
    func parse(_ context: AppRequestContext) -> (repeat (each Parameter)?) {
        var rest = names[...]
        func next<Value: AddressParameter>(_: Value.Type) -> Value? {
            rest.popFirst().flatMap { context.parameters.get($0) }.flatMap(Value.init(addressText:))
        }
        return (repeat next((each Parameter).self))
    }

    /// The values in the path of a request. Throws `error` if one is not such a value.
    func read(
        _ context: AppRequestContext, or error: @autoclosure () -> any Error = HTTPError(.notFound)
    ) throws -> (repeat each Parameter) {
        func unwrapped<Value>(_ value: Value?) throws -> Value {
            guard let value else { throw error() }
            return value
        }
        return (repeat try unwrapped(each parse(context)))
    }
}

extension Address: RouteAddress {
    var pathParameters: [(name: String, schema: SchemaValue)] { Array(zip(names, schemas)) }
}

extension RouterMethods where Context == AppRequestContext {
    /// Answers requests to a fixed address of `Site`.
    @discardableResult
    func on(
        _ method: HTTPRequest.Method, _ address: String,
        use handler: @escaping @Sendable (Request, AppRequestContext) async throws -> Response
    ) -> Self {
        on(RouterPath(address), method: method, use: handler)
    }

    /// Answers requests to an address of `Site` with parameters, which the handler reads with the same address.
    @discardableResult
    func on<each Parameter: AddressParameter>(
        _ method: HTTPRequest.Method, _ address: Address<repeat each Parameter>,
        use handler: @escaping @Sendable (Request, AppRequestContext) async throws -> Response
    ) -> Self {
        on(RouterPath(address.pattern), method: method, use: handler)
    }
}

extension String {
    /// This address with a query and a fragment. A value that is nil is left out; names and values are escaped.
    func with(_ query: KeyValuePairs<String, String?> = [:], at fragment: String? = nil) -> String {
        let items = query.compactMap { name, value in
            value.map { "\(name.percentEncoded(.queryValue))=\($0.percentEncoded(.queryValue))" }
        }
        let mark = contains("?") ? "&" : "?"
        return self + (items.isEmpty ? "" : mark + items.joined(separator: "&")) + (fragment.map { "#" + $0 } ?? "")
    }

    fileprivate func percentEncoded(_ allowed: CharacterSet) -> String {
        addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    }
}

extension CharacterSet {
    /// The unreserved characters of RFC 3986 §2.3 and the comma of lists.
    fileprivate static let queryValue = CharacterSet(
        charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~,")
    /// What one part of a path may have (RFC 3986 §3.3).
    fileprivate static let pathPart = queryValue.union(CharacterSet(charactersIn: "!$&'()*+;=:@"))
}
