import ArgumentParser
import Foundation
import HTTPTransport
import Household
import Larder
import Messages

/// `food insights`: what Robotoff found out about products.
struct FoodInsights: RobotoffCommand {
    static let group = RobotoffCall.Group.insights
    static let configuration = RobotoffRequests.configuration(
        "insights", localized("Ask Robotoff for what it found out about products."),
        """
        stillroom food insights 3017620422003
        stillroom food insights random type=label count=5
        stillroom food insights detail 3cd5aecd-edcc-4237-87d0-6595fc4e53c9 --raw
        """, of: [.insights])

    @OptionGroup var request: RobotoffRequestOptions
    @OptionGroup var common: CommonOptions
}

/// `food predict`: what Robotoff's models say.
struct FoodPredict: RobotoffCommand {
    static let group = RobotoffCall.Group.predict
    static let configuration = RobotoffRequests.configuration(
        "predict", localized("Ask the models of Robotoff."),
        """
        stillroom food predict 3017620422003 threshold=0.3
        stillroom food predict language "farine de blé, sucre"
        stillroom food predict nutrition https://images.openfoodfacts.org/… ocr_url=https://images.openfoodfacts.org/…
        """, of: [.predict])

    @OptionGroup var request: RobotoffRequestOptions
    @OptionGroup var common: CommonOptions
}

/// `food logos`: the logos that Robotoff found on pictures.
struct FoodLogos: RobotoffCommand {
    static let group = RobotoffCall.Group.logos
    static let configuration = RobotoffRequests.configuration(
        "logos", localized("Ask Robotoff for the logos on pictures of products."),
        """
        stillroom food logos 4120,4121
        stillroom food logos search type=label taxonomy_value=en:organic count=10
        stillroom food logos similar 4120
        """, of: [.logos])

    @OptionGroup var request: RobotoffRequestOptions
    @OptionGroup var common: CommonOptions
}

/// `food robotoff`: every request of Robotoff that only reads.
struct FoodRobotoff: AsyncParsableCommand {
    static let configuration = RobotoffRequests.configuration(
        "robotoff", localized("Send any request to Robotoff that only reads."),
        """
        stillroom food robotoff questions unanswered type=label countries=fr
        stillroom food robotoff images list 3017620422003
        stillroom food robotoff service health --raw
        """, of: RobotoffCall.Group.allCases)

    @Argument(help: ArgumentHelp(localized("The group of the request.")))
    var group: String
    @OptionGroup var request: RobotoffRequestOptions
    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await reporting {
            guard let group = RobotoffCall.Group(rawValue: group) else {
                let names = RobotoffCall.Group.allCases.map(\.rawValue).joined(separator: ", ")
                throw CommandFailure(
                    .usage, localized("\(group, "group") is no group of requests."),
                    hint: localized("Use one of \(names, "names")."))
            }
            try await RobotoffRequests.run(group, request, common)
        }
    }
}

/// A command for the requests of one group.
protocol RobotoffCommand: AsyncParsableCommand {
    static var group: RobotoffCall.Group { get }
    var request: RobotoffRequestOptions { get }
    var common: CommonOptions { get }
}

extension RobotoffCommand {
    func run() async throws {
        try await reporting { try await RobotoffRequests.run(Self.group, request, common) }
    }
}

/// The arguments after the group.
struct RobotoffRequestOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            localized("The request, and its values: the first one without its name, others as name=value.")))
    var values: [String] = []

    @Flag(help: ArgumentHelp(localized("The original answer, byte by byte.")))
    var raw = false

    @Flag(help: ArgumentHelp(localized("The whole answer as formatted JSON.")))
    var json = false
}

/// Reads the arguments, sends the request and prints the answer.
enum RobotoffRequests {
    static func configuration(
        _ name: String, _ abstract: String, _ examples: String, of groups: [RobotoffCall.Group]
    ) -> CommandConfiguration {
        let calls = groups.flatMap(RobotoffCall.of)
        let width = calls.map { prefix($0, groups).count }.max() ?? 0
        let lines = calls.map { call in
            let start = prefix(call, groups)
            return "  \(start)\(String(repeating: " ", count: width - start.count))  \(call.words)"
        }
        return CommandConfiguration(
            commandName: name, abstract: abstract,
            discussion: Discussion.examples(
                examples,
                localized(
                    """
                    Neither the name of this device nor an account is sent. The limits of all requests to Robotoff apply.
                    The parameters have the names of the service; a wrong name lists the right ones.
                    """) + "\n\n" + lines.joined(separator: "\n")))
    }

    private static func prefix(_ call: RobotoffCall, _ groups: [RobotoffCall.Group]) -> String {
        groups.count == 1 ? call.word : call.group.rawValue + " " + call.word
    }

    static func run(
        _ group: RobotoffCall.Group, _ options: RobotoffRequestOptions, _ common: CommonOptions
    ) async throws {
        let (call, values) = try parsed(group, options.values)
        let household = try await Food.household(common)
        let answer: RobotoffAnswer
        do { answer = try await household.larder.explore(call, values) } catch let error as HouseholdError {
            guard error.code == .valueRefused, !call.parameters.isEmpty else { throw error }
            throw CommandFailure(.usage, error.message, hint: hint(call))
        }
        if options.raw {
            Terminal.print(bytes: answer.raw)
        } else if call.isTable {
            printHarmless(String(decoding: answer.raw, as: UTF8.self))
        } else {
            print(answer.raw, asJSON: options.json)
        }
        Terminal.error(Food.credit)
    }

    /// Returns the call and its values. Without the word of a request the values are those of the group's first one.
    static func parsed(
        _ group: RobotoffCall.Group, _ arguments: [String]
    ) throws -> (call: RobotoffCall, values: [String: String]) {
        var rest = arguments[...]
        var call = RobotoffCall.of(group)[0]
        if let word = rest.first, let named = RobotoffCall.of(group, word) {
            call = named
            rest.removeFirst()
        } else if let word = rest.first, word.allSatisfy({ $0.isASCII && ($0.isLetter || $0 == "-") }) {
            // The first value of each group's first request is a number.
            let words = RobotoffCall.of(group).map(\.word).joined(separator: ", ")
            throw CommandFailure(
                .usage, localized("\(word, "word") is no request of \(group.rawValue, "group")."),
                hint: localized("Use one of \(words, "names")."))
        }
        var values: [String: String] = [:]
        for argument in rest {
            let sides = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            if sides.count == 2, call.parameters.contains(where: { $0.name == sides[0] }) {
                values[sides[0]] = sides[1]
            } else if let first = call.first, values[first.name] == nil, argument == rest.first, !isNamed(sides) {
                values[first.name] = argument
            } else {
                throw CommandFailure(
                    .usage, localized("\(argument, "text") is no value of this request."), hint: hint(call))
            }
        }
        return (call, values)
    }

    /// Whether an argument looks like "name=value", so that a mistyped name is not sent as a value.
    private static func isNamed(_ sides: [String]) -> Bool {
        sides.count == 2 && !sides[0].isEmpty && sides[0].allSatisfy { $0.isASCII && ($0.isLetter || $0 == "_") }
    }

    private static func hint(_ call: RobotoffCall) -> String {
        let names = call.parameters.map(\.name).joined(separator: ", ")
        return call.parameters.isEmpty
            ? localized("This request has no parameters.") : localized("Its parameters are \(names, "names").")
    }

    // MARK: - Output

    private static func print(_ raw: [UInt8], asJSON: Bool) {
        guard let json = try? JSONDecoder().decode(JSONValue.self, from: Data(raw)) else {
            return printHarmless(String(decoding: raw, as: UTF8.self))
        }
        guard !asJSON, let lines = lines(json), !lines.isEmpty else {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            let text = (try? encoder.encode(json)).map { String(decoding: $0, as: UTF8.self) } ?? ""
            return printHarmless(text)
        }
        for line in lines { Terminal.print(Terminal.harmless(line)) }
    }

    /// Prints the lines of a text without what controls a terminal.
    private static func printHarmless(_ text: String) {
        for line in text.split(omittingEmptySubsequences: true, whereSeparator: \.isNewline) {
            Terminal.print(Terminal.harmless(String(line)))
        }
    }

    /// What a line shows of an element, in this order.
    private static let shown = [
        ["insight_id", "id", "logo_id"], ["insight_type", "type", "lang"], ["value_tag", "value"],
        ["barcode"], ["confidence", "score", "count", "distance"],
    ]

    /// Returns one line for each element of the first list of objects in the answer; nil if it has none.
    static func lines(_ json: JSONValue) -> [String]? {
        guard case .object(let members) = json else { return nil }
        let lists = members.sorted { $0.key < $1.key }.compactMap { _, value -> [JSONValue]? in
            guard case .list(let elements) = value, case .object? = elements.first else { return nil }
            return elements
        }
        return lists.first?.compactMap { element in
            guard case .object(let fields) = element else { return nil }
            let words = shown.compactMap { names in names.lazy.compactMap { fields[$0].flatMap(word) }.first }
            return words.isEmpty ? nil : words.joined(separator: "  ")
        }
    }

    private static func word(_ value: JSONValue) -> String? {
        switch value {
        case .text(let text): text.isEmpty ? nil : text
        case .number(let number):
            Int(exactly: number).map(String.init)
                ?? number.formatted(.number.precision(.fractionLength(0...3)).locale(Locale(identifier: "en_US_POSIX")))
        case .flag(let flag): String(flag)
        case .null, .list, .object: nil
        }
    }
}
