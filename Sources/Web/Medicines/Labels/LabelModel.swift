import Directions
import Explaining
import Foundation
import Household
import Labels
import Recognition

/// A label's page; pure. Every value says where it stands, and what is not sure is not shown as read.
struct LabelModel {
    let view: LabelView
    let label: MedicineLabel
    /// Nothing where it was typed, or where the picture is gone.
    var photograph: Photograph?
    var second: TextService?
    /// Where it may be asked about this label.
    var explainer: ExplainerService?
    var explanation: Explanation?
    var note: String?
    /// What a form had that was refused.
    var typed: [String: String] = [:]

    var title: String {
        let names = view.reading.entries.compactMap { entry in
            entry.name.flatMap { $0.isSure ? $0.content : nil }
        }
        return names.isEmpty ? "A label" : Wording.short(Wording.list(names), 80)
    }

    var context: [String: Any] {
        var context: [String: Any] = [
            "labelTitle": title, "hasText": hasText, "isTyped": view.text.reader == .typed,
            "lines": lines, "linesAction": Site.label(label.id, "lines"), "lineLimit": String(MedicineLabel.lineLimit),
            "addFrom": String(max(label.original.lines.count, (label.corrections.keys.max() ?? -1) + 1)),
            "entries": view.reading.entries.indices.map { LabelEntryModel(self, number: $0).context },
            "hasEntries": !view.reading.entries.isEmpty, "newHref": Site.newMedicine + "?label=\(label.id)",
            "warnings": view.reading.warnings.map(warning), "hasWarnings": !view.reading.warnings.isEmpty,
            "labelFlags": view.reading.flags.filter { $0.code != LabelFlag.handwriting.rawValue }.map(flag),
            "removeAction": Site.label(label.id, "remove"),
            "askAction": Site.label(label.id, "ask"), "askLimit": String(QuestionTriage.limit),
            "readBy": readBy,
        ]
        if view.text.isHandwritten { context["handwriting"] = ["words": LabelFlag.handwriting.sentence] }
        if let photo { context["photo"] = photo }
        if let sending { context["second"] = sending }
        if let explanation { context["explained"] = LabelExplanationModel(explanation, view: view).context }
        if let explainer, hasText {
            context["model"] = [
                "modelHost": explainer.host, "modelName": explainer.model,
                "explainAction": Site.label(label.id, "explain"),
            ]
        }
        if let words = note.flatMap(Self.note) { context["said"] = ["words": words] }
        return context
    }

    private var hasText: Bool { view.text.lines.contains { !$0.words.isEmpty } }

    private var readBy: String {
        switch view.text.reader {
        case .local: "Read on this machine. Nothing left the house."
        case .googleVision: "Read by the second reader, after you agreed to send the photograph."
        case .typed: "Typed by you."
        }
    }

    static func note(_ name: String) -> String? {
        switch name {
        case "corrected": "Put right. What follows from it was read anew."
        case "second": "The second reader’s text is shown. Compare it with the photograph."
        case "photograph-removed": "The photograph is removed. What was read of it stays."
        default: nil
        }
    }

    // MARK: The photograph

    private var photo: [String: Any]? {
        guard let photograph else { return nil }
        let size = (Double(photograph.width), Double(photograph.height))
        let boxes: [[String: Any]] = view.text.lines.enumerated().flatMap { number, line in
            line.words.enumerated().compactMap { place, word -> [String: Any]? in
                guard let corners = word.place?.corners, corners.count == 4 else { return nil }
                let points = corners.map { "\(Self.pixel($0.x * size.0)),\(Self.pixel($0.y * size.1))" }
                return [
                    "points": points.joined(separator: " "), "at": "\(number)-\(place)",
                    "mark": isSure(word) ? "agreed" : "unsure",
                ]
            }
        }
        return [
            "src": Site.labelPicture(label.id, "display"), "original": Site.original(photograph.id),
            "width": String(photograph.width), "height": String(photograph.height), "boxes": boxes,
            "removePhotograph": Site.label(label.id, "remove-photograph"),
        ]
    }

    /// Nothing written by hand counts as read.
    func isSure(_ word: RecognisedText.Word) -> Bool { word.isAgreed && !view.text.isHandwritten }

    private static func pixel(_ value: Double) -> String {
        value.isFinite ? String((value * 10).rounded() / 10) : "0"
    }

    /// The piece of the photograph where words stand, with a little around it; nothing where none has a place.
    func crop(_ words: [LabelReading.WordPlace]) -> [String: Any]? {
        guard let photograph, view.text.turns == 0 else { return nil }
        let frames = words.compactMap { word($0)?.place?.frame }
        guard let left = frames.map(\.left).min(), let right = frames.map(\.right).max(),
            let top = frames.map(\.top).min(), let bottom = frames.map(\.bottom).max()
        else { return nil }
        let (width, height) = (Double(photograph.width), Double(photograph.height))
        let edge = max(3, (bottom - top) * height * 0.2)
        let (x, y) = (max(0, left * width - edge / 2), max(0, top * height - edge))
        let (w, h) = (min(width, right * width + edge / 2) - x, min(height, bottom * height + edge) - y)
        guard w > 1, h > 1 else { return nil }
        return [
            "viewBox": [x, y, w, h].map(Self.pixel).joined(separator: " "),
            "cropSrc": Site.labelPicture(label.id, "display"),
            "cropWidth": String(photograph.width), "cropHeight": String(photograph.height),
        ]
    }

    func word(_ place: LabelReading.WordPlace) -> RecognisedText.Word? {
        guard view.text.lines.indices.contains(place.line),
            view.text.lines[place.line].words.indices.contains(place.word)
        else { return nil }
        return view.text.lines[place.line].words[place.word]
    }

    // MARK: The text

    private var lines: [[String: Any]] {
        view.text.lines.enumerated().map { number, line in
            let correction = label.corrections[number]
            let isOriginal = label.original.lines.indices.contains(number)
            var row: [String: Any] = [
                "number": String(number + 1), "index": String(number),
                "lineText": typed["line.\(number)"].map { Wording.short($0, 400) } ?? line.text,
                "isOut": line.words.isEmpty, "isUnsure": line.words.contains { !isSure($0) },
                "words": line.words.enumerated().map { place, word in
                    ["word": word.text, "at": "\(number)-\(place)", "isDoubtful": !isSure(word)] as [String: Any]
                },
            ]
            if correction != nil {
                row["corrected"] = ["original": isOriginal ? label.original.lines[number].text : "nothing"]
            }
            return row
        }
    }

    private func warning(_ value: LabelReading.Value<String>) -> [String: Any] {
        ["warning": value.text, "words": Self.places(value.words), "lineLinks": links(value.words)]
    }

    private func flag(_ flag: LabelReading.Flag) -> [String: Any] {
        ["flag": Wording.flag(flag.code), "words": Self.places(flag.words), "lineLinks": links(flag.words)]
    }

    /// "4-0 4-1", as words are named on the page.
    static func places(_ words: [LabelReading.WordPlace]) -> String {
        words.map { "\($0.line)-\($0.word)" }.joined(separator: " ")
    }

    /// The lines that words stand in, each a link.
    func links(_ words: [LabelReading.WordPlace]) -> [[String: Any]] {
        Set(words.map(\.line)).sorted().map { ["lineHref": "#line-\($0 + 1)", "lineNumber": String($0 + 1)] }
    }

    private var sending: [String: Any]? {
        guard let second, label.photograph != nil else { return nil }
        return [
            "secondName": second.name, "secondHost": second.host, "secondAction": Site.label(label.id, "second"),
            "isWanted": view.wantsSecondReader, "isAsked": label.second != nil, "isOwn": second.isOwn,
        ]
    }
}
