import Foundation
import Household
import Imaging
import Labels
import LocalRecognition
import Support
import Testing

@Suite("Text in odd pictures", .tags(.large))
struct OddPictureTests {
    private static let pictures: PicturePool = {
        var settings = PicturePool.Settings(command: [Fixture.command, "picture-worker"])
        settings.timeLimit = .seconds(60)
        return PicturePool(size: 2, settings: settings)
    }()
    private let text = LocalText(pictures: Self.pictures)

    @Test("The label in a picture that is valid but odd is read", arguments: OddPicture.whole)
    func read(picture: OddPicture) async throws {
        let reading = try await text.read(Fixture.bytes(picture.path))
        #expect(reading.lines.map(\.text) == OddPicture.lines)
    }

    @Test("A picture that is cut off or damaged is refused", arguments: OddPicture.damaged)
    func refused(picture: OddPicture) async throws {
        let error = await #expect(throws: HouseholdError.self) { try await text.read(Fixture.bytes(picture.path)) }
        #expect(error?.code == .photographRefused)
        #expect(error?.detail == "truncated-or-corrupt")
    }

    @Test("A label is kept as a JPEG without oddities", arguments: ["jpeg-scan-0-0.jpg", "jpeg-no-end.jpg"])
    func stripped(name: String) async throws {
        let scanner = LabelScanner.local(Self.pictures)
        let kept = try await scanner.strip(Fixture.bytes("ValidButOdd/odd/" + name))
        #expect(try await text.read(kept).lines.map(\.text) == OddPicture.lines)
    }
}
