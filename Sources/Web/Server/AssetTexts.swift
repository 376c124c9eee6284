import Foundation
import Messages

/// The texts of the service worker and of the manifest, which are no templates. A marker such as `'{{text.due}}'`, with its
/// quotation marks, stands for a text as a JSON string.
enum AssetTexts {
    /// The assets that have such markers.
    static let names: Set = ["sw.js", "manifest.webmanifest"]

    private static var texts: [(name: String, text: String)] {
        [
            ("due", localized("You have something to do")),
            ("later", localized("Not saved yet: this device cannot reach Stillroom. It is sent later.")),
            ("refused", localized("Could not be saved")),
            ("look", localized("\("#", "notification"). Open Stillroom and look at Today.")),
            ("browser", localized("This browser")),
            ("about", localized("Plants, larder and medicines of a household, read on its own machine.")),
            ("photographPlant", localized("Photograph a plant")), ("photograph", localized("Photograph")),
            ("today", localized("Today")), ("larder", localized("Larder")), ("medicines", localized("Medicines")),
            ("language", Localization.current.language.rawValue),
        ]
    }

    /// Returns an asset with its texts in the language of the current task.
    static func fill(_ asset: String) -> String {
        texts.reduce(asset) { asset, entry in
            let json = (try? JSONEncoder.plain.encode(entry.text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
            return asset.replacing("'{{text.\(entry.name)}}'", with: json)
                .replacing("\"{{text.\(entry.name)}}\"", with: json)
        }
    }
}

extension JSONEncoder {
    /// The texts are inside scripts, where a slash needs no escape.
    fileprivate static var plain: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return encoder
    }
}
