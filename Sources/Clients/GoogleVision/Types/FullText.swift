/// The text of a picture with its structure: pages, blocks, paragraphs, words, symbols.
///
/// Values that the service leaves out are nil or empty. **A nil confidence is unknown**, unless the same response has
/// other confidences: the service leaves out a 0.
public struct FullText: Codable, Sendable, Hashable {
    /// The pages; a picture has one.
    public var pages: [Page]
    /// The whole text with its line breaks, and with hyphens at the ends of lines.
    public var text: String

    private enum CodingKeys: String, CodingKey { case pages, text }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        pages = try container.elements(.pages)
        text = try container.decodeIfPresent(String.self, forKey: .text) ?? ""
    }

    /// A detected language.
    public struct DetectedLanguage: Codable, Sendable, Hashable {
        /// For example `en` or `sr-Latn`.
        public var languageCode: String?
        /// The confidence, 0–1.
        public var confidence: Double?
    }

    /// The break after or before a symbol.
    public struct DetectedBreak: Codable, Sendable, Hashable {
        /// The type of break.
        public var type: BreakType?
        /// Whether the break is before the symbol.
        public var isPrefix: Bool?
    }

    /// Properties of a page, a block, a paragraph, a word or a symbol.
    public struct Property: Codable, Sendable, Hashable {
        /// The languages, most likely first.
        public var detectedLanguages: [DetectedLanguage]?
        /// The break; only of symbols.
        public var detectedBreak: DetectedBreak?
    }

    /// A page.
    public struct Page: Codable, Sendable, Hashable {
        /// Its properties.
        public var property: Property?
        /// The width in pixels, or in points for a PDF. Positions may be slightly outside.
        public var width: Int
        /// The height in pixels, or in points for a PDF.
        public var height: Int
        /// The parts in reading order.
        public var blocks: [Block]
        /// The confidence, 0–1.
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
        /// Its properties.
        public var property: Property?
        /// Its position.
        public var boundingBox: BoundingPoly?
        /// The parts in reading order.
        public var paragraphs: [Paragraph]
        /// The kind of block.
        public var blockType: BlockType?
        /// The confidence, 0–1.
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
        /// Its properties.
        public var property: Property?
        /// Its position.
        public var boundingBox: BoundingPoly?
        /// The parts in reading order.
        public var words: [Word]
        /// The confidence, 0–1.
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

    /// A word, a number or a punctuation mark: `5,` is two words.
    public struct Word: Codable, Sendable, Hashable {
        /// Its properties.
        public var property: Property?
        /// Its position.
        public var boundingBox: BoundingPoly?
        /// The parts in reading order.
        public var symbols: [Symbol]
        /// The confidence, 0–1.
        public var confidence: Double?

        /// Its symbols, without spaces and line breaks.
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
        /// Its properties, with the break after or before it.
        public var property: Property?
        /// Its position.
        public var boundingBox: BoundingPoly?
        /// The text in UTF-8.
        public var text: String
        /// The confidence, 0–1.
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
