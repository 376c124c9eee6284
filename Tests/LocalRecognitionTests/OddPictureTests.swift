import Foundation
import Household
import Imaging
import Recognition
import Support
import Testing

@testable import LocalRecognition

@Suite("Plants in odd pictures", .tags(.large))
struct OddPictureTests {
    private let recogniser = LocalRecogniserTests.recogniser
    private let pictureProcessor = PictureProcessor.local(LocalRecogniserTests.pictures)

    @Test("A picture that is valid but odd has the result of the plain one", arguments: OddPicture.whole)
    func read(picture: OddPicture) async throws {
        let answer = try await recogniser.recognise([Fixture.bytes(picture.path)], under: Policy())
        let plain = try await recogniser.recognise([Fixture.bytes(picture.plainPath)], under: Policy())
        #expect(answer.candidates == plain.candidates)
        #expect(answer.verdict == plain.verdict)
    }

    @Test("A picture that is valid but odd is kept and shown, and can be sent", arguments: OddPicture.whole)
    func developed(picture: OddPicture) async throws {
        let bytes = try Fixture.bytes(picture.path)
        let print = try await pictureProcessor.develop(bytes)
        #expect((print.width, print.height) == (480, 176))
        #expect(picture.path.hasSuffix(".avif") == (print.format == .avif))
        #expect(!print.display.isEmpty && !print.thumbnail.isEmpty)
        #expect(try await !pictureProcessor.upload(bytes).jpeg.isEmpty)
    }

    @Test("A picture that is cut off or damaged is refused", arguments: OddPicture.damaged)
    func refused(picture: OddPicture) async throws {
        let bytes = try Fixture.bytes(picture.path)
        for read in [
            { _ = try await recogniser.recognise([bytes], under: Policy()) },
            { _ = try await pictureProcessor.develop(bytes) },
        ] {
            let error = await #expect(throws: HouseholdError.self) { try await read() }
            #expect(error?.code == .photographRefused)
            #expect(error?.detail == "truncated-or-corrupt")
        }
    }
}
