import Foundation
import Household
import Recognition
import SQLRecords
import SQLiteDatabase

/// Measures the time to find a cached answer among many: `memory-bench [entries] [rounds]`. Part of the main package
/// because the store's access level is `package`; `Benchmarks/README.md` has the results.
@main
struct Main {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst().compactMap { Int($0) }
        let entries = arguments.first ?? 10_000
        let rounds = arguments.dropFirst().first ?? 2_000
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "memory-bench-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        guard let home = Household.ID("home") else { return }
        let records = try SQLRecords(
            SQLiteDatabase(path: folder.appending(path: "bench.sqlite").path(percentEncoded: false)), of: home)
        let start = Date(timeIntervalSince1970: 1_800_000_000)
        let before = residentKilobytes()

        var stores: [Double] = []
        for number in 0..<entries {
            let reservation = Reservation(
                id: try identifier(number), account: "bench", units: 1, day: UTCDay(of: start), deadline: start + 60)
            _ = try await records.reserve(reservation, within: .max / 2, at: start)
            let memory = RememberedAnswer(
                key: try key(number), answer: answer(number, at: start), version: "1", limit: entries)
            stores.append(
                try await milliseconds {
                    try await records.settle(
                        reservation, Settlement(isSpent: true), remembering: memory, at: start + Double(number))
                })
        }
        let size = try FileManager.default.attributesOfItem(
            atPath: folder.appending(path: "bench.sqlite").path(percentEncoded: false))[.size]
        print(
            "\(entries) answers remembered; file \((size as? Int ?? 0) >> 10) KiB; memory grew by \(residentKilobytes() - before) KiB"
        )
        report("store (flushed to disk)", stores)

        var generator = SystemRandomNumberGenerator()
        var hits: [Double] = []
        var misses: [Double] = []
        var likenesses: [Double] = []
        for _ in 0..<rounds {
            let known = try key(Int.random(in: 0..<entries, using: &generator))
            let unknown = try key(entries + Int.random(in: 0..<entries, using: &generator))
            hits.append(
                try await milliseconds {
                    let found = try await records.remembered(known, since: start - 1, likeness: nil)
                    precondition(found != nil, "it was remembered")
                })
            misses.append(
                try await milliseconds {
                    _ = try await records.remembered(unknown, since: start - 1, likeness: nil)
                })
            if likenesses.count < max(20, rounds / 20) {
                likenesses.append(
                    try await milliseconds {
                        _ = try await records.remembered(unknown, since: start - 1, likeness: 2)
                    })
            }
        }
        report("look-up, found", hits)
        report("look-up, not found", misses)
        report("look-up with look-alikes, not found", likenesses)
    }

    private static func milliseconds(_ body: () async throws -> Void) async throws -> Double {
        let clock = ContinuousClock()
        let began = clock.now
        try await body()
        return (clock.now - began) / .milliseconds(1)
    }

    private static func report(_ name: String, _ samples: [Double]) {
        let sorted = samples.sorted()
        func at(_ share: Double) -> String { String(format: "%.3f", sorted[Int(Double(sorted.count - 1) * share)]) }
        print("\(name): median \(at(0.5)) ms, 99th of 100 \(at(0.99)) ms, worst \(at(1)) ms (\(samples.count) times)")
    }

    private static func residentKilobytes() -> Int {
        let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }

    private struct Unnamed: Error {}

    private static func identifier(_ number: Int) throws -> Reservation.ID {
        guard let id = Reservation.ID("r\(number)") else { throw Unnamed() }
        return id
    }

    private static func key(_ number: Int) throws -> InquiryKey {
        let digits = String(number, radix: 16)
        guard let digest = Digest(String(repeating: "0", count: 64 - digits.count) + digits) else { throw Unnamed() }
        // Half of the bits are set, as in photographs.
        let bits = 0x5555_5555_5555_5555 ^ (UInt64(number) &* 3) ^ ((UInt64(number) &* 3) << 32)
        return InquiryKey(
            pictures: [.init(digest: digest, organ: .auto)], lookalike: PerceptualHash(bits: bits), project: "all",
            language: "en")
    }

    /// Ten candidates, as from the service.
    private static func answer(_ number: Int, at time: Date) -> Answer {
        Answer(
            verdict: .likely, reason: .confident,
            candidates: (1...10).map { rank in
                Candidate(
                    rank: rank,
                    taxon: Taxon(
                        scientificName: "Genus\(number) species\(rank)",
                        commonNames: ["Common \(rank)", "Other \(rank)"],
                        family: "Familyaceae", powo: "\(number)-\(rank)", gbif: "\(number)\(rank)"),
                    confidence: Confidence(1 / Double(rank + 1)))
            }, rollUps: [], source: .plantNet, model: "Pl@ntNet 1",
            durations: .init(decode: 0, inference: 0, total: 800), answeredAt: time)
    }
}
