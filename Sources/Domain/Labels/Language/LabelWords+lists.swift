/// Words of labels in some languages. A word that occurs on English labels, in the Latin of prescriptions, or in names of
/// people, places and pharmacies is in no foreign list: "bis", "ou", "au", "boca", "Pharmacie".
extension LabelWords {
    static let englishWords = LabelVocabulary.set(
        """
        take taken taking tablet tablets tabs daily day days every hour hours hourly once twice
        times mouth food water morning evening night bedtime noon needed required directed apply inhale use
        instill inject insert place drops eye eyes ear ears skin nostril refill refills qty quantity until finished
        before after meal meals breakfast dinner lunch cause drowsiness drowsy keep reach children swallow whole store
        shake well discard avoid warning caution dizziness pharmacy prescriber prescribed physician label week weeks
        weekly month months monthly affected area both left right under tongue each spoonful teaspoon teaspoonful
        tablespoon puffs puff half one two three four five six eight ten stomach empty stop taking course
        finish drink do not external only disp dispense sig prn bid tid qid qhs units medicine medicines medication drug
        strength directions discharge
        """)

    static let englishJoining = LabelVocabulary.set(
        "the and of for to with by or if then from your you this that is be")

    static let labelWords: [LabelLanguage: Set<String>] = [
        .german: words(
            """
            täglich tägl tgl tägliche täglichen einnehmen einzunehmen nehmen einnahme tablette tabletten tbl
            filmtablette filmtabletten retardtablette retardtabletten schmelztablette schmelztabletten brausetablette
            brausetabletten kapsel kapseln hartkapseln weichkapseln tropfen augentropfen ohrentropfen nasentropfen
            zäpfchen salbe hustensaft lösung messlöffel teelöffel esslöffel morgens mittags abends nachts nüchtern
            mahlzeit mahlzeiten wasser einmal zweimal dreimal viermal stündlich stunde stunden tage tagen woche wochen
            wöchentlich monat uhr bedarf schmerzen fieber blutdruck arzt ärztin apotheker packungsbeilage dosierung
            anwendung anwenden auftragen wirkstoff kindern unzugänglich aufbewahren verwendbar haltbar unzerkaut
            schlucken augen beide haut inhalieren hübe sprühstoß sprühstöße spritzen einheiten höchstens zergehen
            verschreibungspflichtig rezept packung flasche inhalt zuzahlung jeweils maximaldosis nebenwirkungen
            tagesdosis
            """),
        .french: words(
            """
            prendre prenez comprimé comprimés gélule gélules fois jour jours matin midi soir coucher avant après repas
            jeun gouttes goutte cuillère cuillères cuillerée cuillerées sirop pommade suppositoire suppositoires collyre
            bouffée bouffées pulvérisation pulvérisations voie buvable buvables sécable yeux oreille besoin douleur
            douleurs fièvre toux ordonnance médecin pharmacien posologie heure heures semaine semaines mois verre avaler
            croquer appliquer appliquez portée enfants dépasser conserver médicament médicaments uniquement boîte
            traitement demi demie flacon peau chaque toutes
            """),
        .other: words(
            """
            tome tomar tableta tabletas pastilla pastillas cápsula cápsulas veces día días cada horas noche mañana
            comidas gotas cucharada cucharadita aplicar aplique segun necesite ojos diario diariamente semana médico
            prendere compressa compresse giorno giorni volte ogni mattina dopo pasti gocce assumere comprimido
            comprimidos vezes noite refeições innemen daags keer dagen maal tabletki tabletka dziennie razy kapsułka
            posiłku tabletter daglig dagligen gange gånger tablett günde kez
            """),
    ]

    static let joining: [LabelLanguage: Set<String>] = [
        .german: words(
            """
            und oder mit nicht nach bei zur zum den dem eine einen einer jede jeden wenn auf ist sie ihre für vom aus
            ohne zu vor über zwischen
            """),
        .french: words(
            """
            le les des une avec pour sans dans est ne pas par aux sur votre vous cette en du la un et
            """),
        .other: words("una por con para el los las del al dia per ore het een voor niet met dag og med"),
    ]

    static let longWords: [LabelLanguage: [[UInt8]]] = labelWords.mapValues { words in
        words.filter { $0.utf8.count >= 7 }.sorted().map { Array($0.utf8) }
    }

    private static func words(_ list: String) -> Set<String> {
        Set(list.split(whereSeparator: \.isWhitespace).map { plain(String($0)) })
    }
}
