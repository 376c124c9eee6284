import Larder
import Synchronization

/// What this process remembers of the answers of the services, beside the rows of the store. Thread-safe.
final class FoodMemory: Sendable {
    private struct State {
        var boxes: [FoodQuestion.ID: FoodQuestion.Box?] = [:]
        /// The last questions for each filter.
        var games: [String: RememberedQuestions] = [:]
        /// Answers of an account, nil if the service could not be called.
        var answers: [String: Int?] = [:]
    }

    private let state = Mutex(State())
    /// The maximum number of boxes and of games; above it they are removed.
    private static let limit = 500

    /// Returns nil if the box was not looked up, and an inner nil if the question has none.
    func box(of id: FoodQuestion.ID) -> FoodQuestion.Box?? { state.withLock { $0.boxes[id] } }

    func note(_ box: FoodQuestion.Box?, of id: FoodQuestion.ID) {
        state.withLock { state in
            if state.boxes.count >= Self.limit { state.boxes = [:] }
            state.boxes[id] = .some(box)
        }
    }

    func questions(of game: String) -> RememberedQuestions? { state.withLock { $0.games[game] } }

    func note(_ questions: RememberedQuestions, of game: String) {
        state.withLock { state in
            if state.games.count >= Self.limit { state.games = [:] }
            state.games[game] = questions
        }
    }

    func answers(of account: String) -> Int?? { state.withLock { $0.answers[account] } }

    func note(answers: Int?, of account: String) { state.withLock { $0.answers = [account: answers] } }
}
