import Contracts
import Foundation
import Household
import Plants
import Recognition
import SQLRecords
import Support
import Synchronization
import Testing

@Suite("Unused photographs", .tags(.small))
struct PhotographSweepTests {
    private let records = SQLRecords.inMemory()
    private let archive = MemoryArchive()
    private let clock: SetClock

    init() throws { clock = try SetClock("2026-06-10T05:00:00Z") }

    private func household(_ recogniser: Recogniser = .constant(Sample().answer())) -> Household {
        .drawn(
            records: records, archive: archive, recogniser: recogniser,
            environment: .at({ [clock] in clock.now }, steady: { [clock] in clock.steady }))
    }

    @Test("A captured photograph that is not used is removed with its files after a day")
    func unused() async throws {
        let household = household()
        let loose = try await household.photographs.capture(Array("photo of nothing".utf8))
        let used = try await household.photographs.capture(Array("photo of a rose".utf8))
        _ = try await household.identifications.recognise([used.id])
        #expect(try await household.photographs.unattachedPhotographs() == 1)
        #expect(try await household.photographs.sweepPhotographs() == 0)
        clock.pass(86_399)
        #expect(try await household.photographs.sweepPhotographs() == 0)
        #expect(try await household.photographs.photograph(loose.id) == loose)
        clock.pass(1)
        #expect(
            try await household.medicines.removeExpiredPictures() == 0, "the server calls this, which sweeps, too")
        await refused(.notFound) { _ = try await household.photographs.photograph(loose.id) }
        #expect(try await household.photographs.picture(used.id, kind: .original) == Array("photo of a rose".utf8))
        #expect(archive.count == 3, "the files of the photograph that is used")
        #expect(try await household.photographs.unattachedPhotographs() == 0)
    }

    @Test("A file that two photographs share stays while one of them is used")
    func sharedFile() async throws {
        let household = household()
        let (loose, used) = (
            try await household.photographs.capture(photo), try await household.photographs.capture(photo)
        )
        _ = try await household.identifications.recognise([used.id])
        _ = try await household.photographs.sweepPhotographs()
        clock.pass(86_400)
        #expect(try await household.photographs.sweepPhotographs() == 1)
        await refused(.notFound) { _ = try await household.photographs.photograph(loose.id) }
        #expect(try await household.photographs.picture(used.id, kind: .thumbnail).count > 0)
    }

    @Test("A sweep during an inquiry keeps the photograph of the inquiry")
    func duringAnInquiry() async throws {
        let sweeper = household()
        let old = try await sweeper.photographs.capture(photo)
        _ = try await sweeper.photographs.sweepPhotographs()
        clock.pass(86_400)
        let answer = Sample().answer()
        let asking = household(
            Recogniser(about: Recogniser.constant(answer).about) { _, _ in
                _ = try await sweeper.photographs.sweepPhotographs()
                return answer
            })
        let identification = try await asking.identifications.recognise([old.id])
        #expect(try await asking.identifications.identification(identification.id).photographs == [old.id])
        #expect(archive.count == 3)
    }

    @Test("Setting the clock ahead between two sweeps does not shorten the waiting time of a day")
    func clockSetAhead() async throws {
        let household = household()
        let loose = try await household.photographs.capture(photo)
        #expect(try await household.photographs.sweepPhotographs() == 0)
        try clock.set("2026-11-22T05:00:00Z")
        for _ in 1..<144 {
            clock.pass(600)
            #expect(try await household.photographs.sweepPhotographs() == 0)
        }
        #expect(try await household.photographs.photograph(loose.id) == loose)
        clock.pass(600)
        #expect(try await household.photographs.sweepPhotographs() == 1)
    }

    @Test("A photograph that an earlier process marked as unused is removed a day later by a new process")
    func earlierProcess() async throws {
        let before = household()
        _ = try await before.photographs.capture(photo)
        _ = try await before.photographs.sweepPhotographs()
        clock.pass(86_399)
        #expect(try await household().photographs.sweepPhotographs() == 0)
        clock.pass(1)
        #expect(try await household().photographs.sweepPhotographs() == 1)
    }

    private let photo = Array("photo of a rose".utf8)
}
