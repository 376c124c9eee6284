/// The kind of a code: its bars or squares, or, if they are not known, the syntax of its text.
public enum Symbology: String, Sendable, Hashable, CaseIterable {
    case ean13 = "EAN-13"
    case ean8 = "EAN-8"
    case upcA = "UPC-A"
    case upcE = "UPC-E"
    case itf14 = "ITF-14"
    case gs1128 = "GS1-128"
    case dataBar = "GS1 DataBar"
    case dataMatrix = "GS1 DataMatrix"
    case qrCode = "GS1 QR Code"
    case dotCode = "GS1 DotCode"
    case elementString = "GS1 element string"
    case digitalLink = "GS1 Digital Link"

    /// Returns true if the symbology can contain the number. Readers also report a UPC-A as an EAN-13 that begins with
    /// 0, and some expand a UPC-E.
    func carries(_ run: DigitRun) -> Bool {
        let count = run.count
        let isUPCA = count == 12 || count == 13 && run.number < 1_000_000_000_000
        return switch self {
        case .ean13: count == 13
        case .ean8: count == 8
        case .upcA: isUPCA
        case .upcE: 6...8 ~= count || isUPCA
        case .itf14: count == 14
        case .gs1128, .dataBar, .dataMatrix, .qrCode, .dotCode, .elementString, .digitalLink: 12...14 ~= count
        }
    }
}

/// The prefix by which a reader reports the symbology (ISO/IEC 15424): "]C1".
struct SymbologyIdentifier {
    let symbology: Symbology?
    /// True if a GS1 element string follows.
    let isGS1: Bool
    /// True if two or five digits of a periodical's issue follow the number.
    let hasSupplement: Bool

    /// Returns nil if the bytes do not begin with an identifier.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard let first = bytes.first, first == UInt8(ascii: "]"), bytes.count >= 3 else { return nil }
        let modifier = bytes[bytes.startIndex + 2]
        guard modifier.isDigit || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= modifier else { return nil }
        var symbology: Symbology?
        var isGS1 = false
        switch (Character(Unicode.Scalar(bytes[bytes.startIndex + 1])), modifier - UInt8(ascii: "0")) {
        case ("C", 1): (symbology, isGS1) = (.gs1128, true)
        case ("e", 0...2): (symbology, isGS1) = (.dataBar, true)
        case ("d", 2): (symbology, isGS1) = (.dataMatrix, true)
        case ("Q", 3): (symbology, isGS1) = (.qrCode, true)
        case ("J", 1): (symbology, isGS1) = (.dotCode, true)
        case ("E", 4): symbology = .ean8
        case ("I", _): symbology = .itf14
        case ("A"..."Z", _), ("a"..."z", _): break
        default: return nil
        }
        self.symbology = symbology
        self.isGS1 = isGS1
        hasSupplement = bytes[bytes.startIndex + 1] == UInt8(ascii: "E") && modifier == UInt8(ascii: "3")
    }
}
