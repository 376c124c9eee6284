/// Maps words to codes of other vocabularies. A word without a code stays text.
enum FHIRCodes {
    typealias Concept = FHIRDosage.Concept

    /// Returns the SNOMED CT code of FHIR's value set "route-codes".
    static func route(_ word: String) -> Concept {
        let code = routes[word].map {
            FHIRDosage.Coding(system: "http://snomed.info/sct", code: $0.code, display: $0.display)
        }
        return Concept(coding: code.map { [$0] }, text: word)
    }

    /// Returns a quantity with a UCUM code if the unit is measured. Counted units such as tablets have no code.
    static func quantity(_ value: Double, _ unit: String?) -> FHIRDosage.Quantity {
        let code = unit.flatMap { ucum[$0] }
        return .init(value: value, unit: unit, system: code == nil ? nil : "http://unitsofmeasure.org", code: code)
    }

    /// Returns a length of time; `unit` is a UCUM code.
    static func time(_ value: Double, _ unit: String) -> FHIRDosage.Quantity {
        .init(value: value, unit: unit, system: "http://unitsofmeasure.org", code: unit)
    }

    /// Returns the HL7 abbreviation if it means exactly this timing; otherwise nil. HL7's PM is the afternoon.
    static func abbreviation(of timing: FHIRDosage.Repeat) -> Concept? {
        var bare = timing
        (bare.boundsDuration, bare.boundsRange, bare.count) = (nil, nil, nil)
        return abbreviations.first { $0.timing == bare }.map { known in
            let system = "http://terminology.hl7.org/CodeSystem/v3-GTSAbbreviation"
            return Concept(coding: [.init(system: system, code: known.code, display: nil)])
        }
    }

    private static let abbreviations: [(code: String, timing: FHIRDosage.Repeat)] =
        [
            ("QD", every(1, "d")), ("BID", every(1, "d", count: 2)), ("TID", every(1, "d", count: 3)),
            ("QID", every(1, "d", count: 4)), ("QOD", every(2, "d")), ("WK", every(1, "wk")), ("MO", every(1, "mo")),
            ("AM", every(1, "d", when: "MORN")), ("PM", every(1, "d", when: "AFT")),
            ("BED", every(1, "d", when: "HS")),
        ] + [1, 2, 3, 4, 6, 8].map { ("Q\($0)H", every(Double($0), "h")) }

    private static func every(
        _ period: Double, _ unit: String, count: Int = 1, when: String? = nil
    ) -> FHIRDosage.Repeat {
        var result = FHIRDosage.Repeat()
        (result.frequency, result.period, result.periodUnit) = (count, period, unit)
        result.when = when.map { [$0] }
        return result
    }

    private static let ucum = [
        "mg": "mg", "g": "g", "kg": "kg", "mcg": "ug", "mL": "mL", "L": "L", "mmol": "mmol", "mEq": "meq", "IU": "[iU]",
        "%": "%",
    ]

    private static let routes: [String: (code: String, display: String)] = [
        "oral": ("26643006", "Oral route"), "sublingual": ("37839007", "Sublingual route"),
        "buccal": ("54471007", "Buccal route"), "topical": ("6064005", "Topical route"),
        "nasal": ("46713006", "Nasal route"), "ophthalmic": ("54485002", "Ophthalmic route"),
        "otic": ("10547007", "Otic route"), "rectal": ("37161004", "Per rectum"),
        "vaginal": ("16857009", "Per vagina"), "subcutaneous": ("34206005", "Subcutaneous route"),
        "intramuscular": ("78421000", "Intramuscular route"), "intravenous": ("47625008", "Intravenous route"),
        "transdermal": ("45890007", "Transdermal route"), "inhalation": ("447694001", "Respiratory tract route"),
    ]
}
