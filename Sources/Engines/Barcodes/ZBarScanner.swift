internal import CZBar

/// The ZBar library. Its QR reader is disabled: it is the part with a history of faults, and QR codes have error
/// correction, so one reader is enough for them.
final class ZBarScanner {
    private let scanner: OpaquePointer

    init?() {
        guard let scanner = zbar_image_scanner_create() else { return nil }
        self.scanner = scanner
        zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0)
        for symbology in [
            ZBAR_EAN13, ZBAR_EAN8, ZBAR_UPCA, ZBAR_UPCE, ZBAR_I25, ZBAR_CODE128, ZBAR_DATABAR, ZBAR_DATABAR_EXP,
        ] { zbar_image_scanner_set_config(scanner, symbology, ZBAR_CFG_ENABLE, 1) }
        // Interleaved 2 of 5 causes many false readings, so only its length of 14 digits, which retail uses (ITF-14),
        // is enabled.
        zbar_image_scanner_set_config(scanner, ZBAR_I25, ZBAR_CFG_MIN_LEN, 14)
        zbar_image_scanner_set_config(scanner, ZBAR_I25, ZBAR_CFG_MAX_LEN, 14)
    }

    deinit { zbar_image_scanner_destroy(scanner) }

    func codes(in picture: GreyPicture) -> [Barcode] {
        guard stillroom_zbar_scan(scanner, picture.values, Int32(picture.width), Int32(picture.height)) > 0,
            let results = zbar_image_scanner_get_results(scanner)
        else { return [] }
        var codes: [Barcode] = []
        var next = zbar_symbol_set_first_symbol(results)
        while let symbol = next, codes.count < Barcode.limit {
            if let code = Self.barcode(symbol) { codes.append(code) }
            next = zbar_symbol_next(symbol)
        }
        return codes
    }

    private static func barcode(_ symbol: OpaquePointer) -> Barcode? {
        let length = Int(zbar_symbol_get_data_length(symbol))
        guard let kind = kind(zbar_symbol_get_type(symbol)), let data = zbar_symbol_get_data(symbol),
            1...Barcode.longestText ~= length
        else { return nil }
        let text = String(decoding: UnsafeRawBufferPointer(start: data, count: length), as: UTF8.self)
        return Barcode(kind: kind, text: (identifier(symbol, kind) ?? "") + text, box: box(symbol))
    }

    private static func identifier(_ symbol: OpaquePointer, _ kind: Barcode.Kind) -> String? {
        switch kind {
        case .code128: stillroom_zbar_is_gs1(symbol) == 0 ? "]C0" : "]C1"
        case .dataBar: "]e0"
        default: nil
        }
    }

    private static func box(_ symbol: OpaquePointer) -> Barcode.Box {
        let places = (0..<zbar_symbol_get_loc_size(symbol)).map {
            (x: Int(zbar_symbol_get_loc_x(symbol, $0)), y: Int(zbar_symbol_get_loc_y(symbol, $0)))
        }
        return Barcode.Box(
            left: places.map(\.x).min() ?? 0, top: places.map(\.y).min() ?? 0,
            right: (places.map(\.x).max() ?? 0) + 1, bottom: (places.map(\.y).max() ?? 0) + 1)
    }

    private static func kind(_ type: zbar_symbol_type_t) -> Barcode.Kind? {
        switch type {
        case ZBAR_EAN13: .ean13
        case ZBAR_EAN8: .ean8
        case ZBAR_UPCA: .upcA
        case ZBAR_UPCE: .upcE
        case ZBAR_I25: .itf
        case ZBAR_CODE128: .code128
        case ZBAR_DATABAR, ZBAR_DATABAR_EXP: .dataBar
        default: nil
        }
    }
}
