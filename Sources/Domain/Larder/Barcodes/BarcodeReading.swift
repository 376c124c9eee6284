import Messages

/// The content of a text from a scanner or a person: the GTIN and other GS1 data, or the reason why there is no GTIN.
public struct BarcodeReading: Sendable, Hashable {
    /// The text as given.
    public let input: String
    /// nil if it cannot be determined.
    public internal(set) var symbology: Symbology?
    /// nil if there is an error.
    public internal(set) var gtin: GTIN?
    /// Why there is no GTIN; nil if there is one.
    public internal(set) var error: BarcodeError? = .empty
    /// What a person should know about the reading; empty if there is nothing.
    public internal(set) var remarks: Remarks = []
    /// Other possible readings.
    public internal(set) var alternatives: [Alternative] = []
    /// The check digit of the code; if the error is a wrong check digit, the right one.
    public internal(set) var checkDigit: Int?
    /// The GS1 elements; nil if the text is only a number.
    public internal(set) var elements: ElementString?

    /// Another product number that the same text can mean.
    public struct Alternative: Sendable, Hashable {
        /// The number in this reading.
        public let gtin: GTIN
        /// The symbology in this reading.
        public let symbology: Symbology
    }

    /// What a person should know about the text.
    public struct Remarks: OptionSet, Sendable, Hashable {
        /// One bit for each remark.
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Eight digits are valid as an EAN-8 and as a UPC-E, or seven digits in two ways.
        public static let ambiguous = Remarks(rawValue: 1)
        /// No check digit was given, so a wrong digit cannot be detected.
        public static let unchecked = Remarks(rawValue: 2)
        /// The text contained other words beside the number.
        public static let textBeside = Remarks(rawValue: 4)
        /// A part of the GS1 data could not be read.
        public static let restUnread = Remarks(rawValue: 8)
    }

    /// Maximum length of a text; barcodes contain less.
    public static let limit = 4096

    /// Reads a text. `symbology` is the one that a reader reported. Without it, eight digits are an EAN-8 or a UPC-E by
    /// their check digit. If both are valid, they are a UPC-E if they begin with 0 (an EAN-8 with 0 is for use inside a
    /// shop), and an EAN-8 if they begin with 1.
    public init(_ text: String, as symbology: Symbology? = nil) {
        input = text
        let run = DigitRun(text.utf8)
        if run.isAll, 1...14 ~= run.count {
            take(run, as: symbology)
        } else if text.utf8.count > Self.limit {
            error = .tooLong
        } else {
            take(Self.scanned(text.utf8)[...], as: symbology)
        }
    }
}

extension BarcodeReading {
    /// True if the text contains a GTIN with a right check digit.
    public var isValid: Bool { gtin != nil }

    /// The code in Open Food Facts; without a GTIN, the code that its server would derive from the text.
    public var offCode: String { gtin?.description ?? OpenFoodFactsCode.ofDigits(in: input) }

    /// True if a shop assigned the number, so that another shop may use it for something else; false without a GTIN.
    public var isInStore: Bool { gtin?.isInStore ?? false }

    /// True if the number is reserved for demonstrations (prefix 952); false without a GTIN.
    public var isDemonstration: Bool { gtin?.isDemonstration ?? false }

    /// The product in the case; nil if the number is not that of a case, or if there is no GTIN.
    public var caseOf: GTIN? { gtin?.caseOf }

    /// The GS1 elements in the order of the text; empty if the text is only a number.
    public var applicationIdentifiers: [ElementString.Element] { elements?.elements ?? [] }

    /// A sentence for a person; nil if there is nothing to say.
    public var sentence: String? {
        if error == .checkDigit, let checkDigit {
            return localized(
                """
                The last digit should be \(checkDigit, "digit") for the others to be right: one of them was misread or \
                mistyped.
                """)
        }
        if error == .length, let other = alternatives.first {
            return localized(
                "A digit may be missing in front: with zeros before it, it would be \(other.gtin.description, "number")."
            )
        }
        if let error { return error.sentence }
        if remarks.contains(.ambiguous), let symbology, let other = alternatives.first {
            return localized(
                """
                Read as \(symbology.rawValue, "kind"); as \(other.symbology.rawValue, "otherKind") it would be \
                \(other.gtin.description, "number").
                """)
        }
        if remarks.contains(.unchecked) {
            return localized("It has no check digit, so look whether this is the product.")
        }
        if remarks.contains(.restUnread) { return localized("Only the beginning of its GS1 data could be read.") }
        return nil
    }

    mutating func fail(_ error: BarcodeError, checkDigit: UInt64? = nil) {
        self.error = error
        self.checkDigit = checkDigit.map { Int($0) }
    }

    mutating func accept(_ gtin: GTIN, _ symbology: Symbology) {
        self.gtin = gtin
        self.symbology = symbology
        checkDigit = Int(gtin.number % 10)
        error = nil
    }
}
