import Contracts
import Foundation
import Household
import Larder
import Recognition
import Support
import Testing

@Suite("Records of products and the larder", .tags(.medium))
struct LarderRecordsTests {
    @Test("A product is read as it was written, in each language", arguments: RecordsStore.allCases)
    func productsAreRemembered(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            func product(_ language: String) async throws -> RememberedProduct? {
                try await records.product(sample.spread, in: language)
            }
            #expect(try await product("en") == nil)
            var odd = Product(code: sample.spread)
            (odd.nutriScore, odd.greenScore, odd.allergens) = (.notApplicable, .unknown, .notKnown)
            (odd.additives, odd.hasAllIngredients) = ([], true)
            let all = [
                sample.remembered(sample.product(), in: "en", minute: 1),
                sample.remembered(Product(code: sample.spread), in: "de", minute: 2),
                sample.remembered(odd, in: "it", minute: 3),
                // A service may store a product under another number than the requested one.
                sample.remembered(Product(code: "96385074"), as: sample.spread, in: "sv", minute: 4),
                RememberedProduct(
                    code: sample.spread, language: "nb", product: nil, raw: [], fetchedAt: sample.time(0) + 0.125),
            ]
            for remembered in all { try await records.remember(remembered) }
            for remembered in all { #expect(try await product(remembered.language) == remembered) }
            #expect(try await product("fr") == nil, "in another language it reads otherwise")
            #expect(try await records.product("96385074", in: "sv") == nil)
            // It replaces the product in that language and no other.
            let gone = sample.remembered(nil, in: "en", minute: 9)
            try await records.remember(gone)
            #expect(try await product("en") == gone)
            #expect(try await product("de") == all[1])
            // The product was read but never scanned, so it is not in the larder.
            #expect(try await records.larderItem(sample.spread) == nil)
            #expect(try await records.larder(in: "en", limit: 9).isEmpty)
        }
    }

    @Test("The larder lists the latest look-up first", arguments: RecordsStore.allCases)
    func larderIsLatestFirst(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            func note(_ code: String, at minute: Int) async throws {
                try await records.note(
                    LarderItem(code: code, firstAt: sample.time(minute), lastAt: sample.time(minute)))
            }
            func codes(_ limit: Int = 9) async throws -> [String] {
                try await records.larder(in: "en", limit: limit).map(\.item.code)
            }
            for (code, minute) in [("11", 1), ("33", 3), ("22", 2)] { try await note(code, at: minute) }
            #expect(try await codes() == ["33", "22", "11"])
            #expect(try await codes(2) == ["33", "22"])
            #expect(try await codes(0).isEmpty)
            try await note("11", at: 5)
            #expect(try await codes() == ["11", "33", "22"])
            #expect(
                try await records.larderItem("11")
                    == LarderItem(code: "11", firstAt: sample.time(1), lastAt: sample.time(5)))
            #expect(try await records.larderItem("44") == nil)

            // In that language if available, else in any, else none.
            let english = sample.remembered(nil, as: "33", in: "en", minute: 1)
            let german = sample.remembered(Product(code: "33"), in: "de", minute: 2)
            let other = sample.remembered(Product(code: "22"), in: "de", minute: 2)
            for remembered in [english, german, other] { try await records.remember(remembered) }
            #expect(try await records.larder(in: "en", limit: 9).map(\.remembered) == [nil, english, other])
            #expect(try await records.larder(in: "de", limit: 9).map(\.remembered) == [nil, german, other])
            #expect(try await records.larder(in: "de", limit: 2).map(\.remembered) == [nil, german])
        }
    }

    @Test("Lot and expiry date stay until a new packet has other values", arguments: RecordsStore.allCases)
    func lotAndExpiryStay(store: RecordsStore) async throws {
        try await store.opened { records, sample async throws in
            func note(_ minute: Int, expiry: String? = nil, lot: String? = nil) async throws -> [String?] {
                let time = sample.time(minute)
                try await records.note(
                    LarderItem(code: "11", firstAt: time, lastAt: time, expiry: expiry, lot: lot))
                let item = try #require(try await records.larderItem("11"))
                #expect((item.firstAt, item.lastAt) == (sample.time(1), time))
                #expect(try await records.larder(in: "en", limit: 9).map(\.item) == [item])
                return [item.expiry, item.lot]
            }
            #expect(try await note(1) == [nil, nil])
            #expect(try await note(2, expiry: "2026-12-01", lot: "A-1") == ["2026-12-01", "A-1"])
            #expect(try await note(3) == ["2026-12-01", "A-1"])
            #expect(try await note(4, lot: "B") == [nil, "B"], "the date is another packet's")
            #expect(try await note(5, expiry: "2027-01-31") == ["2027-01-31", nil])
        }
    }

    @Test(
        "Removing a product from the larder removes its questions and keeps its votes",
        arguments: RecordsStore.allCases)
    func leavingTheLarderTakesAll(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            func note(_ code: String, at minute: Int, lot: String? = nil) async throws {
                let time = sample.time(minute)
                try await records.note(LarderItem(code: code, firstAt: time, lastAt: time, lot: lot))
            }
            for (code, name) in [("11", "a"), ("22", "b")] {
                try await note(code, at: 1, lot: "old")
                for language in ["en", "de"] {
                    try await records.remember(
                        sample.remembered(Product(code: code), in: language, minute: 1))
                    try await records.remember(
                        [sample.question(name, of: code), sample.question(name + "2", of: code)], about: code,
                        in: language,
                        at: sample.time(1))
                }
            }
            try await records.remember(
                [sample.question("any", of: "11")], about: nil, in: "en", at: sample.time(2))
            let vote = try await records.intend(sample.vote(sample.question("a", of: "11")))

            try await records.removeFromLarder("11")
            for language in ["en", "de"] {
                #expect(try await records.product("11", in: language) == nil)
                #expect(try await records.questions(about: "11", in: language) == nil)
                #expect(
                    try await records.openQuestions(for: "device", in: language, limit: 9).map(\.code) == [
                        "22", "22",
                    ])
                #expect(try await records.product("22", in: language) != nil)
                #expect(try await records.questions(about: "22", in: language)?.questions.count == 2)
            }
            for name in ["a2", "any"] { #expect(try await records.question(sample.id(name)) == nil) }
            #expect(try await records.larder(in: "en", limit: 9).map(\.item.code) == ["22"])
            #expect(try await records.votes(VoteQuery()) == [vote])
            #expect(
                try await records.claimVotes(limit: 9, at: sample.time(1), until: sample.time(2)).count == 1)

            await refused(.notFound) { try await records.removeFromLarder("11") }
            // A household cannot remove a product that it does not have; the product data stay.
            let read = sample.remembered(Product(code: "33"), minute: 1)
            try await records.remember(read)
            await refused(.notFound) { try await records.removeFromLarder("33") }
            #expect(try await records.product("33", in: "en") == read)
            // A later packet is a new entry.
            try await note("11", at: 9)
            #expect(
                try await records.larderItem("11")
                    == LarderItem(code: "11", firstAt: sample.time(9), lastAt: sample.time(9)))
        }
    }

    @Test("A household never reads or changes another household's larder", arguments: RecordsStore.allCases)
    func lardersDoNotMeet(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let (home, away) = (sample.home, sample.away)
            let product = sample.remembered(sample.product())
            let item = LarderItem(code: sample.spread, firstAt: sample.time(1), lastAt: sample.time(1), lot: "A")
            let question = try sample.question("q")
            try await records.remember(product)
            try await records.note(item)
            try await records.remember([question], about: sample.spread, in: "en", at: sample.time(1))
            func seen(by household: Household.ID) async throws -> Int {
                let products = try await records.bound(to: household).product(sample.spread, in: "en") == nil ? 0 : 1
                let items = try await records.bound(to: household).larderItem(sample.spread) == nil ? 0 : 1
                let asked =
                    try await records.bound(to: household).questions(about: sample.spread, in: "en") == nil ? 0 : 1
                let known = try await records.bound(to: household).question(question.id) == nil ? 0 : 1
                let lines = try await records.bound(to: household).larder(in: "en", limit: 9).count
                let open = try await records.bound(to: household).openQuestions(for: "device", in: "en", limit: 9).count
                return products + items + asked + known + lines + open
            }
            #expect(try await seen(by: home) == 6)
            #expect(try await seen(by: away) == 0)
            await refused(.notFound) { try await records.bound(to: away).removeFromLarder(sample.spread) }
            // The same product in another household is independent.
            try await records.bound(to: away).remember(sample.remembered(nil))
            let other = LarderItem(
                code: sample.spread, firstAt: sample.time(8), lastAt: sample.time(8), expiry: "2027-01-01")
            try await records.bound(to: away).note(other)
            #expect(try await records.bound(to: away).larderItem(sample.spread) == other)
            let late = sample.time(30 * 1440)
            try await records.bound(to: away).remember([question], about: sample.spread, in: "en", at: late)
            _ = try await records.bound(to: away).intend(sample.vote(question))
            #expect(try await seen(by: home) == 6)
            try await records.bound(to: away).removeFromLarder(sample.spread)
            #expect(try await seen(by: home) == 6)
            #expect(try await records.product(sample.spread, in: "en") == product)
            #expect(
                try await records.larder(in: "en", limit: 9) == [LarderLine(item: item, remembered: product)])
        }
    }

    // MARK: - Separate households
}
