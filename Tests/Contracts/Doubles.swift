import Foundation
package import Household
import Logging
package import Recognition
import Synchronization

/// Stand-ins for what a household asks; each is a value, and `.unimplemented` fails the test that touches it.
extension Recogniser {
    package struct Untouchable: Error {}

    package static let unimplemented = Recogniser(
        about: { .failure(HouseholdError(.modelUnavailable, "There is no model.", hint: "Install one.")) },
        recognise: { _, _ in throw Untouchable() })

    package static func constant(_ answer: Answer) -> Recogniser {
        Recogniser(
            about: {
                .success(
                    .init(
                        model: answer.model, labelCount: 2, licence: "none", source: "drawn", accuracy: "perfect",
                        limits: "two plants"))
            }, recognise: { _, _ in answer })
    }

    package static func failing(_ code: HouseholdError.Code) -> Recogniser {
        Recogniser(about: Recogniser.constant(Sample().answer()).about) { _, _ in
            throw HouseholdError(code, "It failed on purpose.", hint: "Try again.")
        }
    }
}

extension Darkroom {
    /// Takes everything that starts with "photo" for a JPEG of 640 × 480.
    package static let drawn = Darkroom { bytes in
        guard bytes.starts(with: Array("photo".utf8)) else {
            throw HouseholdError(
                .photographRefused, "This is not a picture.", detail: "not-an-image", hint: "Try another photograph.")
        }
        return Print(format: .jpeg, width: 640, height: 480, display: bytes + [1], thumbnail: bytes + [2])
    }
}

/// Photographs in memory.
package final class MemoryArchive: Sendable {
    private let files = Mutex<[String: [UInt8]]>([:])

    package init() {}

    package var count: Int { files.withLock { $0.count } }

    package var archive: PhotographArchive {
        PhotographArchive(
            keep: { original, print in
                var sum: UInt64 = 14_695_981_039_346_656_037
                for byte in original { sum = (sum ^ UInt64(byte)) &* 1_099_511_628_211 }
                let short = String(sum, radix: 16)
                let hexadecimal = String(repeating: "0", count: 64 - short.count) + short
                guard let digest = Digest(hexadecimal) else { throw Sample.Exhausted() }
                self.files.withLock { files in
                    files[hexadecimal + "original"] = original
                    files[hexadecimal + "display"] = print.display
                    files[hexadecimal + "thumbnail"] = print.thumbnail
                }
                return digest
            },
            read: { digest, kind in self.files.withLock { $0[digest.hexadecimal + kind.rawValue] } },
            remove: { digest in
                self.files.withLock { files in
                    for kind in PhotographArchive.Kind.allCases { files[digest.hexadecimal + kind.rawValue] = nil }
                }
            }, check: {})
    }
}

extension Household {
    /// A household in memory, at a time that stands still.
    package static func drawn(
        records: any Records = MemoryRecords(), archive: MemoryArchive = MemoryArchive(),
        recogniser: Recogniser = .constant(Sample().answer())
    ) -> Household {
        let sample = Sample()
        return Household(
            id: sample.home, policy: Policy(), records: records, archive: archive.archive, darkroom: .drawn,
            recogniser: recogniser,
            world: .init(now: { sample.time(30) }, uniqueName: { UUID().uuidString.lowercased() }),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }
}
