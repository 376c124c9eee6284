import ArgumentParser
import Foundation
import Support
import Testing

@testable import StillroomCommand

/// A line of Docs/acceptance.csv. The third column names the proof of the promise. A test is named by its file or
/// suite, and parts of its name may follow in parentheses.
struct AcceptanceLine: Sendable, CustomTestStringConvertible {
    let id: String
    let promise: String
    let proof: String

    var testDescription: String { id }

    /// Whether the line states that the promise has no proof yet.
    var isUnmet: Bool { proof == "not met yet" }

    init?(_ line: Substring) {
        let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard cells.count == 3 else { return nil }
        (id, promise, proof) = (cells[0], cells[1], cells[2])
    }

    static let rows: [Substring] = {
        let text = try? String(contentsOfFile: Fixture.root + "/Docs/acceptance.csv", encoding: .utf8)
        return (text ?? "").split(separator: "\n").dropFirst().map(\.self)
    }()

    static let all = rows.compactMap(AcceptanceLine.init)
}

@Suite("Lines of Docs/acceptance.csv", .tags(.small))
struct AcceptanceTests {
    private func lines(_ path: String) throws -> [Substring] {
        try String(contentsOfFile: path, encoding: .utf8).split(whereSeparator: \.isNewline)
    }

    @Test("Each line of the acceptance list has a unique identifier, a promise and a proof")
    func shape() {
        #expect(AcceptanceLine.all.count == AcceptanceLine.rows.count)
        #expect(Set(AcceptanceLine.all.map(\.id)).count == AcceptanceLine.all.count)
        #expect(AcceptanceLine.all.allSatisfy { !$0.promise.isEmpty && !$0.proof.isEmpty })
    }

    @Test("The identifiers of the acceptance list are those of the committed list of promises")
    func promised() throws {
        let promised = try lines(Fixture.path("promised-ids.txt")).map(String.init)
        #expect(promised.count >= 160)
        #expect(Set(AcceptanceLine.all.map(\.id)) == Set(promised))
    }

    @Test("The committed list of promises has every identifier of ../shared", .needsShared)
    func shared() throws {
        let path = try #require(Fixture.shared) + "/spec/acceptance.csv"
        let asked = try lines(path).dropFirst().compactMap { $0.split(separator: ",").first.map(String.init) }
        #expect(asked.count >= 160)
        let promised = Set(try lines(Fixture.path("promised-ids.txt")).map(String.init))
        #expect(asked.filter { !promised.contains($0) } == [])
    }

    @Test("Every test, file, command and setting that an acceptance line names exists", arguments: AcceptanceLine.all)
    func proof(line: AcceptanceLine) throws {
        guard !line.isUnmet else { return }
        let references = ProofReference.all(in: line.proof)
        #expect(!references.isEmpty, "\(line.id) names nothing that can be checked")
        #expect(references.filter { !ProofIndex.checkout.contains($0) } == [])
        #expect(!references.allSatisfy(ProofIndex.checkout.restsOnShared), "\(line.id) rests on ../shared alone")
    }

    @Test("A suite that runs only with ../shared is recognised as such")
    func sharedOnly() {
        let index = ProofIndex.checkout
        #expect(index.restsOnShared(.path("Tests/PlantNetTests/RecordedAnswerTests")))
        #expect(!index.restsOnShared(.path("Tests/PlantNetTests/FixtureAnswerTests")))
        #expect(!index.restsOnShared(.path("Tests/PlantNetTests")))
    }

    @Test(
        "A name in a proof that does not exist is reported",
        arguments: [
            "Tests/NoSuchTests", "Tests/WebTests/NoSuchTests", "NoSuchTests", "Tests/Journeys/test_no_such.py",
            "test_no_such.py", "Household+nothing", "Tests/WebTests/Settings/ServicePagesTests (say nothing at all)",
            "Tests/Journeys/App/test_app.py (test_nothing_at_all)", "make nothing", "stillroom nothing",
            "stillroom food nothing", "stillroom food product --nothing", "decision 999", "no-such-bench",
            "settings no.such-key", "settings inquiry.strategy and no.such-key", "Docs/nothing.md",
            "error code no-such-code", "GET /api/nothing-at-all",
        ])
    func missing(proof: String) {
        let references = ProofReference.all(in: proof)
        #expect(references.contains { !ProofIndex.checkout.contains($0) }, "\(references)")
    }

    @Test("Names in a proof that exist are not reported")
    func present() {
        let proof = """
            Tests/WebTests/Settings/ServicePagesTests (say the price before); DocumentsTests; test_app.py; make linkage; \
            stillroom food product --raw; decision 15 and 16; agenda-bench; settings inquiry.strategy and cache.days
            """
        let references = ProofReference.all(in: proof)
        #expect(references.count == 11)
        #expect(references.filter { !ProofIndex.checkout.contains($0) } == [])
    }
}
