import Labels
import Support
import Testing

@Suite("Names of medicines", .tags(.small))
struct NamesTests {
    private func found(_ text: String) -> [String] {
        LabelNames.few.find(in: text.split(separator: " ").map(String.init)).map { "\($0.name.text) \($0.words)" }
    }

    @Test(
        "Names are found whatever their case and punctuation, the longest first",
        arguments: [
            ("AMLODIPINE 5 MG TABLET", ["amlodipine 0..<1"]), ("28 Amlodipine5mg tablets", ["amlodipine 1..<2"]),
            ("OXYCODONE-ACETAMINOPHEN 5-325", ["oxycodone and acetaminophen 0..<1"]),
            ("Oxycodone / Acetaminophen", ["oxycodone and acetaminophen 0..<3"]),
            ("oxycodone and aspirin", ["oxycodone 0..<1"]), ("Warfarin Sodium 5 mg", ["warfarin sodium 0..<2"]),
            ("(Warfarin)", ["warfarin 0..<1"]), ("HUMULIN 70/30", ["Humulin 70/30 0..<2"]), ("Humulin", []),
            ("warfarins", []), ("amlodlpine", []), ("", []), ("- / .", []),
        ])
    func find(text: String, expected: [String]) {
        #expect(found(text) == expected)
    }

    @Test("A misread name is suggested and never found, and similar names are not confused")
    func similar() {
        #expect(found("LISINOPRLL").isEmpty)
        #expect(LabelNames.few.similar(to: "LISINOPRLL").map(\.text) == ["lisinopril"])
        #expect(LabelNames.few.similar(to: "amlodlpine").map(\.text) == ["amlodipine"])
        #expect(LabelNames.few.similar(to: "hydroxyzine").isEmpty)
        #expect(found("hydralazine 25 mg") == ["hydralazine 0..<1"])
        #expect(LabelNames.few.similar(to: "tab").isEmpty)
        #expect(LabelNames.few.similar(to: "semaglutide").isEmpty)
    }

    @Test("A list of names with an unreadable line is refused with the line")
    func faults() {
        #expect(throws: MedicineNamesError(line: 0)) { try MedicineNames("") }
        #expect(throws: MedicineNamesError(line: 1)) { try MedicineNames("name\tkind") }
        #expect(throws: MedicineNamesError(line: 3)) { try MedicineNames("# x\nname\tkind\tstrengths\nx\tq\t") }
        #expect(throws: MedicineNamesError(line: 2)) { try MedicineNames("name\tkind\tstrengths\n-\tg\t") }
        #expect(MedicineNamesError(line: 3).description == "medicine names: line 3 cannot be read")
        #expect(MedicineNames.empty.find(in: ["warfarin"]).isEmpty)
    }

    @Test("The program's own list has many names, and none is an ordinary word of directions", .tags(.medium))
    func own() {
        let names = LabelNames.all
        #expect(names.count > 7000)
        for name in ["amoxicillin", "salbutamol", "Zoloft", "warfarin sodium", "metformin", "oxycodone acetaminophen"] {
            #expect(names.name(name) != nil, "\(name)")
        }
        let plain = """
            take one tablet by mouth twice daily with food or water as needed for pain in the morning and at bedtime apply \
            cream to the affected area inhale two puffs eye drops capsule alcohol sun light keep out of reach of children
            """
        #expect(names.names(in: plain).isEmpty)
        #expect(names.names(in: "LISINOPRIL 10 MG, Zoloft and lisinopril").map(\.text) == ["lisinopril", "Zoloft"])
    }
}
