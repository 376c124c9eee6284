package import Calendar
import Foundation
import Messages
package import Recognition

/// The line under every result: which recogniser gave it, and whether Pl@ntNet was called and why. The same words on
/// the page and in the terminal.
package struct Provenance: Sendable {
    package let sentence: String

    /// `zone` is the one in which days are named.
    package init(_ findings: InquiryResult, zone: Zone) {
        let parts = [Self.here(findings), Self.service(findings, zone), Self.left(findings)].compactMap(\.self)
        sentence = parts.joined(separator: " ")
    }

    private static func here(_ findings: InquiryResult) -> String? {
        guard let device = findings.device else { return nil }
        let origin = ModelOrigin(device.model)
        let time = LocalNumber.decimal(seconds(device.durations.total))
        switch origin.place {
        case .here: return localized("Identified by Stillroom in \(time, "seconds") s (\(origin.model, "model")).")
        case .server(let host):
            return localized(
                """
                Identified by the model server \(host, "server"), which got a small copy of the photo, in \
                \(time, "seconds") s (\(origin.model, "model")).
                """)
        case .insteadOf(let host):
            return localized(
                """
                Identified by Stillroom in \(time, "seconds") s (\(origin.model, "model")), because the model server \
                \(host, "server") could not be used. It may have got a small copy of the photo.
                """)
        case .without(let host):
            return localized(
                """
                Identified by Stillroom in \(time, "seconds") s (\(origin.model, "model")), because the model server \
                \(host, "server") could not be used a moment ago.
                """)
        }
    }

    /// That no photograph left this machine. A model server has got one, or may have.
    private static func nothing(_ findings: InquiryResult) -> String {
        findings.device.map { ModelOrigin($0.model).mayHaveSent } == true
            ? localized("Nothing else was sent.") : localized("Nothing was sent.")
    }

    private static func service(_ findings: InquiryResult, _ zone: Zone) -> String {
        switch findings.asked.reason {
        case .onDeviceOnly, .confident: return nothing(findings)
        case .noPlant:
            return localized("Pl@ntNet was not asked: the photo seems to show no plant.") + " " + nothing(findings)
        case .cached:
            guard let answer = findings.service else {
                return localized("Pl@ntNet gave this answer on an earlier day; it was saved.")
            }
            let day = zone.day(at: answer.answeredAt)
            let words = LocalDate.dayMonth(day: day.day, month: day.month)
            return localized("Pl@ntNet gave this answer on \(words, "day"); it was saved.")
        case .offline: return localized("Pl@ntNet was not asked: there is no network connection.")
        case .noQuota: return localized("Pl@ntNet was not asked: no requests are left today.")
        case .notConfigured: return localized("Pl@ntNet was not asked: no key is set.") + " " + nothing(findings)
        case .keyRefused: return localized("Pl@ntNet was not asked: it refused the key.")
        case .paused: return localized("Pl@ntNet was not asked: it failed several times.")
        case .underThreshold, .outsideKnowledge, .unfamiliar, .small, .deviceFailed, .byStrategy, .byHand:
            return call(findings)
        }
    }

    /// The sentence about a call that was needed.
    private static func call(_ findings: InquiryResult) -> String {
        let asked = findings.asked
        if let failure = asked.failure, asked.service == nil {
            return localized("Pl@ntNet was not asked: \(failure.words, "reason")")
        }
        let call = words(findings, because: asked.reason)
        if let failure = asked.failure {
            return localized("\(call, "call"), without success: \(failure.words, "reason")")
        }
        guard let answer = findings.service else { return localized("\(call, "call").") }
        return localized("\(call, "call") (\(LocalNumber.decimal(seconds(answer.durations.total)), "seconds") s).")
    }

    /// Returns the sentence without its end, which says how the call went.
    private static func words(_ findings: InquiryResult, because reason: ServiceCallRecord.Reason) -> String {
        switch reason {
        case .underThreshold:
            guard let own = findings.device?.candidates.first.map({ percent($0.confidence.value) }) else {
                return localized("Pl@ntNet was asked", context: "a sentence without its end")
            }
            let line = percent(findings.asked.threshold)
            return localized(
                "Pl@ntNet was asked because \(own, "share") is below your limit of \(line, "limit")",
                context: "a sentence without its end")
        case .outsideKnowledge:
            return localized(
                "Pl@ntNet was asked because the model does not know this plant", context: "a sentence without its end")
        case .unfamiliar:
            return localized(
                "Pl@ntNet was asked because the model is not sure that it knows this plant",
                context: "a sentence without its end")
        case .small:
            return localized(
                "Pl@ntNet was asked because the photo is very small", context: "a sentence without its end")
        case .deviceFailed:
            return localized(
                "Pl@ntNet was asked because the model failed", context: "a sentence without its end")
        case .byHand:
            return localized(
                "Pl@ntNet was asked because you asked for it", context: "a sentence without its end")
        default:
            return localized(
                "Pl@ntNet was asked because of your settings", context: "a sentence without its end")
        }
    }

    private static func left(_ findings: InquiryResult) -> String? {
        guard findings.asked.priceUnits > 0 else { return nil }
        let price = findings.asked.priceUnits
        guard let left = findings.asked.remaining else {
            return localized(price, one: "This used 1 request.", other: "This used \(price, "count") requests.")
        }
        return localized(
            price, one: "This used 1 request; \(left, "left") left that day.",
            other: "This used \(price, "count") requests; \(left, "left") left that day.")
    }

    private static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }

    /// "0.18"; "1.2" from one second on.
    package static func seconds(_ milliseconds: Double) -> String {
        let hundredths = Int((milliseconds / 10).rounded())
        if hundredths < 100 { return "0." + (hundredths < 10 ? "0" : "") + String(hundredths) }
        return String(Double(Int((milliseconds / 100).rounded())) / 10)
    }
}
