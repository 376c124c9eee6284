import Agenda
import Contracts
import Foundation
import Household
import Plants
import Recognition
import Reminders
import Support
import Testing

@Suite("Channels of reminders", .tags(.small))
struct ReminderChannelTests {
    let house: ReminderHouse
    var household: Household { house.household }

    init() throws { house = try ReminderHouse() }

    @Test("Adding a known address again renames its channel and switches it on")
    func same() async throws {
        let first = try await household.reminders.add(.drawn(.ntfy), named: "  Anna's\n phone ")
        #expect(first.name == "Anna's phone")
        try await household.reminders.change(channel: first.id, name: "Old phone", isOn: false)
        let again = try await household.reminders.add(.drawn(.ntfy), named: "")
        #expect((again.id, again.name, again.isOn) == (first.id, Channel.Kind.ntfy.words, true))
        let other = try await household.reminders.add(.drawn(.ntfy, "two"), named: String(repeating: "x", count: 300))
        #expect(other.id != first.id && other.name.count == Channel.nameLimit)
        #expect(try await household.reminders.channels().map(\.kind) == [.page, .ntfy, .ntfy])
    }

    @Test("At the limit of channels, a new address is refused and a known one is accepted")
    func limit() async throws {
        for number in 0..<Channel.limit {
            _ = try await household.reminders.add(.drawn(.ntfy, "n\(number)"), named: "x")
        }
        await refused(.channelRefused) { _ = try await household.reminders.add(.drawn(.ntfy, "one more"), named: "x") }
        let known = try #require(try await household.reminders.channels().last)
        try await household.reminders.change(channel: known.id, isOn: false)
        let again = try await household.reminders.add(.drawn(.ntfy, "n\(Channel.limit - 1)"), named: "Back")
        #expect((again.id, again.name, again.isOn) == (known.id, "Back", true))
        #expect(try await household.reminders.channels().count == Channel.limit + 1, "the page is beside them")
    }

    @Test(
        "An invalid channel address is refused",
        arguments: [
            .ntfy(server: "https://ntfy.test", topic: "", token: nil),
            .ntfy(server: "https://ntfy.test", topic: "a/b", token: nil),
            .ntfy(server: "https://ntfy.test", topic: "tö", token: nil),
            .ntfy(server: "https://ntfy.test", topic: String(repeating: "a", count: 65), token: nil),
            .ntfy(server: "https://ntfy.test", topic: "a", token: "with space"),
            .webPush(
                .init(endpoint: "https://push.test/x", publicKey: [4], authentication: .init(repeating: 1, count: 16))),
            .webPush(
                .init(
                    endpoint: "https://push.test/x", publicKey: .init(repeating: 5, count: 65),
                    authentication: .init(repeating: 1, count: 16))),
            .webPush(
                .init(
                    endpoint: "https://push.test/x", publicKey: [4] + .init(repeating: 5, count: 64),
                    authentication: [1])),
        ] as [Channel.Address])
    func addresses(address: Channel.Address) async throws {
        await refused(.channelRefused) { _ = try await household.reminders.add(address, named: "x") }
        #expect(try await household.reminders.channels().count == 1)
    }

    @Test("A channel that the server does not allow is refused")
    func notAccepted() async throws {
        let strict = Household.drawn(noticeServices: .drawn(accepts: { _ in false }))
        for kind in Channel.Kind.allCases {
            await refused(.channelRefused) { _ = try await strict.reminders.add(.drawn(kind), named: "x") }
        }
    }

    @Test("A channel address is stored sealed, and the transport gets the whole address")
    func sealed() async throws {
        let secret: Channel.Address = .ntfy(server: "https://ntfy.test", topic: "garden", token: "tk_canary")
        let channel = try await household.reminders.add(secret, named: "Phone")
        for stored in try await house.records.channels() {
            let kept = String(decoding: stored.sealedAddress, as: UTF8.self) + stored.fingerprint
            for word in ["canary", "garden", "ntfy.test"] { #expect(!kept.contains(word)) }
        }
        try await household.reminders.test(channel: channel.id)
        _ = try await household.reminders.sendDue()
        let letter = try #require(house.mailbox.letters.first)
        #expect(letter.address == secret)
        #expect(letter.identity.count == 32)
        #expect(letter.message.sort == .test && letter.message.actions.isEmpty)
        #expect(letter.message.title == "This is a test")
        await refused(.notFound) { try await household.reminders.test(channel: Sample().id("nobody")) }
    }
}

extension ReminderChannelTests {
    @Test("The push key is created once and stays the same after a restart")
    func pushKey() async throws {
        let key = try await household.reminders.pushKey()
        #expect(key.count == 65 && key.first == 4)
        #expect(try await household.reminders.pushKey() == key)
        let clock = house.clock
        let restarted = Household.drawn(
            records: house.records, noticeServices: .drawn(), environment: .at { clock.now })
        #expect(try await restarted.reminders.pushKey() == key)
    }

    @Test("If the sealing key is lost, a new push key is made, channels can be added again, and old links are refused")
    func keyLost() async throws {
        try await house.phone()
        try await house.plant("Monstera")
        let key = try await household.reminders.pushKey()
        let message = try #require(try await house.tick(at: "2026-06-10T06:00:00Z").first)
        let clock = house.clock
        let after = Household.drawn(
            records: house.records, careServices: .drawn(given: [.zone: "Europe/Vienna"]),
            noticeServices: .drawn(noticeTransports: [house.mailbox.noticeTransport], secretBox: .drawn(seed: 2)),
            environment: .at { clock.now })
        #expect(try await after.reminders.pushKey() != key)
        #expect(try await after.reminders.pushKey() == after.reminders.pushKey())
        let link = try house.link(.done, in: message)
        await refused(.linkRefused) { _ = try await after.reminders.act(on: link) }
        _ = try await after.reminders.add(.drawn(.ntfy, "phone"), named: "Phone")
        try house.clock.set("2026-06-11T06:00:00Z")
        _ = try await after.reminders.reconcileReminders()
        #expect(try await after.reminders.sendDue().sent == 1)
        #expect(house.mailbox.messages.map(\.tag) != [message.tag])
    }

    @Test("After a change of the sealing key, each earlier key still opens the push key it had sealed")
    func keysCameBack() async throws {
        let (records, clock) = (house.records, house.clock)
        func key(_ seed: UInt64) async throws -> [UInt8] {
            let house = Household.drawn(
                records: records, noticeServices: .drawn(secretBox: .drawn(seed: seed)), environment: .at { clock.now })
            return try await house.reminders.pushKey()
        }
        var keys: [[UInt8]] = []
        for seed: UInt64 in 1...4 { keys.append(try await key(seed)) }
        #expect(Set(keys).count == 4)
        for seed: UInt64 in [2, 4, 1, 3, 2] { #expect(try await key(seed) == keys[Int(seed) - 1]) }
        #expect(try await key(5) != keys[4 - 1])
        #expect(try await key(3) == keys[2])
    }

    @Test("A notice links to its page from outside only if the server shows pages there")
    func outside() async throws {
        for showsPages in [true, false] {
            let (mailbox, clock) = (Mailbox(), house.clock)
            let other = Household.drawn(
                noticeServices: .drawn(noticeTransports: [mailbox.noticeTransport], showsPages: showsPages),
                environment: .at { clock.now })
            _ = try await other.reminders.add(.drawn(.ntfy), named: "Phone")
            _ = try await other.agenda.addChore(.own, title: "Look", recurrence: .once)
            try house.clock.set("2026-06-10T08:00:00Z")
            _ = try await other.reminders.sendDue()
            let message = try #require(mailbox.messages.first)
            #expect(message.outsidePath == (showsPages ? message.path : message.actions.first?.path))
            try house.clock.set("2026-06-10T05:00:00Z")
        }
    }

    @Test("A webhook secret is generated, or accepted in the format of Standard Webhooks")
    func webhookSecrets() throws {
        let (address, newSecret) = try household.reminders.webhook("https://hook.test/x", secret: nil)
        let secret = try #require(newSecret)
        #expect(secret.hasPrefix("whsec_"))
        let (again, nothing) = try household.reminders.webhook("https://hook.test/x", secret: secret)
        #expect(again == address && nothing == nil)
        #expect(
            try household.reminders.webhook("https://hook.test/x", secret: String(secret.dropFirst(6))).0 == address)
        #expect(try household.reminders.webhook("https://hook.test/x", secret: "").secret != secret)
        for wrong in [
            "whsec_", "short", "whsec_" + Data(count: 23).base64EncodedString(), "ä",
            Data(count: 65).base64EncodedString(),
        ] {
            let error = #expect(throws: HouseholdError.self) {
                try household.reminders.webhook("https://x.test", secret: wrong)
            }
            #expect(error?.code == .channelRefused, "\(wrong)")
        }
    }
}

extension ReminderChannelTests {
    @Test("A test message is sent once even if the channel or reminders are off")
    func test() async throws {
        let phone = try await house.phone()
        try await household.settings.choose([.reminds: "false"])
        try await household.reminders.change(channel: phone.id, isOn: false)
        try await household.reminders.test(channel: phone.id)
        #expect(try await house.tick().map(\.sort) == [.test])
        #expect(try await house.tick().isEmpty)
        try await household.reminders.test(channel: phone.id)
        #expect(try await house.tick().count == 1)
    }

    @Test("RE-04: At most 64 notices wait for a browser, the earliest ones, and other channels have no limit")
    func limited() async throws {
        let push = Mailbox(.webPush)
        let house = try ReminderHouse(others: [push])
        let browser = try await house.household.reminders.add(.drawn(.webPush), named: "Browser")
        let phone = try await house.phone()
        try await house.crowd(50)
        try await house.crowd(30, from: "2026-06-11")
        let today = "2026-06-10T06:00:00Z"
        #expect(try await house.waiting(browser).count == 64)
        #expect(
            try await house.waiting(browser).prefix(51) == Array(repeating: today, count: 50) + ["2026-06-11T06:00:00Z"]
        )
        #expect(try await house.waiting(phone).count(where: { $0 == today }) == 50)
        #expect(try await house.waiting(phone).count > 64)
        #expect(try await house.tick(at: today).count == 50)
        #expect(push.empty().count == 50)
        _ = try await house.household.reminders.reconcileReminders()
        #expect(try await house.waiting(browser).count == 64, "where there is room again, the next ones move up")
    }

    @Test("RE-07: An alert is shown from its time until it is dismissed or expires")
    func alerts() async throws {
        try await house.plant("Monstera")
        #expect(try await household.reminders.alerts().isEmpty)
        try house.clock.set("2026-06-10T06:00:00Z")
        let alert = try #require(try await household.reminders.alerts().first)
        #expect(alert.text.title == "Mist Monstera")
        #expect(try await household.reminders.alertLinks().isEmpty, "reading makes no key")
        _ = try await household.reminders.reconcileReminders()
        let linked = try #require(try await household.reminders.alertLinks().first)
        #expect(linked.alert == alert && linked.message.path == "/plants/p-Monstera")
        #expect(try await household.reminders.sendDue().sent == 0)
        #expect(try await household.reminders.alerts().count == 1, "nobody sends it")
        try await household.reminders.dismissAlert(alert.notice.number)
        try await household.reminders.dismissAlert(alert.notice.number)
        try await household.reminders.dismissAlert(999)
        #expect(try await household.reminders.alerts().isEmpty)
        _ = try await household.reminders.reconcileReminders()
        #expect(try await household.reminders.alerts().isEmpty)
        try house.clock.set("2026-06-11T06:00:00Z")
        _ = try await household.reminders.reconcileReminders()
        #expect(try await household.reminders.alerts().count == 1)
        try house.clock.set("2026-06-11T20:00:00Z")
        #expect(try await household.reminders.alerts().isEmpty)
    }

    @Test("RE-07: The page channel can be switched off and on and cannot be removed")
    func page() async throws {
        try await house.plant("Monstera")
        let page = try #require(try await household.reminders.channels().first)
        try await household.reminders.change(channel: page.id, isOn: false)
        try house.clock.set("2026-06-10T06:00:00Z")
        _ = try await household.reminders.reconcileReminders()
        #expect(try await household.reminders.alerts().isEmpty)
        try house.clock.set("2026-06-11T05:00:00Z")
        try await household.reminders.change(channel: page.id, isOn: true)
        try house.clock.set("2026-06-11T06:00:00Z")
        #expect(try await household.reminders.alerts().count == 1)
        await refused(.notFound) { try await household.reminders.remove(channel: page.id) }
    }

    @Test("A notice of another channel cannot be dismissed as an alert of the page")
    func notOnPage() async throws {
        let phone = try await house.phone()
        try await house.plant("Monstera")
        let notice = try #require(try await household.reminders.pendingNotices().first { $0.channel == phone.id })
        try await household.reminders.dismissAlert(notice.number)
        #expect(try await house.tick(at: "2026-06-10T06:00:00Z").count == 1)
    }
}

extension ReminderChannelTests {
    @Test("A channel that is off gets no notices, and after switching on it gets only later ones")
    func off() async throws {
        let phone = try await house.phone()
        try await house.plant("Monstera")
        try await household.reminders.change(channel: phone.id, isOn: false)
        #expect(try await house.tick(at: "2026-06-10T06:00:00Z").isEmpty)
        try house.clock.set("2026-06-10T21:00:00Z")
        try await household.reminders.change(channel: phone.id, isOn: true)
        #expect(try await house.waiting().first == "2026-06-11T06:00:00Z")
    }
}
