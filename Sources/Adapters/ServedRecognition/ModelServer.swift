package import Foundation
package import HTTPTransport
package import Inference
import OpenInference
import Synchronization

/// A model at a model server, in the terms of the engine: a tensor in, the model's outputs out.
///
/// Before the first photograph it compares the server's metadata with what the model's folder says, so a server whose model has
/// other inputs or outputs is noticed and not believed. One with the same shapes and other labels cannot be noticed.
package final class ModelServer: Sendable {
    package struct Settings: Sendable {
        package var address: URL
        /// Returns the present token; nil if there is none.
        package var token: @Sendable () -> String?
        /// The name of the model at the server.
        package var model: String
        /// The version; nil lets the server choose.
        package var version: String?
        /// For one photograph, with everything that is asked for it.
        package var timeLimit: Duration

        package init(
            address: URL, token: @escaping @Sendable () -> String? = { nil }, model: String, version: String? = nil,
            timeLimit: Duration
        ) {
            self.address = address
            self.token = token
            self.model = model
            self.version = version
            self.timeLimit = timeLimit
        }
    }

    private struct Agreement: Sendable {
        /// The name of the input.
        let input: String
        let sendsBytes: Bool
    }

    private let transport: HTTPTransport
    private let settings: Settings
    private let input: Inference.Port
    private let outputs: [Inference.Port]
    private let agreement = Mutex<Agreement?>(nil)

    /// `input` and `outputs` are those of the model's folder; the name of the input does not count. Sends nothing.
    package init(_ settings: Settings, input: Inference.Port, outputs: [Inference.Port], transport: HTTPTransport) {
        self.settings = settings
        self.input = input
        self.outputs = outputs
        self.transport = transport
    }

    /// The token may be replaced while the server runs.
    private var client: OpenInferenceClient {
        OpenInferenceClient(baseURL: settings.address, token: settings.token(), transport: transport)
    }

    /// Compares the server's model with the folder's. Throws `InferenceError` if the server does not answer, has no such model,
    /// or another one.
    package func check() async throws { _ = try await inTime { try await self.agreed() } }

    /// Runs the model. Throws `InferenceError`, or `CancellationError` if the task is cancelled.
    package func infer(_ tensor: Tensor) async throws -> [String: Tensor] {
        do { return try await inTime { try await self.run(tensor) } } catch let error as InferenceError {
            // The server may have another model when it answers again.
            agreement.withLock { $0 = nil }
            throw error
        }
    }

    private func run(_ tensor: Tensor) async throws -> [String: Tensor] {
        let agreed = try await agreed()
        let answer = try await asking {
            try await client.infer(
                [
                    try InferenceTensor(
                        name: agreed.input, dataType: Self.type(tensor.element), shape: tensor.shape,
                        bytes: tensor.bytes)
                ], model: settings.model, version: settings.version, outputs: outputs.map(\.name),
                asBytes: agreed.sendsBytes)
        }
        var results: [String: Tensor] = [:]
        for port in outputs {
            guard let output = answer[port.name], output.dataType == Self.type(port.element),
                Self.count(output.shape) == Self.count(port.shape)
            else { throw Self.mismatch("The model server gave no output \(port.name) as the model has it.") }
            // An overflow of half precision, for example.
            guard output.floats.allSatisfy(\.isFinite) else {
                throw Self.mismatch("The model server gave an output \(port.name) with something that is no number.")
            }
            results[port.name] = try Tensor(element: port.element, shape: port.shape, bytes: output.bytes)
        }
        return results
    }

    private func inTime<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await withDeadline(
            settings.timeLimit, clock: ContinuousClock(),
            orThrow: InferenceError(.timedOut, during: "model server", "The model server did not answer in time."), work
        )
    }

    private func agreed() async throws -> Agreement {
        if let known = agreement.withLock(\.self) { return known }
        let model = try await asking {
            try await client.metadata(model: settings.model, version: settings.version)
        }
        // Some gateways show only the models.
        let readsBytes = try await asking {
            do { return try await client.server().readsBytes } catch let error as OpenInferenceError
                where error.status != nil
            { return false }
        }
        guard !model.inputs.isEmpty else { throw Self.mismatch("The model server does not say what the model wants.") }
        guard let port = model.inputs.first, model.inputs.count == 1, port.dataType == Self.type(input.element),
            Self.fits(port.shape, input.shape)
        else { throw Self.mismatch("The model server has a model that wants other pixels.") }
        for output in outputs {
            let metadata = model.outputs.first { $0.name == output.name }
            guard let metadata, metadata.dataType == Self.type(output.element),
                metadata.shape.isEmpty || Self.fits(metadata.shape, output.shape)
            else { throw Self.mismatch("The model server has a model without the output \(output.name).") }
        }
        let agreed = Agreement(input: port.name, sendsBytes: readsBytes)
        agreement.withLock { $0 = agreed }
        return agreed
    }

    private func asking<Value>(_ work: () async throws -> Value) async throws -> Value {
        do { return try await work() } catch let error as OpenInferenceError {
            let code: InferenceError.Code = error.code == .timedOut ? .timedOut : .failed
            throw InferenceError(code, during: "model server: \(error)", error.message)
        }
    }

    /// Whether a shape of a server's metadata, in which −1 means any, fits that of the model.
    private static func fits(_ stated: [Int], _ wanted: [Int]) -> Bool {
        if stated.count == wanted.count { return zip(stated, wanted).allSatisfy { $0 == -1 || $0 == $1 } }
        // Some servers leave out the number of pictures.
        return stated.count + 1 == wanted.count && fits([-1] + stated, wanted)
    }

    private static func count(_ shape: [Int]) -> Int { shape.reduce(1, *) }

    private static func type(_ element: Tensor.Element) -> InferenceTensor.DataType {
        switch element {
        case .uint8: .uint8
        case .float32: .float32
        }
    }

    private static func mismatch(_ message: String) -> InferenceError {
        InferenceError(.modelMismatch, during: "model server", message)
    }
}
