import Calendar
import Support
import Testing

@Suite("Local times", .tags(.small))
struct LocalTimeTests {
    @Test(
        "A time of day is read from the text that it writes",
        arguments: [
            ("00:00", 0), ("08:00", 28_800), ("08:00:30", 28_830), ("23:59", 86_340), ("23:59:59", 86_399),
        ])
    func reading(text: String, second: Int) throws {
        let time = try #require(LocalTime(text))
        #expect(time.second == second)
        #expect(time.description == text)
        #expect(LocalTime(hour: time.hour, minute: time.minute, second: second % 60) == time)
    }

    @Test("A time of day omits seconds that are 0")
    func short() {
        #expect(LocalTime("08:00:00")?.description == "08:00")
    }

    @Test(
        "A time of day is read from no other text",
        arguments: [
            "", "8:00", "08:0", "08.00", "0800", "24:00", "08:60", "08:00:60", "08:00:", "08:00:3", "08:00:300",
            "-8:00", "+8:00", "08:+1", " 8:00", "08:00 ", "08:00Z", "０8:00", "08:00-30",
        ])
    func unreadable(text: String) {
        #expect(LocalTime(text) == nil)
    }

    @Test(
        "A time of day exists only if a clock can show it",
        arguments: [(24, 0, 0), (-1, 0, 0), (0, 60, 0), (0, -1, 0), (0, 0, 60), (0, 0, -1), (.max, .max, .max)])
    func absurd(hour: Int, minute: Int, second: Int) {
        #expect(LocalTime(hour: hour, minute: minute, second: second) == nil)
    }

    @Test("Times are ordered within the day")
    func order() throws {
        let eight = try #require(LocalTime(hour: 8, minute: 0))
        let later = try #require(LocalTime(hour: 8, minute: 0, second: 1))
        #expect(LocalTime.midnight < eight)
        #expect(eight < later)
        #expect(!(later < eight))
    }
}
