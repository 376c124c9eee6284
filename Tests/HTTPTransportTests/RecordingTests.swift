import Foundation
import HTTPTransport
import HTTPTypes
import Support
import Testing

@Suite("Recording", .tags(.small))
struct RecordingTests {
    private func recorded() async throws -> Recording {
        let fields: HTTPFields = [.contentType: "application/json", .setCookie: "id=SECRET", .retryAfter: "5"]
        let script = Script(
            .status(200, fields, body: [UInt8](#"{"you":"2b10SECRET"}"#.utf8)), .status(503),
            .status(200, body: [0xFF, 0xD8, 0xFE]))
        let recorder = Recorder()
        let transport = script.transport.recording(into: recorder)
        _ = try await transport.send(get("/v2/species?lang=fr&api-key=2b10SECRET&page=1"))
        _ = try await transport.send(get("/v2/picture"))
        _ = try await transport.send(get("/v2/picture"))
        return recorder.recording
    }

    @Test("A recorded response is found by method, path and query in any order, with any key")
    func replay() async throws {
        let json = try JSONEncoder().encode(try await recorded())
        let transport = HTTPTransport.replaying(try JSONDecoder().decode(Recording.self, from: json))
        let answer = try await transport.send(get("/v2/species?page=1&API-KEY=other&lang=fr"))
        #expect(answer.head.status == .ok)
        #expect(String(decoding: answer.body, as: UTF8.self) == #"{"you":"••••"}"#)
        #expect(answer.head.headerFields == [.contentType: "application/json", .retryAfter: "5"])
    }

    @Test("Several responses to one request are returned in order, and the last one is repeated")
    func order() async throws {
        let transport = HTTPTransport.replaying(try await recorded())
        var codes: [Int] = []
        for _ in 0..<4 { codes.append(try await transport.send(get("/v2/picture")).head.status.code) }
        #expect(codes == [503, 200, 200, 200])
        #expect(try await transport.send(get("/v2/picture")).body == [0xFF, 0xD8, 0xFE])
    }

    @Test("A recording contains no key and no cookie")
    func secrets() async throws {
        let json = String(decoding: try JSONEncoder().encode(try await recorded()), as: UTF8.self)
        #expect(!json.contains("SECRET"))
        #expect(json.contains("lang=fr"))
    }

    @Test(
        "A key in a header field that an answer repeats is masked",
        arguments: [
            ("authorization", "Bearer abcdSECRET"), ("authorization", "Basic dXNlcjphYmNkU0VDUkVU"),
            ("x-goog-api-key", "abcdSECRET"),
        ])
    func header(name: String, value: String) async throws {
        let script = Script(.status(403, body: [UInt8](#"{"error":"abcdSECRET is no key, \#(value)"}"#.utf8)))
        let recorder = Recorder()
        var request = get("/v1/images")
        request.head.headerFields[try #require(HTTPField.Name(name))] = value
        _ = try await script.transport.recording(into: recorder).send(request)
        let text = try #require(recorder.recording.exchanges.first?.text)
        #expect(text.contains("is no key") && !text.contains("SECRET") && !text.contains("dXNlcjphYmNkU0VDUkVU"))
    }

    @Test(
        "A request that was not recorded is refused, and the error shows no key",
        arguments: ["/v2/species?lang=de&page=1", "/v2/species", "/v2/other?api-key=SECRET"])
    func unknown(path: String) async throws {
        let transport = HTTPTransport.replaying(try await recorded())
        let error = await #expect(throws: HTTPTransportError.self) { try await transport.send(get(path)) }
        #expect(error?.code == .notRecorded)
        #expect(error.map { !"\($0)".contains("SECRET") } ?? false)
        let other = await #expect(throws: HTTPTransportError.self) {
            try await transport.send(post("/v2/species?lang=fr&page=1"))
        }
        #expect(other?.code == .notRecorded)
    }

    @Test("A transport failure is passed on and not recorded")
    func failures() async {
        let recorder = Recorder()
        let transport = Script(.failure(.timedOut)).transport.recording(into: recorder)
        await #expect(throws: HTTPTransportError.self) { try await transport.send(get("/")) }
        #expect(recorder.recording.exchanges.isEmpty)
    }

    @Test("A cancelled caller gets no replayed response, and recording passes a cancellation on")
    func cancelled() async {
        let script = Script(.silence)
        let transport = script.transport.recording(into: Recorder())
        let task = Task.immediate { try await transport.send(get("/")) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(script.cancelled == 1)
    }

    @Test("The transports for tests always return the same response, or refuse every request")
    func doubles() async throws {
        let answer = HTTPTransport.Response(head: .init(status: .ok), body: [7])
        #expect(try await HTTPTransport.constant(answer).send(get("/a")) == answer)
        let error = await #expect(throws: HTTPTransportError.self) {
            try await HTTPTransport.unimplemented.send(get("/b?key=SECRET"))
        }
        #expect(error?.code == .notRecorded)
        #expect(error?.message.contains("/b?key=••••") == true)
    }
}
