import Foundation
import HTTPTypes
import Household
import Hummingbird
import NIOCore

/// Renders pages. Templates and assets are read once, at the start; `PageTemplates` parses a template when it is needed.
struct PageRenderer: Sendable {
    struct Asset: Sendable {
        let type: String
        let bytes: [UInt8]
    }

    /// Two templates have the same name. Templates of all folders share one set of names.
    struct RepeatedTemplate: Error, CustomStringConvertible {
        let name: String
        let paths: [String]

        var description: String { "Two templates have the name \(name): \(paths.joined(separator: ", "))" }
    }

    enum Tab {
        case today, plants, photograph, larder, medicines, none

        /// The style sheet with the rules that only pages of this tab need. The home page has one sheet.
        var styleSheet: String? {
            switch self {
            case .today: nil
            case .plants: "plants.css"
            case .photograph: "photograph.css"
            case .larder: "larder.css"
            case .medicines: "medicines.css"
            case .none: "settings.css"
            }
        }
    }

    /// The assets by their path below the assets folder.
    let assets: [String: Asset]
    /// The paths of the script modules, sorted.
    let modules: [String]
    /// The path prefix of the assets' URLs. It contains a checksum of all assets, so it differs between releases.
    let prefix: String
    let version: String
    private let photographHosts: String?
    let templates: PageTemplates

    /// `photographHosts` are the machines that get photographs because the operator set them; nil if there are none.
    init(folder: String, version: String, photographHosts: String? = nil) throws {
        self.version = version
        self.photographHosts = photographHosts
        var texts: [String: String] = [:]
        var pathsByName: [String: String] = [:]
        for (path, bytes) in try Self.files(in: folder + "/Templates", ending: ".mustache") {
            let name = String((path.split(separator: "/").last ?? "").dropLast(".mustache".count))
            if let other = pathsByName.updateValue(path, forKey: name) {
                throw RepeatedTemplate(name: name, paths: [other, path].sorted())
            }
            texts[name] = String(decoding: bytes, as: UTF8.self)
        }
        templates = PageTemplates(texts)
        // The checksum is of the filled files, so it also differs if an address in a script differs.
        let files = try Self.files(in: folder + "/Assets", ending: "").map { path, bytes in
            (
                path: path,
                bytes: Self.isFilled(path) || path.hasSuffix(".css")
                    ? Array(Self.lean(AssetAddresses.fill(String(decoding: bytes, as: UTF8.self)), path).utf8) : bytes
            )
        }
        let sum = files.reduce(into: UInt64(0)) { sum, file in
            Self.add(Array(file.path.utf8), to: &sum)
            Self.add(file.bytes, to: &sum)
        }
        let prefix = Site.assets + "/" + String(sum, radix: 36)
        self.prefix = prefix
        let modules = files.map { $0.path }.filter { $0.hasPrefix("scripts/") && $0.hasSuffix(".js") }
        self.modules = modules
        // The module of the outbox as text of the service worker, which is a classic script.
        let outbox = files.first { $0.path == "scripts/outbox.js" }.map { String(decoding: $0.bytes, as: UTF8.self) }
        let inlined = (outbox ?? "").replacing("\nexport ", with: "\n")
        var assets: [String: Asset] = [:]
        for (path, bytes) in files {
            guard let type = Self.type(of: path) else { continue }
            guard Self.isFilled(path) else {
                assets[path] = Asset(type: type, bytes: bytes)
                continue
            }
            let text = String(decoding: bytes, as: UTF8.self).replacing("{{assets}}", with: prefix)
                .replacing("{{modules}}", with: modules.joined(separator: " "))
                .replacing("{{outbox}}", with: inlined)
            assets[path] = Asset(type: type, bytes: Array(text.utf8))
        }
        self.assets = assets
    }

    /// Returns a page with the header, the tabs and the state of the household. `chip` replaces that state.
    func page(
        _ page: some PageFields, title: String, tab: Tab, household: Household, status: HTTPResponse.Status = .ok,
        chip: ChipModel? = nil
    ) -> Response {
        answer(page, layout(title, tab, chip ?? ChipModel(household)), status: status, headers: Self.privateHeaders)
    }

    /// Returns a page for a path that contains a secret: without navigation, the state of the household and scripts. It
    /// is not stored, not indexed, and its address is not sent as a referrer.
    func lonePage(_ page: some PageFields, title: String, status: HTTPResponse.Status = .ok) -> Response {
        answer(page, layout(title, referrer: "no-referrer"), status: status, headers: Self.loneHeaders)
    }

    /// Returns a page before a session: without navigation, the state of the household and scripts. It is not stored.
    /// Its form is checked by its origin, so it may send its address within this site.
    func doorPage(_ page: some PageFields, title: String, status: HTTPResponse.Status = .ok) -> Response {
        answer(page, layout(title, referrer: "same-origin"), status: status, headers: Self.doorHeaders)
    }

    /// Returns the modules that a page of the tab loads. The list is complete because a browser otherwise discovers
    /// imports one level at a time.
    private func modules(of tab: Tab) -> [String] {
        let folders: Set<String> =
            switch tab {
            case .plants: ["scripts", "scripts/plants"]
            case .photograph: ["scripts", "scripts/plants", "scripts/photograph"]
            case .larder: ["scripts", "scripts/photograph", "scripts/larder"]
            case .medicines: ["scripts", "scripts/photograph", "scripts/medicines"]
            default: ["scripts"]
            }
        return modules.filter { folders.contains($0.split(separator: "/").dropLast().joined(separator: "/")) }
    }

    private func layout(_ title: String, _ tab: Tab, _ chip: ChipModel) -> LayoutFields {
        LayoutFields(
            title: title, assets: prefix, version: version, photographHosts: photographHosts, tabToday: tab == .today,
            tabPlants: tab == .plants,
            tabPhotograph: tab == .photograph, tabLarder: tab == .larder, tabMedicines: tab == .medicines,
            styleSheet: tab.styleSheet, modules: modules(of: tab), chip: chip.text, chipKind: chip.kind,
            alert: PageAlert.current?.fields)
    }

    private func layout(_ title: String, referrer: String) -> LayoutFields {
        LayoutFields(
            title: title, assets: prefix, version: version, isAlone: true, referrer: referrer,
            styleSheet: Tab.none.styleSheet)
    }

    private func answer<Page: PageFields>(
        _ page: Page, _ layout: LayoutFields, status: HTTPResponse.Status, headers: HTTPFields
    ) -> Response {
        let entries = TemplateDictionary.make(of: layout).merging(TemplateDictionary.make(of: page)) { $1 }
        return answer(Page.template, entries, status: status, headers: headers)
    }

    private func answer(
        _ template: String, _ entries: [String: Any], status: HTTPResponse.Status, headers: HTTPFields
    ) -> Response {
        let html: String
        do { html = PermittedHTML.permitted(try templates.render(entries, with: template)) } catch { html = "\(error)" }
        return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(string: html)))
    }

    private static let privateHeaders: HTTPFields = [
        .contentType: "text/html; charset=utf-8", .cacheControl: "private, no-cache", .vary: "Cookie",
    ]

    private static let loneHeaders: HTTPFields = {
        var headers: HTTPFields = [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"]
        if let policy = HTTPField.Name("Referrer-Policy") { headers[policy] = "no-referrer" }
        if let robots = HTTPField.Name("X-Robots-Tag") { headers[robots] = "noindex" }
        return headers
    }()

    private static let doorHeaders: HTTPFields = {
        var headers = loneHeaders
        if let policy = HTTPField.Name("Referrer-Policy") { headers[policy] = "same-origin" }
        return headers
    }()

    private static let types = [
        "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml",
        "png": "image/png", "webmanifest": "application/manifest+json",
    ]

    private static func type(of path: String) -> String? { types[String(path.split(separator: ".").last ?? "")] }

    /// Whether the server fills tags in an asset: in scripts and in the manifest.
    private static func isFilled(_ path: String) -> Bool {
        type(of: path).map { $0.contains("json") || $0.contains("javascript") } ?? false
    }

    /// Returns a script or a style sheet without indentation and without lines that are only a comment, which are a
    /// quarter of their compressed size. No asset has a text of several lines, whose indentation would matter.
    static func lean(_ text: String, _ path: String) -> String {
        guard path.hasSuffix(".js") || path.hasSuffix(".css") else { return text }
        let isScript = path.hasSuffix(".js")
        let lines = text.components(separatedBy: "\n").map { Substring($0.utf8.drop { $0 == UInt8(ascii: " ") }) }
            .filter {
                !$0.isEmpty && !(isScript ? $0.hasPrefix("//") : $0.hasPrefix("/*") && $0.hasSuffix("*/"))
            }
        return isScript ? lines.joined(separator: "\n") + "\n" : packed(lines.joined(separator: "\n")) + "\n"
    }

    /// Returns a style sheet without the spaces and semicolons that separate nothing. No text in it has such a space.
    private static func packed(_ css: String) -> String {
        var packed: [UInt8] = []
        packed.reserveCapacity(css.utf8.count)
        for byte in css.utf8 {
            let last = packed.last
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\n"):
                switch last {
                case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: ":"):
                    continue
                default: break
                }
            case UInt8(ascii: "{"), UInt8(ascii: "}"):
                if last == UInt8(ascii: " ") || last == UInt8(ascii: "\n") { packed.removeLast() }
                if byte == UInt8(ascii: "}"), packed.last == UInt8(ascii: ";") { packed.removeLast() }
            default: break
            }
            packed.append(byte)
        }
        return String(decoding: packed, as: UTF8.self)
    }

    /// Adds bytes and their number to a checksum, which is not safe against intent. It reads eight bytes at once.
    private static func add(_ bytes: [UInt8], to sum: inout UInt64) {
        func add(_ word: UInt64) {
            sum = (sum ^ word) &* 0x9e37_79b9_7f4a_7c15
            sum ^= sum >> 29
        }
        unsafe bytes.withUnsafeBytes { bytes in
            for start in stride(from: 0, to: bytes.count - 7, by: 8) {
                add(UInt64(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)))
            }
        }
        for byte in bytes.suffix(bytes.count % 8) { add(UInt64(byte)) }
        add(UInt64(bytes.count))
    }

    /// Returns the files of a folder and its subfolders by their relative paths, sorted.
    private static func files(in folder: String, ending: String) throws -> [(path: String, bytes: [UInt8])] {
        // Unlike an enumerator, this call throws if the folder cannot be read.
        try FileManager.default.subpathsOfDirectory(atPath: folder).sorted().compactMap { path in
            let name = String(path.split(separator: "/").last ?? "")
            let place = folder + "/" + path
            let type = try FileManager.default.attributesOfItem(atPath: place)[.type] as? FileAttributeType
            guard name.hasSuffix(ending), !name.hasPrefix("."), type == .typeRegular else { return nil }
            return (path, [UInt8](try Data(contentsOf: URL(filePath: place))))
        }
    }
}
