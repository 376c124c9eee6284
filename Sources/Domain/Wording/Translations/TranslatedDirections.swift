public import Directions

/// Plain words for people who read German or French. They stand beside the English sentence of ``PlainDirections``,
/// never in place of it: the label is English, and the label counts.
///
/// The sentence is telegraphic, with a fixed order of parts: how much, how often, when, why, how long, where, and the
/// limit. Every value of the clause is in it; if one has no words in the tables, there is no translation.
public enum TranslatedDirections {
    /// Returns the sentence for one clause, such as "1 Tablette, 2-mal täglich, zum Essen, 7 Tage lang, durch den Mund.";
    /// nil if a value of the clause is not in the tables.
    ///
    /// A clause does not say how a dose is used ("chew", "dissolve"): for a clause of a label call
    /// ``sentences(of:in:)``, which knows the words of the label.
    public static func sentence(of direction: Direction, in language: PlainLanguage) -> String? {
        TranslatedClause.sentence(of: direction, manner: [], in: language)
    }

    /// Returns the sentence for each clause of a reading; nil for a clause without translation. All are nil if the
    /// reading is refused. If it was read only in part (`review`), the sentences say only what was read: show them with the
    /// cautions of ``PlainDirections``, or not at all.
    public static func sentences(of directions: DirectionsReading, in language: PlainLanguage) -> [String?] {
        guard directions.status != .refuse else { return directions.clauses.map { _ in nil } }
        return PlainClause.all(of: directions).map { clause in
            guard !clause.source.saysNebuliser, let manner = manner(of: clause, in: language) else { return nil }
            var direction = clause.direction
            if clause.index == 0 { direction.relation = .first }
            return TranslatedClause.sentence(of: direction, manner: manner, in: language)
        }
    }

    /// Returns the words for a verb that says more than the route: "kauen" for "Chew"; empty if it says no more, nil if
    /// it has no words.
    private static func manner(of clause: PlainClause, in language: PlainLanguage) -> [String]? {
        let route = clause.direction.route ?? ""
        switch clause.verb {
        case "Take", "Give", "Use", "Put": return []
        case "Inhale" where route == "inhalation": return []
        case "Apply" where ["topical", "transdermal"].contains(route): return []
        case "Insert" where ["rectal", "vaginal"].contains(route): return []
        case "Inject" where ["subcutaneous", "intramuscular", "intravenous"].contains(route): return []
        default: return verbs.translation(of: clause.verb, in: language).map { [$0] }
        }
    }

    /// "Dissolve" is not here: in the mouth or in water, the clause does not say.
    private static let verbs = TranslationTable(
        """
        Chew | kauen | à mâcher
        Suck | lutschen | à sucer
        Swallow | schlucken | à avaler
        Drink | trinken | à boire
        Inhale | inhalieren | à inhaler
        Insert | einführen | à introduire
        Inject | spritzen | à injecter
        Spray | sprühen | à pulvériser
        """)
}
