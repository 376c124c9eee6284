import Contracts
import Household
import Support
import Testing

@Suite("Signals of changes", .tags(.small), .timeLimit(.minutes(1)))
struct ChangeSignalsTests {
    private let signals = ChangeSignals()
    private let pauses = Pauses()
    private var pause: @Sendable (Duration) async throws -> Void { { [pauses] in try await pauses.pause($0) } }

    @Test("A signal that was posted before the wait ends the wait at once")
    func early() async {
        let listener = signals.listener()
        signals.post(.records)
        signals.post(.records)
        #expect(await listener.wait(atMost: .seconds(60), pause) == [.records])
        #expect(pauses.asked.isEmpty, "many signals are one")
    }

    @Test("A signal ends a wait that is in progress")
    func late() async {
        let listener = signals.listener()
        async let arrived = listener.wait(atMost: .seconds(60), pause)
        await pauses.until(.seconds(60))
        signals.post(.service)
        #expect(await arrived == [.service])
    }

    @Test("A signal of another kind does not end the wait and is kept")
    func unwanted() async {
        let listener = signals.listener()
        async let arrived = listener.wait(for: [.service], atMost: .seconds(5), pause)
        await pauses.until(.seconds(5))
        signals.post(.records)
        pauses.end(.seconds(5))
        #expect(await arrived.isEmpty)
        #expect(await listener.wait(atMost: .seconds(60), pause) == [.records])
    }

    @Test("Stopping the service ends the wait even if a signal of another kind is kept")
    func stopped() async {
        let listener = signals.listener()
        signals.post(.records)
        async let arrived = listener.wait(for: [.service], atMost: .seconds(60), pause)
        await pauses.until(.seconds(60))
        listener.ring()
        #expect(await arrived.isEmpty)
    }

    @Test("Cancelling a task ends its wait, and the listener can be used again")
    func cancelled() async {
        let listener = signals.listener()
        let task = Task { [pause] in await listener.wait(atMost: .seconds(60), pause) }
        await pauses.until(.seconds(60))
        task.cancel()
        #expect(await task.value.isEmpty)
    }

    @Test("Every listener gets a signal until it is released")
    func several() async {
        var first: ChangeListener? = signals.listener()
        let second = signals.listener()
        signals.post(.records)
        #expect(await first?.wait(atMost: .seconds(60), pause) == [.records])
        first = nil
        #expect(await second.wait(atMost: .seconds(60), pause) == [.records])
    }
}
