import ArgumentParser
import Foundation
import Household
import Messages
import Web

struct MCPCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp",
        abstract: localized("Give an assistant tools for the household (Model Context Protocol)."),
        discussion: Discussion.examples(
            """
            stillroom mcp
            stillroom mcp --read-only
            stillroom mcp --house https://stillroom.local:8443
            """,
            localized(
                """
                An assistant starts this command and sends its messages to the standard input, one line each. It can read \
                the agenda, the plants, the care and the stock, and log tasks. Medicines need --medicines, and \
                are only those that belong to the whole household. With --house the token's scopes decide.
                """)))

    @Flag(help: ArgumentHelp(localized("Offer only tools that change nothing.")))
    var readOnly = false

    @Flag(help: ArgumentHelp(localized("Also offer tools for medicines and doses.")))
    var medicines = false

    @OptionGroup var common: AnywhereOptions

    func validate() throws {
        guard common.house == nil || (!readOnly && !medicines) else {
            throw ValidationError(localized("With --house the scopes of the token decide what is offered."))
        }
    }

    func run() async throws {
        try await reporting {
            if let house = try await common.elsewhere() {
                while let line = readLine() {
                    guard !line.isEmpty else { continue }
                    do {
                        let answer = try await house.assistantMessage(Array(line.utf8))
                        if !answer.isEmpty { Terminal.print(String(decoding: answer, as: UTF8.self)) }
                    } catch let error as HouseAPIError {
                        // The next message can succeed. The assistant waits for an answer to this one if it has an id.
                        if let answer = MCPServer.failure(of: line, error.failure.message) { Terminal.print(answer) }
                        Terminal.error(error.failure.message)
                    }
                }
                return
            }
            let settings = try await common.settings()
            let logger = Compose.logger(settings)
            let household = try await Compose.household(settings, withModel: false, logger: logger)
            var limits = MCPServer.Limits()
            (limits.isReadOnly, limits.allowsMedicines) = (readOnly, medicines)
            let answer = try WebServer(household, settings: .init(version: Stillroom.version), logger: logger)
                .assistant(limits: limits)
            while let line = readLine() {
                guard !line.isEmpty, let message = await answer(Data(line.utf8)) else { continue }
                Terminal.print(String(decoding: message, as: UTF8.self))
            }
        }
    }
}
