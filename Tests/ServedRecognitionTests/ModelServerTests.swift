import Foundation
import HTTPTransport
import HTTPTypes
import Inference
import Support
import Synchronization
import Testing

@testable import ServedRecognition

@Suite("ModelServer", .tags(.small))
struct ModelServerTests {
    /// A server with one model, as a transport.
    private final class Service: Sendable {
        struct State {
            var extensions = "[]"
            var input = #"{"name":"in","datatype":"UINT8","shape":[-1,1,2,3]}"#
            var outputs = #"[{"name":"scores","datatype":"FP32","shape":[-1,2]}]"#
            var answer = #"{"outputs":[{"name":"scores","datatype":"FP32","shape":[1,2],"data":[0.75,0.25]}]}"#
            var status = 200
            var hidesServer = false
            var requests: [String] = []
        }

        let state = Mutex(State())

        func server() throws -> ModelServer {
            ModelServer(
                .init(address: URL(constant: "http://127.0.0.1:1"), model: "plants", timeLimit: .seconds(5)),
                input: Inference.Port(name: "", element: .uint8, shape: [1, 1, 2, 3]),
                outputs: [Inference.Port(name: "scores", element: .float32, shape: [1, 2])],
                transport: HTTPTransport { [self] in answer($0) })
        }

        private func answer(_ request: HTTPTransport.Request) -> HTTPTransport.Response {
            state.withLock { state in
                let path = request.head.path ?? ""
                state.requests.append(path)
                if state.hidesServer, path == "/v2" { return .init(head: HTTPResponse(status: .notFound)) }
                let text =
                    switch path {
                    case "/v2": #"{"name":"stub","extensions":\#(state.extensions)}"#
                    case "/v2/models/plants":
                        #"{"name":"plants","inputs":[\#(state.input)],"outputs":\#(state.outputs)}"#
                    default: state.answer
                    }
                return .init(head: HTTPResponse(status: .init(code: state.status)), body: Array(text.utf8))
            }
        }
    }

    private let service = Service()

    private func pixels() throws -> Tensor {
        try Tensor(element: .uint8, shape: [1, 1, 2, 3], bytes: [0, 1, 2, 3, 4, 5])
    }

    @Test("A tensor becomes the outputs; the metadata are asked once")
    func answered() async throws {
        let server = try service.server()
        #expect(try await server.infer(try pixels())["scores"]?.floats == [0.75, 0.25])
        #expect(try await server.infer(try pixels())["scores"]?.floats == [0.75, 0.25])
        #expect(service.state.withLock { $0.requests.count { !$0.hasSuffix("/infer") } } == 2)
    }

    @Test("A shape without the number of pictures is the same")
    func withoutBatch() async throws {
        service.state.withLock { $0.input = #"{"name":"in","datatype":"UINT8","shape":[1,2,3]}"# }
        try await service.server().check()
    }

    @Test(
        "The answer of a server with another model is refused",
        arguments: [
            (#"{"name":"in","datatype":"FP32","shape":[-1,1,2,3]}"#, nil),
            (#"{"name":"in","datatype":"UINT8","shape":[-1,3,1,2]}"#, nil),
            (nil, #"[{"name":"other","datatype":"FP32","shape":[-1,2]}]"#),
            (nil, #"[{"name":"scores","datatype":"FP32","shape":[-1,3]}]"#),
        ] as [(String?, String?)])
    func another(_ input: String?, _ outputs: String?) async throws {
        service.state.withLock {
            if let input { $0.input = input }
            if let outputs { $0.outputs = outputs }
        }
        let server = try service.server()
        let error = await #expect(throws: InferenceError.self) { try await server.infer(try pixels()) }
        #expect(error?.code == .modelMismatch)
        #expect(service.state.withLock { !$0.requests.contains { $0.hasSuffix("/infer") } })
    }

    @Test("An output of another size is refused")
    func anotherOutput() async throws {
        service.state.withLock {
            $0.answer = #"{"outputs":[{"name":"scores","datatype":"FP32","shape":[1,3],"data":[1,0,0]}]}"#
        }
        let server = try service.server()
        let error = await #expect(throws: InferenceError.self) { try await server.infer(try pixels()) }
        #expect(error?.code == .modelMismatch)
    }

    @Test("After a failure the metadata are asked again, because the server may have another model then")
    func askedAgain() async throws {
        let server = try service.server()
        _ = try await server.infer(try pixels())
        service.state.withLock { $0.status = 503 }
        let error = await #expect(throws: InferenceError.self) { try await server.infer(try pixels()) }
        #expect(error?.code == .failed)
        service.state.withLock { ($0.status, $0.input) = (200, #"{"name":"in","datatype":"FP32","shape":[1]}"#) }
        let other = await #expect(throws: InferenceError.self) { try await server.infer(try pixels()) }
        #expect(other?.code == .modelMismatch)
        #expect(service.state.withLock { $0.requests.count { $0.hasSuffix("/infer") } } == 2)
    }

    @Test("An output value that is not finite is refused")
    func notFinite() async throws {
        service.state.withLock {
            $0.answer = #"{"outputs":[{"name":"scores","datatype":"FP32","shape":[1,2],"data":[1e39,0]}]}"#
        }
        let server = try service.server()
        let error = await #expect(throws: InferenceError.self) { try await server.infer(try pixels()) }
        #expect(error?.code == .modelMismatch)
    }

    @Test("A gateway that shows only the models gets JSON")
    func withoutServerMetadata() async throws {
        service.state.withLock { $0.hidesServer = true }
        #expect(try await service.server().infer(try pixels())["scores"]?.floats == [0.75, 0.25])
    }

    @Test("Everything that is asked for a photograph has one time limit")
    func inTime() async throws {
        let server = ModelServer(
            .init(address: URL(constant: "http://127.0.0.1:1"), model: "plants", timeLimit: .milliseconds(50)),
            input: Inference.Port(name: "", element: .uint8, shape: [1, 1, 2, 3]), outputs: [],
            transport: HTTPTransport { _ in
                let (stream, continuation) = AsyncStream<Void>.makeStream()
                // Ends only when its task is cancelled.
                for await _ in stream {}
                continuation.finish()
                throw CancellationError()
            })
        let error = await #expect(throws: InferenceError.self) { try await server.infer(try pixels()) }
        #expect(error?.code == .timedOut)
    }
}
