package import Larder

/// The product number in a text as JSON: the stable line of `stillroom food gtin`.
package struct GTINDocument: Encodable, Sendable {
    package struct Element: Encodable, Sendable {
        package let ai: String
        package let value: String
    }

    package let input: String
    package let valid: Bool
    package let symbology: String?
    package let gtin: String?
    package let offCode: String
    package let checkDigit: Int?
    package let inStore: Bool
    package let caseOf: String?
    package let applicationIdentifiers: [Element]
    package let error: String?

    package init(_ reading: BarcodeReading) {
        input = reading.input
        valid = reading.isValid
        symbology = reading.symbology?.rawValue
        gtin = reading.gtin?.description
        offCode = reading.offCode
        checkDigit = reading.checkDigit
        inStore = reading.isInStore
        caseOf = reading.caseOf?.description
        applicationIdentifiers = reading.applicationIdentifiers.map {
            Element(ai: "\($0.identifier)", value: $0.value)
        }
        error = reading.error?.rawValue
    }

    private enum CodingKeys: String, CodingKey {
        case input, valid, symbology, gtin, offCode, checkDigit, inStore, caseOf, applicationIdentifiers, error
    }

    /// Encodes every key in every line, so that scripts do not have to check which keys exist.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(input, forKey: .input)
        try container.encode(valid, forKey: .valid)
        try container.encode(symbology, forKey: .symbology)
        try container.encode(gtin, forKey: .gtin)
        try container.encode(offCode, forKey: .offCode)
        try container.encode(checkDigit, forKey: .checkDigit)
        try container.encode(inStore, forKey: .inStore)
        try container.encode(caseOf, forKey: .caseOf)
        try container.encode(applicationIdentifiers, forKey: .applicationIdentifiers)
        try container.encode(error, forKey: .error)
    }
}

/// The barcodes of a photograph as JSON: the stable line of `stillroom food scan`.
package struct ScanDocument: Encodable, Sendable {
    package struct Code: Encodable, Sendable {
        package let gtin: String
        package let symbology: String?
        package let agreed: Bool
        /// Left, top, width and height as parts of the upright photograph's width and height.
        package let box: [Double]
        /// The text to look up, with lot and expiry if the barcode contains them.
        package let text: String
    }

    package let file: String?
    package let codes: [Code]
    package let error: String?

    package init(_ scan: BarcodeScan?, file: String? = nil, error: String? = nil) {
        self.file = file
        self.error = error
        codes = (scan?.codes ?? []).compactMap { code in
            guard let gtin = code.reading.gtin else { return nil }
            return Code(
                gtin: gtin.description, symbology: code.reading.symbology?.rawValue, agreed: code.isAgreed,
                box: [code.box.x, code.box.y, code.box.width, code.box.height], text: code.lookUpText)
        }
    }

    private enum CodingKeys: String, CodingKey { case file, codes, error }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(file, forKey: .file)
        try container.encode(codes, forKey: .codes)
        try container.encode(error, forKey: .error)
    }
}
