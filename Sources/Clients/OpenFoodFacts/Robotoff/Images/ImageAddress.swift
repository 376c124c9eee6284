public import Foundation

/// The addresses of pictures.
public enum ImageAddress {
    /// `https://images.openfoodfacts.org/images/products`.
    public static let root = "https://images.openfoodfacts.org/images/products"

    /// The size of a picture.
    public enum Size: String, Sendable, Hashable, CaseIterable {
        /// At most 100 pixels.
        case thumbnail = "100"
        /// At most 200 pixels; only for pictures that were selected for a purpose (`front_fr`).
        case small = "200"
        /// At most 400 pixels.
        case display = "400"
        /// The uploaded size.
        case full
    }

    /// The address of the picture of an insight or a prediction.
    ///
    /// - Parameters:
    ///   - sourceImage: for example `/301/762/042/2003/5.jpg`.
    ///   - size: the size.
    ///   - root: the root on another host, for the sister projects and tests.
    /// - Returns: for example `https://images.openfoodfacts.org/images/products/301/762/042/2003/5.400.jpg`; nil if the
    ///   path has another form.
    public static func url(
        ofSourceImage sourceImage: String, size: Size = .full, root: String = ImageAddress.root
    ) -> URL? {
        let isPath = sourceImage.utf8.allSatisfy { byte in
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                || Array("/._-".utf8).contains(byte)
        }
        guard isPath, sourceImage.hasPrefix("/"), sourceImage.hasSuffix(".jpg"), !sourceImage.contains("..") else {
            return nil
        }
        let sized = size == .full ? sourceImage : sourceImage.dropLast(4) + ".\(size.rawValue).jpg"
        return URL(string: root + sized)
    }

    /// The address of a product's picture.
    ///
    /// - Parameters:
    ///   - barcode: the code as Open Food Facts stores it, 8 digits or more.
    ///   - name: a number (`5`), or its purpose with the revision (`front_fr.12`).
    ///   - size: the size.
    ///   - root: the root on another host.
    /// - Returns: the address; nil if the code or the name is invalid.
    public static func url(
        barcode: String, name: String, size: Size = .full, root: String = ImageAddress.root
    ) -> URL? {
        guard let folder = folder(barcode), !name.isEmpty, !name.contains("/") else { return nil }
        // The name of a selected picture contains its full size; the name of an uploaded one does not.
        let isChosen = size == .full && name.contains("_")
        return url(ofSourceImage: "\(folder)/\(name)\(isChosen ? ".full" : "").jpg", size: size, root: root)
    }

    /// The address of the same picture in its uploaded size, for details: questions have addresses of pictures with 400
    /// pixels.
    ///
    /// - Returns: for example `…/5.jpg` for `…/5.400.jpg`, and `…/front_fr.12.full.jpg` for `…/front_fr.12.400.jpg`;
    ///   the address itself if it contains no size.
    public static func full(of address: URL) -> URL {
        let text = address.absoluteString
        for size in [Size.thumbnail, .small, .display] {
            let ending = ".\(size.rawValue).jpg"
            guard text.hasSuffix(ending), let name = text.dropLast(ending.count).split(separator: "/").last else {
                continue
            }
            return URL(string: text.dropLast(ending.count) + (name.contains("_") ? ".full.jpg" : ".jpg")) ?? address
        }
        return address
    }

    /// The address of the text recognised on a picture, as Robotoff's predictions require it: the picture's address
    /// with `.json`.
    public static func text(ofSourceImage sourceImage: String, root: String = ImageAddress.root) -> URL? {
        url(ofSourceImage: sourceImage, root: root).flatMap { url in
            URL(string: url.absoluteString.dropLast(3) + "json")
        }
    }

    /// The folder of a code: padded to 13 digits, then split after 3, 6 and 9, for example `/301/762/042/2003`. Older
    /// responses still contain folders of 8-digit codes that are not split.
    private static func folder(_ barcode: String) -> String? {
        guard !barcode.isEmpty, barcode.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        let digits = Array(String(repeating: "0", count: max(0, 13 - barcode.utf8.count)) + barcode)
        return "/"
            + [digits[0..<3], digits[3..<6], digits[6..<9], digits[9...]].map { String($0) }.joined(separator: "/")
    }
}
