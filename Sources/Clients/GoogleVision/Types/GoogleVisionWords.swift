/// The features of the service; more may be added.
public struct VisionFeatureType: RawRepresentable, Codable, Hashable, Sendable, CustomStringConvertible {
    /// As the service writes it.
    public let rawValue: String

    /// A feature of this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// Dense text, also written by hand. Where both are asked this one wins.
    public static let documentText = VisionFeatureType(rawValue: "DOCUMENT_TEXT_DETECTION")
    /// Sparse text in a scene. No confidence comes with it unless ``AnnotateImageRequest/wantsTextConfidence``.
    public static let text = VisionFeatureType(rawValue: "TEXT_DETECTION")
}

/// Which of the service's models reads; more may be added.
public struct VisionModel: RawRepresentable, Codable, Hashable, Sendable, CustomStringConvertible {
    /// As the service writes it.
    public let rawValue: String

    /// A model of this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// `builtin/stable`, the service's default.
    public static let stable = VisionModel(rawValue: "builtin/stable")
    /// `builtin/latest`.
    public static let latest = VisionModel(rawValue: "builtin/latest")
}

/// The break after or before a symbol; more may be added.
public struct BreakType: RawRepresentable, Codable, Hashable, Sendable, CustomStringConvertible {
    /// As the service writes it.
    public let rawValue: String

    /// A break of this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// The service does not say which.
    public static let unknown = BreakType(rawValue: "UNKNOWN")
    /// A space.
    public static let space = BreakType(rawValue: "SPACE")
    /// A wide space.
    public static let sureSpace = BreakType(rawValue: "SURE_SPACE")
    /// The line ends, and the sentence may go on.
    public static let endOfLineSpace = BreakType(rawValue: "EOL_SURE_SPACE")
    /// The line ends with a hyphen that is **no symbol** of the answer; the whole text has it.
    public static let hyphen = BreakType(rawValue: "HYPHEN")
    /// The line and the sentence end.
    public static let lineBreak = BreakType(rawValue: "LINE_BREAK")

    /// Whether a new line begins.
    public var endsLine: Bool { [.endOfLineSpace, .hyphen, .lineBreak].contains(self) }
}

/// What a block is; more may be added.
public struct BlockType: RawRepresentable, Codable, Hashable, Sendable, CustomStringConvertible {
    /// As the service writes it.
    public let rawValue: String

    /// A block of this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// The service does not name the kind.
    public static let unknown = BlockType(rawValue: "UNKNOWN")
    /// Text.
    public static let text = BlockType(rawValue: "TEXT")
    /// A table.
    public static let table = BlockType(rawValue: "TABLE")
    /// A picture.
    public static let picture = BlockType(rawValue: "PICTURE")
    /// A line that rules the page.
    public static let ruler = BlockType(rawValue: "RULER")
    /// A barcode.
    public static let barcode = BlockType(rawValue: "BARCODE")
}
