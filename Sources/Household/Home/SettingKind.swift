import Calendar
import FoundationEssentials
import Messages

/// One kind of setting: how its value is read from text, written as text, and described.
package struct SettingKind<Value: Sendable>: Sendable {
    private let words: @Sendable () -> String
    /// What the line of the setting in Docs/settings.md must contain: "0 to 7", or "`metric`".
    package let range: [String]
    /// Returns nil if the text is not allowed.
    package let parse: @Sendable (String) -> Value?
    package let write: @Sendable (Value) -> String

    /// `allowed` are words after "it must be". They are made in the language of the task that reads them, because a kind can
    /// last as long as the process.
    package init(
        _ allowed: @escaping @autoclosure @Sendable () -> String, range: [String] = [],
        parse: @escaping @Sendable (String) -> Value?, write: @escaping @Sendable (Value) -> String
    ) {
        words = allowed
        self.range = range
        self.parse = parse
        self.write = write
    }

    /// The allowed values, as words after "it must be".
    package var allowed: String { words() }

    /// Returns a kind for another type of value with the same texts.
    package func map<Other: Sendable>(
        _ read: @escaping @Sendable (Value) -> Other, _ back: @escaping @Sendable (Other) -> Value
    ) -> SettingKind<Other> {
        SettingKind<Other>(
            words(), range: range, parse: { [parse] in parse($0).map(read) }, write: { [write] in write(back($0)) })
    }

    /// Returns a kind that has no value for `word`, which is written in backticks in Docs/settings.md. The description does
    /// not name the empty word.
    package func or(_ word: String) -> SettingKind<Value?> {
        SettingKind<Value?>(
            word.isEmpty ? words() : localized("\(words(), "allowedValues"), or \(word, "word")"),
            range: word.isEmpty ? range : range + ["`\(word)`"],
            parse: { [parse] in $0 == word ? .some(nil) : parse($0).map { .some($0) } },
            write: { [write] in $0.map(write) ?? word })
    }
}

extension SettingKind where Value == Bool {
    package static var flag: Self {
        Self(
            localized("true or false"), parse: { ["true": true, "1": true, "false": false, "0": false][$0] },
            write: { String($0) })
    }
}

extension SettingKind where Value == Int {
    package static func wholeNumber(_ allowed: ClosedRange<Int>) -> Self {
        let range = "\(allowed.lowerBound) to \(allowed.upperBound)"
        return Self(
            localized("a whole number from \(allowed.lowerBound, "least") to \(allowed.upperBound, "most")"),
            range: [range],
            parse: { Int($0).flatMap { allowed.contains($0) ? $0 : nil } }, write: { String($0) })
    }
}

extension SettingKind where Value == Double {
    package static func number(
        _ allowed: ClosedRange<Int>, _ words: @escaping @autoclosure @Sendable () -> String? = nil
    ) -> Self {
        let range = "\(allowed.lowerBound) to \(allowed.upperBound)"
        return Self(
            words() ?? localized("a number from \(allowed.lowerBound, "least") to \(allowed.upperBound, "most")"),
            range: [range],
            parse: { text in
                Double(text).flatMap {
                    (Double(allowed.lowerBound)...Double(allowed.upperBound)).contains($0) ? $0 : nil
                }
            },
            write: { String($0) })
    }

    package static var share: Self { number(0...1) }
}

extension SettingKind where Value == Duration {
    package static func seconds(_ allowed: ClosedRange<Int>) -> Self {
        SettingKind<Int>.wholeNumber(allowed).map({ .seconds($0) }, { Int($0 / .seconds(1)) })
    }
}

extension SettingKind where Value == LocalTime {
    static func time(_ example: String = "08:00") -> Self {
        Self(localized("a time such as \(example, "time")"), parse: { LocalTime($0) }, write: { $0.description })
    }
}

extension SettingKind where Value: RawRepresentable<String> & CaseIterable {
    /// `parse` accepts more than the names of the cases if it is given.
    package static func oneOf(
        separator: String = ", ", parse: @escaping @Sendable (String) -> Value? = { Value(rawValue: $0) }
    ) -> Self {
        let names = Value.allCases.map(\.rawValue)
        return Self(
            separator == " or " ? LocalList.or(names) : names.joined(separator: separator),
            range: names.map { "`\($0)`" }, parse: parse, write: { $0.rawValue })
    }
}
