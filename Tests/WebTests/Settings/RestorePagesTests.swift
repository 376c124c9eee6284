import Accounts
import Contracts
import Foundation
import HTTPTypes
import Household
import Hummingbird
import HummingbirdTesting
import NIOCore
import Support
import Synchronization
import Testing

@testable import Web

@Suite("Restoring a backup: the page of the owner and of the set-up link", .tags(.medium), .timeLimit(.minutes(1)))
struct RestorePagesTests {
    /// Services that remember what was asked of them.
    private final class Drawn: Sendable {
        struct State {
            var hasKept = false
            var ordered: RestoreOutcome.Kind?
            var uploaded: [UInt8] = []
            var staged: [RestoreSource] = []
            var passphrases: [String] = []
            var orders: [RestoreOutcome.Kind] = []
            var restarts = 0
            var withdrawn = 0
            var refusal: HouseholdError?
        }

        let state = Mutex(State())
        var seen: State { state.withLock(\.self) }

        var services: RestoreServices {
            RestoreServices(
                isAvailable: true, hasKept: { self.state.withLock(\.hasKept) },
                ordered: { self.state.withLock(\.ordered) },
                receive: { _ in
                    self.state.withLock { $0.uploaded = [] }
                    return RestoreUpload(
                        write: { bytes in self.state.withLock { $0.uploaded += bytes } },
                        finish: { (self.state.withLock(\.uploaded.count), true) })
                },
                stage: { source, key in
                    try self.state.withLock { state in
                        if let refusal = state.refusal { throw refusal }
                        state.staged.append(source)
                        if case .passphrase(let bytes)? = key {
                            state.passphrases.append(String(decoding: bytes, as: UTF8.self))
                        }
                    }
                    return StagedBackup(
                        madeAt: Date(timeIntervalSince1970: 1_795_000_000), release: "0.1.0", size: 5_000_000, files: 9,
                        plants: 12, photographs: 29, medicines: 1, accounts: 2, missing: 0)
                },
                order: { kind, _ in self.state.withLock { $0.orders.append(kind) } },
                withdraw: { self.state.withLock { $0.withdrawn += 1 } },
                restart: { self.state.withLock { $0.restarts += 1 } })
        }
    }

    private func ticket(of page: String) throws -> String {
        String(try #require(page.firstMatch(of: /name="ticket" value="([^"]+)"/)).1)
    }

    @Test("An owner checks a backup, sees what it holds, and confirms; the server then restarts")
    func restored() async throws {
        let drawn = Drawn()
        let house = try AccountHouse(restoreServices: drawn.services)
        let (cookie, _) = try await house.owned()
        try await house.visiting { visit in
            let early = try await visit.post(
                Site.settingsRestoreStart, ["do": "restore", "ticket": ""], cookie: cookie)
            #expect(early.status == .unprocessableContent)
            let checked = try await visit.post(
                Site.settingsRestoreCheck, ["file": "stillroom-x.tar.age", "passphrase": "four words"], cookie: cookie)
            #expect(checked.status == .seeOther && checked.headers[.location] == Site.settingsRestore)
            let page = try await visit.get(Site.settingsRestore, cookie: cookie).text
            #expect(page.contains("12 plants, 29 photographs, 1 medicine and 2 accounts") && page.contains("5 MB"))
            #expect(!page.contains("four words"))
            let wrong = try await visit.post(
                Site.settingsRestoreStart, ["do": "restore", "ticket": "another"], cookie: cookie)
            #expect(wrong.status == .unprocessableContent)
            #expect(drawn.seen.orders.isEmpty && drawn.seen.restarts == 0)
            let ticket = try ticket(of: page)
            let started = try await visit.post(
                Site.settingsRestoreStart, ["do": "restore", "ticket": ticket], cookie: cookie)
            #expect(started.status == .accepted && started.text.contains("The server restarts"))
        }
        #expect(drawn.seen.orders == [.restore] && drawn.seen.restarts == 1)
        #expect(drawn.seen.staged == [.listed("stillroom-x.tar.age")])
        #expect(drawn.seen.passphrases == ["four words"])
    }
}

extension RestorePagesTests {
    @Test("An uploaded file is passed on in pieces and never kept in memory as a whole")
    func uploaded() async throws {
        let drawn = Drawn()
        let house = try AccountHouse(restoreServices: drawn.services)
        let (cookie, _) = try await house.owned()
        let content = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        try await house.visiting { visit in
            var body = ByteBuffer(
                string: "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"x\"\r\n\r\n")
            body.writeBytes(content)
            body.writeString("\r\n--b--\r\n")
            let headers: HTTPFields = [
                .accept: "text/html", .cookie: cookie, .contentType: "multipart/form-data; boundary=b",
            ]
            let sent = try await visit.client.execute(
                uri: Site.settingsRestoreUpload, method: .post, headers: headers, body: body)
            #expect(sent.status == .seeOther)
            // A failed comparison of two arrays looks for their difference, which takes minutes for this many bytes.
            let isPassedOn = drawn.seen.uploaded == content
            #expect(isPassedOn)
            let page = try await visit.get(Site.settingsRestore, cookie: cookie).text
            #expect(page.contains("The uploaded backup") && page.contains("3 MB"))
            #expect(try await visit.post(Site.settingsRestoreCheck, cookie: cookie).status == .seeOther)
            let cut = try await visit.client.execute(
                uri: Site.settingsRestoreUpload, method: .post, headers: headers,
                body: ByteBuffer(string: "--b\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\nhalf"))
            #expect(cut.status == .badRequest)
        }
        #expect(drawn.seen.staged == [.uploaded])
    }

    @Test("A member is refused, and a session of more than ten minutes leads to the confirmation")
    func permitted() async throws {
        let drawn = Drawn()
        let house = try AccountHouse(restoreServices: drawn.services)
        let (cookie, _) = try await house.owned()
        let owner = try #require(try await house.person(cookie))
        let member = try await house.joined("Bea", as: .member, invitedBy: owner)
        house.clock.pass(700)
        try await house.visiting { visit in
            for address in [Site.settingsRestoreCheck, Site.settingsRestoreStart] {
                #expect(try await visit.post(address, ["do": "undo"], cookie: member).status == .forbidden)
                let answer = try await visit.post(address, ["do": "undo", "file": "x"], cookie: cookie)
                #expect(answer.status == .seeOther)
                #expect(answer.headers[.location] == Site.confirmPerson.with(["return": Site.settingsRestore]))
            }
            #expect(try await visit.get(Site.settingsRestore, cookie: member).status == .forbidden)
            #expect(try await visit.get(Site.settingsRestore).status != .ok)
        }
        #expect(drawn.seen.orders.isEmpty && drawn.seen.staged.isEmpty && drawn.seen.restarts == 0)
    }

    @Test("Without an owner only the set-up link restores, and with an owner it does not")
    func setUp() async throws {
        let drawn = Drawn()
        let house = try AccountHouse(restoreServices: drawn.services)
        let link = try await house.household.accounts.makeSetupLink().text
        try await house.visiting { visit in
            let settings = try await visit.get(Site.settingsRestore)
            #expect(settings.status == .ok && settings.text.contains("stillroom setup-link"))
            #expect(try await visit.post(Site.settingsRestoreCheck, ["file": "x"]).status != .seeOther)
            #expect(drawn.seen.staged.isEmpty)
            #expect(try await visit.get(Site.setup(link)).text.contains(Site.setupRestore(link)))
            #expect(try await visit.get(Site.setupRestore("wrong")).status != .ok)
            #expect(try await visit.post(Site.setupRestoreCheck("wrong"), ["file": "x"]).status != .seeOther)
            #expect(try await visit.post(Site.setupRestoreCheck(link), ["file": "x"]).status == .seeOther)
            let page = try await visit.get(Site.setupRestore(link)).text
            let ticket = try ticket(of: page)
            let started = try await visit.post(
                Site.setupRestoreStart(link), ["do": "restore", "ticket": ticket])
            #expect(started.status == .accepted)
        }
        #expect(drawn.seen.orders == [.restore])
        try await house.owned()
        try await house.visiting { visit in
            let answer = try await visit.post(Site.setupRestoreCheck(link), ["file": "x"])
            #expect(answer.status != .seeOther)
        }
        #expect(drawn.seen.staged.count == 1)
    }
}

extension RestorePagesTests {
    @Test("A refused backup is explained on the page, and nothing is ordered")
    func refused() async throws {
        let drawn = Drawn()
        drawn.state.withLock { $0.refusal = HouseholdError(.backupRefused, "The backup is damaged: it has no end.") }
        let house = try AccountHouse(restoreServices: drawn.services)
        let (cookie, _) = try await house.owned()
        try await house.visiting { visit in
            let answer = try await visit.post(Site.settingsRestoreCheck, ["file": "x"], cookie: cookie)
            #expect(answer.status == .unprocessableContent && answer.text.contains("it has no end"))
            #expect(!answer.text.contains("Replace all data"))
        }
    }

    @Test("Data before a restore can be swapped back or removed, and keep another restore out")
    func kept() async throws {
        let drawn = Drawn()
        drawn.state.withLock { $0.hasKept = true }
        let backups = BackupServices(
            folder: nil,
            state: {
                var state = BackupState()
                state.restored = RestoreOutcome(
                    kind: .restore, at: Date(timeIntervalSince1970: 1_795_000_000), madeAt: nil, failure: nil)
                return state
            }, list: { [] }, make: { _ in throw HouseholdError(.storageFailed, "none") })
        let house = try AccountHouse(backupServices: backups, restoreServices: drawn.services)
        let (cookie, _) = try await house.owned()
        try await house.visiting { visit in
            let page = try await visit.get(Site.settingsRestore, cookie: cookie).text
            #expect(page.contains("Undo the restore") && page.contains("Check the doses of today"))
            #expect(!page.contains("Upload this file"))
            #expect(try await visit.post(Site.settingsRestoreStart, ["do": "undo"], cookie: cookie).status == .accepted)
            #expect(
                try await visit.post(Site.settingsRestoreStart, ["do": "forget"], cookie: cookie).status == .accepted)
            #expect(
                try await visit.post(Site.settingsRestoreStart, ["do": "all"], cookie: cookie).status
                    == .unprocessableContent)
        }
        #expect(drawn.seen.orders == [.undo, .forget] && drawn.seen.restarts == 2)
    }

    @Test("A change that waits for the next start can be tried again or cancelled")
    func waiting() async throws {
        let drawn = Drawn()
        drawn.state.withLock { $0.ordered = .restore }
        let house = try AccountHouse(restoreServices: drawn.services)
        let (cookie, _) = try await house.owned()
        try await house.visiting { visit in
            let page = try await visit.get(Site.settingsRestore, cookie: cookie).text
            #expect(page.contains("Restart the server now") && !page.contains("Upload this file"))
            #expect(
                try await visit.post(Site.settingsRestoreStart, ["do": "restart"], cookie: cookie).status == .accepted)
            #expect(
                try await visit.post(Site.settingsRestoreStart, ["do": "withdraw"], cookie: cookie).status
                    == .seeOther)
        }
        #expect(drawn.seen.restarts == 1 && drawn.seen.withdrawn == 1)
    }

    @Test("Only the addresses of uploaded backups have their limit")
    func limits() {
        #expect(Limits.body(to: Site.settingsRestoreUpload) == Limits.archive)
        #expect(Limits.body(to: Site.setupRestoreUpload("secret")) == Limits.archive)
        for path in [
            Site.settingsRestoreCheck, Site.setupRestore("upload"), Site.setup("restore"), "/a/b/restore/upload",
        ] {
            #expect(Limits.body(to: path) == Limits.body)
        }
    }
}
