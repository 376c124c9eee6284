import ArgumentParser
import Foundation
import Support

@testable import StillroomCommand

/// The tests, files, commands and settings that exist in the checkout; names in proofs are looked up in it.
struct ProofIndex: Sendable {
    static let checkout = ProofIndex()

    /// The names of tests, functions, types and cases in each file under Tests, in lower case.
    private let names: [String: [String]]
    /// The names of the types in each file under Tests.
    private let types: [String: Set<String>]
    /// The files whose suites all need ../shared.
    private let sharedOnly: Set<String>
    private let makefile: String
    private let manifest: String
    private let settings: String
    private let errors: String
    private let routes: String
    private let decisions: [String]

    private init() {
        func text(_ path: String) -> String {
            (try? String(contentsOfFile: Fixture.root + "/" + path, encoding: .utf8)) ?? ""
        }
        var names: [String: [String]] = [:]
        var types: [String: Set<String>] = [:]
        var sharedOnly: Set<String> = []
        let files = FileManager.default.subpaths(atPath: Fixture.root + "/Tests") ?? []
        for file in files where file.hasSuffix(".swift") || file.hasSuffix(".py") {
            let source = text("Tests/" + file)
            let declared = source.matches(of: /\b(?:struct|enum|class) (\w+)/).map { String($0.1) }
            types["Tests/" + file] = Set(declared)
            var all = declared
            all += source.matches(of: /@(?:Test|Suite)\(\s*"((?:[^"\\]|\\.)*)"/).map { String($0.1) }
            all += source.matches(of: /\b(?:func|def) (\w+)/).map { String($0.1) }
            all += source.matches(of: /\bcase ([.\w, ]+)/).flatMap { match in
                match.1.split(separator: ",").map { $0.trimmingPrefix(" ").trimmingPrefix(".") }.map(String.init)
            }
            names["Tests/" + file] = all.map { $0.lowercased() }
            let needing = source.matches(of: /@Suite\([^\n]*\.needsShared/).count
            if needing > 0, needing == source.matches(of: /@Suite\(/).count { sharedOnly.insert("Tests/" + file) }
        }
        (self.names, self.types, self.sharedOnly) = (names, types, sharedOnly)
        makefile = text("Makefile")
        manifest = text("Package.swift")
        settings = text("Docs/settings.md")
        errors = text("Docs/errors.md")
        routes = text("Docs/api.md")
        decisions = (try? FileManager.default.contentsOfDirectory(atPath: Fixture.root + "/Docs/decisions")) ?? []
    }

    func contains(_ reference: ProofReference) -> Bool {
        switch reference {
        case .path, .suite: !places(of: reference).isEmpty
        case .name(let name, let place):
            places(of: place).contains { names[$0]?.contains { $0.contains(name) } == true }
        case .target(let name): makefile.split(separator: "\n").contains { $0.hasPrefix(name + ":") }
        case .command(let words): isCommand(words[...], of: Stillroom.self)
        case .decision(let number):
            decisions.contains { $0.prefix { $0 != "-" }.drop { $0 == "0" } == String(number) }
        case .benchmark(let name): manifest.contains("\"\(name)\"")
        case .setting(let name): settings.contains("`\(name)`")
        case .errorCode(let code): errors.contains("`\(code)`")
        case .route(let path): ["`", "?", "/"].contains { routes.contains(" \(path)\($0)") }
        }
    }

    /// Whether everything that the reference names needs ../shared.
    func restsOnShared(_ reference: ProofReference) -> Bool {
        let places =
            switch reference {
            case .name(_, let place): places(of: place)
            default: places(of: reference)
            }
        return !places.isEmpty && places.allSatisfy(sharedOnly.contains)
    }

    /// The files, or the one path, that a reference names.
    private func places(of reference: ProofReference) -> [String] {
        switch reference {
        case .path(let path):
            let inside = names.keys.filter { $0.hasPrefix(path + "/") }
            if !inside.isEmpty { return inside }
            if FileManager.default.fileExists(atPath: Fixture.root + "/" + path) { return [path] }
            guard let slash = path.lastIndex(of: "/") else { return [] }
            let (folder, name) = (path[..<slash], String(path[path.index(after: slash)...]))
            return suites(name).filter { $0.hasPrefix(folder + "/") }
        case .suite(let name): return suites(name)
        default: return []
        }
    }

    private func suites(_ name: String) -> [String] {
        types.filter { ["/\(name).swift", "/\(name)"].contains(where: $0.key.hasSuffix) || $0.value.contains(name) }
            .map(\.key)
    }

    /// Whether each word is a subcommand of the one before it, and a final option belongs to the last subcommand.
    private func isCommand(_ words: ArraySlice<String>, of command: any ParsableCommand.Type) -> Bool {
        guard let word = words.first else { return true }
        if word.hasPrefix("--") {
            let help = command.helpMessage()
            return help.contains("\(word) ") || help.contains("\(word)\n") || help.contains("\(word)/")
        }
        let next = command.configuration.subcommands.first {
            $0._commandName == word || $0.configuration.aliases.contains(word)
        }
        // A word that is not a subcommand could be an argument, and proofs do not name arguments.
        guard let next else { return false }
        return isCommand(words.dropFirst(), of: next)
    }
}
