/// The text of a picture with its structure: pages, blocks, paragraphs, words, symbols.
///
/// Everything the service leaves out is nil or empty. **A confidence that is nil is not known**, unless others of the
/// same answer are there: the service leaves out a 0.
public struct FullText: Codable, Sendable, Hashable {
    /// Of a picture one.
    public var pages: [Page]
    /// All of it, with the line breaks that were seen, and with hyphens at the ends of lines.
    public var text: String

    private enum CodingKeys: String, CodingKey { case pages, text }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        pages = try container.elements(.pages)
        text = try container.decodeIfPresent(String.self, forKey: .text) ?? ""
    }

    /// A language that was seen.
    public struct DetectedLanguage: Codable, Sendable, Hashable {
        /// As `en` or `sr-Latn`.
        public var languageCode: String?
        /// 0 to 1.
        public var confidence: Double?
    }

    /// What follows a symbol, or stands before it.
    public struct DetectedBreak: Codable, Sendable, Hashable {
        /// Which.
        public var type: BreakType?
        /// Whether it stands before.
        public var isPrefix: Bool?
    }

    /// What is known of a page, a block, a paragraph, a word or a symbol.
    public struct Property: Codable, Sendable, Hashable {
        /// The likeliest first.
        public var detectedLanguages: [DetectedLanguage]?
        /// Of symbols.
        public var detectedBreak: DetectedBreak?
    }

    /// A page.
    public struct Page: Codable, Sendable, Hashable {
        /// What is known of it.
        public var property: Property?
        /// In pixels, or in points of a PDF. Places may lie a little beyond it.
        public var width: Int
        /// In pixels, or in points of a PDF.
        public var height: Int
        /// As they are read.
        public var blocks: [Block]
        /// 0 to 1.
        public var confidence: Double?

        private enum CodingKeys: String, CodingKey { case property, width, height, blocks, confidence }

        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            property = try container.decodeIfPresent(Property.self, forKey: .property)
            width = try container.integerOrZero(.width)
            height = try container.integerOrZero(.height)
            blocks = try container.elements(.blocks)
            confidence = try container.decodeIfPresent(Double.self, forKey: .confidence)
        }
    }

    /// A part of a page.
    public struct Block: Codable, Sendable, Hashable {
        /// What is known of it.
        public var property: Property?
        /// Where it is.
        public var boundingBox: BoundingPoly?
        /// As they are read.
        public var paragraphs: [Paragraph]
        /// What it is.
        public var blockType: BlockType?
        /// 0 to 1.
        public var confidence: Double?

        private enum CodingKeys: String, CodingKey { case property, boundingBox, paragraphs, blockType, confidence }

        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            property = try container.decodeIfPresent(Property.self, forKey: .property)
            boundingBox = try container.decodeIfPresent(BoundingPoly.self, forKey: .boundingBox)
            paragraphs = try container.elements(.paragraphs)
            blockType = try container.decodeIfPresent(BlockType.self, forKey: .blockType)
            confidence = try container.decodeIfPresent(Double.self, forKey: .confidence)
        }
    }

    /// A part of a block.
    public struct Paragraph: Codable, Sendable, Hashable {
        /// What is known of it.
        public var property: Property?
        /// Where it is.
        public var boundingBox: BoundingPoly?
        /// As they are read.
        public var words: [Word]
        /// 0 to 1.
        public var confidence: Double?

        private enum CodingKeys: String, CodingKey { case property, boundingBox, words, confidence }

        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            property = try container.decodeIfPresent(Property.self, forKey: .property)
            boundingBox = try container.decodeIfPresent(BoundingPoly.self, forKey: .boundingBox)
            words = try container.elements(.words)
            confidence = try container.decodeIfPresent(Double.self, forKey: .confidence)
        }
    }

    /// A word, a number or a mark. No space need follow it: `5,` is two.
    public struct Word: Codable, Sendable, Hashable {
        /// What is known of it.
        public var property: Property?
        /// Where it is.
        public var boundingBox: BoundingPoly?
        /// As they are read.
        public var symbols: [Symbol]
        /// 0 to 1.
        public var confidence: Double?

        /// Its symbols, without what breaks stand for.
        public var text: String { symbols.map(\.text).joined() }

        private enum CodingKeys: String, CodingKey { case property, boundingBox, symbols, confidence }

        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            property = try container.decodeIfPresent(Property.self, forKey: .property)
            boundingBox = try container.decodeIfPresent(BoundingPoly.self, forKey: .boundingBox)
            symbols = try container.elements(.symbols)
            confidence = try container.decodeIfPresent(Double.self, forKey: .confidence)
        }
    }

    /// A letter, a digit or a mark.
    public struct Symbol: Codable, Sendable, Hashable {
        /// What is known of it, also the break beside it.
        public var property: Property?
        /// Where it is.
        public var boundingBox: BoundingPoly?
        /// In UTF-8.
        public var text: String
        /// 0 to 1.
        public var confidence: Double?

        private enum CodingKeys: String, CodingKey { case property, boundingBox, text, confidence }

        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            property = try container.decodeIfPresent(Property.self, forKey: .property)
            boundingBox = try container.decodeIfPresent(BoundingPoly.self, forKey: .boundingBox)
            text = try container.decodeIfPresent(String.self, forKey: .text) ?? ""
            confidence = try container.decodeIfPresent(Double.self, forKey: .confidence)
        }
    }
}
