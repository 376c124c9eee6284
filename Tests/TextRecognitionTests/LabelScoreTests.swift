import Foundation
import Imaging
import Labels
import LocalRecognition
import Support
import Testing

@Suite("Drawn labels", .tags(.large))
struct LabelScoreTests {
    private static let folder = Fixture.shared.map { $0 + "/data/labels_ocr" }

    @Test("Drawn labels are read with the promised accuracy", .needsShared)
    func bars() async throws {
        let folder = try #require(Self.folder)
        var settings = PicturePool.Settings(command: [Fixture.command, "picture-worker"])
        settings.timeLimit = .seconds(120)
        let text = LocalText(pictures: PicturePool(size: 1, settings: settings))
        var score = LabelScore()
        for sample in try LabelScore.samples(in: folder) {
            let picture = [UInt8](try Data(contentsOf: URL(filePath: folder + "/" + sample.name + ".jpg")))
            let truth = try String(contentsOfFile: folder + "/" + sample.name + ".txt", encoding: .utf8)
            let reading = try await text.read(picture)
            score.add(
                sample, truth: truth,
                read: reading.lines.flatMap(\.words).map { .init(text: $0.text, isAgreed: $0.isAgreed) },
                isFlagged: reading.isHandwritten)
        }
        let details = score.lines.map { "\($0.sample.name): \($0.invented) \($0.agreedNumbers.wrong)" }
        #expect(score.print.count > 20)
        #expect(score.critical >= 0.99)
        #expect(score.characterErrors <= 0.02)
        #expect(score.flagged.writing == score.flagged.of)
        #expect(score.flagged.print <= 1)
        let agreed = score.agreedNumbers
        #expect(agreed.of > 230 && Double(agreed.right) >= 0.995 * Double(agreed.of), "\(agreed) \(details)")
        #expect(score.invented <= 0.3, "\(details)")
    }
}
