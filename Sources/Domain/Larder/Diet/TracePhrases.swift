/// The phrases by which packages warn of traces, in the languages of `FoodVocabulary.languages`, folded as by
/// `FoodWords`.
enum TracePhrases {
    /// The words after the phrase may be contained, up to the end of the sentence: "traces of …", "same line as …".
    static let forward = phrases(
        """
        may contain, may contains, might contain, could contain, can contain, possibly contains, possible presence,
        traces, trace of, trace amounts, trace quantities, cross contamination, cross contact, shared equipment,
        shared line, shared lines, shared facility, shared facilities, shared kitchen, shared machinery, same equipment,
        same line, same lines, same production line, same machinery, same machines, same factory, same facility,
        same environment, same kitchen, same bakery, same site, same plant, same premises, plant that, plant which, plant where, not suitable for,
        unsuitable for, not recommended for, can not guarantee, cannot guarantee, can t guarantee, not guarantee,
        unable to guarantee, not guaranteed, no guarantee, cannot be guaranteed, risk of,

        spuren, spur von, kreuzkontamination, kreuzkontaminationen, kreuzkontakt, unbeabsichtigte, unbeabsichtigter,
        unbeabsichtigten, nicht ausgeschlossen, nicht auszuschliessen, nicht geeignet, ungeeignet fur, vorhandensein von,
        eintrag von, eintrage von, nicht garantieren, nicht garantiert, keine garantie, kann enthalten,
        konnen enthalten,

        trace de, presence eventuelle, eventuelle presence, presence possible, possible presence, presence fortuite,
        presence accidentelle, contamination croisee, contaminations croisees, ne convient pas, ne conviennent pas,
        deconseille aux, meme atelier, memes ateliers, meme usine, meme ligne, memes lignes, memes equipements,
        meme site, risque de, pas garantir, pas garanti,

        trazas, traza de, posible presencia, posible contenido, contaminacion cruzada, no apto, no es apto,
        misma linea, mismas lineas, mismo equipo, mismos equipos, mismas instalaciones, misma planta, planta que, planta donde, planta en la que, misma fabrica,
        no se puede garantizar, no garantiza,

        tracce, traccia di, eventuale presenza, possibile presenza, contaminazione crociata, contaminazioni crociate,
        non adatto, non e adatto, stessa linea, stesse linee, stesso stabilimento, stesso impianto, non garantisce,

        sporen, spoor van, mogelijk, mogelijke, mogelijkerwijs, eventuele aanwezigheid, kruisbesmetting,
        kruiscontaminatie, niet geschikt, ongeschikt voor, dezelfde lijn, dezelfde productielijn, dezelfde fabriek,
        dezelfde ruimte, kan bevatten, kunnen bevatten, niet garanderen, niet uitgesloten,

        vestigios, vestigio de, tracos, possivel presenca, eventual presenca, contaminacao cruzada, nao adequado,
        nao e adequado, mesma linha, mesmas linhas, mesmo equipamento, mesmas instalacoes, mesma fabrica,
        nao garantimos, nao garante,

        sladowe, sladowych, sladowa, slady, sladow, mozliwa obecnosc, mozliwa zawartosc, zanieczyszczenie krzyzowe,
        nieodpowiedni dla, nieodpowiednie dla, nie nadaje sie, tej samej linii, tym samym zakladzie,
        nie gwarantujemy, nie mozna wykluczyc,

        spar av, spar fran, korskontaminering, kontaminering, inte lamplig, inte lampliga, olamplig for, ej lamplig,
        samma linje, samma produktionslinje, samma lokal, samma lokaler, samma anlaggning, samma fabrik,
        kan inte garantera, kan ej garantera,

        spor, krydskontaminering, krydskontaminerig, ikke egnet, uegnet for, samme linje, samme produktionslinje,
        samme lokaler, samme fabrik, samme anlaeg, kan ikke garantere, kan ikke udelukkes,

        krysskontaminering, krysskontaminasjon, samme produksjonslinje, samme lokale, samme fabrikk, samme anlegg,
        kan ikke utelukkes,

        jaamia, jaamaa, hivenia, pienia maaria, vahaisia maaria, samassa tehtaassa, samassa laitoksessa,
        samassa tuotantolaitoksessa, samalla linjalla, samalla tuotantolinjalla, samoissa tiloissa, ei sovi, ei sovellu,
        ristikontaminaatio, ei voida taata
        """)

    /// The words before the phrase in the same part of the sentence may be contained: "nuts may be present".
    static let backward = phrases(
        """
        may be present, might be present, could be present, can be present, may also be present, may occur,
        enthalten sein, vorhanden sein, vorkommen, nicht ausgeschlossen, nicht auszuschliessen, etre present,
        etre presents, etre presentes, estar presente, estar presentes, essere presente, essere presenti,
        aanwezig zijn, estar presentes, byc obecne, kan forekomma, kan forekomme, saattaa esiintya, voi esiintya,
        voida sulkea
        """)

    /// "May", if "contain" follows within a few words.
    static let promises = words(
        """
        may might could can kann konnen konnte konnten peut peuvent pourrait pourraient pouvant susceptible susceptibles
        puede pueden podria podrian puo possono potrebbe potrebbero kan kunnen pode podem podera poderao moze moga saattaa
        saattavat voi voivat
        """)
    /// The "contain" after "may". If it ends a sentence, the words between the two are meant; otherwise the words after
    /// it.
    static let fulfilments = words(
        """
        contain include contenir renfermer presenter contener tener presentar contenere presentare conter apresentar
        zawierac innehalla indeholde inneholde sisaltaa enthalten aufweisen bevatten
        """)
    static let finals = words("enthalten aufweisen bevatten")
    /// The maximum number of words between the two.
    static let reach = 6

    /// Places of production.
    static let places = words(
        """
        factory factories facility facilities site sites premises equipment line lines machinery machines
        environment bakery kitchen kitchens workshop warehouse building
        betrieb betriebe betrieben werk werken anlage anlagen fabrik fabriken produktionsstatte produktionsstatten
        produktionsanlage produktionsanlagen produktionslinie produktionslinien produktionsbetrieb linie linien maschinen
        backerei backstube kuche umgebung produktionsraumen herstellungsbetrieb
        usine usines atelier ateliers ligne lignes equipement equipements environnement etablissement laboratoire
        locaux fabrique
        fabrica fabricas instalacion instalaciones linea lineas equipo equipos obrador maquinaria entorno
        establecimiento
        stabilimento stabilimenti impianto impianti fabbrica linee laboratorio macchinari sito
        fabriek bedrijf installatie installaties lijn lijnen omgeving productielijn productielijnen bakkerij ruimte
        instalacao instalacoes linha linhas equipamento equipamentos unidade
        zakladzie zaklad fabryce linii liniach pomieszczeniu piekarni
        anlaggning anlaggningen fabriken lokal lokaler linje linjer produktionslinje produktionslinjer bageri
        anlaeg virksomhed fabrikken bedrift fabrikk anlegg lokale produksjonslinje produksjonslinjer bakeri
        tehtaassa laitoksessa tuotantolaitoksessa linjalla tuotantolinjalla tiloissa leipomossa ymparistossa
        """)
    /// Words for what else is processed there: "that also handles".
    static let relations = words(
        """
        that which where also handling handles handle handled processing processes process processed using uses use used
        producing produces produce packing packs packaging packages manufactures manufacturing containing storing shared
        shares
        dem denen der welche welchem wo auch ebenfalls sowie verarbeitet verarbeiten verarbeitung verwendet gleichzeitig
        qui ou utilise utilisant utilisent manipule manipulant traite traitant travaille travaillant transformant lequel
        laquelle lesquels lesquelles aussi egalement
        que donde tambien procesa procesan utiliza utilizan manipula manipulan cual cuales
        che dove cui anche utilizza utilizzano lavora lavorano tratta trattano quale
        waar dat waarin waarop ook verwerkt verwerken gebruikt
        onde tambem processa processam qual quais
        ktorym ktorej ktora ktory gdzie rowniez takze tez przetwarza przetwarzajacym przetwarzane uzywa sie
        som dar aven ocksa hanterar hanteras anvander
        hvor ogsa haandterer handterer handteres bruger bruker
        jossa joka jolla joissa myos kasitellaan kasittelee kaytetaan valmistetaan
        """)

    /// The words after it are contained, whatever came before.
    static let lists = words(
        "contains enthalt contient contiene contem bevat zawiera innehaller indeholder inneholder sisaltaa")
    /// The same if a colon follows.
    static let headings = words(
        """
        ingredients ingredient zutaten zutat ingredienti ingredientes ingredienten skladniki skladnik ingredienser
        ainesosat composition
        """)
    /// Abbreviations whose dot does not end a sentence.
    static let shortenings = words(
        "eg ie zb ua ca bzw inkl evtl ggf etc ev evt incl approx nr bl ex tex es max min mfl osv np op od vgl")

    /// Indexes phrases by their last word.
    private static func phrases(_ text: String) -> [String: [[String]]] {
        let split = text.split(separator: ",").map { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
        return Dictionary(grouping: split.filter { !$0.isEmpty }) { $0.last ?? "" }
    }

    private static func words(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }
}
