import ArgumentParser
import Support
import Testing

@testable import StillroomCommand

@Suite("The texts of the argument parser", .tags(.small))
struct ParserTextTests {
    @Test("A paragraph of the help is filled to the width, examples keep their lines, and options are indented")
    func help() {
        let raw = """
            OVERVIEW: Add a plant without a photo.

            Examples:
              stillroom plants add "Kitchen basil" --species "Ocimum basilicum"

            One line of words
            and another one of words.

            USAGE: stillroom plants add <name> [--json]

            ARGUMENTS:
              <name>                  The name that all people of this household give it.

            SUBCOMMANDS:
              list (default)          List the plants. (default: 7)

              See 'stillroom help plants <subcommand>' for detailed help.
            """
        #expect(
            ParserText.help(raw, columns: 48) == """
                OVERVIEW: Add a plant without a photo.

                Examples:
                  stillroom plants add "Kitchen basil" --species "Ocimum basilicum"

                One line of words and another one of words.

                USAGE: stillroom plants add <name> [--json]

                ARGUMENTS:
                  <name>                  The name that all
                                          people of this
                                          household give it.

                SUBCOMMANDS:
                  list (default)          List the plants.
                                          (default: 7)

                  See 'stillroom help plants <subcommand>' for detailed help.
                """)
    }

    @Test("A completion script and a version are printed as they are")
    func others() {
        for text in ["#compdef stillroom\nOVERVIEW: x", "0.1.0", "{\n  \"command\" : 1\n}"] {
            #expect(ParserText.help(text, columns: 40) == text)
        }
    }

    @Test(
        "Every sentence that the parser can write about wrong arguments is known",
        arguments: [
            ["plants", "--foo"], ["plants", "--roo", "x"], ["plants", "add"], ["plants", "add", "x", "--room"],
            ["plants", "list", "--json=yes"], ["plants", "list", "x"], ["plants", "list", "x", "y"],
            ["agenda", "--days", "soon"], ["plants", "-q"],
        ])
    func known(arguments: [String]) throws {
        let error = try #require(throws: (any Error).self) { try Stillroom.parseAsRoot(arguments) }
        let raw = Stillroom.fullMessage(for: error, columns: 100_000)
        #expect(raw.hasPrefix("Error: "), "\(raw)")
        #expect(ParserText.failure(raw) == raw.replacing("\nHelp:  ", with: "\nHelp: "), "\(raw)")
        let message = raw.dropFirst("Error: ".count).split(separator: "\n")[0]
        #expect(ParserText.message(String(message)) != nil, "\(message)")
    }
}
