import HTTPTransport
import HTTPTypes
import Support
import Testing

@Suite("Logging", .tags(.small))
struct LoggingTests {
    let lines = Lines()

    private func logged(_ script: Script, showing: Set<String> = []) -> HTTPTransport {
        script.transport.logging(showing: showing, clock: ManualClock(), lines.write)
    }

    @Test("A log line contains method, address, names, status, sizes and time, but no value")
    func line() async throws {
        let script = Script(.status(200, field("RateLimit", "secret-h"), body: [1, 2, 3]))
        var request = post("/v2/identify/all?api-key=2b10SECRET&lang=fr&Prefix=a%20b&flag", [9, 9])
        request.head.headerFields[.authorization] = "secret-a"
        _ = try await logged(script, showing: ["lang"]).send(request)
        let line = "POST https://plants.test/v2/identify/all?api-key=••••&lang=fr&Prefix=••••&flag → 200, "
        #expect(lines.all == [line + "3 bytes received, 2 bytes sent, 0 ms"])
    }

    @Test(
        "No spelling of a key gets it into a log line",
        arguments: [
            "/?api-key=SECRET", "/?API-KEY=SECRET", "/?api%2Dkey=SECRET", "/?a=b&api-key=SECRET=SECRET",
            "/?api-key=a?SECRET", "/?api-key=%53SECRET", "/?&&api-key=SECRET&&",
        ])
    func secrets(path: String) async throws {
        let request = get(path, authority: "user:SECRET@plants.test")
        _ = try await logged(Script(.status(200))).send(request)
        #expect(lines.all.count == 1)
        #expect(!lines.all.joined().contains("SECRET"))
        #expect(!"\(request)".contains("SECRET"))
        #expect(!String(reflecting: request).contains("SECRET"))
        var dumped = ""
        dump(request, to: &dumped)
        #expect(!dumped.contains("SECRET"))
        #expect(lines.all.joined().contains("https://plants.test/"))
    }

    @Test("An error is logged by its code or its type, never with its own text")
    func errors() async {
        struct Talkative: Error { let address = "SECRET" }
        await #expect(throws: HTTPTransportError.self) { try await logged(Script(.failure(.cutOff))).send(get("/")) }
        await #expect(throws: Talkative.self) { try await logged(Script(.other(Talkative()))).send(get("/")) }
        await #expect(throws: CancellationError.self) {
            try await logged(Script(.other(CancellationError()))).send(get("/"))
        }
        let ends = lines.all.map { $0.split(separator: " ").dropFirst(3).joined(separator: " ") }
        let tail = ", 0 bytes sent, 0 ms"
        #expect(ends == ["cutOff" + tail, "Talkative" + tail, "cancelled" + tail])
        let error = HTTPTransportError(.cutOff, "it ended", cause: Talkative())
        #expect("\(error)" == "cutOff: it ended (Talkative)")
    }

    @Test("A cancelled caller cancels the request through the logging transport")
    func cancelled() async {
        let script = Script(.silence)
        let transport = logged(script)
        let task = Task.immediate { try await transport.send(get("/")) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(script.cancelled == 1)
    }
}
