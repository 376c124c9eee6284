import Accounts
import Foundation
import Recognition
import Support
import Testing

@Suite("Links of guests", .tags(.small))
struct GuestLinkTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func link(_ rooms: GuestLink.Rooms = .all, lastUse: Date? = nil) throws -> GuestLink {
        GuestLink(
            id: try #require(GuestLink.ID("l")), account: try #require(Account.ID("a")), name: "Maria", rooms: rooms,
            madeAt: now, expires: now.addingTimeInterval(86_400), lastUse: lastUse)
    }

    @Test("A link of all rooms contains every plant, a link of chosen rooms only those in exactly these rooms")
    func rooms() throws {
        for room in [nil, "Hall", "Attic"] { #expect(GuestLink.Rooms.all.contains(room)) }
        let hall = GuestLink.Rooms.chosen(["Hall"])
        #expect(hall.contains("Hall"))
        for room in [nil, "", "hall", "Hall ", "Halls", "Attic"] { #expect(!hall.contains(room)) }
        #expect(GuestLink.Rooms.chosen([""]).contains(nil) && !GuestLink.Rooms.chosen([""]).contains("Hall"))
        #expect(!GuestLink.Rooms.chosen([]).contains(nil))
    }

    @Test("A link is valid before its end, and its use is stored once an hour, also after the clock was put back")
    func time() throws {
        let link = try link()
        #expect(link.isValid(at: now.addingTimeInterval(86_399)) && !link.isValid(at: now.addingTimeInterval(86_400)))
        #expect(link.needsTouch(at: now))
        let used = try self.link(lastUse: now)
        #expect(!used.needsTouch(at: now.addingTimeInterval(3_599)))
        #expect(used.needsTouch(at: now.addingTimeInterval(3_600)))
        #expect(used.needsTouch(at: now.addingTimeInterval(-3_600)))
    }

    @Test("The name of a guest follows the rules of the names of people")
    func names() throws {
        #expect(try GuestLink.name("  Maria   Rosa ") == "Maria Rosa")
        for text in ["", "  ", "Ma\u{0}ria", "a\u{202E}b", String(repeating: "x", count: 65)] {
            #expect(throws: AccountNameError.self) { try GuestLink.name(text) }
        }
    }
}
