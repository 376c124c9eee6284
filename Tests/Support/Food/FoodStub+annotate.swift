import Foundation
import Synchronization

extension FoodStub {
    /// The fields of a request to `/insights/annotate`, from the form or the address.
    struct AnnotateRequest: Sendable {
        let method: String
        let insight: String?
        let annotation: String?
        let update: String?
        let data: String?
        let device: String?
        let authorization: String?

        init(_ request: StubRequest) {
            let isForm = request.header("content-type")?.hasPrefix("application/x-www-form-urlencoded") == true
            // A form has the syntax of a query; a JSON body is ignored.
            let form =
                isForm ? StubRequest(method: "POST", target: "?" + request.text, headers: [], body: []) : nil
            func field(_ name: String) -> String? { form?.query(name) ?? request.query(name) }
            method = request.method
            insight = field("insight_id")
            annotation = field("annotation")
            update = field("update")
            data = field("data")
            device = field("device_id")
            authorization = request.header("authorization")
        }
    }

    func annotate(_ fields: AnnotateRequest, _ request: StubRequest, _ behaviour: Behaviour, _ gate: StubGate)
        -> StubReply
    {
        guard fields.method == "POST" else { return Refusal(405).reply }
        guard behaviour.counts else {
            record(fields, Ledger.Verdict(code: nil, isCounted: false))
            return behaviour.reply(of: .robotoff, gate: gate) { .dropped }
        }
        let reply: StubReply
        do throws(Refusal) {
            let answer = try answer(of: fields)
            let verdict = state.withLock { state in
                let verdict =
                    if case .outcome(let code) = behaviour.mode {
                        state.ledger.force(code, answer, at: now(), products: &state.products)
                    } else {
                        state.ledger.take(answer, at: now(), products: &state.products)
                    }
                state.ledger.entries.append(entry(fields, verdict, state.ledger.accounts))
                return verdict
            }
            reply = Self.reply(verdict)
        } catch {
            record(fields, Ledger.Verdict(code: nil, isCounted: false))
            reply = error.reply
        }
        return behaviour.reply(of: .robotoff, gate: gate) { reply }
    }

    private func record(_ fields: AnnotateRequest, _ verdict: Ledger.Verdict) {
        state.withLock { $0.ledger.entries.append(entry(fields, verdict, $0.ledger.accounts)) }
    }

    private func entry(_ fields: AnnotateRequest, _ verdict: Ledger.Verdict, _ accounts: [String: String])
        -> Ledger.Entry
    {
        Ledger.Entry(
            at: now(), insight: fields.insight?.lowercased(), value: fields.annotation.flatMap { Int($0) },
            who: (try? Self.who(fields.authorization, device: fields.device, accounts)) ?? .address,
            own: fields.data.flatMap { try? StubJSON(Array($0.utf8)) }, isCounted: verdict.isCounted, code: verdict.code
        )
    }

    /// Checks in the order of the real service, so that of two faults the same one is reported.
    private func answer(of fields: AnnotateRequest) throws(Refusal) -> Ledger.Answer {
        guard let insight = fields.insight else { throw .missing("insight_id") }
        guard UUID(uuidString: insight) != nil else {
            throw .invalid("insight_id", "The value must be a UUID string.")
        }
        guard let text = fields.annotation else { throw .missing("annotation") }
        guard let value = Int(text) else { throw .invalid("annotation", "The value must be an integer.") }
        guard value >= -1 else { throw .invalid("annotation", "The value must be at least -1") }
        guard value <= 2 else { throw .invalid("annotation", "The value may not exceed 2") }
        let updates = try Self.truth(fields.update, "update") ?? true
        let own = fields.data.flatMap { try? StubJSON(Array($0.utf8)) }
        if fields.data != nil, own == nil { throw .invalid("data", "It could not be parsed as JSON.") }
        if value == 2, own == nil { throw Refusal(400, "`data` must be provided when annotation == 2") }
        if value == 2, !updates { throw Refusal(400, "`update` must be true when annotation == 2") }
        if value != 2, own != nil { throw Refusal(400, "`annotation` must be 2 when `data` is provided") }
        var who = try Self.who(fields.authorization, device: fields.device, state.withLock { $0.ledger.accounts })
        if case .account("null", _) = who { who = Self.stranger(fields.device) }
        if case .account = who {
        } else if value == 2 {
            throw Refusal(400, "`data` cannot be provided when the user is not authenticated")
        }
        return Ledger.Answer(insight: insight, value: value, who: who, updatesProduct: updates, own: own)
    }

    /// The identity of a request. Only `Basic` is supported, and the password is not checked here.
    static func who(
        _ authorization: String?, device: String?, _ accounts: [String: String]
    ) throws(Refusal) -> Who {
        guard let authorization else { return stranger(device) }
        let words = authorization.split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "basic", let bytes = Data(base64Encoded: String(words[1])),
            let text = String(data: bytes, encoding: .utf8), let colon = text.firstIndex(of: ":")
        else { throw Refusal(401, title: "Invalid authentication, Basic auth expected.") }
        let name = String(text[..<colon])
        let password = String(text[text.index(after: colon)...])
        if name.isEmpty, password.isEmpty { return stranger(device) }
        return .account(name, passwordIsRight: accounts[name] == password)
    }

    private static func stranger(_ device: String?) -> Who { device.map { .device($0) } ?? .address }

    private static func reply(_ verdict: Ledger.Verdict) -> StubReply {
        guard let code = verdict.code else { return Refusal(500).reply }
        let (status, words) = results[code] ?? ("status_\(code)", "as a test wants it")
        let body: StubJSON = [
            "status_code": .int(code), "status": .string(status), "description": .string(verdict.words ?? words),
        ]
        return .json(body.bytes)
    }

    private static let results = [
        1: ("saved", "stored"), 2: ("updated", "stored and sent on"), 3: ("error_missing_product", "no such product"),
        4: ("error_updated_product", "the product is another one by now"),
        5: ("error_already_annotated", "it has an answer"), 6: ("error_unknown_insight", "no such insight"),
        8: ("error_invalid_image", "the picture does not do"), 9: ("vote_saved", "the vote is counted"),
        10: ("error_failed_update", "the product could not be written"), 11: ("error_invalid_data", "not such data"),
        12: ("user_input_updated", "the own value is stored and sent on"),
        13: ("cannot_vote", "this one takes no votes without an account"),
    ]
}
