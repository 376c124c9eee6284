import Messages
package import Recognition

extension Policy: SettingValues {
    /// The settings of a household for the recognition of plants, by their keys in Docs/settings.md.
    package enum Setting: String, DeclaredSetting {
        case strategy = "inquiry.strategy"
        case threshold = "inquiry.threshold"
        case project = "plantnet.project"
        case language = "plantnet.language"
        case dailyBudget = "plantnet.daily-budget"
        case cacheDays = "cache.days"
        case cacheEntries = "cache.entries"
        case matchesLookalikes = "cache.lookalikes"

        package var declaration: SettingDeclaration<Policy> {
            switch self {
            case .strategy: Self.of(\.strategy, .oneOf())
            case .threshold: Self.of(\.askBelow, .share, field: .typed(read: Self.share))
            case .project: Self.of(\.project, Self.flora)
            case .language: Self.of(\.language, Self.serviceLanguage)
            case .dailyBudget: Self.of(\.dailyBudget, .wholeNumber(0...1_000_000))
            case .cacheDays: Self.of(\.cacheDays, .wholeNumber(0...3650), on: .savedAnswers)
            case .cacheEntries: Self.of(\.cacheEntries, .wholeNumber(0...1_000_000), on: .savedAnswers)
            case .matchesLookalikes: Self.of(\.matchesLookalikes, .flag, on: .savedAnswers)
            }
        }

        private static func of<Value: Sendable>(
            _ path: any WritableKeyPath<Policy, Value> & Sendable, _ kind: SettingKind<Value>,
            on form: SettingForm = .service, field: SettingField? = nil
        ) -> SettingDeclaration<Policy> {
            SettingDeclaration(path, kind, on: [form], field: field, effect: .inquiries)
        }

        /// The page shows the threshold in per cent.
        private static func share(_ percent: String) -> String { Double(percent).map { String($0 / 100) } ?? percent }

        /// Lower-case letters, digits and hyphens, which have no special meaning in a URL.
        private static let flora = SettingKind<String>(
            localized("the id of a flora, such as all or k-middle-europe"), range: ["up to 64"],
            parse: { text in
                let isWord =
                    !text.isEmpty && text.utf8.count <= 64
                    && text.utf8.allSatisfy { byte in
                        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
                    }
                return isWord ? text : nil
            }, write: { $0 })

        /// The forms in the service's list: "en", "pt-br", "zh-hant".
        private static let serviceLanguage = SettingKind<String>(
            localized("a language such as en or pt-br"),
            parse: { $0.wholeMatch(of: /[a-z]{2,3}(-[a-z0-9]{2,4})?/) == nil ? nil : $0 }, write: { $0 })
    }
}

extension Policy {
    /// Sets the value. Returns false and changes nothing if `text` is not allowed.
    package mutating func set(_ setting: Setting, to text: String) -> Bool { setting.declaration.set(&self, text) }

    package func text(of setting: Setting) -> String { setting.declaration.text(self) }
}
