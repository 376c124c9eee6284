package import Directions
package import Household
import Labels
import Recognition
import Wording

/// The reading of directions as JSON: the stable line of `stillroom rx parse`. Docs/medicines.md describes it.
package struct DirectionsDocument: Encodable, Sendable {
    package struct Span: Encodable, Sendable {
        package let clause: Int
        /// "dose", "frequency" …, "unread", or "flag".
        package let field: String
        /// Offset in Unicode scalars of `sig`; the end is exclusive.
        package let start: Int
        package let end: Int
        package let text: String
        /// The code of a flag.
        package let code: String?
    }

    package struct Sentence: Encodable, Sendable {
        package let text: String
        package let kind: String
        package let spans: [[Int]]
    }

    package let id: String?
    package let sig: String
    package let status: String
    package let clauses: [Direction]
    package let flags: [String]
    package let spans: [Span]
    package let plain: String
    package let sentences: [Sentence]

    package init(_ directions: DirectionsReading, id: String? = nil) {
        self.id = id
        sig = directions.text
        status = directions.status.rawValue
        clauses = directions.clauses
        var codes: [String] = []
        for flag in directions.flags where !codes.contains(flag.code) { codes.append(flag.code) }
        flags = codes
        func span(_ clause: Int, _ field: String, _ span: TextSpan, code: String? = nil) -> Span {
            Span(
                clause: clause, field: field, start: span.start, end: span.end, text: span.text(of: directions.text),
                code: code)
        }
        spans =
            directions.spans.map { span($0.clause, $0.field.rawValue, $0.span) }
            + directions.unread.map { span(-1, "unread", $0) }
            + directions.flags.compactMap { flag in flag.span.map { span(-1, "flag", $0, code: flag.code) } }
        let words = PlainDirections(directions)
        plain = words.text
        sentences = words.sentences.map { sentence in
            Sentence(
                text: sentence.text, kind: sentence.kind.rawValue,
                spans: sentence.spans.map { [$0.start, $0.end] })
        }
    }
}

/// The reading of a label as JSON: the stable line of `stillroom rx read`. Docs/medicines.md describes it.
package struct LabelDocument: Encodable, Sendable {
    package struct Word: Encodable, Sendable {
        package let text: String
        /// 0 to 1; null if the reader gave none.
        package let confidence: Double?
        /// Left, top, width and height as parts of the upright photograph's width and height.
        package let box: [Double]?
        package let agreed: Bool

        private enum CodingKeys: String, CodingKey { case text, confidence, box, agreed }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(text, forKey: .text)
            try container.encode(confidence, forKey: .confidence)
            try container.encode(box, forKey: .box)
            try container.encode(agreed, forKey: .agreed)
        }
    }

    package struct Line: Encodable, Sendable {
        package let text: String
        package let confidence: Double?
        package let box: [Double]?
        package let words: [Word]

        private enum CodingKeys: String, CodingKey { case text, confidence, box, words }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(text, forKey: .text)
            try container.encode(confidence, forKey: .confidence)
            try container.encode(box, forKey: .box)
            try container.encode(words, forKey: .words)
        }
    }

    package struct Value<Content: Encodable & Sendable>: Encodable, Sendable {
        package let value: Content
        package let text: String
        package let sure: Bool
        /// Line and word, from 0.
        package let words: [[Int]]

        init(_ value: LabelReading.Value<Content>) where Content: Hashable & Codable {
            self.value = value.content
            text = value.text
            sure = value.isSure
            words = value.words.map { [$0.line, $0.word] }
        }
    }

    package struct Entry: Encodable, Sendable {
        package let name: String?
        package let unknownName: String?
        package let strength: String?
        package let form: String?
        package let quantity: Double?
        /// As printed, singular; null if none is printed.
        package let quantityUnit: String?
        package let refills: Int?
        /// An index in `directions`; null if none were found.
        package let directions: Int?
        package let directionsSure: Bool
        /// "1 × 3 × 7 = 21, the label says 21"; null if a factor is not printed exactly once.
        package let arithmetic: String?
        package let flags: [String]
        /// The comparison of the strength with those that are sold; null if none was read.
        package let strengthCheck: StrengthCheck?
        /// Known names that are similar to the unknown one; they never replace it.
        package let similarNames: [String]
        package let sources: Sources

        private enum CodingKeys: String, CodingKey {
            case name, unknownName, strength, form, quantity, quantityUnit, refills, directions, directionsSure
            case arithmetic, flags, strengthCheck, similarNames, sources
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(name, forKey: .name)
            try container.encode(unknownName, forKey: .unknownName)
            try container.encode(strength, forKey: .strength)
            try container.encode(form, forKey: .form)
            try container.encode(quantity, forKey: .quantity)
            try container.encode(quantityUnit, forKey: .quantityUnit)
            try container.encode(refills, forKey: .refills)
            try container.encode(directions, forKey: .directions)
            try container.encode(directionsSure, forKey: .directionsSure)
            try container.encode(arithmetic, forKey: .arithmetic)
            try container.encode(flags, forKey: .flags)
            try container.encode(strengthCheck, forKey: .strengthCheck)
            try container.encode(similarNames, forKey: .similarNames)
            try container.encode(sources, forKey: .sources)
        }

        package struct Sources: Encodable, Sendable {
            package let name: Value<String>?
            package let unknownName: Value<String>?
            package let strength: Value<String>?
            package let form: Value<String>?
            package let quantity: Value<Double>?
            package let refills: Value<Int>?
        }
    }

    package let id: String?
    package let file: String?
    package let text: String
    package let reader: String?
    package let confidence: Double?
    package let lines: [Line]
    package let medicines: [Entry]
    package let directions: [DirectionsDocument]
    package let warnings: [Value<String>]
    package let flags: [String]
    package let handwriting: Bool
    package let wantsSecondReader: Bool
    package let error: String?

    package init(_ view: LabelView?, file: String? = nil, error: String? = nil) {
        self.file = file
        self.error = error
        id = view?.label?.id.rawValue
        text = view?.text.text ?? ""
        reader = view?.text.reader.rawValue
        confidence = view?.text.confidence
        handwriting = view?.text.isHandwritten ?? false
        wantsSecondReader = view?.wantsSecondReader ?? false
        lines = (view?.text.lines ?? []).map { line in
            Line(
                text: line.text, confidence: line.confidence, box: line.place?.frame?.list,
                words: line.words.map { word in
                    Word(
                        text: word.text, confidence: word.confidence, box: word.place?.frame?.list,
                        agreed: word.isAgreed)
                })
        }
        var found: [DirectionsDocument] = []
        medicines = (view?.reading.entries ?? []).map { entry in
            var number: Int?
            if let directions = entry.directions {
                number = found.count
                found.append(DirectionsDocument(directions))
            }
            return Entry(
                name: entry.name?.content, unknownName: entry.unknownName?.content, strength: entry.strength?.content,
                form: entry.form?.content, quantity: entry.quantity?.content, quantityUnit: entry.quantityUnit,
                refills: entry.refills?.content,
                directions: number, directionsSure: entry.areDirectionsSure,
                arithmetic: entry.arithmetic?.text, flags: entry.flags.map(\.code),
                strengthCheck: entry.soldStrength.map(StrengthCheck.init), similarNames: entry.similarNames,
                sources: Entry.Sources(
                    name: entry.name.map(Value.init), unknownName: entry.unknownName.map(Value.init),
                    strength: entry.strength.map(Value.init), form: entry.form.map(Value.init),
                    quantity: entry.quantity.map(Value.init), refills: entry.refills.map(Value.init)))
        }
        directions = found
        warnings = (view?.reading.warnings ?? []).map(Value.init)
        flags = view?.reading.flags.map(\.code) ?? []
    }

    private enum CodingKeys: String, CodingKey {
        case id, file, text, reader, confidence, lines, medicines, directions, warnings, flags, handwriting
        case wantsSecondReader, error
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(id, forKey: .id)
        try container.encode(file, forKey: .file)
        try container.encode(text, forKey: .text)
        try container.encode(reader, forKey: .reader)
        try container.encode(confidence, forKey: .confidence)
        try container.encode(lines, forKey: .lines)
        try container.encode(medicines, forKey: .medicines)
        try container.encode(directions, forKey: .directions)
        try container.encode(warnings, forKey: .warnings)
        try container.encode(flags, forKey: .flags)
        try container.encode(handwriting, forKey: .handwriting)
        try container.encode(wantsSecondReader, forKey: .wantsSecondReader)
        try container.encode(error, forKey: .error)
    }
}

extension RecognisedText.Place.Frame {
    fileprivate var list: [Double] {
        [left, top, right - left, bottom - top].map { ($0 * 10_000).rounded() / 10_000 }
    }
}
