import Directions
import Support
import Testing

@Suite("A “not” in directions", .tags(.small))
struct DirectionsNegationTests {
    @Test(
        "A dose with a “not” before it is not shown",
        arguments: [
            "Do not take 2 tablets daily", "Don't use 2 drops daily", "Don’t use 2 drops daily",
            "do NOT inject 10 units at bedtime", "Never take 2 tablets at once", "Avoid taking 1 tablet daily",
            "Discontinue 1 tablet daily", "Not 2 tablets daily", "No longer take 1 tablet daily",
            "Stop taking 1 tablet daily", "Stop 1 tablet daily", "Hold 1 tablet daily",
            "You must not take 2 tablets daily", "You should not use 2 puffs daily", "D/C 1 tablet daily",
            "2 tablets daily must not be taken", "2 tablets daily not to be taken", "1 tablet daily is not recommended",
            "Under no circumstances take 2 tablets daily", "Take 1 tablet daily instead of 2 tablets",
            "Take 1 tablet daily, no tablets on Sunday", "Do not, under any circumstances, take 2 tablets daily",
            "Do not drive or take 2 tablets daily", "1 tablet daily discontinued", "Do not take. 2 tablets daily",
            "Cancelled: 1 tablet daily",
            "Take 1 tablet daily. Do not take 2 tablets at once", "Do not take daily 1 tablet", "do not take 2",
            "Cannot take 1 tablet twice a day", "Do not ever take one tablet daily", "1 tablet daily forbidden",
            "Do not chew or take 1 tablet daily", "Do not eat 2 hours before bedtime. 1 tablet daily",
        ])
    func governs(sig: String) {
        let read = DirectionsReader.read(sig)
        #expect(read.status == .refuse, "\(DirectionsShorthand.of(read.clauses))")
        #expect(read.flags.contains { $0.code == "negated" }, "\(read.flags.map(\.code))")
        #expect(read.clauses.isEmpty)
    }

    @Test(
        "A “not” that belongs to other words does not change the dose",
        arguments: [
            ("Take 1 tablet daily. Do not take with alcohol", "1 tablet 1/1d"),
            ("1 tablet every 4 hours, do not exceed 8 in 24 hours", "1 tablet 1/4h max 8/24h"),
            (
                "1 tablet every 4 hours as needed, do not take more than 8 tablets in 24 hours",
                "1 tablet 1/4h prn max 8 tablet/24h"
            ),
            ("Take 1 tablet daily, do not crush or chew", "1 tablet 1/1d"),
            ("Take 1 capsule daily. Do not stop taking unless told", "1 capsule 1/1d"),
            ("Take 1 tablet daily. Do not forget to take it at the same time each day", "1 tablet 1/1d"),
            ("1 tablet twice daily with or without food", "1 tablet 2/1d"),
            ("Take 1 tablet daily. Avoid alcohol", "1 tablet 1/1d"),
            ("Take 1 tablet daily, not to be taken with alcohol", "1 tablet 1/1d"),
            ("Take 1 tablet twice a day. Never share this medicine", "1 tablet 2/1d"),
            ("inhale 1 puff in the morning rinse mouth do not swallow", "1 puff 1/1d MORN"),
            ("Take 1 tablet daily for 7 days then stop", "1 tablet 1/1d for 7d"),
        ])
    func governsNothing(sig: String, said: String) {
        let read = DirectionsReader.read(sig)
        #expect(read.status == .ok, "\(read.flags.map(\.code))")
        #expect(DirectionsShorthand.of(read.clauses) == said)
    }

    @Test(
        "A “not” near a dose is shown to a person",
        arguments: [
            "Do not crush or chew, take 1 tablet daily", "Do not chew take 1 tablet daily",
            "Stop ibuprofen and take 1 tablet daily",
        ])
    func beside(sig: String) {
        let read = DirectionsReader.read(sig)
        #expect(read.status == .review)
        #expect(DirectionsShorthand.of(read.clauses) == "1 tablet 1/1d")
        #expect(read.flags.contains { $0.code == "negation-near" })
    }
}
