import Contracts
import Household
import Plants
import Recognition
import Support
import Synchronization
import Testing

@Suite("The model looks at a photograph while its copies are stored", .tags(.small))
struct EarlyLookTests {
    private let photograph = Array("photo fern".utf8)

    /// What happened, in its order.
    private final class Steps: Sendable {
        private let words = Mutex<[String]>([])
        var all: [String] { words.withLock { $0 } }
        func note(_ word: String) { words.withLock { $0.append(word) } }
    }

    private func recogniser(isHere: Bool, _ look: @escaping @Sendable () async throws -> Void) -> Recogniser {
        let about = Recogniser.constant(Sample().answer()).about
        return Recogniser(
            about: about,
            recognise: { _, _ in
                try await look()
                return Sample().answer()
            }, isHere: isHere)
    }

    private func archive(_ store: @escaping @Sendable () async throws -> Void) -> PhotographArchive {
        let memory = MemoryArchive().archive
        return PhotographArchive(
            digest: memory.digest,
            keep: { original, print in
                try await store()
                return try await memory.keep(original, print)
            }, read: memory.read, remove: memory.remove, tidy: memory.tidy, check: memory.check)
    }

    @Test("The copies are stored only after the model was asked: both run at the same time")
    func together() async throws {
        let gate = Gate()
        let household = Household.drawn(
            photographs: archive { await gate.untilOpen() }, recogniser: recogniser(isHere: true) { gate.open() })
        let identification = try await household.identifications.identify([photograph])
        #expect(identification.answer.candidates == Sample().answer().candidates)
        #expect(identification.photographs.count == 1)
    }

    @Test("The model runs only once for a photograph")
    func once() async throws {
        let steps = Steps()
        let household = Household.drawn(recogniser: recogniser(isHere: true) { steps.note("look") })
        _ = try await household.identifications.identify([photograph])
        #expect(steps.all == ["look"])
    }

    @Test("A model on another machine gets the photograph only after it is stored")
    func elsewhere() async throws {
        let steps = Steps()
        let household = Household.drawn(
            photographs: archive { steps.note("store") }, recogniser: recogniser(isHere: false) { steps.note("look") })
        _ = try await household.identifications.identify([photograph])
        #expect(steps.all == ["store", "look"])
    }

    @Test("A photograph that cannot be stored has no answer, and its error is that of the disk")
    func fullDisk() async throws {
        let household = Household.drawn(
            photographs: archive { throw HouseholdError(.storageFull, "The disk is full.") },
            recogniser: recogniser(isHere: true) {})
        let error = await #expect(throws: HouseholdError.self) {
            try await household.identifications.identify([photograph])
        }
        #expect(error?.code == .storageFull)
        #expect(try await household.identifications.list(latest: 10).isEmpty)
    }

    @Test("The error of the model is the error of the identification")
    func broken() async throws {
        let household = Household.drawn(
            recogniser: recogniser(isHere: true) { throw HouseholdError(.modelUnavailable, "No model.") })
        let error = await #expect(throws: HouseholdError.self) {
            try await household.identifications.identify([photograph])
        }
        #expect(error?.code == .modelUnavailable)
    }
}
