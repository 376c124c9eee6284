import Foundation
import Support
import Testing

@testable import Inference

@Suite("Inference", .tags(.medium), .serialized)
struct InferenceTests {
    private let tiny = Fixture.path("Models/tiny/model.xml")

    private func picture(red: UInt8, green: UInt8, blue: UInt8) throws -> Tensor {
        try Tensor(
            element: .uint8, shape: [1, 8, 8, 3], bytes: (0..<64).flatMap { _ in [red, green, blue] })
    }

    @Test("A model states its inputs and outputs")
    func ports() throws {
        let model = try InferenceModel(path: tiny)
        #expect(model.inputs == [Port(name: "image", element: .uint8, shape: [1, 8, 8, 3])])
        #expect(Set(model.outputs.map(\.name)) == ["probabilities", "embedding"])
    }

    @Test("Inference gives the same result in both modes", arguments: InferenceModel.Settings.Mode.allCases)
    func answers(mode: InferenceModel.Settings.Mode) async throws {
        var settings = InferenceModel.Settings()
        settings.mode = mode
        settings.threads = 2
        let model = try InferenceModel(path: tiny, settings: settings)
        #expect(model.width == (mode == .latency ? 1 : 2))
        let result = try await model.infer(picture(red: 240, green: 0, blue: 0))
        let probabilities = try #require(result["probabilities"]).floats
        #expect(probabilities.count == 3)
        #expect(probabilities[0] > 0.99)
        #expect(abs(probabilities.reduce(0, +) - 1) < 1e-5)
    }

    @Test("Inference serves many callers at the same time, each with its own result")
    func together() async throws {
        var settings = InferenceModel.Settings()
        settings.mode = .throughput
        settings.threads = 2
        let model = try InferenceModel(path: tiny, settings: settings)
        try await withThrowingTaskGroup(of: (Int, Int).self) { group in
            for number in 0..<300 {
                group.addTask {
                    var levels: [UInt8] = [0, 0, 0]
                    levels[number % 3] = 255
                    let tensor = try picture(red: levels[0], green: levels[1], blue: levels[2])
                    let floats = try await model.infer(tensor)["probabilities"]?.floats ?? []
                    return (number % 3, floats.indices.max { floats[$0] < floats[$1] } ?? -1)
                }
            }
            for try await (asked, answered) in group { #expect(asked == answered) }
        }
    }

    @Test("Inference stops at its time limit, and the model can be run again")
    func timeLimit() async throws {
        var settings = InferenceModel.Settings()
        settings.timeLimit = .milliseconds(50)
        let model = try InferenceModel(path: Fixture.path("Models/slow/model.xml"), settings: settings)
        let input = try Tensor(element: .uint8, shape: [1, 1, 1, 1], bytes: [1])
        for _ in 0..<2 {
            let error = await #expect(throws: InferenceError.self) { try await model.infer(input) }
            #expect(error?.code == .timedOut)
        }
    }

    @Test("Inference ends when its task is cancelled, running or waiting")
    func cancellation() async throws {
        let model = try InferenceModel(path: Fixture.path("Models/slow/model.xml"))
        let input = try Tensor(element: .uint8, shape: [1, 1, 1, 1], bytes: [1])
        let first = Task { try await model.infer(input) }
        let second = Task { try await model.infer(input) }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
    }
}

extension InferenceTests {
    @Test("A missing model file is an error that names the file")
    func missing() {
        let error = #expect(throws: InferenceError.self) { try InferenceModel(path: "/nowhere/model.xml") }
        #expect(error?.code == .modelMissing)
        #expect(error?.message.contains("/nowhere/model.xml") == true)
    }

    @Test("A file that is not a model is refused")
    func corrupt() throws {
        let folder = try Fixture.Folder()
        let path = folder.path + "/model.xml"
        try Data("<net>".utf8).write(to: URL(filePath: path))
        let error = #expect(throws: InferenceError.self) { try InferenceModel(path: path) }
        #expect(error?.code == .modelCorrupt)
    }

    @Test("An input of another shape or size is refused")
    func mismatch() async throws {
        let model = try InferenceModel(path: tiny)
        let wrong = try Tensor(element: .uint8, shape: [1, 3, 8, 8], bytes: [UInt8](repeating: 0, count: 192))
        let error = await #expect(throws: InferenceError.self) { try await model.infer(wrong) }
        #expect(error?.code == .modelMismatch)
        #expect(throws: InferenceError.self) { try Tensor(element: .float32, shape: [2], bytes: [0]) }
    }

    @Test("The model compiled for this processor is cached on disk")
    func cache() throws {
        let folder = try Fixture.Folder()
        var settings = InferenceModel.Settings()
        settings.cacheDirectory = folder.path
        _ = try InferenceModel(path: tiny, settings: settings)
        #expect(try !FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test("A file of the cache that another process is writing, or that was left half written, does no harm")
    func halfWrittenCache() async throws {
        let folder = try Fixture.Folder()
        var settings = InferenceModel.Settings()
        settings.cacheDirectory = folder.path
        _ = try InferenceModel(path: tiny, settings: settings)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).map { folder.path + "/" + $0 }
        let whole = try files.map { try Data(contentsOf: URL(filePath: $0)) }
        try #require(!files.isEmpty)
        for part in [0.0, 0.1, 0.5, 0.9] {
            for (file, bytes) in zip(files, whole) {
                try bytes.prefix(Int(Double(bytes.count) * part)).write(to: URL(filePath: file))
            }
            let model = try InferenceModel(path: tiny, settings: settings)
            _ = try await model.infer(picture(red: 9, green: 8, blue: 7))
        }
    }
}
