internal import COpenVINO
import Glibc
import Synchronization

/// The only place that converts an OpenVINO status into an error.
enum OpenVINO {
    static func check(_ status: ov_status_e, _ operation: String, _ code: InferenceError.Code) throws(InferenceError) {
        guard status != OK else { return }
        throw failure(status, operation, code)
    }

    static func failure(_ status: ov_status_e, _ operation: String, _ code: InferenceError.Code) -> InferenceError {
        let name = ov_get_error_info(status).map { String(cString: $0) } ?? "status \(status.rawValue)"
        // The library's text is long and intended for its developers: its last line states the error.
        let text = ov_get_last_err_msg().map { String(cString: $0) } ?? ""
        let line = text.split(separator: "\n").last.map(String.init) ?? ""
        return InferenceError(code, during: "\(operation): \(name)", "\(operation) failed: \(name). \(line)")
    }

    static var version: String {
        var version = ov_version_t()
        guard ov_get_openvino_version(&version) == OK else { return "unknown" }
        defer { ov_version_free(&version) }
        return version.buildNumber.map { String(cString: $0) } ?? "unknown"
    }
}

/// The process's OpenVINO runtime: created with the first model, kept until the process ends.
///
/// `@unchecked Sendable`: OpenVINO allows its core to be used from any thread.
final class CoreHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    static let ofThisProcess: Result<CoreHandle, InferenceError> = Result { () throws(InferenceError) in
        try CoreHandle()
    }

    private init() throws(InferenceError) {
        var core: OpaquePointer?
        try OpenVINO.check(ov_core_create(&core), "starting OpenVINO", .failed)
        guard let core else { throw OpenVINO.failure(OK, "starting OpenVINO", .failed) }
        pointer = core
    }

    deinit { ov_core_free(pointer) }
}

/// A model compiled for this processor.
///
/// `@unchecked Sendable`: only read after its creation.
final class CompiledModelHandle: @unchecked Sendable {
    let pointer: OpaquePointer
    private let core: CoreHandle

    /// `hasFixedShape` replaces every dynamic dimension of the input by 1.
    init(path: String, properties: [(String, String)], hasFixedShape: Bool = true) throws(InferenceError) {
        core = try CoreHandle.ofThisProcess.get()
        var strings: [UnsafeMutablePointer<CChar>?] = []
        defer { strings.forEach { free($0) } }
        let pairs = properties.map { name, value in
            let (name, value) = (strdup(name), strdup(value))
            strings += [name, value]
            return ov_property_t(key: UnsafePointer(name), value: UnsafePointer(value))
        }
        var compiled: OpaquePointer?
        let status = ov_core_compile_model_from_file_props(core.pointer, path, "CPU", pairs.count, pairs, &compiled)
        try OpenVINO.check(status, "loading \(path)", .modelCorrupt)
        guard let first = compiled else { throw OpenVINO.failure(OK, "loading \(path)", .modelCorrupt) }
        guard hasFixedShape, let shape = try Self.fixedShape(ofInputOf: first) else {
            pointer = first
            return
        }
        // The batch dimension was dynamic: the model is compiled again for one picture, which is faster and has shapes
        // that can be checked.
        ov_compiled_model_free(first)
        pointer = try Self.compile(path, core: core, shape: shape, properties: pairs)
    }

    /// The input's shape with 1 for every dynamic dimension; nil if no dimension is dynamic.
    private static func fixedShape(ofInputOf model: OpaquePointer) throws(InferenceError) -> [Int64]? {
        var port: OpaquePointer?
        guard ov_compiled_model_input_by_index(model, 0, &port) == OK, let port else { return nil }
        defer { ov_output_const_port_free(port) }
        var shape = ov_partial_shape_t()
        try OpenVINO.check(ov_port_get_partial_shape(port, &shape), "reading the input's shape", .modelMismatch)
        defer { ov_partial_shape_free(&shape) }
        guard shape.rank.min == shape.rank.max, shape.rank.max > 0 else {
            throw InferenceError(.modelMismatch, during: "ports", "The model does not say what shape its input has.")
        }
        let bounds = (0..<Int(shape.rank.max)).map { (shape.dims[$0].min, shape.dims[$0].max) }
        guard bounds.contains(where: { $0.0 != $0.1 }) else { return nil }
        return bounds.map { $0.0 == $0.1 ? $0.0 : 1 }
    }

    private static func compile(
        _ path: String, core: CoreHandle, shape: [Int64], properties: [ov_property_t]
    ) throws(InferenceError) -> OpaquePointer {
        var model: OpaquePointer?
        try OpenVINO.check(ov_core_read_model(core.pointer, path, nil, &model), "reading \(path)", .modelCorrupt)
        defer { ov_model_free(model) }
        var partial = ov_partial_shape_t()
        try OpenVINO.check(
            ov_partial_shape_create_static(Int64(shape.count), shape, &partial), "shaping \(path)", .modelMismatch)
        defer { ov_partial_shape_free(&partial) }
        try OpenVINO.check(ov_model_reshape_single_input(model, partial), "shaping \(path)", .modelMismatch)
        var compiled: OpaquePointer?
        let status = ov_core_compile_model_props(
            core.pointer, model, "CPU", properties.count, properties, &compiled)
        try OpenVINO.check(status, "loading \(path)", .modelCorrupt)
        guard let compiled else { throw OpenVINO.failure(OK, "loading \(path)", .modelCorrupt) }
        return compiled
    }

    deinit { ov_compiled_model_free(pointer) }

    func ports(outputs: Bool) throws(InferenceError) -> [Port] {
        var count = 0
        let status =
            outputs ? ov_compiled_model_outputs_size(pointer, &count) : ov_compiled_model_inputs_size(pointer, &count)
        try OpenVINO.check(status, "reading the model's ports", .modelMismatch)
        var ports: [Port] = []
        for index in 0..<count {
            var port: OpaquePointer?
            let status =
                outputs
                ? ov_compiled_model_output_by_index(pointer, index, &port)
                : ov_compiled_model_input_by_index(pointer, index, &port)
            try OpenVINO.check(status, "reading the model's ports", .modelMismatch)
            guard let port else { continue }
            defer { ov_output_const_port_free(port) }
            ports.append(try Self.describe(port))
        }
        return ports
    }

    private static func describe(_ port: OpaquePointer) throws(InferenceError) -> Port {
        var name: UnsafeMutablePointer<CChar>?
        var element = DYNAMIC
        var shape = ov_shape_t()
        try OpenVINO.check(ov_port_get_any_name(port, &name), "reading a port's name", .modelMismatch)
        defer { ov_free(name) }
        let text = name.map { String(cString: $0) } ?? ""
        try OpenVINO.check(ov_port_get_element_type(port, &element), "reading the type of \(text)", .modelMismatch)
        try OpenVINO.check(ov_const_port_get_shape(port, &shape), "reading the shape of \(text)", .modelMismatch)
        defer { ov_shape_free(&shape) }
        let sizes = (0..<Int(shape.rank)).map { Int(shape.dims[$0]) }
        switch element {
        case U8: return Port(name: text, element: .uint8, shape: sizes)
        case F32: return Port(name: text, element: .float32, shape: sizes)
        default:
            throw InferenceError(
                .modelMismatch, during: "ports",
                "The model's \(text) holds numbers of a kind that is not supported; 8-bit or 32-bit float are.")
        }
    }
}

/// An inference request; used by one caller at a time.
///
/// `@unchecked Sendable`: the pool gives it to one caller, and cancellation from another thread is allowed.
final class RequestHandle: @unchecked Sendable {
    private let pointer: OpaquePointer
    private let model: CompiledModelHandle
    /// OpenVINO keeps the address of the callback, not a copy: it must live as long as the request.
    private let callback: UnsafeMutablePointer<ov_callback_t>
    private let completion = Completion()

    init(_ model: CompiledModelHandle) throws(InferenceError) {
        var request: OpaquePointer?
        try OpenVINO.check(ov_compiled_model_create_infer_request(model.pointer, &request), "making a request", .failed)
        guard let request else { throw OpenVINO.failure(OK, "making a request", .failed) }
        pointer = request
        self.model = model
        callback = .allocate(capacity: 1)
        callback.initialize(
            to: ov_callback_t(
                callback_func: { raw in
                    guard let raw else { return }
                    Unmanaged<Completion>.fromOpaque(raw).takeUnretainedValue().call()
                }, args: Unmanaged.passUnretained(completion).toOpaque()))
        try OpenVINO.check(ov_infer_request_set_callback(pointer, callback), "making a request", .failed)
    }

    deinit {
        ov_infer_request_free(pointer)
        callback.deallocate()
    }

    /// Copies `tensor` into the request and starts it; `completion` is called once, on one of OpenVINO's threads.
    func start(_ tensor: Tensor, completion: @escaping @Sendable () -> Void) throws(InferenceError) {
        var input: OpaquePointer?
        try OpenVINO.check(ov_infer_request_get_input_tensor(pointer, &input), "finding the input", .failed)
        guard let input else { throw OpenVINO.failure(OK, "finding the input", .failed) }
        defer { ov_tensor_free(input) }
        var size = 0
        var data: UnsafeMutableRawPointer?
        try OpenVINO.check(ov_tensor_get_byte_size(input, &size), "measuring the input", .failed)
        guard size == tensor.bytes.count else {
            throw InferenceError(
                .modelMismatch, during: "input", "The model wants \(size) bytes, not \(tensor.bytes.count).")
        }
        try OpenVINO.check(ov_tensor_data(input, &data), "filling the input", .failed)
        tensor.bytes.withUnsafeBytes { bytes in
            if let from = bytes.baseAddress { data?.copyMemory(from: from, byteCount: bytes.count) }
        }
        self.completion.set(completion)
        let status = ov_infer_request_start_async(pointer)
        guard status == OK else {
            self.completion.set(nil)
            throw OpenVINO.failure(status, "starting", .failed)
        }
    }

    /// Waits for the end that the completion has announced. Throws `InferenceError` if the inference failed.
    func finish() throws(InferenceError) {
        try OpenVINO.check(ov_infer_request_wait(pointer), "running the model", .failed)
    }

    func cancel() {
        _ = ov_infer_request_cancel(pointer)
    }

    func output(_ port: Port) throws(InferenceError) -> Tensor {
        var output: OpaquePointer?
        try OpenVINO.check(ov_infer_request_get_tensor(pointer, port.name, &output), "reading \(port.name)", .failed)
        guard let output else { throw OpenVINO.failure(OK, "reading \(port.name)", .failed) }
        defer { ov_tensor_free(output) }
        var size = 0
        var data: UnsafeMutableRawPointer?
        try OpenVINO.check(ov_tensor_get_byte_size(output, &size), "reading \(port.name)", .failed)
        try OpenVINO.check(ov_tensor_data(output, &data), "reading \(port.name)", .failed)
        return try Tensor(
            element: port.element, shape: port.shape,
            bytes: [UInt8](UnsafeRawBufferPointer(start: data, count: size)))
    }

    /// The function to call at the end of the running inference.
    private final class Completion: Sendable {
        private let body = Mutex<(@Sendable () -> Void)?>(nil)

        func set(_ body: (@Sendable () -> Void)?) {
            self.body.withLock { $0 = body }
        }

        func call() {
            let body = body.withLock { body in
                defer { body = nil }
                return body
            }
            body?()
        }
    }
}
