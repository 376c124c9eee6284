import Accounts
import HTTPTypes
import Household
import Hummingbird

/// Leaves out of a page what its reader may not do, by the table of `Access`: forms and links whose address the reader may
/// not use, and elements with `data-needs`, which names a permission. An element in which nothing but a heading or a summary
/// is left without them is left out, too. A link without a class stays as words, because it is a part of a sentence; so does
/// the content of an element with `data-unwraps-without`, which names a permission, too. Who has all permissions gets the page as
/// it is, and what names no permission stays.
///
/// The server refuses such requests anyway. Pages are templates of this project, so each element is closed, and values of
/// attributes are in double quotes.
struct PermittedHTML {
    /// The permissions of the person who reads the pages of this task; nil if nothing is left out.
    @TaskLocal static var permissions: Set<Permission>?

    /// The attributes whose values are permissions.
    static let needs = "data-needs"
    static let unwraps = "data-unwraps-without"

    private enum Fate {
        case kept, removed
        /// Only its tags are left out.
        case unwrapped
    }

    private struct Element {
        let name: String
        /// Where it begins in the result.
        let start: Int
        /// Where its content begins.
        let content: Int
        /// Where the content after its heading or summary begins.
        var body: Int
        let fate: Fate
        var hasLost = false
    }

    private let permissions: Set<Permission>
    private var result: [UInt8] = []
    private var open: [Element] = []

    static func permitted(_ html: String) -> String {
        guard let permissions else { return html }
        return permitted(html, permissions)
    }

    static func permitted(_ html: String, _ permissions: Set<Permission>) -> String {
        var page = PermittedHTML(permissions: permissions)
        page.read(Array(html.utf8))
        return String(decoding: page.result, as: UTF8.self)
    }

    private init(permissions: Set<Permission>) { self.permissions = permissions }

    private mutating func read(_ html: [UInt8]) {
        result.reserveCapacity(html.count)
        var place = 0
        while let tag = html[place...].firstIndex(of: UInt8(ascii: "<")) {
            result += html[place..<tag]
            guard let end = Self.end(of: html[tag...]) else {
                place = tag
                break
            }
            let source = html[tag...end]
            let inner = source.dropFirst().dropLast()
            if inner.first == UInt8(ascii: "/") {
                close(String(decoding: inner.dropFirst(), as: UTF8.self), source)
            } else {
                begin(inner, source)
            }
            place = end + 1
        }
        result += html[place...]
    }

    /// The end of a tag: the first `>` outside of a value.
    private static func end(of tag: ArraySlice<UInt8>) -> Int? {
        var isInValue = false
        return tag.firstIndex { byte in
            if byte == UInt8(ascii: "\"") { isInValue.toggle() }
            return byte == UInt8(ascii: ">") && !isInValue
        }
    }

    private mutating func begin(_ inner: ArraySlice<UInt8>, _ source: ArraySlice<UInt8>) {
        let word = inner.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "/") }
        // A comment, or the declaration of the document.
        let name = word.first == UInt8(ascii: "!") ? "" : String(decoding: word, as: UTF8.self)
        let start = result.count
        result += source
        guard !name.isEmpty else { return }
        let fate = fate(of: name, Self.attributes(inner[word.endIndex...]))
        guard !Self.voids.contains(name), inner.last != UInt8(ascii: "/") else {
            if fate == .removed { remove(from: start) }
            return
        }
        open.append(Element(name: name, start: start, content: result.count, body: result.count, fate: fate))
    }

    private mutating func close(_ name: String, _ source: ArraySlice<UInt8>) {
        guard let index = open.lastIndex(where: { $0.name == name }) else {
            result += source
            return
        }
        let element = open[index]
        open.removeSubrange(index...)
        switch element.fate {
        case .removed: remove(from: element.start)
        case .kept where element.hasLost && isBlank(from: element.body): remove(from: element.start)
        case .unwrapped:
            result.removeSubrange(element.start..<element.content)
            if element.hasLost { lose() }
        case .kept:
            result += source
            if let outer = open.last, Self.headings[outer.name]?.contains(name) == true,
                isBlank(from: outer.body, to: element.start)
            {
                open[open.count - 1].body = result.count
            }
        }
    }

    private func isBlank(from start: Int, to end: Int? = nil) -> Bool {
        result[start..<(end ?? result.count)].allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
    }

    private mutating func remove(from start: Int) {
        result.removeSubrange(start...)
        lose()
    }

    private mutating func lose() {
        if !open.isEmpty { open[open.count - 1].hasLost = true }
    }

    private func fate(of name: String, _ attributes: [String: String]) -> Fate {
        if lacks(attributes[Self.needs]) { return .removed }
        if lacks(attributes[Self.unwraps]) { return .unwrapped }
        switch name {
        case "form":
            guard let action = attributes["action"] else { return .kept }
            return permits(action, attributes["method"] == "post" ? .post : .get) ? .kept : .removed
        case "a":
            guard let href = attributes["href"], !permits(href, .get) else { return .kept }
            return attributes["class"] == nil ? .unwrapped : .removed
        default: return .kept
        }
    }

    private func lacks(_ name: String?) -> Bool {
        guard let permission = name.flatMap(Permission.init) else { return false }
        return !permissions.contains(permission)
    }

    /// An address of another site, and one of this page, may always be used.
    private func permits(_ address: String, _ method: HTTPRequest.Method) -> Bool {
        guard address.hasPrefix("/"), case .permission(let permission)? = Access(at: address, method) else {
            return true
        }
        return permissions.contains(permission)
    }

    /// The attributes of a tag. Bytes, because a mark in a person's text can combine with a quote to one character.
    private static func attributes(_ tag: ArraySlice<UInt8>) -> [String: String] {
        func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") }
        var attributes: [String: String] = [:]
        var rest = tag
        while let start = rest.firstIndex(where: { !isSpace($0) }) {
            rest = rest[start...]
            let name = rest.prefix { $0 != UInt8(ascii: "=") && !isSpace($0) }
            rest = rest[name.endIndex...]
            guard rest.first == UInt8(ascii: "=") else {
                attributes[String(decoding: name, as: UTF8.self)] = ""
                continue
            }
            rest = rest.dropFirst()
            guard rest.first == UInt8(ascii: "\"") else {
                rest = rest.drop { !isSpace($0) }
                continue
            }
            let value = rest.dropFirst().prefix { $0 != UInt8(ascii: "\"") }
            attributes[String(decoding: name, as: UTF8.self)] = String(decoding: value, as: UTF8.self)
            rest = rest[value.endIndex...].dropFirst()
        }
        return attributes
    }

    /// What says nothing alone, by the element that it begins.
    private static let headings: [String: Set<String>] = ["section": ["h2", "h3"], "details": ["summary"]]
    private static let voids: Set<String> = ["input", "img", "br", "hr", "meta", "link", "source", "wbr"]
}

/// Sets what is left out of the pages of a person who may not do everything. A page that needs no session is the same for
/// all: a browser keeps some of them for the person who signs in next.
struct PermittedHTMLMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: AppRequestContext,
        next: @concurrent (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        guard let person = context.person, person.token == nil, person.permissions != Role.owner.permissions,
            context.endpointPath.flatMap({ Access(to: $0, request.method) }) != .open
        else { return try await next(request, context) }
        return try await PermittedHTML.$permissions.withValue(person.permissions) {
            try await next(request, context)
        }
    }
}
