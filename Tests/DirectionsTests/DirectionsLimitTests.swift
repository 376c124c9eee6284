import Directions
import Support
import Testing

@Suite("Maximums in directions", .tags(.small))
struct DirectionsLimitTests {
    @Test(
        "A maximum that contradicts the doses is flagged, whatever its unit",
        arguments: [
            ("250 mg every 4 hours, max 1 g a day", .refuse, "max-exceeded"),
            ("2 g three times a day, max 5000 mg a day", .refuse, "max-exceeded"),
            ("500 mcg three times daily max 1 mg per day", .refuse, "max-exceeded"),
            ("0.25 mg four times a day max 750 mcg per day", .refuse, "max-exceeded"),
            ("2 capsules (600 mg) every 6 hours, max 2 g per day", .refuse, "max-exceeded"),
            ("10 ml (250 mg) every 4 hours, max 1 g in 24 hours", .refuse, "max-exceeded"),
            ("half a 20 mg tablet three times a day max 20 mg a day", .refuse, "max-exceeded"),
            ("3 puffs every 4 hours, max 12 inhalations a day", .refuse, "max-exceeded"),
            ("1 tablet in the morning and 2 tablets at night, max 2 tablets a day", .refuse, "max-exceeded"),
            ("1 tablet daily, max 10 a month", .refuse, "max-exceeded"),
            ("Ibuprofen 200 mg tablets: take 2 every 6 hours, max 1.2 g a day", .refuse, "max-exceeded"),
            ("2 x 250 mg capsules every 6 hours, max 1 g a day", .refuse, "max-exceeded"),
            ("1 tablet on Mondays and Fridays, max 1 a week", .refuse, "max-exceeded"),
            ("3 tablets as needed max 2 per day", .refuse, "conflict"),
            ("2 g as needed max 1500 mg per day", .refuse, "conflict"),
            ("2 tablets (1 g) as needed, max 500 mg a day", .refuse, "conflict"),
        ] as [(String, DirectionsReading.Status, String)])
    func contradicts(sig: String, status: DirectionsReading.Status, code: String) {
        let read = DirectionsReader.read(sig)
        #expect(read.status == status, "\(read.flags.map(\.code))")
        #expect(read.flags.contains { $0.code == code }, "\(read.flags.map(\.code))")
    }

    @Test(
        "A maximum that cannot be compared with the doses is shown to a person",
        arguments: [
            "2 tablets 4 times a day max 6 capsules a day", "10 ml twice daily max 15 mg a day",
            "250 mg twice daily max 3 tablets a day", "250 mg as needed max 4 per day",
            "8 units twice daily max 5 mg a day", "1 pill as needed, max 3 tablets a day",
        ])
    func incomparable(sig: String) {
        let read = DirectionsReader.read(sig)
        #expect(read.status == .review, "\(read.flags.map(\.code))")
        #expect(read.flags.contains { $0.code == "max-unit" }, "\(read.flags.map(\.code))")
    }

    @Test(
        "A maximum that agrees with the doses is not flagged",
        arguments: [
            "500 mg every 6 hours, max 2 g a day", "1 g four times a day max 4000 mg a day",
            "500 mcg twice daily max 1 mg per day", "2 tablets (1000 mg in all) every 6 hours, max 4 g in 24 hours",
            "2 tablets (500 mg each) every 6 hours, max 4 g in 24 hours", "1 tablet three times a day mdd 30 mg",
            "Take 1000 mg (2 tablets) every 6 hours, max 4 g in 24 hours", "1 tablet on Mondays, max 1 a week",
            "Ibuprofen 200 mg tablets: take 2 every 6 hours, max 1.6 g a day",
            "2 x 250 mg capsules every 6 hours, max 2 g a day",
            "2 tablets as needed, max 8 a day", "500 mg as needed max 2 g a day",
            "1-2 tablets every 4 to 6 hours as needed, max 8 tablets in 24 hours",
            "2 puffs every 4 hours, max 12 inhalations a day", "1 patch weekly max 4 per month",
            "half a 20 mg tablet twice daily max 20 mg a day", "5 ml three times a day mdd 15",
            "1 tablet in the morning and 2 tablets at night, max 3 tablets a day",
            "2 tablets daily for 3 days then 1 tablet daily, max 2 tablets a day",
            "10 units three times daily max 50 units a day", "15 ml twice daily max 30 ml a day",
        ])
    func agrees(sig: String) {
        let read = DirectionsReader.read(sig)
        #expect(read.status == .ok, "\(read.flags.map(\.code)) \(DirectionsShorthand.of(read.clauses))")
        #expect(read.clauses.contains { $0.maximum != nil })
    }
}
