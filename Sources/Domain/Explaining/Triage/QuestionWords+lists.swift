/// Frequent words of questions about medicines. The first list of a language has words that are frequent in it and mean
/// nothing in the others; the weak list has words that are rare in the others, too. Words that two languages share, such
/// as "was", "die", "pain", "main" and "dose", are in no list.
extension QuestionWords {
    static let english = words(
        """
        the what whats which when whens where wheres why how hows who are were does did could would should shall must
        have has had been being this that these those there their them then it its my your our you they she him we with
        without from by at if than before after between during every each daily days times time often much many more
        less too very take takes taking takin taken took give gives giving gave swallow swallowed ate eat eating eaten
        drink drinks drank drinking food meals meal milk bread breakfast lunch dinner mouth stomach pill pills tablets
        medicine medicines medication medications meds drug drugs doctor pharmacist pharmacy refill refills bottle
        warning warnings help please thanks thank hello yes dont doesnt didnt cant cannot couldnt shouldnt wont isnt
        arent ive hes shes theyre youre breath breathe breathing breathless chest heart throat swollen swelling swell
        lips lip tongue eyes eye ears ear nose skin blood bleeding bleed rash hives allergic allergy allergies seizure
        unconscious fainted faint passed collapsed dying dead kill killing killed child children kid kids toddler
        daughter wife husband mother father mum mom dad dog pregnant pregnancy breastfeeding safe drive driving keep
        store stored fridge shake shaken crush chew works work working feel feels feeling sick hurts hurt hurting
        headache headaches fever cough sleep sleepy asleep dizzy stopped stopping started miss missed forgot forget skip
        skipped again another two three four five seven eight ten twelve twenty whole about read say says said tell show
        explain mean means called strength only needed need needs want wants live myself yourself himself herself
        someone somebody anything something everything nothing because while until just now today tomorrow yesterday
        morning night evening bedtime noon hour hours week weeks month months year years old emergency call poisoned
        poisonous poisoning accidentally mistake wrong whether into onto out over under down up off any some all always
        never once twice thirty for empty first english plain effects and let wanna gonna
        """)

    static let weakEnglish = words(
        """
        is can may be to of do i he no ill id hi or still her label start stop half last directions instructions tablet
        safely
        """)

    /// Words that English shares with another language. They are no sign of either.
    static let alsoEnglish = words("a an in is was not no on so am me as dose pain im up per also name table question")

    static let german = germanWords(
        """
        ich nicht und dem ein eine einen einem einer eines mein meine meinen meinem meiner meins dein deine deinen seine
        seinen seinem ihr ihre ihren ihrem ihrer unser unsere unserem euer sie wir uns mir mich dir dich ihm ihn ihnen
        sich ist sind bin bist waren wäre wird werden wurde habe hab hast haben hatte hätte kann kannst können könnte
        konnte darf dürfen soll sollte sollen muss mussen müssen möchte wollen wollte wann wie warum wieso weshalb
        welche welcher welches welchen wer wen wem wofür wogegen wozu womit wovon wieviel wieviele viel viele vielen
        zuviel zuviele mehr weniger zum zur mit ohne für gegen bei beim nach vor vom aus auf über unter zwischen durch
        bis seit während weil wenn dass daß als auch noch nur schon sehr aber doch nein kein keine keinen keiner nichts
        nix etwas alles jeder jede jeden jetzt heute gestern morgen morgens abends abend mittags nachts nacht täglich
        tage tagen woche wochen stunde stunden uhr einmal zweimal dreimal zwei drei vier fünf sechs sieben acht neun
        zehn zwölf zwanzig halb halbe doppelt doppelte ganze ganzen bitte danke hallo guten hilfe hilft hilf helfen
        helft notfall notarzt notruf tablette tabletten pille pillen kapsel kapseln tropfen medikament medikamente
        medikamenten medizin arznei arzneimittel mittel salbe spritze einnehmen einnahme nehmen nehme nimmt nimm
        genommen eingenommen geschluckt verschluckt schlucken trinken getrunken gegessen wasser milch brot alkohol
        kinder kindern kleinkind sohn tochter mutter vater frau hund katze arzt ärztin apotheke apotheker schwanger
        stillen stillzeit brust schmerz schmerzen atem atmen atmet luft herz gesicht hals zunge lippen blute blutet
        blutung ausschlag übelkeit übel schwindel schwindlig fieber husten krampf krampft anfall bewusstlos ohnmächtig
        schlaganfall herzinfarkt sterben stirbt sterbe umbringen selbstmord überdosis vergiftung vergiftet giftig
        etikett packung packungsbeilage rezept verschrieben dauer lange oft lagern aufbewahren kühlschrank teilen
        vergessen absetzen wirkt wirkung nebenwirkung nebenwirkungen fahren geht gibt steht heißt bedeutet geschwollen
        schwillt krankenwagen rettungswagen blaue blau linke linken schlecht besser müde krank gerade versehen
        versehentlich falsche falsches falschen machen mache macht schnell nüchtern essen mahlzeit mahlzeiten dosierung
        rasch davon dazu damit daran darauf drin oder zu ob dieser diese dieses diesen leben töten tödlich ersticke
        erstickt keuche reagiert wacht reaktion allergische kopf kopfweh bauch flasche leer nächste genau wieder immer
        dort kommt kommen zeigt zeigen fehlt fehlen danach zuerst worden wurden bleibt bleiben sein diesem dieselbe
        darum deshalb außer statt sonst lassen lässt weiter zusammen richtig erst schlimm später früher nächsten abstand
        geeignet verschieden bier wein kaffee tee käse honig zucker erlaubt erlauben hilfreich
        """)

    static let weakGerman = germanWords(
        """
        der das er es den hat tag mann wo ja dosis saft tot ihr allein weh rast mag gift bein rot dann gut bald auto
        haut
        """)

    static let germanEndings = [
        "schmerz", "schmerzen", "tablette", "tabletten", "tropfen", "kapsel", "kapseln", "mittel", "saft", "salbe",
        "spritze", "spritzen", "medikament", "medikamente", "beschwerden", "anfall", "vergiftung", "reaktion", "druck",
        "ungen", "keit", "heit", "infarkt",
    ].map(PhraseSpelling.withoutUmlauts)

    static let french = words(
        """
        je nous vous ils elle elles mes tes notre votre leur leurs les aux mais avec sans dans sur sous chez apres avant
        depuis jusqu suis sommes etes sont etait avons avez ont avait avais peux peut puis pouvez pouvons peuvent dois
        doit devrais faut faire fait fais prendre prends prend pris avale avaler avales manger boire donner donne quand
        quel quelle quels quelles combien pourquoi quoi quest cet cette ces cela pas jamais rien tout toute tous toutes
        trop tres peu beaucoup encore deja aussi oui merci bonjour bonsoir aidez secours urgence urgences samu
        medicament medicaments comprime comprimes gelule gelules pilule pilules cachet cachets gouttes goutte sirop
        pommade fois jour jours matin midi soir nuit heure heures semaine semaines mois repas jeun eau lait alcool
        enfant enfants bebe fils fille mari femme pere chien medecin pharmacien pharmacienne pharmacie enceinte allaite
        allaitement poitrine coeur respirer respire visage langue levres bouche yeux oeil peau saigne saigner saignement
        douleur douleurs tete ventre fievre toux vertiges nausee nausees etouffe inconscient inconsciente evanoui
        evanouie mourir meurt tuer surdose surdosage empoisonne empoisonnement ordonnance etiquette boite flacon
        conserver garder conduire oublie oublier arreter effets deux trois quatre cinq huit neuf dix vingt demi moitie
        cest jai quil quon jarrive narrive veux veut vais envie appelez appeler appelle gonfle gonfler gonflee enfle
        respiratoire allergique selles vomi vomis crache tousse cardiaque mauvais mauvaise erreur couper dit sert
        urticaire cloques rouges partout corps une poisson viande cafe jus hiver vin biere fromage miel permis interdit
        """)

    static let weakFrench = words(
        """
        j qu ce ne il le la un et au ou que qui mon tu lui en des est sang nez bras va mal creme crise sur chaud pour ai
        mere gorge aide plaques malaise eruption du sucre comment
        """)

    static let other = words(
        """
        el los una con para puedo puede tomar tomo tome cuando cuanto cuanta cuantas cuantos estoy esta pastilla
        pastillas tableta tabletas hijo hija nino leche comida medicina medicamentos respirar pecho dolor ayuda veces
        dias cada ser muy mucho pero porque posso prendere prendo preso gli quanto quanti quante compressa compresse
        pillole farmaco mio mia figlio figlia troppe aiuto respirare dolore petto volte giorno giorni sono della nel
        comprimido comprimidos leite quantas nao meu minha filho filha remedio ajuda dor peito vezes dia voce ik kan het
        een met niet hoe wanneer hoeveel innemen nemen melk mijn dit deze voor naar zijn heb teveel ademen borst pijn
        jij hij geen ilac ilaci zaman kez almaliyim icin nefes alamiyorum cok cocugum yuttu yardim bir nasil czy moge
        kiedy tabletki tabletke lek leki mlekiem przed jedzeniem moje dziecko polknelo oddychac pomocy jak jeg hvordan
        hvor ikke og inte och nar kako kada mogu uzeti prima dopo pasti mangiare bere
        """)

    private static func words(_ list: String) -> Set<String> {
        Set(list.split(whereSeparator: \.isWhitespace).map { UntrustedText.folded(String($0)) })
    }

    private static func germanWords(_ list: String) -> Set<String> {
        Set(words(list).map(PhraseSpelling.withoutUmlauts))
    }
}
