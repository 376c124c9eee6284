import Calendar

extension CareTableRow {
    /// Returns the facts of the row with their sources. Throws `CareTableError` if a cell is invalid.
    func facts(on date: LocalDay?) throws(CareTableError) -> CareFacts {
        let from = try Attribution(self, on: date)
        var facts = CareFacts()
        facts.form = try word(.form, from)
        facts.light = try number(.light, 0...10, from)
        facts.water = try word(.water, from)
        facts.soilHumidity = try number(.soilHumidity, 0...10, from)
        facts.moisture = try decimal(.moisture, 0...10, from)
        facts.drainage = try word(.drainage, from)
        facts.rain = try range(number(.leastRain, 0...20_000, from), number(.mostRain, 0...20_000, from), .mostRain)
        facts.airHumidity = try number(.air, 0...10, from)
        facts.nutriments = try number(.nutriments, 0...10, from)
        facts.fertiliser = try word(.fertiliser, from)
        facts.survival = try number(.survival, -90...60, from)
        facts.comfort = try range(
            number(.comfortLow, -60...60, from), number(.comfortHigh, -60...60, from), .comfortHigh)
        facts.maximum = try number(.maximum, 0...70, from)
        facts.acidity = try range(
            decimal(.leastAcidity, 0...14, from), decimal(.mostAcidity, 0...14, from), .mostAcidity)
        facts.soil = text(.soil, from)
        facts.growthMonths = try months(.growth, from)
        facts.bloomMonths = try months(.bloom, from)
        facts.growthRate = try word(.rate, from)
        facts.rest = try word(.rest, from)
        facts.pets = try word(.pets, from)
        facts.people = try word(.people, from)
        facts.toxin = text(.toxin, from)
        facts.repotting = try decimal(.repotting, 0.25...10, from)
        facts.pruningMonths = try months(.prune, from)
        facts.notes = text(.notes, from)
        if rank == .species { Self.answer(&facts, from) }
        return facts
    }

    /// For a species two empty cells are answers: no dormancy, and no fertiliser needed. The values of the genus must
    /// not replace them.
    private static func answer(_ facts: inout CareFacts, _ from: Attribution) {
        if facts.rest == nil { facts.rest = Sourced(.never, from: from[.rest]) }
        if facts.fertiliser == nil { facts.fertiliserInterval = Sourced(0, from: from[.fertiliser]) }
    }

    // MARK: Cells

    private func value<Value>(
        _ column: Column, _ from: Attribution, _ read: (Substring) -> Value?
    ) throws(CareTableError) -> Sourced<Value>? {
        let cell = self[column]
        guard !cell.isEmpty else { return nil }
        guard let value = read(cell) else {
            throw CareTableError(line: number, reason: "\(column.rawValue) \"\(cell)\" is no value of this column")
        }
        return Sourced(value, from: from[column])
    }

    private func word<Word: RawRepresentable & Sendable & Hashable>(
        _ column: Column, _ from: Attribution
    ) throws(CareTableError) -> Sourced<Word>? where Word.RawValue == String {
        try value(column, from) { Word(rawValue: String($0)) }
    }

    private func number(
        _ column: Column, _ range: ClosedRange<Int>, _ from: Attribution
    ) throws(CareTableError) -> Sourced<Int>? {
        try value(column, from) { Int($0).flatMap { range.contains($0) ? $0 : nil } }
    }

    private func decimal(
        _ column: Column, _ range: ClosedRange<Double>, _ from: Attribution
    ) throws(CareTableError) -> Sourced<Double>? {
        try value(column, from) { Double($0).flatMap { range.contains($0) ? $0 : nil } }
    }

    private func months(_ column: Column, _ from: Attribution) throws(CareTableError) -> Sourced<Months>? {
        try value(column, from) { Months(String($0)) }
    }

    private func text(_ column: Column, _ from: Attribution) -> Sourced<String>? {
        self[column].isEmpty ? nil : Sourced(String(self[column]), from: from[column])
    }

    /// Reads both ends; the first must not exceed the second.
    private func range<Value>(
        _ low: Sourced<Value>?, _ high: Sourced<Value>?, _ column: Column
    ) throws(CareTableError) -> Sourced<ClosedRange<Value>>? {
        guard low != nil || high != nil else { return nil }
        guard let low, let high, low.value <= high.value else {
            throw CareTableError(line: number, reason: "\(column.rawValue) and what it goes with are no range")
        }
        return Sourced(low.value...high.value, from: low.source)
    }
}

/// The origins of a row's cells: `H;eive_moisture=E;light=EM` means horticulture, except for two cells.
private struct Attribution {
    private let usual: CareSource
    private let exceptions: [(column: CareTableRow.Column, source: CareSource)]

    init(_ row: CareTableRow, on date: LocalDay?) throws(CareTableError) {
        let name = row.rank == .assumed ? nil : String(row.name)
        var usual = Self.source(row, name, "H", date)
        var exceptions: [(CareTableRow.Column, CareSource)] = []
        for part in row[.sources].utf8.split(separator: UInt8(ascii: ";")) {
            let words = part.split(separator: UInt8(ascii: "="), omittingEmptySubsequences: false)
            let letters = words.last.map { Substring($0) } ?? ""
            guard let source = Self.source(row, name, letters, date) else { throw Self.fault(row, part) }
            switch words.count {
            case 1: usual = source
            case 2:
                guard let column = CareTableRow.Column(rawValue: String(Substring(words[0]))) else {
                    throw Self.fault(row, part)
                }
                exceptions.append((column, source))
            default: throw Self.fault(row, part)
            }
        }
        self.usual = usual ?? CareSource(row.rank, name: name, date: date)
        self.exceptions = exceptions
    }

    subscript(column: CareTableRow.Column) -> CareSource {
        exceptions.first { $0.column == column }?.source ?? usual
    }

    private static func fault(_ row: CareTableRow, _ part: Substring.UTF8View) -> CareTableError {
        CareTableError(line: row.number, reason: "sources \"\(Substring(part))\" are none")
    }

    private static func source(
        _ row: CareTableRow, _ name: String?, _ letters: Substring, _ date: LocalDay?
    ) -> CareSource? {
        origins[letters].map { CareSource(row.rank, name: name, origin: $0, date: date) }
    }

    private static let origins: [Substring: String] = {
        let origins: [Substring: String] = [
            "H": "general horticultural knowledge", "E": "EIVE 1.0", "C": "EcoCrop",
            "S": "San Francisco plant finder", "T": "Trefle's recorded rows",
        ]
        return origins.merging(origins.map { ($0 + "M", $1 + CareSource.medianOrigin) }) { own, _ in own }
    }()
}
