import Directions
import Doses
import Foundation
import Labels
import Support
import Testing

@Suite("Sold strengths", .tags(.small))
struct SoldStrengthTests {
    private static let names: MedicineNames = {
        let list = """
            name\tkind\tstrengths
            amlodipine\tg\t2.5mg;5mg;10mg
            levothyroxine\tg\tt:0.025mg;0.05mg;0.075mg;0.1mg;0.3mg;13mcg;25mcg;75mcg;300mcg i:100mcg/5mL;200mcg/5mL
            levothyroxine sodium\tg\t=levothyroxine
            Synthroid\tb\t=levothyroxine
            latanoprost\tg\te:50mcg/mL
            amoxicillin\tg\tt:125mg;250mg;500mg;875mg l:125mg/5mL;250mg/5mL;400mg/5mL
            oxycodone and acetaminophen\tg\tt:325mg+2.5mg;325mg+5mg;325mg+7.5mg;325mg+10mg
            hydrocortisone\tg\tt:5mg;10mg;20mg s:10mg/g;25mg/g
            fentanyl\tg\tt:100mcg;200mcg;400mcg p:12mcg/h;25mcg/h;50mcg/h;2.5mg/72h
            nitroglycerin\tg\tt:0.3mg;0.4mg p:0.1mg/h;0.2mg/h;0.4mg/h;5mg/d
            albuterol\tg\tt:2mg;4mg r:90mcg;108mcg;0.83mg/mL
            insulin glargine\tg\ti:100unit/mL
            enoxaparin\tg\ti:30mg/0.3mL;40mg/0.4mL;100mg/mL
            potassium chloride\tg\tt:8mEq;10mEq;20mEq;600mg;750mg
            lithium\tg\tt:150mg;300mg;600mg l:8mEq/5mL
            folic acid\tg\tt:1 mg
            heparin\tg\ti:1000unit/mL;5000unit/mL;10000unit/mL
            salmeterol\tg\t
            reference to nothing\tg\t=nobody
            """
        return (try? MedicineNames(list)) ?? .empty
    }()

    private func verdict(_ name: String, _ strength: String, _ form: String? = nil) -> String {
        switch Self.names.verdict(name: name, strength: strength, form: form) {
        case .listed: "listed"
        case .unlisted: "unlisted"
        case .tenfold(let factor, let nearest): "\(DosePlan.number(factor)) of \(nearest)"
        case .unknown: "unknown"
        }
    }

    @Test(
        "A listed strength is found however it is written",
        arguments: [
            ("amlodipine", "5 mg", nil), ("amlodipine", "5MG", "tablet"), ("amlodipine", "0.005 g", nil),
            ("amlodipine", "5000 micrograms", nil), ("Levothyroxine sodium", "75 micrograms", "tablets"),
            ("Synthroid", "0.075 mg", "tab"), ("latanoprost", "0.005%", "eye drops"),
            ("latanoprost", "0.05 mg/mL", nil), ("levothyroxine", "one 75 mcg tablet", nil),
            ("amoxicillin", "50 mg/mL", "oral suspension"), ("amoxicillin", "250 mg/5 mL", nil),
            ("amoxicillin", "250 mg", "suspension"), ("oxycodone and acetaminophen", "5-325 MG", "tablet"),
            ("oxycodone and acetaminophen", "5 mg/325 mg", nil), ("hydrocortisone", "1%", "cream"),
            ("fentanyl", "25 mcg/hr", "patch"), ("fentanyl", "25 micrograms/hour", "transdermal patches"),
            ("fentanyl", "25 mcg", "patch"), ("nitroglycerin", "5 mg/24 hours", "patch"),
            ("albuterol", "90 mcg/actuation", "inhaler"), ("albuterol", "90 micrograms per puff", nil),
            ("insulin glargine", "100 units/mL", "pen"), ("insulin glargine", "100 IU/ml", nil),
            ("enoxaparin", "40 mg", "prefilled syringe"), ("enoxaparin", "40 mg/0.4 mL", nil),
            ("potassium chloride", "20 mEq", "extended-release tablet"),
            ("folic acid", "1 mg", "tablet"),
        ] as [(String, String, String?)])
    func listed(name: String, strength: String, form: String?) {
        #expect(verdict(name, strength, form) == "listed")
    }
}

extension SoldStrengthTests {
    @Test(
        "A slip of point, zero or unit is reported as a power of ten",
        arguments: [
            ("levothyroxine", "75 mg", "tablet", "1,000 of 300 mcg"),
            ("levothyroxine", "7.5 mg", "tablet", "100 of 300 mcg"),
            ("levothyroxine", "3 mg", "tablet", "10 of 300 mcg"),
            ("levothyroxine", "60 mg", "tablet", "100 of 300 mcg"),
            ("levothyroxine", "75 mg", nil, "1,000 of 300 mcg"),
            ("levothyroxine", "75 mg tablets", nil, "1,000 of 300 mcg"),
            ("amlodipine", "5 mcg", nil, "0.001 of 2.5 mg"), ("amlodipine", "50 mg", nil, "10 of 10 mg"),
            ("amlodipine", "0.25 mg", nil, "0.1 of 2.5 mg"), ("amlodipine", "100 mg", nil, "10 of 10 mg"),
            ("latanoprost", "0.05%", "eye drops", "10 of 50 mcg/mL"),
            ("latanoprost", "50 mg/mL", nil, "1,000 of 50 mcg/mL"),
            ("amoxicillin", "2500 mg/5 mL", "suspension", "10 of 400 mg/5 mL"),
            ("amoxicillin", "250 mcg", "capsule", "0.001 of 125 mg"),
            ("oxycodone and acetaminophen", "50 mg/325 mg", nil, "10 of 325 mg + 10 mg"),
            ("hydrocortisone", "0.1%", "cream", "0.1 of 10 mg/g"), ("hydrocortisone", "25%", "cream", "10 of 25 mg/g"),
            ("hydrocortisone", "200 mg", "tablet", "10 of 20 mg"),
            ("fentanyl", "25 mg/h", "patch", "1,000 of 50 mcg/h"),
            ("nitroglycerin", "4 mg/h", "patch", "10 of 0.4 mg/h"),
            ("albuterol", "90 mg", "inhaler", "1,000 of 108 mcg"),
            ("insulin glargine", "1000 units/mL", "pen", "10 of 100 unit/mL"),
            ("potassium chloride", "200 mEq", "tablet", "10 of 20 mEq"),
            ("heparin", "100 units/mL", "injection", "0.1 of 1000 unit/mL"),
        ] as [(String, String, String?, String)])
    func tenfold(name: String, strength: String, form: String?, expected: String) {
        #expect(verdict(name, strength, form) == expected)
    }

    @Test(
        "A strength that is not in the list and no slip is unlisted",
        arguments: [
            ("amlodipine", "7.5 mg", nil), ("levothyroxine", "12.5 micrograms", "tablets"),
            ("levothyroxine", "600 mcg", "tablet"), ("folic acid", "400 micrograms", "tablet"),
            // Ten times one listed strength, and near another.
            ("amlodipine", "20 mg", nil), ("levothyroxine", "500 mcg", "tablet"),
            // Different units, number of parts or form: no comparison.
            ("lithium", "10 mmol/5 mL", "solution"), ("oxycodone and acetaminophen", "5 mg", nil),
            ("insulin glargine", "300 mg", nil), ("folic acid", "10 mg/5 mL", "oral solution"),
            ("enoxaparin", "4 mg", "syringe"),
            // The size of the tube.
            ("hydrocortisone", "30 g", "cream"), ("hydrocortisone", "100 g", "ointment"),
            // Contents or rate: a patch prints only "2.5 mg".
            ("fentanyl", "5 mg", "patch"), ("nitroglycerin", "10 mg", "patch"),
        ] as [(String, String, String?)])
    func unlisted(name: String, strength: String, form: String?) {
        #expect(verdict(name, strength, form) == "unlisted")
    }

    @Test(
        "A medicine or a strength that cannot be compared is unknown",
        arguments: [
            ("semaglutide", "2 mg"), ("salmeterol", "25 mcg"), ("amlodipine", "5"), ("amlodipine", ""),
            ("amlodipine", "1,00 mg"), ("amlodipine", "0 mg"), ("reference to nothing", "5 mg"), ("", "5 mg"),
            // Two medicines that the list does not have as a combination.
            ("amlodipine and lithium", "5 mg"),
        ])
    func unknown(name: String, strength: String) {
        #expect(verdict(name, strength) == "unknown")
    }

    @Test("A sentence is made only for a strength that is tenfold or unlisted")
    func sentences() throws {
        let far = Self.names.verdict(name: "levothyroxine", strength: "75 mg", form: "tablet")
        let sentence = try #require(far.sentence(of: "75 mg"))
        #expect(sentence.hasPrefix("“75 mg” is about 1,000 times as much as a strength"))
        #expect(sentence.contains("300 mcg"))
        let less = StrengthVerdict.tenfold(factor: 0.01, nearest: "5 mg")
        #expect(less.sentence(of: "0.05 mg")?.contains("one hundredth") ?? false)
        #expect(StrengthVerdict.listed.sentence(of: "5 mg") == nil)
        #expect(StrengthVerdict.unknown.sentence(of: "5 mg") == nil)
        #expect(StrengthVerdict.unlisted(near: nil).sentence(of: "5 mg") == LabelFlag.strengthNotListed.sentence)
    }
}

extension SoldStrengthTests {
    @Test(
        "A strength sold in Britain or Europe is never reported as a slip", .tags(.medium),
        arguments: [
            ("Levothyroxine", "12.5 micrograms", "tablets"), ("Levothyroxine", "50 micrograms/5 ml", "oral solution"),
            ("Aspirin", "75 mg", "dispersible tablets"), ("Amoxicillin", "250 mg/5 ml", "oral suspension"),
            ("Amoxicillin", "125 mg/1.25 ml", "oral suspension"), ("Paracetamol", "500 mg", "tablets"),
            ("Paracetamol", "120 mg/5 ml", "oral suspension"), ("Paracetamol", "250 mg/5 ml", "oral suspension"),
            ("Digoxin", "62.5 micrograms", "tablets"), ("Digoxin", "50 micrograms/ml", "oral solution"),
            ("Warfarin", "500 micrograms", "tablets"), ("Warfarin", "0.5 mg", "tablets"), ("Warfarin", "1 mg", ""),
            ("Methotrexate", "2.5 mg", "tablets"), ("Methotrexate", "10 mg", "tablets"),
            ("Colecalciferol", "800 units", "capsules"), ("Colecalciferol", "20,000 units", "capsules"),
            ("Prednisolone", "1 mg", "tablets"), ("Prednisolone", "2.5 mg", "gastro-resistant tablets"),
            ("Prednisolone", "25 mg", "tablets"), ("Folic acid", "5 mg", "tablets"),
            ("Folic acid", "400 micrograms", "tablets"), ("Folic acid", "2.5 mg/5 ml", "oral solution"),
            ("Salbutamol", "100 micrograms/dose", "inhaler"), ("Salbutamol", "2 mg/5 ml", "oral solution"),
            ("Salbutamol", "2.5 mg/2.5 ml", "nebuliser liquid"), ("Beclometasone", "100 micrograms/dose", "inhaler"),
            ("Beclometasone", "400 micrograms", "inhalation powder capsules"),
            ("Budesonide", "400 micrograms/dose", "inhaler"),
            ("Glyceryl trinitrate", "400 micrograms/dose", "sublingual spray"),
            ("Glyceryl trinitrate", "500 micrograms", "sublingual tablets"), ("Bumetanide", "5 mg", "tablets"),
            ("Buprenorphine", "200 micrograms", "sublingual tablets"),
            ("Buprenorphine", "5 micrograms/hour", "patches"),
            ("Fentanyl", "12 micrograms/hour", "transdermal patches"), ("Haloperidol", "500 micrograms", "capsules"),
            ("Haloperidol", "5 mg/5 ml", "oral solution"), ("Lithium carbonate", "200 mg", "tablets"),
            ("Lithium carbonate", "400 mg", "modified-release tablets"),
            ("Morphine sulfate", "10 mg/5 ml", "oral solution"),
            ("Oxycodone", "5 mg/5 ml", "oral solution"), ("Lorazepam", "2.5 mg", "tablets"),
            ("Clonazepam", "500 micrograms", "tablets"), ("Clonidine", "25 micrograms", "tablets"),
            ("Desmopressin", "120 micrograms", "oral lyophilisates"),
            ("Desmopressin", "10 micrograms/dose", "nasal spray"),
            ("Dexamethasone", "500 micrograms", "tablets"), ("Dexamethasone", "2 mg/5 ml", "oral solution"),
            ("Hydrocortisone", "0.1%", "cream"), ("Clotrimazole", "10%", "vaginal cream"),
            ("Clotrimazole", "500 mg", "pessary"), ("Estradiol", "10 micrograms", "vaginal tablets"),
            ("Estradiol", "50 micrograms/24 hours", "patches"), ("Terbutaline", "500 micrograms/dose", "inhaler"),
            ("Ciclosporin", "10 mg", "capsules"), ("Trimipramine", "10 mg", "tablets"),
            ("Amitriptyline", "10 mg", "tablets"), ("Ramipril", "1.25 mg", "capsules"),
            ("Bisoprolol", "1.25 mg", "tablets"), ("Metformin", "500 mg", "tablets"),
            ("Adrenaline", "300 micrograms", "auto-injector pen"), ("Insulin glargine", "300 units/ml", "pen"),
            ("Tacrolimus", "0.1%", "ointment"), ("Latanoprost", "50 micrograms/ml", "eye drops"),
            ("Chloramphenicol", "0.5%", "eye drops"), ("Cyanocobalamin", "50 micrograms", "tablets"),
            ("Thiamine", "100 mg", "tablets"), ("Sodium valproate", "200 mg", "tablets"), ("Urea", "5%", "cream"),
        ])
    func europe(name: String, strength: String, form: String) {
        for form in [form, ""] {
            let verdict = LabelNames.all.verdict(name: name, strength: strength, form: form)
            #expect(!verdict.isTenfold, "\(name) \(strength) \(form): \(verdict)")
        }
    }

    @Test(
        "The program's own list reports well-known slips", .tags(.medium),
        arguments: [
            ("Levothyroxine", "75 mg", "tablets"), ("Warfarin", "50 mg", "tablets"), ("Digoxin", "125 mg", "tablets"),
            ("Digoxin", "625 micrograms", "tablets"), ("Methotrexate", "250 mg", "tablets"),
            ("Prednisolone", "500 mg", "tablets"), ("Salbutamol", "100 mg/dose", "inhaler"),
            ("Fentanyl", "25 mg/hour", "patch"), ("Morphine sulfate", "1000 mg/5 ml", "oral solution"),
            ("Clonazepam", "50 mg", "tablets"), ("Amoxicillin", "25 mg/5 ml", "oral suspension"),
            ("Metformin", "50 mg", "tablets"), ("Bisoprolol", "125 mg", "tablets"),
        ])
    func slips(name: String, strength: String, form: String) {
        #expect(LabelNames.all.verdict(name: name, strength: strength, form: form).isTenfold)
    }
}

@Suite("Strengths named in directions", .tags(.small))
struct StrengthInTextTests {
    private static let names: MedicineNames = {
        let list = """
            name\tkind\tstrengths
            levothyroxine\tg\tt:0.025mg;0.075mg;0.3mg;25mcg;75mcg;300mcg
            prednisone\tg\tt:1mg;5mg;10mg;20mg
            """
        return (try? MedicineNames(list)) ?? .empty
    }()

    @Test(
        "Directions that name a strength far from all sold strengths are not ok",
        arguments: [
            ("Take levothyroxine 75 mg tablet daily", nil, ["75 mg"]),
            ("Take levothyroxine 75mg daily", nil, ["75mg"]),
            ("Take one 75 mg tablet daily", "Levothyroxine", ["75 mg"]),
            ("Take one 75 microgram tablet daily", "Levothyroxine", []),
            ("Take one 75 mg tablet daily", nil, []), ("Take one 75 mg tablet daily", "semaglutide", []),
            ("Take levothyroxine 75 mcg tablet daily", nil, []),
            ("Take two 200 mg tablets daily", "prednisone", ["200 mg"]),
            // A dose, not a strength: 200 mg are 10 tablets of 20 mg.
            ("Take prednisone 200 mg daily", nil, []), ("Take 2 tablets (40 mg) daily", "prednisone", []),
            ("Take 20 mg (two 10 mg tablets) daily", "prednisone", []),
            ("Take 1 tablet daily", "prednisone", []), ("", "prednisone", []),
        ] as [(String, String?, [String])])
    func found(text: String, medicine: String?, expected: [String]) {
        let found = Self.names.tenfoldStrengths(in: text, medicine: medicine)
        #expect(found.map { $0.span.text(of: text) } == expected)
        let read = DirectionsReader.read(text)
        let checked = Self.names.checked(read, medicine: medicine)
        #expect(checked.flags.filter { $0.code == "strength-tenfold" }.count == expected.count)
        if expected.isEmpty { #expect(checked == read) } else { #expect(checked.status != .ok) }
    }

    @Test("A tenfold strength on a label is not sure, and its directions need a review")
    func label() throws {
        let read = { (text: String) in
            LabelReader(names: Self.names).read(RecognisedText(typed: text)).entries.first
        }
        let far = try #require(read("LEVOTHYROXINE 75 MG TABLET\nTAKE 1 TABLET BY MOUTH DAILY"))
        #expect(far.strength?.isSure == false)
        #expect(far.strength?.content == "75 MG")
        #expect(far.flags.map(\.code) == ["strength-tenfold"])
        #expect(far.soldStrength?.isTenfold == true)
        #expect(far.directions?.status == .review)
        let right = try #require(read("LEVOTHYROXINE 75 MCG TABLET\nTAKE 1 TABLET BY MOUTH DAILY"))
        #expect(right.strength?.isSure == true)
        #expect(right.soldStrength == .listed)
        #expect(right.directions?.status == .ok)
        let named = try #require(read("LEVOTHYROXINE TABLET\nTAKE ONE 75 MG TABLET BY MOUTH DAILY"))
        #expect(named.flags.map(\.code).contains("strength-tenfold"))
        #expect(named.directions?.status == .review)
        #expect(named.directions?.flags.contains { $0.code == "strength-tenfold" && $0.span != nil } == true)
    }
}
