internal import COpenVINO
import Foundation

/// A model whose input may differ in size from call to call, and which runs on the caller's thread: for a child process
/// that reads one picture at a time. Each new size costs 20 to 50 ms once, so use few sizes.
package final class SynchronousModel {
    private let model: CompiledModelHandle
    private let request: OpaquePointer

    /// Reads the model file at `path` and compiles it for one processor core. Throws `InferenceError`.
    package init(path: String, precision: InferenceModel.Settings.Precision) throws(InferenceError) {
        guard FileManager.default.isReadableFile(atPath: path) else {
            throw InferenceError(.modelMissing, during: "open", "The model file \(path) is missing or cannot be read.")
        }
        model = try CompiledModelHandle(
            path: path,
            properties: [
                ("PERFORMANCE_HINT", "LATENCY"), ("INFERENCE_PRECISION_HINT", precision.rawValue),
                ("INFERENCE_NUM_THREADS", "1"), ("NUM_STREAMS", "1"),
            ], hasFixedShape: false)
        var request: OpaquePointer?
        try OpenVINO.check(ov_compiled_model_create_infer_request(model.pointer, &request), "making a request", .failed)
        guard let request else { throw OpenVINO.failure(OK, "making a request", .failed) }
        self.request = request
    }

    deinit { ov_infer_request_free(request) }

    /// Runs the model. `values` are the input in row-major order, as 32-bit floats. Returns the first output. Throws
    /// `InferenceError`: `modelMismatch` if the values do not fill the shape, or the output is not of 32-bit floats.
    package func run(shape: [Int], values: [Float]) throws(InferenceError) -> (shape: [Int], values: [Float]) {
        guard !shape.isEmpty, shape.allSatisfy({ $0 > 0 }), shape.reduce(1, *) == values.count else {
            throw InferenceError(.modelMismatch, during: "input", "\(values.count) numbers do not fill \(shape).")
        }
        let input = try Self.tensor(shape)
        defer { ov_tensor_free(input) }
        var data: UnsafeMutableRawPointer?
        try OpenVINO.check(ov_tensor_data(input, &data), "filling the input", .failed)
        guard let data else { throw OpenVINO.failure(OK, "filling the input", .failed) }
        values.withUnsafeBytes { bytes in
            if let from = bytes.baseAddress { data.copyMemory(from: from, byteCount: bytes.count) }
        }
        try OpenVINO.check(ov_infer_request_set_input_tensor(request, input), "filling the input", .modelMismatch)
        try OpenVINO.check(ov_infer_request_infer(request), "running the model", .failed)
        return try output()
    }

    private static func tensor(_ sizes: [Int]) throws(InferenceError) -> OpaquePointer {
        var shape = ov_shape_t()
        try OpenVINO.check(ov_shape_create(Int64(sizes.count), sizes.map(Int64.init), &shape), "shaping", .failed)
        defer { ov_shape_free(&shape) }
        var tensor: OpaquePointer?
        try OpenVINO.check(ov_tensor_create(F32, shape, &tensor), "making the input", .failed)
        guard let tensor else { throw OpenVINO.failure(OK, "making the input", .failed) }
        return tensor
    }

    private func output() throws(InferenceError) -> (shape: [Int], values: [Float]) {
        var output: OpaquePointer?
        try OpenVINO.check(ov_infer_request_get_output_tensor(request, &output), "reading the output", .failed)
        guard let output else { throw OpenVINO.failure(OK, "reading the output", .failed) }
        defer { ov_tensor_free(output) }
        var element = DYNAMIC
        try OpenVINO.check(ov_tensor_get_element_type(output, &element), "reading the output", .failed)
        guard element == F32 else {
            throw InferenceError(.modelMismatch, during: "output", "The model's output is not of 32-bit floats.")
        }
        var shape = ov_shape_t()
        try OpenVINO.check(ov_tensor_get_shape(output, &shape), "reading the output", .failed)
        defer { ov_shape_free(&shape) }
        let sizes = (0..<Int(shape.rank)).map { Int(shape.dims[$0]) }
        var data: UnsafeMutableRawPointer?
        try OpenVINO.check(ov_tensor_data(output, &data), "reading the output", .failed)
        guard let data else { throw OpenVINO.failure(OK, "reading the output", .failed) }
        let count = sizes.reduce(1, *)
        let bytes = UnsafeRawBufferPointer(start: data, count: count * MemoryLayout<Float>.size)
        return (sizes, Array(bytes.bindMemory(to: Float.self)))
    }
}
