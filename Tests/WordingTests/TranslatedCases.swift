import Directions
import Testing

/// Clauses and their translations, written by hand. No-break spaces are written as spaces.
enum TranslatedCases {
    struct Example: Sendable, CustomTestStringConvertible {
        let german: String
        let french: String
        let direction: Direction

        init(
            _ german: String, _ french: String, _ relation: Direction.Relation = .first,
            _ change: (inout Direction) -> Void
        ) {
            self.german = german
            self.french = french
            direction = .tablets(1, relation, change)
        }

        var testDescription: String { german }
    }

    static let all = amounts + strengths + frequencies + times + needs + places + wholes

    private static let amounts: [Example] = [
        Example("1 Tablette.", "1 comprimé.") { _ in },
        Example("2 Tabletten, 1-mal täglich.", "2 comprimés, 1 fois par jour.") {
            $0.dose = .init(low: 2, high: 2, unit: "tablet")
            $0.frequency = .daily(1)
        },
        Example("½ Tablette, 1-mal täglich.", "½ comprimé, 1 fois par jour.") {
            $0.dose = .init(low: 0.5, high: 0.5, unit: "tablet")
            $0.frequency = .daily(1)
        },
        Example("1½ Tabletten.", "1½ comprimé.") { $0.dose = .init(low: 1.5, high: 1.5, unit: "tablet") },
        Example("2¾ Tabletten.", "2¾ comprimés.") { $0.dose = .init(low: 2.75, high: 2.75, unit: "tablet") },
        Example("¼ Tablette.", "¼ comprimé.") { $0.dose = .init(low: 0.25, high: 0.25, unit: "tablet") },
        Example("½ bis 1 Tablette.", "½ à 1 comprimé.") { $0.dose = .init(low: 0.5, high: 1, unit: "tablet") },
        Example("1 bis 2 Kapseln.", "1 à 2 capsules.") { $0.dose = .init(low: 1, high: 2, unit: "capsule") },
        Example("Bis zu 5 Hübe.", "Jusqu’à 5 bouffées.") { $0.dose = .init(low: nil, high: 5, unit: "puff") },
        Example("Mindestens 2 Kapseln.", "Au moins 2 capsules.") {
            $0.dose = .init(low: 2, high: nil, unit: "capsule")
        },
        Example("0,5 ml.", "0,5 ml.") { $0.dose = .init(low: 0.5, high: 0.5, unit: "mL") },
        Example("0,125 mg.", "0,125 mg.") { $0.dose = .init(low: 0.125, high: 0.125, unit: "mg") },
        Example("500 bis 1 000 mg.", "500 à 1 000 mg.") { $0.dose = .init(low: 500, high: 1000, unit: "mg") },
        Example("100 Mikrogramm.", "100 microgrammes.") { $0.dose = .init(low: 100, high: 100, unit: "mcg") },
        Example("1 Mikrogramm.", "1 microgramme.") { $0.dose = .init(low: 1, high: 1, unit: "mcg") },
        Example("1 234 567,5 Einheiten.", "1 234 567,5 unités.") {
            $0.dose = .init(low: 1_234_567.5, high: 1_234_567.5, unit: "unit")
        },
        Example("1 (Einheit nicht angegeben), 2-mal täglich.", "1 (unité non indiquée), 2 fois par jour.") {
            $0.dose?.unit = nil
            $0.frequency = .daily(2)
        },
    ]

    private static let strengths: [Example] = [
        Example("1 Tablette (5 mg), 1-mal täglich.", "1 comprimé (5 mg), 1 fois par jour.") {
            $0.strength = .init(.init(low: 5, high: 5, unit: "mg"), .each)
            $0.frequency = .daily(1)
        },
        Example("2 Tabletten (1 Tablette = 2,5 mg).", "2 comprimés (1 comprimé = 2,5 mg).") {
            $0.dose = .init(low: 2, high: 2, unit: "tablet")
            $0.strength = .init(.init(low: 2.5, high: 2.5, unit: "mg"), .each)
        },
        Example(
            "½ Tablette (1 Tablette = 10 mg; zusammen 5 mg).", "½ comprimé (1 comprimé = 10 mg ; au total 5 mg)."
        ) {
            $0.dose = .init(low: 0.5, high: 0.5, unit: "tablet")
            $0.strength = .init(.init(low: 10, high: 10, unit: "mg"), .each)
            $0.total = .init(low: 5, high: 5, unit: "mg")
        },
        Example("2 Tabletten (zusammen 1 000 mg).", "2 comprimés (au total 1 000 mg).") {
            $0.dose = .init(low: 2, high: 2, unit: "tablet")
            $0.strength = .init(.init(low: 1000, high: 1000, unit: "mg"), .all)
            $0.total = $0.strength?.amount
        },
        Example("2 Tabletten (zusammen 10 mg).", "2 comprimés (au total 10 mg).") {
            $0.dose = .init(low: 2, high: 2, unit: "tablet")
            $0.total = .init(low: 10, high: 10, unit: "mg")
        },
        Example("25 ml (zusammen 1 000 mg).", "25 ml (au total 1 000 mg).") {
            $0.dose = .init(low: 25, high: 25, unit: "mL")
            $0.strength = .init(.init(low: 1000, high: 1000, unit: "mg"), .all)
            $0.total = $0.strength?.amount
        },
    ]

    private static let frequencies: [Example] = [
        Example("1 Tablette, alle 4 bis 6 Stunden.", "1 comprimé, toutes les 4 à 6 heures.") {
            $0.frequency = .init(count: 1, period: 4, periodMax: 6, periodUnit: .hour)
        },
        Example("1 Tablette, jede Stunde.", "1 comprimé, toutes les heures.") { $0.frequency = .hourly(1) },
        Example("1 Tablette, alle 1,5 Stunden.", "1 comprimé, toutes les 1,5 heures.") { $0.frequency = .hourly(1.5) },
        Example("1 Tablette, alle 5 Minuten.", "1 comprimé, toutes les 5 minutes.") {
            $0.frequency = .init(count: 1, period: 5, periodUnit: .minute)
        },
        Example("1 Tablette, alle 2 Tage.", "1 comprimé, tous les 2 jours.") {
            $0.frequency = .init(count: 1, period: 2, periodUnit: .day)
        },
        Example("1 Tablette, 1-mal pro Woche.", "1 comprimé, 1 fois par semaine.") {
            $0.frequency = .init(count: 1, period: 1, periodUnit: .week)
        },
        Example("1 Tablette, alle 2 Wochen.", "1 comprimé, toutes les 2 semaines.") {
            $0.frequency = .init(count: 1, period: 2, periodUnit: .week)
        },
        Example("1 Tablette, 1-mal pro Monat.", "1 comprimé, 1 fois par mois.") {
            $0.frequency = .init(count: 1, period: 1, periodUnit: .month)
        },
        Example("1 Tablette, alle 3 Monate.", "1 comprimé, tous les 3 mois.") {
            $0.frequency = .init(count: 1, period: 3, periodUnit: .month)
        },
        Example("1 Tablette, 2- bis 3-mal täglich.", "1 comprimé, 2 à 3 fois par jour.") {
            $0.frequency = .init(count: 2, countMax: 3, period: 1, periodUnit: .day)
        },
        Example("1 Tablette, bis zu 3-mal täglich.", "1 comprimé, jusqu’à 3 fois par jour.") {
            $0.frequency = .init(count: nil, countMax: 3, period: 1, periodUnit: .day)
        },
        Example("1 Tablette, 3-mal alle 2 Wochen.", "1 comprimé, 3 fois toutes les 2 semaines.") {
            $0.frequency = .init(count: 3, period: 2, periodUnit: .week)
        },
        Example("1 Tablette, 2-mal pro Stunde.", "1 comprimé, 2 fois par heure.") {
            $0.frequency = .init(count: 2, period: 1, periodUnit: .hour)
        },
    ]

    private static let times: [Example] = [
        Example(
            "1 Tablette, 1-mal am Tag, an diesen Wochentagen: Montag, Mittwoch und Freitag.",
            "1 comprimé, 1 fois par jour, ces jours de la semaine : lundi, mercredi et vendredi."
        ) {
            $0.frequency = .daily(1)
            $0.days = [.monday, .wednesday, .friday]
        },
        Example(
            "1 Tablette, 1-mal pro Woche, an diesem Wochentag: Sonntag.",
            "1 comprimé, 1 fois par semaine, ce jour de la semaine : dimanche."
        ) {
            $0.frequency = .init(count: 1, period: 1, periodUnit: .week)
            $0.days = [.sunday]
        },
        Example(
            "1 Tablette, an diesen Wochentagen: Dienstag, Donnerstag und Samstag.",
            "1 comprimé, ces jours de la semaine : mardi, jeudi et samedi."
        ) { $0.days = [.tuesday, .thursday, .saturday] },
        Example(
            "1 Tablette, 2-mal täglich, morgens und vor dem Schlafengehen.",
            "1 comprimé, 2 fois par jour, le matin et au coucher."
        ) {
            $0.frequency = .daily(2)
            $0.when = [.MORN, .HS]
        },
        Example(
            "1 Tablette, 3-mal täglich, morgens und mittags, zum Essen, um 20:30 Uhr.",
            "1 comprimé, 3 fois par jour, le matin et à midi, avec de la nourriture, à 20 h 30."
        ) {
            $0.frequency = .daily(3)
            $0.when = [.MORN, .NOON, .C]
            $0.times = ["20:30"]
        },
        Example(
            "1 Tablette, alle 8 Stunden, um 06:00 Uhr, um 14:00 Uhr und um 22:00 Uhr.",
            "1 comprimé, toutes les 8 heures, à 6 h 00, à 14 h 00 et à 22 h 00."
        ) {
            $0.frequency = .hourly(8)
            $0.times = ["06:00", "14:00", "22:00"]
        },
        Example(
            "1 Tablette, 4-mal täglich, beim Aufwachen, nachmittags, abends und zur Nacht.",
            "1 comprimé, 4 fois par jour, au réveil, l’après-midi, le soir et pour la nuit."
        ) {
            $0.frequency = .daily(4)
            $0.when = [.WAKE, .AFT, .EVE, .NIGHT]
        },
        Example(
            "1 Tablette, zum Frühstück, zum Mittagessen und zum Abendessen.",
            "1 comprimé, avec le petit-déjeuner, avec le repas de midi et avec le repas du soir."
        ) { $0.when = [.CM, .CD, .CV] },
        Example(
            "1 Tablette, vor dem Mittagessen, nach dem Frühstück und nach dem Mittagessen.",
            "1 comprimé, avant le repas de midi, après le petit-déjeuner et après le repas de midi."
        ) { $0.when = [.ACD, .PCM, .PCD] },
        Example(
            "1 Tablette, 1-mal täglich, 30 Minuten vor dem Frühstück.",
            "1 comprimé, 1 fois par jour, 30 minutes avant le petit-déjeuner."
        ) {
            $0.frequency = .daily(1)
            $0.when = [.ACM]
            $0.offsetMinutes = 30
        },
        Example(
            "1 Tablette, morgens und 1 Minute vor dem Abendessen.",
            "1 comprimé, le matin et 1 minute avant le repas du soir."
        ) {
            $0.when = [.MORN, .ACV]
            $0.offsetMinutes = 1
        },
        Example(
            "1 Tablette, 2-mal täglich, 30 Minuten vor dem Frühstück und 120 Minuten nach dem Abendessen.",
            "1 comprimé, 2 fois par jour, 30 minutes avant le petit-déjeuner et 120 minutes après le repas du soir."
        ) {
            $0.frequency = .daily(2)
            $0.when = [.ACM, .PCV]
            $0.offsets = [.ACM: 30, .PCV: 120]
        },
        Example(
            "1 Tablette, 60 Minuten vor dem Essen oder 120 Minuten nach dem Essen.",
            "1 comprimé, 60 minutes avant les repas ou 120 minutes après les repas."
        ) {
            $0.when = [.AC, .PC]
            $0.offsets = [.AC: 60, .PC: 120]
            $0.isEitherMeal = true
        },
        Example("1 Tablette, 1-mal täglich, auf nüchternen Magen.", "1 comprimé, 1 fois par jour, à jeun.") {
            $0.frequency = .daily(1)
            $0.isOnEmptyStomach = true
        },
    ]

    private static let needs: [Example] = [
        Example("1 Tablette, nur bei Bedarf.", "1 comprimé, seulement si besoin.") { $0.isAsNeeded = true },
        Example(
            "1 Tablette, alle 4 Stunden, nur bei Bedarf (Grund: Schmerzen). Höchstens 8 Tabletten in 24 Stunden.",
            "1 comprimé, toutes les 4 heures, seulement si besoin (motif : douleur). Au maximum 8 comprimés en 24 heures."
        ) {
            $0.frequency = .hourly(4)
            $0.isAsNeeded = true
            $0.reason = "pain"
            $0.maximum = .init(value: 8, unit: "tablet", period: 24, periodUnit: .hour)
        },
        Example(
            "1 Tablette, 1-mal täglich, Grund: Bluthochdruck.",
            "1 comprimé, 1 fois par jour, motif : hypertension artérielle."
        ) {
            $0.frequency = .daily(1)
            $0.reason = "High blood pressure"
        },
        Example("1 Tablette, nur 1 Dosis insgesamt.", "1 comprimé, en tout 1 seule dose.") { $0.count = 1 },
        Example("1 Tablette, insgesamt 3 Dosen.", "1 comprimé, en tout 3 doses.") { $0.count = 3 },
        Example("1 Tablette, 5 bis 7 Tage lang.", "1 comprimé, pendant 5 à 7 jours.") {
            $0.duration = .init(value: 5, valueMax: 7, unit: .day)
        },
        Example("1 Tablette, mindestens 1 Monat lang.", "1 comprimé, pendant au moins 1 mois.") {
            $0.duration = .init(value: 1, unit: .month, bound: .min)
        },
        Example("1 Tablette, höchstens 2 Wochen lang.", "1 comprimé, pendant au maximum 2 semaines.") {
            $0.duration = .init(value: 2, unit: .week, bound: .max)
        },
        Example("1 Tablette, 1 Jahr lang.", "1 comprimé, pendant 1 an.") { $0.duration = .init(value: 1, unit: .year) },
        Example("1 Tablette, 48 Stunden lang.", "1 comprimé, pendant 48 heures.") {
            $0.duration = .init(value: 48, unit: .hour)
        },
        Example("1 Tablette. Höchstens 40 mg in 1 Tag.", "1 comprimé. Au maximum 40 mg en 1 jour.") {
            $0.maximum = .init(value: 40, unit: "mg", period: 1, periodUnit: .day)
        },
        Example("1 Tablette. Höchstens 3 Dosen in 2 Wochen.", "1 comprimé. Au maximum 3 doses en 2 semaines.") {
            $0.maximum = .init(value: 3, unit: "dose", period: 2, periodUnit: .week)
        },
        Example(
            "1 Tablette. Höchstens 4 (Einheit nicht angegeben) in 3 Tagen.",
            "1 comprimé. Au maximum 4 (unité non indiquée) en 3 jours."
        ) { $0.maximum = .init(value: 4, unit: nil, period: 3, periodUnit: .day) },
    ]

    private static let places: [Example] = [
        Example("1 Tablette, durch den Mund.", "1 comprimé, par la bouche.") { $0.route = "oral" },
        Example("1 Tablette, unter die Zunge.", "1 comprimé, sous la langue.") { $0.route = "sublingual" },
        Example("1 Tablette, innen an die Wange.", "1 comprimé, à l’intérieur de la joue.") { $0.route = "buccal" },
        Example(
            "1 Tropfen, 2-mal täglich, ins Auge: jedes Auge (rechts und links).",
            "1 goutte, 2 fois par jour, dans l’œil : chaque œil (droit et gauche)."
        ) {
            $0.dose?.unit = "drop"
            $0.frequency = .daily(2)
            $0.route = "ophthalmic"
            $0.site = "both eyes"
        },
        Example("3 Tropfen, ins Ohr: linkes Ohr.", "3 gouttes, dans l’oreille : oreille gauche.") {
            $0.dose = .init(low: 3, high: 3, unit: "drop")
            $0.route = "otic"
            $0.site = "into the left ear"
        },
        Example("1 Tropfen, ins Auge.", "1 goutte, dans l’œil.") {
            $0.dose?.unit = "drop"
            $0.route = "ophthalmic"
        },
        Example(
            "2 Sprühstöße, in die Nase: jedes Nasenloch (rechts und links).",
            "2 pulvérisations, dans le nez : chaque narine (droite et gauche)."
        ) {
            $0.dose = .init(low: 2, high: 2, unit: "spray")
            $0.route = "nasal"
            $0.site = "each nostril"
        },
        Example(
            "2 Zäpfchen, 1-mal täglich, vor dem Schlafengehen, in den After (rektal).",
            "2 suppositoires, 1 fois par jour, au coucher, dans l’anus (voie rectale)."
        ) {
            $0.dose = .init(low: 2, high: 2, unit: "suppository")
            $0.frequency = .daily(1)
            $0.when = [.HS]
            $0.route = "rectal"
        },
        Example("1 Vaginalzäpfchen, in die Scheide.", "1 ovule, dans le vagin.") {
            $0.dose?.unit = "pessary"
            $0.route = "vaginal"
        },
        Example(
            "1 Wirkstoffpflaster, alle 72 Stunden, äußerlich.", "1 patch, toutes les 72 heures, en usage externe."
        ) {
            $0.dose?.unit = "patch"
            $0.frequency = .hourly(72)
            $0.route = "topical"
        },
        Example("2-mal täglich, äußerlich: betroffene Stelle.", "2 fois par jour, en usage externe : zone atteinte.") {
            $0.dose = nil
            $0.frequency = .daily(2)
            $0.route = "topical"
            $0.site = "to the affected area"
        },
        Example("2 Hübe, inhalieren.", "2 bouffées, à inhaler.") {
            $0.dose = .init(low: 2, high: 2, unit: "puff")
            $0.route = "inhalation"
        },
        Example(
            "5 000 Einheiten, alle 12 Stunden, unter die Haut.", "5 000 unités, toutes les 12 heures, sous la peau."
        ) {
            $0.dose = .init(low: 5000, high: 5000, unit: "unit")
            $0.frequency = .hourly(12)
            $0.route = "subcutaneous"
        },
        Example("1 Ampulle, in einen Muskel.", "1 ampoule, dans un muscle.") {
            $0.dose?.unit = "ampoule"
            $0.route = "intramuscular"
        },
        Example("1 Spritze, in eine Vene.", "1 seringue, dans une veine.") {
            $0.dose?.unit = "syringe"
            $0.route = "intravenous"
        },
        Example("1 Anwendung, Stelle: linkes Knie.", "1 application, endroit : genou gauche.") {
            $0.dose?.unit = "application"
            $0.site = "left knee"
        },
    ]

    private static let wholes: [Example] = [
        Example(
            "1 Tablette, 2-mal täglich, zum Essen, 7 Tage lang, durch den Mund.",
            "1 comprimé, 2 fois par jour, avec de la nourriture, pendant 7 jours, par la bouche."
        ) {
            $0.route = "oral"
            $0.frequency = .daily(2)
            $0.when = [.C]
            $0.duration = .init(value: 7, unit: .day)
        },
        Example("Nur bei Bedarf, äußerlich.", "Seulement si besoin, en usage externe.") {
            $0.dose = nil
            $0.isAsNeeded = true
            $0.route = "topical"
        },
        Example("Um 08:00 Uhr.", "À 8 h 00.") {
            $0.dose = nil
            $0.times = ["08:00"]
        },
        Example("Danach: 1 Tablette, 1-mal täglich.", "Ensuite : 1 comprimé, 1 fois par jour.", .then) {
            $0.frequency = .daily(1)
        },
        Example("Außerdem: 2 Tabletten, zur Nacht.", "En plus : 2 comprimés, pour la nuit.", .and) {
            $0.dose = .init(low: 2, high: 2, unit: "tablet")
            $0.when = [.NIGHT]
        },
        Example(
            "Danach: alle 6 Stunden, nur bei Bedarf.", "Ensuite : toutes les 6 heures, seulement si besoin.", .then
        ) {
            $0.dose = nil
            $0.frequency = .hourly(6)
            $0.isAsNeeded = true
        },
        Example(
            """
            1 bis 2 Tabletten (1 Tablette = 500 mg; zusammen 500 bis 1 000 mg), bis zu 4-mal täglich, nach dem Essen, \
            nur bei Bedarf (Grund: Fieber), höchstens 3 Tage lang, durch den Mund. Höchstens 4 000 mg in 24 Stunden.
            """,
            """
            1 à 2 comprimés (1 comprimé = 500 mg ; au total 500 à 1 000 mg), jusqu’à 4 fois par jour, après les repas, \
            seulement si besoin (motif : fièvre), pendant au maximum 3 jours, par la bouche. Au maximum 4 000 mg en 24 \
            heures.
            """
        ) {
            $0.dose = .init(low: 1, high: 2, unit: "tablet")
            $0.strength = .init(.init(low: 500, high: 500, unit: "mg"), .each)
            $0.total = .init(low: 500, high: 1000, unit: "mg")
            $0.route = "oral"
            $0.frequency = .init(count: nil, countMax: 4, period: 1, periodUnit: .day)
            $0.when = [.PC]
            $0.isAsNeeded = true
            $0.reason = "fever"
            $0.duration = .init(value: 3, unit: .day, bound: .max)
            $0.maximum = .init(value: 4000, unit: "mg", period: 24, periodUnit: .hour)
        },
    ]
}
