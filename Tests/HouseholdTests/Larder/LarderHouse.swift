import Contracts
import Foundation
import Household
import Larder
import Recognition
import SQLRecords
import Synchronization
import Testing

/// A household with a larder, a service that a test configures, a network that can be cut and a clock that a test sets.
struct LarderHouse: Sendable {
    let clock: SetClock
    let records: any Records
    let grocer: Grocer
    let cable = Cable()
    let shelf = Shelf()
    let foodServices: FoodServices
    let household: Household
    let sample = Sample()

    /// "Hazelnut spread" of the sample; a packet with eight digits; a product with a shop's own number.
    static let spread = "4006381333931"
    static let sweets = "96385074"
    static let cheese = "2012345678900"

    init(
        at text: String = "2026-06-10T09:00:00Z", _ grocer: Grocer = Grocer(), given: [Home.Setting: String] = [:],
        secretBox: SecretBox = .drawn()
    ) throws {
        let (clock, records) = (try SetClock(text), SQLRecords.inMemory())
        (self.clock, self.records, self.grocer) = (clock, records, grocer)
        foodServices = Self.services(grocer, shelf)
        household = Self.household(clock, records, foodServices, cable, given, secretBox)
    }

    /// Another process with the same records.
    func another(given: [Home.Setting: String] = [:], secretBox: SecretBox = .drawn()) -> Household {
        Self.household(clock, records, Self.services(grocer, shelf), cable, given, secretBox)
    }

    private static func services(_ grocer: Grocer, _ shelf: Shelf) -> FoodServices {
        FoodServices(
            service: grocer.service, reader: BarcodeReader { _ in BarcodeScan(sightings: []) }, pictures: shelf.shelf)
    }

    private static func household(
        _ clock: SetClock, _ records: any Records, _ foodServices: FoodServices, _ cable: Cable,
        _ given: [Home.Setting: String], _ secretBox: SecretBox
    ) -> Household {
        .drawn(
            records: records, reachability: cable.reachability,
            careServices: .drawn(given: given.merging([.zone: "Europe/Vienna"]) { given, _ in given }),
            noticeServices: .drawn(secretBox: secretBox),
            foodServices: foodServices,
            environment: .at({ clock.now }, steady: { clock.steady }))
    }

    /// Numbers of products that do not exist.
    func codes(_ count: Int, from start: UInt64 = 400_000_000_000) -> [String] {
        (0..<UInt64(count)).compactMap { number in
            (0...9).compactMap { GTIN(number: (start + number) * 10 + $0) }.first?.description
        }
    }

    // MARK: Questions and answers

    /// Loads questions about the spread and shows them.
    @discardableResult
    func show(_ names: String..., kind: String = "label") async throws -> [FoodQuestion] {
        try await show(names, kind: kind)
    }

    @discardableResult
    func show(_ names: [String], kind: String = "label") async throws -> [FoodQuestion] {
        let questions = try names.map { try sample.question($0, of: Self.spread, kind: kind) }
        grocer.ask(questions)
        _ = try await household.larder.questions(about: Self.spread, isFresh: true)
        grocer.forgetAsks()
        return questions
    }

    /// Shows questions, answers them and waits for the undo period.
    @discardableResult
    func answered(_ names: String..., choice: Vote.Choice = .yes) async throws -> [Vote] {
        var votes: [Vote] = []
        for question in try await show(names) { votes.append(try await household.larder.answer(question.id, choice)) }
        clock.pass(Vote.undoSeconds)
        return votes
    }

    /// An answer whose arrival is unknown.
    func doubtful(
        counted: Bool, _ choice: Vote.Choice = .yes, failing code: HouseholdError.Code = .serviceTimedOut
    ) async throws -> Vote {
        let vote = try #require(try await answered("doubtful", choice: choice).first)
        grocer.take(
            .fails(.init(HouseholdError(code, "It broke."), mayHaveArrived: true), counted: counted))
        #expect(try await household.larder.sendVotes().unknown == 1)
        grocer.take(.counts)
        let stored = try await stored(vote)
        #expect(stored.state == .unknown)
        return stored
    }

    func stored(_ vote: Vote) async throws -> Vote {
        try #require(try await household.larder.votes(VoteQuery(number: vote.number)).first)
    }

    func state(_ vote: Vote) async throws -> Vote.State { try await stored(vote).state }

    /// Advances the clock to the next due time and sends, until nothing is due or the limit of rounds is reached.
    func settleAll(rounds: Int = 40) async throws {
        for _ in 0..<rounds {
            guard let next = try await household.larder.nextVote() else { return }
            clock.pass(max(0, next.timeIntervalSince(clock.now)))
            _ = try await household.larder.sendVotes()
            if try await household.larder.nextVote().map({ $0 <= clock.now }) ?? false { clock.pass(30) }
        }
    }

    func open() async throws -> [String] {
        try await household.larder.questions(about: Self.spread).questions.map(\.id.rawValue)
    }
}

/// A network that can be cut.
final class Cable: Sendable {
    private let isIn = Mutex(true)

    func pull() { isIn.withLock { $0 = false } }
    func plug() { isIn.withLock { $0 = true } }

    var reachability: Reachability {
        Reachability(
            link: { self.isIn.withLock { $0 } ? .ethernet : nil }, changes: { AsyncStream { $0.finish() } })
    }
}

/// Pictures in memory.
final class Shelf: Sendable {
    private let pictures = Mutex<[String: [UInt8]]>([:])

    var names: [String] { pictures.withLock { $0.keys.sorted() } }

    var shelf: PictureShelf {
        PictureShelf(
            read: { name in self.pictures.withLock { $0[name] } },
            keep: { name, bytes in self.pictures.withLock { $0[name] = bytes } })
    }
}

extension ProductLarder.VoteRound {
    /// Whether no answer was sent or checked.
    var isNothing: Bool { counted + closed + waiting + lost + unknown == 0 }
}

extension Grocer.Voting {
    /// A failure in which the answer is not counted unless `arrived` is set.
    static func failure(_ code: HouseholdError.Code, arrived: Bool = false, retryAfter: Double? = nil) -> Self {
        .fails(
            .init(HouseholdError(code, "It failed."), retryAfter: retryAfter, mayHaveArrived: arrived), counted: false)
    }
}
