/// What a text from a scanner or a person says: the product's number and what else is in it, or why there is none.
package struct BarcodeReading: Sendable, Hashable {
    /// What was given.
    package let input: String
    /// Nothing where that cannot be told.
    package internal(set) var symbology: Symbology?
    /// Nothing where there is an error.
    package internal(set) var gtin: GTIN?
    package internal(set) var error: BarcodeError? = .empty
    package internal(set) var remarks: Remarks = []
    /// What it may be as well.
    package internal(set) var alternatives: [Alternative] = []
    /// The digit that belongs behind the code's others: its own, or where the error is that it has another, the right
    /// one.
    package internal(set) var checkDigit: Int?
    /// What GS1 data holds; nothing where the text is a mere number.
    package internal(set) var elements: ElementString?

    package struct Alternative: Sendable, Hashable {
        package let gtin: GTIN
        package let symbology: Symbology
    }

    /// What a person should know of a number that is valid.
    package struct Remarks: OptionSet, Sendable, Hashable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Eight digits are right as an EAN-8 and as a UPC-E, or seven in two ways.
        package static let ambiguous = Remarks(rawValue: 1)
        /// No check digit was given: nothing tells whether one of the others is wrong.
        package static let unchecked = Remarks(rawValue: 2)
        /// There was text beside the number.
        package static let textBeside = Remarks(rawValue: 4)
        /// GS1 data could not be read to its end.
        package static let restUnread = Remarks(rawValue: 8)
    }

    /// Longer texts are nothing that a barcode holds.
    package static let limit = 4096

    /// `symbology` where a reader told it. Without it, eight digits are an EAN-8 or a UPC-E by their check digit; where
    /// both are right, a UPC-E if they begin with 0, for such an EAN-8 is a shop's own, and an EAN-8 if with 1.
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

    /// Under which Open Food Facts keeps it; where there is no GTIN, what its server would make of the text.
    package var offCode: String { gtin?.description ?? OpenFoodFactsCode.ofDigits(in: input) }

    package var isInStore: Bool { gtin?.isInStore ?? false }

    package var caseOf: GTIN? { gtin?.caseOf }

    package var applicationIdentifiers: [ElementString.Element] { elements?.elements ?? [] }

    /// For a person; nothing where there is nothing to say.
    package var sentence: String? {
        if error == .checkDigit, let checkDigit {
            return
                "The last digit should be \(checkDigit) for the others to be right: one of them was misread or mistyped."
        }
        if error == .length, let other = alternatives.first {
            return "A digit may be missing in front: with zeros before it, it would be \(other.gtin)."
        }
        if let error { return error.sentence }
        if remarks.contains(.ambiguous), let symbology, let other = alternatives.first {
            return "Read as \(symbology.rawValue); as \(other.symbology.rawValue) it would be \(other.gtin)."
        }
        if remarks.contains(.unchecked) { return "It has no check digit, so look whether this is the product." }
        if remarks.contains(.restUnread) { return "Only the beginning of its GS1 data could be read." }
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
