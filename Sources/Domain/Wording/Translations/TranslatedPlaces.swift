/// Ways into the body and places on it, in German and French.
struct TranslatedPlaces {
    let language: PlainLanguage

    /// Returns the way into the body: "durch den Mund".
    func route(_ route: String) -> String? { Self.routes.translation(of: route, in: language) }

    /// Returns the place as a noun, without preposition: "linkes Auge" for "left eye" and "in the left eye".
    func site(_ site: String) -> String? {
        var words = site.lowercased().split(separator: " ")
        let whole = words.joined(separator: " ")
        if let found = Self.sites.translation(of: whole, in: language) { return found }
        if words.first.map({ Self.prepositions.contains($0) }) ?? false { words.removeFirst() }
        if words.first.map({ Self.articles.contains($0) }) ?? false { words.removeFirst() }
        return Self.sites.translation(of: words.joined(separator: " "), in: language)
    }

    /// Only prepositions that say no more than that the medicine is used at the place; not "under" or "around".
    private static let prepositions: Set<Substring> = ["to", "on", "onto", "in", "into"]
    private static let articles: Set<Substring> = ["the", "your"]

    private static let routes = TranslationTable(
        """
        oral | durch den Mund | par la bouche
        sublingual | unter die Zunge | sous la langue
        buccal | innen an die Wange | à l’intérieur de la joue
        topical | äußerlich | en usage externe
        transdermal | auf die Haut (transdermal) | sur la peau (transdermique)
        inhalation | inhalieren | à inhaler
        nasal | in die Nase | dans le nez
        ophthalmic | ins Auge | dans l’œil
        otic | ins Ohr | dans l’oreille
        rectal | in den After (rektal) | dans l’anus (voie rectale)
        vaginal | in die Scheide | dans le vagin
        subcutaneous | unter die Haut | sous la peau
        intramuscular | in einen Muskel | dans un muscle
        intravenous | in eine Vene | dans une veine
        """)

    private static let sites = TranslationTable(
        """
        left eye | linkes Auge | œil gauche
        right eye | rechtes Auge | œil droit
        both eyes, each eye | jedes Auge (rechts und links) | chaque œil (droit et gauche)
        affected eye | betroffenes Auge | œil atteint
        left ear | linkes Ohr | oreille gauche
        right ear | rechtes Ohr | oreille droite
        both ears, each ear | jedes Ohr (rechts und links) | chaque oreille (droite et gauche)
        affected ear | betroffenes Ohr | oreille atteinte
        left nostril | linkes Nasenloch | narine gauche
        right nostril | rechtes Nasenloch | narine droite
        one nostril | ein Nasenloch | une narine
        both nostrils, each nostril | jedes Nasenloch (rechts und links) | chaque narine (droite et gauche)
        skin | Haut | peau
        affected skin | betroffene Haut | peau atteinte
        affected area, affected area of skin, affected site | betroffene Stelle | zone atteinte
        affected areas, affected areas of skin, affected sites | betroffene Stellen | zones atteintes
        face | Gesicht | visage
        scalp | Kopfhaut | cuir chevelu
        lips | Lippen | lèvres
        gums | Zahnfleisch | gencives
        behind the ear | hinter dem Ohr | derrière l’oreille
        eyelid | Augenlid | paupière
        eyelids | Augenlider | paupières
        left arm | linker Arm | bras gauche
        right arm | rechter Arm | bras droit
        arms | Arme | les bras
        both arms | beide Arme | les deux bras
        upper arm | Oberarm | haut du bras
        left hand | linke Hand | main gauche
        right hand | rechte Hand | main droite
        hands | Hände | les mains
        both hands | beide Hände | les deux mains
        left foot | linker Fuß | pied gauche
        right foot | rechter Fuß | pied droit
        feet | Füße | les pieds
        both feet | beide Füße | les deux pieds
        between the toes | zwischen den Zehen | entre les orteils
        toenails | Zehennägel | ongles des orteils
        left knee | linkes Knie | genou gauche
        right knee | rechtes Knie | genou droit
        both knees | beide Knie | les deux genoux
        left shoulder | linke Schulter | épaule gauche
        right shoulder | rechte Schulter | épaule droite
        shoulders | Schultern | les épaules
        both shoulders | beide Schultern | les deux épaules
        thigh | Oberschenkel | cuisse
        abdomen | Bauch | ventre
        back | Rücken | dos
        groin | Leiste | aine
        wound | Wunde | plaie
        wounds | Wunden | plaies
        """)
}
