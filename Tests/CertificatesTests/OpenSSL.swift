import Foundation

/// The `openssl` command, a second implementation that reads our certificates.
enum OpenSSL {
    struct Outcome {
        let status: Int32
        let output: String
    }

    /// Returns the exit status and the text of both outputs.
    static func run(_ arguments: String...) throws -> Outcome { try run(arguments) }

    static func run(_ arguments: [String]) throws -> Outcome {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["openssl"] + arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Outcome(status: process.terminationStatus, output: String(decoding: data, as: UTF8.self))
    }
}
