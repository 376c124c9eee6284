import Directions
import Support
import Testing

/// A form, number or time that does not fit the dose is shown to a person; usual additions of pharmacies do not change
/// a plain reading.
@Suite("How a dose is given", .tags(.small))
struct DirectionsMannerTests {
    private func expect(_ sig: String, _ status: DirectionsReading.Status, _ code: String) {
        let read = DirectionsReader.read(sig)
        #expect(read.status == status, "\(read.flags.map(\.code)) \(DirectionsShorthand.of(read.clauses))")
        #expect(read.flags.contains { $0.code == code }, "\(read.flags.map(\.code))")
        if status == .refuse { #expect(read.clauses.isEmpty) }
        #expect(DirectionsSpans.fault(in: read) == nil)
    }

    private func expect(_ sig: String, _ said: String) {
        let read = DirectionsReader.read(sig)
        #expect(read.status == .ok, "\(read.flags.map(\.code)) unread \(read.unread.map { $0.text(of: sig) })")
        #expect(DirectionsShorthand.of(read.clauses) == said)
        #expect(DirectionsSpans.fault(in: read) == nil)
    }

    @Test(
        "A form that does not fit the route is shown to a person",
        arguments: [
            "Inject 2 capsules daily", "Inject 1 suppository at night", "2 patches orally each morning",
            "Take 1 pessary by mouth at night", "1 tablet IM daily", "1 capsule subcutaneously twice a day",
            "Swallow 1 suppository daily", "Apply 1 tablet to the left eye daily", "1 lozenge rectally daily",
        ])
    func strange(sig: String) { expect(sig, .review, "form-and-route") }

    @Test(
        "A number with a digit or a symbol that may be lost is refused or shown to a person",
        arguments: [
            ("Take l/2 tablet at night", .refuse, "ambiguous-number"), ("V2 tablet daily", .refuse, "ambiguous-number"),
            ("Take O.25 mg daily", .refuse, "ambiguous-number"), ("Take ¥2 tab daily", .refuse, "ambiguous-number"),
            ("Take 2. tablets daily", .refuse, "ambiguous-number"), ("2+ capsules daily", .refuse, "ambiguous-number"),
            ("Inject 2OU at night", .refuse, "ambiguous-number"), ("1* capsule daily", .refuse, "ambiguous-number"),
            ("Take 05 mg daily", .refuse, "ambiguous-number"), ("1.12 tablets daily", .refuse, "ambiguous-number"),
            ("Take 1 / 2 capsules daily", .refuse, "ambiguous-number"),
            ("Take 2/3 tablets at night", .refuse, "ambiguous-number"),
            ("1/2 puffs twice a day", .refuse, "ambiguous-number"),
            ("1/2 sprays each nostril daily", .refuse, "ambiguous-number"),
            ("Take 12 capsules twice a day", .review, "large-count"), ("11 puffs daily", .review, "large-count"),
            ("1 tablet every 68 hours", .review, "ambiguous-frequency"),
            ("1 capsule every 4.8 hours", .review, "ambiguous-frequency"),
            ("1 tablet 12 times a day", .review, "ambiguous-frequency"),
        ] as [(String, DirectionsReading.Status, String)])
    func lost(sig: String, status: DirectionsReading.Status, code: String) { expect(sig, status, code) }

    @Test(
        "A dose that may be for a day or for each time is shown to a person",
        arguments: [
            "Take 6 tablets a day", "Use 4 puffs per day", "3 capsules / day", "Inject 30 units a day",
            "Take 5 tablets a week", "Apply 2 patches per week", "Take 2 capsules a day, morning and evening",
            "Take 2 tablets a day, with breakfast and dinner", "1 capsule every 6 hours on Tuesday",
            "Take 1 tablet Tuesday morning and Friday evening", "1 tablet in the morning (at bedtime)",
        ])
    func spread(sig: String) { expect(sig, .review, "ambiguous-frequency") }

    @Test(
        "Two strengths or sums that differ are not read",
        arguments: [
            ("ONE 5mg tablet and ONE 2mg tablet daily", .refuse, "two-amounts"),
            ("Take 1 capsule and 1 capsule daily", .refuse, "two-amounts"),
            ("Methotrexate 2.5 mg tablets: take 4 tablets (15 mg) weekly", .refuse, "two-amounts"),
            ("Take 3 tablets of 2 mg (2 mg) daily", .review, "ambiguous-count-and-weight"),
            ("1 capsule now and 1 capsule at bedtime", .review, "and-unclear"),
            ("1 ml per 5 kg daily", .refuse, "per-kg"),
            ("Take 1 tablet at night at 7am", .refuse, "conflict"),
        ] as [(String, DirectionsReading.Status, String)])
    func sums(sig: String, status: DirectionsReading.Status, code: String) { expect(sig, status, code) }

    @Test(
        "A time that belongs to a remark is not read as a time of the dose",
        arguments: [
            "1 capsule daily. Follow up in 3 weeks", "1 tablet twice a day. May cause sweating at night",
            "5 ml daily. Call your pharmacist in 2 days", "1 tablet daily. See your doctor Friday",
        ])
    func remarks(sig: String) { expect(sig, .review, "unread-words") }

    @Test(
        "A range of days after another day is shown to a person, and no days are added",
        arguments: ["1 tablet Sun - Wed", "1 tablet Mon, Wed - Fri", "1 tablet Tue and Thurs to Sat"])
    func days(sig: String) { expect(sig, .review, "ambiguous-frequency") }

    @Test(
        "Plain directions are read, whatever is printed beside them",
        arguments: [
            ("Take 8 tablets once a day", "8 tablet 1/1d"), ("Take 6 tablets daily", "6 tablet 1/1d"),
            ("Take 2 tablets once a day", "2 tablet 1/1d"), ("Take 8 tablets once weekly", "8 tablet 1/1wk"),
            ("Take 10 tablets once a week", "10 tablet 1/1wk"),
            ("1 tablet every Mon-Wed-Fri", "1 tablet 1/1d mon,wed,fri"),
            ("1 tablet every Mon - Thu", "1 tablet 1/1d mon,tue,wed,thu"), ("½ tablet daily", "0.5 tablet 1/1d"),
            ("1/2 tablets twice a day", "0.5 tablet 2/1d"),
            ("1 tablet at 8am, 12 noon and 6pm", "1 tablet 3/1d 08:00,12:00,18:00"),
            ("1 tablet at 8.30 am and 8.30 pm", "1 tablet 2/1d 08:30,20:30"),
            ("1 tablet immediately before meals", "1 tablet AC"), ("1 tablet immediately", "1 tablet =1"),
            ("Insert 1 suppository rectally at night", "1 suppository 1/1d NIGHT"),
            ("Insert 1 tablet vaginally at night", "1 tablet 1/1d NIGHT"), ("Apply 1 patch daily", "1 patch 1/1d"),
            ("Methotrexate 2.5mg tablets: take SIX tablets (15mg) once a week", "6 tablet 1/1wk"),
            ("Take 1 capsule (20,000 units) once a week", "1 capsule 1/1wk"),
            ("Co-codamol 30/500: take 1 tablet four times a day", "1 tablet 4/1d"),
            ("Alendronic acid 70 mg once a week", "70 mg 1/1wk"),
            ("1 tablet daily (may cause drowsiness) for 6 days", "1 tablet 1/1d for 6d"),
            ("Take 1000 units (1 tablet) daily", "1 tablet 1/1d"), ("Inject 20 units (0.2 mL) daily", "20 unit 1/1d"),
            ("1 patch every 72 hours to a clean, dry, hairless area of skin", "1 patch 1/72h"),
            ("Place 1 patch behind the ear every 72 hours", "1 patch 1/72h"),
            ("2 daily for 1 week then 1 daily thereafter", "2 1/1d for 1wk; then 1 1/1d"),
            ("Take 1 capsule 3 times a day at regular intervals", "1 capsule 3/1d"),
            ("1 drop twice a day. Discard 4 weeks after opening.", "1 drop 2/1d"),
            ("5 ml twice a day. Discard after 7 days", "5 mL 2/1d"), ("Apply daily. For external use only", "1/1d"),
            (
                "Take 2 tablets 4 times a day when required. Do not take more than 2 at any one time. "
                    + "Do not take more than 8 in 24 hours.", "2 tablet 4/1d prn max 8/24h"
            ),
            (
                "Take 1 tablet at night. This medicine may make you sleepy. If this happens, do not drive or use tools "
                    + "or machines. Do not drink alcohol.", "1 tablet 1/1d NIGHT"
            ),
            (
                "Take 2 tablets twice a day. Contains paracetamol. Do not take anything else containing paracetamol "
                    + "while taking this medicine.", "2 tablet 2/1d"
            ),
            (
                "Take 1 capsule daily. Do not take indigestion remedies 2 hours before or after you take this "
                    + "medicine.",
                "1 capsule 1/1d"
            ),
        ])
    func plain(sig: String, said: String) { expect(sig, said) }
}
