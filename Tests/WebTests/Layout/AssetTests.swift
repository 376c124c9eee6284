import Contracts
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Support
import Testing

@testable import Web

@Suite("Assets of the pages", .tags(.medium))
struct AssetTests {
    private let renderer: PageRenderer

    init() throws { renderer = try PageRenderer(folder: Fixture.root + "/Sources/Web", version: "test") }

    private func visiting(_ body: @escaping @Sendable (any TestClientProtocol) async throws -> Void) async throws {
        let server = try WebServer(
            .drawn(), settings: .init(version: "test"), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        try await Application(router: server.router()).test(.router, body)
    }

    private func text(_ path: String) throws -> String {
        String(decoding: try #require(renderer.assets[path], "\(path)").bytes, as: UTF8.self)
    }

    /// The paths of the modules that a module imports.
    private func imports(of path: String) throws -> Set<String> {
        let folder = URL(filePath: "/" + path).deletingLastPathComponent()
        return Set(
            try text(path).matches(of: /(?m)^import (?:[^'\n]* from )?'(\.[^']+)';/).map { match in
                String(URL(filePath: String(match.1), relativeTo: folder).standardizedFileURL.path.dropFirst())
            })
    }

    /// The modules that an entry loads, including itself.
    private func modules(from entry: String) throws -> Set<String> {
        var found: Set<String> = [], open = [entry]
        while let path = open.popLast() {
            if found.insert(path).inserted { open += try imports(of: path) }
        }
        return found
    }

    @Test("Modules are served by their path, and are cached without limit only under the current release")
    func folders() async throws {
        let prefix = renderer.prefix, modules = renderer.modules
        #expect(modules.contains("scripts/dom.js") && modules.contains("scripts/larder/larder.js"))
        try await visiting { client in
            for path in modules {
                let module = try await client.execute(uri: "\(prefix)/\(path)", method: .get)
                #expect(module.status == .ok, "\(path)")
                #expect(module.headers[.contentType] == "text/javascript; charset=utf-8", "\(path)")
                #expect(module.headers[.cacheControl]?.contains("immutable") == true, "\(path)")
            }
            let other = try await client.execute(uri: "/assets/other/scripts/dom.js", method: .get)
            #expect(other.status == .ok && other.headers[.cacheControl] == "no-cache")
            for path in [
                "dom.js", "scripts", "scripts/", "scripts/../sw.js", "scripts//dom.js/x", "larder/larder.js", "",
            ] {
                #expect(try await client.execute(uri: "\(prefix)/\(path)", method: .get).status == .notFound, "\(path)")
            }
        }
    }

    @Test("Modules import only existing modules, and every module is loaded by an entry")
    func graph() throws {
        var reached: Set<String> = []
        for entry in [
            "scripts/stillroom.js", "scripts/plants/plants.js", "scripts/larder/larder.js",
            "scripts/medicines/medicines.js", "scripts/accounts/passkeys.js", "scripts/accounts/openid.js",
            "scripts/outbox/list.js", "scripts/photograph/photograph.js", "scripts/settings/install.js",
            "scripts/settings/settings.js", "scripts/settings/copy.js", "scripts/settings/device.js",
            "scripts/viewfinder/viewfinder.js", "scripts/species/species.js",
        ] {
            reached.formUnion(try modules(from: entry))
        }
        #expect(reached == Set(renderer.modules))
    }

    @Test("The head of a page preloads all modules of the page")
    func preloaded() async throws {
        let prefix = renderer.prefix
        let entries = [
            "/": ["scripts/stillroom.js"],
            "/plants": ["scripts/stillroom.js", "scripts/plants/plants.js"],
            "/photograph": [
                "scripts/stillroom.js", "scripts/plants/plants.js", "scripts/photograph/photograph.js",
            ],
            "/larder": ["scripts/stillroom.js", "scripts/larder/larder.js"],
            "/medicines": ["scripts/stillroom.js", "scripts/medicines/medicines.js"],
        ]
        var expected: [String: Set<String>] = [:]
        for (page, entries) in entries {
            for entry in entries { expected[page, default: []].formUnion(try modules(from: entry)) }
        }
        try await visiting { [expected] client in
            for (page, modules) in expected {
                let html = String(
                    buffer: try await client.execute(uri: page, method: .get, headers: [.accept: "text/html"]).body)
                let preloaded = html.matches(of: /<link rel="modulepreload" href="([^"]+)">/).map { String($0.1) }
                #expect(Set(preloaded) == Set(modules.map { "\(prefix)/\($0)" }), "\(page)")
                #expect(preloaded.count == modules.count, "\(page) names a module twice")
                let scripts = html.matches(of: /<script type="module" src="([^"]+)"><\/script>/).map { String($0.1) }
                #expect(scripts == entries[page]?.map { "\(prefix)/\($0)" }, "\(page)")
                #expect(html.matches(of: /<script/).count == scripts.count, "\(page) has another script")
            }
        }
    }
}

extension AssetTests {
    @Test("Comments and indentation are not served, and code is")
    func lean() throws {
        let script = "// One.\n\nconst a = 'https://x'; // two\n  /// Three.\n  b(`//`);\n"
        #expect(PageRenderer.lean(script, "a.js") == "const a = 'https://x'; // two\nb(`//`);\n")
        #expect(PageRenderer.lean("/* One. */\n  a { b: c; } /* two */\n", "a.css") == "a{b:c}/* two */\n")
        #expect(
            PageRenderer.lean("a,\n  .b :is(c, d) { e: f g; }\n@media (h >= 1px) {\n  i { j: k; }\n}\n", "a.css")
                == "a,.b :is(c,d){e:f g}@media (h >= 1px){i{j:k}}\n")
        #expect(PageRenderer.lean("  // x\n", "a.svg") == "  // x\n")
        // No template literal has several lines: its indentation would be lost.
        for path in renderer.modules + ["sw.js"] {
            for line in try text(path).split(separator: "\n") {
                #expect(line.count { $0 == "`" }.isMultiple(of: 2), "\(path): \(line)")
                #expect(!line.hasPrefix(" ") && !line.hasPrefix("//"), "\(path): \(line)")
            }
        }
    }

    @Test("The service worker contains the module of the outbox, as a classic script")
    func outbox() throws {
        let worker = try text("sw.js")
        #expect(worker.contains("function rows(store, mode, use)") && !worker.contains("\nexport "))
        #expect(!worker.contains("\nimport "))
        #expect(try text("scripts/outbox.js").contains("\nexport function send("))
    }

    @Test("The service worker caches all modules and style sheets, and all files it names exist")
    func kept() throws {
        let worker = AssetTexts.fill(try text("sw.js"))
        #expect(!worker.contains("{{"))
        let list = try #require(worker.firstMatch(of: /const modules = '([^']*)'\.split\(' '\);/))
        #expect(list.1.split(separator: " ").map(String.init) == renderer.modules)
        let files = try #require(worker.firstMatch(of: /const files = \[([^\]]*)\];/))
        for name in files.1.matches(of: /'([^']+)'/) { _ = try text(String(name.1)) }
        let sheets = try #require(worker.firstMatch(of: /const sheets = \[([^\]]*)\];/))
        #expect(
            Set(sheets.1.matches(of: /'([^']+)'/).map { String($0.1) })
                == Set(renderer.assets.keys.filter { $0.hasSuffix(".css") }))
    }

    @Test("The server fills in all tags of the assets, and each address in a script is the path of a route")
    func addresses() throws {
        for (name, asset) in renderer.assets where !asset.type.hasPrefix("image/") {
            #expect(!AssetTexts.fill(String(decoding: asset.bytes, as: UTF8.self)).contains("{{"), "\(name)")
        }
        let paths = Set(try Route.all().map(\.path))
        let script = try text("scripts/site.js")
        let named = script.matches(of: /'(\/[^']*)'/).map { match in
            match.1.split(separator: "/").map { "/" + ($0.hasPrefix(":") ? "{\($0.dropFirst())}" : $0) }.joined()
        }
        #expect(named.count > 10)
        for path in named { #expect(paths.contains(path), "\(path)") }
    }

    @Test("Two templates with the same name are refused")
    func names() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "assets-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        for path in ["Assets/a.js", "Assets/b/a.js", "Templates/Larder/x.mustache", "Templates/Today/x.mustache"] {
            let file = folder.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(path.utf8).write(to: file)
        }
        let error = try #require(throws: PageRenderer.RepeatedTemplate.self) {
            try PageRenderer(folder: folder.path(percentEncoded: false), version: "test")
        }
        #expect(error.paths == ["Larder/x.mustache", "Today/x.mustache"])
        try FileManager.default.removeItem(at: folder.appending(path: "Templates/Today/x.mustache"))
        let other = try PageRenderer(folder: folder.path(percentEncoded: false), version: "test")
        #expect(Set(other.assets.keys) == ["a.js", "b/a.js"])
    }
}
