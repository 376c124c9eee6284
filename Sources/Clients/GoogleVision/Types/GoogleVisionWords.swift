/// The features of the service; more may be added.
public struct VisionFeatureType: RawRepresentable, Codable, Hashable, Sendable, CustomStringConvertible {
    /// The value as the service writes it.
    public let rawValue: String

    /// A feature with this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// Dense text, including handwriting. If both features are requested, this one takes precedence.
    public static let documentText = VisionFeatureType(rawValue: "DOCUMENT_TEXT_DETECTION")
    /// Sparse text in a scene. Without confidences unless ``AnnotateImageRequest/wantsTextConfidence`` is true.
    public static let text = VisionFeatureType(rawValue: "TEXT_DETECTION")
}

/// A model of the service; more may be added.
public struct VisionModel: RawRepresentable, Codable, Hashable, Sendable, CustomStringConvertible {
    /// The value as the service writes it.
    public let rawValue: String

    /// A model with this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// `builtin/stable`, the service's default.
    public static let stable = VisionModel(rawValue: "builtin/stable")
    /// `builtin/latest`.
    public static let latest = VisionModel(rawValue: "builtin/latest")
}

/// The break after or before a symbol; more may be added.
public struct BreakType: RawRepresentable, Codable, Hashable, Sendable, CustomStringConvertible {
    /// The value as the service writes it.
    public let rawValue: String

    /// A break with this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// The type is unknown.
    public static let unknown = BreakType(rawValue: "UNKNOWN")
    /// A space.
    public static let space = BreakType(rawValue: "SPACE")
    /// A wide space.
    public static let sureSpace = BreakType(rawValue: "SURE_SPACE")
    /// The end of a line; the sentence may continue.
    public static let endOfLineSpace = BreakType(rawValue: "EOL_SURE_SPACE")
    /// The end of a line with a hyphen that is **not a symbol** of the response; the whole text contains it.
    public static let hyphen = BreakType(rawValue: "HYPHEN")
    /// The end of a line and of the sentence.
    public static let lineBreak = BreakType(rawValue: "LINE_BREAK")

    /// Whether the break ends a line.
    public var endsLine: Bool { [.endOfLineSpace, .hyphen, .lineBreak].contains(self) }
}

/// The kind of a block; more may be added.
public struct BlockType: RawRepresentable, Codable, Hashable, Sendable, CustomStringConvertible {
    /// The value as the service writes it.
    public let rawValue: String

    /// A block with this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// The kind is unknown.
    public static let unknown = BlockType(rawValue: "UNKNOWN")
    /// Text.
    public static let text = BlockType(rawValue: "TEXT")
    /// A table.
    public static let table = BlockType(rawValue: "TABLE")
    /// A picture.
    public static let picture = BlockType(rawValue: "PICTURE")
    /// A horizontal or vertical line.
    public static let ruler = BlockType(rawValue: "RULER")
    /// A barcode.
    public static let barcode = BlockType(rawValue: "BARCODE")
}
