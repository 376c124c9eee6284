/// The words of labels, by which the kind of a line is recognised. They decide only where text belongs;
/// `DirectionsReader` reads its meaning.
enum LabelVocabulary {
    /// First words of directions.
    static let verbs = set(
        """
        take inhale apply use instil instill inject insert place put give spray chew dissolve suck rinse gargle spread rub
        administer drink mix squeeze sprinkle massage wear
        """)

    static let numberWords = set(
        """
        one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty half quarter
        """)

    /// Frequencies and times.
    static let frequency = set(
        """
        daily day days twice once thrice times time every each hour hours hourly hrs hr weekly week weeks month months
        monthly morning noon midday afternoon evening night nightly bedtime bed breakfast lunch dinner supper meal meals am
        pm qd bid tid qid qds tds bd od qod qhs qam qpm qh hs ac pc prn stat nocte mane required needed directed alternate
        max maximum until monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat
        sun biw tiw
        """)

    /// Units of doses, beside the forms.
    static let units = set(
        """
        ml mls mg mcg g iu unit units puff puffs gtt gtts drop drops spoonful spoonfuls teaspoon teaspoons tsp tbsp
        tablespoon tablespoons applicatorful applicator dose doses actuation actuations squirt squirts scoop scoops
        """)

    /// Joining words; alone they do not tell the kind of a line.
    static let binding = set(
        "for to and in of the a an on at with not or if by then from up per be is this it as into your you all do no")

    /// All other words of directions.
    private static let others = set(
        """
        mouth orally oral po sl pr pv im iv sc sq subq subcut subcutaneously sublingual sublingually rectally vaginally
        topically without before after when while between until gone finished finish both left right eye eyes ear ears
        nostril nostrils nose affected area areas skin scalp under tongue water glass juice full empty stomach more than
        less least most reduce increase stop continue course shake well discard remainder dissolved swallow whole crush
        pain fever cough cold itching itch nausea vomiting sleep anxiety chest blood pressure cholesterol infection heart
        thyroid diabetes allergy allergies wheeze wheezing shortness breath breathing spasm spasms swelling constipation
        diarrhea diarrhoea reflux acid asthma depression mood seizures seizure fluid inflammation headache migraine sugar
        swish spit hold repeat needed throat angina attack rash thinly sparingly liberally other ou os au ad
        food milk minutes minute hours apart remaining first last next same total only additional doctor taken used
        given inhaled applied doses severe moderate mild pump kidney bone muscle stress dizziness prevent prevention
        """)

    /// Words of plain lines, headings, and orders to the doctor.
    private static let plain = set(
        """
        medicine medicines medication medications drug strength form route frequency directions instructions quantity
        comments indication reason start rx signature sig qty disp refill refills gp check function liver test tests
        levels review weight new changed unchanged continued stopped list discharge supply please see leaflet read
        carefully refrigerate freeze store keep out reach sight children caution warning important may cause drowsiness
        generic brand
        """)

    /// Returns true for every word of directions.
    static func isSig(_ word: String) -> Bool {
        verbs.contains(word) || numberWords.contains(word) || frequency.contains(word) || units.contains(word)
            || binding.contains(word) || others.contains(word) || MedicineForm.named(word) != nil
            || MedicineForm.beside.contains(word) || isHourly(word)
    }

    static func isPlain(_ word: String) -> Bool {
        isSig(word) || plain.contains(word) || LabelWarnings.words.contains(word)
    }

    /// Returns true for a word that distinguishes directions from other text.
    static func tells(_ word: String) -> Bool { isSig(word) && !binding.contains(word) }

    /// Returns true if the word is one reading error away from a word of `tells`. Used only to find where directions
    /// are, never to read them.
    static func nearlyTells(_ word: String) -> Bool {
        if tells(word) { return true }
        guard word.utf8.count >= 5 else { return false }
        let bytes = Array(word.utf8.prefix(24))
        return longWords.contains { EditDistance.isWithinOne(bytes, $0) }
    }

    static func nearlyVerb(_ word: String) -> Bool {
        if verbs.contains(word) { return true }
        guard word.utf8.count >= 4 else { return false }
        let bytes = Array(word.utf8.prefix(16))
        return longVerbs.contains { EditDistance.isWithinOne(bytes, $0) }
    }

    static func isFrequency(_ word: String) -> Bool {
        frequency.contains(word) || isHourly(word)
    }

    static func nearlyFrequency(_ word: String) -> Bool {
        if isFrequency(word) { return true }
        guard word.utf8.count >= 5 else { return false }
        let bytes = Array(word.utf8.prefix(24))
        return longFrequency.contains { EditDistance.isWithinOne(bytes, $0) }
    }

    /// Returns true for the "q" of "q6h"; tokens separate letters from digits.
    private static func isHourly(_ word: String) -> Bool { word == "q" || word == "h" || word == "x" }

    private static let longVerbs = verbs.filter { $0.utf8.count >= 4 }.map { Array($0.utf8) }
    private static let longFrequency = frequency.filter { $0.utf8.count >= 5 }.map { Array($0.utf8) }
    private static let longWords: [[UInt8]] = verbs.union(numberWords).union(frequency).union(units).union(others)
        .filter { $0.utf8.count >= 5 }.sorted().map { Array($0.utf8) }

    static func set(_ words: String) -> Set<String> {
        Set(words.split(whereSeparator: \.isWhitespace).map(String.init))
    }
}
