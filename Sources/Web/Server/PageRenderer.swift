import Foundation
import HTTPTypes
import Household
import Hummingbird
import Mustache
import NIOCore

/// Templates and assets, read once at the start.
struct PageRenderer: Sendable {
    struct Asset: Sendable {
        let type: String
        let bytes: [UInt8]
    }

    enum Tab: String {
        case today = "tabToday", plants = "tabPlants", photograph = "tabPhotograph", larder = "tabLarder", medicines =
            "tabMedicines", none
    }

    let assets: [String: Asset]
    /// The folder of the assets in addresses; another release has another.
    let prefix: String
    let version: String
    private let library: MustacheLibrary

    init(folder: String, version: String) throws {
        self.version = version
        var library = MustacheLibrary()
        for (name, bytes) in try Self.files(in: folder + "/Templates", ending: ".mustache") {
            try library.register(
                String(decoding: bytes, as: UTF8.self), named: String(name.dropLast(".mustache".count)))
        }
        self.library = library
        let files = try Self.files(in: folder + "/Assets", ending: "")
        var sum: UInt64 = 0xcbf2_9ce4_8422_2325
        for (name, bytes) in files.sorted(by: { $0.name < $1.name }) {
            for byte in Array(name.utf8) + bytes { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3 }
        }
        let prefix = "/assets/" + String(sum, radix: 36)
        self.prefix = prefix
        var assets: [String: Asset] = [:]
        for (name, bytes) in files {
            guard let type = Self.types[String(name.split(separator: ".").last ?? "")] else { continue }
            let isText = type.contains("json") || type.contains("javascript")
            let text = isText ? String(decoding: bytes, as: UTF8.self).replacing("{{assets}}", with: prefix) : ""
            assets[name] = Asset(type: type, bytes: isText ? Array(text.utf8) : bytes)
        }
        self.assets = assets
    }

    /// A whole page.
    func page(
        _ template: String, title: String, tab: Tab, household: Household, status: HTTPResponse.Status = .ok,
        _ context: [String: Any]
    ) -> Response {
        var context = context
        context["limitsText"] =
            "JPEG, PNG, WebP, HEIC, AVIF or TIFF, up to \(Limits.picture >> 20) MiB and 50 megapixels."
        context["limitBytes"] = String(Limits.picture)
        context["formLimitText"] = "Several photographs in one form: up to \(Limits.photographs >> 20) MiB together."
        context["formLimitBytes"] = String(Limits.photographs)
        context[tab.rawValue] = true
        if context["chip"] == nil {
            let chip = ChipModel(household)
            context["chip"] = chip.text
            context["chipKind"] = chip.kind
        }
        return Response(
            status: status,
            headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "private, no-cache", .vary: "Cookie"],
            body: .init(byteBuffer: ByteBuffer(string: html(template, title: title, context))))
    }

    /// A page for whoever holds its address: without the way to other pages, the state of the house or a script, kept by
    /// nobody, and without a word to others on where somebody comes from.
    func lonePage(
        _ template: String, title: String, status: HTTPResponse.Status = .ok, _ context: [String: Any]
    ) -> Response {
        var context = context
        context["isAlone"] = true
        var headers: HTTPFields = [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"]
        if let policy = HTTPField.Name("Referrer-Policy") { headers[policy] = "no-referrer" }
        if let robots = HTTPField.Name("X-Robots-Tag") { headers[robots] = "noindex" }
        return Response(
            status: status, headers: headers,
            body: .init(byteBuffer: ByteBuffer(string: html(template, title: title, context))))
    }

    private func html(_ template: String, title: String, _ context: [String: Any]) -> String {
        var context = context
        context["title"] = title
        context["language"] = "en"
        context["assets"] = prefix
        context["version"] = version
        return library.render(context, withTemplate: template) ?? "The page \(template) is missing."
    }

    private static let types = [
        "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml",
        "png": "image/png", "webmanifest": "application/manifest+json",
    ]

    /// The files of a folder and of the folders in it, by their own names, which differ.
    private static func files(in folder: String, ending: String) throws -> [(name: String, bytes: [UInt8])] {
        // Unlike an enumerator, this throws if the folder cannot be read.
        try FileManager.default.subpathsOfDirectory(atPath: folder).compactMap { path in
            let name = String(path.split(separator: "/").last ?? "")
            let place = folder + "/" + path
            let type = try FileManager.default.attributesOfItem(atPath: place)[.type] as? FileAttributeType
            guard name.hasSuffix(ending), !name.hasPrefix("."), type == .typeRegular else { return nil }
            return (name, [UInt8](try Data(contentsOf: URL(filePath: place))))
        }
    }
}
