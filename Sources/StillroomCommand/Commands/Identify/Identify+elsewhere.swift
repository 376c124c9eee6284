import ArgumentParser
import Documents
import Foundation
import HTTPTransport
import Messages
import Recognition

extension Identify {
    /// Uploads the photographs to a household elsewhere, which identifies them by its own model and settings. They are
    /// then among the recent photographs there.
    func identify(in house: HouseAPI) async throws {
        let unusable = [
            ("--model", model != nil), ("--threshold", threshold != nil), ("--jobs", jobs != nil),
            ("--output", output != nil), ("--resume", resume),
        ].filter(\.1).map(\.0)
        guard unusable.isEmpty else {
            let options = unusable.joined(separator: ", ")
            throw CommandFailure(.usage, localized("\(options, "options") cannot be used with --house."))
        }
        var (documents, worst): ([AnswerDocument], CommandFailure.Status?) = ([], nil)
        var passedOver = 0
        for (place, group) in groups.enumerated() {
            let name = group.map(\.name).joined(separator: ", ")
            do {
                var document = try await answer(group, place, in: house)
                document.file = name
                documents.append(document)
                try show(document)
            } catch let error where !(error is CancellationError) {
                if group.allSatisfy(\.isFound), (error as? HouseAPIError)?.isNoPicture ?? false {
                    passedOver += 1
                    continue
                }
                let failure = CommandFailure(error)
                // The others cannot be identified either.
                if [.authentication, .configuration, .unavailable].contains(failure.status) { throw failure }
                if failure.status.rawValue > worst?.rawValue ?? 0 { worst = failure.status }
                Terminal.error("stillroom: \(name): \(failure.message)")
                let document = AnswerDocument(
                    file: name, error: .init(code: failure.status.word, message: failure.message))
                documents.append(document)
                try show(document)
            }
        }
        if form.json {
            isSingle
                ? try documents.first.map { try print(single: $0) } : try form.print(documents, columns: []) { _ in "" }
        }
        if passedOver > 0 { Terminal.error(Photographs.skipped(passedOver)) }
        if let worst { throw ExitCode(worst.rawValue) }
        if !documents.contains(where: { ["likely", "unsure"].contains($0.verdict) }) {
            throw ExitCode(CommandFailure.Status.nothingAboveThreshold.rawValue)
        }
    }

    private var isSingle: Bool { together || (paths.count == 1 && !Photographs.isFolder(paths[0])) }

    /// The photographs of each answer.
    private var groups: AnySequence<[Photographs.Item]> {
        together ? AnySequence([Array(Photographs(paths))]) : AnySequence(Photographs(paths).lazy.map { [$0] })
    }

    private struct Uploaded: Decodable { let id: String }

    private func answer(
        _ photographs: [Photographs.Item], _ place: Int, in house: HouseAPI
    ) async throws -> AnswerDocument {
        var ids: [String] = []
        for photograph in photographs {
            let uploaded: Uploaded = try await house.post(
                bytes: try Photographs.read(photograph.name), to: HouseAPI.path("photographs"))
            ids.append(uploaded.id)
        }
        let organs = together ? organ : organ.count == 1 ? organ : organ.indices.contains(place) ? [organ[place]] : []
        return try await house.post(
            HouseAPI.path("identifications"),
            [
                "photographs": .list(ids.map { .text($0) }), "strategy": strategy.map(JSONValue.text),
                "organs": organs.isEmpty ? nil : .list(organs.map { .text($0) }),
            ])
    }

    private func print(single document: AnswerDocument) throws {
        guard let fields = form.fields else { return try Terminal.print(json: document, pretty: true) }
        var selection = FieldSelection(FieldSelection.names(fields))
        try Terminal.print(json: try selection.of(document), pretty: true)
        selection.warn()
    }

    private func show(_ document: AnswerDocument) throws {
        if form.json { return }
        if form.jsonl || form.fields != nil {
            var printer = form.printer(columns: [])
            return try printer.print(document) { "" }
        }
        if form.plain {
            let best = document.candidates.first
            let fields =
                document.error.map { [document.file ?? "", "error", $0.code, $0.message] }
                ?? [
                    document.file ?? "", document.verdict, best?.scientificName ?? "", best?.commonNames.first ?? "",
                    best?.family ?? "", best.map { String(format: "%.4f", $0.confidence) } ?? "",
                ]
            return Terminal.print(
                fields.map { Terminal.harmless($0.replacing(/[\t\n\r]/, with: " ")) }.joined(separator: "\t"))
        }
        guard document.error == nil else { return }
        Terminal.print(Terminal.harmless("\(document.file ?? ""): \(Self.words(document.verdict))"))
        for candidate in document.candidates.prefix(top) {
            let percent = Int((candidate.confidence * 100).rounded())
            let names = [candidate.commonNames.first, candidate.family].compactMap(\.self).joined(separator: ", ")
            Terminal.print(
                Terminal.harmless(
                    "  \(String(repeating: " ", count: max(0, 3 - String(percent).count)))\(percent) %  "
                        + candidate.scientificName + (names.isEmpty ? "" : " (\(names))")))
        }
        if let source = document.source {
            Terminal.print("  " + localized("answered by: \(Self.words(source: source), "source")"))
        }
    }

    /// The words for a verdict; the verdict itself if it is of a later release.
    private static func words(_ verdict: String) -> String {
        switch Verdict(rawValue: verdict) {
        case .likely: localized("likely")
        case .unsure: localized("unsure")
        case .doubtful: localized("doubtful")
        case .noClearMatch: localized("no clear match")
        case .notAPlant: localized("not a plant")
        case nil: verdict.replacing("-", with: " ")
        }
    }

    /// The words for a source; its name if it is of a later release.
    private static func words(source: String) -> String {
        switch Answer.Source(rawValue: source) {
        case .device: localized("on-device", context: "what answered")
        case .plantNet: localized("plantnet", context: "what answered")
        case .cache: localized("cache", context: "what answered")
        case nil: Terminal.harmless(source)
        }
    }
}
