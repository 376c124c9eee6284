/// Labels in German and French, and English ones with foreign words and names. All persons are invented.
enum LabelLanguageCases {
    /// Ten lines each.
    static let german = [
        """
        MUSTER-APOTHEKE AM MARKT
        Beispielstraße 1, 00000 Musterstadt
        Tel. 030 5550100
        Erika Mustermann, geb. 01.02.1960
        RAMIPRIL 5 mg Tabletten, 100 St.
        1 x täglich 1 Tablette morgens
        1 x 1 Tab
        mit etwas Wasser einnehmen
        Arzt: Dr. Beispiel
        Für Kinder unzugänglich aufbewahren
        """,
        """
        Stern-Apotheke
        Amoxicillin 1000 mg Filmtabletten
        20 Stück
        Herr Max Probe
        3 x 1 Tab
        alle 8 Stunden eine Tablette
        unzerkaut mit einem Glas Wasser schlucken
        vor den Mahlzeiten einnehmen, 7 Tage lang
        Packung zu Ende nehmen
        Datum: 03.04.2026
        """,
        """
        Ibuprofen 400 mg
        Filmtabletten
        Wirkstoff: Ibuprofen
        bei Bedarf 1 Tablette gegen Schmerzen
        höchstens 3 Tabletten am Tag
        nach dem Essen einnehmen
        Nicht bei Magengeschwür anwenden
        PZN 01234567
        Ch.-B. 12345
        Verwendbar bis 12/2027
        """,
        """
        Schloss-Apotheke Beispielhausen
        Latanoprost Augentropfen 50 µg/ml
        2,5 ml
        1 Tropfen abends in beide Augen
        Augentropfen im Kühlschrank lagern
        nach dem Öffnen 4 Wochen haltbar
        Patient: A. Beispiel
        Dr. med. Muster
        Nur zur Anwendung am Auge
        02.02.2026
        """,
        """
        METFORMIN 850
        1-0-1
        Tabl. zu den Mahlzeiten
        mit Wasser einnehmen
        180 Tabletten N3
        Frau Testperson
        Stadt-Apotheke
        verschreibungspflichtig
        Dosierung laut Arzt
        Rezept vom 1.3.
        """,
        """
        Hustensaft
        3 x täglich 1 Messlöffel (5 ml)
        vor Gebrauch schütteln
        Flasche fest verschließen
        nicht über 25 °C
        Kind: Lea Beispiel
        5 Tage
        Apotheke Muster
        PZN 7654321
        bis 06/27
        """,
        """
        Marcumar 3 mg
        Einnahme nach Plan
        abends zur gleichen Uhrzeit
        20 Tabletten
        Nicht ohne Rücksprache mit dem Arzt absetzen
        Muster, Erika
        Löwen-Apotheke
        Tel 0711 555
        Chargennr. X1
        Verw. bis 01/28
        """,
        """
        Salbutamol Dosieraerosol
        bei Atemnot 1-2 Hübe inhalieren
        höchstens 8 Hübe täglich
        200 Sprühstöße
        vor Gebrauch gut schütteln
        Herr B. Beispiel
        Dr. Test
        Berg-Apotheke
        0,1 mg/Hub
        12/2026
        """,
    ]

    /// Ten lines each.
    static let french = [
        """
        PHARMACIE DE LA GARE
        1 rue de l'Exemple, 00000 Ville
        Tél 01 55 50 10 00
        Mme Jeanne Exemple
        RAMIPRIL 5 mg, 30 comprimés
        1 comprimé le matin
        1 x 1 cp
        avec un verre d'eau
        Dr Martin Modèle
        Tenir hors de la portée des enfants
        """,
        """
        Amoxicilline 500 mg gélules
        Prendre 1 gélule 3 fois par jour
        pendant 7 jours
        au milieu des repas
        boîte de 21
        M. Paul Essai
        Ne pas dépasser la dose prescrite
        Pharmacie Centrale
        12/03/2026
        Exp. 08/2027
        """,
        """
        Ibuprofène 400 mg
        1 comprimé si besoin
        toutes les 6 heures
        maximum 3 par jour
        en cas de douleur ou de fièvre
        à prendre pendant le repas
        30 comprimés pelliculés
        Lot 12345
        EXP 12/2027
        Liste II
        """,
        """
        Latanoprost collyre 50 microgrammes/ml
        1 goutte le soir dans chaque oeil
        2,5 ml
        A conserver au réfrigérateur
        Jeter 4 semaines après ouverture
        Mme A. Exemple
        Dr Modèle
        Pharmacie du Parc
        02/02/2026
        Usage ophtalmique
        """,
        """
        METFORMINE 850 mg
        1 comprimé matin et soir
        au cours des repas
        90 comprimés
        Ne pas croquer
        Mme Test
        Pharmacie du Port
        Ordonnance du 1/3
        Renouvelable 2 fois
        Lot A1
        """,
        """
        Sirop contre la toux
        1 cuillère mesure 3 fois par jour
        agiter avant emploi
        flacon de 200 ml
        ne pas dépasser 5 jours
        Enfant: Léa
        Pharmacie Exemple
        après les repas
        Lot 77
        06/27
        """,
        """
        Previscan 20 mg
        1/4 comprimé le soir
        à heure fixe
        30 comprimés
        Ne pas arrêter sans avis du médecin
        M. B. Exemple
        Pharmacie des Lilas
        Tel 0155
        Lot X1
        01/28
        """,
        """
        Ventoline 100 µg
        1 à 2 bouffées si besoin
        8 bouffées par jour maximum
        bien agiter avant usage
        rincer la bouche
        M. Test
        Dr Essai
        Pharmacie
        200 doses
        12/2026
        """,
    ]

    static let germanShort = [
        "RAMIPRIL 5 MG\n1 x tägl. 1 Tab.",
        "2 x tgl. 1 Tbl.",
        "1 x 1 Tab\nmorgens nüchtern",
        "METOPROLOL 47,5\n1-0-0-0\nTabletten zum Einnehmen",
        "3 x 20 Tropfen tgl.",
        "1 x taeglich 1 Kapsel",
    ]

    static let frenchShort = [
        "DOLIPRANE 1000\n1 cp 3 fois par jour",
        "1 gélule matin et soir",
        "1 comprime par jour",
        "2 gouttes dans l'oeil droit 3 fois par jour",
        "1 x 1 cp\nau coucher",
    ]

    /// Foreign names of people, places and pharmacies, single foreign words, and Latin short forms.
    static let english = [
        """
        PHARMACIE DU PARC 555-0100
        JEAN-LUC MATIN
        AMLODIPINE 5 MG TABLET
        TAKE 1 TABLET BY MOUTH DAILY
        QTY: 30 REFILLS: 2
        """,
        """
        APOTHEKE AM MARKT 555-0100
        DR. VON BRAUN
        UWE ZUR MUEHLEN
        AMLODIPINE 5 MG TABLET
        TAKE 1 TABLET BY MOUTH DAILY
        QTY: 30
        """,
        """
        LOS ANGELES LAS PALMAS PHARMACY
        MARIA DE LA CRUZ
        IBUPROFEN 600 MG
        Sig: 1 tab po q6h prn pain
        Disp: #28
        """,
        """
        LA SALLE DES MOINES CLINIC
        LES MISERABLE
        LATANOPROST 0.005%
        Sig: 1 gtt OU QHS
        Disp: 2.5 mL
        """,
        """
        DR. HAUT, DR. BEIDE
        BOCA RATON
        CEPHALEXIN 500 MG CAPSULE
        TAKE 1 CAPSULE 3 TIMES DAILY FOR 7 DAYS
        QTY: 21
        """,
        """
        28 Amlodipine 5mg tablets
        Take ONE daily
        Mr Jour Midi
        Frau Stunde
        Keep out of the reach of children
        """,
        "AMOXICILLIN 500 MG\nTAKE 1 CAPSULE 3 TIMES A DAY\n3 fois par jour",
        "WARFARIN 5 MG TABLET\nTAKE 1 TABLET DAILY IN THE EVENING\nNICHT VERGESSEN",
        "TABS 1 PO BID AC\nHS PRN\nQTY 30",
        "Rx Lisinopril 10 mg\nSig: i tab po qd\nDisp #30",
    ]
}
