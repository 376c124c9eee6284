import Directions
import Explaining
import Foundation
import Household
import Labels
import Messages
import Recognition

/// The fields of a label's page; pure. Every value has links to its source lines. A value that is not sure is not shown
/// as read.
struct LabelModel {
    let view: LabelView
    let label: MedicineLabel
    /// Nil if the label was typed, or if its photograph was removed.
    var photograph: Photograph?
    var second: TextService?
    /// The model that may explain this label; nil if there is none.
    var explainer: ExplainerService?
    var explanation: Explanation?
    var note: String?
    /// The values of a form that was refused.
    var typed: [String: String] = [:]

    var title: String {
        let names = view.reading.entries.compactMap { entry in
            entry.name.flatMap { $0.isSure ? $0.content : nil }
        }
        return names.isEmpty ? localized("A label") : Wording.short(Wording.list(names), 80)
    }

    var context: Page {
        let lines = lines
        var context = Page(
            labelTitle: title, hasText: hasText, isTyped: view.text.reader == .typed,
            lines: lines, isTextOpen: needsALook(lines), linesAction: Site.labelLines(label.id),
            lineLimit: String(MedicineLabel.lineLimit),
            addFrom: String(max(label.original.lines.count, (label.corrections.keys.max() ?? -1) + 1)),
            entries: view.reading.entries.indices.map { LabelEntryModel(self, number: $0).context },
            hasEntries: !view.reading.entries.isEmpty,
            warnings: view.reading.warnings.map(warning), hasWarnings: !view.reading.warnings.isEmpty,
            labelFlags: view.reading.flags.filter { !isShownFirst($0) }.map(flag),
            removeAction: Site.removeLabel(label.id),
            readBy: readBy, ask: MedicineAskFields(label.id))
        context.labelLanguage = view.reading.language.map { WordsFields(words: $0.flag.sentence) }
        if view.text.isHandwritten { context.handwriting = WordsFields(words: LabelFlag.handwriting.sentence) }
        context.photo = photo
        context.second = sending
        if let explanation { context.explained = LabelExplanationModel(explanation, view: view).context }
        if let explainer, hasText {
            context.model = Model(
                modelHost: explainer.host, modelName: explainer.model,
                explainAction: Site.explainLabel(label.id))
        }
        if let words = note.flatMap(Self.note) { context.messages.said = WordsFields(words: words) }
        return context
    }

    /// Returns true if a person has to look at the lines: a word or a value is not certain, the label or a medicine has a
    /// warning, no medicine was found, or the text was just corrected or read again. Otherwise the lines are folded.
    private func needsALook(_ lines: [Line]) -> Bool {
        let reading = view.reading
        return reading.entries.isEmpty || !reading.flags.isEmpty || view.text.isHandwritten || !typed.isEmpty
            || ["corrected", "second"].contains(note) || lines.contains(where: \.isUnsure)
            || reading.entries.contains(where: \.isDoubtful)
    }

    private var hasText: Bool { view.text.lines.contains { !$0.words.isEmpty } }

    private var readBy: String {
        switch view.text.reader {
        case .local: localized("Read by your own server. Nothing was sent.")
        case .googleVision: localized("Read by the second reader, after you agreed to send the photo.")
        case .typed: localized("Typed by you.")
        }
    }

    static func note(_ name: String) -> String? {
        switch name {
        case "corrected": localized("Corrected. The directions were read again.")
        case "second": localized("This is the text of the second reader. Compare it with the photo.")
        case "photograph-removed": localized("The photo is removed. The text stays.")
        default: nil
        }
    }

    // MARK: The photograph

    private var photo: Photo? {
        guard let photograph else { return nil }
        let size = (Double(photograph.width), Double(photograph.height))
        let boxes: [Box] = view.text.lines.enumerated().flatMap { number, line in
            line.words.enumerated().compactMap { place, word -> Box? in
                guard let corners = word.place?.corners, corners.count == 4 else { return nil }
                let points = corners.map { "\(Self.pixel($0.x * size.0)),\(Self.pixel($0.y * size.1))" }
                return Box(
                    points: points.joined(separator: " "), at: "\(number)-\(place)",
                    mark: isSure(word) ? "agreed" : "unsure")
            }
        }
        return Photo(
            src: Site.labelPicture(label.id, .display), original: Site.labelPicture(label.id, .original),
            width: String(photograph.width), height: String(photograph.height), boxes: boxes,
            removePhotograph: Site.removeLabelPhotograph(label.id))
    }

    /// Returns true if both readings agree on the word and the label is not handwritten.
    func isSure(_ word: RecognisedText.Word) -> Bool { word.isAgreed && !view.text.isHandwritten }

    private static func pixel(_ value: Double) -> String {
        value.isFinite ? String((value * 10).rounded() / 10) : "0"
    }

    /// Returns the part of the photograph that contains the words, with a margin; nil if no word has a position.
    func crop(_ words: [LabelReading.WordPlace]) -> LabelCrop? {
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
        return LabelCrop(
            viewBox: [x, y, w, h].map(Self.pixel).joined(separator: " "),
            cropSrc: Site.labelPicture(label.id, .display),
            cropWidth: String(photograph.width), cropHeight: String(photograph.height))
    }

    func word(_ place: LabelReading.WordPlace) -> RecognisedText.Word? {
        guard view.text.lines.indices.contains(place.line),
            view.text.lines[place.line].words.indices.contains(place.word)
        else { return nil }
        return view.text.lines[place.line].words[place.word]
    }

    // MARK: The text

    private var lines: [Line] {
        view.text.lines.enumerated().map { number, line in
            let correction = label.corrections[number]
            let isOriginal = label.original.lines.indices.contains(number)
            var row = Line(
                number: String(number + 1), index: String(number),
                lineText: typed["line.\(number)"].map { Wording.short($0, 400) } ?? line.text,
                isOut: line.words.isEmpty, isUnsure: line.words.contains { !isSure($0) },
                words: line.words.enumerated().map { place, word in
                    Word(word: word.text, at: "\(number)-\(place)", isDoubtful: !isSure(word))
                })
            if correction != nil {
                row.corrected = Corrected(
                    original: isOriginal
                        ? label.original.lines[number].text : localized("nothing", context: "no text was read"))
            }
            return row
        }
    }

    private func warning(_ value: LabelReading.Value<String>) -> Warning {
        Warning(warning: value.text, words: Self.places(value.words), lineLinks: links(value.words))
    }

    /// Returns true for the flags that stand above the others: the language of the label, and handwriting.
    private func isShownFirst(_ flag: LabelReading.Flag) -> Bool {
        [view.reading.language?.flag, .handwriting].contains { $0?.rawValue == flag.code }
    }

    private func flag(_ flag: LabelReading.Flag) -> Flag {
        Flag(flag: Wording.flag(flag.code), words: Self.places(flag.words), lineLinks: links(flag.words))
    }

    /// Returns the identifiers of words on the page, such as "4-0 4-1".
    static func places(_ words: [LabelReading.WordPlace]) -> String {
        words.map { "\($0.line)-\($0.word)" }.joined(separator: " ")
    }

    /// Returns a link for each line that contains one of the words.
    func links(_ words: [LabelReading.WordPlace]) -> [LineLink] {
        Set(words.map(\.line)).sorted().map { LineLink(lineHref: "#line-\($0 + 1)", lineNumber: String($0 + 1)) }
    }

    private var sending: Second? {
        guard let second, label.photograph != nil else { return nil }
        return Second(
            secondName: second.name, secondHost: second.host, secondAction: Site.labelSecond(label.id),
            isWanted: view.wantsSecondReader, isAsked: label.second != nil, isOwn: second.isOwn)
    }
}

extension LabelReading.Entry {
    /// True if a value is not certain, the medicine has a warning, the directions are missing or need a check, or the sum
    /// of the doses is not the quantity.
    var isDoubtful: Bool {
        let values = [name?.isSure ?? false, strength?.isSure, form?.isSure, quantity?.isSure, refills?.isSure]
        return !flags.isEmpty || values.contains(false) || directions?.status != .ok || !areDirectionsSure
            || arithmetic?.matches == false
    }
}

/// The fields of medicine-ask.mustache: the form of a question about a label.
struct MedicineAskFields: SharedFields {
    let askAction: String
    var askLimit = String(QuestionTriage.limit)
    /// True if a question was sent before.
    var isAgain = false

    init(_ label: MedicineLabel.ID, isAgain: Bool = false) {
        askAction = Site.askLabel(label)
        self.isAgain = isAgain
    }
}

extension LabelModel {
    struct Model: TemplateFields {
        let modelHost: String
        let modelName: String
        let explainAction: String
    }

    /// The fields of medicine-label.mustache.
    struct Page: MedicinePage {
        static let template = "medicine-label"

        let labelTitle: String
        let hasText: Bool
        let isTyped: Bool
        let lines: [Line]
        let isTextOpen: Bool
        let linesAction: String
        let lineLimit: String
        let addFrom: String
        let entries: [LabelEntryModel.Fields]
        let hasEntries: Bool
        let warnings: [Warning]
        let hasWarnings: Bool
        let labelFlags: [Flag]
        let removeAction: String
        let readBy: String
        var ask: MedicineAskFields
        var labelLanguage: WordsFields?
        var handwriting: WordsFields?
        var photo: Photo?
        var second: Second?
        var explained: LabelExplanationModel.Fields?
        var model: Model?
        var messages = MedicineMessages()
    }

    struct Box: TemplateFields {
        let points: String
        let at: String
        let mark: String
    }

    struct Photo: TemplateFields {
        let src: String
        let original: String
        let width: String
        let height: String
        let boxes: [Box]
        let removePhotograph: String
    }

    struct Word: TemplateFields {
        let word: String
        let at: String
        let isDoubtful: Bool
    }

    struct Corrected: TemplateFields {
        let original: String
    }

    struct Line: TemplateFields {
        let number: String
        let index: String
        let lineText: String
        let isOut: Bool
        let isUnsure: Bool
        let words: [Word]
        var corrected: Corrected?
    }

    struct Warning: TemplateFields {
        let warning: String
        let words: String
        let lineLinks: [LineLink]
    }

    struct Flag: TemplateFields {
        let flag: String
        let words: String
        let lineLinks: [LineLink]
    }

    struct Second: TemplateFields {
        let secondName: String
        let secondHost: String
        let secondAction: String
        let isWanted: Bool
        let isAsked: Bool
        let isOwn: Bool
    }
}
