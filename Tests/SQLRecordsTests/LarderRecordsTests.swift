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
            let home = sample.home
            func product(_ language: String) async throws -> RememberedProduct? {
                try await records.product(sample.spread, in: language, of: home)
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
            for remembered in all { try await records.remember(remembered, for: home) }
            for remembered in all { #expect(try await product(remembered.language) == remembered) }
            #expect(try await product("fr") == nil, "in another language it reads otherwise")
            #expect(try await records.product("96385074", in: "sv", of: home) == nil)
            // It replaces the product in that language and no other.
            let gone = sample.remembered(nil, in: "en", minute: 9)
            try await records.remember(gone, for: home)
            #expect(try await product("en") == gone)
            #expect(try await product("de") == all[1])
            // The product was read but never scanned, so it is not in the larder.
            #expect(try await records.larderItem(sample.spread, of: home) == nil)
            #expect(try await records.larder(in: "en", limit: 9, of: home).isEmpty)
        }
    }

    @Test("The larder lists the latest look-up first", arguments: RecordsStore.allCases)
    func larderIsLatestFirst(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let home = sample.home
            func note(_ code: String, at minute: Int) async throws {
                try await records.note(
                    LarderItem(code: code, firstAt: sample.time(minute), lastAt: sample.time(minute)), for: home)
            }
            func codes(_ limit: Int = 9) async throws -> [String] {
                try await records.larder(in: "en", limit: limit, of: home).map(\.item.code)
            }
            for (code, minute) in [("11", 1), ("33", 3), ("22", 2)] { try await note(code, at: minute) }
            #expect(try await codes() == ["33", "22", "11"])
            #expect(try await codes(2) == ["33", "22"])
            #expect(try await codes(0).isEmpty)
            try await note("11", at: 5)
            #expect(try await codes() == ["11", "33", "22"])
            #expect(
                try await records.larderItem("11", of: home)
                    == LarderItem(code: "11", firstAt: sample.time(1), lastAt: sample.time(5)))
            #expect(try await records.larderItem("44", of: home) == nil)

            // In that language if available, else in any, else none.
            let english = sample.remembered(nil, as: "33", in: "en", minute: 1)
            let german = sample.remembered(Product(code: "33"), in: "de", minute: 2)
            let other = sample.remembered(Product(code: "22"), in: "de", minute: 2)
            for remembered in [english, german, other] { try await records.remember(remembered, for: home) }
            #expect(try await records.larder(in: "en", limit: 9, of: home).map(\.remembered) == [nil, english, other])
            #expect(try await records.larder(in: "de", limit: 9, of: home).map(\.remembered) == [nil, german, other])
            #expect(try await records.larder(in: "de", limit: 2, of: home).map(\.remembered) == [nil, german])
        }
    }

    @Test("Lot and expiry date stay until a new packet has other values", arguments: RecordsStore.allCases)
    func lotAndExpiryStay(store: RecordsStore) async throws {
        try await store.opened { records, sample async throws in
            func note(_ minute: Int, expiry: String? = nil, lot: String? = nil) async throws -> [String?] {
                let time = sample.time(minute)
                try await records.note(
                    LarderItem(code: "11", firstAt: time, lastAt: time, expiry: expiry, lot: lot), for: sample.home)
                let item = try #require(try await records.larderItem("11", of: sample.home))
                #expect((item.firstAt, item.lastAt) == (sample.time(1), time))
                #expect(try await records.larder(in: "en", limit: 9, of: sample.home).map(\.item) == [item])
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
            let home = sample.home
            func note(_ code: String, at minute: Int, lot: String? = nil) async throws {
                let time = sample.time(minute)
                try await records.note(LarderItem(code: code, firstAt: time, lastAt: time, lot: lot), for: home)
            }
            for (code, name) in [("11", "a"), ("22", "b")] {
                try await note(code, at: 1, lot: "old")
                for language in ["en", "de"] {
                    try await records.remember(
                        sample.remembered(Product(code: code), in: language, minute: 1), for: home)
                    try await records.remember(
                        [sample.question(name, of: code), sample.question(name + "2", of: code)], about: code,
                        in: language,
                        at: sample.time(1), for: home)
                }
            }
            try await records.remember(
                [sample.question("any", of: "11")], about: nil, in: "en", at: sample.time(2), for: home)
            let vote = try await records.intend(sample.vote(sample.question("a", of: "11")), for: home)

            try await records.removeFromLarder("11", for: home)
            for language in ["en", "de"] {
                #expect(try await records.product("11", in: language, of: home) == nil)
                #expect(try await records.questions(about: "11", in: language, of: home) == nil)
                #expect(
                    try await records.openQuestions(for: "device", in: language, limit: 9, of: home).map(\.code) == [
                        "22", "22",
                    ])
                #expect(try await records.product("22", in: language, of: home) != nil)
                #expect(try await records.questions(about: "22", in: language, of: home)?.questions.count == 2)
            }
            for name in ["a2", "any"] { #expect(try await records.question(sample.id(name), of: home) == nil) }
            #expect(try await records.larder(in: "en", limit: 9, of: home).map(\.item.code) == ["22"])
            #expect(try await records.votes(VoteQuery(), of: home) == [vote])
            #expect(
                try await records.claimVotes(limit: 9, at: sample.time(1), until: sample.time(2), of: home).count == 1)

            await refused(.notFound) { try await records.removeFromLarder("11", for: home) }
            // A household cannot remove a product that it does not have; the product data stay.
            let read = sample.remembered(Product(code: "33"), minute: 1)
            try await records.remember(read, for: home)
            await refused(.notFound) { try await records.removeFromLarder("33", for: home) }
            #expect(try await records.product("33", in: "en", of: home) == read)
            // A later packet is a new entry.
            try await note("11", at: 9)
            #expect(
                try await records.larderItem("11", of: home)
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
            try await records.remember(product, for: home)
            try await records.note(item, for: home)
            try await records.remember([question], about: sample.spread, in: "en", at: sample.time(1), for: home)
            func seen(by household: Household.ID) async throws -> Int {
                let products = try await records.product(sample.spread, in: "en", of: household) == nil ? 0 : 1
                let items = try await records.larderItem(sample.spread, of: household) == nil ? 0 : 1
                let asked = try await records.questions(about: sample.spread, in: "en", of: household) == nil ? 0 : 1
                let known = try await records.question(question.id, of: household) == nil ? 0 : 1
                let lines = try await records.larder(in: "en", limit: 9, of: household).count
                let open = try await records.openQuestions(for: "device", in: "en", limit: 9, of: household).count
                return products + items + asked + known + lines + open
            }
            #expect(try await seen(by: home) == 6)
            #expect(try await seen(by: away) == 0)
            await refused(.notFound) { try await records.removeFromLarder(sample.spread, for: away) }
            // The same product in another household is independent.
            try await records.remember(sample.remembered(nil), for: away)
            let other = LarderItem(
                code: sample.spread, firstAt: sample.time(8), lastAt: sample.time(8), expiry: "2027-01-01")
            try await records.note(other, for: away)
            #expect(try await records.larderItem(sample.spread, of: away) == other)
            let late = sample.time(30 * 1440)
            try await records.remember([question], about: sample.spread, in: "en", at: late, for: away)
            _ = try await records.intend(sample.vote(question), for: away)
            #expect(try await seen(by: home) == 6)
            try await records.removeFromLarder(sample.spread, for: away)
            #expect(try await seen(by: home) == 6)
            #expect(try await records.product(sample.spread, in: "en", of: home) == product)
            #expect(
                try await records.larder(in: "en", limit: 9, of: home) == [LarderLine(item: item, remembered: product)])
        }
    }

    // MARK: - Separate households
}
