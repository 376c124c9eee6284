import Foundation
import HTTPTransport
import HTTPTypes
import Support
import Testing
import Trefle

@Suite("Pages of Trefle", .tags(.small))
struct PagingTests {
    private func two() throws -> Service {
        Service(answers: [
            Service.answer(200, try invented("plants-1.json")), Service.answer(200, try invented("plants-2.json")),
        ])
    }

    private func page(next: String?, items: Int = 1) -> String {
        let item = #"{"id": 1, "scientific_name": "A b"}"#
        let link = next.map { #""next": "\#($0)""# } ?? ""
        return #"{"data": [\#(Array(repeating: item, count: items).joined(separator: ", "))], "links": {\#(link)}}"#
    }

    @Test("The next page is requested from the service's link, with the same filters and the token in the header")
    func next() async throws {
        let service = try two()
        let first = try await service.client.plants(where: .init(filter: [.vegetable: ["true"]])).value
        #expect(first.links.current == "/api/v1/plants?filter%5Bvegetable%5D=true")
        #expect(first.links.previous == nil && !first.isLast)
        let second = try #require(try await service.client.page(after: first)).value
        #expect(service.path == first.links.next)
        #expect(service.asked.last?.head.headerFields[.authorization] == "Bearer \(Service.token)")
        #expect(second.items.map(\.rank) == [.hybrid])
        #expect(second.links.previous == second.links.first && second.isLast)
        #expect(try await service.client.page(after: second) == nil)
        #expect(service.asked.count == 2)
    }

    @Test("Pages are requested on demand, and end at a page without a next link")
    func sequence() async throws {
        let service = try two()
        let client = service.client
        let pages = client.pages(from: try await client.plants().value)
        var walker = pages.makeAsyncIterator()
        #expect(try await walker.next()?.items.count == 2)
        #expect(service.asked.count == 1)
        #expect(try await walker.next()?.items.count == 1)
        #expect(service.asked.count == 2)
        #expect(try await walker.next() == nil)
        #expect(try await walker.next() == nil)
        #expect(service.asked.count == 2)
    }

    @Test("An empty page and a repeated page end the sequence")
    func loops() async throws {
        for (body, expected) in [(page(next: "/api/v1/plants?page=9"), 2), (page(next: "/api/v1/x", items: 0), 1)] {
            let service = Service(200, body)
            let client = service.client
            var count = 0
            for try await _ in client.pages(from: try await client.plants().value) { count += 1 }
            #expect(count == expected)
            #expect(service.asked.count == expected)
        }
    }

    @Test("A list that has become shorter ends the sequence, and another failure is thrown")
    func shorter() async throws {
        let overflow = #"{"error": true, "message": "expected :page in 1..1; got 2"}"#
        let first = Service.answer(200, page(next: "/api/v1/plants?page=2"))
        let short = Service(answers: [first, Service.answer(404, overflow)]).client
        var walker = short.pages(from: try await short.plants().value).makeAsyncIterator()
        #expect(try await walker.next() != nil)
        #expect(try await walker.next() == nil)

        let deep = #"{"error": true, "message": "page must be 2500 or lower. Narrow the results"}"#
        let far = Service(answers: [first, Service.answer(400, deep)]).client
        var wanderer = far.pages(from: try await far.plants().value).makeAsyncIterator()
        #expect(try await wanderer.next() != nil)
        #expect(await failure { try await wanderer.next() }?.code == .pageTooDeep, "there is more: not an end")

        let broken = Service(answers: [first, Service.answer(500, "<html>")]).client
        var other = broken.pages(from: try await broken.plants().value).makeAsyncIterator()
        #expect(try await other.next() != nil)
        await #expect(throws: TrefleError.self) { try await other.next() }
        #expect(try await other.next() == nil)
    }

    @Test(
        "A link to another place is not followed, because it would receive the token",
        arguments: [
            "https://evil.test/api/v1/plants?page=2", "//evil.test/api/v1/plants", "/api/v2/plants", "api/v1/plants",
            "/api/v1/../../admin", "/api/v1/%2E%2e/x", "/api/v1/a%2f..%2fb", "/api/v1/plants page", "/api/v1/plants#x",
            "/api/v1/plants\\r\\nX: y", "@evil.test/", "",
        ])
    func elsewhere(link: String) async throws {
        let service = Service(200, page(next: link))
        let client = service.client
        let first = try await client.plants().value
        let error = await failure { try await client.page(after: first) }
        #expect(error?.rule == .link)
        #expect(service.asked.count == 1)
    }

    @Test("An unreadable element is counted and left out")
    func lossy() async throws {
        let body = #"{"data": [{"id": 1, "scientific_name": "A b"}, {"id": 2}, null, 3], "meta": {"total": "4"}}"#
        let page = try await Service(200, body).client.plants().value
        #expect(page.items.map(\.scientificName) == ["A b"])
        #expect(page.unreadableItems == 3)
        #expect(page.total == 4)
        #expect(page.links == PageLinks.none)
    }
}

extension PageLinks {
    fileprivate static let none = try? JSONDecoder().decode(PageLinks.self, from: Data("{}".utf8))
}
