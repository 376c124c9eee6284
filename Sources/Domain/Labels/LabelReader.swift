import Directions

/// Reads the text of a label, a prescription or a list of medicines and assigns each word to a field. It corrects and
/// assumes nothing. Words that it cannot assign are left out and treated as personal data. Of a label that is not English
/// no value counts as read.
package struct LabelReader: Sendable {
    private let names: MedicineNames

    package init(names: MedicineNames) { self.names = names }

    /// Further lines and words are not read; real labels have fewer.
    package static let mostLines = 200
    package static let mostWords = 2000

    package func read(_ text: RecognisedText) -> LabelReading {
        let (lines, rest) = lines(of: text)
        let sorter = LabelSorter.sorted(lines)
        var finish = LabelEntryBuilder(text: text, names: names)
        let entries = finish.entries(of: sorter.drafts)
        var flags = sorter.flags
        if text.isHandwritten { flags.append(LabelReading.Flag(LabelFlag.handwriting.rawValue)) }
        if !rest.isEmpty { flags.append(LabelReading.Flag(LabelFlag.tooLong.rawValue, words: rest)) }
        let reading = LabelReading(
            entries: entries, warnings: sorter.warnings.map { finish.line($0) },
            identifiers: identifiers(lines, sorter) + rest, others: others(lines, sorter), flags: flags)
        return LabelLanguage(of: lines).map(reading.withheld) ?? reading
    }

    /// Returns the lines that are read, and the words beyond the limits.
    private func lines(of text: RecognisedText) -> ([LabelLine], [LabelReading.WordPlace]) {
        var lines: [LabelLine] = []
        var rest: [LabelReading.WordPlace] = []
        var words = 0
        for (index, line) in text.lines.enumerated() {
            words += line.words.count
            if index < Self.mostLines, words <= Self.mostWords,
                !line.words.contains(where: { $0.text.utf8.count > 200 })
            {
                lines.append(LabelLine(line, index: index, names: names))
            } else {
                lines.append(LabelLine(RecognisedText.Line(words: [], place: nil), index: index, names: .empty))
                rest += line.words.indices.map { LabelReading.WordPlace(line: index, word: $0) }
            }
        }
        return (lines, rest)
    }

    /// Returns the words without an assignment, and the words that identify a person by their shape, such as telephone
    /// numbers.
    private func identifiers(_ lines: [LabelLine], _ sorter: LabelSorter) -> [LabelReading.WordPlace] {
        lines.flatMap { line in
            let shapes = Identifiers.shapes(in: line)
            return line.words.indices.filter { word in
                guard line.tokens.contains(where: { $0.word == word && $0.kind != .sign }) else { return false }
                return switch sorter.roles[line.index][word] {
                case .unknown: true
                case .suspicious: shapes.contains(word) || !isPlain(line.words[word])
                case .medicine, .amount: false
                case .directions, .warning, .plain: shapes.contains(word)
                }
            }.map { LabelReading.WordPlace(line: line.index, word: $0) }
        }
    }

    private func isPlain(_ word: String) -> Bool {
        LabelToken.all(in: [word]).allSatisfy { $0.kind != .letters || LabelVocabulary.isPlain($0.text) }
    }

    /// Returns the lines of ordinary words without a field, and those addressed to a program.
    private func others(_ lines: [LabelLine], _ sorter: LabelSorter) -> [Int] {
        lines.filter { line in
            let roles = sorter.roles[line.index]
            return roles.contains { $0 == .plain || $0 == .suspicious }
                && roles.allSatisfy { $0 == .plain || $0 == .suspicious || $0 == .unknown }
        }.map(\.index)
    }
}
