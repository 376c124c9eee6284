/// Two independent barcode libraries that share no code. A code that both find is accepted.
///
/// A call runs on the caller's thread, and its duration depends on the picture's size. Stateless.
package enum BarcodeReader: String, Sendable, Hashable, CaseIterable {
    case zbar, zxing

    /// Finds the retail and GS1 codes that this reader supports. Returns an empty list if there is none. Add-on codes
    /// (the issue number of a magazine) are ignored.
    package func codes(in picture: GreyPicture) -> [Barcode] {
        switch self {
        case .zbar: ZBarScanner()?.codes(in: picture) ?? []
        case .zxing: ZXing.codes(in: picture)
        }
    }

    /// Finds the codes in one part of the picture.
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
