import Support
import Testing

@testable import StillroomCommand

@Suite("The option --house", .tags(.small))
struct HouseOptionTests {
    @Test(
        "An address before the command counts as an option of the command",
        arguments: [
            ("--house https://h plants list", "plants list --house https://h"),
            ("--house=https://h agenda --days 2", "agenda --days 2 --house=https://h"),
            ("--house https://h identify -- -", "identify --house https://h -- -"),
            ("plants list --house https://h", "plants list --house https://h"),
            ("--house", "--house"), ("", ""), ("--version", "--version"),
        ])
    func order(given: String, expected: String) {
        let words = given.split(separator: " ").map(String.init)
        #expect(Stillroom.movingHouseOptionLast(words).joined(separator: " ") == expected)
    }

    @Test("Identifiers in paths cannot lead to another address")
    func paths() throws {
        #expect(try HouseAPI.path("plants", "a-b") == "/api/plants/a-b")
        for text in ["", "..", "a/b", "a?b", "a%2Fb", "a b", String(repeating: "x", count: 201)] {
            #expect(throws: CommandFailure.self) { try HouseAPI.path("plants", text) }
        }
    }
}
