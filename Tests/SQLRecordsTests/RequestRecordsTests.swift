import Contracts
import Foundation
import Household
import Labels
import Plants
import Recognition
import Support
import Testing

@Suite("Records of repeated requests", .tags(.medium))
struct RequestRecordsTests {
    private func claim(
        _ attempt: String, key: String = "k", account: String = "ada", route: String = "POST /notes"
    ) -> RequestClaim {
        RequestClaim(account: account, route: route, key: key, attempt: attempt)
    }

    private func take(_ claim: RequestClaim, in records: any Records, second: Int = 0, keeping most: Int = 10)
        async throws
        -> RequestState
    {
        let now = Sample().second(second)
        return try await records.claim(
            claim, at: now, leaseEnd: now.addingTimeInterval(60), removingBefore: now.addingTimeInterval(-3600),
            keeping: most)
    }

    @Test("A key has one attempt at a time, and then its answer", arguments: RecordsStore.allCases)
    func once(store: RecordsStore) async throws {
        try await store.openedTwice { records, other, _ in
            let first = claim("1")
            #expect(try await take(first, in: records) == .claimed)
            #expect(try await take(claim("2"), in: other, second: 1) == .underWay)
            let answer = StoredAnswer(status: 303, location: "/?did=1", type: nil, body: [])
            try await records.settle(first, fingerprint: "f", answer: answer)
            #expect(try await take(claim("3"), in: other, second: 2) == .performed(answer, fingerprint: "f"))
            // The scope of a key is the account and the route.
            #expect(try await take(claim("4", account: "ben"), in: records) == .claimed)
            #expect(try await take(claim("5", route: "POST /doses"), in: records) == .claimed)
            let full = StoredAnswer(status: 201, location: nil, type: "application/json", body: Array("{}".utf8))
            try await records.settle(claim("4", account: "ben"), fingerprint: "g", answer: full)
            let again = try await take(claim("6", account: "ben"), in: records)
            #expect(again == .performed(full, fingerprint: "g"))
        }
    }

    @Test("An attempt that failed gives the key back", arguments: RecordsStore.allCases)
    func released(store: RecordsStore) async throws {
        try await store.opened { records, _ in
            #expect(try await take(claim("1"), in: records) == .claimed)
            try await records.release(claim("1"))
            #expect(try await take(claim("2"), in: records) == .claimed)
            // An attempt that lost its key neither frees nor settles it.
            try await records.release(claim("1"))
            try await records.settle(claim("1"), fingerprint: "f", answer: StoredAnswer(status: 200))
            #expect(try await take(claim("3"), in: records) == .underWay)
        }
    }

    @Test(
        "A change of an earlier version is refused, and one of the present version is made",
        arguments: RecordsStore.allCases)
    func versions(store: RecordsStore) async throws {
        try await store.openedTwice { records, other, _ in
            let before = try await records.version()
            try await other.choose(["home.clock": "12"])
            let after = try await records.version()
            #expect(after > before)
            await #expect(throws: ExpectedVersion.Outdated.self) {
                try await ExpectedVersion.$current.withValue(ExpectedVersion(before)) {
                    try await records.choose(["home.clock": "24"])
                }
            }
            #expect(try await records.choices()["home.clock"] == "12")
            try await ExpectedVersion.$current.withValue(ExpectedVersion(after)) {
                try await records.choose(["home.clock": "24"])
                // The request has changed the version itself.
                try await records.choose(["home.units": "metric"])
            }
            #expect(try await records.choices() == ["home.clock": "24", "home.units": "metric"])
        }
    }

    @Test("A version is compared again until a change of the request was committed")
    func compared() throws {
        let expected = ExpectedVersion(7)
        try expected.compare(with: 7)
        // The database ran the transaction again, and another one came between.
        #expect(throws: ExpectedVersion.Outdated.self) { try expected.compare(with: 8) }
        expected.noteChange()
        try expected.compare(with: 9)
    }

    @Test("A key is free again after the lease, if the request had no effect", arguments: RecordsStore.allCases)
    func leaseEnds(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let plant = try sample.bare("Rose")
            try await records.keep(plant, chores: [], correction: nil)
            #expect(try await take(claim("1"), in: records) == .claimed)
            #expect(try await take(claim("2"), in: records, second: 61) == .claimed)
            // The first attempt comes too late, so its effect is rolled back.
            await refused(.requestUnderWay) {
                try await RequestClaim.$current.withValue(claim("1")) {
                    _ = try await records.addNote("late", at: sample.second(62), to: plant.id)
                }
            }
            #expect(try await records.notes(of: plant.id).isEmpty)
            _ = try await RequestClaim.$current.withValue(claim("2")) {
                try await records.addNote("in time", at: sample.second(63), to: plant.id)
            }
            #expect(try await records.notes(of: plant.id).map(\.text) == ["in time"])
        }
    }

    @Test(
        "A request that had its effect is not performed again, also without an answer", arguments: RecordsStore.allCases
    )
    func effectWithoutAnswer(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let plant = try sample.bare("Rose")
            try await records.keep(plant, chores: [], correction: nil)
            #expect(try await take(claim("1"), in: records) == .claimed)
            _ = try await RequestClaim.$current.withValue(claim("1")) {
                try await records.addNote("once", at: sample.second(1), to: plant.id)
            }
            #expect(try await take(claim("2"), in: records, second: 2) == .underWay)
            #expect(try await take(claim("3"), in: records, second: 90) == .performed(nil, fingerprint: nil))
            // The attempt ends with an error after the effect.
            try await records.release(claim("1"))
            #expect(try await take(claim("4"), in: records, second: 3) == .performed(nil, fingerprint: nil))
        }
    }

    @Test("Old keys are removed, and another household has its own", arguments: RecordsStore.allCases)
    func swept(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            #expect(try await take(claim("1"), in: records) == .claimed)
            try await records.settle(claim("1"), fingerprint: "f", answer: StoredAnswer(status: 200))
            #expect(try await take(claim("2"), in: records.bound(to: sample.away)) == .claimed)
            #expect(try await take(claim("3", key: "other"), in: records, second: 3601) == .claimed)
            #expect(try await take(claim("4"), in: records, second: 3601) == .claimed)
        }
    }

    @Test("An account has a limited number of keys, and the oldest are removed", arguments: RecordsStore.allCases)
    func bounded(store: RecordsStore) async throws {
        try await store.opened { records, _ in
            #expect(try await take(claim("1", account: "ben"), in: records) == .claimed)
            for second in 0..<5 {
                let each = claim("1", key: "\(second)")
                #expect(try await take(each, in: records, second: second, keeping: 3) == .claimed)
                try await records.settle(each, fingerprint: "f", answer: StoredAnswer(status: 200))
            }
            // Before the sixth key, the newest three were kept.
            let known = RequestState.performed(StoredAnswer(status: 200), fingerprint: "f")
            for second in [4, 3, 2] {
                #expect(try await take(claim("2", key: "\(second)"), in: records, second: 5, keeping: 3) == known)
            }
            #expect(try await take(claim("2", key: "1"), in: records, second: 5) == .claimed)
            #expect(try await take(claim("2", account: "ben"), in: records, second: 5) == .underWay)
        }
    }

    @Test(
        "With a medicine, the answers about doses go, and their requests stay performed",
        arguments: RecordsStore.allCases)
    func doseAnswers(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let plant = try sample.bare("Rose")
            try await records.keep(plant, chores: [], correction: nil)
            let answer = StoredAnswer(status: 200, type: "application/json", body: Array("{}".utf8))
            let dose = "POST /api/medicines/:medicine/doses/:dose/:verb"
            for route in [dose, "POST /notes"] {
                let each = claim("1", route: route)
                #expect(try await take(each, in: records) == .claimed)
                _ = try await RequestClaim.$current.withValue(each) {
                    try await records.addNote("once", at: sample.second(1), to: plant.id)
                }
                try await records.settle(each, fingerprint: "f", answer: answer)
            }
            let medicine = sample.medicine("m")
            try await records.add(medicine)
            try await records.remove(medicine.id)
            let state = try await take(claim("2", route: dose), in: records, second: 2)
            #expect(state == .performed(nil, fingerprint: nil))
            let other = try await take(claim("2", route: "POST /notes"), in: records, second: 2)
            #expect(other == .performed(answer, fingerprint: "f"))
        }
    }

    @Test(
        "A removed label leaves no fingerprint, and its request is not performed again",
        arguments: RecordsStore.allCases)
    func labels(store: RecordsStore) async throws {
        try await store.opened { records, _ in
            let made = claim("1", route: "POST /api/labels")
            let dose = claim("2", route: "POST /api/medicines/{id}/doses/{id}/{verb}")
            for one in [made, dose] {
                _ = try await take(one, in: records)
                let id = try #require(MedicineLabel.ID("l-" + one.attempt))
                let label = MedicineLabel(
                    id: id, photograph: nil, addedAt: Sample().second(0),
                    own: RecognisedText(typed: "Take 1 tablet daily"))
                try await RequestClaim.$current.withValue(one) { try await records.add(label, photograph: nil) }
                try await records.settle(one, fingerprint: "f", answer: StoredAnswer(status: 201))
            }
            _ = try await records.remove(try #require(MedicineLabel.ID("l-1")))
            let again = try await take(claim("3", route: made.route), in: records, second: 1)
            #expect(again == .performed(nil, fingerprint: nil))
            // Answers about doses stay.
            let other = try await take(claim("4", route: dose.route), in: records, second: 1)
            #expect(other == .performed(StoredAnswer(status: 201), fingerprint: "f"))
        }
    }
}
