import Foundation
import Inference
import LocalRecognition
import Recognition
import Support
import Testing

@Suite("The reader of a model that a server runs", .tags(.medium))
struct ServedModelReaderTests {
    private func tensor(_ port: Inference.Port, _ numbers: [Float]) throws -> Tensor {
        let bytes = numbers.withUnsafeBytes { Array($0) }
        return try Tensor(element: .float32, shape: port.shape, bytes: bytes)
    }

    /// The outputs of the model, with these numbers for the labels.
    private func outputs(_ folder: ModelFolder, _ scores: Tensor) throws -> [String: Tensor] {
        var results = ["probabilities": scores]
        for port in folder.outputs where port.name != "probabilities" {
            results[port.name] = try tensor(port, [Float](repeating: 0, count: port.shape.reduce(1, *)))
        }
        return results
    }

    private func pixels(_ folder: ModelFolder) throws -> [UInt8] {
        [UInt8](repeating: 0, count: try #require(folder.input).shape.reduce(1, *))
    }

    @Test("Probabilities are read, and other numbers under the same name are ignored")
    func served() async throws {
        let folder = try ModelShelf(folder: "/nowhere").used()
        let port = try #require(folder.outputs.first { $0.name == "probabilities" })
        var numbers = [Float](repeating: 0.1 / Float(port.shape[1] - 1), count: port.shape[1])
        numbers[3] = 0.9
        for (factor, isBelieved): (Float, Bool) in [(1, true), (12, false), (-1, false), (0, false)] {
            let scores = try tensor(port, numbers.map { $0 * factor })
            let results = try outputs(folder, scores)
            let reader = try ModelReader(folder) { _ in results }
            if isBelieved {
                let reading = try await reader.read(try pixels(folder))
                #expect(reading.scores[3].probability > 0.89)
            } else {
                let error = await #expect(throws: InferenceError.self) { try await reader.read(try pixels(folder)) }
                #expect(error?.code == .modelMismatch)
            }
        }
    }

    @Test("Probabilities of bytes may add up to less than one, because each is rounded")
    func rounded() async throws {
        let builtIn = try ModelShelf(folder: "/nowhere").used()
        let copy = try Fixture.Folder()
        let place = copy.path + "/model"
        try FileManager.default.copyItem(atPath: builtIn.path, toPath: place)
        let manifest = place + "/model.json"
        let text = try String(contentsOfFile: manifest, encoding: .utf8)
        let quantised = text.replacing(
            /"probabilities": \{/, with: #""probabilities": { "quantisation": {"scale": 0.00390625, "zeroPoint": 0},"#)
        #expect(quantised != text)
        try quantised.write(toFile: manifest, atomically: true, encoding: .utf8)
        let folder = try ModelFolder(path: place)
        let port = try #require(folder.outputs.first { $0.name == "probabilities" })
        var bytes = [UInt8](repeating: 0, count: port.shape[1])
        bytes[5] = 40
        let results = try outputs(folder, try Tensor(element: .uint8, shape: port.shape, bytes: bytes))
        let reading = try await ModelReader(folder) { _ in results }.read(try pixels(folder))
        #expect(reading.scores[5].probability == 40.0 / 256)
    }
}
