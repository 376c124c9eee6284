import Foundation
import HTTPTransport
import HTTPTypes
import Support
import Synchronization
import Testing

@testable import OpenInference

@Suite("OpenInference", .tags(.small))
struct OpenInferenceTests {
    private func client(
        _ answer: @escaping @Sendable (HTTPTransport.Request) throws -> HTTPTransport.Response, token: String? = nil,
        at address: StaticString = "http://127.0.0.1:8000/serving/"
    ) -> OpenInferenceClient {
        OpenInferenceClient(
            baseURL: URL(constant: address), token: token, transport: HTTPTransport { try answer($0) })
    }

    private func response(_ text: String, _ status: Int = 200, _ fields: HTTPFields = [:]) -> HTTPTransport.Response {
        .init(head: HTTPResponse(status: .init(code: status), headerFields: fields), body: Array(text.utf8))
    }

    private func body(_ request: HTTPTransport.Request) -> [UInt8] {
        request.body.map { Array($0.segments().joined()) } ?? []
    }

    private func pixels() throws -> InferenceTensor {
        try InferenceTensor(name: "pixels", dataType: .uint8, shape: [1, 1, 2, 3], bytes: [0, 1, 2, 3, 4, 255])
    }

    @Test("The metadata of a server and of a model are read")
    func metadata() async throws {
        let client = client { request in
            switch request.head.path {
            case "/serving/v2":
                response(#"{"name":"triton","version":"2.40","extensions":["classification","binary_tensor_data"]}"#)
            case "/serving/v2/models/plants/versions/3":
                response(
                    #"""
                    {"name":"plants","versions":["3"],"platform":"openvino",
                     "inputs":[{"name":"image","datatype":"UINT8","shape":[-1,224,224,3]}],
                     "outputs":[{"name":"scores","datatype":"FP32","shape":[-1,120]}]}
                    """#)
            default: response("{}", 404)
            }
        }
        let server = try await client.server()
        #expect(server.name == "triton" && server.readsBytes)
        let model = try await client.metadata(model: "plants", version: "3")
        #expect(model.inputs.first?.shape == [-1, 224, 224, 3] && model.inputs.first?.dataType == .uint8)
        #expect(model.outputs.map(\.name) == ["scores"])
        let error = await #expect(throws: OpenInferenceError.self) { try await client.metadata(model: "animals") }
        #expect(error?.code == .notFound && error?.status == 404)
    }

    @Test("Tensors are sent as JSON, and outputs in nested arrays are read")
    func json() async throws {
        let sent = Mutex<String>("")
        let client = client { request in
            sent.withLock { $0 = String(decoding: body(request), as: UTF8.self) }
            return response(
                #"""
                {"model_name":"plants","model_version":"1","outputs":[
                 {"name":"scores","datatype":"FP32","shape":[1,3],"data":[[0.25,0.5,1e-3]]},
                 {"name":"ids","datatype":"INT64","shape":[1],"data":[7]},
                 {"name":"flags","datatype":"UINT8","shape":[2],"data":[0,255]}]}
                """#)
        }
        let answer = try await client.infer([try pixels()], model: "plants", outputs: ["scores"])
        #expect(answer["scores"]?.floats == [0.25, 0.5, 0.001])
        #expect(answer["flags"]?.bytes == [0, 255] && answer["ids"] == nil)
        #expect(answer.modelVersion == "1")
        #expect(
            sent.withLock(\.self)
                == #"{"inputs":[{"name":"pixels","datatype":"UINT8","shape":[1, 1, 2, 3],"data":[0,1,2,3,4,255]}],"outputs":[{"name":"scores"}]}"#
        )
    }

    @Test("Tensors are sent and read as bytes after the JSON")
    func bytes() async throws {
        let client = client { request in
            let bytes = body(request)
            let length = request.head.headerFields[.inferenceHeaderLength].flatMap(Int.init) ?? 0
            #expect(bytes[length...].elementsEqual([0, 1, 2, 3, 4, 255]))
            #expect(String(decoding: bytes[..<length], as: UTF8.self).contains(#""binary_data_size":6"#))
            let head =
                #"{"outputs":[{"name":"scores","datatype":"FP32","shape":[1,2],"parameters":{"binary_data_size":8}}]}"#
            var answer = response(head, 200, [.inferenceHeaderLength: String(head.utf8.count)])
            answer.body += InferenceTensor.bytes(of: [0.5, -2])
            return answer
        }
        let answer = try await client.infer([try pixels()], model: "plants", outputs: ["scores"], asBytes: true)
        #expect(answer["scores"]?.floats == [0.5, -2])
    }

    @Test(
        "An answer that is not of the protocol is an error",
        arguments: [
            "", "<html></html>", #"{"outputs":[{"name":"a","datatype":"FP32","shape":[3],"data":[1,2]}]}"#,
            #"{"outputs":[{"name":"a","datatype":"UINT8","shape":[1],"data":[256]}]}"#,
            #"{"outputs":[{"name":"a","datatype":"FP32","shape":[9223372036854775807,9223372036854775807],"data":[1]}]}"#,
            #"{"outputs":[{"name":"a","datatype":"FP32","shape":[2],"parameters":{"binary_data_size":8}}]}"#,
        ])
    func malformed(_ text: String) async throws {
        let client = client { _ in response(text) }
        let error = await #expect(throws: OpenInferenceError.self) {
            try await client.infer([try pixels()], model: "plants")
        }
        #expect(error?.code == .invalidResponse)
    }

    @Test("An error of the server keeps its text apart from the description")
    func serverError() async throws {
        let client = client(
            { _ in response(#"{"error":"secret details of the token t0ken"}"#, 500) }, token: "t0ken")
        let error = try #require(
            await #expect(throws: OpenInferenceError.self) { try await client.infer([try pixels()], model: "plants") })
        #expect(error.code == .serverError && !"\(error)".contains("secret"))
        #expect(error.serviceMessage == "secret details of the token ••••")
    }

    @Test("A token is sent to this machine and over TLS, and not over a network without encryption")
    func token() async throws {
        let seen = Mutex<[String?]>([])
        for address: StaticString in ["http://127.0.0.1:8000", "https://gpu.example.net", "http://gpu.local"] {
            let client = client(
                { request in
                    seen.withLock { $0.append(request.head.headerFields[.authorization]) }
                    return response(#"{"name":"x"}"#)
                }, token: "t0ken", at: address)
            _ = try await client.server()
            #expect(!"\(client) \(String(reflecting: client))".contains("t0ken"))
        }
        #expect(seen.withLock(\.self) == ["Bearer t0ken", "Bearer t0ken", nil])
    }

    @Test("A request that cannot be sent is refused before anything is sent")
    func refused() async throws {
        let client = client { _ in
            Issue.record("something was sent")
            return response("{}")
        }
        for name in ["", "a/b", "..", "a b"] {
            await #expect(throws: OpenInferenceError.self) { try await client.metadata(model: name) }
        }
        #expect(throws: OpenInferenceError.self) {
            try InferenceTensor(name: "a", dataType: .float32, shape: [1, 2], bytes: [0])
        }
        let tensor = try InferenceTensor(
            name: "a", dataType: .float32, shape: [1], bytes: InferenceTensor.bytes(of: [.nan]))
        await #expect(throws: OpenInferenceError.self) { try await client.infer([tensor], model: "plants") }
    }

    @Test("The status says whether a model is ready", arguments: [(200, true), (400, false), (503, false)])
    func ready(_ status: Int, _ expected: Bool) async throws {
        let client = client { _ in response("", status) }
        #expect(try await client.isReady(model: "plants") == expected)
    }
}
