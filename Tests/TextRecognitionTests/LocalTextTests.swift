import Foundation
import Household
import Imaging
import Labels
import LocalRecognition
import Support
import Testing

@Suite("LocalText", .tags(.large), .serialized)
struct LocalTextTests {
    private static let pictures: PicturePool = {
        var settings = PicturePool.Settings(command: [Fixture.command, "picture-worker"])
        settings.timeLimit = .seconds(60)
        return PicturePool(size: 1, settings: settings)
    }()
    private let text = LocalText(pictures: Self.pictures)

    @Test(
        "Text is read in a photograph that lies on its side or upside down, from far away, and in poor light",
        arguments: [
            ("flat.png", 0), ("photo.jpg", 0), ("sideways.jpg", 1), ("upside-down.jpg", 2), ("small.jpg", 0),
            ("dark.jpg", 0),
        ])
    func read(name: String, turns: Int) async throws {
        let reading = try await text.read(Fixture.bytes("Labels/" + name))
        #expect(reading.turns == turns)
        #expect(!reading.isHandwritten)
        #expect((reading.confidence ?? 0) > 0.8)
        let lines = reading.lines.map(\.text)
        for line in [
            "FLUCONAZOLE 150 MG TABLET", "TAKE 2 TABLETS BY MOUTH ON DAY 1,", "THEN 1 TABLET DAILY FOR 6 DAYS",
        ] { #expect(lines.contains(line), "\(lines)") }
        let numbers = reading.lines.filter { $0.text.contains("TAKE 2") }.flatMap(\.words).filter { $0.text == "2" }
        #expect(numbers.map(\.isAgreed) == [true])
    }

    @Test("Text is read from a bent label")
    func bottle() async throws {
        let reading = try await text.read(Fixture.bytes("Labels/bottle.jpg"))
        let lines = reading.lines.map(\.text)
        for line in ["FLUCONAZOLE 150 MG TABLET", "THEN 1 TABLET DAILY FOR 6 DAYS"] {
            #expect(lines.contains(line), "\(lines)")
        }
    }

    @Test("Words have their places in the photograph", arguments: ["photo.jpg", "upside-down.jpg"])
    func places(name: String) async throws {
        let reading = try await text.read(Fixture.bytes("Labels/" + name))
        func middle(_ text: String) throws -> (x: Double, y: Double) {
            let word = try #require(reading.lines.flatMap(\.words).first { $0.text == text })
            let corners = try #require(word.place?.corners)
            #expect(corners.count == 4)
            return (corners.map(\.x).reduce(0, +) / 4, corners.map(\.y).reduce(0, +) / 4)
        }
        let (medicine, refills) = (try middle("FLUCONAZOLE"), try middle("REFILLS:"))
        if name == "photo.jpg" {
            #expect(0.15...0.45 ~= medicine.x && 0.35...0.6 ~= medicine.y)
            #expect(0.6...0.9 ~= refills.x && 0.65...0.9 ~= refills.y)
        } else {
            #expect(0.55...0.85 ~= medicine.x && 0.35...0.65 ~= medicine.y)
            #expect(0.1...0.4 ~= refills.x && 0.1...0.35 ~= refills.y)
        }
    }

    @Test("A picture without text is an error", arguments: ["Labels/blank.png", "Pictures/flower.jpg"])
    func none(name: String) async throws {
        let error = await #expect(throws: HouseholdError.self) { try await text.read(Fixture.bytes(name)) }
        #expect(error?.code == .textMissing)
        #expect(error?.detail == "no-text-found")
    }

    @Test(
        "A file that is not a picture is refused as in all other functions",
        arguments: [[UInt8](), Array("hello".utf8)])
    func refused(bytes: [UInt8]) async throws {
        let error = await #expect(throws: HouseholdError.self) { try await text.read(bytes) }
        #expect(error?.code == .photographRefused)
    }

    @Test("A reader that takes too long has failed, and the next picture is read")
    func tooLong() async throws {
        var settings = PicturePool.Settings(command: [Fixture.command, "picture-worker"])
        settings.timeLimit = .milliseconds(1)
        let hurried = LocalText(pictures: PicturePool(size: 1, settings: settings))
        let bytes = try Fixture.bytes("Labels/flat.png")
        let error = await #expect(throws: HouseholdError.self) { try await hurried.read(bytes) }
        #expect(error?.code == .readingFailed)
        #expect(error?.detail == "processing-failed")
        #expect(try await !text.read(bytes).lines.isEmpty)
    }

    @Test("A program without the text inspectors reports an error")
    func withoutReaders() throws {
        let error = #expect(throws: ImagingError.self) {
            try Picture.prepare(
                Fixture.bytes("Labels/flat.png"), as: Preparation(inspector: "text"), within: PictureLimits())
        }
        #expect(error?.code == .unavailable)
    }
}
