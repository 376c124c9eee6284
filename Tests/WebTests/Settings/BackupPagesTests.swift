import Accounts
import Contracts
import Foundation
import HTTPTypes
import Household
import Hummingbird
import HummingbirdTesting
import Support
import Synchronization
import Testing

@testable import Web

@Suite("Backups: the page of the owner", .tags(.medium), .timeLimit(.minutes(1)))
struct BackupPagesTests {
    /// Services that give three bytes, and remember the passphrases.
    private final class Drawn: Sendable {
        let passphrases = Mutex<[[UInt8]?]>([])
        let state = Mutex(BackupState())
        /// Called while a backup is made.
        let meanwhile = Mutex<(@Sendable () async throws -> Void)?>(nil)

        var services: BackupServices {
            BackupServices(
                folder: "/mnt/backup", state: { self.state.withLock { $0 } },
                list: {
                    [
                        .init(
                            at: Date(timeIntervalSince1970: 0), file: "stillroom-scheduled-x.tar", size: 5_000_000,
                            isLocked: true)
                    ]
                },
                make: { passphrase in
                    self.passphrases.withLock { $0.append(passphrase) }
                    try await self.meanwhile.withLock(\.self)?()
                    let rest = Rest()
                    return BackupDownload(fileName: "stillroom-x.tar.age", size: 3) { rest.next() }
                })
        }
    }

    private final class Rest: Sendable {
        private let pieces = Mutex<[[UInt8]]>([[1, 2], [3]])

        func next() -> [UInt8] { pieces.withLock { $0.isEmpty ? [] : $0.removeFirst() } }
    }

    private static let words = "four words in a row"

    @Test("An owner gets the backup as the answer to the form, and the log of accounts has it")
    func download() async throws {
        let drawn = Drawn()
        let house = try AccountHouse(backupServices: drawn.services)
        let (cookie, _) = try await house.owned()
        try await house.visiting { visit in
            let page = try await visit.get(Site.settingsBackup, cookie: cookie)
            #expect(page.status == .ok && page.text.contains("stillroom-scheduled-x.tar: 5 MB, locked"))
            #expect(page.text.contains("There was none yet.") && page.text.contains("stillroom restore"))
            let made = try await visit.post(
                Site.settingsBackup, ["passphrase": Self.words, "again": Self.words], cookie: cookie)
            #expect(made.status == .ok)
            #expect(Array(buffer: made.body) == [1, 2, 3])
            #expect(made.headers[.contentDisposition] == "attachment; filename=\"stillroom-x.tar.age\"")
            #expect(made.headers[.cacheControl] == "no-store")
            #expect(drawn.passphrases.withLock { $0 } == [Array(Self.words.utf8)])
            _ = try await visit.post(Site.settingsBackup, ["passphrase": "", "again": ""], cookie: cookie)
            #expect(drawn.passphrases.withLock { $0.last } == .some(nil))
        }
        let person = try #require(try await house.person(cookie))
        let events = try await house.household.accounts.events(by: person).filter { $0.kind == .exported }
        #expect(events.map(AccountLogPage.words) == ["Ada exported a backup of everything, 2 times within an hour"])
    }

    @Test("Different and short passphrases are refused on the page, and no backup is made")
    func refused() async throws {
        let drawn = Drawn()
        let house = try AccountHouse(backupServices: drawn.services)
        let (cookie, _) = try await house.owned()
        try await house.visiting { visit in
            for (first, second) in [(Self.words, "four words in a raw"), ("short", "short"), ("", Self.words)] {
                let answer = try await visit.post(
                    Site.settingsBackup, ["passphrase": first, "again": second], cookie: cookie)
                #expect(answer.status == .unprocessableContent)
                #expect(answer.text.contains("Make a backup and download it"))
                #expect(!answer.text.contains(Self.words))
            }
        }
        #expect(drawn.passphrases.withLock { $0.isEmpty })
    }

    @Test("A session of more than ten minutes leads to the confirmation, and a member is refused")
    func confirmed() async throws {
        let drawn = Drawn()
        let house = try AccountHouse(backupServices: drawn.services)
        let (cookie, _) = try await house.owned()
        let owner = try #require(try await house.person(cookie))
        let member = try await house.joined("Bea", as: .member, invitedBy: owner)
        house.clock.pass(700)
        try await house.visiting { visit in
            let answer = try await visit.post(
                Site.settingsBackup, ["passphrase": Self.words, "again": Self.words], cookie: cookie)
            #expect(answer.status == .seeOther)
            #expect(answer.headers[.location] == Site.confirmPerson.with(["return": Site.settingsBackup]))
            #expect(try await visit.get(Site.settingsBackup, cookie: member).status == .forbidden)
            #expect(try await visit.post(Site.settingsBackup, cookie: member).status == .forbidden)
        }
        #expect(drawn.passphrases.withLock { $0.isEmpty })
    }
}

extension BackupPagesTests {
    @Test("A failure of the last daily backup is shown")
    func failure() async throws {
        let drawn = Drawn()
        drawn.state.withLock {
            $0.last = .init(at: Date(timeIntervalSince1970: 0), file: "/mnt/backup/a.tar", size: 1, isLocked: false)
            $0.failure = .init(at: Date(timeIntervalSince1970: 0), message: "There is no folder /mnt/backup.")
        }
        let house = try AccountHouse(backupServices: drawn.services)
        let (cookie, _) = try await house.owned()
        try await house.visiting { visit in
            let page = try await visit.get(Site.settingsBackup, cookie: cookie).text
            #expect(page.contains("There is no folder /mnt/backup."))
            #expect(page.contains("1 kB, not locked: a.tar"))
            #expect(page.contains("The server tries again every hour.") && !page.contains("It is not complete"))
        }
    }

    @Test("A backup from which files are missing is not shown as a good one")
    func incomplete() async throws {
        let drawn = Drawn()
        drawn.state.withLock {
            let made = BackupState.Made(
                at: Date(timeIntervalSince1970: 0), file: "/mnt/backup/a.tar", size: 1, isLocked: false, missing: 3)
            $0 = BackupState(last: made, scheduled: made, failure: .init(at: made.at, message: "3 files are missing."))
        }
        let house = try AccountHouse(backupServices: drawn.services)
        let (cookie, _) = try await house.owned()
        try await house.visiting { visit in
            let page = try await visit.get(Site.settingsBackup, cookie: cookie).text
            #expect(page.contains("It is not complete: 3 files not in it"))
            #expect(page.contains("The last daily backup failed") && page.contains("3 files are missing."))
            #expect(!page.contains("tries again every hour"))
        }
    }

    private func made(_ house: AccountHouse, by person: SignedIn) async throws -> BackupDownload {
        try await house.household.backups.download(
            passphrase: "", again: "", by: person, on: AccountHouse.phone)
    }

    @Test("No second backup is made before the download of the first ends, or takes too long")
    func oneAtATime() async throws {
        let drawn = Drawn()
        let house = try AccountHouse(backupServices: drawn.services)
        let (cookie, _) = try await house.owned()
        let person = try #require(try await house.person(cookie))
        do {
            let first = try await made(house, by: person)
            #expect(try await first.read() == [1, 2])
            let error = await #expect(throws: HouseholdError.self) { _ = try await made(house, by: person) }
            #expect(error?.code == .dataInUse)
            #expect(try await first.read() == [3])
        }
        // The file of the first is closed; this one is never read to its end.
        let second = try await made(house, by: person)
        house.clock.pass(HouseBackups.longest)
        let late = await #expect(throws: HouseholdError.self) { _ = try await second.read() }
        #expect(late?.code == .dataInUse)
        house.clock.pass(-HouseBackups.longest)
        #expect(try await second.read() == [1, 2])
        #expect(drawn.passphrases.withLock { $0.count } == 2)
    }

    @Test("A session that ends while the backup is made gets no file")
    func ended() async throws {
        let drawn = Drawn()
        let house = try AccountHouse(backupServices: drawn.services)
        let (cookie, _) = try await house.owned()
        let person = try #require(try await house.person(cookie))
        let (accounts, session) = (house.household.accounts, try #require(person.session))
        drawn.meanwhile.withLock { $0 = { try await accounts.signOut(session) } }
        let error = await #expect(throws: HouseholdError.self) { _ = try await made(house, by: person) }
        #expect(error?.code == HouseholdError.signedOut.code)
        #expect(drawn.passphrases.withLock { $0.count } == 1)
    }
}
