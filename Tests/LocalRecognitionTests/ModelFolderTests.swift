import Foundation
import Inference
import Recognition
import Support
import Testing

@testable import LocalRecognition

@Suite("ModelFolder", .tags(.medium))
struct ModelFolderTests {
    let folder: Fixture.Folder
    var path: String { folder.path + "/tiny" }

    init() throws {
        folder = try Fixture.Folder()
        try FileManager.default.copyItem(atPath: Fixture.path("Models/tiny"), toPath: folder.path + "/tiny")
    }

    private func edit(_ file: String, _ change: (inout [String: Any]) -> Void) throws {
        let url = URL(filePath: path + "/" + file)
        var json = try #require(JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any])
        change(&json)
        try JSONSerialization.data(withJSONObject: json).write(to: url)
    }

    private func labels(_ change: (inout [[String: Any]]) -> Void) throws {
        try edit("labels.json") { json in
            var rows = json["labels"] as? [[String: Any]] ?? []
            change(&rows)
            json["labels"] = rows
        }
    }

    private func refused(
        _ code: ModelFolderError.Code, naming file: String, at location: SourceLocation = #_sourceLocation
    ) {
        do {
            let model = try ModelFolder(path: path)
            try model.verify()
            _ = try ModelReader(model, settings: .init())
            Issue.record("it was accepted", sourceLocation: location)
        } catch {
            #expect(error.code == code, "\(error)", sourceLocation: location)
            #expect(error.file.hasSuffix(file), sourceLocation: location)
            #expect(error.remedy.contains("stillroom models"), sourceLocation: location)
        }
    }

    @Test("A complete model folder is read")
    func whole() throws {
        let model = try ModelFolder(path: path)
        try model.verify()
        #expect(model.manifest.fullName == "tiny 1")
        #expect(model.labels.compactMap { $0?.scientificName } == ["Rosa rubra", "Viola viridis", "Iris caerulea"])
        #expect(model.labels[0]?.commonNames == ["Red rose"])
        _ = try ModelReader(model, settings: .init())
    }

    @Test(
        "A model folder without manifest, weights, labels or centroids is refused and names the missing file",
        arguments: ["model.json", "model.xml", "labels.json", "centroids.f32"])
    func missing(file: String) throws {
        try FileManager.default.removeItem(atPath: path + "/" + file)
        refused(.missing, naming: file)
    }

    @Test("A model folder whose weights were changed is refused")
    func changed() throws {
        try Data("damaged".utf8).write(to: URL(filePath: path + "/model.bin"))
        refused(.corrupt, naming: "model.bin")
    }

    @Test("A model folder with fewer labels than outputs is refused")
    func tooFewLabels() throws {
        try labels { $0.removeLast() }
        refused(.mismatch, naming: "model.json")
    }

    @Test(
        "A model folder with a gap or a repetition among the indexes is refused",
        arguments: [[0, 1, 3], [0, 1, 1], [1, 2, 3], [-1, 0, 1]])
    func indexes(numbers: [Int]) throws {
        try labels { rows in for place in rows.indices { rows[place]["index"] = numbers[place] } }
        refused(.mismatch, naming: "labels.json")
    }
}

extension ModelFolderTests {
    @Test("A model folder with a nameless label is refused")
    func nameless() throws {
        try labels { $0[1]["scientificName"] = "" }
        refused(.mismatch, naming: "labels.json")
    }

    @Test("A model folder whose manifest is not JSON is refused", arguments: ["model.json", "labels.json"])
    func notJSON(file: String) throws {
        try Data("{".utf8).write(to: URL(filePath: path + "/" + file))
        refused(.corrupt, naming: file)
    }

    @Test("A model folder of a newer format is refused")
    func newer() throws {
        try edit("model.json") { $0["formatVersion"] = 2 }
        refused(.unsupported, naming: "model.json")
    }

    @Test(
        "A model folder that names a file outside itself is refused",
        arguments: ["../secret", "/etc/passwd", "a/../../b"])
    func outside(name: String) throws {
        try edit("model.json") { $0["labels"] = name }
        #expect(throws: ModelFolderError.self) { try ModelFolder(path: path) }
    }

    @Test("A model folder whose manifest and weights disagree about the input is refused")
    func shape() throws {
        try edit("model.json") { json in
            var input = json["input"] as? [String: Any] ?? [:]
            input["width"] = 16
            json["input"] = input
        }
        refused(.mismatch, naming: "model.xml")
    }
}

extension ModelFolderTests {
    @Test("The manifest's order of colours is used, and familiar pictures are distinguished from others")
    func reading() async throws {
        var settings = InferenceModel.Settings()
        // The time limit is not tested here, and the machine may be busy with all the other tests.
        settings.timeLimit = .seconds(300)
        let reader = try ModelReader(ModelFolder(path: path), settings: settings)
        let red = try await reader.read((0..<64).flatMap { _ in [250, 0, 0] as [UInt8] })
        #expect(red.scores.max { $0.probability < $1.probability }?.taxon.scientificName == "Rosa rubra")
        #expect(red.isFamiliar == true)
        let grey = try await reader.read([UInt8](repeating: 100, count: 192))
        #expect(grey.isFamiliar == false)
    }

    @Test("A model can say by an output of its own whether a picture is familiar")
    func familiarityOutput() async throws {
        var settings = InferenceModel.Settings()
        settings.timeLimit = .seconds(300)
        let gated = try ModelFolder(path: Fixture.path("Models/gated"))
        try gated.verify()
        let reader = try ModelReader(gated, settings: settings)
        let red = try await reader.read((0..<64).flatMap { _ in [250, 0, 0] as [UInt8] }, side: 8)
        #expect(red.isFamiliar == true)
        #expect(red.side == 8)
        // Its probabilities are bytes.
        #expect(abs(red.scores.reduce(0) { $0 + $1.probability } - 1) < 0.02)
        #expect((red.scores.first?.probability ?? 0) > 0.9)
        #expect(try await reader.read([UInt8](repeating: 100, count: 192)).isFamiliar == false)
    }

    @Test("Bytes without a rule of quantisation are refused, and a rule for floats, too")
    func quantisation() throws {
        try edit("model.json") { json in
            var outputs = json["outputs"] as? [String: [String: Any]] ?? [:]
            outputs["probabilities"]?["quantisation"] = ["scale": 0.5, "zeroPoint": 0]
            json["outputs"] = outputs
        }
        refused(.mismatch, naming: "model.xml")
    }

    @Test("A rule for one and the same plant needs an embedding and a possible threshold", arguments: [-1, 0, 1.5])
    func samePlant(threshold: Double) throws {
        try edit("model.json") { $0["samePlant"] = ["threshold": threshold] }
        refused(.unsupported, naming: "model.json")
    }

    @Test(
        "A rule of familiarity that names no output of the kind, and no file, is refused",
        arguments: [["output": "embedding"], ["output": "nothing"], ["file": "centroids.f32"], [:]])
    func familiarityRule(rule: [String: String]) throws {
        try edit("model.json") { json in
            json["familiarity"] = rule.merging(["threshold": "0"]) { $1 }.mapValues { value -> Any in
                Double(value) ?? value
            }
        }
        refused(.unsupported, naming: "model.json")
    }

    @Test("Logits become probabilities calibrated with temperatures")
    func calibration() {
        let cold = ModelReader.probabilities([1, 2, 3], kind: "logits", temperature: 1)
        let warm = ModelReader.probabilities([1, 2, 3], kind: "logits", temperature: 4)
        #expect(abs(cold.reduce(0, +) - 1) < 1e-5)
        #expect(abs(cold[2] - 0.66524) < 1e-4)
        #expect(warm[2] < cold[2])
        #expect(ModelReader.probabilities([0.25, 0.75], kind: "probabilities", temperature: 1) == [0.25, 0.75])
    }
}

@Suite("ModelShelf", .tags(.medium))
struct ModelShelfTests {
    let folder: Fixture.Folder
    let shelf: ModelShelf

    init() throws {
        folder = try Fixture.Folder()
        shelf = ModelShelf(folder: folder.path + "/models")
    }

    @Test("The shelf has the complete built-in model and uses it by default")
    func builtIn() throws {
        let entries = shelf.entries()
        #expect(entries.count == 1)
        #expect(entries[0].isBuiltIn && entries[0].isUsed)
        let model = try entries[0].contents.get()
        try model.verify()
        #expect(model.labels.compactMap(\.self).count == 120)
        #expect(model.manifest.samePlant != nil)
        #expect(model.manifest.familiarity?.likelyFrom != nil)
    }

    @Test("A model can be installed, used and removed")
    func install() throws {
        _ = try shelf.install(from: Fixture.path("Models/tiny"))
        #expect(throws: ModelFolderError.self) { try shelf.install(from: Fixture.path("Models/tiny")) }
        try shelf.use("tiny")
        #expect(try shelf.used().manifest.name == "tiny")
        try shelf.remove("tiny")
        #expect(try shelf.used().manifest.name != "tiny")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: shelf.folder).filter { !$0.hasPrefix("in-use") }.isEmpty
        )
    }

    @Test("A damaged model is not installed, and no part of it is kept")
    func damaged() throws {
        let copy = folder.path + "/copy"
        try FileManager.default.copyItem(atPath: Fixture.path("Models/tiny"), toPath: copy)
        try Data("x".utf8).write(to: URL(filePath: copy + "/model.bin"))
        #expect(throws: ModelFolderError.self) { try shelf.install(from: copy) }
        #expect(shelf.entries().count == 1)
    }

    @Test("The built-in model and an unknown model cannot be removed")
    func refusals() {
        #expect(throws: ModelFolderError.self) { try shelf.remove("built-in") }
        #expect(throws: ModelFolderError.self) { try shelf.remove("nothing") }
        #expect(throws: ModelFolderError.self) { try shelf.use("nothing") }
    }

    @Test("The labels of all 1,081 species of Pl@ntNet-300K are bundled")
    func catalogue() throws {
        let labels = try LabelFile.read(ModelShelf.plantNet300KCatalogue)
        #expect(labels.count == 1081)
        #expect(labels.allSatisfy { $0 != nil })
        #expect(labels[0]?.scientificName == "Lactuca virosa")
        #expect(Set(labels.compactMap { $0?.foldingKey }).count == 1019)
    }
}
