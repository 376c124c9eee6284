import Messages

/// Why a text contains no GTIN.
public enum BarcodeError: String, Error, Sendable, Hashable, CaseIterable {
    case empty
    case tooLong = "too-long"
    case noDigits = "no-digits"
    case severalNumbers = "several-numbers"
    case length
    case zeros
    case checkDigit = "check-digit"
    case numberSystem = "number-system"
    case elementString = "element-string"
    case withoutGTIN = "without-gtin"
    case link
    case compressedLink = "compressed-link"

    /// The sentence shown to a person.
    public var sentence: String {
        switch self {
        case .empty: localized("Nothing was given.")
        case .tooLong: localized("This is too long for the text of a barcode.")
        case .noDigits: localized("There is no number in it.")
        case .severalNumbers: localized("There are several numbers in it, and none alone is a barcode's.")
        case .length: localized("A barcode's number has 8, 12, 13 or 14 digits, or 6 to 8 where it is a UPC-E.")
        case .zeros: localized("Zeros alone are no product's number.")
        case .checkDigit: localized("The last digit does not fit the others: one of them was misread or mistyped.")
        case .numberSystem: localized("A UPC-E begins with 0 or 1.")
        case .elementString: localized("It begins like GS1 data, but its product number is damaged or cut short.")
        case .withoutGTIN: localized("It is GS1 data without a product's number (application identifier 01).")
        case .link: localized("The link names no product's number.")
        case .compressedLink: localized("It is a compressed GS1 Digital Link, which cannot be read here.")
        }
    }
}
