import ArgumentParser
import Foundation
import HTTPTransport
import Support
import Testing

@testable import StillroomCommand

@Suite("Output of the command", .tags(.small))
struct OutputTests {
    private struct Plant: Encodable {
        struct Place: Encodable { let spot: String }
        let name: String
        let room: String?
        let place: Place
        let photographs: [String]
        let due: Int
    }

    private let plant = Plant(
        name: "Basil\tsweet", room: nil, place: .init(spot: "bright"), photographs: ["a", "b"], due: 3)

    @Test("Fields are selected in their order, with points into objects; a missing one is null")
    func selection() throws {
        var selection = FieldSelection(["place.spot", "name", "room", "photographs", "due"])
        #expect(
            try selection.values(of: plant) == [
                .text("bright"), .text("Basil\tsweet"), .null, .list([.text("a"), .text("b")]), .number(3),
            ])
        #expect(try selection.of(plant)["due"] == .number(3))
    }

    @Test("A field of the objects of a list is a list")
    func listField() throws {
        var selection = FieldSelection(["plants.name", "plants.nothing"])
        let values = try selection.values(of: ["plants": [plant, plant]])
        #expect(values == [.list([.text("Basil\tsweet"), .text("Basil\tsweet")]), .null])
        var empty = FieldSelection(["plants.name"])
        #expect(try empty.values(of: ["plants": [Plant]()]) == [.list([])])
    }

    @Test("A cell has no tab, no line break and no character that controls a terminal")
    func cells() {
        #expect(JSONValue.text("a\tb\nc\u{1B}[31m").cell == "a b c\u{FFFD}[31m")
        #expect(JSONValue.list([.text("a"), .number(2), .flag(true)]).cell == "a,2,true")
        #expect(JSONValue.null.cell == "" && JSONValue.number(12).cell == "12")
    }

    @Test(
        "Colour is decided by --color, then NO_COLOR, then CLICOLOR_FORCE, then the terminal",
        arguments: [
            (ColorChoice.auto, [:], true, true), (.auto, [:], false, false), (.auto, ["TERM": "dumb"], true, false),
            (.auto, ["NO_COLOR": "1"], true, false), (.auto, ["NO_COLOR": ""], true, true),
            (.auto, ["CLICOLOR_FORCE": "1"], false, true), (.auto, ["CLICOLOR_FORCE": "0"], false, false),
            (.auto, ["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], true, false),
            (.always, ["NO_COLOR": "1"], false, true), (.never, ["CLICOLOR_FORCE": "1"], true, false),
        ] as [(ColorChoice, [String: String], Bool, Bool)])
    func colour(choice: ColorChoice, environment: [String: String], isTerminal: Bool, expected: Bool) {
        #expect(Terminal.isColoured(choice, environment: environment, isTerminal: isTerminal) == expected)
    }

    @Test("The progress line fits into the terminal; its bar is full at the end")
    func progress() {
        let half = ProgressBar.line(done: 20, of: 40, seconds: 10, columns: 80)
        #expect(half == "[###############---------------] 20 of 40, 2.0 a second, 0:10 left")
        #expect(
            ProgressBar.line(done: 40, of: 40, seconds: 10, columns: 80).hasPrefix(
                "[" + String(repeating: "#", count: 30)))
        #expect(ProgressBar.line(done: 7, of: nil, seconds: 2, columns: 80) == "7, 3.5 a second")
        for columns in 1...100 {
            #expect(ProgressBar.line(done: 3, of: 1_000_000, seconds: 1, columns: columns).count <= columns)
        }
    }

    @Test(
        "A mistyped command has a suggestion",
        arguments: [
            ("identfy x.jpg", "stillroom identify"), ("plants ad", "stillroom plants add"),
            ("ident", "stillroom identify"),
            ("rx rea x", "stillroom rx read"), ("agenda shw", "stillroom agenda show"), ("modles", "stillroom models"),
        ])
    func suggestion(typed: String, meant: String) throws {
        let words = typed.split(separator: " ").map(String.init)
        let message = try #require(Spelling.unknownCommand(words, of: Stillroom.self))
        #expect(message.contains("Did you mean “\(meant)”?"))
    }

    @Test(
        "A command that exists, an option, help and the argument of a command are no mistyped commands",
        arguments: [
            "", "--version", "help plants", "plants", "plants --json", "identify x.jpg", "backup /media/stick/x.tar",
            "rx read label.jpg", "care Monty", "picture-worker", "food game",
        ])
    func known(typed: String) {
        let words = typed.split(separator: " ").map(String.init)
        #expect(Spelling.unknownCommand(words, of: Stillroom.self) == nil)
    }

    @Test("A command that is like no other has the list instead, without hidden ones")
    func list() throws {
        let message = try #require(Spelling.unknownCommand(["frobnicate"], of: Stillroom.self))
        #expect(message.contains("There are: identify, plants") && !message.contains("picture-worker"))
    }

    @Test("The options of a default subcommand complete without its name", arguments: ["bash", "zsh", "fish"])
    func completions(name: String) throws {
        let shell = try #require(CompletionShell(rawValue: name))
        let usual = Stillroom.completionScript(for: shell)
        let text = CompletionScript(shell: shell, root: Stillroom.self).text
        let room =
            switch shell {
            case .fish: "_for_flags_or_options \"stillroom agenda\" room' -l 'room'"
            default: "= -* ]]; then\n        _stillroom_agenda_show\n        return"
            }
        #expect(!usual.contains(room) && text.contains(room))
        let lines = Set(text.split(separator: "\n"))
        #expect(usual.split(separator: "\n").allSatisfy { lines.contains($0) }, "nothing is lost")
    }
}
