/// A reference in the proof of an acceptance line that a test can check.
enum ProofReference: Hashable, Sendable {
    /// A file or folder of the checkout, or a suite in a folder: "Tests/WebTests", "Tests/WebTests/Settings/ServicePagesTests".
    case path(String)
    /// A suite or a file of tests in any folder: "ServicePagesTests", "VoteRecordsTests", "test_app.py".
    case suite(String)
    /// A part of the name of a test, function or case in `place`.
    indirect case name(String, in: ProofReference)
    case target(String)
    /// The words after "stillroom", options last.
    case command([String])
    case decision(Int)
    case benchmark(String)
    case setting(String)
    case errorCode(String)
    case route(String)

    /// All references in a proof, grouped by kind.
    static func all(in proof: String) -> [ProofReference] {
        var found: [ProofReference] = []
        for match in proof.matches(of: Self.place) {
            let place = Self.place(String(match.1))
            found.append(place)
            guard let names = match.2 else { continue }
            for name in names.split(separator: ";") {
                found.append(.name(name.trimmingPrefix(" ").lowercased(), in: place))
            }
        }
        found += proof.matches(of: /\bmake ([a-z]+)/).map { .target(String($0.1)) }
        found += proof.matches(of: /\bstillroom((?: [a-z][a-z-]*)+(?: --[a-z][a-z-]*)?)/).map { match in
            .command(match.1.split(separator: " ").map(String.init))
        }
        for match in proof.matches(of: /\bdecision (\d+)(?: (?:and|to) (\d+))?/) {
            found += [match.1, match.2].compactMap { $0.flatMap { Int($0) } }.map(ProofReference.decision)
        }
        found += proof.matches(of: /\b[a-z]+-bench\b/).map { .benchmark(String($0.0)) }
        for match in proof.matches(of: /\bsettings? ((?:[a-z-]+\.[a-z-]+(?: and )?)+)/) {
            found += match.1.matches(of: /[a-z-]+\.[a-z-]+/).map { .setting(String($0.0)) }
        }
        found += proof.matches(of: /\berror code ([a-z-]+)/).map { .errorCode(String($0.1)) }
        found += proof.matches(of: /\b(?:GET|POST|PUT|PATCH|DELETE|pages?) (\/[a-z\/-]+)/).map { .route(String($0.1)) }
        return found
    }

    private static func place(_ text: String) -> ProofReference {
        text.contains("/") ? .path(text) : .suite(text)
    }

    /// A path or a suite; names in parentheses must follow directly.
    nonisolated(unsafe) private static let place =
        /((?:Tests|Models|Benchmarks|Docs|Sources|Scripts)\/[\w\/+.-]*\w|\b[A-Z]\w*Tests(?:\+\w+)?|\b[A-Z]\w*\+\w+|\btest_\w+\.py)(?: \(([^()]*)\))?/
}
