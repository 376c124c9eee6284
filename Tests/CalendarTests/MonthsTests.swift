import Calendar
import Support
import Testing

@Suite("Months", .tags(.small))
struct MonthsTests {
    /// A text, its month numbers, and its words if the text is the canonical one.
    static let notations: [(text: String, numbers: [Int], words: String?)] = [
        ("", [Int](), "no month"), ("3", [3], "March"), ("3-9", Array(3...9), "March to September"),
        ("10-4", [1, 2, 3, 4, 10, 11, 12], "October to April"), ("3-5,9", [3, 4, 5, 9], "March to May and September"),
        ("1-12", Array(1...12), "all year"), ("3-4", [3, 4], "March and April"),
        ("12-1", [1, 12], "December and January"), ("1,3,12", [1, 3, 12], nil),
        ("3-4,6,10-12", [3, 4, 6, 10, 11, 12], "March, April, June and October to December"),
        ("6,11-2", [1, 2, 6, 11, 12], "June and November to February"),
        ("1-11", Array(1...11), "January to November"), ("2-12", Array(2...12), "February to December"),
        ("8-6", [1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12], "August to June"),
    ]

    @Test("Months are read from text and written in words", arguments: notations)
    func notation(text: String, numbers: [Int], words: String?) throws {
        let months = try #require(Months(text))
        #expect(months.numbers == numbers)
        #expect(months.count == numbers.count)
        #expect(months.isEmpty == numbers.isEmpty)
        #expect(months == Months(numbers))
        #expect((1...12).filter(months.contains) == numbers)
        guard let words else { return }
        #expect(months.text == text)
        #expect(months.words == words)
    }

    @Test(
        "Months have one canonical text",
        arguments: [
            ("9,3-5", "3-5,9"), ("3-5,4-6", "3-6"), ("3,4,5", "3-5"), ("5-4", "1-12"), ("3-3", "3"), ("12,1", "12-1"),
            ("1,12,3", "3,12-1"), ("10-12,1-4", "10-4"),
        ])
    func canonical(text: String, canonical: String) throws {
        #expect(try #require(Months(text)).text == canonical)
    }

    @Test(
        "Months are read from no other text",
        arguments: [
            "0", "13", "3-", "-3", "-", ",", "3,", ",3", "3-13", "0-3", "3-5-7", "03", "3 - 5", " 3", "3;5", "March",
            "+3", "3--5", "٣", "99999999999999999999",
        ])
    func unreadable(text: String) {
        #expect(Months(text) == nil)
    }

    @Test("Every set of months is restored from its text, and shifting is reversible")
    func every() {
        for bits in 0..<4096 {
            let months = Months((1...12).filter { bits >> ($0 - 1) & 1 == 1 })
            guard Months(months.text) == months, months.shifted(by: 5).shifted(by: 7) == months,
                months.shifted(by: 3).numbers == months.numbers.map({ ($0 + 2) % 12 + 1 }).sorted()
            else {
                Issue.record("\(months.numbers) as \(months.text)")
                return
            }
        }
        #expect(Months(1...12) == .all)
    }

    @Test(
        "Months shifted by six are the same season in the other hemisphere",
        arguments: [
            ("3-9", 6, "9-3"), ("10-4", 6, "4-10"), ("3-5", -6, "9-11"), ("1", -1, "12"), ("12", 1, "1"),
            ("3", 12, "3"), ("3", -25, "2"), ("", 6, ""), ("1-12", 5, "1-12"), ("1", .max, "8"), ("1", .min, "5"),
        ])
    func shifted(text: String, months: Int, shifted: String) throws {
        #expect(try #require(Months(text)).shifted(by: months).text == shifted)
    }

    @Test("Invalid month numbers are ignored")
    func absurd() {
        let months = Months([0, 3, 13, -1, .max, .min])
        #expect(months.numbers == [3])
        #expect([0, 13, -1, .max, .min].allSatisfy { !months.contains($0) && !Months.all.contains($0) })
    }

    @Test("Sets of months have a union and a subtraction")
    func sets() throws {
        let (spring, summer) = (Months(3...6), Months(6...8))
        #expect(spring.union(summer) == Months(3...8))
        #expect(spring.intersection(summer) == Months([6]))
        #expect(spring.intersection(.none).isEmpty)
    }
}
