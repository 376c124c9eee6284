import Contracts
import Household
import Recognition
import Support
import Synchronization
import Testing

@Suite("A recogniser that a model server runs", .tags(.small))
struct RecogniserFallbackTests {
    private final class Server: Sendable {
        let error = Mutex<HouseholdError?>(nil)
        let calls = Mutex(0)
        let time = Mutex(Duration.zero)

        func recogniser() -> Recogniser {
            Recogniser(
                about: { .failure(HouseholdError(.modelUnavailable, "x")) },
                recognise: { [self] _, _ in
                    calls.withLock { $0 += 1 }
                    if let error = error.withLock(\.self) { throw error }
                    return Sample().answer(model: "inat-plants 1 @ gpu.local")
                })
        }

        func fail(_ code: HouseholdError.Code?) {
            error.withLock { $0 = code.map { HouseholdError($0, "the server failed") } }
        }
    }

    private let server = Server()

    private func recogniser() -> Recogniser {
        let server = server
        return server.recogniser().fallingBack(
            to: .constant(Sample().answer(model: "garden-120 2")), from: "gpu.local",
            steady: { server.time.withLock(\.self) })
    }

    @Test("The server's answer is taken")
    func served() async throws {
        let answer = try await recogniser().recognise([[1]], Policy())
        #expect(ModelOrigin(answer.model) == ModelOrigin(model: "inat-plants 1", place: .server("gpu.local")))
    }

    @Test(
        "If the server does not answer, the other model does, and the answer says so",
        arguments: [HouseholdError.Code.recognitionFailed, .recognitionTimedOut])
    func fallback(_ code: HouseholdError.Code) async throws {
        server.fail(code)
        let answer = try await recogniser().recognise([[1]], Policy())
        #expect(ModelOrigin(answer.model) == ModelOrigin(model: "garden-120 2", place: .insteadOf("gpu.local")))
    }

    @Test("The server is left alone for half a minute, and asked again then")
    func leftAlone() async throws {
        let recogniser = recogniser()
        server.fail(.recognitionFailed)
        for _ in 0..<5 { _ = try await recogniser.recognise([[1]], Policy()) }
        let unasked = try await recogniser.recognise([[1]], Policy())
        #expect(ModelOrigin(unasked.model) == ModelOrigin(model: "garden-120 2", place: .without("gpu.local")))
        #expect(server.calls.withLock(\.self) == 1)
        server.fail(nil)
        server.time.withLock { $0 = .seconds(31) }
        let answer = try await recogniser.recognise([[1]], Policy())
        #expect(answer.model == "inat-plants 1 @ gpu.local")
        _ = try await recogniser.recognise([[1]], Policy())
        #expect(server.calls.withLock(\.self) == 3)
    }

    @Test(
        "A photograph that cannot be used, and a broken folder, are errors, and the server is not left alone",
        arguments: [HouseholdError.Code.photographRefused, .modelUnavailable])
    func refused(_ code: HouseholdError.Code) async throws {
        let recogniser = recogniser()
        server.fail(code)
        let error = await #expect(throws: HouseholdError.self) { try await recogniser.recognise([[1]], Policy()) }
        #expect(error?.code == code)
        server.fail(nil)
        #expect(try await recogniser.recognise([[1]], Policy()).model == "inat-plants 1 @ gpu.local")
    }
}
