/// The reasons that labels print, in German and French, as nouns.
enum TranslatedReasons {
    static func words(_ reason: String, in language: PlainLanguage) -> String? {
        let words = reason.lowercased().split(separator: " ").joined(separator: " ")
        return table.translation(of: words, in: language)
    }

    private static let table = TranslationTable(
        """
        pain, pains | Schmerzen | douleur
        mild pain | leichte Schmerzen | douleur légère
        moderate pain | mäßige Schmerzen | douleur modérée
        severe pain | starke Schmerzen | douleur intense
        back pain | Rückenschmerzen | mal de dos
        chest pain | Schmerzen in der Brust | douleur dans la poitrine
        fever | Fieber | fièvre
        pain or fever, pain/fever | Schmerzen oder Fieber | douleur ou fièvre
        pain and fever | Schmerzen und Fieber | douleur et fièvre
        headache, headaches | Kopfschmerzen | maux de tête
        migraine, migraines | Migräne | migraine
        nausea | Übelkeit | nausée
        vomiting | Erbrechen | vomissements
        nausea and vomiting | Übelkeit und Erbrechen | nausée et vomissements
        nausea or vomiting, nausea/vomiting | Übelkeit oder Erbrechen | nausée ou vomissements
        heartburn | Sodbrennen | brûlures d’estomac
        reflux, acid reflux | Reflux | reflux
        indigestion | Verdauungsbeschwerden | indigestion
        constipation | Verstopfung | constipation
        diarrhea, diarrhoea | Durchfall | diarrhée
        cramps | Krämpfe | crampes
        muscle spasm, muscle spasms | Muskelkrämpfe | spasmes musculaires
        bladder spasm, bladder spasms | Blasenkrämpfe | spasmes de la vessie
        spasticity | Spastik | spasticité
        cough | Husten | toux
        severe cough | starker Husten | toux forte
        wheezing, wheeze | pfeifende Atmung | respiration sifflante
        shortness of breath, dyspnea | Atemnot | essoufflement
        asthma | Asthma | asthme
        allergy | Allergie | allergie
        allergies | Allergien | allergies
        itching, itch | Juckreiz | démangeaisons
        rash | Hautausschlag | éruption cutanée
        eczema | Ekzem | eczéma
        psoriasis | Schuppenflechte | psoriasis
        acne | Akne | acné
        swelling | Schwellung | gonflement
        inflammation | Entzündung | inflammation
        infection | Infektion | infection
        arthritis | Arthritis | arthrite
        gout | Gicht | goutte (maladie)
        anxiety | Angst | anxiété
        agitation | Unruhe | agitation
        depression | Depression | dépression
        mood | Stimmung | humeur
        insomnia | Schlaflosigkeit | insomnie
        sleep | Schlaf | sommeil
        dizziness | Schwindelgefühl | étourdissements
        vertigo | Drehschwindel | vertige
        seizures | Krampfanfälle | convulsions
        high blood pressure, hypertension | Bluthochdruck | hypertension artérielle
        blood pressure | Blutdruck | tension artérielle
        angina | Angina pectoris | angine de poitrine
        cholesterol | Cholesterin | cholestérol
        high cholesterol | erhöhtes Cholesterin | excès de cholestérol
        diabetes | Diabetes | diabète
        hypothyroidism | Schilddrüsenunterfunktion | hypothyroïdie
        thyroid | Schilddrüse | thyroïde
        anaemia, anemia | Blutarmut | anémie
        """)
}
