import Directions
import Support
import Testing
import Wording

/// Two periods in a text must agree; otherwise the text is refused or shown to a person.
@Suite("Two periods in one text", .tags(.small))
struct DirectionsPeriodTests {
    private func expect(
        _ sig: String, _ status: DirectionsReading.Status, _ code: String?,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let read = DirectionsReader.read(sig)
        #expect(
            read.status == status, "\(sig): \(read.flags.map(\.code)) \(DirectionsShorthand.of(read.clauses))",
            sourceLocation: sourceLocation)
        if let code { #expect(read.flags.contains { $0.code == code }, sourceLocation: sourceLocation) }
    }

    @Test(
        "Two periods that disagree are refused",
        arguments: [
            "1 per day. replace every 2 days", "take 1 tablet each morning every week",
            "instil 1 drop daily every 4 hours", "1 tablet nightly every 3 days", "twice daily every 8 hours 1 tablet",
            "Take 1 capsule every evening once a week", "1 tablet three times a day every 6 hours",
        ])
    func contradictions(sig: String) { expect(sig, .refuse, nil) }

    @Test(
        "Two periods that agree are one, and the number of times a day is kept",
        arguments: [
            ("Take 1 tablet twice daily (every 12 hours)", "1 tablet 2/1d"),
            ("1 capsule every 8 hours, three times a day", "1 capsule 3/1d"),
            ("1 tablet 4 times a day every 6 hours", "1 tablet 4/1d"),
            ("Take 1 tablet every 24 hours daily", "1 tablet 1/1d"),
            ("One twice daily, 12 hours apart", "1 2/1d"),
        ])
    func agreeing(sig: String, said: String) {
        let read = DirectionsReader.read(sig)
        #expect(read.status == .ok, "\(read.flags.map(\.code))")
        #expect(DirectionsShorthand.of(read.clauses) == said)
    }

    @Test("Times before and after meals keep their own minutes")
    func offsets() {
        let clause = DirectionsReader.read("Take 1 tablet 30 minutes before breakfast and 2 hours after dinner").clauses
            .first
        #expect(clause?.offset(of: .ACM) == 30 && clause?.offset(of: .PCV) == 120)
        for sig in [
            "Take 1 capsule four times a day one hour before food or two hours after",
            "Take 1 capsule four times a day 1 hour before or 2 hours after food",
        ] {
            let read = DirectionsReader.read(sig)
            #expect(read.status == .review && read.flags.contains { $0.code == "two-offsets" })
            #expect(read.clauses.first?.when == [.AC, .PC] && read.clauses.first?.isEitherMeal == true)
            #expect(read.clauses.first?.offset(of: .AC) == 60 && read.clauses.first?.offset(of: .PC) == 120)
            #expect(PlainDirections(read).text.contains("60 minutes before food or 120 minutes after food"))
        }
    }

    @Test(
        "Numbers of weeks and months are intervals only if they are unambiguous",
        arguments: [
            ("Inject 60 mg SC 6 monthly", DirectionsReading.Status.ok), ("10.8 mg implant SC 12 weekly", .ok),
            ("Inject 150 mg IM 4 weekly", .review), ("1 mg IM 2 monthly", .review),
        ])
    func intervals(sig: String, status: DirectionsReading.Status) { expect(sig, status, nil) }

    @Test("“Do not take daily” agrees with a weekly medicine and contradicts a daily one")
    func notDaily() {
        expect("Take 4 tablets once a week. Do NOT take daily.", .ok, "not-daily")
        expect("Take ONE tablet weekly on Monday, not daily", .ok, "not-daily")
        expect("Take 1 tablet daily. Do not take daily.", .refuse, "negated")
        let plain = PlainDirections(DirectionsReader.read("Take 4 tablets once a week. Do not take daily")).text
        #expect(!plain.contains("“Do not take”") && plain.contains("“Do not take daily”"))
    }

    @Test(
        "A period that leaves the frequency open is shown to a person",
        arguments: [
            ("Take 1 tablet on Monday and Thursday", "which-weeks"), ("Take 2 per day", "ambiguous-frequency"),
            ("3 tablets every 3 days then 2 tablets every 3 days", "step-or-interval"),
            ("Take 2 tablets one daily", "leftover-number"), ("Take 1 or 2 - 3 times a day", "ambiguous-range"),
            ("2 x 5 mL twice daily", "count-of-volumes"), ("1 tablet every 6 hours daily", "ambiguous-frequency"),
        ])
    func open(sig: String, code: String) { expect(sig, .review, code) }

    @Test("The second dose takes the unit of the first and is marked as carried")
    func carried() {
        let read = DirectionsReader.read("2 tablets in the morning and 1 at night")
        #expect(read.status == .ok)
        #expect(read.clauses.map { $0.dose?.unit } == ["tablet", "tablet"])
        #expect(read.clauses.map { $0.dose?.isUnitCarried } == [false, true])
        #expect(PlainDirections(read).text.contains("1 tablet at night"))
    }

    @Test("“On an empty stomach” is kept as its own field")
    func emptyStomach() {
        let read = DirectionsReader.read("Take 1 capsule daily on an empty stomach")
        #expect(read.status == .ok && read.clauses.first?.isOnEmptyStomach == true && read.clauses.first?.when == [])
        #expect(PlainDirections(read).text.contains("on an empty stomach"))
    }
}

@Suite("Implausible amounts", .tags(.small))
struct DirectionsPlausibleTests {
    @Test(
        "An amount above the bound of its form is refused",
        arguments: [
            "take 2024mls every day", "Take 250 mL by mouth three times daily for cough", "Take 1 tablet every hour",
            "Take 13 tablets daily", "Take 5 tablets six times a day", "100 puffs daily", "Inhale 13 puffs as needed",
            "Insulin glargine inject 500 units at night", "Instil 20 drops into each eye daily",
            "Use 9 sprays in each nostril daily", "Take 9 sachets daily", "1 capsule hourly",
        ])
    func implausible(sig: String) {
        let read = DirectionsReader.read(sig)
        #expect(read.status == .refuse && read.flags.contains { $0.code == "implausible" }, "\(read.flags.map(\.code))")
    }

    @Test(
        "Amounts of real labels are not implausible",
        arguments: [
            "Dissolve 1 tablet under the tongue every 5 minutes as needed for chest pain", "Take 8 tablets daily",
            "Fortisip: drink 200 ml twice a day", "Kleanprep: drink 250 mL every 15 minutes as needed",
            "Inhale 10 puffs via spacer as needed for asthma", "1 drop hourly to right eye for 48 hours",
            "Take 5000 units daily", "Take 17 g daily", "Rinse with 10 mL twice a day",
        ])
    func plausible(sig: String) {
        #expect(!DirectionsReader.read(sig).flags.contains { $0.code == "implausible" })
    }

    @Test("Doses above the label's own maximum are refused, unless they are taken as needed")
    func maximum() {
        let fixed = DirectionsReader.read("One tablet four times a day. Not more than 3 tablets in 24 hours")
        #expect(fixed.status == .refuse && fixed.flags.contains { $0.code == "max-exceeded" })
        let asNeeded = DirectionsReader.read("One tablet every 4 hours as needed. Not more than 3 tablets in 24 hours")
        #expect(asNeeded.status == .ok && asNeeded.flags.contains { $0.code == "max-binds" })
    }
}
