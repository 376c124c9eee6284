import Messages
import Mustache
import Synchronization

/// The templates of all pages. A template is parsed at its first use in a language, because to parse all of them was a
/// quarter of the processor time of a start in a debug build.
final class PageTemplates: Sendable {
    /// A template does not exist, or is no Mustache.
    struct Unusable: Error, CustomStringConvertible {
        let name: String
        let reason: String

        var description: String { "The template \(name) cannot be used: \(reason)" }
    }

    private let texts: [String: String]
    private let parsed = Mutex<[DisplayLanguage: (names: Set<String>, library: MustacheLibrary)]>([:])

    /// `texts` are the templates by their name.
    init(_ texts: [String: String]) { self.texts = texts }

    /// The names of all templates, sorted.
    var names: [String] { texts.keys.sorted() }

    /// The text of a template; nil if there is none of this name.
    subscript(name: String) -> String? { texts[name] }

    /// Fills a template in the language of the current task. Throws `Unusable` if the template or one of those that it
    /// includes cannot be used.
    func render(_ entries: [String: Any], with name: String) throws(Unusable) -> String {
        let library = try library(with: name)
        guard let html = library.render(entries, withTemplate: name) else { throw missing(name) }
        return html
    }

    /// Returns a library that has a template and all that it includes.
    private func library(with name: String) throws(Unusable) -> MustacheLibrary {
        let localization = Localization.current
        return try parsed.withLock { all throws(Unusable) in
            var parsed = all[localization.language] ?? ([], MustacheLibrary())
            defer { all[localization.language] = parsed }
            var open = [name]
            while let next = open.popLast() {
                guard !parsed.names.contains(next) else { continue }
                guard let text = texts[next] else { throw missing(next) }
                let translated = Self.translated(text, by: localization)
                do { try parsed.library.register(translated, named: next) } catch {
                    throw Unusable(name: next, reason: "\(error)")
                }
                parsed.names.insert(next)
                open += Self.included(in: text)
            }
            return parsed.library
        }
    }

    private static func translated(_ text: String, by localization: Localization) -> String {
        localization.language == .english
            ? text : TemplateText.translated(text) { localization.pattern($0) }
    }

    /// Returns the names in `{{> name}}`.
    static func included(in text: String) -> [String] {
        var names: [String] = []
        var rest = text.utf8[...]
        while let brace = rest.firstIndex(of: UInt8(ascii: "{")) {
            rest = rest[brace...].dropFirst()
            guard rest.starts(with: "{>".utf8) else { continue }
            let name = rest.dropFirst(2).prefix { $0 != UInt8(ascii: "}") }
            names.append(String(decoding: name, as: UTF8.self).filter { !$0.isWhitespace })
        }
        return names
    }

    private func missing(_ name: String) -> Unusable { Unusable(name: name, reason: "it is missing") }
}
