public import Calendar
public import Recognition

/// Our own care table: species, genera, families, growth forms, and a last row for all plants.
public struct CareTable: Sendable {
    /// When the table was made, from one of its comments.
    public let date: LocalDay?
    /// The number of rows.
    public var count: Int { rows.count }

    /// Another text for another table: its date and its size.
    public let version: String

    private let rows: [CareTableRow]
    /// Row indexes by rank and folded name. A synonym leads to the row of the accepted name.
    private let places: [String: Int]

    /// Reads tab-separated values: comments begin with `#`; the first other line names the columns. Throws
    /// `CareTableError`.
    ///
    /// With `isChecked` only what a look-up needs is read. It is for a table that was read without it before: an invalid
    /// value of such a table is unknown.
    public init(_ text: String, isChecked: Bool = false) throws(CareTableError) {
        var date: LocalDay?
        var columns: [CareTableRow.Column]?
        var rows: [CareTableRow] = []
        for (index, line) in Self.lines(of: text) {
            if line.utf8.first == UInt8(ascii: "#") {
                date = date ?? Self.date(in: line)
            } else if let columns {
                rows.append(try CareTableRow(line, number: index, columns: columns))
            } else {
                columns = try CareTableRow.columns(of: line, number: index)
            }
        }
        guard columns != nil else { throw CareTableError(line: 0, reason: "no line names the columns") }
        self.date = date
        version = "\(date?.description ?? "undated")-\(text.utf8.count)"
        self.rows = rows
        places = try Self.index(rows)
        // Every row is parsed once here, so that a later look-up cannot meet an invalid value.
        if !isChecked { for row in rows { try row.check(on: date) } }
    }

    private static func lines(of text: String) -> [(number: Int, text: Substring)] {
        text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated().compactMap {
            let line = $1.last == UInt8(ascii: "\r") ? $1.dropLast() : $1
            return line.isEmpty ? nil : ($0 + 1, Substring(line))
        }
    }

    /// Returns the first word of a comment that is a date.
    private static func date(in comment: Substring) -> LocalDay? {
        comment.split { !($0.isNumber || $0 == "-") }.lazy.compactMap { LocalDay(String($0)) }.first
    }

    private static func index(_ rows: [CareTableRow]) throws(CareTableError) -> [String: Int] {
        var places = [String: Int](minimumCapacity: rows.count * 2)
        for (place, row) in rows.enumerated() {
            if let other = places.updateValue(place, forKey: row.key) {
                throw CareTableError(
                    line: row.number, reason: "\(row.name) is already on line \(rows[other].number)")
            }
        }
        // An accepted name is never treated as a synonym. If two species have the same synonym, it leads to the first.
        for (place, row) in rows.enumerated() where row.hasSynonyms {
            for key in row.synonymKeys where places[key] == nil { places[key] = place }
        }
        return places
    }
}

/// A table cannot be read.
public struct CareTableError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Counted from 1, including comments; 0 for the whole text.
    public let line: Int
    /// What is wrong with the line.
    public let reason: String

    public var description: String { line == 0 ? "care table: \(reason)" : "care table, line \(line): \(reason)" }
}

// MARK: - Look-up

extension CareTable {
    /// Returns the facts, each from the nearest row that has it: species, genus, family, growth form, all plants.
    ///
    /// `hint` is the growth form from another source; it is used if no row states one.
    public func facts(for taxon: Taxon?, form hint: Sourced<GrowthForm>? = nil) -> CareFacts {
        var facts = CareFacts()
        for row in taxon.map(lineage) ?? [] { facts = facts.filled(by: self.facts(of: row)) }
        facts.form = facts.form ?? hint
        if let form = facts.form?.value, let row = row(.form, form.rawValue) {
            facts = facts.filled(by: self.facts(of: row))
        }
        if let row = row(.assumed, "") { facts = facts.filled(by: self.facts(of: row)) }
        return facts
    }

    /// Returns the taxon of `Taxon.typedName`; nil for another text.
    func taxon(typedAs text: String) -> Taxon? {
        let parts = text.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, let rank = Taxon.Rank(rawValue: String(parts[0])) else { return nil }
        let kind: CareSource.Kind =
            switch rank {
            case .species: .species
            case .genus: .genus
            case .family: .family
            }
        return row(kind, String(parts[1]))?.taxon
    }

    /// Returns the species with that scientific name or synonym, in any spelling of `Taxon.foldingKey`.
    func species(named name: String) -> Taxon? { row(.species, name)?.taxon }

    /// Returns the genus with that name or synonym.
    func genus(named name: String) -> Taxon? { row(.genus, name)?.taxon }

    /// A taxon of the table with the names that `Taxon` does not contain.
    struct NamedTaxon {
        let taxon: Taxon
        let synonyms: [String]
        /// Common names in other languages than English.
        let otherNames: [String]
    }

    /// All species, genera and families.
    var namedTaxa: [NamedTaxon] {
        rows.compactMap { row in
            row.taxon.map { NamedTaxon(taxon: $0, synonyms: row.synonyms, otherNames: row.otherNames) }
        }
    }

    /// Returns where plants of the taxon are usually kept: indoors, also if that is not known.
    public func usualPlace(of taxon: Taxon?) -> Situation.Place {
        (taxon.map(lineage) ?? []).lazy.compactMap { Situation.Place(rawValue: String($0[.place])) }.first ?? .indoor
    }

    /// Returns the nearest row that states facts of the taxon: its own, its genus', or its family's; nil if there is
    /// none, so that the care is that of all plants.
    public func nearest(to taxon: Taxon) -> Taxon? { lineage(of: taxon).first?.taxon }

    /// Returns the existing rows of species, genus and family.
    private func lineage(of taxon: Taxon) -> [CareTableRow] {
        let name = taxon.scientificName
        let species = taxon.rank == .species ? row(.species, name) : nil
        // The genus of a synonym may differ from that of the accepted name.
        let genusName = species.map { String($0.name) } ?? name
        let genus = taxon.rank == .family ? nil : row(.genus, genusName)
        let family =
            taxon.rank == .family ? name : (species?.family ?? genus?.family).map { String($0) } ?? taxon.family
        return [species, genus, family.flatMap { row(.family, $0) }].compactMap { $0 }
    }

    private func row(_ rank: CareSource.Kind, _ name: String) -> CareTableRow? {
        places[CareTableRow.key(rank, name[...])].map { rows[$0] }
    }

    private func facts(of row: CareTableRow) -> CareFacts {
        // The row was parsed when the table was checked, so this cannot fail.
        (try? row.facts(on: date)) ?? CareFacts()
    }
}
