package import Household
package import Larder
import Recognition
import Synchronization

extension FoodServices {
    /// The service is unreachable, and no picture contains a barcode.
    package static let empty = FoodServices(
        service: .silent, reader: BarcodeReader { _ in BarcodeScan(sightings: []) }, pictures: .none)
}

extension FoodService {
    /// A service on this machine that is unreachable.
    package static let silent = FoodService(
        readers: .init(
            product: { _, _, _ in throw gone }, questions: { _, _ in throw gone }, insight: { _, _ in throw gone },
            answers: { _ in throw gone }, picture: { _, _ in throw gone }, explore: { _, _ in throw gone }),
        isOwn: true, takesAccounts: true, calls: { [] }, vote: { _, _, _ in throw gone })

    private static let gone = Failure(HouseholdError(.serviceOffline, "There is nobody."))
}

/// A food service that a test configures. It records the requests and counts votes as Robotoff does: each vote that
/// arrives counts, also a repeated one. A voter does not get a question again after answering it.
package final class Grocer: Sendable {
    /// A request. A voter is the name of the device, or "account" and the name of the account.
    package enum Ask: Sendable, Hashable {
        case product(String, language: String, country: String)
        case questions(QuestionQuery, by: String)
        case insight(FoodQuestion.ID)
        case answers(String)
        case picture(String, FoodQuestion.Box?)
        case explore(RobotoffRequest)
        case vote(FoodQuestion.ID, Vote.Choice, by: String)

        package var isVote: Bool { if case .vote = self { true } else { false } }
        package var isPicture: Bool { if case .picture = self { true } else { false } }
    }

    package struct Ballot: Sendable, Hashable {
        package let question: FoodQuestion.ID
        package let choice: Vote.Choice
        package let voter: String

        package init(question: FoodQuestion.ID, choice: Vote.Choice, voter: String) {
            (self.question, self.choice, self.voter) = (question, choice, voter)
        }
    }

    /// The outcome of a read.
    package enum Reading: Sendable {
        case answers
        case fails(FoodService.Failure)
        /// Waits until the gate is open, then answers.
        case hangs(Gate)
        case breaks(any Error)
    }

    /// The outcome of a vote.
    package enum Voting: Sendable {
        /// The vote is counted, and the receipt confirms it.
        case counts
        /// The service returns the receipt; the vote is counted only if `counted` is set.
        case says(FoodService.Receipt, counted: Bool = false)
        case fails(FoodService.Failure, counted: Bool)
        case breaks(any Error, counted: Bool)
        /// Waits until the gate is open, then counts the vote. If the task is cancelled, the vote is counted only if
        /// `counted` is set.
        case hangs(Gate, counted: Bool)
    }

    private struct State {
        var asks: [Ask] = []
        var ballots: [Ballot] = []
        var products: [String: Product] = [:]
        var questions: [FoodQuestion] = []
        var insights: [FoodQuestion.ID: FoodService.InsightReport] = [:]
        var pictures: [String: [UInt8]] = [:]
        var reading: @Sendable (Ask) -> Reading = { _ in .answers }
        var voting: @Sendable (Ask) -> Voting = { _ in .counts }
    }

    private let state = Mutex(State())
    private let isOwn: Bool
    private let takesAccounts: Bool

    package init(isOwn: Bool = false, takesAccounts: Bool = true) {
        self.isOwn = isOwn
        self.takesAccounts = takesAccounts
    }

    // MARK: Requests

    package var asks: [Ask] { state.withLock { $0.asks } }
    /// The votes that were counted, in order of arrival.
    package var ballots: [Ballot] { state.withLock { $0.ballots } }
    package var votes: [Ask] { asks.filter(\.isVote) }
    /// Every voter who requested questions or sent a vote.
    package var voters: Set<String> {
        Set(
            asks.compactMap { ask in
                switch ask {
                case .questions(_, let name), .vote(_, _, let name): name
                case .product, .insight, .answers, .picture, .explore: nil
                }
            })
    }
    package var reads: [Ask] { asks.filter { !$0.isVote && !$0.isPicture } }

    /// Counts a vote whose request ended without an answer.
    package func count(_ ballot: Ballot) { state.withLock { $0.ballots.append(ballot) } }

    package func forgetAsks() { state.withLock { $0.asks = [] } }

    // MARK: Configuration

    package func stock(_ products: Product...) {
        state.withLock { state in
            for var product in products {
                // The product has the texts that a request for all texts returns.
                product.texts = product.texts ?? []
                state.products[product.code] = product
            }
        }
    }

    package func ask(_ questions: [FoodQuestion]) { state.withLock { $0.questions = questions } }

    /// Settles the insight of the question; nil means that the insight does not exist any more.
    package func decide(_ question: FoodQuestion.ID, _ choice: Vote.Choice?, by name: String? = nil) {
        let report = FoodService.InsightReport(decision: choice, isDecided: true, username: name, box: nil)
        state.withLock { $0.insights[question] = report }
    }

    package func see(_ question: FoodQuestion.ID, in box: FoodQuestion.Box?) {
        let report = FoodService.InsightReport(decision: nil, isDecided: false, username: nil, box: box)
        state.withLock { $0.insights[question] = report }
    }

    package func draw(_ picture: [UInt8], at address: String) { state.withLock { $0.pictures[address] = picture } }

    package func behave(_ reading: @escaping @Sendable (Ask) -> Reading) { state.withLock { $0.reading = reading } }
    package func behave(_ reading: Reading) { behave { _ in reading } }
    package func take(_ voting: @escaping @Sendable (Ask) -> Voting) { state.withLock { $0.voting = voting } }
    package func take(_ voting: Voting) { take { _ in voting } }

    // MARK: The service

    package var service: FoodService {
        FoodService(
            readers: .init(
                product: { code, language, country in
                    try await self.read(.product(code, language: language, country: country))
                    return .init(self.state.withLock { $0.products[code] }, raw: Array(code.utf8))
                },
                questions: { query, voter in
                    try await self.read(.questions(query, by: Self.name(voter)))
                    return .init(self.questions(query, for: Self.name(voter)), raw: [])
                },
                insight: { question, _ in
                    try await self.read(.insight(question.id))
                    return .init(try self.insight(question.id), raw: [])
                },
                answers: { name in
                    try await self.read(.answers(name))
                    return .init(self.ballots.count { $0.voter == "account \(name)" }, raw: [])
                },
                picture: { address, box in
                    try await self.read(.picture(address, box))
                    guard let bytes = self.state.withLock({ $0.pictures[address] }) else { throw Self.gone }
                    return bytes
                },
                explore: { request, _ in
                    try await self.read(.explore(request))
                    return .init((), raw: Array(#"{"path":"\#(request.path)"}"#.utf8))
                }),
            isOwn: isOwn, takesAccounts: takesAccounts, calls: { [] },
            vote: { try await self.vote($0.id, $1, by: Self.name($2)) })
    }

    private static let gone = FoodService.Failure(HouseholdError(.notFound, "There is no such thing."))

    private static func name(_ voter: VoterIdentity) -> String {
        switch voter {
        case .device(let name): name
        case .account(let name, _): "account \(name)"
        }
    }

    private func read(_ ask: Ask) async throws {
        let reading = state.withLock { state in
            state.asks.append(ask)
            return state.reading
        }
        switch reading(ask) {
        case .answers: return
        case .fails(let failure): throw failure
        case .breaks(let error): throw error
        case .hangs(let gate):
            gate.arrive()
            await gate.untilOpen()
            try Task.checkCancellation()
        }
    }

    private func questions(_ query: QuestionQuery, for voter: String) -> [FoodQuestion] {
        state.withLock { state in
            let answered = Set(state.ballots.filter { $0.voter == voter }.map(\.question))
            return Array(
                state.questions.filter { question in
                    query.code ?? question.code == question.code && !answered.contains(question.id)
                        && (query.kinds.isEmpty || query.kinds.contains(question.kind))
                        && state.insights[question.id]?.isDecided != true
                }.prefix(max(0, query.count)))
        }
    }

    private func insight(_ id: FoodQuestion.ID) throws -> FoodService.InsightReport {
        try state.withLock { state in
            if let report = state.insights[id] { return report }
            guard let question = state.questions.first(where: { $0.id == id }) else { throw Self.gone }
            return .init(
                decision: nil, isDecided: false, username: nil, box: nil, kind: question.kind, value: question.value,
                valueTag: question.valueTag)
        }
    }

    private func vote(
        _ question: FoodQuestion.ID, _ choice: Vote.Choice, by voter: String
    ) async throws -> FoodService.Report<FoodService.Receipt> {
        let (ask, ballot) = (
            Ask.vote(question, choice, by: voter), Ballot(question: question, choice: choice, voter: voter)
        )
        let voting = state.withLock { state in
            state.asks.append(ask)
            return state.voting
        }
        func count(_ counts: Bool = true) { if counts { state.withLock { $0.ballots.append(ballot) } } }
        switch voting(ask) {
        case .counts:
            count()
            return .init(.counted, raw: [])
        case .says(let receipt, let counted):
            count(counted)
            return .init(receipt, raw: [])
        case .fails(let failure, let counted):
            count(counted)
            throw failure
        case .breaks(let error, let counted):
            count(counted)
            throw error
        case .hangs(let gate, let counted):
            gate.arrive()
            await gate.untilOpen()
            count(counted || !Task.isCancelled)
            try Task.checkCancellation()
            return .init(.counted, raw: [])
        }
    }
}
