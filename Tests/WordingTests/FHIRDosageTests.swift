import Directions
import Foundation
import Support
import Testing
import Wording

@Suite("FHIR dosages", .tags(.small))
struct FHIRDosageTests {
    @Test("FHIR dosages obey the rules for timings, whatever the clauses")
    func rules() throws {
        var chance = PlainChance(4)
        for _ in 0..<2000 {
            let clauses = [chance.anyClause(), chance.anyClause(chance.pick([.then, .and]))]
            for dosage in FHIRDosage.dosages(of: clauses, text: "as printed") {
                #expect(faults(try object(dosage)) == [], "\(clauses)")
                #expect(dosage.text == "as printed")
            }
        }
    }

    @Test("FHIR dosages have no empty values and FHIR's number format in their JSON, whatever the clauses")
    func json() throws {
        var chance = PlainChance(6)
        for number in 0..<2000 {
            var clause = chance.anyClause()
            clause.frequency?.countMax = number.isMultiple(of: 3) ? 4 : nil
            if number.isMultiple(of: 6) { clause.frequency?.count = nil }
            let json = try JSONEncoder().encode(FHIRDosage.dosages(of: [clause], text: "as printed"))
            #expect(FHIRRules.faults(in: json) == [], "\(clause)")
        }
    }

    @Test("“Up to 3 times a day” is text, as FHIR has no highest number without a lowest one")
    func upTo() {
        let clause = Direction.tablets(1) {
            $0.frequency = .init(count: nil, countMax: 3, period: 1, periodUnit: .day)
        }
        let dosage = FHIRDosage.dosages(of: [clause], text: "up to tid").first
        #expect(dosage?.timing == nil)
        #expect(dosage?.additionalInstruction?.map(\.text) == ["up to 3 times a day"])
    }

    @Test(
        "Units have their UCUM code if there is one",
        arguments: [
            ("mEq", "meq"), ("mcg", "ug"), ("mg", "mg"), ("mL", "mL"), ("mmol", "mmol"), ("IU", "[iU]"),
            ("tablet", nil), ("unit", nil),
        ] as [(String, String?)])
    func ucum(unit: String, code: String?) {
        let clause = Direction.tablets(1) { $0.dose = .init(low: 20, high: 20, unit: unit) }
        let quantity = FHIRDosage.dosages(of: [clause], text: "x").first?.doseAndRate?.first?.doseQuantity
        #expect(quantity?.unit == unit && quantity?.code == code)
        #expect(quantity?.system == (code == nil ? nil : "http://unitsofmeasure.org"))
    }

    @Test("FHIR dosages never contain more doses a day than the clause")
    func total() {
        var chance = PlainChance(5)
        for _ in 0..<2000 {
            let clause = chance.anyClause()
            let repeats = FHIRDosage.dosages(of: [clause], text: "").map { $0.timing?.repeat }
            #expect(repeats.compactMap { $0?.frequency }.reduce(0, +) == clause.frequency?.count ?? 0)
            #expect(repeats.count == 1 || repeats.allSatisfy { $0?.count == nil })
            let isUpTo = clause.frequency.map { $0.count ?? 0 < 1 } ?? false
            #expect(repeats.allSatisfy { $0?.period == (isUpTo ? nil : clause.frequency?.period) })
        }
    }
}

extension FHIRDosageTests {
    @Test("Clock times and events become two dosages only if both are doses")
    func split() throws {
        let both = FHIRDosage.dosages(
            of: [
                .tablets(1) {
                    $0.frequency = .daily(2)
                    $0.when = [.MORN]
                    $0.times = ["11:00"]
                }
            ], text: "")
        #expect(both.map { $0.timing?.repeat?.timeOfDay } == [["11:00:00"], nil])
        #expect(both.map { $0.timing?.repeat?.when } == [nil, ["MORN"]])
        #expect(both.map { $0.timing?.repeat?.frequency } == [1, 1])
        #expect(both.map(\.sequence) == [1, 1])
        let one = FHIRDosage.dosages(
            of: [
                .tablets(1) {
                    $0.frequency = .daily(1)
                    $0.when = [.MORN, .C]
                    $0.times = ["08:00"]
                }
            ], text: "")
        #expect(one.count == 1)
        #expect(one[0].timing?.repeat?.timeOfDay == ["08:00:00"])
        #expect(one[0].timing?.repeat?.when == nil)
        #expect(one[0].additionalInstruction?.map(\.text) == ["in the morning", "with food"])
    }

    @Test("An offset in minutes applies only to meals")
    func offset() {
        let dosages = FHIRDosage.dosages(
            of: [
                .tablets(1) {
                    $0.frequency = .daily(2)
                    $0.when = [.ACM, .HS]
                    $0.offsetMinutes = 30
                }
            ], text: "")
        #expect(dosages.map { $0.timing?.repeat?.when } == [["ACM"], ["HS"]])
        #expect(dosages.map { $0.timing?.repeat?.offset } == [30, nil])
    }

    @Test("Each meal keeps its minutes, and a choice between two meals has no code")
    func offsets() throws {
        let both = DirectionsReader.read("Take 1 tablet 30 minutes before breakfast and 2 hours after dinner")
        #expect(both.status == .ok)
        let dosages = FHIRDosage.dosages(of: both)
        #expect(dosages.map { $0.timing?.repeat?.when } == [["ACM"], ["PCV"]])
        #expect(dosages.map { $0.timing?.repeat?.offset } == [30, 120])
        let choice = DirectionsReader.read("Take 1 capsule four times a day 1 hour before food or 2 hours after")
        let one = try #require(FHIRDosage.dosages(of: choice.clauses, text: choice.text).first)
        #expect(one.timing?.repeat?.when == nil && one.timing?.repeat?.offset == nil)
        let words = one.additionalInstruction?.compactMap(\.text)
        #expect(words?.contains { $0.contains("60 minutes") && $0.contains(" or 120 minutes") } == true)
    }

    @Test("An empty stomach is text")
    func emptyStomach() {
        let read = DirectionsReader.read("Take 1 capsule daily on an empty stomach")
        let words = FHIRDosage.dosages(of: read).first?.additionalInstruction?.compactMap(\.text)
        #expect(words == ["on an empty stomach"])
    }

    @Test("FHIR dosages have the expected JSON")
    func whole() throws {
        let clause = Direction.tablets(1) {
            $0.dose = .init(low: 2.5, high: 5, unit: "mL")
            $0.route = "oral"
            $0.frequency = .init(count: 1, period: 4, periodMax: 6, periodUnit: .hour)
            $0.isAsNeeded = true
            $0.reason = "cough"
            $0.duration = .init(value: 5, unit: .day, bound: .max)
            $0.maximum = .init(value: 20, unit: "mL", period: 24, periodUnit: .hour)
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let json = String(
            decoding: try encoder.encode(FHIRDosage.dosages(of: [clause], text: "2.5-5ml")), as: UTF8.self)
        let ucum = #""system":"http://unitsofmeasure.org""#
        #expect(
            json == #"[{"asNeededCodeableConcept":{"text":"cough"},"doseAndRate":[{"doseRange":{"#
                + #""high":{"code":"mL",\#(ucum),"unit":"mL","value":5},"low":{"code":"mL",\#(ucum),"unit":"mL","#
                + #""value":2.5}}}],"maxDosePerPeriod":{"denominator":{"code":"h",\#(ucum),"unit":"h","value":24},"#
                + #""numerator":{"code":"mL",\#(ucum),"unit":"mL","value":20}},"patientInstruction":"Take 2.5 to 5 mL "#
                + #"by mouth every 4 to 6 hours, only if you need it for cough, for up to 5 days. No more than 20 mL in "#
                + #"24 hours. At least 4 hours between doses.","route":{"coding":[{"code":"26643006","display":"#
                + #""Oral route","system":"http://snomed.info/sct"}],"text":"oral"},"sequence":1,"text":"2.5-5ml","#
                + #""timing":{"repeat":{"boundsRange":{"high":{"code":"d",\#(ucum),"unit":"d","value":5}},"frequency":1,"#
                + #""period":4,"periodMax":6,"periodUnit":"h"}}}]"#)
    }
}

extension FHIRDosageTests {
    @Test(
        "HL7's abbreviation is used only if it means the same",
        arguments: [
            ("BID", Direction.Frequency.daily(2), []), ("QOD", .init(count: 1, period: 2, periodUnit: .day), []),
            ("Q8H", .hourly(8), []), (nil, .hourly(12), []), (nil, .daily(2), [.MORN, .EVE]), (nil, .daily(1), [.EVE]),
            ("AM", .daily(1), [.MORN]), ("PM", .daily(1), [.AFT]), ("BED", .daily(1), [.HS]), (nil, .daily(2), [.AC]),
            ("WK", .init(count: 1, period: 1, periodUnit: .week), []),
        ] as [(String?, Direction.Frequency, [Direction.Event])])
    func abbreviations(code: String?, frequency: Direction.Frequency, when: [Direction.Event]) {
        let clause = Direction.tablets(1) {
            $0.frequency = frequency
            $0.when = when
        }
        let dosages = FHIRDosage.dosages(of: [clause], text: "")
        #expect(dosages.map { $0.timing?.code?.coding?.first?.code } == [code])
    }

    @Test("Steps are numbered, parallel dosages share a number, and refused directions are text only")
    func sequence() {
        let clauses: [Direction] = [.tablets(2), .tablets(1, .and), .tablets(1, .then), .tablets(3, .then)]
        #expect(FHIRDosage.dosages(of: clauses, text: "").map(\.sequence) == [1, 1, 2, 3])
        for status in [DirectionsReading.Status.refuse, .review] {
            let dosages = FHIRDosage.dosages(of: DirectionsReading(text: "10 mg/kg", status: status, clauses: clauses))
            #expect(dosages.map(\.text) == ["10 mg/kg"])
            #expect(dosages.allSatisfy { $0.timing == nil && $0.doseAndRate == nil && $0.asNeededBoolean == nil })
        }
        #expect(FHIRDosage.dosages(of: DirectionsReading(text: " ", status: .refuse, clauses: [])) == [])
    }

    private func object(_ dosage: FHIRDosage) throws -> [String: Any] {
        let data = try JSONEncoder().encode(dosage)
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    /// Checks FHIR R4's invariants tim-1 to tim-10 in the JSON.
    private func faults(_ dosage: [String: Any]) -> [String] {
        guard let timing = dosage["timing"] as? [String: Any], let repetition = timing["repeat"] as? [String: Any]
        else {
            return []
        }
        func has(_ key: String) -> Bool { repetition[key] != nil }
        let when = repetition["when"] as? [String] ?? []
        let times = repetition["timeOfDay"] as? [String] ?? []
        let meals: Set = ["C", "CM", "CD", "CV"]
        let rules: [(String, Bool)] = [
            ("tim-1", !has("duration") || has("durationUnit")), ("tim-2", !has("period") || has("periodUnit")),
            ("tim-4", (repetition["duration"] as? Double ?? 0) >= 0),
            ("tim-5", (repetition["period"] as? Double ?? 0) >= 0),
            ("tim-6", !has("periodMax") || has("period")), ("tim-7", !has("durationMax") || has("duration")),
            ("tim-8", !has("countMax") || has("count")),
            ("tim-9", !has("offset") || (!when.isEmpty && meals.isDisjoint(with: when))),
            ("tim-10", when.isEmpty || times.isEmpty),
            ("bounds[x]", !(has("boundsDuration") && has("boundsRange"))),
            ("asNeeded[x]", dosage["asNeededBoolean"] == nil || dosage["asNeededCodeableConcept"] == nil),
            ("time", times.allSatisfy { $0.split(separator: ":").count == 3 }),
            ("empty", !repetition.isEmpty && !(has("when") && when.isEmpty) && !(has("timeOfDay") && times.isEmpty)),
        ]
        return rules.filter { !$0.1 }.map(\.0)
    }
}
