package import Calendar
import Foundation
import Plants
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
        return "Identified by Stillroom in \(seconds(device.durations.total)) s (\(device.model))."
    }

    private static func service(_ findings: InquiryResult, _ zone: Zone) -> String {
        let asked = findings.asked
        let line = percent(asked.threshold)
        let own = findings.device?.candidates.first.map { percent($0.confidence.value) }
        switch asked.reason {
        case .onDeviceOnly, .confident: return "Nothing was sent."
        case .noPlant: return "Pl@ntNet was not asked: the photo seems to show no plant. Nothing was sent."
        case .cached:
            let day = findings.service.map { Self.day(zone.day(at: $0.answeredAt)) } ?? "an earlier day"
            return "Pl@ntNet gave this answer on \(day); it was saved."
        case .offline: return "Pl@ntNet was not asked: there is no network connection."
        case .noQuota: return "Pl@ntNet was not asked: no requests are left today."
        case .notConfigured: return "Pl@ntNet was not asked: no key is set. Nothing was sent."
        case .keyRefused: return "Pl@ntNet was not asked: it refused the key."
        case .paused: return "Pl@ntNet was not asked: it failed several times."
        case .underThreshold, .outsideKnowledge, .deviceFailed, .byStrategy, .byHand:
            let because =
                switch asked.reason {
                case .underThreshold: own.map { " because \($0) is below your limit of \(line)" } ?? ""
                case .outsideKnowledge: " because the model does not know this plant"
                case .deviceFailed: " because the model failed"
                case .byHand: " because you asked for it"
                default: " because of your settings"
                }
            if let failure = asked.failure {
                return asked.service == nil
                    ? "Pl@ntNet was not asked: \(failure.message)"
                    : "Pl@ntNet was asked\(because), without success: \(failure.message)"
            }
            let time = findings.service.map { " (\(seconds($0.durations.total)) s)" } ?? ""
            return "Pl@ntNet was asked\(because)\(time)."
        }
    }

    private static func left(_ findings: InquiryResult) -> String? {
        guard findings.asked.priceUnits > 0 else { return nil }
        let price =
            findings.asked.priceUnits == 1 ? "This used 1 request" : "This used \(findings.asked.priceUnits) requests"
        return findings.asked.remaining.map { "\(price); \($0) left that day." } ?? "\(price)."
    }

    private static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }

    /// "0.18"; "1.2" from one second on.
    package static func seconds(_ milliseconds: Double) -> String {
        let hundredths = Int((milliseconds / 10).rounded())
        if hundredths < 100 { return "0." + (hundredths < 10 ? "0" : "") + String(hundredths) }
        return String(Double(Int((milliseconds / 100).rounded())) / 10)
    }

    private static func day(_ day: LocalDay) -> String { "\(day.day) \(Season.monthName(day.month))" }
}
