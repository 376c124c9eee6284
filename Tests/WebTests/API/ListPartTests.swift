import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Support
import Testing

@testable import Web

/// Lists of the API in parts: `limit`, `cursor`, and the `Link` to the next part.
@Suite("Parts of lists", .tags(.medium))
struct ListPartTests {
    private struct Plants: Decodable {
        struct Plant: Decodable { let name: String, id: String }
        let plants: [Plant]
    }

    private func add(_ name: String, _ visit: AccountVisit) async throws -> String {
        let added = try await visit.ask(.post, Site.API.plants, token: nil, body: #"{"name": "\#(name)"}"#)
        return try #require(added.headers[.location])
    }

    private func next(of answer: TestResponse) throws -> String? {
        guard let link = answer.headers[try #require(HTTPField.Name("Link"))] else { return nil }
        #expect(link.hasSuffix(#">; rel="next""#))
        return link.split(separator: ">").first.map { String($0.dropFirst()) }
    }

    /// Reads all parts. `between` is called after each part.
    private func names(
        _ first: String, _ visit: AccountVisit, between: (Int) async throws -> Void = { _ in }
    ) async throws -> [[String]] {
        var (parts, address): ([[String]], String?) = ([], first)
        while let uri = address {
            let answer = try await visit.ask(uri, token: nil)
            #expect(answer.status == .ok, "\(uri): \(answer.text)")
            parts.append(try JSONDecoder().decode(Plants.self, from: Data(answer.text.utf8)).plants.map(\.name))
            address = try next(of: answer)
            try await between(parts.count)
        }
        return parts
    }

    @Test("The links lead through the whole list, and the other words of the query stay")
    func whole() async throws {
        try await AccountHouse().visiting { visit in
            for number in 1...7 { _ = try await add("Fern \(number)", visit) }
            _ = try await add("Rose", visit)
            let parts = try await names(Site.API.plants + "?q=fern&order=name&limit=3", visit)
            #expect(parts == [["Fern 1", "Fern 2", "Fern 3"], ["Fern 4", "Fern 5", "Fern 6"], ["Fern 7"]])
            #expect(try await names(Site.API.plants + "?limit=8", visit).map(\.count) == [8])
            #expect(try await names(Site.API.plants, visit).map(\.count) == [8])
        }
    }

    @Test("Plants that are added and removed between the parts neither repeat nor hide others")
    func changing() async throws {
        try await AccountHouse().visiting { visit in
            var addresses: [String] = []
            for number in 1...6 { addresses.append(try await add("Fern \(number)", visit)) }
            let added = addresses
            // In the order of names, one comes before the place and one before it goes.
            let parts = try await names(Site.API.plants + "?order=name&limit=2", visit) { count in
                if count == 1 { _ = try await add("Aloe", visit) }
                if count == 2 { _ = try await visit.ask(.delete, added[0], token: nil) }
            }
            #expect(parts == [["Fern 1", "Fern 2"], ["Fern 3", "Fern 4"], ["Fern 5", "Fern 6"]])
            // If the last plant that was sent goes, its place counts.
            let others = try await names(Site.API.plants + "?order=name&limit=2", visit) { count in
                if count == 1 { _ = try await visit.ask(.delete, added[1], token: nil) }
            }
            #expect(others.first == ["Aloe", "Fern 2"])
            #expect(others.flatMap(\.self).contains("Fern 5") && others.flatMap(\.self).contains("Fern 6"))
        }
    }

    @Test(
        "A cursor that is none is refused",
        arguments: ["x", "1", "0.a", "-1.a", "1.", "9223372036854775807.x", "100001.x"])
    func refused(cursor: String) async throws {
        try await AccountHouse().visiting { visit in
            let answer = try await visit.ask(Site.API.plants + "?cursor=" + cursor, token: nil)
            #expect(answer.status == .badRequest && answer.text.contains("bad-wish"))
            let log = try await visit.ask(Site.API.log + "?cursor=" + cursor, token: nil)
            #expect(log.status == .badRequest)
            let limit = try await visit.ask(Site.API.log + "?limit=0", token: nil)
            #expect(limit.status == .badRequest)
        }
    }

    @Test(
        "A part that is read from the beginning of a list is whole, however many items were added in front",
        arguments: [0, 49, 51, 70, 200])
    func beginnings(added: Int) async throws {
        func part(_ cursor: String) throws -> ListPart {
            try ListPart(
                Request(
                    head: .init(method: .get, scheme: nil, authority: nil, path: "/api/log?limit=60" + cursor),
                    body: .init(buffer: .init())))
        }
        let before = (0..<200).map(String.init)
        var reads = 0
        let first = try await part("").of {
            $0
        } reading: { limit in
            reads += 1
            return Array(before.prefix(limit))
        }
        #expect(first.items == Array(before.prefix(60)) && reads == 1)
        let after = (0..<added).map { "new\($0)" } + before
        let cursor = try #require(first.next?.split(separator: "cursor=").last)
        let second = try await part("&cursor=\(cursor)").of {
            $0
        } reading: {
            Array(after.prefix($0))
        }
        #expect(second.items == Array(before[60..<120]) && second.next != nil)
    }

    @Test("The log has parts of 50 entries, and all of them can be read")
    func log() async throws {
        try await AccountHouse().visiting { visit in
            let body = #"{"kind": "own", "title": "Turn it", "recurrence": "days 1"}"#
            let added = try await visit.ask(.post, Site.API.chores, token: nil, body: body)
            let chore = "/api/chores/" + (try JSONDecoder().decode(Named.self, from: Data(added.text.utf8))).id
            for _ in 0..<55 {
                #expect(try await visit.ask(.post, chore + "/skip", token: nil).status.code < 300)
            }
            let first = try await visit.ask(Site.API.log, token: nil)
            let second = try await visit.ask(try #require(try next(of: first)), token: nil)
            let counts = [first, second].map { $0.text.components(separatedBy: #""entry":"#).count - 1 }
            #expect(counts == [50, 5])
            #expect(try next(of: second) == nil)
        }
    }

    private struct Named: Decodable {
        let id: String
    }
}
