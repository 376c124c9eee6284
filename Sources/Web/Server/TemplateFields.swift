/// The fields of a template or of a part of one: the names of its stored properties are the names for the tags.
///
/// A property is a `String`, an `Int`, a `Bool`, a `TemplateFields`, or an array or optional of these. An optional that
/// is nil counts as a missing name. Computed properties are not included. `TemplateTests` resolves every tag of every
/// template against these types.
protocol TemplateFields: Sendable {}

/// The fields of a whole page.
protocol PageFields: TemplateFields {
    /// The file name of the template without its extension.
    static var template: String { get }
}

/// Fields that several structs share. Tags use them as if they were declared in the struct that contains them.
protocol SharedFields: TemplateFields {}

/// Truth values whose names come from a list instead of stored properties.
protocol FlagFields: TemplateFields {
    static var names: [String] { get }
    var flags: [String: Bool] { get }
}

/// Converts fields into the dictionaries in which the template library looks up names, once for each struct. The
/// library itself would reflect a struct again for every tag.
enum TemplateDictionary {
    static func make(of fields: some TemplateFields) -> [String: Any] {
        var entries: [String: Any] = [:]
        add(fields, to: &entries)
        return entries
    }

    private static func add(_ fields: Any, to entries: inout [String: Any]) {
        for child in Mirror(reflecting: fields).children {
            if child.value is any SharedFields {
                add(child.value, to: &entries)
            } else if let name = child.label, let value = plain(child.value) {
                entries[name] = value
            }
        }
    }

    /// Returns a value without its optional and without structs; nil if it is nil.
    static func plain(_ value: Any) -> Any? {
        switch value {
        case let text as String: return text
        case let truth as Bool: return truth
        case let number as Int: return number
        case let fields as any FlagFields: return fields.flags as [String: Any]
        case let fields as any TemplateFields: return make(of: fields)
        case let optional as any OptionalValue: return optional.wrappedValue.flatMap(plain)
        case let list as [Any]: return list.compactMap(plain)
        default: return value
        }
    }
}

private protocol OptionalValue {
    var wrappedValue: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var wrappedValue: Any? { map { $0 } }
}
