import Concurrency
import Foundation
import Synchronization

/// A model in memory, shared by all callers: load it once and run it repeatedly.
///
/// The pool contains as many requests as inferences may run at the same time; further callers wait in order.
package final class InferenceModel: Sendable {
    package struct Settings: Sendable {
        package enum Mode: String, Sendable, CaseIterable {
            /// Minimum latency: all cores work on one picture.
            case latency
            /// Maximum throughput: each core works on its own picture.
            case throughput
        }

        package enum Precision: String, Sendable, CaseIterable {
            /// The same result on every processor.
            case float32 = "f32"
            /// About twice as fast on processors that support it; probabilities change in the third digit.
            case bfloat16 = "bf16"
        }

        package var mode = Mode.latency
        package var precision = Precision.float32
        /// The number of processor cores; 0 means all.
        package var threads = 0
        /// The folder for the model compiled for this processor, which makes the next start faster.
        package var cacheDirectory: String?
        package var timeLimit: Duration = .seconds(10)

        package init() {}
    }

    package let inputs: [Port]
    package let outputs: [Port]
    package let path: String
    private let requests: RequestPool
    private let settings: Settings

    /// Reads the model file at `path` (OpenVINO IR, ONNX or TensorFlow Lite) and compiles it.
    package init(path: String, settings: Settings = Settings()) throws(InferenceError) {
        guard FileManager.default.isReadableFile(atPath: path) else {
            throw InferenceError(.modelMissing, during: "open", "The model file \(path) is missing or cannot be read.")
        }
        let cores = settings.threads > 0 ? settings.threads : ProcessInfo.processInfo.activeProcessorCount
        let size = settings.mode == .throughput ? cores : 1
        let properties = [
            ("PERFORMANCE_HINT", settings.mode == .throughput ? "THROUGHPUT" : "LATENCY"),
            ("INFERENCE_PRECISION_HINT", settings.precision.rawValue),
            ("INFERENCE_NUM_THREADS", String(cores)),
            ("NUM_STREAMS", String(size)),
        ]
        let model = try Self.compile(path, properties, cache: settings.cacheDirectory)
        inputs = try model.ports(outputs: false)
        outputs = try model.ports(outputs: true)
        guard inputs.count == 1 else {
            throw InferenceError(
                .modelMismatch, during: "ports", "The model \(path) has \(inputs.count) inputs; one is supported.")
        }
        var made: [RequestHandle] = []
        for _ in 0..<size { made.append(try RequestHandle(model)) }
        requests = RequestPool(made)
        self.path = path
        self.settings = settings
    }

    /// Another process may be writing the file of the cache at this moment, or was killed while it did: then the model is
    /// compiled without the cache.
    private static func compile(
        _ path: String, _ properties: [(String, String)], cache: String?
    ) throws(InferenceError) -> CompiledModelHandle {
        if let cache,
            let model = try? CompiledModelHandle(path: path, properties: properties + [("CACHE_DIR", cache)])
        {
            return model
        }
        return try CompiledModelHandle(path: path, properties: properties)
    }

    /// The number of inferences that run at the same time.
    package var width: Int { requests.size }

    package static var libraryVersion: String { OpenVINO.version }

    /// Runs the model. Throws `InferenceError`, or `CancellationError` if the task is cancelled first.
    package func infer(_ tensor: Tensor) async throws -> [String: Tensor] {
        guard let input = inputs.first, input.element == tensor.element, input.shape == tensor.shape else {
            throw InferenceError(
                .modelMismatch, during: "input",
                "The model wants \(inputs.first.map { "\($0.element.rawValue) \($0.shape)" } ?? "nothing"), "
                    + "not \(tensor.element.rawValue) \(tensor.shape).")
        }
        return try await requests.withRequest { try await infer(tensor, with: $0) }
    }

    private func infer(_ tensor: Tensor, with request: RequestHandle) async throws -> [String: Tensor] {
        let run = Run(request)
        // Dispatch enforces the time limit, so that no thread waits and the task needs no clock.
        let timer = DispatchWorkItem { run.stop(.timedOut) }
        DispatchQueue.global().asyncAfter(
            deadline: .now() + (settings.timeLimit / .seconds(1)), execute: timer)
        defer { timer.cancel() }
        try await withTaskCancellationHandler {
            try await run.perform(tensor)
        } onCancel: {
            run.stop(.cancelled)
        }
        var results: [String: Tensor] = [:]
        for port in outputs { results[port.name] = try request.output(port) }
        return results
    }
}

/// A running inference and the reason why it was stopped, if any.
private final class Run: Sendable {
    enum Stop { case timedOut, cancelled }

    private struct State {
        var stop: Stop?
        /// From now on the request may belong to another caller.
        var isOver = false
    }

    /// The state shared with the library's callback.
    private final class Board: Sendable {
        private let state = Mutex(State())
        func withLock<Value>(_ body: (inout State) -> Value) -> Value { state.withLock { body(&$0) } }
    }

    private let request: RequestHandle
    private let state = Board()

    init(_ request: RequestHandle) {
        self.request = request
    }

    func stop(_ reason: Stop) {
        state.withLock { state in
            guard state.stop == nil, !state.isOver else { return }
            state.stop = reason
            request.cancel()
        }
    }

    func perform(_ tensor: Tensor) async throws {
        if state.withLock({ $0.stop == nil }) {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                do {
                    try request.start(tensor) { [state] in
                        // A completed result counts, even if this task resumes late.
                        state.withLock { $0.isOver = true }
                        continuation.resume()
                    }
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
        let failure: InferenceError?
        do throws(InferenceError) {
            try request.finish()
            failure = nil
        } catch {
            failure = error
        }
        let stop = state.withLock { state in
            state.isOver = true
            return state.stop
        }
        switch stop {
        case .timedOut:
            throw InferenceError(.timedOut, during: "infer", "The model took too long to answer.")
        case .cancelled: throw CancellationError()
        case nil: if let failure { throw failure }
        }
    }
}

/// The free requests; the semaphore has as many permits as there are requests.
private final class RequestPool: Sendable {
    private let free: Mutex<[RequestHandle]>
    private let permits: AsyncSemaphore
    let size: Int

    init(_ requests: [RequestHandle]) {
        size = requests.count
        free = Mutex(requests)
        permits = AsyncSemaphore(requests.count)
    }

    /// Runs `body` with an exclusive request; callers get requests in the order of their calls. Throws the errors of
    /// `body`, or `CancellationError` if the task is cancelled first.
    func withRequest<Value>(_ body: (RequestHandle) async throws -> Value) async throws -> Value {
        try await permits.withPermit {
            guard let request = free.withLock({ $0.popLast() }) else {
                throw InferenceError(.failed, during: "pool", "No inference request is free.")
            }
            defer { free.withLock { $0.append(request) } }
            return try await body(request)
        }
    }
}
