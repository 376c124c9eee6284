import Accounts
import Agenda
import Contracts
import Foundation
import HTTPTypes
import Household
import Hummingbird
import HummingbirdTesting
import Plants
import Recognition
import Support
import Testing

@testable import Web

/// The page of a guest, and the pages on which links for guests are made.
@Suite("Pages of guests", .tags(.medium), .timeLimit(.minutes(1)))
struct GuestPagesTests {
    private func visiting(
        _ body: @escaping @Sendable (AccountVisit, GuestHouse) async throws -> Void
    ) async throws {
        let house = try AccountHouse()
        let guests = try await GuestHouse(house)
        try await house.visiting { try await body($0, guests) }
    }

    /// Expects a page without anything of the household but its own content, and returns it.
    @discardableResult
    private func lone(_ response: TestResponse, _ status: HTTPResponse.Status = .ok) -> String {
        let html = response.text
        #expect(response.status == status)
        #expect(response.headers[.cacheControl] == "no-store" && response.headers[.setCookie] == nil)
        for (name, value) in [("Referrer-Policy", "no-referrer"), ("X-Robots-Tag", "noindex")] {
            #expect(HTTPField.Name(name).flatMap { response.headers[$0] } == value, "\(name)")
        }
        let access = HTTPField.Name("Access-Control-Allow-Origin").flatMap { response.headers[$0] }
        #expect(access == nil)
        for part in ["<nav", "<script", "manifest", "href=\"/\"", "href=\"/plants", "Ada", "Zelda", "Attic", "{{"] {
            #expect(!html.contains(part), "\(part)")
        }
        #expect(html.contains("content=\"noindex\"") && html.contains("content=\"no-referrer\""))
        return html
    }

    @Test("The page shows the chores of the chosen rooms with picture, name, room and a button, and nothing else")
    func page() async throws {
        try await visiting { visit, house in
            let secret = try await house.link().secret.text
            let html = lone(try await visit.get(Site.guest(secret)))
            // The plan of the plant has a watering for today.
            for part in ["Hello Maria", "Dust", "Monty", "Hall", "This link works until", "2 tasks to do"] {
                #expect(html.contains(part), "\(part)")
            }
            #expect(html.contains("action=\"\(Site.guestDone(secret, house.dust))\""))
            #expect(html.contains("src=\"\(Site.guestPicture(secret, house.hallPicture))\""))
            #expect(!html.contains("Sweep"))
            let picture = try await visit.get(Site.guestPicture(secret, house.hallPicture), accept: "image/*")
            #expect(picture.status == .ok && picture.headers[.contentType] == "image/jpeg")
            #expect(picture.headers[.cacheControl] == "no-store")
            let all = try await visit.get(Site.guest(house.link(.all).secret.text)).text
            #expect(all.contains("Sweep") && all.contains("Zelda"))
        }
    }

    @Test("Done is logged once with the name of the guest, and Undo takes it back")
    func done() async throws {
        try await visiting { visit, house in
            let secret = try await house.link().secret.text
            let (page, done) = (Site.guest(secret), Site.guestDone(secret, house.dust))
            let first = try await visit.post(done, ["due": "2026-11-21"])
            #expect(first.status == .seeOther && first.headers[.location] == page + "?note=done")
            #expect(try await house.done() == ["Maria"])
            for due in ["2026-11-21", ""] {
                let again = try await visit.post(done, ["due": due])
                #expect(again.status == .seeOther && again.headers[.location] == page + "?note=nothing")
            }
            #expect(try await house.done() == ["Maria"])
            let html = lone(try await visit.get(page + "?note=done"))
            #expect(html.contains("Saved. Thank you.") && html.contains("Done by you today"))
            #expect(html.contains("Done: Dust: Monty") && html.contains("1 task to do"))
            let number = try #require(try await house.house.household.agenda.log(LogQuery()).first).entry.number
            #expect(html.contains("action=\"\(Site.guestUndo(secret, number))\""))
            for _ in 0..<2 {
                let undone = try await visit.post(Site.guestUndo(secret, number))
                #expect(undone.status == .seeOther)
            }
            #expect(try await house.done().isEmpty)
            #expect(lone(try await visit.get(page)).contains("2 tasks to do"))
        }
    }
}

extension GuestPagesTests {
    @Test("The plant's page names the guest beside what was done and beside the photograph")
    func plantPage() async throws {
        try await visiting { visit, house in
            let secret = try await house.link(named: "Maria <b>").secret.text
            _ = try await visit.post(Site.guestDone(secret, house.dust), ["due": "2026-11-21"])
            let added = try await visit.upload(Site.guestPhotographs(secret, house.hall))
            #expect(added.status == .seeOther)
            #expect(added.headers[.location]?.hasPrefix(Site.guest(secret) + "?note=photographed") == true)
            #expect(try await house.photographs(of: house.hall) == 2)
            let html = try await visit.get(Site.plant(house.hall), cookie: house.cookie).text
            // The entry, its button, and the photograph.
            #expect(html.components(separatedBy: "by the guest Maria &lt;b&gt;").count == 4)
            let entries = try await visit.get(Site.API.log, cookie: house.cookie, accept: "application/json").text
            #expect(entries.contains(#""guest":"Maria <b>""#))
            // A small picture of a photograph that is not the first one of a plant is not shown to guests.
            let later = try #require(try await house.house.household.collection.plant(house.hall).photographs.last)
            lone(try await visit.get(Site.guestPicture(secret, later)), .notFound)
        }
    }

    @Test("A picture that cannot be used is refused on the page itself")
    func unusablePicture() async throws {
        try await visiting { visit, house in
            let secret = try await house.link().secret.text
            let answer = try await visit.upload(Site.guestPhotographs(secret, house.hall), "a text")
            let html = lone(answer, .unsupportedMediaType)
            #expect(html.contains("This is not a picture.") && html.contains("A photo of Monty"))
            #expect(try await house.photographs(of: house.hall) == 1)
        }
    }

    @Test("The name of a guest, of a plant, of a room and of a chore is text and never markup")
    func markup() async throws {
        try await visiting { visit, house in
            let household = house.house.household
            let nasty = "<img src=x onerror=alert(1)>"
            let plant = try await household.collection.add(nasty, taxon: nil, room: "\"><script>").id
            _ = try await household.agenda.addChore(.own, title: "'\"<i>", plant: plant, recurrence: .once)
            let link = try await house.link(.all, named: nasty)
            let html = try await visit.get(Site.guest(link.secret.text)).text
            let list = try await visit.get(Site.guestLinks, cookie: house.cookie).text
            let log = try await visit.get(Site.accountLog, cookie: house.cookie).text
            for page in [html, list, log] {
                #expect(page.contains("&lt;img src=x onerror=alert(1)&gt;"))
                #expect(!page.contains("<img src=x") && !page.contains("\"><script>") && !page.contains("<i>"))
            }
        }
    }

    @Test("A link that has ended, one that is over and one that never existed get the same page on every address")
    func ended() async throws {
        try await visiting { visit, house in
            let (ended, short) = (try await house.link(), try await house.link(days: 1))
            try await house.house.household.guests.end(ended.link.id, by: house.owner)
            house.house.clock.pass(86_400)
            let never = String(repeating: "a", count: Secret.length)
            var pages: Set<String> = []
            for secret in [ended.secret.text, short.secret.text, never, "x"] {
                for address in [Site.guest(secret), Site.guestPicture(secret, house.hallPicture)] {
                    pages.insert(lone(try await visit.get(address), .gone))
                }
                for address in [Site.guestDone(secret, house.dust), Site.guestUndo(secret, 1)] {
                    pages.insert(lone(try await visit.post(address), .gone))
                }
                pages.insert(lone(try await visit.upload(Site.guestPhotographs(secret, house.hall)), .gone))
            }
            #expect(pages.count == 1)
            #expect(pages.first?.contains("This link has ended.") == true)
            #expect(pages.first?.contains("Ask for a new one.") == true)
            #expect(try await house.done().isEmpty)
            #expect(try await house.photographs(of: house.hall) == 1)
        }
    }
}

extension GuestPagesTests {
    // MARK: The people of the household

    @Test("A person makes a link with the form, which shows it once, sees it in the list, and ends it")
    func making() async throws {
        try await visiting { visit, house in
            let form = try await visit.get(Site.guestLinks, cookie: house.cookie)
            #expect(form.status == .ok && form.text.contains("value=\"Attic\"") && form.text.contains("value=\"14\""))
            let made = try await visit.post(
                Site.guestLinks, ["name": "Maria", "rooms": "chosen", "room-1": "Hall", "days": "7"],
                cookie: house.cookie)
            #expect(made.status == .ok && made.headers[.cacheControl] == "no-store")
            let link = try #require(made.text.firstMatch(of: /value="(https?:\/\/[^"]*?)(\/g\/[\w-]{43})"/))
            lone(try await visit.get(String(link.2)))
            let list = try await visit.get(Site.guestLinks, cookie: house.cookie).text
            #expect(list.contains("Hall. Until 28 Nov 2026") && list.contains("last used today at"))
            #expect(!list.contains(String(link.2.dropFirst(3))))
            let account = try await visit.get(Site.account, cookie: house.cookie).text
            #expect(account.contains("href=\"\(Site.guestLinks)\""))
            let id = try #require(try await house.house.household.guests.links(by: house.owner).first).link.id
            let ended = try await visit.post(Site.endGuestLink(id), cookie: house.cookie)
            #expect(ended.headers[.location] == Site.guestLinks + "?note=ended")
            lone(try await visit.get(String(link.2)), .gone)
            let log = try await visit.get(Site.accountLog, cookie: house.cookie).text
            #expect(log.contains("Ada made a guest link for Maria"))
            #expect(log.contains("Ada ended the guest link of Maria"))
        }
    }

    @Test(
        "A form that cannot be used is shown again with the reason and what was typed",
        arguments: [
            (["name": ""], "A guest link needs the name"), (["name": "Mia", "days": "91"], "1 to 90 days"),
            (["name": "Mia", "days": "x"], "1 to 90 days"),
            (["name": "Mia", "days": "5", "rooms": "chosen"], "at least one room"),
            (["name": "Mia", "days": "5", "rooms": "chosen", "room-0": "Cellar"], "No plant stands in"),
            (["name": "Mia", "days": "5", "room-0": "Cellar"], "No plant stands in"),
        ] as [([String: String], String)])
    func refusals(fields: [String: String], reason: String) async throws {
        try await visiting { visit, house in
            let body = fields.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "&")
            let answer = try await visit.client.execute(
                uri: Site.guestLinks, method: .post,
                headers: [
                    .accept: "text/html", .cookie: house.cookie, .contentType: "application/x-www-form-urlencoded",
                ], body: .init(string: body))
            #expect(answer.status == .unprocessableContent && answer.text.contains(reason))
            #expect(answer.text.contains("value=\"\(fields["name"] ?? "")\""))
            #expect(try await house.house.household.guests.links(by: house.owner).isEmpty)
        }
    }

    @Test("Without an owner there are no guest links, and the page leads to the settings")
    func withoutOwner() async throws {
        let house = try AccountHouse()
        try await house.visiting { visit in
            let answer = try await visit.get(Site.guestLinks)
            #expect(answer.status == .seeOther && answer.headers[.location] == Site.settings)
            #expect(try await visit.post(Site.guestLinks, ["name": "Maria"]).status == .unauthorized)
            #expect(try await visit.get(Site.guest(String(repeating: "a", count: 43))).status == .gone)
        }
    }
}
