import Concurrency
import Recognition
import Synchronization

/// One question to the service, shared by all concurrent callers with the same question: each stage runs once.
final class Flight: Sendable {
    enum Grant: Sendable {
        case reserved(Reservation, account: String)
        case refused(Inquiry.Refusal)
        case failed(HouseholdError)
    }

    enum Outcome: Sendable {
        case answered(Answer, price: Int, remaining: Int?)
        case failed(Inquiry.Failure, price: Int, remaining: Int?)
    }

    let recollection = SharedWork<Result<Recollection?, HouseholdError>>()
    let grant = SharedWork<Grant>()
    /// The outcome for the caller that made the call.
    let outcome = SharedWork<Outcome>()
    private let callCount = Mutex(0)

    /// The number of calls so far.
    var calls: Int { callCount.withLock { $0 } }
    func noteCall() { callCount.withLock { $0 += 1 } }

    /// Cancels what is running and starts nothing more.
    func cancel() {
        recollection.cancel()
        grant.cancel()
        outcome.cancel()
    }

    /// Waits until everything that was started has ended.
    func ended() async {
        _ = await grant.end()
        _ = await outcome.end()
    }

    /// Returns the unused reservation, for the last caller that leaves.
    func unusedReservation() async -> Reservation? {
        if outcome.hasBegun { return nil }
        guard case .reserved(let reservation, _) = await grant.end() else { return nil }
        return reservation
    }
}
