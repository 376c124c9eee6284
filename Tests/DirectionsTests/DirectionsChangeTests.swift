import Directions
import Support
import Testing

/// Words that change, end or move a dose are shown to a person; similar plain directions are read completely.
@Suite("Words that change a dose", .tags(.small))
struct DirectionsChangeTests {
    struct Case: Sendable, CustomStringConvertible {
        let sig: String
        let status: DirectionsReading.Status
        let code: String
        var description: String { sig }

        init(_ sig: String, _ status: DirectionsReading.Status, _ code: String) {
            (self.sig, self.status, self.code) = (sig, status, code)
        }
    }

    private func expect(_ example: Case) {
        let read = DirectionsReader.read(example.sig)
        #expect(read.status == example.status, "\(read.flags.map(\.code)) \(DirectionsShorthand.of(read.clauses))")
        #expect(read.flags.contains { $0.code == example.code }, "\(read.flags.map(\.code))")
        let fault = DirectionsSpans.fault(in: read)
        #expect(fault == nil, "\(fault ?? "")")
    }

    private func expect(_ sig: String, _ said: String) {
        let read = DirectionsReader.read(sig)
        #expect(read.status == .ok, "\(read.flags.map(\.code)) unread \(read.unread.map { $0.text(of: sig) })")
        #expect(DirectionsShorthand.of(read.clauses) == said)
    }

    // MARK: Times and days

    @Test(
        "A choice of hours, meals or days is shown to a person or refused",
        arguments: [
            Case("2 capsules with dinner or lunch", .review, "depends"),
            Case("Take 1 tablet before breakfast/supper", .review, "depends"),
            Case("Inject 8 units 30 minutes before lunch or dinner", .review, "depends"),
            Case("1 tablet after breakfast, lunch or dinner", .review, "depends"),
            Case("Take 1 capsule 6am-8am", .review, "ambiguous-frequency"),
            Case("Take 1 capsule daily 7pm - 9pm", .review, "ambiguous-frequency"),
            Case("Apply 1 patch at 9am-9pm", .review, "ambiguous-frequency"),
            Case("2 tablets day and night", .review, "ambiguous-frequency"),
            Case("1 drop night and day", .review, "ambiguous-frequency"),
            Case("1 capsule every day and at bedtime", .review, "ambiguous-frequency"),
            Case("1 capsule day & evening for 3 days", .review, "ambiguous-frequency"),
            Case("Take 3 mg daily and 4 mg on Tuesday", .review, "and-unclear"),
            Case("1 tablet every day and 2 tablets on weekends", .review, "and-unclear"),
            Case("2 tablets on Monday and 1 tablet daily", .review, "and-unclear"),
            Case("2 puffs prn, no more than 3 days per week", .review, "days-a-week"),
            Case("1 tablet when needed up to 8 days a month", .review, "days-a-week"),
            Case("1 tablet once daily for 3 days per week", .review, "days-a-week"),
            Case("2 tablets weekly on Friday at 7am and 7pm", .refuse, "two-frequencies"),
            Case("2 tablets daily 6/7", .review, "ambiguous-frequency"),
            Case("2 tablets daily per week", .refuse, "conflict"),
            Case("1 tablet every 6 hours for 2 hours", .refuse, "two-frequencies"),
        ])
    func times(example: Case) { expect(example) }

    @Test(
        "Plain hours, meals and days are read completely",
        arguments: [
            ("1 tablet with breakfast and dinner", "1 tablet 2/1d CM,CV"),
            ("1 tablet before breakfast, lunch and dinner", "1 tablet 3/1d ACM,ACD,ACV"),
            ("1 tablet three times a day with breakfast/lunch/dinner", "1 tablet 3/1d CM,CD,CV"),
            ("1 tablet daily with food or milk", "1 tablet 1/1d C"),
            ("1 tablet at 8am and 8pm", "1 tablet 2/1d 08:00,20:00"),
            ("1 tablet twice daily at 8am-8pm", "1 tablet 2/1d 08:00,20:00"),
            ("1 tablet morning and night", "1 tablet 2/1d MORN,NIGHT"),
            ("1 tablet daily, at night", "1 tablet 1/1d NIGHT"),
            ("1 tablet daily and with food", "1 tablet 1/1d C"),
            (
                "1 tablet on Mondays and 2 tablets on Tuesdays",
                "1 tablet 1/1d mon; and 2 tablet 1/1d tue"
            ),
            ("1 tablet in the morning and 2 at night", "1 tablet 1/1d MORN; and 2 tablet 1/1d NIGHT"),
            ("1 tablet daily for no more than 10 days", "1 tablet 1/1d for 10d max"),
            ("1 tablet daily for a fortnight", "1 tablet 1/1d for 2wk"),
            ("1 tablet bd 10/7", "1 tablet 2/1d for 10d"), ("1 tablet bd 5/7", "1 tablet 2/1d for 5d"),
            ("1 tablet weekly on Monday at 8am", "1 tablet 1/1wk 08:00 mon"),
            ("1 tablet every 8 hours for 1 day", "1 tablet 1/8h for 1d"),
        ])
    func plainTimes(sig: String, said: String) { expect(sig, said) }
}

extension DirectionsChangeTests {
    // MARK: Conditions

    @Test(
        "A word before the dose that may change it is flagged",
        arguments: [
            Case("Ceased: 2 tablets daily", .refuse, "negated"), Case("Old. 2 tablets daily", .review, "unread-words"),
            Case("Old regimen: 2 capsules daily", .refuse, "negated"),
            Case("Previously 2 puffs bid", .refuse, "negated"),
            Case("Voided 1 tablet daily", .refuse, "negated"), Case("Patient declined 5 ml daily", .refuse, "negated"),
            Case("1 tablet daily. Old: 2 tablets daily", .refuse, "negated"),
            Case("2 tablets daily, superseded", .refuse, "negated"),
            Case("2 tablets daily. Revoked", .refuse, "negated"),
            Case("2 tablets daily (void)", .refuse, "negated"), Case("(Past 2 tablets daily)", .refuse, "negated"),
            Case("Used to take 2 puffs daily", .refuse, "negated"),
            Case("Template 1 tablet daily", .review, "unread-words"),
            Case("Take scarcely 2 tablets daily", .review, "unread-words"),
            Case("Poodle 1 tablet bid", .review, "unread-words"),
            Case("Schoolchildren 5 ml daily", .review, "unread-words"),
            Case("Postoperatively 1 tablet daily", .review, "unread-words"),
            Case("Warfarin sometimesnot 5 mg daily", .review, "unread-words"),
        ])
    func openings(example: Case) { expect(example) }

    @Test(
        "The name of a medicine before the dose is read",
        arguments: [
            ("Amoxicillin 500 mg three times daily", "500 mg 3/1d"), ("Levothyroxine 100 mcg daily", "100 mcg 1/1d"),
            ("Take Lisinopril 10 mg daily", "10 mg 1/1d"), ("Ferrous sulfate 200 mg daily", "200 mg 1/1d"),
            ("Metoprolol succinate 50 mg daily", "50 mg 1/1d"),
            ("Co-codamol 2 tablets four times a day", "2 tablet 4/1d"),
            ("Vitamin D 1 capsule weekly", "1 capsule 1/1wk"),
        ])
    func names(sig: String, said: String) { expect(sig, said) }

    @Test(
        "Words after the dose that may change it are flagged",
        arguments: [
            Case("1 tablet every day of travel", .review, "unread-words"),
            Case("1 tablet each morning of exams", .review, "unread-words"),
            Case("1 tablet each night of cough", .review, "unread-words"),
            Case("1 tablet daily. Patient may halve when well", .review, "depends"),
            Case("1 tablet daily. Remember this was discontinued", .review, "depends"),
            Case("1 tablet daily. Warning reduce dose if drowsy", .review, "depends"),
            Case("1 tablet daily, contact your nurse before starting", .review, "depends"),
            Case("2 tablets daily to reduce slowly", .review, "depends"),
            Case("2 tablets daily for itching gradually less", .review, "depends"),
            Case("1 tablet daily for asthma alternately with prednisolone", .review, "depends"),
            Case("1 tablet daily for bad attacks only", .review, "depends"),
            Case("1 tablet daily for working days", .review, "unread-words"),
            Case("1 tablet daily for the rabbit", .review, "depends"),
            Case("1 tablet daily. Do not drive and halve when dizzy", .review, "depends"),
            Case("5 ml twice daily for your baby", .review, "depends"),
            Case("1 tablet daily for several days", .review, "unread-words"),
            Case("1 tablet daily for the weekend", .review, "unread-words"),
            Case("1 tablet for each 5 kg daily", .refuse, "per-kg"),
        ])
    func behind(example: Case) { expect(example) }

    @Test(
        "Plain remarks and reasons do not change the status",
        arguments: [
            ("1 tablet daily. Do not stop taking this medicine unless your doctor tells you", "1 tablet 1/1d"),
            ("Take 1 tablet daily. Do not double the dose", "1 tablet 1/1d"),
            ("1 tablet daily. May cause double vision", "1 tablet 1/1d"),
            ("1 tablet daily. Warning: do not stop suddenly", "1 tablet 1/1d"),
            ("1 tablet daily. This medicine may reduce the effect of other medicines", "1 tablet 1/1d"),
            ("1 tablet daily to reduce blood pressure", "1 tablet 1/1d"),
            ("1 tablet daily to lower cholesterol", "1 tablet 1/1d"),
            ("1 tablet daily for heart failure", "1 tablet 1/1d"), ("1 tablet daily for cat allergy", "1 tablet 1/1d"),
            ("2 puffs as needed for shortness of breath", "2 puff prn"),
            ("1 tablet as needed for severe back pain", "1 tablet prn"),
            ("Discard when expired. 1 drop daily", "1 drop 1/1d"),
            ("2 tabs of ibuprofen 3 times a day", "2 tablet 3/1d"),
        ])
    func plainRemarks(sig: String, said: String) { expect(sig, said) }
}

extension DirectionsChangeTests {
    // MARK: Place on the body

    @Test(
        "Two places or two routes for one dose are shown to a person",
        arguments: [
            Case("1 drop in right ear, left eye bid", .review, "two-places"),
            Case("1 drop both eyes and ears daily", .review, "two-places"),
            Case("1 drop in left eye twice daily to right eye", .review, "two-places"),
            Case("1 tablet rectally by mouth daily", .review, "two-places"),
            Case("1 tablet by mouth in the right ear daily", .review, "two-places"),
            Case("1 drop in either ear daily", .review, "depends"),
        ])
    func places(example: Case) { expect(example) }

    @Test("Several places that are joined are all shown")
    func joined() {
        let cases = [
            ("2 drops in right eye, left eye daily", "in right eye, left eye"),
            ("Apply to face, neck and chest daily", "face, neck and chest"),
            ("Apply to the affected area of the left arm twice daily", "the affected area of the left arm"),
            ("1 spray in each nostril daily", "in each nostril"), ("eye drops 1 drop in left eye daily", "in left eye"),
            ("1 drop into both eyes four times a day", "into both eyes"),
        ]
        for (sig, site) in cases {
            let read = DirectionsReader.read(sig)
            #expect(read.status == .ok, "\(sig): \(read.flags.map(\.code))")
            #expect(read.clauses.first?.site == site)
        }
        #expect(DirectionsReader.read("Inhale 2 puffs by mouth twice daily").status == .ok)
        #expect(DirectionsReader.read("1 tablet by mouth under the tongue prn").status == .ok)
    }

    @Test("An unknown word before the dose is listed as unread and is not the medicine")
    func printed() {
        let read = DirectionsReader.read("Reserve 1 tablet daily")
        #expect(read.medicine == nil)
        #expect(read.unread.map { $0.text(of: read.text) } == ["Reserve"])
        #expect(DirectionsReader.read("Warfarin 5 mg daily").medicine?.name == "Warfarin")
    }
}
