import Messages

/// The content of a text from a scanner or a person: the GTIN and other GS1 data, or the reason why there is no GTIN.
package struct BarcodeReading: Sendable, Hashable {
    /// The text as given.
    package let input: String
    /// nil if it cannot be determined.
    package internal(set) var symbology: Symbology?
    /// nil if there is an error.
    package internal(set) var gtin: GTIN?
    package internal(set) var error: BarcodeError? = .empty
    package internal(set) var remarks: Remarks = []
    /// Other possible readings.
    package internal(set) var alternatives: [Alternative] = []
    /// The check digit of the code; if the error is a wrong check digit, the right one.
    package internal(set) var checkDigit: Int?
    /// The GS1 elements; nil if the text is only a number.
    package internal(set) var elements: ElementString?

    package struct Alternative: Sendable, Hashable {
        package let gtin: GTIN
        package let symbology: Symbology
    }

    /// Remarks on a valid number that a person should know.
    package struct Remarks: OptionSet, Sendable, Hashable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Eight digits are valid as an EAN-8 and as a UPC-E, or seven digits in two ways.
        package static let ambiguous = Remarks(rawValue: 1)
        /// No check digit was given, so a wrong digit cannot be detected.
        package static let unchecked = Remarks(rawValue: 2)
        /// The text contained other words beside the number.
        package static let textBeside = Remarks(rawValue: 4)
        /// A part of the GS1 data could not be read.
        package static let restUnread = Remarks(rawValue: 8)
    }

    /// Maximum length of a text; barcodes contain less.
    package static let limit = 4096

    /// Reads a text. `symbology` is the one that a reader reported. Without it, eight digits are an EAN-8 or a UPC-E by
    /// their check digit. If both are valid, they are a UPC-E if they begin with 0 (an EAN-8 with 0 is for use inside a
    /// shop), and an EAN-8 if they begin with 1.
    package init(_ text: String, as symbology: Symbology? = nil) {
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
    package var isValid: Bool { gtin != nil }

    /// The code in Open Food Facts; without a GTIN, the code that its server would derive from the text.
    package var offCode: String { gtin?.description ?? OpenFoodFactsCode.ofDigits(in: input) }

    package var isInStore: Bool { gtin?.isInStore ?? false }

    package var isDemonstration: Bool { gtin?.isDemonstration ?? false }

    package var caseOf: GTIN? { gtin?.caseOf }

    package var applicationIdentifiers: [ElementString.Element] { elements?.elements ?? [] }

    /// A sentence for a person; nil if there is nothing to say.
    package var sentence: String? {
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
