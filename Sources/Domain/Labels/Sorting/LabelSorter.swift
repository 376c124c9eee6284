import Directions

/// Walks over the lines of a label and assigns a role to every word. A word without a role may be personal data.
struct LabelSorter {
    enum Role: Sendable, Hashable {
        case unknown
        case medicine
        case directions
        case amount
        case warning
        /// Ordinary words of labels.
        case plain
        case suspicious
    }

    let lines: [LabelLine]
    /// Lines with letters or digits.
    private let said: [LabelLine]
    var roles: [[Role]]
    var drafts: [LabelDraft] = []
    var warnings: [Int] = []
    var flags: [LabelReading.Flag] = []
    /// Directions and amounts above the first medicine.
    var above = LabelDraft(line: 0)
    /// True after a line of directions: the next line may continue it.
    var isOpen = false
    /// True below a medicine, until a line ends its block.
    var isInside = false
    /// True if a line since the last medicine was addressed to a program.
    var isSuspect = false
    private var wasSuspicious = false
    private var wasWarning = false

    init(_ lines: [LabelLine]) {
        self.lines = lines
        said = lines.filter { !$0.tokens.allSatisfy { $0.kind == .sign } }
        roles = lines.map { Array(repeating: .unknown, count: $0.words.count) }
    }

    static func sorted(_ lines: [LabelLine]) -> Self {
        var sorter = Self(lines)
        for line in sorter.said { sorter.sort(line) }
        sorter.settle()
        return sorter
    }

    private mutating func sort(_ line: LabelLine) {
        let (wasSuspicious, wasWarning) = (self.wasSuspicious, self.wasWarning)
        (self.wasSuspicious, self.wasWarning) = (false, false)
        if LabelSuspicion.isSuspicious(line) || wasSuspicious && isTail(line) { return suspect(line) }
        if line.isTableHead {
            isOpen = false
            return mark(line, .plain)
        }
        if isOpen, isUnfinished, goesOn(line) { return append(line) }
        if let found = LabelMedicineLine(line, surroundings(of: line)) { return begin(found, on: line) }
        if completes(line) { return }
        let isWarning = LabelWarnings.isWarning(line.letters)
        if line.namesWithoutTaking, !line.names.isEmpty, !isWarning { return setAside(line) }
        if let beginning = line.beginning(), direct(line, beginning) { return }
        if takeAmounts(line, from: 0) { return }
        if isOpen, goesOn(line) { return append(line) }
        let wasOpen = isOpen
        isOpen = false
        if isWarning || wasWarning && isWarningsTail(line) { return warn(line) }
        if Identifiers.isIdentifying(line) {
            isInside = false
        } else if wasOpen, line.sigShare().telling > 0 || line.tokens.contains(where: { $0.kind == .number }) {
            flagLast(.unreadLine, words(line))
        }
        markPlain(line)
        pointOut(line)
    }

    // MARK: Kinds of line

    /// Flags a line of directions that could not be assigned: it may be badly read.
    private mutating func pointOut(_ line: LabelLine) {
        let share = line.sigShare()
        guard share.share >= 0.7, share.telling >= 3, roles[line.index].contains(.unknown) else { return }
        flags.append(LabelReading.Flag(LabelFlag.unreadLine.rawValue, words: words(line)))
        for token in line.tokens where token.kind == .letters && LabelVocabulary.isSig(token.text) {
            roles[line.index][token.word] = .plain
        }
    }

    private mutating func suspect(_ line: LabelLine) {
        mark(line, .suspicious)
        flags.append(LabelReading.Flag(LabelFlag.suspiciousText.rawValue, words: words(line)))
        // Within a medicine, the line may hide directions that are not readable now.
        if isInside { flagLast(.suspiciousText, words(line)) }
        wasSuspicious = true
        isSuspect = !drafts.isEmpty
        isOpen = false
    }

    /// Returns true if a line continues text that is addressed to a program: it does, unless it clearly belongs to the
    /// label.
    private func isTail(_ line: LabelLine) -> Bool {
        if LabelMedicineLine(line, surroundings(of: line)) != nil || Identifiers.isIdentifying(line) { return false }
        if !LabelAmounts(line, isInBlock: true).isEmpty { return false }
        switch line.beginning() {
        case .said, .verb: return !(drafts.last?.directions.isEmpty ?? true)
        case .amount: return true
        case nil: return !LabelWarnings.isWarning(line.letters)
        }
    }

    private mutating func setAside(_ line: LabelLine) {
        isOpen = false
        markPlain(line, orOfMedicines: true)
        flags.append(LabelReading.Flag(LabelFlag.notToTake.rawValue, words: words(line)))
    }

    private mutating func warn(_ line: LabelLine) {
        warnings.append(line.index)
        mark(line, .warning)
        wasWarning = true
    }

    private func isWarningsTail(_ line: LabelLine) -> Bool {
        guard let first = line.text.unicodeScalars.first, !Identifiers.isIdentifying(line), let last = warnings.last,
            let above = lines.first(where: { $0.index == last })
        else { return false }
        let isBound = above.letters.last.map { LabelVocabulary.binding.contains($0) } ?? false
        return first.properties.isLowercase || isBound && line.letters.allSatisfy { LabelVocabulary.isPlain($0) }
    }

    // MARK: Marks

    func words(_ line: LabelLine) -> [LabelReading.WordPlace] { words(line, 0..<line.words.count) }

    func words(_ line: LabelLine, _ range: Range<Int>) -> [LabelReading.WordPlace] {
        range.map { LabelReading.WordPlace(line: line.index, word: $0) }
    }

    mutating func mark(_ line: LabelLine, _ role: Role) { mark(line, 0..<line.words.count, role) }

    mutating func mark(_ line: LabelLine, _ range: Range<Int>, _ role: Role) {
        for word in range where roles[line.index].indices.contains(word) { roles[line.index][word] = role }
    }

    /// Marks a line of three or more ordinary words as plain, as it names no person. With `orOfMedicines` each word is
    /// judged alone.
    mutating func markPlain(_ line: LabelLine, orOfMedicines: Bool = false) {
        var plain: Set<Int> = Set(line.names.flatMap(\.words))
        var at = 0
        while let strength = LabelStrength.first(in: line.tokens, from: at) {
            plain.formUnion(line.words(of: strength.tokens))
            at = strength.tokens.upperBound
        }
        for (word, text) in line.words.enumerated() {
            let tokens = LabelToken.all(in: [text])
            let letters = tokens.filter { $0.kind == .letters }
            let isShort = tokens.allSatisfy { $0.kind != .number || $0.text.utf8.count <= 3 }
            if isShort, letters.allSatisfy({ LabelVocabulary.isPlain($0.text) }) { plain.insert(word) }
        }
        let isHeading =
            line.letters.count == 1 && ["rx", "signature", "sig", "refills", "label"].contains(line.letters[0])
        guard orOfMedicines || isHeading || plain.count == line.words.count && line.letters.count >= 3 else { return }
        for word in plain { roles[line.index][word] = .plain }
    }

    mutating func flagLast(_ flag: LabelFlag, _ words: [LabelReading.WordPlace]) {
        guard !drafts.isEmpty else { return }
        drafts[drafts.count - 1].flag(flag, words)
    }

    func surroundings(of line: LabelLine) -> LabelMedicineLine.Surroundings {
        var around = LabelMedicineLine.Surroundings()
        guard let place = said.firstIndex(where: { $0.index == line.index }) else { return around }
        if place > 0 { around.isBehindRx = said[place - 1].letters == ["rx"] }
        if place + 1 < said.count {
            let next = said[place + 1]
            around.isBeforeDirections = next.beginning() != nil
            around.isBeforeStrength = next.beginning() == nil && LabelStrength(in: next.tokens, at: 0) != nil
        }
        return around
    }
}
