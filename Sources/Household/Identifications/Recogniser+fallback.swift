import Messages
import Recognition
import Synchronization

extension Recogniser {
    /// A recogniser that asks `other` when this one, which a model server runs, cannot be used. After a failure the server is
    /// left alone for half a minute, so that not every photograph waits for it. `host` is the server's, `steady` a clock that is
    /// not set.
    ///
    /// A photograph that cannot be used, and a broken folder of the model, are errors without asking `other`. Each answer says
    /// which model gave it, and whether the server was asked.
    package func fallingBack(
        to other: Recogniser, from host: String, steady: @escaping @Sendable () -> Duration,
        report: @escaping @Sendable (HouseholdError) -> Void = { _ in }
    ) -> Recogniser {
        let outage = ServerOutage(steady: steady)
        return Recogniser(
            about: about,
            recognise: { photographs, policy in
                var place = ModelOrigin.Place.without(host)
                if !outage.isOn {
                    do {
                        let answer = try await recognise(photographs, policy)
                        outage.end()
                        return answer
                    } catch let error as HouseholdError where Self.isOfServer(error) {
                        outage.begin()
                        report(error)
                        place = .insteadOf(host)
                    }
                }
                let answer = try await other.recognise(photographs, policy)
                return answer.by(ModelOrigin(model: answer.model, place: place).text)
            }, warmUp: warmUp, labels: labels)
    }

    private static func isOfServer(_ error: HouseholdError) -> Bool {
        [.recognitionFailed, .recognitionTimedOut].contains(error.code)
    }
}

extension Answer {
    /// The same answer of a model with another text.
    fileprivate func by(_ model: String) -> Answer {
        Answer(
            verdict: verdict, reason: reason, candidates: candidates, rollUps: rollUps, source: source, model: model,
            durations: durations, answeredAt: answeredAt, embeddings: embeddings)
    }
}

/// Whether a model server is left alone, because it did not answer.
private final class ServerOutage: Sendable {
    private let until = Mutex<Duration?>(nil)
    private let steady: @Sendable () -> Duration

    private static let length = Duration.seconds(30)

    init(steady: @escaping @Sendable () -> Duration) { self.steady = steady }

    var isOn: Bool { until.withLock { end in end.map { steady() < $0 } ?? false } }
    func begin() { until.withLock { $0 = steady() + Self.length } }
    func end() { until.withLock { $0 = nil } }
}
