import Foundation
import GoogleVision
import Support
import Testing

/// The folder of the recorded responses; nil if it does not exist.
private let recordedAnswers: String? = Fixture.shared.map { $0 + "/fixtures/google-vision" }
    .flatMap { FileManager.default.fileExists(atPath: $0) ? $0 : nil }

/// Real responses of the service; stored beside the checkout, not in it.
@Suite("Recorded responses of Google Vision", .tags(.medium), .needsShared)
struct RecordedAnswerTests {
    static let files: [String] =
        (recordedAnswers.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0) } ?? [])
        .filter { $0.hasSuffix(".json") || $0.hasSuffix(".json.gz") }.sorted()

    /// The file's bytes, decompressed if it is packed with gzip.
    private func bytes(_ name: String) throws -> [UInt8] {
        let path = try #require(recordedAnswers) + "/" + name
        guard name.hasSuffix(".gz") else { return [UInt8](try Data(contentsOf: URL(filePath: path))) }
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/bin/gzip")
        process.arguments = ["-dc", path]
        process.standardOutput = pipe
        try process.run()
        let data = try #require(try pipe.fileHandleForReading.readToEnd())
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return [UInt8](data)
    }

    private func read(_ name: String) async throws -> AnnotateImageResponse {
        let bytes = try bytes(name)
        // One recording lacks the enclosing object.
        let isBare = !String(decoding: bytes.prefix(40), as: UTF8.self).contains("\"responses\"")
        let body = isBare ? Array("{\"responses\": [".utf8) + bytes + Array("]}".utf8) : bytes
        let response = try await Service(200, bytes: body).client.document(.bytes(jpeg)).value
        let again = try JSONDecoder().decode(AnnotateImageResponse.self, from: JSONEncoder().encode(response))
        #expect(again == response)
        return response
    }

    private func error(_ status: Int, _ name: String) async throws -> GoogleVisionError? {
        let service = Service(status, bytes: try bytes(name))
        return await failure { try await service.client.document(.bytes(jpeg)) }
    }

    private func words(_ response: AnnotateImageResponse) -> [FullText.Word] {
        response.fullTextAnnotation?.pages.flatMap(\.blocks).flatMap(\.paragraphs).flatMap(\.words) ?? []
    }

    @Test("Every recorded file of Google Vision is decoded by its type", arguments: files)
    func everyFile(name: String) async throws {
        switch name {
        case "text-detection-print-en.json.gz":
            let response = try await read(name)
            let words = words(response)
            #expect(words.count == 425 && response.textAnnotations.count == 426)
            #expect(words.allSatisfy { $0.confidence == nil && $0.boundingBox?.vertices.count == 4 })
            #expect(words.flatMap(\.symbols).count == 2379)
            #expect(response.fullTextAnnotation?.pages.map { [$0.width, $0.height] } == [[826, 1169]])
            #expect(response.others.isEmpty)
        case "document-text-detection-handwriting-en.json.gz":
            let response = try await read(name)
            let words = words(response)
            let confidences = words.compactMap(\.confidence)
            #expect(words.count == 237 && confidences.count == 237)
            #expect(confidences.min() == 0.05 && confidences.max() == 1)
            let breaks = words.flatMap(\.symbols).compactMap { $0.property?.detectedBreak?.type }
            #expect(breaks.count { $0 == .lineBreak } == 21 && breaks.count { $0 == .hyphen } == 1)
        case "multi-feature-product-fr.json.gz":
            let response = try await read(name)
            #expect(words(response).count == 145)
            #expect(response.textAnnotations.first?.locale == "fr")
            #expect(
                Set(response.others.keys) == ["labelAnnotations", "logoAnnotations", "safeSearchAnnotation"])
            let corners = response.fullTextAnnotation?.pages.flatMap(\.blocks).compactMap(\.boundingBox?.vertices)
                .flatMap(\.self)
            #expect(corners?.contains { $0.x == 0 } == true)
        case "constructed-no-text.json":
            let response = try await read(name)
            #expect(response.fullTextAnnotation == nil && response.textAnnotations.isEmpty)
        case "constructed-bad-image.json":
            #expect(try await error(200, name)?.code == .badImage)
        case "error-inner-200.json":
            let error = try #require(try await error(200, name))
            #expect(error.code == .imageUnavailable && error.rpcStatus == "PERMISSION_DENIED")
            #expect(error.serviceMessage?.contains("gs://") == true && !error.description.contains("gs://"))
        case "error-400-api-key-expired.json":
            let error = try #require(try await error(400, name))
            #expect(error.code == .keyRefused && error.reason == "API_KEY_INVALID" && error.isOfSettings)
            #expect(error.rpcStatus == "INVALID_ARGUMENT")
        case "error-403-service-disabled.json":
            let error = try #require(try await error(403, name))
            #expect(error.code == .notAllowed && error.reason == "accessNotConfigured" && error.isOfSettings)
        default: Issue.record("no reading is known for \(name)")
        }
    }

    @Test("Words and breaks together are the whole text")
    func wholeText() async throws {
        for name in Self.files where name.hasSuffix(".gz") {
            let response = try await read(name)
            let text = words(response).flatMap(\.symbols).map { symbol in
                switch symbol.property?.detectedBreak?.type {
                case BreakType.space?, BreakType.sureSpace?: symbol.text + " "
                case BreakType.hyphen?: symbol.text + "-\n"
                case BreakType.lineBreak?, BreakType.endOfLineSpace?: symbol.text + "\n"
                default: symbol.text
                }
            }.joined()
            let whole = try #require(response.fullTextAnnotation?.text)
            #expect(text.split(separator: "\n") == whole.split(separator: "\n"), "\(name)")
        }
    }
}
