import ArgumentParser
import Foundation
import HTTPTransport
import Messages
import OnlineServices

/// The option of a command that can call a service.
struct OriginalAnswerOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            localized("The original answers of the service, byte by byte. All else goes to standard error.")))
    var raw = false

    /// Runs a command. With --raw, what it prints goes to standard error, so that nothing of it is lost, and the answers go
    /// to standard output, also those of a command that failed. Throws `unavailable` if no service was asked.
    /// `notice` is printed before the answers.
    func run(notice: String? = nil, _ body: () async throws -> Void) async throws {
        guard raw else { return try await body() }
        let recorder = Recorder()
        var failure: (any Error)?
        do {
            try await OriginalAnswers.$recorder.withValue(recorder) { try await Terminal.printingAside(body) }
        } catch { failure = error }
        let exchanges = recorder.recording.exchanges
        if let notice, !exchanges.isEmpty { Terminal.error(notice) }
        for exchange in exchanges { try Self.print(exchange, isOnly: exchanges.count == 1) }
        if let failure { throw failure }
        guard exchanges.isEmpty else { return }
        throw CommandFailure(
            .unavailable, localized("No service was asked, so there is no original answer."),
            hint: localized("What this machine knows, and what is stored, is not asked for again."))
    }

    /// Several answers are separated by line breaks.
    private static func print(_ exchange: Recording.Exchange, isOnly: Bool) throws {
        let bytes =
            exchange.text.map { Array($0.utf8) }
            ?? exchange.base64.flatMap { Data(base64Encoded: $0) }.map(Array.init) ?? []
        let (status, count) = (exchange.status, bytes.count)
        Terminal.error(
            Terminal.harmless(exchange.method + " " + exchange.path) + ": "
                + localized("status \(status, "status"), \(count, "count") bytes"))
        Terminal.print(bytes: bytes)
        if !isOnly, bytes.last != UInt8(ascii: "\n") { Terminal.print(raw: "\n") }
    }

    /// Answers have no name of a file, and are printed at the end.
    static var onePhotograph: String { localized("--raw goes with one photograph.") }
}
