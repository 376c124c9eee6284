package import Foundation

extension FoodStub {
    /// The identity of a user, as far as Robotoff knows it.
    package enum Who: Sendable, Hashable {
        /// A device, by `device_id`.
        case device(String)
        /// An account. Of the password only its correctness is kept.
        case account(String, passwordIsRight: Bool)
        /// The IP address, which is the same for all.
        case address
    }

    /// The state of Robotoff's insights and all answers to them.
    package struct Ledger: Sendable {
        /// One request to `/insights/annotate`.
        package struct Entry: Sendable {
            package let at: Date
            /// The value as sent.
            package let insight: String?
            package let value: Int?
            package let who: Who
            package let own: StubJSON?
            /// Whether it changed the service's state, as a vote, a skip or an answer.
            package let isCounted: Bool
            /// Robotoff's `status_code`; nil if the request failed earlier.
            package let code: Int?
        }

        struct Answer: Sendable {
            var insight: String
            var value: Int
            var who: Who
            var updatesProduct = true
            var own: StubJSON?
        }

        struct Vote: Sendable {
            let insight: String
            let value: Int
            let device: String
            let name: String?
        }

        /// The outcome of an answer; without a code the service failed with status 500.
        struct Verdict: Sendable {
            var code: Int?
            var isCounted: Bool
            var words: String?
        }

        /// The result of Robotoff's writes to Open Food Facts.
        package enum Writes: String, Sendable, CaseIterable {
            case ok
            /// A 5xx status or a time-out.
            case failing
            /// The product no longer exists.
            case missing
            /// The product has changed since.
            case stale
            case invalidImage = "invalid-image"
        }

        var insights = Insight.all
        /// The number of insights that a test has added.
        var added = 0
        var votes: [Vote] = []
        var entries: [Entry] = []
        var accounts = ["anna": "right"]
        var writes = Writes.ok
        /// The writes to products: code, insight, account.
        var written: [(code: String, insight: String, by: String)] = []

        /// The identity of requests without a device.
        static let address = "127.0.0.1"

        func votes(on insight: String) -> (yes: Int, no: Int, skipped: Int) {
            let values = votes.filter { $0.insight == insight.lowercased() }.map(\.value)
            return (values.count { $0 == 1 }, values.count { $0 == 0 }, values.count { $0 == -1 })
        }

        /// An identity that has answered is not asked again. An account and its device are different identities.
        func spares(_ insight: Insight, _ who: Who) -> Bool {
            votes.contains { vote in
                guard vote.insight == insight.id else { return false }
                return switch who {
                case .device(let name): vote.device == name
                case .account(let name, _): vote.name == name
                case .address: vote.device == Self.address
                }
            }
        }

        // MARK: - Counting

        /// Counts every vote, as Robotoff does, whatever its identity.
        mutating func take(_ answer: Answer, at now: Date, products: inout [String: Product]) -> Verdict {
            guard let place = insights.firstIndex(where: { $0.id == answer.insight.lowercased() }) else {
                return Verdict(code: 6, isCounted: false)
            }
            guard insights[place].annotation == nil else { return Verdict(code: 5, isCounted: false) }
            var value = answer.value
            let name: String? = if case .account(let name, _) = answer.who { name } else { nil }
            // A skip with an account is stored as a vote, too, because the service remembers it in this way.
            let isVote = name == nil || value == -1
            if isVote {
                let device = if case .device(let device) = answer.who { device } else { Self.address }
                votes.append(Vote(insight: insights[place].id, value: value, device: device, name: name))
                let (yes, no, _) = votes(on: insights[place].id)
                insights[place].votes = yes + no
                guard let decided = Self.decision(yes: yes, no: no) else { return Verdict(code: 9, isCounted: true) }
                value = decided
            }
            let before = insights[place]
            insights[place].close(with: value, by: name, at: now)
            let verdict = apply(value, answer, at: place, isVote: name == nil, products: &products)
            switch verdict.code {
            case 1, 2, 3, 4, 8, 12: insights[place].annotatedResult = verdict.code
            // Only the vote is stored.
            default: insights[place] = before
            }
            return Verdict(code: verdict.code, isCounted: verdict.isCounted || isVote, words: verdict.words)
        }

        /// Three equal votes decide; two against two close the insight without a decision.
        private static func decision(yes: Int, no: Int) -> Int? {
            if min(yes, no) >= 2 { return -1 }
            return max(yes, no) >= 3 ? (yes > no ? 1 : 0) : nil
        }

        private mutating func apply(
            _ value: Int, _ answer: Answer, at place: Int, isVote: Bool, products: inout [String: Product]
        ) -> Verdict {
            guard value > 0, answer.updatesProduct else { return Verdict(code: 1, isCounted: true) }
            let insight = insights[place]
            if isVote, !insight.takesVotes { return Verdict(code: 13, isCounted: false) }
            if let own = answer.own, let words = insight.fault(of: own) {
                return Verdict(code: 11, isCounted: false, words: words)
            }
            // Open Food Facts answers 403, which Robotoff does not handle.
            if case .account(_, false) = answer.who { return Verdict(code: nil, isCounted: false) }
            let trouble: Int? =
                switch writes {
                case .ok: products[insight.barcode] == nil ? 3 : insight.trouble
                case .failing: 10
                case .missing: 3
                case .stale: 4
                case .invalidImage: 8
                }
            if let trouble { return Verdict(code: trouble, isCounted: trouble != 10) }
            let tag = answer.own?["value_tag"]?.string
            if let tag, insight.type == "category" { insights[place].becomes(tag) }
            products[insight.barcode]?.take(insights[place])
            let name = if case .account(let name, _) = answer.who { name } else { "robotoff" }
            written.append((insight.barcode, insight.id, name))
            return Verdict(code: tag == nil || insight.type != "category" ? 2 : 12, isCounted: true)
        }

        mutating func close(_ id: String, with value: Int, result: Int, by name: String?, at now: Date) {
            guard let place = insights.firstIndex(where: { $0.id == id.lowercased() }) else { return }
            insights[place].close(with: value, by: name, at: now)
            insights[place].annotatedResult = result
        }

        /// Forces a code with the effects of the real service: 6 removes the insight, 5 means that another user has
        /// answered, 3, 4 and 8 close it, 10, 11 and 13 leave it open; other codes only change the reported code.
        mutating func force(
            _ code: Int, _ answer: Answer, at now: Date, products: inout [String: Product]
        ) -> Verdict {
            switch code {
            case 6: insights.removeAll { $0.id == answer.insight.lowercased() }
            case 5: close(answer.insight, with: 1, result: 2, by: "somebody", at: now)
            case 3, 4, 8: close(answer.insight, with: answer.value, result: code, by: nil, at: now)
            case 10, 11, 13: break
            default:
                let verdict = take(answer, at: now, products: &products)
                return Verdict(code: code, isCounted: verdict.isCounted)
            }
            return Verdict(code: code, isCounted: [3, 4, 8].contains(code))
        }
    }
}
