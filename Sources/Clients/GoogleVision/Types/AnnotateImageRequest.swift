import Foundation
import HTTPTransport

/// The request for one picture.
public struct AnnotateImageRequest: Sendable, Hashable {
    /// A feature to detect.
    public struct Feature: Sendable, Hashable {
        /// The feature.
        public var type: VisionFeatureType
        /// The model; nil for the service's choice.
        public var model: VisionModel?

        /// A feature.
        public init(_ type: VisionFeatureType, model: VisionModel? = nil) {
            self.type = type
            self.model = model
        }
    }

    /// The picture.
    public var image: VisionImage
    /// The features; at least one.
    public var features: [Feature]
    /// The expected languages of the text, for example `en` or `zh-Hant`. The service advises to leave this empty: a
    /// wrong hint harms more than a right one helps.
    public var languageHints: [String]
    /// Whether results of ``VisionFeatureType/text`` have confidences too (`enableTextDetectionConfidenceScore`).
    public var wantsTextConfidence: Bool

    /// A request, by default for dense text with confidences.
    public init(
        image: VisionImage, features: [Feature] = [.init(.documentText)], languageHints: [String] = [],
        wantsTextConfidence: Bool = true
    ) {
        self.image = image
        self.features = features
        self.languageHints = languageHints
        self.wantsTextConfidence = wantsTextConfidence
    }
}

// MARK: - Checks before sending

extension AnnotateImageRequest {
    static func check(_ requests: [AnnotateImageRequest]) throws {
        guard (1...GoogleVisionLimit.requests).contains(requests.count) else {
            throw GoogleVisionError(refusing: .requestCount, "a call has 1 to \(GoogleVisionLimit.requests) pictures")
        }
        for request in requests { try request.check() }
        guard requests.reduce(0, { $0 + $1.image.size }) <= GoogleVisionLimit.content else {
            throw GoogleVisionError(
                tooLarge: GoogleVisionLimit.content, "the pictures of a call have at most 7.3 MB together")
        }
    }

    private func check() throws {
        guard !features.isEmpty, features.allSatisfy({ !$0.type.rawValue.isEmpty }) else {
            throw GoogleVisionError(refusing: .features, "something has to be asked of a picture")
        }
        guard languageHints.allSatisfy(Self.isLanguage) else {
            throw GoogleVisionError(refusing: .language, "a language is written as en or zh-Hant")
        }
        switch image.source {
        case .bytes(let bytes):
            guard !bytes.isEmpty else { throw GoogleVisionError(refusing: .imageEmpty, "the picture has no bytes") }
            guard bytes.count <= GoogleVisionLimit.image else {
                throw GoogleVisionError(tooLarge: GoogleVisionLimit.image, "a picture has at most 20 MB")
            }
            guard !Self.isHEIF(bytes) else {
                throw GoogleVisionError(refusing: .imageFormat, "the service does not read HEIC and AVIF")
            }
        case .address(let url):
            guard url.isWebAddress else {
                throw GoogleVisionError(refusing: .imageAddress, "an address has http or https and a host")
            }
        case .cloudStorage(let address):
            guard address.hasPrefix("gs://"), address.utf8.count > 5 else {
                throw GoogleVisionError(refusing: .imageAddress, "an address of Cloud Storage begins with gs://")
            }
        }
    }

    private static func isLanguage(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        return isPlain && (2...3).contains(parts.first?.count ?? 0)
            && parts.dropFirst().allSatisfy { (1...8) ~= $0.count }
    }

    /// Files of the ISO base media format have their type at byte 4.
    private static func isHEIF(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 12, String(decoding: bytes[4..<8], as: UTF8.self) == "ftyp" else { return false }
        let brands = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "avif", "avis"]
        return brands.contains(String(decoding: bytes[8..<12], as: UTF8.self))
    }
}

// MARK: - Encoding

/// `{"requests": […]}`.
struct AnnotateBody: Encodable {
    let requests: [AnnotateImageRequest]

    /// Without escaped slashes, because base 64 has many slashes.
    func bytes() throws -> [UInt8] {
        let bytes: [UInt8]
        do {
            bytes = try [UInt8](json: self)
        } catch {
            // The error must not contain the request's data.
            throw GoogleVisionError(refusing: .json, "the request cannot be written as JSON")
        }
        guard bytes.count <= GoogleVisionLimit.body else {
            throw GoogleVisionError(tooLarge: GoogleVisionLimit.body, "a call has at most 10 MB of JSON")
        }
        return bytes
    }
}

extension AnnotateImageRequest: Encodable {
    private enum Keys: String, CodingKey { case image, features, imageContext }
    private enum ImageKeys: String, CodingKey { case content, source, imageUri, gcsImageUri }
    private enum FeatureKeys: String, CodingKey { case type, model }
    private enum ContextKeys: String, CodingKey {
        case languageHints, textDetectionParams, enableTextDetectionConfidenceScore
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        var picture = container.nestedContainer(keyedBy: ImageKeys.self, forKey: .image)
        switch image.source {
        case .bytes(let bytes):
            try picture.encode(Data(bytes).base64EncodedString(), forKey: .content)
        case .address(let url):
            var source = picture.nestedContainer(keyedBy: ImageKeys.self, forKey: .source)
            try source.encode(url.absoluteString, forKey: .imageUri)
        case .cloudStorage(let address):
            var source = picture.nestedContainer(keyedBy: ImageKeys.self, forKey: .source)
            try source.encode(address, forKey: .gcsImageUri)
        }
        var list = container.nestedUnkeyedContainer(forKey: .features)
        for feature in features {
            var item = list.nestedContainer(keyedBy: FeatureKeys.self)
            try item.encode(feature.type, forKey: .type)
            try item.encodeIfPresent(feature.model, forKey: .model)
        }
        guard wantsTextConfidence || !languageHints.isEmpty else { return }
        var context = container.nestedContainer(keyedBy: ContextKeys.self, forKey: .imageContext)
        if !languageHints.isEmpty { try context.encode(languageHints, forKey: .languageHints) }
        guard wantsTextConfidence else { return }
        var parameters = context.nestedContainer(keyedBy: ContextKeys.self, forKey: .textDetectionParams)
        try parameters.encode(true, forKey: .enableTextDetectionConfidenceScore)
    }
}
