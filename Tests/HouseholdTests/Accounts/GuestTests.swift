import Accounts
import Agenda
import Calendar
import Contracts
import Foundation
import Household
import Plants
import Recognition
import Support
import Testing

@Suite("Guests", .tags(.medium))
struct GuestTests {
    // MARK: The link

    @Test("A link has 43 characters, is found by its secret alone, and opens neither a session nor the API")
    func making() async throws {
        let house = try await GuestHouse()
        let made = try await house.link()
        #expect(made.secret.text.utf8.count == 43 && "\(made)".contains(made.secret.text) == false)
        #expect(made.link.expires == house.clock.now.addingTimeInterval(14 * 86_400))
        #expect(try await house.visit(made).link.name == "Maria")
        #expect(try await house.household.accounts.person(session: made.secret.text) == nil)
        await refused(.tokenRefused) {
            _ = try await house.household.accounts.person(bearer: "sr_" + made.secret.text, from: "10.0.0.1")
        }
        let session = try await house.household.accounts.signIn(
            name: "Ada", passphrase: "four plain words", on: GuestHouse.phone)
        let invitation = try await house.household.accounts.invite(as: .member, by: house.owner)
        for secret in [
            session.secret.text, invitation.text, made.link.id.rawValue, "", String(repeating: "a", count: 43),
        ] {
            await refused(.linkRefused) { _ = try await house.guests.visit(secret, from: "10.0.0.1") }
        }
        #expect(try await !house.records.contents.contains(made.secret.text))
    }

    @Test("A link needs a name, known rooms, and 1 to 90 days; a program and a guest of the household make none")
    func refusals() async throws {
        let house = try await GuestHouse()
        for name in ["", " ", "Ma\u{7}ria"] {
            await refused(.valueRefused) { _ = try await house.link(named: name) }
        }
        for days in [0, -1, 91] { await refused(.valueRefused) { _ = try await house.link(days: days) } }
        for rooms in [[], ["Cellar"], ["Hall", "Cellar"]] as [Set<String>] {
            await refused(.valueRefused) { _ = try await house.link(.chosen(rooms)) }
        }
        let guest = try await house.joined("Gus", as: .guest)
        await refused(.notPermitted) { _ = try await house.link(by: guest) }
        await refused(.notPermitted) { _ = try await house.guests.links(by: guest) }
        let token = try await house.household.accounts.makeToken(
            named: "Program", scopes: [.write], days: 1, by: house.owner, on: GuestHouse.phone)
        let program = try await house.household.accounts.person(bearer: token.secret.text, from: "10.0.0.1")
        await refused(.notPermitted) { _ = try await house.link(by: program) }
        await refused(.notPermitted) { try await house.guests.end(try Sample().id("x"), by: program) }
        for _ in 0..<GuestLink.limit { _ = try await house.link() }
        await refused(.valueRefused) { _ = try await house.link() }
    }

    @Test("A link ends at its time, when it is ended, when its maker is removed, and when its maker becomes a guest")
    func ending() async throws {
        let house = try await GuestHouse()
        let (ben, cleo) = (try await house.joined("Ben", as: .member), try await house.joined("Cleo", as: .member))
        let (short, ended) = (try await house.link(days: 1), try await house.link())
        let (bens, cleos) = (try await house.link(by: ben), try await house.link(by: cleo))
        for link in [short, ended, bens, cleos] { _ = try await house.visit(link) }
        house.clock.pass(86_400)
        await refused(.linkRefused) { _ = try await house.visit(short) }
        try await house.guests.end(ended.link.id, by: house.owner)
        await refused(.linkRefused) { _ = try await house.visit(ended) }
        await refused(.notFound) { try await house.guests.end(ended.link.id, by: house.owner) }
        let fresh = try await house.household.accounts.confirm(
            passphrase: "four plain words", by: house.owner, on: GuestHouse.phone)
        try await house.household.accounts.remove(ben.account.id, by: fresh.person)
        await refused(.linkRefused) { _ = try await house.visit(bens) }
        try await house.household.accounts.change(role: .guest, of: cleo.account.id, by: fresh.person)
        await refused(.linkRefused) { _ = try await house.visit(cleos) }
        #expect(try await house.guests.links(by: house.owner).isEmpty)
        let kinds = try await house.household.accounts.events(by: house.owner).map(\.kind)
        #expect(kinds.count { $0 == .guestLinkMade } == 4 && kinds.count { $0 == .guestLinkEnded } == 1)
    }
}

extension GuestTests {
    @Test("A member sees and ends the own links only, an owner all, and the log of accounts names guest and person")
    func owners() async throws {
        let house = try await GuestHouse()
        let ben = try await house.joined("Ben", as: .member)
        let (adas, bens) = (try await house.link(), try await house.link(named: "Mia", by: ben))
        #expect(try await house.guests.links(by: ben).map(\.link.id) == [bens.link.id])
        #expect(Set(try await house.guests.links(by: house.owner).map(\.link.id)) == [adas.link.id, bens.link.id])
        await refused(.notFound) { try await house.guests.end(adas.link.id, by: ben) }
        _ = try await house.visit(adas)
        try await house.guests.end(bens.link.id, by: house.owner)
        let event = try #require(try await house.household.accounts.events(limit: 1, by: house.owner).first)
        #expect(event.kind == .guestLinkEnded && event.name == "Mia" && event.by == "Ada")
    }

    @Test("Unknown secrets are limited by address; a valid link, and one that has ended, never wait")
    func limit() async throws {
        let house = try await GuestHouse()
        let (link, ended) = (try await house.link(), try await house.link())
        try await house.guests.end(ended.link.id, by: house.owner)
        for number in 0..<20 {
            let secret = String(repeating: "b", count: 41) + "\(number + 10)"
            await refused(.linkRefused) { _ = try await house.guests.visit(secret, from: GuestHouse.stranger) }
        }
        await refused(.tooManyAttempts) {
            _ = try await house.guests.visit(String(repeating: "c", count: 43), from: GuestHouse.stranger)
        }
        _ = try await house.visit(link)
        await refused(.linkRefused) { _ = try await house.visit(ended) }
        await refused(.linkRefused) { _ = try await house.guests.visit("x", from: "198.51.100.1") }
    }

    @Test("The time of use is stored once an hour")
    func use() async throws {
        let house = try await GuestHouse()
        let link = try await house.link()
        func lastUse() async throws -> Date? { try await house.guests.links(by: house.owner).first?.link.lastUse }
        #expect(try await lastUse() == nil)
        let first = house.clock.now
        _ = try await house.visit(link)
        house.clock.pass(3_000)
        _ = try await house.visit(link)
        #expect(try await lastUse() == first)
        house.clock.pass(600)
        _ = try await house.visit(link)
        #expect(try await lastUse() == house.clock.now)
    }

    // MARK: What a guest sees and does

    @Test(
        "A guest sees the overdue chores and those of today of plants in the chosen rooms, and no chore of the household itself"
    )
    func seeing() async throws {
        let house = try await GuestHouse()
        try await house.chore("Late", of: house.hall, in: -3)
        try await house.chore("Tomorrow", of: house.hall, in: 1)
        try await house.chore("Bins", of: nil)
        let put = try await house.chore("Put off", of: house.hall)
        _ = try await house.household.agenda.snooze(put.id, .untilTomorrow)
        let day = try await house.visit(house.link()).day()
        #expect(day.items.compactMap(\.chore.title) == ["Late", "Dust"])
        #expect(day.items.allSatisfy { $0.plant?.room == "Hall" } && day.plants.map(\.id) == [house.hall])
        #expect(Set(try await house.visit(house.link(.all)).day().plants.map(\.name)) == ["Monty", "Zelda", "Stray"])
        #expect(try await house.visit(house.link(.chosen([""]))).day().plants.map(\.name) == ["Stray"])
        try await house.household.collection.archive(house.hall, because: .other)
        let after = try await house.visit(house.link(.all)).day()
        #expect(Set(after.plants.map(\.name)) == ["Zelda", "Stray"])
    }

    @Test("A guest does the chores on their days while the household is away")
    func pause() async throws {
        let house = try await GuestHouse()
        let (first, last) = (try #require(LocalDay("2026-11-20")), try #require(LocalDay("2026-12-05")))
        try await house.household.settings.pause(Pause(from: first, through: last))
        let due = try await house.household.agenda.view(AgendaQuery(days: 1)).items
        #expect(due.isEmpty)
        let visit = try await house.visit(house.link())
        #expect(try await house.titles(visit) == ["Dust"])
        let chore = try #require(try await visit.day().items.first { $0.chore.title == "Dust" }).chore
        #expect(try await visit.done(chore.id, expecting: nil).count == 1)
    }
}

extension GuestTests {
    @Test("Done is logged once with the name of the guest, and can be undone by that guest alone")
    func doing() async throws {
        let house = try await GuestHouse()
        let (maria, mia) = (
            try await house.visit(house.link()), try await house.visit(house.link(named: "Mia"))
        )
        let item = try #require(try await maria.day().items.first { $0.chore.title == "Dust" })
        let entry = try #require(try await maria.done(item.chore.id, expecting: item.due).first)
        #expect(entry.guest?.name == "Maria" && entry.guest?.link == maria.link.id.rawValue)
        #expect(try await maria.done(item.chore.id, expecting: item.due).isEmpty)
        #expect(try await maria.done(item.chore.id, expecting: nil).isEmpty)
        #expect(try await maria.day().done.map(\.entry.number) == [entry.number])
        #expect(try await mia.day().done.isEmpty)
        #expect(try await house.household.agenda.log(LogQuery()).first?.entry.guest?.name == "Maria")
        await refused(.notFound) { try await mia.undo(entry.number) }
        await refused(.notFound) { try await maria.undo(entry.number + 1) }
        try await maria.undo(entry.number)
        try await maria.undo(entry.number)
        #expect(try await house.titles(maria) == ["Dust"])
        #expect(try await maria.day().done.isEmpty)
    }

    @Test("A guest undoes no entry of the household, and none of an earlier day")
    func undoing() async throws {
        let house = try await GuestHouse()
        let visit = try await house.visit(house.link())
        let items = try await visit.day().items
        let own = try #require(items.first { $0.chore.title == "Dust" })
        let entries = try await house.household.agenda.done([own.chore.id])
        await refused(.notFound) { try await visit.undo(try #require(entries.first).number) }
        let second = try await house.chore("Turn", of: house.hall)
        let entry = try #require(try await visit.done(second.id, expecting: nil).first)
        house.clock.pass(86_400)
        await refused(.notFound) { try await visit.undo(entry.number) }
    }

    @Test("Chores, plants and pictures of other rooms are not found")
    func otherRooms() async throws {
        let house = try await GuestHouse()
        let bins = try await house.chore("Bins", of: nil)
        let visit = try await house.visit(house.link())
        let before = try await house.records.contents
        for plant in [house.attic, house.roomless] {
            for chore in try await house.household.agenda.chores(of: plant) {
                await refused(.notFound) { _ = try await visit.done(chore.id, expecting: nil) }
            }
            await refused(.notFound) { try await visit.add(GuestHouse.picture, to: plant) }
        }
        await refused(.notFound) { _ = try await visit.done(bins.id, expecting: nil) }
        await refused(.notFound) { _ = try await visit.done(Chore.ID(rawValue: "x"), expecting: nil) }
        await refused(.notFound) { try await visit.add(GuestHouse.picture, to: try Sample().id("x")) }
        #expect(try await house.records.contents == before)
        let picture = try await house.household.photographs.capture(GuestHouse.picture, to: house.attic)
        let loose = try await house.household.photographs.capture(GuestHouse.picture)
        let own = try await house.household.photographs.capture(GuestHouse.picture, to: house.hall)
        let later = try await house.household.photographs.capture(GuestHouse.picture, to: house.hall)
        for id in [picture.id, loose.id, later.id] {
            await refused(.notFound) { _ = try await visit.thumbnail(id) }
        }
        #expect(try await !visit.thumbnail(own.id).isEmpty)
    }

    @Test("A photograph of a guest is one of the plant, with the name of the guest, and 40 can be added in a day")
    func photographs() async throws {
        let house = try await GuestHouse()
        let visit = try await house.visit(house.link())
        for _ in 0..<GuestLink.photographsADay { try await visit.add(GuestHouse.picture, to: house.hall) }
        await refused(.tooManyPhotographs) { try await visit.add(GuestHouse.picture, to: house.hall) }
        let plant = try await house.household.collection.plant(house.hall)
        #expect(plant.photographs.count == GuestLink.photographsADay)
        let guests = try await house.household.photographs.guests(of: house.hall)
        #expect(guests.count == GuestLink.photographsADay && Set(guests.values) == ["Maria"])
        try await house.visit(house.link(named: "Mia")).add(GuestHouse.picture, to: house.hall)
        house.clock.pass(86_400)
        try await visit.add(GuestHouse.picture, to: house.hall)
        await refused(.photographRefused) { try await visit.add(Array("text".utf8), to: house.hall) }
    }
}

extension GuestTests {
    @Test("A visit that is open when the link ends can do nothing more")
    func endedMeanwhile() async throws {
        let house = try await GuestHouse()
        let link = try await house.link()
        let visit = try await house.visit(link)
        let own = try await house.chore("Turn", of: house.hall)
        let entry = try #require(try await visit.done(own.id, expecting: nil).first)
        let item = try #require(try await visit.day().items.first)
        try await house.guests.end(link.link.id, by: house.owner)
        let before = try await house.records.contents
        await refused(.linkRefused) { _ = try await visit.done(item.chore.id, expecting: item.due) }
        await refused(.linkRefused) { try await visit.undo(entry.number) }
        #expect(try await house.records.contents == before)
        await refused(.linkRefused) { try await visit.add(GuestHouse.picture, to: house.hall) }
        #expect(try await house.household.photographs.guests(of: house.hall).isEmpty)
    }
}
