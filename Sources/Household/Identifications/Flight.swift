import Concurrency
import Recognition
import Synchronization

/// One question to the service, shared by all who ask it at the same time: each stage happens once.
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
    /// Its own for the caller whose call it became.
    let outcome = SharedWork<Outcome>()
    private let callCount = Mutex(0)

    /// Calls made so far.
    var calls: Int { callCount.withLock { $0 } }
    func noteCall() { callCount.withLock { $0 += 1 } }

    /// Stops what is under way; nothing is begun any more.
    func cancel() {
        recollection.cancel()
        grant.cancel()
        outcome.cancel()
    }

    /// Waits for the end of what had begun.
    func ended() async {
        _ = await grant.end()
        _ = await outcome.end()
    }

    /// The reservation that nobody used; for the last one to leave.
    func unusedReservation() async -> Reservation? {
        if outcome.hasBegun { return nil }
        guard case .reserved(let reservation, _) = await grant.end() else { return nil }
        return reservation
    }
}
