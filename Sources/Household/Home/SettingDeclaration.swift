/// The values that a table of settings changes; `init()` has the defaults.
package protocol SettingValues: Sendable {
    init()
}

/// The names of a table of settings: the raw value is the key of Docs/settings.md, and a case without a declaration does
/// not compile.
package protocol DeclaredSetting: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    associatedtype Values: SettingValues

    var declaration: SettingDeclaration<Values> { get }
}

/// The one place where a setting is described: its value, kind, form and effect. The default is that of the property.
package struct SettingDeclaration<Values: SettingValues>: Sendable {
    private let allowedWords: @Sendable () -> String
    /// What the line in Docs/settings.md must contain.
    package let range: [String]
    private let words: String?
    /// The forms that have a field for the setting; the rest of the settings is given at the start of the server only.
    package let forms: Set<SettingForm>
    package let field: SettingField
    package let effect: SettingEffect
    /// The flag of the command, with its subcommand: "serve --port".
    package let flag: String?
    /// The key in an earlier release, which the settings file may still use; removed after the next release.
    package let earlierKey: String?
    /// True for a secret, which is read from the environment only: other processes can see a flag, and a settings file
    /// is copied to other places.
    package let isSecret: Bool
    /// Sets the value. Returns false and changes nothing if the text is not allowed.
    package let set: @Sendable (inout Values, String) -> Bool
    package let text: @Sendable (Values) -> String

    /// `usual` describes a default that depends on the machine or on another setting. An empty text sets the default if
    /// `emptyIsUsual`.
    package init<Value: Sendable>(
        _ path: any WritableKeyPath<Values, Value> & Sendable, _ kind: SettingKind<Value>, usual: String? = nil,
        emptyIsUsual: Bool = false, on forms: Set<SettingForm> = [], field: SettingField? = nil,
        effect: SettingEffect = .nextUse, flag: String? = nil, earlierKey: String? = nil, isSecret: Bool = false
    ) {
        allowedWords = { kind.allowed }
        range = kind.range
        words = usual
        self.forms = forms
        self.field = field ?? (Value.self == Bool.self ? .box : .text)
        self.effect = effect
        self.flag = flag
        self.earlierKey = earlierKey
        self.isSecret = isSecret
        set = { values, text in
            guard let value = text.isEmpty && emptyIsUsual ? Values()[keyPath: path] : kind.parse(text) else {
                return false
            }
            values[keyPath: path] = value
            return true
        }
        text = { kind.write($0[keyPath: path]) }
    }

    /// The allowed values, as words after "it must be", in the language of the current task.
    package var allowed: String { allowedWords() }

    /// The default as in Docs/settings.md.
    package var usual: String {
        if let words { return words }
        let text = text(Values())
        return text.isEmpty ? "none" : "`\(text)`"
    }
}

/// The forms of the pages that change settings.
package enum SettingForm: Sendable {
    case home, service, savedAnswers, reminders, larder, personalDiets, medicines
}

/// What a form sends for a setting.
package enum SettingField: Sendable {
    /// One text under the key of the setting. `read` returns the text of the setting for the text that was typed.
    case typed(read: @Sendable (String) -> String)
    /// A box under the key of the setting; an unticked one is not sent.
    case box
    /// A box for each value, "allergen.milk", which together are a list.
    case boxes(prefix: String, values: [String])

    package static var text: Self { .typed { $0 } }
}

/// What happens when a setting changes.
package enum SettingEffect: Sendable {
    /// The next use reads the new value.
    case nextUse
    /// The care plans of all plants are computed again.
    case plans
    /// Photographs that wait for the service are tried again.
    case inquiries
}

extension DeclaredSetting {
    package var allowed: String { declaration.allowed }

    /// The settings that a form has.
    package static func on(_ form: SettingForm) -> [Self] { allCases.filter { $0.declaration.forms.contains(form) } }

    /// The names of the form's fields for this setting.
    package var fieldNames: [String] {
        guard case .boxes(let prefix, let values) = declaration.field else { return [rawValue] }
        return values.map { "\(prefix).\($0)" }
    }

    /// Returns the text that a form sent for this setting; nil if it sent none.
    package func text(in form: [String: String]) -> String? {
        switch declaration.field {
        case .typed(let read): form[rawValue].map { read($0.trimmed) }
        case .box: form[rawValue]?.trimmed ?? "false"
        case .boxes(let prefix, let values):
            values.filter { form["\(prefix).\($0)"] != nil }.joined(separator: ",")
        }
    }
}

extension String {
    fileprivate var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}
