import Accounts
import Contracts
import Foundation
import HTTPTypes
import Household
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Support
import Testing

@testable import Web

@Suite("Tools of assistants (Model Context Protocol)", .tags(.medium))
struct MCPTests {
    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private func assistant(
        _ household: Household, _ change: (inout MCPServer.Limits) -> Void = { _ in }
    ) throws -> Assistant {
        var limits = MCPServer.Limits()
        change(&limits)
        return Assistant(
            answer: try WebServer(household, settings: .init(version: "1.2.3"), logger: logger).assistant(
                limits: limits))
    }

    /// Sends messages as an assistant does.
    struct Assistant {
        let answer: @Sendable (Data) async -> Data?

        func callAsFunction(_ message: SchemaValue) async throws -> SchemaValue? {
            try await answer(try JSONEncoder().encode(message)).map {
                try JSONDecoder().decode(SchemaValue.self, from: $0)
            }
        }

        func request(_ method: String, _ parameters: SchemaValue = .object([:])) async throws -> SchemaValue {
            try #require(
                try await self(["jsonrpc": "2.0", "id": 7, "method": .text(method), "params": parameters]))
        }

        func names() async throws -> [String] {
            let list = try await request("tools/list")["result"]?["tools"]?.elements ?? []
            return list.compactMap { $0["name"]?.text }
        }

        /// The result of a tool.
        func call(_ tool: String, _ arguments: SchemaValue = .object([:])) async throws -> SchemaValue {
            let answer = try await request("tools/call", ["name": .text(tool), "arguments": arguments])
            return try #require(answer["result"], "\(answer)")
        }
    }

    @Test("An assistant begins with a version that both know, and learns what the server is")
    func begin() async throws {
        let assistant = try assistant(.drawn())
        let old = try await assistant.request("initialize", ["protocolVersion": "2025-06-18"])
        #expect(old["id"] == 7 && old["result"]?["protocolVersion"] == "2025-06-18")
        #expect(old["result"]?["serverInfo"]?["version"] == "1.2.3")
        #expect(old["result"]?["instructions"]?.text?.contains("pharmacist") == true)
        let unknown = try await assistant.request("initialize", ["protocolVersion": "1999-01-01"])
        #expect(unknown["result"]?["protocolVersion"]?.text == MCPServer.versions[0])
        #expect(try await assistant(["jsonrpc": "2.0", "method": "notifications/initialized"]) == nil)
        #expect(try await assistant.request("ping")["result"] == .object([:]))
    }

    @Test("A message that is not a valid request is refused with the code of JSON-RPC")
    func refused() async throws {
        let assistant = try assistant(.drawn())
        for (text, code) in [
            ("{", -32700), ("[]", -32600), (#"{"id": 1, "method": "ping"}"#, -32600),
            (#"{"jsonrpc": "2.0", "id": null, "method": "ping"}"#, -32600), (#"{"jsonrpc": "2.0", "id": 1}"#, -32600),
            (#"{"jsonrpc": "2.0", "id": {}, "method": "ping"}"#, -32600),
        ] {
            let answer = try #require(await assistant.answer(Data(text.utf8)))
            let value = try JSONDecoder().decode(SchemaValue.self, from: answer)
            #expect(value["error"]?["code"] == .integer(code), "\(text)")
        }
        #expect(try await assistant.request("resources/list")["error"]?["code"] == -32601)
        let unknown = try await assistant.request("tools/call", ["name": "removeAllMedicines"])
        #expect(unknown["error"]?["code"] == -32602)
    }

    @Test("Each offered tool is an operation of the API, and describes its arguments without references")
    func tools() async throws {
        let assistant = try assistant(.drawn()) { $0.allowsMedicines = true }
        #expect(try await assistant.names() == MCPTool.offered.map(\.operation))
        for tool in try await assistant.request("tools/list")["result"]?["tools"]?.elements ?? [] {
            #expect(tool["inputSchema"]?["type"] == "object")
            #expect(SchemaCheck.references(in: tool).isEmpty, "\(tool["name"]?.text ?? "")")
            #expect(tool["description"]?.text?.hasSuffix(".") == true)
        }
    }

    @Test("Medicines are offered only if that was asked for, and changes only without --read-only")
    func limits() async throws {
        let plain = try await assistant(.drawn()).names()
        #expect(plain.contains("getAgenda") && plain.contains("doChore"))
        #expect(!plain.contains { ["getDoses", "listMedicines", "logDose"].contains($0) })
        let reading = try await assistant(.drawn()) { ($0.isReadOnly, $0.allowsMedicines) = (true, true) }.names()
        #expect(reading.contains("getDoses") && reading.contains("getCare"))
        #expect(!reading.contains { ["doChore", "addNote", "logDose", "waterAll"].contains($0) })
        let answer = try await assistant(.drawn()).request("tools/call", ["name": "getDoses"])
        #expect(answer["error"]?["code"] == -32602)
    }

    @Test("An assistant cannot confirm an unusual dose, move a dose or undo one")
    func doses() async throws {
        let assistant = try assistant(.drawn()) { $0.allowsMedicines = true }
        let tool = try #require(
            try await assistant.request("tools/list")["result"]?["tools"]?.elements?.first { $0["name"] == "logDose" })
        #expect(tool["inputSchema"]?["properties"]?["sure"] == nil)
        #expect(tool["annotations"]?["destructiveHint"] == true)
        for (arguments, message) in [
            (["medicine": "m", "dose": "d", "verb": "taken", "sure": ["above-dose"]], "no argument sure"),
            (["medicine": "m", "dose": "d", "verb": "undone"], "taken or skipped"),
        ] as [(SchemaValue, String)] {
            let result = try await assistant.call("logDose", arguments)
            #expect(result["isError"] == true)
            #expect(result["content"]?.elements?.first?["text"]?.text?.contains(message) == true)
        }
    }

    @Test("An assistant adds a plant, reads its agenda, logs a task and undoes it")
    func work() async throws {
        let assistant = try assistant(try AccountHouse().household)
        let plant = try await assistant.call("addPlant", ["name": "Monty", "species": "Monstera deliciosa"])
        #expect(plant["isError"] == false)
        let id = try #require(plant["structuredContent"]?["id"]?.text)
        let agenda = try await assistant.call("getAgenda", ["days": 60])
        let item = try #require(
            agenda["structuredContent"]?["items"]?.elements?.first { $0["plant"]?.text == id && $0["isNext"] == true })
        let chore = try #require(item["chore"]), due = try #require(item["due"])
        let done = try await assistant.call("doChore", ["id": chore, "due": due])
        #expect(done["isError"] == false)
        let entry = try #require(done["structuredContent"]?["entries"]?.elements?.first?["entry"])
        _ = try await assistant.call("undoEntries", ["entries": [entry]])
        let log = try await assistant.call("getLog", ["plant": .text(id)])
        #expect(log["structuredContent"]?["entries"]?.elements?.first?["undone"] == true)
        let noted = try await assistant.call("addNote", ["id": .text(id), "text": "A new leaf"])
        #expect(noted["structuredContent"]?["text"] == "A new leaf")
    }

    @Test(
        "An assistant learns which of its arguments cannot be used",
        arguments: [
            ("getPlant", [:], "id is missing"), ("getPlant", ["id": ""], "id is empty"),
            ("getPlant", ["id": ".."], "id is empty"), ("getPlant", ["id": "none"], "plant"),
            ("getPlant", ["id": "a/../../settings"], ""), ("getAgenda", ["days": 0], "days"),
            ("getAgenda", ["nights": 3], "no argument nights"), ("getAgenda", ["kind": ["watering"]], "a text"),
            ("addNote", ["id": "none", "text": 3], "JSON"),
        ] as [(String, SchemaValue, String)])
    func unusable(tool: String, arguments: SchemaValue, message: String) async throws {
        let result = try await assistant(.drawn()).call(tool, arguments)
        #expect(result["isError"] == true)
        let text = result["content"]?.elements?.first?["text"]?.text ?? ""
        #expect(text.contains(message) || message.isEmpty, "\(text)")
        #expect(!text.isEmpty)
    }
}

extension MCPTests {
    private static let list = #"{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}"#

    private static func call(_ tool: String, _ arguments: String = "{}") -> String {
        #"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "\#(tool)", "arguments": \#(arguments)}}"#
    }

    @Test("Over HTTP there are no tools until they are switched on")
    func off() async throws {
        try await AccountHouse().visiting { visit in
            let answer = try await visit.ask(.post, Site.mcp, token: nil, body: Self.list)
            #expect(answer.status == .notFound)
        }
    }

    @Test("Over HTTP an assistant needs a token, whose scopes decide which tools it sees and can use")
    func scopes() async throws {
        let house = try AccountHouse()
        let owner = try await house.owned()
        let person = try #require(try await house.person(owner.cookie))
        let reading = try await house.token([.read], by: person).secret.text
        let caring = try await house.token([.read, .medicines], by: person).secret.text
        try await house.visiting(servesMCP: true) { visit in
            for (token, cookie) in [(nil, nil), (nil, owner.cookie), ("sr_unknown", nil)] as [(String?, String?)] {
                let refused = try await visit.ask(.post, Site.mcp, token: token, cookie: cookie, body: Self.list)
                #expect(refused.status == .unauthorized)
                #expect(refused.headers[.wwwAuthenticate]?.hasPrefix("Bearer") == true)
            }
            let first = try await visit.ask(.post, Site.mcp, token: reading, body: Self.list).text
            #expect(
                first.contains("getAgenda") && !first.contains("\"name\":\"doChore\"")
                    && !first.contains("\"name\":\"getDoses\""))
            let second = try await visit.ask(.post, Site.mcp, token: caring, body: Self.list).text
            #expect(
                second.contains("\"name\":\"getDoses\"") && second.contains("\"name\":\"logDose\"")
                    && !second.contains("\"name\":\"doChore\""))
            for tool in ["getDoses", "doChore"] {
                let refused = try await visit.ask(.post, Site.mcp, token: reading, body: Self.call(tool)).text
                #expect(refused.contains("There is no tool"))
            }
            let plants = try await visit.ask(.post, Site.mcp, token: reading, body: Self.call("listPlants")).text
            #expect(plants.contains("\"isError\":false") && plants.contains("structuredContent"))
        }
    }

    @Test("A notification is accepted without an answer, and an unknown version or a large message is refused")
    func messages() async throws {
        try await AccountHouse().visiting(servesMCP: true) { visit in
            let note = #"{"jsonrpc": "2.0", "method": "notifications/initialized"}"#
            let accepted = try await visit.ask(.post, Site.mcp, token: nil, body: note)
            #expect(accepted.status == .accepted && accepted.text.isEmpty)
            let version = [("MCP-Protocol-Version", "1999-01-01")]
            #expect(
                try await visit.ask(.post, Site.mcp, token: nil, also: version, body: Self.list).status == .badRequest)
            for text in ["{", "[]"] {
                #expect(try await visit.ask(.post, Site.mcp, token: nil, body: text).status == .badRequest)
            }
            let large = String(repeating: " ", count: 70_000) + Self.list
            #expect(try await visit.ask(.post, Site.mcp, token: nil, body: large).status == .contentTooLarge)
            #expect(try await visit.ask(.get, Site.mcp, token: nil).status == .methodNotAllowed)
            // Without accounts there are no scopes, so medicines are not offered.
            let open = try await visit.ask(.post, Site.mcp, token: nil, body: Self.list).text
            #expect(open.contains("\"name\":\"doChore\"") && !open.contains("\"name\":\"getDoses\""))
        }
    }
}
