import FoundationEssentials
import Support
import Testing

@testable import Recognition

/// Every state of an inquiry × every event, for every mode. A table lists the transitions; an event that is not listed
/// must change nothing and return no action.
@Suite("An inquiry as a table of states and events", .tags(.small))
struct InquiryTableTests {
    /// "state | events | next state | actions", one transition per line.
    static let tables: [(mode: Inquiry.Mode, text: String)] = [
        (
            .fresh(.onDeviceOnly),
            """
            new        | began                       | asked/idle | askDevice
            asked/idle | sure unsure strange noPlant | over       | finish
            asked/idle | deviceFailed                | over       | fail
            """
        ),
        (
            .fresh(.serviceOnly),
            """
            new        | began                                           | idle/asked | askService
            idle/asked | cached serviceAnswered                          | over       | finish
            idle/asked | offline noQuota notConfigured keyRefused paused | over       | fail
            idle/asked | notAsked serviceFailed                          | over       | fail
            """
        ),
        (
            .fresh(.onDeviceFirst),
            """
            new            | began                                           | asked/idle     | askDevice
            asked/idle     | sure noPlant                                    | over           | finish
            asked/idle     | unsure strange                                  | answered/asked | askService
            asked/idle     | deviceFailed                                    | failed/asked   | askService
            answered/asked | cached serviceAnswered                          | over           | finish
            answered/asked | offline noQuota notConfigured keyRefused paused | over           | finish
            answered/asked | notAsked serviceFailed                          | over           | finish
            failed/asked   | cached serviceAnswered                          | over           | finish
            failed/asked   | offline noQuota notConfigured keyRefused paused | over           | fail
            failed/asked   | notAsked serviceFailed                          | over           | fail
            """
        ),
        (
            .fresh(.parallel),
            """
            new            | began                                           | asked/asked    | askDevice askService
            asked/asked    | sure unsure strange noPlant                     | answered/asked |
            asked/asked    | deviceFailed                                    | failed/asked   |
            asked/asked    | cached serviceAnswered                          | asked/answered |
            asked/asked    | offline noQuota notConfigured keyRefused paused | asked/refused  |
            asked/asked    | notAsked serviceFailed                          | asked/failed   |
            asked/answered | sure unsure strange noPlant deviceFailed        | over           | finish
            asked/failed   | sure unsure strange noPlant                     | over           | finish
            asked/failed   | deviceFailed                                    | over           | fail
            asked/refused  | sure unsure strange noPlant                     | over           | finish
            asked/refused  | deviceFailed                                    | over           | fail
            answered/asked | cached serviceAnswered                          | over           | finish
            answered/asked | offline noQuota notConfigured keyRefused paused | over           | finish
            answered/asked | notAsked serviceFailed                          | over           | finish
            failed/asked   | cached serviceAnswered                          | over           | finish
            failed/asked   | offline noQuota notConfigured keyRefused paused | over           | fail
            failed/asked   | notAsked serviceFailed                          | over           | fail
            """
        ),
        (
            .secondOpinion(device: Drawn.unsure, because: .byHand),
            """
            new            | began                                           | answered/asked | askService
            answered/asked | cached serviceAnswered                          | over           | finish
            answered/asked | offline noQuota notConfigured keyRefused paused | over           | finish
            answered/asked | notAsked serviceFailed                          | over           | finish
            """
        ),
        (
            .secondOpinion(device: nil, because: .underThreshold),
            """
            new        | began                                           | idle/asked | askService
            idle/asked | cached serviceAnswered                          | over       | finish
            idle/asked | offline noQuota notConfigured keyRefused paused | over       | fail
            idle/asked | notAsked serviceFailed                          | over       | fail
            """
        ),
    ]

    @Test("An inquiry makes exactly the transitions of its table", arguments: tables.indices)
    func table(index: Int) throws {
        let (mode, text) = Self.tables[index]
        let expected = try Self.parse(text)
        var seen: Set<String> = []
        var open = [Inquiry(mode, under: Policy())]
        while let inquiry = open.popLast() {
            let state = Self.name(inquiry)
            guard seen.insert(state).inserted else { continue }
            for (name, event) in Drawn.events {
                var next = inquiry
                let actions = next.handle(event).map(Self.name)
                let wanted = expected[state]?[name] ?? (state, [])
                #expect(Self.name(next) == wanted.state, "\(mode): \(state) × \(name)")
                #expect(actions == wanted.actions, "\(mode): \(state) × \(name)")
                open.append(next)
            }
        }
        // Every state of the table is reached, and no other state.
        #expect(seen == Set(expected.keys).union(["over"]))
    }

    private typealias Cell = (state: String, actions: [String])

    private static func parse(_ text: String) throws -> [String: [String: Cell]] {
        var table: [String: [String: Cell]] = [:]
        for line in text.split(separator: "\n") {
            let cells = line.split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.split(separator: " ").map(String.init) }
            try #require(cells.count == 4 && cells[0].count == 1 && cells[2].count == 1, "\(line)")
            for event in cells[1] {
                try #require(Drawn.events.contains { $0.0 == event }, "\(event)")
                try #require(table[cells[0][0]]?[event] == nil, "twice: \(line)")
                table[cells[0][0], default: [:]][event] = (cells[2][0], cells[3])
            }
        }
        return table
    }

    private static func name(_ inquiry: Inquiry) -> String {
        if inquiry.isOver { return "over" }
        if !inquiry.hasBegun { return "new" }
        let device =
            switch inquiry.device {
            case .idle: "idle"
            case .asked: "asked"
            case .answered: "answered"
            case .failed: "failed"
            }
        let service =
            switch inquiry.service {
            case .idle: "idle"
            case .asked: "asked"
            case .answered: "answered"
            case .failed: "failed"
            case .refused: "refused"
            }
        return device + "/" + service
    }

    private static func name(_ action: Inquiry.Action) -> String {
        switch action {
        case .finish: "finish"
        case .fail: "fail"
        default: "\(action)"
        }
    }
}

/// Answers and events to feed an inquiry with.
enum Drawn {
    static let noon = Date(timeIntervalSince1970: 1_800_000_000)

    static func answer(
        _ names: [(String, Double)], _ verdict: Verdict = .unsure, _ reason: Reason = .uncertain,
        source: Answer.Source = .device
    ) -> Answer {
        Answer(
            verdict: verdict, reason: reason,
            candidates: names.enumerated().map { place, entry in
                Candidate(
                    rank: place + 1, taxon: Taxon(scientificName: entry.0), confidence: Confidence(entry.1))
            },
            rollUps: [], source: source, model: "drawn 1",
            durations: .init(decode: 1, inference: 2, total: 3), answeredAt: noon)
    }

    static let sure = answer([("Rosa canina", 0.9)], .likely, .confident)
    static let unsure = answer([("Rosa canina", 0.41), ("Rosa rubiginosa", 0.2)])
    static let strange = answer([("Rosa canina", 0.95)], .noClearMatch, .outsideKnowledge)
    static let noPlant = answer([], .notAPlant, .noPlant)
    static let remote = answer([("Rosa rubiginosa", 0.8)], .likely, .confident, source: .plantNet)
    static let outage = Inquiry.Failure(code: "service-failed", message: "It failed over there.", isPassing: true)

    static let events: [(String, Inquiry.Event)] = [
        ("began", .began), ("sure", .deviceAnswered(sure)), ("unsure", .deviceAnswered(unsure)),
        ("strange", .deviceAnswered(strange)), ("noPlant", .deviceAnswered(noPlant)),
        ("deviceFailed", .deviceFailed), ("cached", .serviceEnded(.cached(remote))),
        ("offline", .serviceEnded(.refused(.offline))), ("noQuota", .serviceEnded(.refused(.noQuota(until: noon)))),
        ("notConfigured", .serviceEnded(.refused(.notConfigured))),
        ("keyRefused", .serviceEnded(.refused(.keyRefused))),
        ("paused", .serviceEnded(.refused(.paused(until: noon)))), ("notAsked", .serviceEnded(.notAsked(outage))),
        ("serviceAnswered", .serviceEnded(.answered(remote, price: 1, remaining: 486))),
        ("serviceFailed", .serviceEnded(.failed(outage, price: 1, remaining: nil))),
    ]
}
