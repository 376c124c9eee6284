import Foundation
// Enumerates the stored properties of a type without a value of it. The public reflection needs a value, and an empty
// array or a nil in it hides the fields of its elements.
@_spi(Reflection) import Swift

@testable import Web

/// Resolves the tags of templates against the declared fields of their models, in the same way as the template library
/// resolves them against values.
struct TemplateCheck {
    indirect enum Kind {
        case text
        case truth
        case fields(Any.Type)
        case list(Kind)
        case optional(Kind)
        case other(Any.Type)

        init(_ type: Any.Type) {
            switch type {
            case is String.Type, is Int.Type: self = .text
            case is Bool.Type: self = .truth
            case let type as any OptionalType.Type: self = .optional(Kind(type.wrapped))
            case let type as any ListType.Type: self = .list(Kind(type.element))
            case is any TemplateFields.Type: self = .fields(type)
            default: self = .other(type)
            }
        }

        /// The type in which a section looks up names, if it opens a new scope.
        var inner: Any.Type? {
            switch self {
            case .fields(let type): type
            case .list(.text), .optional(.text): String.self
            case .list(let kind), .optional(let kind): kind.inner
            case .text, .truth, .other: nil
            }
        }
    }

    private struct Field {
        let name: String
        let kind: Kind
        /// "ChoreRow.Fields.what".
        let path: String
    }

    indirect enum Node {
        case variable(String)
        case section(String, isInverted: Bool, [Node])
        case partial(String)
    }

    private let templates: [String: [Node]]
    private(set) var faults: Set<String> = []
    private(set) var reached: Set<String> = []
    private var used: Set<String> = []

    init(_ templates: [String: String]) {
        var parsed: [String: [Node]] = [:]
        var broken: Set<String> = []
        for (name, text) in templates {
            do {
                parsed[name] = try Self.parse(text)
            } catch {
                broken.insert("\(name): \(error)")
            }
        }
        self.templates = parsed
        faults = broken
    }

    /// Checks a page with all its partials; `layout` has the fields around the page's own.
    mutating func check(_ template: String, of page: Any.Type, layout: Any.Type? = nil) {
        let stack = [layout, page].compactMap { $0 }
        let names = stack.flatMap { Self.fields(of: $0).map(\.name) }
        for name in Set(names) where names.count(where: { $0 == name }) > 1 {
            faults.insert("\(page): \(name) is declared twice")
        }
        walk(template, stack, within: [])
    }

    /// Reports fields that no template uses, and fields whose types no template can show.
    mutating func checkFields(of types: [Any.Type]) {
        var open = types
        var seen: Set<ObjectIdentifier> = []
        while let type = open.popLast() {
            // Flags come from a list that several templates share; a test of each list finds those without a template.
            guard seen.insert(ObjectIdentifier(type)).inserted, !(type is any FlagFields.Type) else { continue }
            for field in Self.fields(of: type) {
                if case .other(let type) = field.kind { faults.insert("\(field.path): no template shows a \(type)") }
                if !used.contains(field.path) { faults.insert("\(field.path) is not used by a template") }
                if let inner = field.kind.inner { open.append(inner) }
            }
        }
    }

    // MARK: Walking

    private mutating func walk(_ template: String, _ stack: [Any.Type], within: [String]) {
        reached.insert(template)
        guard let nodes = templates[template] else {
            faults.insert("\(within.last ?? "a model"): there is no template \(template)")
            return
        }
        guard !within.contains(template) else { return }
        walk(nodes, stack, within + [template])
    }

    private mutating func walk(_ nodes: [Node], _ stack: [Any.Type], _ within: [String]) {
        for node in nodes {
            switch node {
            case .partial(let name): walk(name, stack, within: within)
            case .variable(let name):
                switch resolve(name, stack, within) {
                case nil, .text, .optional(.text): break
                case let kind?: faults.insert("\(place(within, stack)): {{\(name)}} shows a \(kind)")
                }
            case .section(let name, let isInverted, let nodes):
                var inner = stack
                if let kind = resolve(name, stack, within) {
                    switch kind {
                    case .text: faults.insert("\(place(within, stack)): {{#\(name)}} is a text, which is always there")
                    case .fields where isInverted: faults.insert("\(place(within, stack)): {{^\(name)}} is never shown")
                    default: if !isInverted, let fields = kind.inner { inner.append(fields) }
                    }
                }
                walk(nodes, inner, within)
            }
        }
    }

    private func place(_ within: [String], _ stack: [Any.Type]) -> String {
        within.joined(separator: " > ") + " with \(stack.last.map { "\($0)" } ?? "")"
    }

    /// The meaning of a name, searched from the innermost scope outwards; nil after reporting a fault.
    private mutating func resolve(_ name: String, _ stack: [Any.Type], _ within: [String]) -> Kind? {
        if name == ".", let type = stack.last { return Kind(type) }
        let parts = name.split(separator: ".").map(String.init)
        guard let first = parts.first else {
            faults.insert("\(place(within, stack)): {{\(name)}} is no name")
            return nil
        }
        let found = stack.indices.reversed().compactMap { depth in
            Self.fields(of: stack[depth]).first { $0.name == first }
        }
        guard var field = found.first else {
            faults.insert("\(place(within, stack)): there is no field {{\(name)}}")
            return nil
        }
        // If the inner value is nil, the name would be looked up in an outer scope.
        if case .optional = field.kind, found.count > 1 {
            faults.insert("\(place(within, stack)): {{\(first)}} is optional inside, and another one is outside")
        }
        used.insert(field.path)
        for part in parts.dropFirst() {
            guard let type = field.kind.inner, let next = Self.fields(of: type).first(where: { $0.name == part }) else {
                faults.insert("\(place(within, stack)): there is no field {{\(name)}}")
                return nil
            }
            field = next
            used.insert(field.path)
        }
        return field.kind
    }

    /// The stored properties of a type, including those of its `SharedFields`.
    private static func fields(of type: Any.Type) -> [Field] {
        guard type is any TemplateFields.Type else { return [] }
        if let flags = type as? any FlagFields.Type {
            return flags.names.map { Field(name: $0, kind: .truth, path: "\(String(reflecting: type)).\($0)") }
        }
        var fields: [Field] = []
        _ = _forEachField(of: type) { name, _, fieldType, _ in
            if fieldType is any SharedFields.Type {
                fields += Self.fields(of: fieldType)
            } else {
                let name = String(cString: name)
                fields.append(Field(name: name, kind: Kind(fieldType), path: "\(String(reflecting: type)).\(name)"))
            }
            return true
        }
        return fields
    }

    // MARK: Parsing

    private struct ParseFailure: Error, CustomStringConvertible {
        let description: String
    }

    private static func parse(_ text: String) throws -> [Node] {
        var levels: [(name: String, isInverted: Bool, nodes: [Node])] = [("", false, [])]
        for match in text.matches(of: /\{\{([#^\/>!&{]?)\s*([^}]*?)\s*\}\}/) {
            let name = String(match.2)
            switch match.1 {
            case "": levels[levels.count - 1].nodes.append(.variable(name))
            case ">": levels[levels.count - 1].nodes.append(.partial(name))
            case "#", "^": levels.append((name, match.1 == "^", []))
            case "/":
                guard levels.count > 1, let level = levels.popLast(), level.name == name else {
                    throw ParseFailure(description: "{{/\(name)}} closes another section")
                }
                levels[levels.count - 1].nodes.append(.section(name, isInverted: level.isInverted, level.nodes))
            case "!": break
            default: throw ParseFailure(description: "{{\(match.1)\(name)}} is a kind of tag that pages do not use")
            }
        }
        guard levels.count == 1 else { throw ParseFailure(description: "{{#\(levels[1].name)}} is not closed") }
        return levels[0].nodes
    }
}

private protocol OptionalType {
    static var wrapped: Any.Type { get }
}

extension Optional: OptionalType {
    fileprivate static var wrapped: Any.Type { Wrapped.self }
}

private protocol ListType {
    static var element: Any.Type { get }
}

extension Array: ListType {
    fileprivate static var element: Any.Type { Element.self }
}
