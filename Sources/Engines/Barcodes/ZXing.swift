internal import CZXing

/// The ZXing-C++ library, which also reads Data Matrix and QR codes.
enum ZXing {
    /// The library returns one code at a time: each found code is painted over, and the picture is scanned again.
    static func codes(in picture: GreyPicture) -> [Barcode] {
        var rest = picture
        var codes: [Barcode] = []
        for _ in 0..<rounds {
            let found = first(in: rest)
            codes += found
            if found.isEmpty { break }
            for code in found { rest = rest.covered(code.box.body) }
        }
        return Array(codes.prefix(Barcode.limit))
    }

    private static let rounds = 5

    private static func first(in picture: GreyPicture) -> [Barcode] {
        let limit = Int(STILLROOM_ZXING_LIMIT)
        var found = [stillroom_zxing_code](repeating: stillroom_zxing_code(), count: limit)
        let count = stillroom_zxing_read(
            picture.values, Int32(picture.width), Int32(picture.height), Barcode.longestText, &found)
        defer { stillroom_zxing_free(&found, count) }
        return found.prefix(max(0, Int(count))).compactMap(barcode)
    }

    private static func barcode(_ code: stillroom_zxing_code) -> Barcode? {
        guard let kind = kind(code.kind), let text = code.text else { return nil }
        return Barcode(
            kind: kind, text: String(decoding: UnsafeRawBufferPointer(start: text, count: code.length), as: UTF8.self),
            box: .init(
                left: Int(code.left), top: Int(code.top), right: Int(code.right) + 1, bottom: Int(code.bottom) + 1))
    }

    private static func kind(_ number: Int32) -> Barcode.Kind? {
        switch Int(number) {
        case Int(STILLROOM_ZXING_EAN13): .ean13
        case Int(STILLROOM_ZXING_EAN8): .ean8
        case Int(STILLROOM_ZXING_UPCA): .upcA
        case Int(STILLROOM_ZXING_UPCE): .upcE
        case Int(STILLROOM_ZXING_ITF): .itf
        case Int(STILLROOM_ZXING_CODE128): .code128
        case Int(STILLROOM_ZXING_DATABAR): .dataBar
        case Int(STILLROOM_ZXING_DATAMATRIX): .dataMatrix
        case Int(STILLROOM_ZXING_QR): .qr
        default: nil
        }
    }
}
