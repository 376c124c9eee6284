internal import CZXing

/// Makes QR codes (ISO/IEC 18004) with ZXing-C++. Stateless.
package enum QRCodeWriter {
    /// The modules of a code with its quiet zone of four modules.
    package struct Modules: Sendable, Hashable {
        /// The number of modules in a row; the code is a square.
        package let width: Int
        /// `width * width` modules, row by row.
        package let isDark: [Bool]
    }

    /// The text is empty, or longer than the largest code can hold.
    package struct Failure: Error, Sendable, Hashable {
        /// The length of the text in bytes.
        package let length: Int
    }

    /// Returns the smallest code of the text that restores itself if at most 15 % of it cannot be read.
    package static func write(_ text: String) throws(Failure) -> Modules {
        let limit = Int(STILLROOM_ZXING_QR_WIDTH)
        var modules = [UInt8](repeating: 0, count: limit * limit)
        let bytes = text.utf8.map { CChar(bitPattern: $0) }
        let width = Int(stillroom_zxing_write_qr(bytes, bytes.count, &modules))
        guard width > 0 else { throw Failure(length: bytes.count) }
        return Modules(width: width, isDark: modules.prefix(width * width).map { $0 != 0 })
    }
}
