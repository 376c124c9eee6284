import Recognition

/// The names of the care table, for a search while somebody types and for names that somebody typed: scientific names,
/// synonyms, and common names in English, German and French.
public struct SpeciesIndex: Sendable {
    enum Kind: Int, Sendable {
        case scientific, synonym, common
    }

    struct Entry: Sendable {
        let key: NameKey
        let name: String
        let kind: Kind
        /// The place of the taxon in `taxa`.
        let taxon: Int
    }

    /// Longer texts find nothing.
    public static let textLimit = 120

    let taxa: [Taxon]
    let entries: [Entry]
    /// Places of entries by `NameKey.joined`, and by `NameKey.singular`.
    private let byName: [[UInt8]: [Int]]
    private let bySingular: [[UInt8]: [Int]]
    /// Places of the entries of species, by genus.
    private let byGenus: [String: [Int]]
    private let table: CareTable

    public init(_ table: CareTable) {
        var taxa: [Taxon] = []
        var entries: [Entry] = []
        var byName: [[UInt8]: [Int]] = [:]
        var bySingular: [[UInt8]: [Int]] = [:]
        var byGenus: [String: [Int]] = [:]
        for named in table.namedTaxa {
            let genus = named.taxon.rank == .species ? named.taxon.genus : nil
            func add(_ name: String, _ kind: Kind) {
                let key = NameKey(name)
                guard !key.isEmpty else { return }
                byName[key.joined, default: []].append(entries.count)
                bySingular[key.singular, default: []].append(entries.count)
                if let genus { byGenus[genus, default: []].append(entries.count) }
                entries.append(Entry(key: key, name: name, kind: kind, taxon: taxa.count))
            }
            add(named.taxon.scientificName, .scientific)
            for name in named.synonyms { add(name, .synonym) }
            for name in named.taxon.commonNames + named.otherNames { add(name, .common) }
            taxa.append(named.taxon)
        }
        self.taxa = taxa
        self.entries = entries
        self.byName = byName
        self.bySingular = bySingular
        self.byGenus = byGenus
        self.table = table
    }
}

// MARK: - Search

extension SpeciesIndex {
    /// Returns the taxa with a name like `text`, each once, the best first: the whole name, its beginning, the beginnings
    /// of its words, a name with a few other letters, a name within the text.
    public func search(_ text: String, limit: Int = 8) -> [SpeciesMatch] {
        guard limit > 0, text.utf8.count <= Self.textLimit * 4 else { return [] }
        let query = NameKey(text)
        guard !query.isEmpty else { return [] }
        var best: [Int: Score] = [:]
        func take(_ score: Score) {
            let taxon = entries[score.entry].taxon
            if let known = best[taxon], known <= score { return }
            best[taxon] = score
        }
        for place in exact(query) { take(Score(.exact, of: entries[place], at: place)) }
        for (place, entry) in entries.enumerated() {
            if entry.key.begins(as: query) {
                take(Score(.beginning, of: entry, at: place))
            } else if entry.key.hasWords(beginningAs: query) {
                take(Score(.wordBeginning, of: entry, at: place))
            }
        }
        // Other letters are compared only if there is room for them, because each name costs a table of distances.
        if best.count < limit {
            for (place, entry) in entries.enumerated() {
                if let typos = entry.key.typos(from: query) {
                    take(Score(.typo, of: entry, at: place, typos: typos))
                } else if entry.key.joined.count > 3, entry.key.isContained(in: query) {
                    take(Score(.contained, of: entry, at: place))
                }
            }
        }
        return best.values.sorted().prefix(limit).map { score in
            let entry = entries[score.entry]
            return SpeciesMatch(taxon: taxa[entry.taxon], name: entry.name, quality: score.quality)
        }
    }

    /// Returns the entries with that name, in the singular or the plural, or written as one word; if there is none, those
    /// without a last word such as "plant".
    private func exact(_ query: NameKey) -> [Int] {
        func named(_ key: NameKey) -> [Int]? { bySingular[key.singular] ?? byName[key.joined] }
        return named(query) ?? query.withoutKind.flatMap(named) ?? []
    }

    private struct Score: Comparable {
        let quality: SpeciesMatch.Quality
        let typos: Int
        let kind: Int
        let length: Int
        let entry: Int

        init(_ quality: SpeciesMatch.Quality, of entry: Entry, at place: Int, typos: Int = 0) {
            self.quality = quality
            self.typos = typos
            kind = entry.kind == .synonym ? 1 : 0
            // Of names within a text the longest one says most.
            length = quality == .contained ? -entry.key.joined.count : entry.key.joined.count
            self.entry = place
        }

        static func < (left: Score, right: Score) -> Bool {
            (left.quality.rawValue, left.typos, left.kind, left.length, left.entry)
                < (right.quality.rawValue, right.typos, right.kind, right.length, right.entry)
        }
    }
}

// MARK: - One name

extension SpeciesIndex {
    /// Returns which plant a typed name means. A name is clear if exactly one taxon has it, with any spelling of the
    /// same letters; or if it is the Latin name of a species whose genus the table has.
    public func resolve(_ text: String, limit: Int = 6) -> SpeciesResolution {
        let clear = clear(text)
        guard case .unknown = clear, let name = Plant.tidy(text) else { return clear }
        let choices = search(name, limit: limit)
        return choices.isEmpty ? .unknown : .unclear(choices)
    }

    /// The same for a person's own name of a plant, such as "Twin": a name that only begins with the same letters, such
    /// as "Twinspur", is no choice.
    public func resolve(ownName text: String) -> SpeciesResolution {
        let resolution = resolve(text)
        let query = NameKey(text)
        let choices = resolution.choices.filter { match in
            ![.beginning, .wordBeginning].contains(match.quality) || NameKey(match.name).hasWords(query)
        }
        return resolution.choices.isEmpty ? resolution : choices.isEmpty ? .unknown : .unclear(choices)
    }

    /// Returns which plant a typed name means without a search for similar names: known, a member of a genus, or unknown.
    public func clear(_ text: String) -> SpeciesResolution {
        guard let name = Plant.tidy(text), name.utf8.count <= Self.textLimit * 4 else { return .unknown }
        if let taxon = table.taxon(typedAs: name) { return .known(taxon) }
        // With authors, varieties and hybrid signs.
        if let taxon = table.species(named: name) { return .known(taxon) }
        let query = NameKey(name)
        guard !query.isEmpty else { return .unknown }
        if let taxon = single(Set(exact(query).map { entries[$0].taxon }), query) { return .known(taxon) }
        if exact(query).isEmpty, let genus = genus(of: name), !isMisspelt(query, in: genus) {
            return Self.member(name, of: genus)
        }
        return .unknown
    }

    /// Returns true if a species of the genus has a name with a few other letters.
    private func isMisspelt(_ query: NameKey, in genus: Taxon) -> Bool {
        (byGenus[genus.scientificName] ?? []).contains { entries[$0].key.typos(from: query) != nil }
    }

    /// Returns the taxon if only one has the name, or if one of them contains the others: "moth orchid" is a name of the
    /// genus Phalaenopsis and of two of its species. Of a genus and one of its species the common name means the
    /// species.
    private func single(_ places: Set<Int>, _ query: NameKey) -> Taxon? {
        let found = places.map { taxa[$0] }
        guard found.count > 1 else { return found.first }
        guard let widest = found.first(where: { group in found.allSatisfy { $0 == group || group.contains($0) } })
        else { return nil }
        let isScientific = NameKey(widest.scientificName).joined == query.joined
        if !isScientific, found.count == 2 { return found.first { $0 != widest } }
        return widest
    }

    /// Returns the genus with which a Latin name begins, such as "Rosa incognita", "Rosa 'Peace'" and "Rosa sp.".
    private func genus(of name: String) -> Taxon? {
        let words = name.split(separator: " ").filter { $0 != "×" && $0 != "x" }
        guard words.count > 1, let first = words.first, first.first?.isUppercase == true,
            let mark = words[1].first, mark.isLowercase || "'‘’\"“„".contains(mark)
        else { return nil }
        return table.genus(named: String(first))
    }

    private static func member(_ name: String, of genus: Taxon) -> SpeciesResolution {
        let second = name.split(separator: " ").filter { $0 != "×" && $0 != "x" }[1]
        if ["sp.", "sp", "spp.", "spp"].contains(second) { return .known(genus) }
        return .member(
            taxon: Taxon(scientificName: name, family: genus.family, rank: .species), genus: genus.scientificName)
    }
}

extension Taxon {
    fileprivate func contains(_ other: Taxon) -> Bool {
        switch rank {
        case .species: false
        case .genus: other.rank == .species && other.genus == scientificName
        case .family: other.rank != .family && other.family == scientificName
        }
    }
}
