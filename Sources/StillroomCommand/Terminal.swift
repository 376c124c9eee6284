import Foundation
import Glibc

/// Standard output is data only; everything said to a person beside it goes to standard error.
enum Terminal {
    static let isInteractive = isatty(STDERR_FILENO) == 1

    static func print(_ text: String) { write(Array((text + "\n").utf8), to: STDOUT_FILENO) }

    static func print(raw text: String) { write(Array(text.utf8), to: STDOUT_FILENO) }

    /// One line, the same bytes for the same value.
    static func print(json value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        print(String(decoding: try encoder.encode(value), as: UTF8.self))
    }

    /// What somebody else wrote, without what a terminal would obey.
    static func harmless(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    let isObeyed = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
                    // Marks that turn the direction of writing could turn an amount.
                    let isTurning = scalar.properties.isBidiControl
                    return isObeyed || isTurning ? "\u{FFFD}" : scalar
                }))
    }

    static func error(_ text: String) { write(Array((text + "\n").utf8), to: STDERR_FILENO) }

    /// One line that overwrites itself; only on a terminal.
    static func progress(_ text: String) {
        if isInteractive { write(Array("\r\u{1B}[K\(text)".utf8), to: STDERR_FILENO) }
    }

    /// A reader that has gone (`| head`) ends the program quietly, as it does for every other tool.
    private static func write(_ bytes: [UInt8], to descriptor: Int32) {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.write(descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
            }
            if count > 0 {
                written += count
            } else if errno != EINTR {
                exit(errno == EPIPE ? 0 : CommandFailure.Status.inputOutput.rawValue)
            }
        }
    }
}
