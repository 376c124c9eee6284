/// Two libraries that read barcodes and share no code: what both see is there.
///
/// A call takes as long as the picture is large, and works on the caller's thread; it keeps nothing between two calls.
package enum BarcodeReader: String, Sendable, Hashable, CaseIterable {
    case zbar, zxing

    /// The retail and GS1 codes in the picture that this reader can read; no code is an answer. Digits beside a code
    /// (the issue of a magazine) are passed over.
    package func codes(in picture: GreyPicture) -> [Barcode] {
        switch self {
        case .zbar: ZBarScanner()?.codes(in: picture) ?? []
        case .zxing: ZXing.codes(in: picture)
        }
    }

    /// Those in one part of it.
    package func codes(in picture: GreyPicture, within box: Barcode.Box) -> [Barcode] {
        guard let (part, left, top) = picture.cropped(to: box) else { return [] }
        return codes(in: part).map { code in
            Barcode(
                kind: code.kind, text: code.text,
                box: .init(
                    left: code.box.left + left, top: code.box.top + top, right: code.box.right + left,
                    bottom: code.box.bottom + top))
        }
    }
}
