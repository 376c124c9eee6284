/// The units of amounts in German and French. Units whose size or meaning differs between countries or speakers are
/// left out: spoons, caps, scoops, packets, inches, ounces and others.
enum TranslatedUnits {
    /// Returns the singular or the plural of a unit; nil if it is not in the tables.
    static func name(of unit: String, isOne: Bool, in language: PlainLanguage) -> String? {
        guard let cells = counted.cells(of: unit) ?? measured.cells(of: unit), cells.count == 4 else { return nil }
        return switch language {
        case .german: cells[isOne ? 0 : 1]
        case .french: cells[isOne ? 2 : 3]
        }
    }

    /// Returns true for units of measurement: their values are written with decimals, never as a half.
    static func isMeasured(_ unit: String) -> Bool { measured.cells(of: unit) != nil }

    /// The English names of all units.
    static var names: [String] { counted.words + measured.words }

    private static let counted = TranslationTable(
        """
        tablet | Tablette | Tabletten | comprimé | comprimés
        capsule | Kapsel | Kapseln | capsule | capsules
        caplet | längliche Tablette | längliche Tabletten | comprimé allongé | comprimés allongés
        pill | Pille | Pillen | pilule | pilules
        lozenge | Lutschtablette | Lutschtabletten | pastille à sucer | pastilles à sucer
        pastille | Pastille | Pastillen | pastille | pastilles
        softgel | Weichkapsel | Weichkapseln | capsule molle | capsules molles
        puff | Hub | Hübe | bouffée | bouffées
        inhalation | Inhalation | Inhalationen | inhalation | inhalations
        spray | Sprühstoß | Sprühstöße | pulvérisation | pulvérisations
        drop | Tropfen | Tropfen | goutte | gouttes
        patch | Wirkstoffpflaster | Wirkstoffpflaster | patch | patchs
        applicator | Applikator | Applikatoren | applicateur | applicateurs
        suppository | Zäpfchen | Zäpfchen | suppositoire | suppositoires
        pessary | Vaginalzäpfchen | Vaginalzäpfchen | ovule | ovules
        sachet | Beutel | Beutel | sachet | sachets
        vial | Fläschchen | Fläschchen | flacon | flacons
        ampoule | Ampulle | Ampullen | ampoule | ampoules
        nebule | Inhalationsampulle | Inhalationsampullen | dosette pour nébuliseur | dosettes pour nébuliseur
        pen | Pen | Pens | stylo injecteur | stylos injecteurs
        syringe | Spritze | Spritzen | seringue | seringues
        injection | Injektion | Injektionen | injection | injections
        dose | Dosis | Dosen | dose | doses
        click | Klick | Klicks | clic | clics
        pump | Pumpstoß | Pumpstöße | pression de la pompe | pressions de la pompe
        application | Anwendung | Anwendungen | application | applications
        enema | Klistier | Klistiere | lavement | lavements
        ring | Ring | Ringe | anneau | anneaux
        cartridge | Patrone | Patronen | cartouche | cartouches
        implant | Implantat | Implantate | implant | implants
        bottle | Flasche | Flaschen | bouteille | bouteilles
        tube | Tube | Tuben | tube | tubes
        """)

    private static let measured = TranslationTable(
        """
        mg | mg | mg | mg | mg
        g | g | g | g | g
        kg | kg | kg | kg | kg
        mcg | Mikrogramm | Mikrogramm | microgramme | microgrammes
        ng | Nanogramm | Nanogramm | nanogramme | nanogrammes
        mL | ml | ml | ml | ml
        L | Liter | Liter | litre | litres
        mmol | mmol | mmol | mmol | mmol
        mEq | Milliäquivalent | Milliäquivalente | milliéquivalent | milliéquivalents
        unit | Einheit | Einheiten | unité | unités
        IU | internationale Einheit | internationale Einheiten | unité internationale | unités internationales
        cm | cm | cm | cm | cm
        """)
}
