import Foundation
import Household
import Imaging
import Inference
import LocalRecognition
import Recognition
import Support
import Synchronization
import Testing

/// Tests the complete path on this machine: bytes, child process, built-in model, verdict.
@Suite("Recognition on this machine", .tags(.large))
struct LocalRecogniserTests {
    static let pictures = PicturePool(size: 2, settings: .init(command: [Fixture.command, "picture-worker"]))
    static let recogniser = LocalRecogniser(
        pictures: pictures, now: { Date(timeIntervalSince1970: 0) },
        folder: { () throws(ModelFolderError) in try ModelShelf(folder: "/nowhere").used() },
        load: { folder throws(ModelFolderError) in
            var settings = InferenceModel.Settings()
            settings.mode = .throughput
            return try ModelReader(folder, settings: settings)
        })

    private func answer(_ names: String...) async throws -> Answer {
        try await Self.recogniser.recognise(names.map(Fixture.bytes), under: Policy())
    }

    @Test("The drawn sunflower is recognised")
    func sunflower() async throws {
        let answer = try await answer("Pictures/flower.jpg")
        #expect(answer.candidates.first?.taxon.scientificName == "Helianthus annuus")
        #expect(answer.candidates.count == 10)
        #expect(answer.source == .device)
        #expect(answer.answeredAt == Date(timeIntervalSince1970: 0))
        #expect(answer.durations.total >= answer.durations.inference)
        #expect(answer.embeddings.count == 1)
    }

    @Test("The best match is the same in all eight orientations", arguments: 1...8)
    func orientations(number: Int) async throws {
        let upright = try await answer("Pictures/flower-orientation-1.jpg")
        let turned = try await answer("Pictures/flower-orientation-\(number).jpg")
        #expect(turned.candidates.first?.taxon == upright.candidates.first?.taxon)
    }

    @Test(
        "Every picture format is recognised",
        arguments: ["flower.jpg", "flower.heic", "flower-lossy.webp", "flower-rgb.tiff"])
    func formats(name: String) async throws {
        let name = try #require(
            FileManager.default.contentsOfDirectory(atPath: Fixture.path("Pictures")).sorted().first {
                $0.hasSuffix("." + (name.split(separator: ".").last ?? "")) && $0.hasPrefix("flower")
            })
        #expect(try await !answer("Pictures/" + name).candidates.isEmpty)
    }

    @Test(
        "A photograph of fewer than 96 pixels is never likely",
        arguments: [(95, Reason.small), (96, Reason.confident)])
    func thumbnail(side: Int, reason: Reason) async throws {
        let recogniser = LocalRecogniser(
            pictures: Self.pictures, now: { Date(timeIntervalSince1970: 0) },
            folder: { () throws(ModelFolderError) in try ModelFolder(path: Fixture.path("Models/gated")) },
            load: { folder throws(ModelFolderError) in try ModelReader(folder, settings: .init()) })
        let red = (0..<side * side).flatMap { _ in [250, 0, 0] as [UInt8] }
        let answer = try await recogniser.recognise([UploadTests.tiff(red, side: side)], under: Policy())
        #expect(answer.reason == reason)
        #expect(answer.candidates.first?.taxon.scientificName == "Rosa rubra")
    }

    @Test("Several photographs give one result")
    func together() async throws {
        let answer = try await answer("Pictures/flower.jpg", "Pictures/flower-orientation-6.jpg")
        #expect(answer.candidates.first?.taxon.scientificName == "Helianthus annuus")
        #expect(answer.embeddings.count == 2)
    }

    @Test("A page of text is not recognised as a plant")
    func page() async throws {
        let verdict = try await answer("Pictures/page.jpg").verdict
        #expect(verdict == .notAPlant || verdict == .noClearMatch)
    }
}

extension LocalRecogniserTests {
    @Test("A file that is not a photograph is refused with the reason")
    func refusal() async throws {
        do {
            _ = try await answer("Bad/empty.jpg")
            Issue.record("it was read")
        } catch let error as HouseholdError {
            #expect(error.code == .photographRefused)
            #expect(error.detail == "empty")
        }
    }

    @Test("A missing model is an error that names the model and the installation command")
    func noModel() async throws {
        let recogniser = LocalRecogniser(
            pictures: Self.pictures, now: { Date(timeIntervalSince1970: 0) },
            folder: { () throws(ModelFolderError) in try ModelFolder(path: "/nowhere") },
            load: { folder throws(ModelFolderError) in try ModelReader(folder, settings: .init()) })
        #expect(throws: HouseholdError.self) { try recogniser.about().get() }
        do {
            _ = try await recogniser.recognise([Fixture.bytes("Pictures/flower.jpg")], under: Policy())
            Issue.record("it answered")
        } catch let error as HouseholdError {
            #expect(error.code == .modelUnavailable)
            #expect(error.message.contains("/nowhere/model.json"))
            #expect(error.hint?.contains("stillroom models install") == true)
        }
    }

    @Test("Weights that cannot be loaded are an error from the moment they were needed, and are tried once")
    func damagedWeights() async throws {
        let loads = Mutex(0)
        let recogniser = LocalRecogniser(
            pictures: Self.pictures, now: { Date(timeIntervalSince1970: 0) },
            folder: { () throws(ModelFolderError) in try ModelShelf(folder: "/nowhere").used() },
            load: { folder throws(ModelFolderError) in
                loads.withLock { $0 += 1 }
                throw ModelFolderError(.corrupt, file: folder.weights, "Damaged.", remedy: "Install it again.")
            })
        #expect(try recogniser.about().get().labelCount > 100)
        #expect(loads.withLock { $0 } == 0)
        for _ in 1...2 {
            await #expect(throws: HouseholdError.self) { try await recogniser.warmUp() }
            await #expect(throws: HouseholdError.self) { try await answer(of: recogniser) }
        }
        #expect(loads.withLock { $0 } == 1)
        let error = #expect(throws: HouseholdError.self) { try recogniser.about().get() }
        #expect(error?.code == .modelUnavailable)
    }

    @Test("The children of a pool start at the first picture, or before it when they are to be warm")
    func warmPool() async throws {
        let pool = PicturePool(size: 2, settings: .init(command: [Fixture.command, "picture-worker"]))
        pool.warmUp()
        pool.warmUp()
        let prepared = try await pool.prepare(
            Fixture.bytes("Pictures/flower.jpg"),
            as: Preparation(pixels: .init(width: 8, height: 8, resize: .exact, filter: .bilinear)))
        #expect(prepared.pixels.count == 8 * 8 * 3)
        let broken = PicturePool(size: 1, settings: .init(command: ["/nowhere/stillroom", "picture-worker"]))
        broken.warmUp()
        await #expect(throws: ImagingError.self) {
            try await broken.prepare(
                Fixture.bytes("Pictures/flower.jpg"),
                as: Preparation(pixels: .init(width: 8, height: 8, resize: .exact, filter: .bilinear)))
        }
    }

    private func answer(of recogniser: LocalRecogniser) async throws -> Answer {
        try await recogniser.recognise([Fixture.bytes("Pictures/flower.jpg")], under: Policy())
    }

    @Test("Real photographs give the documented results", .needsShared)
    func realPhotographs() async throws {
        let folder = try #require(Fixture.shared) + "/data/plants/photos/"
        for (file, name) in [
            ("papaver_rhoeas.jpg", "Papaver rhoeas"), ("calendula_officinalis.jpg", "Calendula officinalis"),
            ("hibiscus_flower.jpg", "Hibiscus"), ("cirsium_vulgare.jpg", "Cirsium vulgare"),
        ] {
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: folder + file)))
            let answer = try await Self.recogniser.recognise([bytes], under: Policy())
            #expect(answer.verdict == .likely, "\(file)")
            #expect(answer.candidates.first?.taxon.scientificName == name)
        }
        let cat = [UInt8](try Data(contentsOf: URL(filePath: folder + "not_a_plant_cat.jpg")))
        #expect(try await Self.recogniser.recognise([cat], under: Policy()).verdict == .notAPlant)
        for file in ["fern_a.jpg", "hibiscus_leaf.jpg", "pothos_4032x3024_orientation6.jpg"] {
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: folder + file)))
            let answer = try await Self.recogniser.recognise([bytes], under: Policy())
            #expect(answer.verdict == .noClearMatch, "\(file)")
            #expect(answer.reason == .outsideKnowledge, "\(file)")
        }
    }

    /// None of these photographs is from a collection that was learned from. A fern has no label.
    @Test(
        "Photographs of a rose, an oak leaf, a sunflower and a tulip from elsewhere have their genus first",
        .needsShared,
        arguments: [
            ("rose_red.jpg", "Rosa"), ("oak_leaf_quercus_macrocarpa.jpg", "Quercus"),
            ("sunflower_red.jpg", "Helianthus"), ("tulip_dark.jpg", "Tulipa"),
        ])
    func fromElsewhere(file: String, genus: String) async throws {
        let folder = try #require(Fixture.shared) + "/data/plants/photos/"
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: folder + file)))
        let answer = try await Self.recogniser.recognise([bytes], under: Policy())
        #expect(answer.candidates.first?.taxon.genus == genus)
        #expect([.likely, .unsure].contains(answer.verdict))
    }
}

@Suite("PicturePool", .tags(.large))
struct PicturePoolTests {
    private func pool(_ change: (inout PicturePool.Settings) -> Void = { _ in }, size: Int = 1) -> PicturePool {
        var settings = PicturePool.Settings(command: [Fixture.command, "picture-worker"])
        change(&settings)
        return PicturePool(size: size, settings: settings)
    }

    private func code(_ body: () async throws -> Prepared) async -> String {
        do {
            _ = try await body()
            return "accepted"
        } catch {
            return (error as? ImagingError)?.code.rawValue ?? "\(error)"
        }
    }

    @Test("The pool refuses all malicious files, and then reads the next picture")
    func hostile() async throws {
        let pool = pool(size: 2)
        for expectation in Fixture.expectations where expectation.expect == "refuse" && expectation.eitherIsFine != true
        {
            let bytes = try Fixture.bytes(expectation.file)
            let code = await code { try await pool.prepare(bytes, as: Preparation()) }
            #expect(expectation.reasons.contains(code), "\(expectation.file): \(code)")
        }
        #expect(try await pool.prepare(Fixture.bytes("Pictures/flower.jpg"), as: Preparation()).width == 640)
    }

    @Test("The pool stops a decoder at its time limit and continues")
    func timeLimit() async throws {
        let pool = pool { $0.timeLimit = .milliseconds(1) }
        let flower = try Fixture.bytes("Pictures/flower.jpg")
        #expect(await code { try await pool.prepare(flower, as: Preparation()) } == "took-too-long")
        #expect(await code { try await pool.prepare(flower, as: Preparation()) } == "took-too-long")
    }

    @Test("The pool survives a child that ends, and reports if no child can start")
    func death() async throws {
        let flower = try Fixture.bytes("Pictures/flower.jpg")
        let dying = pool { $0.command = ["/bin/false"] }
        #expect(await code { try await dying.prepare(flower, as: Preparation()) } == "decoder-died")
        let absent = pool { $0.command = ["/nowhere/stillroom"] }
        #expect(await code { try await absent.prepare(flower, as: Preparation()) } == "decoder-unavailable")
    }

    @Test("The pool replaces a child after some pictures")
    func replaced() async throws {
        let pool = pool { $0.ordersPerProcess = 2 }
        let flower = try Fixture.bytes("Pictures/flower.jpg")
        for _ in 0..<7 { #expect(try await pool.prepare(flower, as: Preparation()).width == 640) }
    }

    @Test("The pool drops an order whose task was cancelled")
    func cancelled() async throws {
        let pool = pool()
        let flower = try Fixture.bytes("Pictures/flower.jpg")
        let tasks = (0..<20).map { _ in Task { try await pool.prepare(flower, as: Preparation()) } }
        for task in tasks.dropFirst() { task.cancel() }
        #expect(try await tasks[0].value.width == 640)
        for task in tasks { _ = try? await task.value }
        #expect(try await pool.prepare(flower, as: Preparation()).width == 640)
    }
}
