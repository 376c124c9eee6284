import Directions

/// Reads the text of a label, a prescription or a list of medicines: what stands where, word by word. It corrects
/// nothing and assumes nothing; what it cannot place it leaves out, and counts as naming somebody.
package struct LabelReader: Sendable {
    private let names: MedicineNames

    package init(names: MedicineNames) { self.names = names }

    /// More lines and words than any label has are not read.
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
        return LabelReading(
            entries: entries, warnings: sorter.warnings.map { finish.line($0) },
            identifiers: identifiers(lines, sorter) + rest, others: others(lines, sorter), flags: flags)
    }

    /// The lines that are read, and the words that are not.
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

    /// What nothing was found for, and what identifies by its shape wherever it stands.
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

    /// Lines of ordinary words that are nothing of the above, and those written to a machine.
    private func others(_ lines: [LabelLine], _ sorter: LabelSorter) -> [Int] {
        lines.filter { line in
            let roles = sorter.roles[line.index]
            return roles.contains { $0 == .plain || $0 == .suspicious }
                && roles.allSatisfy { $0 == .plain || $0 == .suspicious || $0 == .unknown }
        }.map(\.index)
    }
}
