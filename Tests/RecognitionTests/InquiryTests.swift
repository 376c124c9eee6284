import FoundationEssentials
import Support
import Testing

@testable import Recognition

@Suite("Results of an inquiry", .tags(.small))
struct InquiryTests {
    /// Returns the last action after these events.
    private func end(_ mode: Inquiry.Mode, _ events: [Inquiry.Event], under policy: Policy = Policy()) -> Inquiry
        .Action?
    {
        var inquiry = Inquiry(mode, under: policy)
        return ([.began] + events).flatMap { inquiry.handle($0) }.last
    }

    private func findings(
        _ mode: Inquiry.Mode, _ events: Inquiry.Event..., under policy: Policy = Policy()
    ) throws -> InquiryResult {
        guard case .finish(let findings)? = end(mode, events, under: policy) else { throw Missing() }
        return findings
    }

    private struct Missing: Error {}

    @Test(
        "The service is asked below the threshold, and not at the threshold",
        arguments: [(0.699_999, true), (0.70, false), (0.71, false), (0, true)])
    func threshold(confidence: Double, isAsked: Bool) {
        let answer = Drawn.answer([("Rosa canina", confidence)])
        var inquiry = Inquiry(.fresh(.onDeviceFirst), under: Policy())
        _ = inquiry.handle(.began)
        #expect(inquiry.handle(.deviceAnswered(answer)).first.map { $0 == .askService } == isAsked)
    }

    @Test("The service is asked about a thumbnail, however confident the model is, unless calls are disabled")
    func thumbnail() {
        for (askBelow, isAsked) in [(0.7, true), (0.0, false)] {
            var policy = Policy()
            policy.askBelow = askBelow
            let small = Answer(
                verdict: .unsure, reason: .small,
                candidates: [
                    Candidate(
                        rank: 1, taxon: Taxon(scientificName: "Rosa canina"), confidence: Confidence(0.98))
                ], rollUps: [], source: .device, model: "m", durations: .init(decode: 0, inference: 0, total: 0),
                answeredAt: Date(timeIntervalSince1970: 0))
            var inquiry = Inquiry(.fresh(.onDeviceFirst), under: policy)
            _ = inquiry.handle(.began)
            #expect(inquiry.handle(.deviceAnswered(small)).contains(.askService) == isAsked)
        }
    }

    @Test("An inquiry takes its threshold from the policy")
    func otherThreshold() throws {
        var policy = Policy()
        policy.askBelow = 0.4
        let own = try findings(.fresh(.onDeviceFirst), .deviceAnswered(Drawn.unsure), under: policy)
        #expect(own.asked == ServiceCallRecord(reason: .confident, threshold: 0.4))
    }

    @Test("A threshold of 0 disables automatic service calls, whatever the model answers")
    func never() {
        var policy = Policy()
        policy.askBelow = 0
        for event in [
            Inquiry.Event.deviceAnswered(Drawn.unsure), .deviceAnswered(Drawn.strange), .deviceFailed,
        ] {
            var inquiry = Inquiry(.fresh(.onDeviceFirst), under: policy)
            _ = inquiry.handle(.began)
            #expect(inquiry.handle(event).allSatisfy { $0 != .askService })
            #expect(inquiry.isOver)
        }
    }

    @Test("A result holds both answers, prefers the service's, and states the reason and the price of the call")
    func both() throws {
        let findings = try findings(
            .fresh(.onDeviceFirst), .deviceAnswered(Drawn.unsure),
            .serviceEnded(.answered(Drawn.remote, price: 1, remaining: 486)))
        #expect(findings.device == Drawn.unsure)
        #expect(findings.service == Drawn.remote)
        #expect(findings.answer.source == .plantNet)
        #expect(findings.answer.candidates.first?.taxon.scientificName == "Rosa rubiginosa")
        #expect(
            findings.asked
                == ServiceCallRecord(
                    service: .plantNet, reason: .underThreshold, priceUnits: 1, remaining: 486, threshold: 0.7))
    }

    @Test(
        "An inquiry falls back to the device without an error and states the obstacle",
        arguments: [
            (Inquiry.Refusal.offline, ServiceCallRecord.Reason.offline), (.noQuota(until: Drawn.noon), .noQuota),
            (.notConfigured, .notConfigured), (.keyRefused, .keyRefused), (.paused(until: Drawn.noon), .paused),
        ])
    func fallsBack(refusal: Inquiry.Refusal, reason: ServiceCallRecord.Reason) throws {
        for mode in [Inquiry.Mode.fresh(.onDeviceFirst), .fresh(.parallel)] {
            let findings = try findings(mode, .deviceAnswered(Drawn.unsure), .serviceEnded(.refused(refusal)))
            #expect(findings.answer == Drawn.unsure)
            #expect(findings.service == nil)
            #expect(findings.asked.reason == reason)
            #expect(findings.asked.wanted == (mode == .fresh(.parallel) ? .byStrategy : .underThreshold))
            #expect(findings.asked.service == nil)
            #expect(findings.asked.priceUnits == 0)
        }
    }
}

extension InquiryTests {
    @Test("A failure of the service leaves the device's answer in place, with the failure beside it")
    func serviceFails() throws {
        let findings = try findings(
            .fresh(.onDeviceFirst), .deviceAnswered(Drawn.unsure),
            .serviceEnded(.failed(Drawn.outage, price: 2, remaining: 10)))
        #expect(findings.answer == Drawn.unsure)
        #expect(findings.asked.failure == Drawn.outage)
        #expect(findings.asked.priceUnits == 2)
        #expect(findings.asked.isWorthWaiting)
    }

    @Test("A failure of both sources ends the inquiry with the failure of the service")
    func bothFail() {
        for strategy in [Strategy.onDeviceFirst, .parallel] {
            let end = end(
                .fresh(strategy),
                [.deviceFailed, .serviceEnded(.failed(Drawn.outage, price: 1, remaining: nil))])
            guard case .fail(let service, let asked)? = end else {
                Issue.record("\(strategy) did not fail")
                continue
            }
            #expect(service == Drawn.outage && asked.failure == Drawn.outage && asked.priceUnits == 1)
        }
    }

    @Test("A call that timed out counts as one that may have cost credits")
    func timedOut() throws {
        let findings = try findings(
            .fresh(.onDeviceFirst), .deviceAnswered(Drawn.unsure),
            .serviceEnded(.failed(.timedOut, price: 2, remaining: nil)))
        #expect(findings.asked.failure?.code == "service-timed-out")
        #expect(findings.asked.service == .plantNet)
        #expect(findings.asked.priceUnits == 2)
    }

    @Test("The device-only strategy never calls the service, and the service-only strategy never runs the model")
    func lonely() throws {
        let own = try findings(.fresh(.onDeviceOnly), .deviceAnswered(Drawn.noPlant))
        #expect(own.asked == ServiceCallRecord(reason: .onDeviceOnly, threshold: 0.7))
        let its = try findings(
            .fresh(.serviceOnly), .serviceEnded(.answered(Drawn.remote, price: 1, remaining: nil)))
        #expect(its.device == nil)
        #expect(its.asked.reason == .byStrategy)
    }

    @Test("No credit is spent on a photograph that the device takes for no plant, and the result states the reason")
    func noPlant() throws {
        let findings = try findings(.fresh(.onDeviceFirst), .deviceAnswered(Drawn.noPlant))
        #expect(findings.asked.reason == .noPlant)
    }
}

extension InquiryTests {
    @Test("An error before the call is the failure of the service, and no call is recorded")
    func notAsked() throws {
        let findings = try findings(
            .fresh(.onDeviceFirst), .deviceAnswered(Drawn.unsure), .serviceEnded(.notAsked(Drawn.outage)))
        #expect(findings.asked.failure == Drawn.outage)
        #expect(findings.asked.service == nil && findings.asked.priceUnits == 0)
    }

    @Test("A caller that shares a question with another one gets the same outcome at no price")
    func withoutPrice() {
        #expect(
            Inquiry.ServiceOutcome.answered(Drawn.remote, price: 2, remaining: 7).withoutPrice
                == .answered(Drawn.remote, price: 0, remaining: 7))
        #expect(
            Inquiry.ServiceOutcome.failed(Drawn.outage, price: 2, remaining: 7).withoutPrice
                == .failed(Drawn.outage, price: 0, remaining: 7))
        for free in [Inquiry.ServiceOutcome.cached(Drawn.remote), .refused(.offline), .notAsked(Drawn.outage)] {
            #expect(free.withoutPrice == free)
        }
    }

    @Test("A cached answer is marked as such and costs nothing")
    func cached() throws {
        let findings = try findings(
            .fresh(.onDeviceFirst), .deviceAnswered(Drawn.unsure),
            .serviceEnded(.cached(Drawn.remote.remembered)))
        #expect(findings.asked.reason == .cached)
        #expect(findings.asked.wanted == .underThreshold)
        #expect(findings.asked.priceUnits == 0)
        #expect(findings.answer.source == .cache)
    }
}

@Suite("Joining two answers in one list", .tags(.small))
struct InquiryResultJoinTests {
    private func joined(_ device: Answer, _ service: Answer, under policy: Policy = Policy()) -> Answer? {
        InquiryResult(
            device: device, service: service, asked: ServiceCallRecord(reason: .byHand, threshold: 0.7), under: policy)?
            .answer
    }

    private func answer(_ taxa: [(Taxon, Double)], source: Answer.Source) -> Answer {
        Answer(
            verdict: .unsure, reason: .uncertain,
            candidates: taxa.enumerated().map { Candidate(rank: $0 + 1, taxon: $1.0, confidence: Confidence($1.1)) },
            rollUps: [], source: source, model: "drawn", durations: .init(decode: 0, inference: 0, total: 0),
            answeredAt: Drawn.noon)
    }

    @Test("Candidates are joined by binomial, whatever the author, case or hybrid sign, and keep both confidences")
    func binomial() throws {
        let device = answer(
            [
                (Taxon(scientificName: "Fragaria x ananassa (Weston) Rozier"), 0.5),
                (Taxon(scientificName: "Rosa canina L."), 0.3),
            ],
            source: .device)
        let service = answer(
            [
                (Taxon(scientificName: "Rosa canina", gbif: "1"), 0.6),
                (Taxon(scientificName: "Fragaria × ananassa"), 0.2),
            ],
            source: .plantNet)
        let candidates = try #require(joined(device, service)).candidates
        #expect(candidates.map(\.taxon.scientificName) == ["Rosa canina", "Fragaria × ananassa"])
        #expect(candidates.map(\.device) == [Confidence(0.3), Confidence(0.5)])
        #expect(candidates.map(\.service) == [Confidence(0.6), Confidence(0.2)])
        #expect(candidates.map(\.confidence) == [Confidence(0.6), Confidence(0.2)])
        #expect(candidates.map(\.rank) == [1, 2])
    }

    @Test("Candidates are joined by POWO first, then by GBIF, then by name")
    func identifiers() throws {
        func isSame(_ left: Taxon, _ right: Taxon) -> Bool { left.isSame(as: right) }
        let name = "Rosa canina"
        #expect(isSame(.init(scientificName: name, powo: "1"), .init(scientificName: "Rosa corymbifera", powo: "1")))
        #expect(!isSame(.init(scientificName: name, powo: "1"), .init(scientificName: name, powo: "2", gbif: "7")))
        #expect(
            isSame(.init(scientificName: name, gbif: "7"), .init(scientificName: "Other name", powo: "1", gbif: "7")))
        #expect(!isSame(.init(scientificName: name, gbif: "7"), .init(scientificName: name, gbif: "8")))
        #expect(isSame(.init(scientificName: name, powo: "1"), .init(scientificName: name, gbif: "8")))
    }

    @Test("Candidates that only the device named stay in the list, within its length")
    func alone() throws {
        let device = answer(
            [
                (Taxon(scientificName: "Malva moschata"), 0.41), (Taxon(scientificName: "Alcea rosea"), 0.2),
                (Taxon(scientificName: "Viola arvensis"), 0.05),
            ],
            source: .device)
        let service = answer(
            (1...10).map { (Taxon(scientificName: "Genus species\($0)"), 1 / Double($0 + 1)) }, source: .plantNet)
        let candidates = try #require(joined(device, service)).candidates
        #expect(candidates.count == 10)
        #expect(candidates.suffix(2).map(\.taxon.scientificName) == ["Malva moschata", "Alcea rosea"])
        #expect(candidates.suffix(2).allSatisfy { $0.service == nil && $0.device == $0.confidence })
        #expect(candidates.prefix(8).allSatisfy { $0.device == nil })
    }

    @Test(
        "A result states how far both sources agree",
        arguments: [
            ("Rosa canina", "Rosa canina", InquiryResult.Agreement.species), ("Rosa canina", "Rosa rubiginosa", .genus),
            ("Rosa canina", "Malva moschata", .none),
        ])
    func agreement(ours: String, theirs: String, agreement: InquiryResult.Agreement) throws {
        let findings = try #require(
            InquiryResult(
                device: Drawn.answer([(ours, 0.5)]), service: Drawn.answer([(theirs, 0.9)], source: .plantNet),
                asked: ServiceCallRecord(reason: .byHand, threshold: 0.7), under: Policy()))
        #expect(findings.agreement == agreement)
    }

    @Test("If the service sees no plant, the verdict says so and the device's candidates stay in the list")
    func serviceSeesNoPlant() throws {
        let answer = try #require(joined(Drawn.unsure, Drawn.answer([], .notAPlant, .noPlant, source: .plantNet)))
        #expect(answer.verdict == .notAPlant)
        #expect(answer.candidates.map(\.taxon.scientificName) == ["Rosa canina", "Rosa rubiginosa"])
    }

    @Test("Sections of one genus have different folding keys")
    func sections() {
        let key = { (name: String) in Taxon(scientificName: name).foldingKey }
        #expect(key("Taraxacum sect. Taraxacum F.H.Wigg.") == key("Taraxacum sect. Taraxacum"))
        #expect(key("Taraxacum sect. Taraxacum") != key("Taraxacum sect. Erythrosperma"))
        #expect(key("Rosa canina subsp. andegavensis") == key("Rosa canina L."))
        #expect(key("× Triticosecale rimpaui") == key("x Triticosecale rimpaui Wittm."))
        #expect(key("Platanus ×hispanica") == key("Platanus x hispanica Mill. ex Münchh."))
    }
}
