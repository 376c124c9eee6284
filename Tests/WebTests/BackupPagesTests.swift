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
        }
    }
}
