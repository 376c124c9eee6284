import Foundation
import Inference
import Support
import Testing

@Suite("SynchronousModel", .tags(.medium))
struct SynchronousModelTests {
    private static let path = "/opt/stillroom/text-models-3.10.0/recognition.onnx"

    @Test("One model takes inputs of several widths, and the output has its steps and a sum of 1 each")
    func widths() throws {
        let model = try SynchronousModel(path: Self.path, precision: .float32)
        for width in [96, 160, 96] {
            let output = try model.run(
                shape: [1, 3, 48, width], values: [Float](repeating: 0.5, count: 3 * 48 * width))
            #expect(output.shape.count == 3 && output.shape[1] == width / 8)
            #expect(output.values.count == output.shape.reduce(1, *))
            let sum = output.values.prefix(output.shape[2]).reduce(0, +)
            #expect(abs(sum - 1) < 0.01)
        }
    }

    @Test("A wrong number of values, a shape that the model cannot take, and a missing file are errors")
    func errors() throws {
        let model = try SynchronousModel(path: Self.path, precision: .float32)
        let short = #expect(throws: InferenceError.self) { try model.run(shape: [1, 3, 48, 96], values: [1]) }
        #expect(short?.code == .modelMismatch)
        #expect(throws: InferenceError.self) {
            try model.run(shape: [1, 1, 48, 96], values: [Float](repeating: 0, count: 48 * 96))
        }
        let missing = #expect(throws: InferenceError.self) {
            try SynchronousModel(path: "/nowhere.onnx", precision: .float32)
        }
        #expect(missing?.code == .modelMissing)
    }
}
