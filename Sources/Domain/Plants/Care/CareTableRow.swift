import Calendar
import Recognition

/// One row of the care table. Its cells are found and parsed on demand, because a run needs a few rows of thousands.
struct CareTableRow: Sendable {
    enum Column: String, Sendable {
        case rank, name, synonyms, common, family, form, light, water, drainage, air, nutriments, soil, fertiliser
        case growth, bloom, rate, rest, pets, people, toxin, prune, notes, sources, german, french, place
        case soilHumidity = "soil_humidity"
        case moisture = "eive_moisture"
        case leastRain = "rain_low_mm"
        case mostRain = "rain_high_mm"
        case survival = "survive_c"
        case comfortLow = "comfort_low_c"
        case comfortHigh = "comfort_high_c"
        case maximum = "maximum_c"
        case leastAcidity = "ph_low"
        case mostAcidity = "ph_high"
        case repotting = "repot_years"
    }

    let number: Int
    let rank: CareSource.Kind
    let key: String
    private let line: Substring
    /// The columns of the table, from left to right.
    private let columns: [Column]

    init(_ line: Substring, number: Int, columns: [Column]) throws(CareTableError) {
        let word = Self.cell(.rank, of: line, columns)
        guard let rank = Self.ranks[word] else {
            throw CareTableError(line: number, reason: "rank \"\(word)\" is none")
        }
        let name = Self.cell(.name, of: line, columns)
        guard !name.isEmpty || rank == .assumed else { throw CareTableError(line: number, reason: "no name") }
        self.number = number
        self.rank = rank
        self.line = line
        self.columns = columns
        key = Self.key(rank, rank == .assumed ? "" : name)
    }

    static func columns(of line: Substring, number: Int) throws(CareTableError) -> [Column] {
        var columns: [Column] = []
        for word in line.split(separator: "\t", omittingEmptySubsequences: false) {
            guard let column = Column(rawValue: String(word)), !columns.contains(column) else {
                throw CareTableError(line: number, reason: "column \"\(word)\" is unknown, or there twice")
            }
            columns.append(column)
        }
        guard columns.contains(.rank), columns.contains(.name) else {
            throw CareTableError(line: number, reason: "no columns rank and name")
        }
        return columns
    }

    private static let ranks: [Substring: CareSource.Kind] = [
        "species": .species, "genus": .genus, "family": .family, "form": .form, "default": .assumed,
    ]

    private static func trimmed(_ text: Substring.UTF8View) -> Substring {
        let space = UInt8(ascii: " ")
        var text = text
        while text.first == space { text.removeFirst() }
        while text.last == space { text.removeLast() }
        return Substring(text)
    }

    /// The text of a cell; an empty one is unknown.
    subscript(column: Column) -> Substring { Self.cell(column, of: line, columns) }

    private static func cell(_ column: Column, of line: Substring, _ columns: [Column]) -> Substring {
        guard var place = columns.firstIndex(of: column) else { return "" }
        let tab = UInt8(ascii: "\t")
        let bytes = line.utf8
        var start = bytes.startIndex
        while place > 0 {
            guard let next = bytes[start...].firstIndex(of: tab) else { return "" }
            start = bytes.index(after: next)
            place -= 1
        }
        return trimmed(bytes[start...].prefix { $0 != tab })
    }

    /// Parses every cell. Throws `CareTableError` if one is invalid, or if there are more cells than columns.
    func check(on date: LocalDay?) throws(CareTableError) {
        let cells = line.utf8.count { $0 == UInt8(ascii: "\t") } + 1
        guard cells <= columns.count else {
            throw CareTableError(line: number, reason: "\(cells) cells for \(columns.count) columns")
        }
        guard self[.place].isEmpty || Situation.Place(rawValue: String(self[.place])) != nil else {
            throw CareTableError(line: number, reason: "place \"\(self[.place])\" is no value of this column")
        }
        _ = try facts(on: date)
    }

    var name: Substring { self[.name] }
    var family: Substring? { self[.family].isEmpty ? nil : self[.family] }
    var commonNames: [Substring] { names(in: .common) }
    var synonyms: [String] { names(in: .synonyms).map(String.init) }
    /// German and French.
    var otherNames: [String] { (names(in: .german) + names(in: .french)).map(String.init) }
    var hasSynonyms: Bool { !self[.synonyms].isEmpty }
    var synonymKeys: [String] { names(in: .synonyms).map { Self.key(rank, $0) } }

    /// The taxon of a row of a species, a genus or a family; nil for other rows.
    var taxon: Taxon? {
        let rank: Taxon.Rank? =
            switch self.rank {
            case .species: .species
            case .genus: .genus
            case .family: .family
            default: nil
            }
        return rank.map {
            Taxon(
                scientificName: String(name), commonNames: commonNames.map(String.init),
                family: family.map(String.init), rank: $0)
        }
    }

    private func names(in column: Column) -> [Substring] {
        self[column].utf8.split(separator: UInt8(ascii: ";")).map(Self.trimmed)
    }
}

// MARK: - Names

extension CareTableRow {
    /// Returns rank and name in a form that ignores case, hybrid signs, spaces and authors. A species has two words, a
    /// higher rank one. Equivalent to `Taxon.foldingKey`, but on bytes, because the table has thousands of names.
    static func key(_ rank: CareSource.Kind, _ name: Substring) -> String {
        var key: [UInt8] = Array(rank.rawValue.utf8)
        var words = rank == .species ? 2 : 1
        var word: [UInt8] = []
        func close() {
            if words > 0, !word.isEmpty, word != [UInt8(ascii: "x")] {
                key.append(UInt8(ascii: " "))
                key += word
                words -= 1
            }
            word.removeAll(keepingCapacity: true)
        }
        var bytes = name.utf8.makeIterator()
        while let byte = bytes.next() {
            switch byte {
            case UInt8(ascii: " "), 0x09, 0x0A, 0x0D: close()
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): word.append(byte | 0x20)
            // U+00D7 (×) is C3 97, a no-break space is C2 A0.
            case 0xC2, 0xC3:
                let next = bytes.next()
                if (byte, next) == (0xC3, 0x97) || (byte, next) == (0xC2, 0xA0) {
                    close()
                } else {
                    word += [byte] + (next.map { [$0] } ?? [])
                }
            default: word.append(byte)
            }
        }
        close()
        return String(decoding: key, as: UTF8.self)
    }
}
