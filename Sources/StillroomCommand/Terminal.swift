import Documents
import Foundation
import Glibc

/// Standard output carries data only; messages to people go to standard error.
enum Terminal {
    static let isInteractive = isatty(STDERR_FILENO) == 1

    /// Where the data of the current task go: standard output, unless that has the original answers of services.
    @TaskLocal private static var output = STDOUT_FILENO

    static func print(_ text: String) { write(Array((text + "\n").utf8), to: output) }

    static func print(raw text: String) { write(Array(text.utf8), to: output) }

    /// Writes bytes as they are, also those that control a terminal: only for an output that a person asked for as it is.
    static func print(bytes: [UInt8]) { write(bytes, to: output) }

    /// Runs `body`, whose data go to standard error.
    static func printingAside(_ body: () async throws -> Void) async throws {
        try await $output.withValue(STDERR_FILENO, operation: body)
    }

    /// Prints one line, or several with `pretty`; equal values give identical bytes.
    static func print(json value: some Encodable, pretty: Bool = false) throws {
        let encoder = JSONEncoder.documents
        if pretty { encoder.outputFormatting.insert(.prettyPrinted) }
        print(String(decoding: try encoder.encode(value), as: UTF8.self))
    }

    /// Replaces the characters of foreign text that control a terminal.
    static func harmless(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    let isObeyed = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
                    // Bidirectional control characters could reverse the digits of an amount.
                    let isTurning = scalar.properties.isBidiControl
                    return isObeyed || isTurning ? "\u{FFFD}" : scalar
                }))
    }

    static func error(_ text: String) { write(Array((text + "\n").utf8), to: STDERR_FILENO) }

    /// Writes a line that replaces the previous one; only on a terminal.
    static func progress(_ text: String) {
        if isInteractive { write(Array("\r\u{1B}[K\(text)".utf8), to: STDERR_FILENO) }
    }

    /// If the reader has gone (`| head`), ends the program without an error message, as other tools do.
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
