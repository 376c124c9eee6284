public import Foundation
public import HTTPTransport
import HTTPTypes

/// A client of model servers that speak the Open Inference Protocol (KServe V2) over HTTP: OpenVINO Model Server, Triton,
/// KServe, MLServer and others.
///
/// ```swift
/// let client = OpenInferenceClient(baseURL: address, transport: transport)
/// let picture = try InferenceTensor(name: "input", dataType: .uint8, shape: [1, 224, 224, 3], bytes: pixels)
/// let scores = try await client.infer([picture], model: "plants")["scores"]?.floats
/// ```
///
/// The client is stateless: it does not count, cache, wait or retry; the caller adds time-outs to the transport. Tensors of
/// bytes and of floating-point numbers of 32 bits are read and written.
///
/// Source: <https://github.com/kserve/open-inference-protocol>, and the extension for binary tensor data of Triton.
public struct OpenInferenceClient: Sendable, CustomStringConvertible, CustomReflectable {
    /// The address of the server.
    public var baseURL: URL { api.baseURL }
    private let api: APIClient<OpenInferenceError>

    /// The largest response: outputs of some million numbers.
    private static let responseLimit = 64 << 20

    /// A client of one server.
    ///
    /// - Parameters:
    ///   - baseURL: the server's address: scheme, host, port and the path before `/v2`.
    ///   - token: a token that is sent as `Authorization: Bearer …`, over TLS or to this machine only; nil for none.
    ///   - transport: sends the requests.
    public init(baseURL: URL, token: String? = nil, transport: HTTPTransport) {
        let isSent = token != nil && baseURL.isConfidential
        api = APIClient(
            baseURL: baseURL, transport: transport,
            credential: isSent ? .bearer(token ?? "") : .none, secrets: [token ?? ""])
    }

    public var description: String { "OpenInferenceClient(\(api.host))" }

    public var customMirror: Mirror { Mirror(self, children: ["host": api.host], displayStyle: .struct) }

    /// What the server says of itself.
    ///
    /// - Throws: ``OpenInferenceError``, `CancellationError`.
    public func server() async throws -> InferenceServer {
        try api.value(of: try await api.success(APICall(path: "/v2")))
    }

    /// Whether the server has loaded a model and can use it.
    ///
    /// - Throws: ``OpenInferenceError``, `CancellationError`.
    public func isReady(model name: String, version: String? = nil) async throws -> Bool {
        let response = try await api.success(
            APICall(path: try Self.path(name, version) + "/ready"), or: [400, 404, 503])
        return response.head.status.code == 200
    }

    /// What the server says of a model.
    ///
    /// - Throws: ``OpenInferenceError``, `CancellationError`.
    public func metadata(model name: String, version: String? = nil) async throws -> InferenceModelMetadata {
        try api.value(of: try await api.success(APICall(path: try Self.path(name, version))))
    }

    /// Computes the outputs of a model.
    ///
    /// - Parameters:
    ///   - inputs: the inputs.
    ///   - name: the name of the model at the server.
    ///   - version: its version; nil lets the server choose.
    ///   - outputs: the names of the wanted outputs; all if it is empty.
    ///   - asBytes: sends and requests tensors as bytes after the JSON, which is faster; only for servers with
    ///     ``InferenceServer/readsBytes``.
    /// - Returns: the outputs.
    /// - Throws: ``OpenInferenceError``, `CancellationError`.
    public func infer(
        _ inputs: [InferenceTensor], model name: String, version: String? = nil, outputs: [String] = [],
        asBytes: Bool = false
    ) async throws -> InferenceResponse {
        let request = try InferenceRequestBody(inputs, outputs: outputs, asBytes: asBytes)
        let response = try await api.success(
            APICall(
                method: .post, path: try Self.path(name, version) + "/infer",
                body: .init(contentType: request.contentType, bytes: HTTPTransport.Body(request.bytes)),
                accept: "*/*", fields: request.fields, responseLimit: Self.responseLimit))
        do {
            return try InferenceResponse(response)
        } catch let error as OpenInferenceError {
            throw error
        } catch {
            throw OpenInferenceError(unreadable: response, cause: error, hiding: api.secrets)
        }
    }

    /// The path of a model. The names of models and versions have letters, digits and `-._~` only.
    private static func path(_ name: String, _ version: String?) throws -> String {
        guard let name = QueryItems.pathSegment(name, limit: 200) else {
            throw OpenInferenceError(.invalidRequest, "this is no name of a model")
        }
        guard let version else { return "/v2/models/\(name)" }
        guard let version = QueryItems.pathSegment(version, limit: 200) else {
            throw OpenInferenceError(.invalidRequest, "this is no version of a model")
        }
        return "/v2/models/\(name)/versions/\(version)"
    }
}
