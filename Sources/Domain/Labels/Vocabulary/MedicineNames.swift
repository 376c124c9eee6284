/// The names of medicines and the strengths they are sold in, from lists of 2015 and 2019. A name that is not in the
/// list is unknown, not wrong. The list is never used to correct text.
package struct MedicineNames: Sendable {
    package struct Name: Sendable, Hashable {
        package enum Kind: String, Sendable, Hashable, CaseIterable {
            case substance = "g"
            case brand = "b"
        }

        /// The notation of the list: "warfarin sodium", "Advair Diskus".
        package let text: String
        package let kind: Kind
        /// The strengths in the notation of the list: "t:10mg;20mg i:2mg/mL", or a reference such as "=warfarin".
        fileprivate let printed: String
    }

    package struct Match: Sendable, Hashable {
        package let name: Name
        /// The range of words.
        package let words: Range<Int>
    }

    private let names: [Name]
    /// Indexes by the letters and numbers of the name, with one space between runs.
    private let places: [String: Int]
    /// The number of runs of the longest name that begins with this one.
    private let longest: [String: Int]

    package var count: Int { names.count }

    /// Reads tab-separated values: comments begin with `#`; the first other line names the columns. Throws
    /// `MedicineNamesError`.
    package init(_ text: String) throws(MedicineNamesError) {
        var names: [Name] = []
        var places: [String: Int] = [:]
        var longest: [String: Int] = [:]
        var isHeaded = false
        for (number, line) in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .enumerated()
        {
            guard !line.isEmpty, line.first != UInt8(ascii: "#") else { continue }
            let columns = Substring(line).split(separator: "\t", omittingEmptySubsequences: false)
            guard isHeaded else {
                guard columns == ["name", "kind", "strengths"] else { throw MedicineNamesError(line: number + 1) }
                isHeaded = true
                continue
            }
            guard columns.count == 3, let kind = Name.Kind(rawValue: String(columns[1])) else {
                throw MedicineNamesError(line: number + 1)
            }
            let runs = Self.runs(of: columns[0]).filter { !Self.joining.contains($0) }
            guard let first = runs.first else { throw MedicineNamesError(line: number + 1) }
            if places.updateValue(names.count, forKey: runs.joined(separator: " ")) == nil {
                longest[first] = max(longest[first] ?? 0, runs.count)
            }
            names.append(Name(text: String(columns[0]), kind: kind, printed: String(columns[2])))
        }
        guard isHeaded else { throw MedicineNamesError(line: 0) }
        self.names = names
        self.places = places
        self.longest = longest
    }

    private init() {
        names = []
        places = [:]
        longest = [:]
    }

    /// An empty list: every name is unknown.
    package static let empty = MedicineNames()
}

package struct MedicineNamesError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Counted from 1; 0 if no line names the columns.
    package let line: Int

    package init(line: Int) { self.line = line }

    package var description: String {
        line == 0 ? "medicine names: no line names the columns" : "medicine names: line \(line) cannot be read"
    }
}

// MARK: - Look-up

extension MedicineNames {
    /// Returns the names among the words of a line from left to right; the longest one if several begin at the same
    /// word. Case and punctuation are ignored.
    package func find(in words: [String]) -> [Match] {
        var runs: [(text: String, word: Int)] = []
        for (word, text) in words.enumerated() {
            for run in Self.runs(of: text) where !Self.joining.contains(run) { runs.append((run, word)) }
        }
        var matches: [Match] = []
        var at = 0
        while at < runs.count {
            let most = min(longest[runs[at].text] ?? 0, runs.count - at)
            guard
                let found = (0..<most).reversed().lazy.compactMap({ more -> (place: Int, end: Int)? in
                    let key = runs[at...(at + more)].map(\.text).joined(separator: " ")
                    return places[key].map { ($0, at + more) }
                }).first
            else {
                at += 1
                continue
            }
            matches.append(Match(name: names[found.place], words: runs[at].word..<(runs[found.end].word + 1)))
            at = found.end + 1
        }
        return matches
    }

    /// Returns the names in a text, without duplicates.
    package func names(in text: String) -> [Name] {
        var seen: Set<String> = []
        return find(in: text.split(whereSeparator: \.isWhitespace).map(String.init)).map(\.name)
            .filter { seen.insert($0.text).inserted }
    }

    /// Returns the name if the text is exactly that name; otherwise nil.
    package func name(_ text: String) -> Name? {
        places[Self.runs(of: text).filter { !Self.joining.contains($0) }.joined(separator: " ")].map { names[$0] }
    }

    /// Returns names that are one reading error away. A person may be asked about them; none may be chosen, because
    /// similar names are different medicines.
    package func similar(to text: String, atMost limit: Int = 3) -> [Name] {
        let wanted = Array(
            Self.runs(of: text).filter { !Self.joining.contains($0) }.joined(separator: " ").utf8.prefix(80))
        let allowed = wanted.count < 5 ? 0 : wanted.count < 8 ? 1 : 2
        guard allowed > 0 else { return [] }
        var found: [(distance: Int, place: Int)] = []
        for (key, place) in places where abs(key.utf8.count - wanted.count) <= allowed {
            if let distance = EditDistance.between(wanted, Array(key.utf8), atMost: allowed), distance > 0 {
                found.append((distance, place))
            }
        }
        return found.sorted { ($0.distance, $0.place) < ($1.distance, $1.place) }.prefix(limit).map { names[$0.place] }
    }

    /// Returns the strengths of a name, or of the name that the list refers to.
    package func strengths(of name: Name) -> SoldStrengths { SoldStrengths(printed(name)) }

    func printed(_ name: Name) -> String {
        guard name.printed.hasPrefix("=") else { return name.printed }
        return self.name(String(name.printed.dropFirst()))?.printed ?? ""
    }

    /// Words between the names of a combination: "oxycodone and acetaminophen".
    static let joining: Set<String> = ["and", "with", "in"]

    /// Returns the runs of letters and of digits, in lower case.
    static func runs(of text: some StringProtocol) -> [String] {
        var runs: [String] = []
        var wasDigit: Bool?
        for scalar in text.unicodeScalars {
            let isDigit = (0x30...0x39).contains(scalar.value)
            guard isDigit || LabelToken.isLetter(scalar) else {
                wasDigit = nil
                continue
            }
            if wasDigit != isDigit { runs.append("") }
            switch scalar.value {
            case 0x30...0x39, 0x61...0x7A: runs[runs.count - 1].unicodeScalars.append(scalar)
            case 0x41...0x5A: runs[runs.count - 1].unicodeScalars.append(Unicode.Scalar(UInt8(scalar.value) + 32))
            default: runs[runs.count - 1] += scalar.properties.lowercaseMapping
            }
            wasDigit = isDigit
        }
        return runs
    }
}
