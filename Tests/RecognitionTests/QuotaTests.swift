import FoundationEssentials
import Support
import Testing

@testable import Recognition

@Suite("Quota", .tags(.small))
struct QuotaTests {
    private let day = UTCDay(number: 20_000)
    private var noon: Date { day.end.addingTimeInterval(-43_200) }

    @Test(
        "A quota warns in levels",
        arguments: [
            (500, Quota.Level.plenty), (101, .plenty), (100, .note), (51, .note), (50, .warning), (11, .warning),
            (10, .critical), (1, .critical), (0, .exhausted),
        ])
    func levels(left: Int, level: Quota.Level) {
        #expect(Quota(budget: 500, used: 500 - left, day: day).level(at: noon) == level)
    }

    @Test("A quota counts calls in progress and respects a lower limit of the service")
    func remaining() {
        #expect(Quota(budget: 50, used: 10, reserved: 5, day: day).remaining(at: noon) == 35)
        #expect(Quota(budget: 50, used: 10, reserved: 5, ceiling: 20, day: day).remaining(at: noon) == 5)
        #expect(Quota(budget: 50, used: 10, ceiling: 700, day: day).remaining(at: noon) == 40)
        #expect(Quota(budget: 5, used: 10, day: day).remaining(at: noon) == 0)
    }

    @Test("A quota gives nothing while the service demands waiting")
    func blocked() {
        let until = noon.addingTimeInterval(60)
        let quota = Quota(budget: 50, blockedUntil: until, day: day)
        #expect(quota.remaining(at: noon) == 0)
        #expect(quota.resetsAt(from: noon) == until)
        #expect(quota.remaining(at: until) == 50)
        #expect(quota.resetsAt(from: until) == day.end)
    }

    @Test("The days of a quota begin at midnight UTC, whatever the zone")
    func days() {
        let midnight = Date(timeIntervalSince1970: 86_400 * 20_000)
        #expect(UTCDay(of: midnight) == day)
        #expect(UTCDay(of: midnight.addingTimeInterval(-0.001)).number == 19_999)
        #expect(UTCDay(of: midnight.addingTimeInterval(86_399.999)) == day)
        #expect(day.end == Date(timeIntervalSince1970: 86_400 * 20_001))
        #expect(UTCDay(of: Date(timeIntervalSince1970: -1)).number == -1)
    }
}

@Suite("The circuit breaker", .tags(.small))
struct BreakerTests {
    private let start = Date(timeIntervalSince1970: 1_800_000_000)

    private func after(_ seconds: Double) -> Date { start.addingTimeInterval(seconds) }

    private func admits(_ breaker: inout Breaker, at now: Date, from location: SourceLocation = #_sourceLocation) {
        let until = breaker.admit(at: now)
        #expect(until == nil, sourceLocation: location)
    }

    private func refuses(
        _ breaker: inout Breaker, at now: Date, until: Date? = nil, from location: SourceLocation = #_sourceLocation
    ) {
        let answer = breaker.admit(at: now)
        #expect(answer != nil, sourceLocation: location)
        if let until { #expect(answer == until, sourceLocation: location) }
    }

    private func opened() -> Breaker {
        var breaker = Breaker()
        for second in 0..<5 { breaker.report(good: false, at: after(Double(second))) }
        return breaker
    }

    @Test("A breaker opens for half a minute after five consecutive failures")
    func inARow() {
        var breaker = Breaker()
        for second in 0..<4 {
            breaker.report(good: false, at: after(Double(second)))
            admits(&breaker, at: after(Double(second)))
        }
        breaker.report(good: false, at: after(4))
        refuses(&breaker, at: after(4), until: after(34))
        refuses(&breaker, at: after(33.9), until: after(34))
    }

    @Test("A breaker opens when half of ten calls in a minute fail, and ignores older ones")
    func half() {
        var breaker = Breaker()
        for second in 0..<10 { breaker.report(good: second.isMultiple(of: 2), at: after(Double(second))) }
        refuses(&breaker, at: after(9))
        var slow = Breaker()
        for call in 0..<20 { slow.report(good: call.isMultiple(of: 2), at: after(Double(call) * 10)) }
        admits(&slow, at: after(200))
    }

    @Test("A breaker admits one call after the pause, and closes when that call succeeds")
    func probes() {
        var breaker = opened()
        admits(&breaker, at: after(34))
        refuses(&breaker, at: after(34))
        breaker.report(good: true, at: after(35))
        #expect(breaker.state == .closed)
        breaker.report(good: false, at: after(36))
        admits(&breaker, at: after(36))
    }

    @Test("A breaker doubles the pause with each failed probe, up to ten minutes")
    func doubles() {
        var breaker = opened()
        var now = 34.0
        for pause in [60.0, 120, 240, 480, 600, 600] {
            admits(&breaker, at: after(now))
            breaker.report(good: false, at: after(now))
            refuses(&breaker, at: after(now), until: after(now + pause))
            now += pause
        }
    }

    @Test("A cancelled probe does not keep a breaker open")
    func forgets() {
        var breaker = opened()
        admits(&breaker, at: after(34))
        breaker.forget(at: after(40))
        admits(&breaker, at: after(40))
    }
}

@Suite("Inquiry keys", .tags(.small))
struct InquiryKeyTests {
    @Test("Inquiry keys are independent of the order of pictures and differ for different questions")
    func keys() throws {
        func picture(_ character: Character, _ organ: Organ) throws -> InquiryKey.Picture {
            .init(digest: try #require(Digest(String(repeating: character, count: 64))), organ: organ)
        }
        func key(_ pictures: [InquiryKey.Picture], _ project: String = "all", _ language: String = "en") -> InquiryKey {
            InquiryKey(pictures: pictures, lookalike: PerceptualHash(bits: 7), project: project, language: language)
        }
        let (leaf, flower) = (try picture("a", .leaf), try picture("b", .flower))
        #expect(key([leaf, flower]) == key([flower, leaf]))
        let whole = try picture("a", .auto)
        #expect(key([leaf]).text != key([whole]).text)
        #expect(key([leaf]).text != key([leaf], "useful").text)
        #expect(key([leaf]).text != key([leaf], "all", "de").text)
        #expect(key([leaf]).lookalike == PerceptualHash(bits: 7))
        #expect(key([leaf, flower]).lookalike == nil)
    }
}
