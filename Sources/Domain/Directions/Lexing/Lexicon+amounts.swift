/// Words that change an amount or make it uncertain.
extension Lexicon {
    static let amounts: [(Meaning, String)] = [
        (
            .refused("multiplied"),
            """
            dozen|dozens|half dozen|half a dozen|hundred|hundreds|thousand|thousands|million|millions|pair|pairs
            handful|handfuls
            """
        ),
        (.refused("increase-by"), "fewer"),
        (.refused("ambiguous-number"), "decimal|nearly|almost|just under|just over|a little over|a little under"),
        (.refused("abbr:tbs"), "tb|tbs"),
        (.doubtful("depends"), "maybe|perhaps|possibly|roughly|circa|around about"),
    ]
}
