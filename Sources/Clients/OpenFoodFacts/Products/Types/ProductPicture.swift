public import Foundation
public import HTTPTransport

/// A picture of a product: an upload, or a part of an upload that was selected for a purpose.
public struct ProductPicture: WireValue {
    public let raw: JSONValue

    public init(_ json: JSONValue) throws { raw = try json.object() }

    /// The number of the upload; nil for an upload itself.
    public var uploadID: String? { raw.words("imgid") }
    /// The revision of the selection; a part of the address.
    public var revision: Int? { raw.integer("rev") }
    /// The uploader, who must be named with the picture.
    public var uploader: String? { raw.words("uploader") }
    /// When it was uploaded.
    public var uploaded: Date? { raw.moment("uploaded_t") }
    /// Width and height of the largest version in pixels.
    public var fullSize: (width: Int, height: Int)? {
        guard let full = raw["sizes"]?["full"], let width = full.integer("w"), let height = full.integer("h") else {
            return nil
        }
        return (width, height)
    }
}

extension Product {
    /// The purpose of a picture.
    public enum PictureKind: String, Sendable, Hashable, CaseIterable {
        /// The front.
        case front
        /// The list of ingredients.
        case ingredients
        /// The table of nutrition.
        case nutrition
        /// Sorting instructions.
        case packaging
    }

    /// The selected picture, about 400 pixels wide; nil if there is none or it was not requested.
    public func pictureURL(_ kind: PictureKind) -> URL? { address(kind, "_url", "display") }

    /// The same as ``pictureURL(_:)``, about 200 pixels wide.
    public func smallPictureURL(_ kind: PictureKind) -> URL? { address(kind, "_small_url", "small") }

    /// Uploads by number, and selected pictures by purpose and language (`front_fr`), in both structures: flat, and
    /// since API 3.3 under `uploaded` and `selected`.
    public var pictures: [String: ProductPicture] {
        let images = raw.members("images")
        guard images["uploaded"] != nil || images["selected"] != nil else {
            return images.compactMapValues { try? ProductPicture($0) }
        }
        let all = raw["images"] ?? .null
        var pictures = all.members("uploaded").compactMapValues { try? ProductPicture($0) }
        for (kind, languages) in all.members("selected") {
            guard case .object(let languages) = languages else { continue }
            for (language, picture) in languages {
                pictures["\(kind)_\(language)"] = try? ProductPicture(picture)
            }
        }
        return pictures
    }

    private func address(_ kind: PictureKind, _ suffix: String, _ size: String) -> URL? {
        let chosen = raw["selected_images"]?[kind.rawValue]?[size]
        let text = raw.words("image_\(kind.rawValue)\(suffix)") ?? chosen?.words((language ?? .english).rawValue)
        return text.flatMap { URL(string: $0) }
    }
}
